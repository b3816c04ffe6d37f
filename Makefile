# Builds, installs, runs and tests factcheck. `make` lists what there is.
#
#   PG_CONFIG=/path/to/pg_config make …    for another server than the newest one found
#   make server LISTEN=127.0.0.1:5433      with a TCP port of this machine alone, for JDBC and BI tools

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:
.SUFFIXES:

python := .venv/bin/python
ruff := .venv/bin/ruff
version := $(shell sed -n 's/^__version__ = "\(.*\)"$$/\1/p' python/src/factcheck/__init__.py)
script := build/factcheck--$(version).sql
# Files of tests are shared out to one process more than there are processors, since some wait for a clock or a lock,
# those that need the server before the quick ones; at most four, as each session that checks takes a hundred megabytes.
parallel := --numprocesses $(shell n=$$(nproc); echo $$((n < 4 ? n + 1 : 4))) --dist loadfile --no-loadscope-reorder
# Tests without a server wait for nothing, and each process imports them all: as many as there are processors.  Files need
# not stay whole, since fixtures of a module are made quickly: a process that has no test left takes half of another's.
parallel_unit := --numprocesses $(shell nproc) --dist worksteal
checked := conftest.py python scripts $(wildcard benchmarks dashboards demo migrations tests)

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## install missing system packages; make .venv with the tools and tests
	@extension/install.sh packages
	@scripts/make_venv.sh

.PHONY: install
install: ## build and install extension and Python library into the PostgreSQL server
	@extension/install.sh packages library extension

.PHONY: server
server: setup install ## start the private server, with the extension in the database factcheck; last line: its DSN
	@scripts/private_server.sh start --listen '$(LISTEN)'

.PHONY: stop
stop: ## stop the private server
	@scripts/private_server.sh stop

.PHONY: demo
demo: setup install ## load a real data set, check a report about it, print the verdicts
	@dsn=$$(scripts/private_server.sh start) && $(python) demo/run_demo.py --dsn "$$dsn"

.PHONY: lint
lint: setup ## check style, types and the install script's security
	@make --silent -C extension PG_CONFIG="$$(extension/install.sh pg-config)" all
	$(ruff) check --config python/pyproject.toml $(checked)
	$(ruff) format --check --config python/pyproject.toml $(checked)
	.venv/bin/mypy --config-file python/pyproject.toml python/src scripts $(wildcard benchmarks dashboards demo migrations)
	MYPYPATH=tests:scripts .venv/bin/mypy --config-file python/pyproject.toml -p support
	scripts/pgspot.sh $(script)
	scripts/lint_files.sh

.PHONY: unit
unit: ## all tests that need neither a server nor a browser
	@scripts/make_venv.sh
	@$(python) -m pytest -q $(parallel_unit) -m 'not server and not browser and not build'

.PHONY: test
test: setup install ## everything installed and started, then all tests, and linters beside them
	@dsn=$$(scripts/private_server.sh start); mkdir -p build; status=0; \
	$(MAKE) lint >build/lint.log 2>&1 & lint=$$!; trap 'kill $$lint 2>/dev/null || true' EXIT; \
	FACTCHECK_DSN="$$dsn" $(python) -m pytest $(parallel) || status=$$?; \
	wait $$lint || { cat build/lint.log >&2; status=1; }; exit $$status

.PHONY: charts
charts: install ## install the optional part that renders charts in the server (vl-convert, 35 MB)
	@extension/install.sh charts

.PHONY: clients
clients: charts ## install what tests are skipped without: the clients of docs/clients.md (R, JDBC, node, pandas), pg_cron, charts
	@scripts/install_clients.sh

.PHONY: golden
golden: setup install ## write anew what is kept to be compared with: tests/golden, tests/extension/golden, pages
	@dsn=$$(scripts/private_server.sh start) && FACTCHECK_DSN="$$dsn" FACTCHECK_WRITE_GOLDEN=1 \
	$(python) -m pytest -q tests/extension/test_inventory.py tests/extension/test_security_page.py \
	tests/server/test_golden_rows.py tests/server/test_demo.py tests/server/test_dashboards.py \
	tests/server/test_bad_input_*.py tests/docs/test_readme.py \
	-k 'written_down or security or as_they_were or what_they_were or shows_these_cases or what_comes_out'

.PHONY: bench
bench: setup install ## time checks, retrieval beside ts_rank, and indexing beside SELECT DISTINCT and a btree
	@dsn=$$(scripts/private_server.sh start) && export FACTCHECK_DSN="$$dsn" \
	&& $(python) benchmarks/retrieval.py && $(python) benchmarks/indexing.py && $(python) benchmarks/checking.py && $(python) benchmarks/inference.py \
	&& $(python) benchmarks/memory.py && $(python) benchmarks/change_log.py \
	&& $(python) benchmarks/money.py && $(python) benchmarks/countries.py && $(python) benchmarks/many_tables.py && $(python) benchmarks/result_views.py && $(python) benchmarks/recheck.py && $(python) benchmarks/concurrency.py \
	&& $(python) benchmarks/review_page.py \
	&& $(python) benchmarks/report_writers.py && $(python) benchmarks/charts.py && $(python) benchmarks/facts.py && $(python) benchmarks/large_table.py && $(python) benchmarks/sizes.py && $(python) benchmarks/evidence.py && $(python) benchmarks/categories.py

.PHONY: fit
fit: setup install ## learn python/src/factcheck/weights/learned.toml anew from labelled cases: make fit CASES=folder
	@dsn=$$(scripts/private_server.sh start) && .venv/bin/factcheck fit $(or $(CASES),$$FACTCHECK_BENCH/articles) \
	--dsn "$$dsn" --collect build/samples.npz --output python/src/factcheck/weights/learned.toml --page build/learned.md
	@cat build/learned.md

.PHONY: lexicon
lexicon: setup ## build build/lexicon.tsv.xz from WordNet (install does it when needed), compare it with NLTK's reading
	@extension/install.sh lexicon
	@$(python) -m pytest -q tests/extension/test_lexicon_build.py

.PHONY: lock
lock: ## resolve the Python packages anew: python/requirements-*.lock
	@scripts/lock_requirements.sh

.PHONY: docs
docs: setup ## write anew what is made of the source: docs/errors.md, the picture in docs/architecture.md
	@$(python) scripts/errors_page.py
	@$(python) scripts/draw_architecture.py

superset := build/superset/bin/superset

$(superset): dashboards/superset/requirements.txt
	@rm -rf build/superset && /usr/bin/python3 -m venv build/superset
	@build/superset/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: dashboard
dashboard: setup install $(superset) ## serve the dashboard over the demo's history in an Apache Superset of its own (0.8 GB)
	@dsn=$$($(python) demo/report_history.py --dsn "$$(scripts/private_server.sh start)") \
	&& FACTCHECK_SUPERSET=$(superset) $(python) scripts/private_superset.py "$$dsn" $(if $(PICTURE),--picture $(PICTURE))

article_data := build/article_data/bin/python

$(article_data): benchmarks/articles/requirements.txt
	@rm -rf build/article_data && /usr/bin/python3 -m venv build/article_data
	@build/article_data/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: articles
articles: $(article_data) ## labelled cases of the articles in benchmarks/articles, in build/articles: make articles HALF=learned
	@rm -rf build/articles && $(article_data) benchmarks/articles/write_data.py build/articles $(HALF)

build/duckdb/bin/duckdb.installed: benchmarks/requirements-duckdb.txt
	@rm -rf build/duckdb && /usr/bin/python3 -m venv build/duckdb
	@build/duckdb/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: duckdb
duckdb: build/duckdb/bin/duckdb.installed ## install DuckDB for benchmarks/sizes.py, in an environment of its own (60 MB)

.PHONY: questions
questions: $(article_data) ## questions of benchmarks/questions with their tables, in build/questions
	@rm -rf build/questions && $(article_data) benchmarks/questions/write_tables.py build/questions

.PHONY: picture
picture: setup install ## draw README's picture and those of docs/review.md and docs/charts.md anew, by headless Chromium
	@dsn=$$(scripts/private_server.sh start) && $(python) scripts/draw_checked_page.py --dsn "$$dsn" \
	&& $(python) scripts/draw_review_page.py --dsn "$$dsn" && $(python) scripts/draw_charts.py --dsn "$$dsn"

.PHONY: licences
licences: setup ## write docs/licences.md anew: what is installed where, and its licence
	@$(python) scripts/licences.py

.PHONY: release
release: setup ## freeze this version's scripts in extension/released
	@extension/release.sh freeze

.PHONY: clean
clean: ## stop the private server, remove all that was made in this folder (uninstall is apart)
	@scripts/private_server.sh remove
	rm -rf build .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis python/build python/src/*.egg-info
	find $(checked) -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: uninstall
uninstall: ## remove extension and Python library from the PostgreSQL server
	@extension/install.sh uninstall
