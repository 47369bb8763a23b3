# Every job of this repository, one word each. The shell behind them is in .ci/.

.DEFAULT_GOAL := help
.PHONY: help run test test-long coverage lint format frontend lock packages .venv
.NOTPARALLEL:
export PYTHON

PY := .venv/bin/python
LOCK := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z.-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## start Twofold on http://127.0.0.1:8000 (ARGS="--port 9000")
	@.ci/packages run
	@.ci/venv run
	@exec $(PY) -m app serve $(ARGS)

test: packages lint ## lint, types and every test but the long ones (ARGS="-k score")
	@$(PY) -m pytest --numprocesses auto --dist loadfile $(ARGS)

test-long: packages .venv ## the tests that take minutes each
	@$(PY) -m pytest -m long --timeout 3600 $(ARGS)

coverage: packages .venv ## the tests again, with the lines they never reach
	@$(PY) -m coverage run -m pytest $(ARGS)
	@$(PY) -m coverage combine --quiet
	@$(PY) -m coverage report

lint: .venv ## check style, format and types; change nothing
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy

format: .venv ## rewrite what the linter can put right
	@$(PY) -m ruff check --fix-only
	@$(PY) -m ruff format

frontend: ## build the scripts of the pages after an edit in frontend/ (needs Node 18 or newer)
	@command -v npm >/dev/null || { echo "make frontend needs Node 18 or newer with npm" >&2; exit 1; }
	@cd frontend && npm ci --silent && npm run --silent check && npm run --silent build

lock: .venv ## write the lock files from pyproject.toml (ARGS=--upgrade takes newer versions)
	@$(LOCK) $(ARGS) pyproject.toml --output-file requirements.lock
	@$(LOCK) $(ARGS) pyproject.toml --group dev --constraint requirements.lock \
		--output-file requirements-dev.lock

.venv: ## make the environment for all of the above
	@.ci/packages venv
	@.ci/venv test

packages:
	@.ci/packages test
