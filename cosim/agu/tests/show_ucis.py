"""Prints the groups of a file in UCIS XML as pyucis reads it, and again when it is merged with itself."""

import sys
from ucis.mem.mem_ucis import MemUCIS
from ucis.merge import DbMerger
from ucis.report.coverage_report_builder import CoverageReportBuilder
from ucis.xml import validate_ucis_xml
from ucis.xml.xml_factory import XmlFactory

def show(db):
    for group in CoverageReportBuilder.build(db).covergroups:
        bins = [bin for point in group.coverpoints for bin in point.bins]
        met = sum(bin.count > 0 for bin in bins)
        print(group.name, len(group.coverpoints), len(bins), met, sum(bin.count for bin in bins))

with open(sys.argv[1]) as file:
    validate_ucis_xml(file)
read = lambda: XmlFactory.read(sys.argv[1])
show(read())
merged = MemUCIS()
DbMerger().merge(merged, [read(), read()])
show(merged)
