//! Instances in Verilog fit the exported modules.

use super::ports::exported;
use super::{Outcome, all_pages, blocks, file_of};
use replay::tools::run;
use rtl::tops;
use std::fs;
use std::path::Path;

#[test]
fn instances_fit_the_exported_modules() -> Outcome<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut instances = 0;
    for (path, text) in all_pages()? {
        let page = path.display();
        let blocks = blocks(&text).into_iter();
        for (language, lines) in blocks.filter(|(language, _)| *language == "verilog") {
            // A session compiles it, with what it includes.
            if file_of(language, &lines).is_some() {
                continue;
            }
            let block = lines.join("\n");
            let words: Vec<_> = block.split_whitespace().collect();
            let top = tops::NAMES.iter().find(|name| words.contains(name));
            let top = top.ok_or_else(|| format!("{page}: an instance of nothing"))?;
            let verilog = tops::verilog(top, &[]).ok_or("no such top")??;
            for (name, (direction, _)) in &exported(&verilog)?[*top] {
                let connected = block.contains(&format!(".{name}("));
                assert!(connected || direction == "out", "{page}: {name} is open");
            }
            fs::write(folder.join("instance.v"), format!("{block}\n{verilog}"))?;
            let said = run(folder, "iverilog", &["-g2005", "-t", "null", "instance.v"])?;
            assert!(!said.contains(" warning: "), "{page}:\n{said}");
            instances += 1;
        }
    }
    assert!(instances > 0);
    Ok(())
}
