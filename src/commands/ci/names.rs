//! Names of files in what is kept with a project: from its folder, wherever that lies.

use crate::config::{Config, whole};
use std::path::{Path, PathBuf};

/// The folder of a project.
pub struct Names {
    folder: PathBuf,
}

impl Names {
    /// The folder in which `alpinist.toml` stands.
    pub fn of(config: &Config) -> Names {
        Names {
            folder: whole(&config.folder_or_here()),
        }
    }

    /// A file from there, with `/` between its parts; in full if it lies elsewhere.
    pub fn name(&self, file: &str) -> String {
        let path = whole(Path::new(file));
        let Ok(inner) = path.strip_prefix(&self.folder) else {
            return path.display().to_string();
        };
        let parts = inner.components();
        let parts = parts.map(|part| part.as_os_str().to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    }

    /// The file of a name.
    pub fn path(&self, name: &str) -> PathBuf {
        whole(&self.folder.join(name))
    }
}
