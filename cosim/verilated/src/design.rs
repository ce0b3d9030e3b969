//! Verilator's view of a design before a model is built: its text, its tree, its errors.

use crate::message::{Message, messages};
use crate::tree::DesignTree;
use crate::{Error, output, run, verilator};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The text of the files in `arguments` after the preprocessor. `out` is a folder that Verilator may
/// write to.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn preprocess(arguments: &[OsString], out: &Path) -> Result<String, Error> {
    let mut command = verilator();
    command.args(arguments).arg("-E").arg("--Mdir").arg(out);
    let ran = run(command, out)?;
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// The tree of the module `top` of `text`, with the files in `arguments`. Verilator writes to the
/// folder `out`.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn tree(
    text: &str,
    top: &str,
    arguments: &[OsString],
    out: &Path,
) -> Result<DesignTree, Error> {
    let paths = ["tree", "tree.meta"].map(|name| out.join(name));
    let [tree, meta] = paths.each_ref().map(|path| path.to_string_lossy());
    let (file, meta_file) = ("--json-only-output", "--json-only-meta-output");
    let json = ["--json-only", file, &tree, meta_file, &meta];
    let xml = ["--xml-only", "--xml-output", &tree];
    let of_top = |options: &[&str]| {
        let options = [options, &["--top-module", top]].concat();
        checked(text, arguments, &options, out)
    };
    let (mut said, mut fails) = of_top(&xml)?;
    // New versions write JSON alone. That of 5.032, which has both, lacks the types of a structure's members.
    let is_xml = !said.contains("Invalid option: --xml-only");
    if !is_xml {
        (said, fails) = of_top(&json)?;
    }
    if fails {
        return Err(refused(out, said));
    }
    let read =
        |path: &PathBuf| fs::read_to_string(path).map_err(|error| Error::File(path.clone(), error));
    let [tree, meta] = paths.each_ref().map(read);
    Ok(if is_xml {
        DesignTree::of_xml(&tree?, &said)
    } else {
        DesignTree::of_json(&tree?, &meta?, &said)
    })
}

/// The modules in the files in `arguments` that no other one instantiates, in alphabetical order.
/// Verilator writes to the folder `out`.
///
/// # Errors
/// Verilator is missing or refuses the files.
pub fn tops(arguments: &[OsString], out: &Path) -> Result<Vec<String>, Error> {
    // Verilator lists tops only if there are several; an extra one ensures that. It lists them even if
    // it cannot elaborate one of them.
    const ONE_MORE: &str = "agu_one_more_top";
    let one_more = format!("module {ONE_MORE}; endmodule\n");
    let options = ["--lint-only", "-Wwarn-MULTITOP"];
    let (said, fails) = checked(&one_more, arguments, &options, out)?;
    let lines = said.lines();
    let names = lines.filter_map(|line| line.split_once("... Top module '")?.1.strip_suffix('\''));
    let mut tops: Vec<String> = names.map(str::to_owned).collect();
    if tops.is_empty() && fails {
        return Err(refused(out, said));
    }
    tops.retain(|top| top != ONE_MORE);
    tops.sort_unstable();
    Ok(tops)
}

/// Errors in the module `top` of `text`, and warnings about widths and selects of bits. Verilator
/// writes to the folder `out`.
///
/// # Errors
/// Verilator is missing, or fails without such a message.
pub fn lint(
    text: &str,
    top: &str,
    arguments: &[OsString],
    out: &Path,
) -> Result<Vec<Message>, Error> {
    const KINDS: [&str; 3] = ["%Error", "%Warning-WIDTH", "%Warning-SELRANGE"];
    let (said, fails) = checked(text, arguments, &["--lint-only", "--top-module", top], out)?;
    match messages(&said, &KINDS) {
        found if found.is_empty() && fails => Err(refused(out, said)),
        found => Ok(found),
    }
}

/// Verilator's messages on `text` with the files of `arguments`, and whether it refuses them.
fn checked(
    text: &str,
    arguments: &[OsString],
    more: &[&str],
    out: &Path,
) -> Result<(String, bool), Error> {
    let file = out.join("checked.sv");
    let written = fs::create_dir_all(out).and_then(|()| fs::write(&file, text));
    written.map_err(|error| Error::File(file.clone(), error))?;
    let mut command = verilator();
    command.args(arguments).arg(&file);
    // Warnings do not end the run. The callers read those that count, whatever the user's options.
    command
        .args(more)
        .args(["-Wno-fatal", "-Wwarn-MODDUP", "--Mdir"]);
    command.arg(out);
    let ran = output(&mut command).map_err(|_| Error::Missing)?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    Ok((said, !ran.status.success()))
}

fn refused(file: &Path, said: String) -> Error {
    Error::Refused {
        tool: verilator().get_program().to_string_lossy().into_owned(),
        file: file.to_owned(),
        said,
    }
}
