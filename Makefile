# Every target sets up the virtual environment itself: Python 3.11 and make are enough.
PYTHON ?= python3
VENV  ?= .venv
PY    := $(VENV)/bin/python
READY := $(VENV)/.ready
GAME  ?= free-bet-blackjack

.PHONY: run play test coverage pages pictures long check bench load odds-book browser postgres web contract docs clean

# A cardroom on this machine: the first start makes a demonstration and prints its cards and PINs.
run: $(READY) web src/houseway/site/index.html
	$(VENV)/bin/houseway serve

play: $(READY)
	$(VENV)/bin/houseway play $(GAME)

# Where bytecode is forbidden, as in containers, every process would compile all sources again.
test coverage pages long: export PYTHONDONTWRITEBYTECODE :=

test: $(READY) web browser postgres
	$(PY) -m pytest -n auto --dist worksteal $(PYTEST)

# Which lines of the package the quick tests run, by package; below the floor it fails.
coverage: $(READY)
	$(PY) scripts/measure_coverage.py

# Of these the pages alone, in a real browser: every game by clicks.
pages: $(READY) web browser
	$(PY) -m pytest -n auto --dist worksteal tests/e2e/web

# Take the pictures of README.md and docs again, by players of the browser tests.
pictures: $(READY) web browser
	$(PY) -m scripts.take_pictures

# Everything at length, with what the short form skips: 2,000 random rounds and 10,000 differential
# rounds of every game, a million of those that players bank, a million poker hands.
long: $(READY) web browser postgres
	HOUSEWAY_ROUNDS=2000 HOUSEWAY_DIFFERENTIAL=10000 HOUSEWAY_LONG=1 $(PY) -m pytest -n auto \
	  --dist worksteal

check: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(PY) -m pytest tests/meta/test_tidy.py

# The peers are for comparison only: one that cannot be installed is printed as such.
bench: $(READY) web browser
	-$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"
	$(PY) -m benchmarks

# A whole room under load, over sockets: some minutes, on a machine that does nothing else.
# make load FIGURES="closed open long": some of the figures, at length (docs/load.md).
load: $(READY)
	$(PY) -m benchmarks.room_load $(FIGURES)

# The book of odds again, for the games whose rules have changed; BOOK="--all" for every game.
odds-book: $(READY)
	$(PY) -m scripts.make_odds_book $(BOOK)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(READY)

# The pages, into the package: Lit and TypeScript by npm and tsc, nothing if nothing has changed.
# Where the machine has no Node, the one of the dev extra builds them.
web: $(READY)
	@$(PY) web/build.py

# The types of web/src/contract.ts and the calls of the Python client, from the structs and endpoints.
contract: $(READY)
	$(PY) web/contract.py
	$(PY) scripts/write_client.py

# The documentation site, into the package: a room serves it at /docs.  A broken link fails.
docs: $(READY)
	$(PY) scripts/write_schemas.py
	$(PY) scripts/write_references.py
	$(PY) scripts/draw_packages.py
	$(PY) scripts/build_docs.py

# The same for make run, when a page has changed.
src/houseway/site/index.html: $(shell find docs -type f) mkdocs.yml scripts/build_docs.py
	@$(PY) scripts/build_docs.py >/dev/null

# A Chromium for tests in a browser and for sheets as PDF: the machine's; where there is none, Debian's
# is installed (as root) or Playwright's fetched.  It says which, and what is skipped without one.
browser: $(READY)
	@$(PY) web/browser.py

# A PostgreSQL server for tests of the books: the machine's; where there is none, Debian's is installed
# (as root).  Tests start one of their own on it.  It says which, and what is skipped without one.
postgres: $(READY)
	@$(PY) scripts/find_postgres.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis web/node_modules web/build \
	  src/houseway/web src/houseway/site
