//! Entries in a folder, one file each. A file is written whole under another name and then renamed,
//! so that several runs may use one folder.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A folder, which need not be there yet.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at a path.
    pub fn new(path: PathBuf) -> Self {
        Folder { path }
    }

    /// Where answers are kept if nothing else is said; none if there is no home.
    pub fn usual() -> Option<PathBuf> {
        installed::headers::cache()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder. What is in it is of no use to others, so version control is told to pass
    /// over it.
    ///
    /// # Errors
    /// If nothing can be kept there.
    pub fn make(&self) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.path)?;
        let ignore = self.path.join(".gitignore");
        if !ignore.exists() {
            let mut file = tempfile::NamedTempFile::new_in(&self.path)?;
            file.write_all(b"*\n")?;
            file.persist(&ignore).map_err(|error| error.error)?;
        }
        Ok(())
    }

    /// The bytes of an entry.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(name)).ok()
    }

    /// Writes an entry; a folder that cannot be written only means that nothing is kept.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Option<()> {
        let path = self.path.join(name);
        let folder = path.parent()?;
        std::fs::create_dir_all(folder).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
        file.write_all(bytes).ok()?;
        file.persist(path).ok()?;
        Some(())
    }
}
