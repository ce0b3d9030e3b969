//! Drafts of descriptions: those of all examples and of the modules in `tests/data/drafts.sv` are
//! accepted as they are.

use cosim::dut::adapted::{draft, wrap};
use cosim::dut::external::{External, ExternalError};
use std::error::Error;
use std::fs;
use std::path::Path;

const UNITS: &str = include_str!("../data/drafts.sv");

/// The draft for a design, and its notes, with a module around the unit if it needs one.
fn drafted(external: &External, folder: &Path) -> Result<(String, Vec<String>), ExternalError> {
    let file = folder.join("draft.toml");
    if let Ok(draft) = draft(external, &file, folder) {
        return Ok((draft.text, draft.notes));
    }
    let (external, notes) = wrap(external, folder, folder)?;
    let draft = draft(&external, &file, folder)?;
    Ok((draft.text, [notes, draft.notes].concat()))
}

#[test]
fn all_examples_are_accepted() -> Result<(), Box<dyn Error>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let (place, mut count) = (tempfile::tempdir()?, 0);
    for entry in fs::read_dir(examples)? {
        let folder = entry?.path();
        let name = folder.file_name().unwrap_or_default();
        let file = folder.join(name);
        if !file.with_extension("toml").is_file() {
            continue;
        }
        count += 1;
        let files = ["v", "sv"].map(|ending| file.with_extension(ending));
        let lists = Vec::from([folder.join("rtl.f")]);
        let external = External {
            file: files
                .into_iter()
                .find(|it| it.is_file())
                .unwrap_or_default(),
            lists: lists.into_iter().filter(|it| it.is_file()).collect(),
            list_folder: Some(folder.clone()),
            ..External::default()
        };
        let (text, notes) = drafted(&external, place.path())?;
        assert!(!refuses(&notes), "{notes:?}\n{text}");
    }
    assert!(count >= 7, "{count} examples");
    Ok(())
}

fn refuses(notes: &[String]) -> bool {
    notes.iter().any(|note| note.contains("refuses"))
}

#[test]
fn names_and_widths_are_recognised_or_noted() -> Result<(), Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let file = place.path().join("drafts.sv");
    fs::write(&file, UNITS)?;
    let (mut parts, mut count, mut wrong) = (Vec::new(), 0, String::new());
    for line in UNITS.lines() {
        if line.starts_with("//= ") || line.starts_with("//! ") {
            parts.push(line);
        }
        let Some(rest) = line.strip_prefix("module ") else {
            continue;
        };
        count += 1;
        let top = rest.split('(').next().map(|name| name.trim().to_owned());
        let external = External {
            file: file.clone(),
            top: top.clone(),
            ..External::default()
        };
        let (text, notes) = drafted(&external, place.path())?;
        let has = |part: &&str| match part.strip_prefix("//= ") {
            Some(part) => text.lines().any(|line| line.starts_with(part)),
            None => notes.iter().any(|note| note.contains(&part[4..])),
        };
        let is_refused = parts.iter().any(|part| part.contains("refuses"));
        let missing: Vec<&str> = parts.drain(..).filter(|part| !has(part)).collect();
        if refuses(&notes) != is_refused || !missing.is_empty() {
            wrong += &format!("{top:?}: {missing:#?} in {notes:#?}\n{text}\n");
        }
    }
    assert!(count >= 12, "{count} units");
    assert!(wrong.is_empty(), "{wrong}");
    Ok(())
}
