//! Files that appear whole or not at all: written beside, and renamed at their end.

use crate::unfinished;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Every user may read a new file, and its owner write it, as far as the umask lets them.
const MODE: u32 = 0o666;

/// A file while it is written. Its path has the old file up to [`WholeFile::finish`]; dropped before,
/// it leaves nothing.
pub enum WholeFile {
    /// The new file, and the path of the old one.
    Beside(NamedTempFile, PathBuf),
    /// A pipe or a device, which cannot be replaced.
    Device(File),
}

impl WholeFile {
    /// Starts a file, whose folder is there. Behind a link the file is replaced, not the link.
    ///
    /// # Errors
    /// The system's message, also for a file that is write-protected and for a link to no file.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        let (path, mode) = match path.metadata() {
            Err(reason) if path.is_symlink() => return Err(reason),
            Err(_) => (path.to_owned(), MODE),
            Ok(found) => {
                let old = File::options().append(true).open(path)?;
                if !found.is_file() {
                    return Ok(WholeFile::Device(old));
                }
                (path.canonicalize()?, found.mode())
            }
        };
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // tempfile's own messages name the temporary file.
        let mut open = unfinished::open();
        let mut options = File::options();
        options.write(true).create_new(true).mode(mode);
        let file = tempfile::Builder::new().make_in(folder, |path| options.open(path))?;
        open.push(file.path().to_owned());
        Ok(WholeFile::Beside(file, path))
    }

    /// Puts the file in the place of the old one.
    pub fn finish(self) -> io::Result<()> {
        if let WholeFile::Beside(file, path) = self {
            file.persist(path)?;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            WholeFile::Beside(file, _) => file.as_file_mut().write(bytes),
            WholeFile::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a file as a whole.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    write_all([(path, contents)]).map_err(|(_, reason)| reason)
}

/// Writes files, and replaces the old ones when all are written.
pub fn write_all<P: AsRef<Path>>(
    files: impl IntoIterator<Item = (P, impl AsRef<[u8]>)>,
) -> Result<(), (P, io::Error)> {
    let written = files.into_iter().map(|(path, contents)| {
        let file = WholeFile::create(path.as_ref()).and_then(|mut file| {
            file.write_all(contents.as_ref())?;
            Ok(file)
        });
        match file {
            Ok(file) => Ok((path, file)),
            Err(reason) => Err((path, reason)),
        }
    });
    for (path, file) in written.collect::<Result<Vec<_>, _>>()? {
        file.finish().map_err(|reason| (path, reason))?;
    }
    Ok(())
}
