# `make play` starts Benben, `make test` checks everything. Both set up what they need.

PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
AFTER_SERVERS := nice -n 15
AFTER_BROWSERS := nice -n 5
# What is imported is compiled then; compiling all at once takes a third of the time of an installation.
PIP := $(BIN)/pip install -q --disable-pip-version-check --no-compile

.PHONY: play test machine-code page lint types web-unit rules servers browser compiled trace wire locks sbom clean
.DELETE_ON_ERROR:

play: .venv/play
	@$(BIN)/python tools/build_web.py
	@$(BIN)/benben serve $(ARGS)

# First what the others need, and what fails fast; then all the rest at once, the longest first. Browsers and
# servers often wait for clocks, so that more runs beside each other than there are processors. They go first
# when a processor is free: what only computes takes the time that they leave.
test: .venv/test
	@$(BIN)/python tools/check_system.py
	@$(MAKE) --no-print-directory -j3 --output-sync=target machine-code page lint
	@echo "Testing rules, servers and pages side by side; each tells its result when it is done"
	@$(MAKE) --no-print-directory -j3 --output-sync=target browser servers rules compiled types web-unit

machine-code: .venv/test
	@$(BIN)/python tools/warm_cache.py

page: .venv/test
	@$(BIN)/python tools/build_web.py

# After the page, which installs the packages that its linter needs.
lint: .venv/test page
	@$(BIN)/ruff format --check --quiet . || { echo "Run '.venv/bin/ruff format'."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/python tools/wire_types.py --check
	@$(BIN)/python tools/trace_clauses.py --quiet
	@$(BIN)/python tools/build_web.py npm run --silent lint || { echo "Run '.venv/bin/python tools/build_web.py npm run format'."; exit 1; }

types: .venv/test
	@$(AFTER_SERVERS) $(BIN)/mypy

web-unit: .venv/test
	@$(AFTER_SERVERS) $(BIN)/python tools/build_web.py npm run --silent check
	@$(AFTER_SERVERS) $(BIN)/python tools/build_web.py npm test --silent

# The tests that start servers.
SERVERS := server bench chaos

rules: .venv/test
	@$(AFTER_SERVERS) $(BIN)/python -m pytest -q -n 2 --dist worksteal \
		$(foreach folder,web compiled $(SERVERS),--ignore tests/$(folder))

servers: .venv/test
	@$(AFTER_BROWSERS) $(BIN)/python -m pytest -q -n 2 --dist worksteal $(SERVERS:%=tests/%)

# The server in machine code, which passes the same tests. Those that put something of their own in the place
# of a module's name are marked plain: compiled modules do not look there.
COMPILED := compiled server/tables/test_play.py server/tables/test_proposals.py server/tables/test_seating.py \
	server/tables/test_refusals.py server/transport/test_frames.py server/storage/test_store.py \
	server/http/test_api.py chaos/test_experiment.py
compiled: .venv/test
	@$(AFTER_SERVERS) $(BIN)/python tools/compile_server.py
	@PYTHONPATH=build/compiled $(AFTER_BROWSERS) $(BIN)/python -m pytest -q -m "not plain" $(COMPILED:%=tests/%)

# Playwright's event loop stays in the main thread, so the browser has a pytest call of its own.
browser: .venv/test
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal tests/web

trace: .venv/test
	@$(BIN)/python tools/trace_clauses.py

wire: .venv/test
	@$(BIN)/python tools/wire_types.py

# Pinned with hashes and without the address of an index, so that pip and uv both take them from anywhere.
COMPILE := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--quiet --upgrade --custom-compile-command "make locks"
locks:
	$(COMPILE) pyproject.toml -o locks/play.txt
	$(COMPILE) pyproject.toml --extra postgres -o locks/postgres.txt
	$(COMPILE) pyproject.toml --extra fast --extra postgres --extra dev -o locks/dev.txt
	$(COMPILE) pyproject.toml --extra fast --extra postgres --extra dev --extra bench -o locks/bench.txt
	sed -n 's/^NODE_PACKAGE = "\(.*\)"/\1/p' tools/build_web.py | $(COMPILE) - -o locks/node.txt

# The bill of materials, which a wheel also carries.
sbom:
	@$(PYTHON) tools/make_sbom.py

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Benben needs Python 3.11 or newer: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing: install python3-venv."; exit 1; }
	@touch $@

.venv/play: .venv/made pyproject.toml locks/play.txt
	@echo "Setting up Benben"
	@$(PIP) --require-hashes -r locks/play.txt
	@$(PIP) --no-deps -e .
	@touch $@

.venv/test: .venv/made pyproject.toml locks/dev.txt
	@echo "Setting up the tests"
	@$(BIN)/python tools/build_web.py & page=$$!; $(PIP) --require-hashes -r locks/dev.txt && wait $$page
	@$(PIP) --no-deps -e .
	@touch $@ .venv/play

clean:
	rm -rf .venv build web/node_modules src/benben/server/static .mypy_cache .pytest_cache .ruff_cache .hypothesis
