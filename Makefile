# Everything here sets up what it needs and asks nothing. On Debian 12 with Rust and
# a C++ compiler, `make cosim` and `make test` are the two commands to know.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup solver build cosim prove test bench

AGU := target/release/agu

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

# command:package:what for
TOOLS := \
	verilator_bin:verilator:simulates_the_exported_Verilog \
	yosys:yosys:checks_the_exported_Verilog_for_synthesis \
	iverilog:iverilog:simulates_it_a_second_time \
	z3:z3:compares_the_golden_model_with_its_SMT-LIB_form \
	clang++-19:clang-19:compiles_the_Verilated_model_to_vector_code

setup: ## installs the tools that are missing (Debian packages, sudo where not root)
	@command -v cargo >/dev/null || { echo "setup: cargo not found; install Rust 1.88 or newer from https://rustup.rs" >&2; exit 1; }
	@command -v c++ >/dev/null || { echo "setup: no C++ compiler; install Debian's package g++" >&2; exit 1; }
	@missing=(); \
	for tool in $(TOOLS); do \
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

# Debian has no package of Bitwuzla; PyPI's is a Python module.
SOLVER := target/solver

solver: setup ## installs the solver of the proofs (PyPI, into target/solver)
	@$(SOLVER)/bin/python -c 'import bitwuzla' 2>/dev/null && exit 0; \
	echo "solver: installing bitwuzla into $(SOLVER)"; \
	mkdir -p target; \
	{ python3 -m venv $(SOLVER) && $(SOLVER)/bin/pip install --quiet bitwuzla==0.9.1; } || \
	{ echo "solver: no bitwuzla; python3 and Debian's package python3-venv are needed" >&2; exit 1; }

build: setup
	cargo build --release

cosim: build ## runs the programs and a random co-simulation of 20 million lane-operations
	@for program in tests/programs/*.agu; do \
		isa=maxwell; \
		for ending in fermi visa; do [[ $$program == *.$$ending.agu ]] && isa=$$ending; done; \
		echo "== $$program"; \
		$(AGU) run "$$program" --isa $$isa --init "$${program%.agu}.toml"; \
	done
	@echo "== random co-simulation"
	@$(AGU) cosim

prove: build solver ## the proofs that `make test` runs, within 4 minutes
	@$(AGU) prove

# The profile `checked` is release with overflow checks and debug assertions.
test: setup solver ## formatting, lints, documentation and all tests, within 15 minutes on two cores
	cargo fmt --all -- --check
	cargo clippy --workspace --all-targets --profile checked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --profile checked
	cargo test --workspace --profile checked

bench: build ## the throughput table
	@$(AGU) bench
