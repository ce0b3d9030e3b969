//! The page of the init file.

use super::{Outcome, blocks, root};
use std::fs;

#[test]
fn the_init_file_of_the_page_is_taken() -> Outcome<()> {
    let page = fs::read_to_string(root().join("doc/init.md"))?;
    let blocks = blocks(&page).into_iter();
    let mut files = blocks.filter(|(language, _)| *language == "toml");
    let (_, lines) = files.next().ok_or("an init file")?;
    let init = sim::parse_init(&lines.join("\n"))?;
    assert_eq!(
        (init.active_mask, init.config.shared_size),
        (0xffff, 0x1000)
    );
    // The array of three words leaves the other lanes 0.
    let array = init.values.registers.get(&4).ok_or("R4")?;
    assert_eq!(array[..4], [1, 2, 3, 0]);
    assert_eq!(
        init.values.registers.get(&2).map(|lanes| lanes[31]),
        Some(0x10f8)
    );
    Ok(())
}

/// The page lists exactly the keys that the reader's messages name.
#[test]
fn the_page_has_every_key() -> Outcome<()> {
    let page = fs::read_to_string(root().join("doc/init.md"))?;
    for text in [
        "nothing = 1",
        "[config]\nnothing = 1",
        "[visa]\nnothing = 1",
        "[memory]\nnothing = 1",
    ] {
        let error = sim::parse_init(text).err().ok_or("an unknown key")?;
        let message = error.problem.to_string();
        let (_, keys) = message.split_once("expected ").ok_or("the keys")?;
        for key in keys
            .split([',', ' '])
            .filter(|key| !key.is_empty() && *key != "or")
        {
            let section = text
                .trim_start_matches('[')
                .split(']')
                .next()
                .unwrap_or_default();
            let whole = format!("{section}.{key}");
            let there = page.contains(&format!("`{key}")) || page.contains(&format!("`{whole}"));
            assert!(there, "{whole} is not on the page");
        }
    }
    Ok(())
}
