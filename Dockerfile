# PostgreSQL with factcheck; the database that the image makes on its first start has the extension.
#
#   docker build -t factcheck .
#   docker run --rm -e POSTGRES_PASSWORD=secret -p 5432:5432 factcheck

FROM postgres:15-bookworm

COPY . /usr/src/factcheck
RUN /usr/src/factcheck/extension/install.sh packages library extension \
    && rm -rf /usr/src/factcheck/build /var/lib/apt/lists/* /root/.cache

COPY extension/docker-entrypoint-initdb.sql /docker-entrypoint-initdb.d/factcheck.sql
