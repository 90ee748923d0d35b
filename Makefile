# GNU make. `make` builds; `make help` lists what else there is.

SWIFT ?= swift
PREFIX ?= $(HOME)/.local
DESTDIR ?=

BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION = $(SHARE)/bash-completion/completions/mm
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_mm
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/mm.fish
MAN = $(SHARE)/man
EDITORS = $(SHARE)/memoss-files/editors
SKILL = $(SHARE)/memoss-files/skills/mm/SKILL.md

# Linux: one executable that needs neither the Swift runtime nor libyaml beside it. It has a build folder of its own,
# for its flags would have everything else built anew. macOS has the runtime.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS = -Xswiftc -static-executable --scratch-path .build-static
else
RELEASE_FLAGS = --scratch-path .build-static
endif

.PHONY: all
all: setup ## build mm (debug)
	$(SWIFT) build

.PHONY: setup
setup: ## install what the build and the tests need, if it is missing
	@Scripts/setup

# A debug build takes half the time of a release build, and make test goes on from it.
.PHONY: run
run: setup ## build mm and show it at work on fixtures/sample
	$(SWIFT) build --product mm
	@Scripts/tour "$$($(SWIFT) build --show-bin-path)/mm"

.PHONY: test
test: setup ## build and run every test, or those of one module and only what it needs (ROOM=CivilTime)
ifdef ROOM
	@[ -d "Tests/$(ROOM)Tests" ] || { echo "there is no Tests/$(ROOM)Tests" >&2; exit 64; }
	MM_ROOM=$(ROOM) $(SWIFT) build --build-tests --scratch-path .build-room
	@MM_ROOM=$(ROOM) Scripts/run-tests --scratch-path .build-room
else
	$(SWIFT) build --build-tests
	@Scripts/run-tests
endif

.PHONY: test-fast
test-fast: setup ## build the tests and run the fast ones, or those of one room (ROOM=Edit)
	$(SWIFT) build --build-tests
	@Scripts/test-fast $(ROOM)

.PHONY: test-all
test-all: ## what takes too long for every change (an hour or more): all rounds, servers, editors, readers, packages
	@Scripts/test-all

.PHONY: check
check: setup ## run every gate: format, rooms, public interface, sizes, links, benchmarks
	@Scripts/check

.PHONY: conformance
conformance: ## compare with other implementations: PyYAML, zoneinfo, dateutil (slow)
	@Scripts/setup --conformance
	Scripts/make-rename-cases --verify
	Scripts/make-edit-cases --verify
	swift build --product mm
	Scripts/make-scalar-vectors --try .build/debug/mm
	Scripts/make-zone-vectors --all
	Scripts/make-recurrence-vectors --all

.PHONY: bench
bench: ## measure against ripgrep, other tools, the bare disk, libical and dateutil
	Benchmarks/compare --picture docs/speed.svg
	Benchmarks/recurrence
	Benchmarks/screen
	Benchmarks/server

.PHONY: bench-check
bench-check: setup ## count instructions and compare with the figures checked in
	@Scripts/setup --bench-check
	Scripts/bench-check

.PHONY: check-scaling
check-scaling: setup ## count what commands take with four times as much of anything
	@Scripts/setup --bench-check
	Scripts/check-scaling

.PHONY: docs
docs: setup ## render the public interface of the library with DocC, to .build/docs
	@Scripts/make-docs

.PHONY: fuzz
fuzz: setup ## look for inputs that break reading or an edit (FUZZ_SECONDS, FUZZ_WORKERS)
	Scripts/fuzz $(or $(FUZZ_SECONDS),600) $(or $(FUZZ_WORKERS),2)

.PHONY: format
format: ## format every Swift file in place
	@Scripts/lint --fix

.PHONY: release
release: setup ## build the executable that make install copies
	MM_COMMIT="$$(git describe --always --dirty --abbrev=10 --exclude='*' 2>/dev/null)" \
	    $(SWIFT) build -c release --product mm $(RELEASE_FLAGS)

.PHONY: release-path
release-path:
	@echo "$$($(SWIFT) build -c release $(RELEASE_FLAGS) --show-bin-path)/mm"

.PHONY: install
install: release ## install mm, its completions, manual and editor configurations below PREFIX (~/.local)
	@$(MAKE) --no-print-directory install-built MM="$$($(MAKE) --no-print-directory --silent release-path)"
	@[ -n "$(DESTDIR)" ] || case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "$(PREFIX)/bin is not on your PATH";; esac

# The executable is MM. Scripts/dist uses it too.
.PHONY: install-built
install-built:
	@Scripts/install-files "$(MM)" \
	    "$(BIN)/mm" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" "$(MAN)" "$(EDITORS)" "$(SKILL)"

.PHONY: uninstall
uninstall: ## remove what make install put there
	for page in $$("$(BIN)/mm" --generate-manual); do rm -f "$(MAN)/man$${page##*.}/$$page"; done
	rm -f "$(BIN)/mm" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" "$(SKILL)"
	cd editors && find . -type f | while read -r file; do rm -f "$(EDITORS)/$$file"; done
	rmdir "$(EDITORS)/vscode" "$(EDITORS)" "$(dir $(SKILL))" "$(SHARE)/memoss-files/skills" "$(SHARE)/memoss-files" 2>/dev/null || true

.PHONY: dist
dist: release ## pack a tarball and a Debian package, into dist/
	@Scripts/setup --dist
	@Scripts/dist "$$($(MAKE) --no-print-directory --silent release-path)"

.PHONY: test-dist
test-dist: dist ## check the packages: same bytes twice, lintian, and use in a bare Debian
	Scripts/test-dist "$$($(MAKE) --no-print-directory --silent release-path)"

.PHONY: site
site: ## render docs/ as a static site, to .build/site
	@Scripts/setup --site
	@Scripts/site

.PHONY: clean
clean: ## remove all that was built
	rm -rf .build .build-static .build-bench dist

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 21
