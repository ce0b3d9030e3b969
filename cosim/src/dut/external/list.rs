//! Command files of Verilator: their words are read as Verilator reads them, with paths relative to
//! a given folder. Verilator itself offers only the working folder and the file's own.

use super::diagnostic::{Diagnostic, ExternalError};
use super::user_paths::absolute;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

/// Maximum depth of nested lists.
const DEPTH: usize = 16;

/// Arguments that would not count, with one dash, and their expected place. A `*` stands for any
/// rest.
const REFUSED: [(&str, &str); 4] = [
    ("-top -top-module", "`--top`, or `top` of a description"),
    (
        "-G* -pvalue+*",
        "`parameters` of a description, or -G of `agu adapt`",
    ),
    (
        "-CFLAGS -compiler",
        "the C++ compiler and its arguments in the environment variable CXX",
    ),
    (
        "-LDFLAGS -MAKEFLAGS -make -exe -build -binary -main -o -sc -lint-only -xml-only -xml-output \
         -json-only* -E -dpi-hdr-only -no-verilate -lib-create -protect* -hierarchical -prefix \
         -mod-prefix -l2-name -Mdir -threads* -timing -trace* -coverage* -savable -vpi -prof* -pins* \
         -version -V -help -getenv -get-supported -generate-key -dump-defines -gdb* -rr",
        "files, folders, macros, warnings or optimisations of the design",
    ),
];

/// Endings of files that Verilator leaves to the C++ compiler.
const OBJECTS: [&str; 7] = ["c", "cc", "cpp", "cxx", "a", "o", "so"];

/// The arguments in the file `list`, with paths from `folder` made absolute.
///
/// # Errors
/// A diagnostic for each nested list that cannot be read, and for each argument that would not
/// count.
pub fn arguments(list: &Path, folder: &Path) -> Result<Vec<OsString>, ExternalError> {
    let mut found = ListedArguments::default();
    found.add(list, folder, 0);
    ExternalError::unless_empty(found.wrong)?;
    Ok(found.arguments)
}

#[derive(Default)]
struct ListedArguments {
    arguments: Vec<OsString>,
    wrong: Vec<Diagnostic>,
}

impl ListedArguments {
    fn add(&mut self, list: &Path, folder: &Path, depth: usize) {
        let text = fs::read(list).unwrap_or_default();
        let mut words = words(&String::from_utf8_lossy(&text)).into_iter();
        while let Some((position, word)) = words.next() {
            let wrong = if let Some(expected) = refused(&word) {
                format!("found {word}, expected {expected}")
            } else if word == "-f" || word == "-F" {
                let inner = words.next().map(|(_, inner)| folder.join(expanded(&inner)));
                let inner = inner.unwrap_or_default();
                let beside = inner.parent().filter(|_| word == "-F");
                match fs::File::open(&inner) {
                    Err(error) => format!("{} cannot be read: {error}", inner.display()),
                    Ok(_) if depth == DEPTH => format!("more than {DEPTH} lists inside each other"),
                    Ok(_) => {
                        self.add(&inner, beside.unwrap_or(folder), depth + 1);
                        continue;
                    }
                }
            } else {
                self.arguments.push(rooted(&word, folder).into());
                continue;
            };
            self.wrong.push(Diagnostic {
                position: Some(position),
                ..Diagnostic::of_file(list, wrong)
            });
        }
    }
}

/// Expected text in place of an argument that would not count.
fn refused(word: &str) -> Option<&'static str> {
    let ending = Path::new(word).extension().and_then(OsStr::to_str);
    if !word.starts_with(['-', '+']) && ending.is_some_and(|it| OBJECTS.contains(&it)) {
        return Some("Verilog, as other files are not compiled");
    }
    // Verilator takes one or two dashes.
    let word = if word.starts_with("--") {
        &word[1..]
    } else {
        word
    };
    let is = |name: &str| match name.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => word == name,
    };
    let mut rows = REFUSED.iter();
    let row = rows.find(|(names, _)| names.split_whitespace().any(is));
    row.map(|(_, expected)| *expected)
}

/// An argument with its paths, if it has any, from the root.
fn rooted(word: &str, folder: &Path) -> String {
    let path = |path: &str| {
        let path = absolute(&folder.join(expanded(path)));
        path.to_string_lossy().into_owned()
    };
    if let Some(folders) = word.strip_prefix("+incdir+") {
        let folders = folders.split('+').filter(|folder| !folder.is_empty());
        let folders: Vec<String> = folders.map(path).collect();
        return format!("+incdir+{}", folders.join("+"));
    }
    match word.strip_prefix("-I") {
        Some(folder) => format!("-I{}", path(folder)),
        // Includes the arguments of -v and -y; all other words are no paths.
        None if folder.join(expanded(word)).exists() => path(word),
        None => word.to_owned(),
    }
}

/// A path with the values of its variables of the environment: `$NAME`, `${NAME}`, `$(NAME)`.
fn expanded(path: &str) -> String {
    let Some((before, rest)) = path.split_once('$') else {
        return path.to_owned();
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let bare = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
    let inside = |open, close| rest.strip_prefix(open)?.split_once(close);
    let (name, rest) = inside('{', '}').or(inside('(', ')')).unwrap_or(bare);
    let value = env::var(name).unwrap_or_default();
    format!("{before}{value}{}", expanded(rest))
}

/// The words of a command file with line and column, by Verilator's rules: `#` begins a comment at
/// the start of a line, `//` at that of a word, and an apostrophe in a word is that of a number such
/// as `1'b0`.
fn words(text: &str) -> Vec<((usize, usize), String)> {
    let (mut words, mut is_comment) = (Vec::new(), false);
    for (line, number) in text.lines().zip(1..) {
        let (mut word, mut quote) = (None, None);
        let mut chars = line.chars().zip(1..).peekable();
        while let Some((c, column)) = chars.next() {
            let next = chars.peek().map(|(next, _)| *next);
            if is_comment {
                is_comment = (c, next) != ('*', Some('/'));
                if !is_comment {
                    chars.next();
                }
                continue;
            }
            is_comment = (c, next) == ('/', Some('*'));
            let is_first = line.trim_start().len() + column == line.len() + 1;
            if c == '#' && is_first || (c, next) == ('/', Some('/')) && word.is_none() {
                break;
            }
            if is_comment || quote.is_none() && c.is_whitespace() {
                words.extend(word.take());
                continue;
            }
            let (_, word) = word.get_or_insert(((number, column), String::new()));
            match c {
                '\\' if quote != Some('\'') => word.extend(chars.next().map(|(c, _)| c)),
                '"' if quote.is_none() => quote = Some('"'),
                '\'' if quote.is_none() && next == Some('"') => quote = Some('\''),
                c if quote == Some(c) => quote = None,
                c => word.push(c),
            }
        }
        words.extend(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::arguments;
    use std::fs;
    use std::path::Path;

    /// A list with the text, beside two others in a folder with files.
    fn read(folder: &Path, text: &str) -> std::io::Result<Result<Vec<String>, String>> {
        fs::create_dir_all(folder.join("rtl/sub"))?;
        for file in ["rtl/a.v", "rtl/sub/b.v"] {
            fs::write(folder.join(file), "")?;
        }
        fs::write(folder.join("all.f"), text)?;
        fs::write(folder.join("more.f"), "rtl/sub/b.v\n\n  --threads 2\n")?;
        fs::write(folder.join("rtl/sub/own.f"), "b.v\n")?;
        fs::write(folder.join("itself.f"), "-f itself.f\n")?;
        let root = |text: String| text.replace(&*folder.to_string_lossy(), "ROOT");
        let found = arguments(&folder.join("all.f"), folder);
        let found = found.map(|it| {
            it.iter()
                .map(|it| root(it.to_string_lossy().into()))
                .collect()
        });
        Ok(found.map_err(|error| root(error.to_string())))
    }

    #[test]
    fn paths_are_those_of_the_folder() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let text = "// a comment\n # another\nrtl/a.v /* and\nanother */ +incdir+rtl+rtl/sub // rtl/b.v\n-y rtl \
                    -Irtl +incdir+$CARGO_MANIFEST_DIR/${x}src +define+A=1'b0 +define+B=1'b1 \"+define+C=x y\" \
                    +define+D=\\\"d\\\" '\"e\"' -Wno-WIDTH -O0 gone.v\n-F rtl/sub/own.f\n";
        let expected = [
            "ROOT/rtl/a.v",
            "+incdir+ROOT/rtl+ROOT/rtl/sub",
            "-y",
            "ROOT/rtl",
            "-IROOT/rtl",
            concat!("+incdir+", env!("CARGO_MANIFEST_DIR"), "/src"),
            "+define+A=1'b0",
            "+define+B=1'b1",
            "+define+C=x y",
            "+define+D=\"d\"",
            "\"e\"",
            "-Wno-WIDTH",
            "-O0",
            "gone.v",
            "ROOT/rtl/sub/b.v",
        ];
        let expected = Ok(expected.map(str::to_owned).to_vec());
        assert_eq!(read(folder.path(), text)?, expected);
        Ok(())
    }

    /// A list, and its error.
    const REFUSED: &str = "\
rtl/a.v\\n  -CFLAGS -O0 | all.f:2:3 | found -CFLAGS, expected the C++ compiler and its arguments in the environment variable CXX
--top u | all.f:1:1 | found --top, expected `--top`, or `top` of a description
-GN=1 | all.f:1:1 | found -GN=1, expected `parameters` of a description, or -G of `agu adapt`
a.cpp | all.f:1:1 | found a.cpp, expected Verilog, as other files are not compiled
/* */ --trace-fst | all.f:1:7 | found --trace-fst, expected files, folders, macros, warnings or optimisations of the design
-f gone.f | all.f:1:1 | ROOT/gone.f cannot be read: No such file or directory (os error 2)
-f more.f | more.f:3:3 | found --threads, expected files, folders, macros, warnings or optimisations of the design
-f itself.f | itself.f:1:1 | more than 16 lists inside each other";

    #[test]
    fn arguments_that_would_not_count_are_refused() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        for row in REFUSED.lines() {
            let [text, place, error] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            let expected = Err(format!("ROOT/{place}: error: {error}"));
            assert_eq!(read(folder.path(), &text.replace("\\n", "\n"))?, expected);
        }
        Ok(())
    }
}
