# What one does with King's Corners. `make` alone lists it.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test install bench lock words clean

PORT ?= 8000
PY := .venv/bin/python
SOURCES := kingscorners tests bench migrations

help: ## list what make can do
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

play: install-runtime ## install, then serve the game on http://127.0.0.1:8000 (PORT=9000 moves it)
	@$(PY) -m kingscorners migrate
	@$(PY) -m kingscorners serve --port $(PORT)

test: install ## install, then every check and every test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy --strict $(SOURCES)
	$(PY) -m djlint --lint --quiet kingscorners/server/templates
	$(PY) -m tests.services.chromium
	$(PY) -m pytest --numprocesses auto

install: install-dev ## put all that playing, testing and changing need into .venv

bench: install ## measure the server on this machine
	$(PY) -m bench

lock: ## choose the newest versions that fit requirements*.in and write them down with their hashes
	@tools/lock

words: install ## bring the words of the sources into every language's catalogue (NEW=de begins one)
	@$(PY) tools/words $(NEW)

clean: ## delete what make made; matches played stay
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: install-runtime install-dev
install-runtime:
	@tools/install requirements.txt
install-dev:
	@tools/install requirements-dev.txt
