# Parsec Post. `make run` needs Python 3.11 to 3.14, and nothing else; no root.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH_STAMP := $(VENV)/.installed-bench
# One more than the two cores of a small machine: some tests wait for a server.
WORKERS ?= 3
# Servers and tests start many processes: none should compile what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test browser lint format bench doctor clean

help:
	@echo "make run     start everything at one address, with a demo game"
	@echo "make test    the test suite"
	@echo "make browser the pages in a real browser, if Chromium is installed"
	@echo "make lint    style, types and the direction of imports"
	@echo "make format  let ruff rewrite what it can"
	@echo "make bench   measure"
	@echo "make doctor  say what is configured, reachable, missing"
	@echo "make clean   remove caches and the virtual environment (var/, with its games, stays)"

$(STAMP): requirements.txt
	@command -v $(PYTHON) >/dev/null || { \
		echo "No $(PYTHON) here. Install Python 3.11 or newer, or: make PYTHON=/path/to/python3.12 run" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Parsec Post needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
		echo "With another one: make PYTHON=/path/to/python3.12 run" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
		echo "$(PYTHON) cannot make a virtual environment; on Debian, install python3-venv." >&2; exit 1; }
	@echo "Installing into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: -r requirements.txt
	@$(BIN)/python -m compileall -q rules pbem notifications
	@touch $@

$(BENCH_STAMP): $(STAMP) requirements-bench.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	@touch $@

run: $(STAMP)
	@$(BIN)/python -m pbem.services.run

test: $(STAMP)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --ignore tests/browser

browser: $(STAMP)
	@$(BIN)/python -m pytest tests/browser

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(STAMP)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

BENCHES := $(filter-out __init__ cores timing late playing storm imperium,$(basename $(notdir $(wildcard bench/*.py))))

# The storm takes a quarter of an hour: python -m bench.storm
bench: $(BENCH_STAMP)
	@for name in $(BENCHES); do echo "== $$name"; $(BIN)/python -m bench.$$name || exit 1; done

doctor: $(STAMP)
	@$(BIN)/python manage.py doctor

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +
