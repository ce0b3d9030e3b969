//! Files that other programs may read at any time.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Every user may read a file, and its owner write it, as far as the umask lets them.
const MODE: u32 = 0o666;

/// Writes the file `path`, whose folder is there. A reader meanwhile sees a whole file or none.
///
/// # Errors
/// The system's message.
pub fn write_whole(path: &Path, text: &[u8]) -> io::Result<()> {
    // A pipe or a device cannot be replaced.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return fs::write(path, text);
    }
    let folder = match path.parent() {
        Some(folder) if folder != "" => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(MODE))
        .tempfile_in(folder)?;
    file.write_all(text)?;
    file.persist(path)?;
    Ok(())
}
