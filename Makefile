# Every target sets up .venv by itself when it is missing or older than pyproject.toml.
#   make PYTHON=python3.12 ...   another interpreter (3.11 or newer) for the new .venv
#   make JOBS=8 test             more test processes

PYTHON ?= python3
JOBS ?= 2
BIN := .venv/bin
READY := .venv/ready
PYTEST := $(BIN)/python -m pytest

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c

# Python keeps its compiled modules: a cold question costs half as much.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help report gallery docs check test bench clean
.DELETE_ON_ERROR:

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-14s %s\n", $$1, $$2}'

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,notebook,dask]'
	@touch $@

report: $(READY)  ## the strategy reports and analyses, in build/reports; prints the path of their index
	@$(BIN)/python docs/make_reports.py report build/reports

gallery: $(READY)  ## rewrite reports/, the committed gallery (Markdown, CSV, PNG, manifest)
	@rm -rf build/gallery build/gallery.kept && mkdir -p build/gallery.kept
	@$(BIN)/python docs/make_reports.py gallery build/gallery >/dev/null
	@cd build/gallery && find . -type f \( -name '*.md' -o -name '*.csv' -o -name '*.png' -o -name manifest.json \) \
		-print | LC_ALL=C sort | tar -cf - -T - | tar -xf - -C ../gallery.kept
	@rm -rf reports && mv build/gallery.kept reports && rm -rf build/gallery
	@echo reports/

docs: $(READY)  ## the API pages, one a module, in build/api; prints the path of their index
	@$(BIN)/python docs/make_api.py build/api

check: $(READY)  ## format, lint, types and the quick tests: rules, vectors, refusals, laws of the house
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(PYTEST) -m "not slow and not bench" -n 2 --dist worksteal --benchmark-disable

test: $(READY)  ## everything: format, lint, types, every test, doctest, README block and the notebook
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(PYTEST) -m "not bench" -n $(JOBS) --dist worksteal --benchmark-disable --durations=20 -rs

bench: $(READY)  ## one table: figures, their limits, and peers measured in the same run
	@$(PYTEST) tests/benchmarks -m bench --benchmark-only --benchmark-quiet

clean:  ## remove what was built and cached, .venv apart
	@rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	@find tabletop_odds tests analyses -name __pycache__ -type d -prune -exec rm -rf {} +
