//! Bins of the functional coverage as UCIS XML, which tools merge with that of other benches.
//!
//! Each hardware is an instance with one covergroup, each group of bins a coverpoint of it. The
//! count of a bin is the number of parts that have met it.

use crate::results::merged::{Bins, Summary};
use crate::results::{Cosim, Record};
use chrono::DateTime;
use quick_xml::Writer;
use std::io::{self, Write};

/// Of the standard.
const VERSION: &str = "1.0";
const COVERGROUP: &str = "agu";

type Xml = Writer<Vec<u8>>;

/// The text of a file. Without a co-simulation that counts bins there is nothing to be told.
///
/// # Errors
/// None is expected.
pub fn ucis(summary: &Summary) -> io::Result<Option<String>> {
    let found = summary.cosim.iter().zip(&summary.bins);
    let found: Vec<_> = found.filter(|(_, bins)| !bins.is_empty()).collect();
    let Some(time) = found.iter().map(|(record, _)| record.time).max() else {
        return Ok(None);
    };
    let time = date(time);
    let root = [
        ("ucisVersion", VERSION),
        ("writtenBy", "agu"),
        ("writtenTime", &time),
    ];
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    xml.create_element("UCIS")
        .with_attributes(root)
        .write_inner_content(|xml| {
            // There has to be one; the bins are of no line.
            let file = [("fileName", "agu"), ("id", "1")];
            xml.create_element("sourceFiles")
                .with_attributes(file)
                .write_empty()?;
            for (number, (record, _)) in found.iter().enumerate() {
                history(xml, number, record)?;
            }
            for (record, bins) in &found {
                instance(xml, record, bins)?;
            }
            Ok(())
        })?;
    xml.get_mut().write_all(b"\n")?;
    String::from_utf8(xml.into_inner())
        .map(Some)
        .map_err(io::Error::other)
}

fn date(time: u64) -> String {
    let time = i64::try_from(time)
        .ok()
        .and_then(|time| DateTime::from_timestamp(time, 0));
    time.unwrap_or_default()
        .format("%Y-%m-%dT%H:%M:%S")
        .to_string()
}

/// The run that bins are of.
fn history(xml: &mut Xml, number: usize, record: &Record<Cosim>) -> io::Result<()> {
    let (number, time) = (number.to_string(), date(record.time));
    let (seed, version) = (record.result.seed.to_string(), &record.tool.version);
    let attributes = [
        ("historyNodeId", &*number),
        ("logicalName", &record.target),
        (
            "testStatus",
            if record.result.is_good() {
                "true"
            } else {
                "false"
            },
        ),
        ("seed", &seed),
        ("date", &time),
        ("toolCategory", "agu:cosim"),
        ("ucisVersion", VERSION),
        ("vendorId", "agu"),
        ("vendorTool", "agu"),
        ("vendorToolVersion", version),
    ];
    let node = xml.create_element("historyNodes");
    node.with_attributes(attributes).write_empty().map(drop)
}

fn place(xml: &mut Xml, element: &str) -> io::Result<()> {
    let attributes = [("file", "1"), ("line", "1"), ("inlineCount", "1")];
    xml.create_element(element)
        .with_attributes(attributes)
        .write_empty()
        .map(drop)
}

fn instance(xml: &mut Xml, record: &Record<Cosim>, groups: &[Bins]) -> io::Result<()> {
    let target = &*record.target;
    let tops = record.hardware.tops().find(|top| *top != "agu_decoder");
    let attributes = [
        ("name", target),
        ("key", target),
        ("moduleName", tops.unwrap_or(target)),
    ];
    let element = xml
        .create_element("instanceCoverages")
        .with_attributes(attributes);
    element.write_inner_content(|xml| {
        place(xml, "id")?;
        xml.create_element("covergroupCoverage")
            .write_inner_content(|xml| {
                let attributes = [("name", COVERGROUP), ("key", COVERGROUP)];
                let instance = xml.create_element("cgInstance").with_attributes(attributes);
                instance.write_inner_content(|xml| {
                    xml.create_element("options").write_empty()?;
                    let id = [("cgName", COVERGROUP), ("moduleName", target)];
                    xml.create_element("cgId")
                        .with_attributes(id)
                        .write_inner_content(|xml| {
                            place(xml, "cginstSourceId")?;
                            place(xml, "cgSourceId")
                        })?;
                    groups.iter().try_for_each(|group| coverpoint(xml, group))
                })?;
                Ok(())
            })?;
        Ok(())
    })?;
    Ok(())
}

fn coverpoint(xml: &mut Xml, group: &Bins) -> io::Result<()> {
    let attributes = [("name", &*group.group), ("key", &group.group)];
    let element = xml.create_element("coverpoint").with_attributes(attributes);
    element.write_inner_content(|xml| {
        xml.create_element("options").write_empty()?;
        for (number, (bin, count)) in group.bins.iter().enumerate() {
            let (number, count) = (number.to_string(), count.to_string());
            let attributes = [("name", &**bin), ("key", &*number), ("type", "bins")];
            let element = xml
                .create_element("coverpointBin")
                .with_attributes(attributes);
            element.write_inner_content(|xml| {
                let range = [("from", &*number), ("to", &*number)];
                let range = xml.create_element("range").with_attributes(range);
                range.write_inner_content(|xml| {
                    let contents = xml.create_element("contents");
                    contents
                        .with_attribute(("coverageCount", &*count))
                        .write_empty()?;
                    Ok(())
                })?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}
