"""Bins of the functional coverage as UCIS XML, which tools merge with that of other benches.

    agu merge night.regress -o night.json
    target/python/bin/python examples/ucis_bins.py night.json bins.xml

Needs pyucis (`make python-tools`). Each hardware is an instance with one covergroup, each group of
bins a coverpoint of it. The count of a bin is the number of parts that have met it.
"""

import argparse
import json
import sys

from ucis.flags_t import FlagsT
from ucis.history_node_kind import HistoryNodeKind
from ucis.mem.mem_ucis import MemUCIS
from ucis.scope_type_t import ScopeTypeT
from ucis.source_info import SourceInfo
from ucis.source_t import SourceT
from ucis.test_data import TestData
from ucis.test_status_t import TestStatusT
from ucis.xml.xml_writer import XmlWriter

COVERGROUP = "agu"


def add_run(db, run):
    """The co-simulation as a node of the history."""
    node = db.createHistoryNode(None, run["target"], None, HistoryNodeKind.TEST)
    passed = run["mismatches"] == 0 and not run.get("interrupted")
    node.setTestData(TestData(
        teststatus=TestStatusT.OK if passed else TestStatusT.ERROR,
        toolcategory="agu:cosim",
        date=run["time"],
        seed=str(run["seed"]),
        cmd=run["invocation"],
    ))
    node.setVendorId("agu")
    node.setVendorTool("agu")
    node.setVendorToolVersion(run["tool"]["version"])


def add_bins(db, run, groups):
    """The bins of one hardware as an instance with a covergroup."""
    # The bins belong to no line of a file.
    place = SourceInfo(db.createFileHandle("agu", None), 1, 0)
    tops = [top for top in run["hardware"]["exported"] if top != "agu_decoder"]
    module = (tops or [run["target"]])[0]
    unit = db.createScope(module, place, 1, SourceT.OTHER, ScopeTypeT.DU_MODULE, FlagsT(0))
    instance = db.createInstance(
        run["target"], place, 1, SourceT.OTHER, ScopeTypeT.INSTANCE, unit, FlagsT(0))
    covergroup = instance.createCovergroup(COVERGROUP, place, 1, SourceT.OTHER)
    for group in groups:
        point = covergroup.createCoverpoint(group["group"], place, 1, SourceT.OTHER)
        for name, count in group["bins"].items():
            point.createBin(name, place, 1, count, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("merged", help="a file of `agu merge` or `agu regress`")
    parser.add_argument("xml", help="the file to write")
    arguments = parser.parse_args()
    with open(arguments.merged, encoding="utf-8") as file:
        summary = json.load(file)["summary"]
    db = MemUCIS()
    runs = [(run, groups) for run, groups in zip(summary["cosim"], summary["bins"]) if groups]
    if not runs:
        sys.exit(f"{arguments.merged}: no co-simulation that counts bins, expected one")
    db.setWrittenBy("agu")
    db.setWrittenTime(max(run["time"] for run, _ in runs))
    for run, groups in runs:
        add_run(db, run)
        add_bins(db, run, groups)
    with open(arguments.xml, "w", encoding="utf-8") as file:
        XmlWriter().write(file, db)


if __name__ == "__main__":
    main()
