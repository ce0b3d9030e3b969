//! The commit that a program is compiled from.
//!
//! A build script would either miss changes or make cargo compile again after every commit. A
//! macro is expanded only when the crate that uses it is compiled: after a change of its sources
//! or dependencies.

use proc_macro::TokenStream;
use std::env;
use std::process::Command;

/// Expands to `Some("6a9a177b1c2d")`, with the suffix `-dirty` if the checkout had uncommitted
/// changes. Expands to `None` if there is no git, or no checkout.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let text = format!("{:?}", describe());
    text.parse().unwrap_or_default()
}

/// git's description of the checkout with the crate that is compiled.
fn describe() -> Option<String> {
    let said = Command::new("git")
        .arg("-C")
        .arg(env::var_os("CARGO_MANIFEST_DIR")?)
        .args([
            "describe",
            "--always",
            "--dirty",
            "--abbrev=12",
            "--exclude=*",
        ])
        .output();
    let said = said.ok().filter(|said| said.status.success())?;
    let commit = String::from_utf8(said.stdout).ok()?;
    Some(commit.trim().to_owned()).filter(|commit| !commit.is_empty())
}
