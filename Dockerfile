# PostgreSQL with factcheck; the database that the image makes on its first start has the extension.
# compose.yaml runs it; by hand:
#
#   docker build -t factcheck .
#   docker run -e POSTGRES_PASSWORD -p 127.0.0.1:5432:5432 -v factcheck:/var/lib/postgresql/data factcheck

FROM postgres:15-bookworm AS build
COPY . /usr/src/factcheck
RUN /usr/src/factcheck/extension/install.sh packages library extension

# What building took stays behind: only the library and the extension's files go over.
FROM postgres:15-bookworm
RUN --mount=type=bind,source=extension,target=/usr/src/factcheck/extension \
    --mount=type=tmpfs,target=/usr/src/factcheck/build \
    --mount=type=bind,source=python,target=/usr/src/factcheck/python \
    /usr/src/factcheck/extension/install.sh runtime \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/lib/postgresql/15/lib/factcheck /usr/lib/postgresql/15/lib/factcheck
COPY --from=build /usr/share/postgresql/15/extension/factcheck* /usr/share/postgresql/15/extension/
COPY extension/docker-entrypoint-initdb.sql /docker-entrypoint-initdb.d/factcheck.sql

# By TCP, which the server does not offer before its first database is complete.
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=5 \
    CMD ["/bin/sh", "-c", "exec pg_isready --quiet --host=127.0.0.1 --username=\"${POSTGRES_USER:-postgres}\""]
