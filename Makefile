# Every habit of this project is one command. `make` alone lists them.

SHELL := /bin/bash
BIN := .venv/bin
TASKS := setup test slow coverage lint fix package
COMPILE := ../$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	--no-emit-index-url --generate-hashes

# Without what Python keeps of compiled code every child process compiles its part anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: $(TASKS) help run release translations bench site screenshots deb wheel lock audit clean kills

help: ## list what can be made
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

# These are the same on every system; Windows, which has no make, calls the script.
$(TASKS):
	@python=$$(scripts/find_python.sh) && "$$python" scripts/tasks.py $@

setup: ## prepare everything: environment, pinned libraries, the default model
test: ## run the tests, on all cores; about eight minutes on two
slow: ## run the tests that take longest: bulk publishing, the window on a real screen, kills
coverage: ## run all tests; fail where fewer than 95 % of the lines were run
lint: ## check style, types and the dependency rule
fix: ## repair what can be repaired: formatting, imports, generated documents
package: ## build a folder in dist/ that runs without Python, and try it

run: setup ## open the window; without a display, show one explained search in the terminal
	@scripts/run.sh

translations: setup ## collect what the window says, and compile its translations
	$(BIN)/python scripts/update_translations.py

release: setup ## check all that a release needs: translations, style, tests, known flaws
	$(BIN)/python scripts/update_translations.py --check
	$(MAKE) lint test slow audit
	@echo "All is well. Date the version in CHANGELOG.md and tag it; the release workflow builds the packages."

bench: setup ## run bench on this machine; FOLDER=... to measure other files than the samples
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m bench $(FOLDER)

kills: setup ## kill a library RUNS times (500) at random moments, and compare with fresh indexes
	$(BIN)/python -m tests.fault_injection.kill_runs --runs $(or $(RUNS),500)

site: build/docs/.ready ## make the documentation a site in dist/site; a warning fails
	PYTHONPATH=build/docs $(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs dist/site

screenshots: setup ## photograph the real window into docs/images; ALL=FOLDER for every state and size
	PYTHONPATH=. QT_QPA_PLATFORM=offscreen $(BIN)/python scripts/take_screenshots.py $(ALL)

deb: package ## put that folder into a Debian package
	packaging/build_deb.sh

wheel: setup ## build a wheel in dist/; install, try and remove it with uv and pipx
	rm -rf build/lib dist/*.whl
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	$(BIN)/python packaging/check_wheel.py dist/*.whl

lock: setup ## choose new versions for requirements/*.txt, with hashes, and install them
	cd requirements && for name in build runtime dev audit docs; do \
		$(COMPILE) --upgrade --output-file $$name.txt $$name.in || exit 1; done
	cd requirements && for name in bulk eval mcp milvus ocr; do $(COMPILE) --constraints runtime.txt \
		--constraints dev.txt --upgrade --output-file $$name.txt $$name.in || exit 1; done
	cd requirements && $(COMPILE) --no-deps --upgrade --output-file models.txt models.in
	$(MAKE) setup
	$(BIN)/python scripts/third_party.py

audit: build/audit/.ready ## look for known flaws and licences; a bill of materials into dist/
	PYTHONPATH=build/audit $(BIN)/python scripts/third_party.py --audit

clean: ## take away everything that was made here
	rm -rf .venv build dist htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache *.egg-info

build/%/.ready: requirements/%.txt | setup
	rm -rf build/$*
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps --target build/$* -r $<
	@touch $@
