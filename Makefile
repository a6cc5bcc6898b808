# Every target sets up the virtual environment itself: Python 3.11 and make are enough.
VENV  := .venv
PY    := $(VENV)/bin/python
READY := $(VENV)/.ready
GAME  ?= free-bet-blackjack

.PHONY: run test long check bench clean

run: $(READY)
	$(VENV)/bin/houseway play $(GAME)

test: $(READY)
	$(PY) -m pytest -n auto --dist worksteal

# At length, with what the short form skips: 10,000 random rounds and 100,000 differential rounds
# of every game, a million of those that players bank, a million poker hands.
long: $(READY)
	HOUSEWAY_ROUNDS=10000 HOUSEWAY_DIFFERENTIAL=100000 HOUSEWAY_LONG=1 $(PY) -m pytest -n auto \
	  tests/test_every_game.py tests/test_differential.py tests/test_pokerkit_lockstep.py \
	  tests/test_colorado_book.py tests/test_california_rounds.py tests/test_poker_million.py \
	  tests/test_simulate.py tests/test_report.py tests/test_odds.py tests/test_lab.py \
	  tests/test_lab_rows.py tests/test_pai_gow_odds.py tests/test_ante_up_21.py \
	  tests/test_ride_free.py tests/test_blackjack_switch.py tests/test_buffalo_blackjack.py \
	  tests/test_straight_jack.py tests/test_cli.py tests/test_rules_compiled.py tests/test_records.py \
	  tests/test_cli_streams.py tests/test_best_rounds.py tests/test_rocket_aces.py \
	  tests/test_strategy_tables.py tests/test_equity.py tests/test_equity_ranges.py \
	  tests/test_equity_pokerkit.py tests/test_par_command.py tests/test_fast_tables.py tests/test_fast_tables_page.py \
	  tests/test_settle.py tests/test_check.py

check: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(PY) -m pytest tests/test_tidy.py

# The peers are for comparison only: one that cannot be installed is printed as such.
bench: $(READY)
	-$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"
	$(PY) -m benchmarks

$(READY): pyproject.toml constraints.txt
	python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
