//! Where entries lie: a folder, or a server that several machines share.

use super::folder::Folder;
#[cfg(feature = "remote-cache")]
use super::server::Server;
use crate::files::sentence;
use std::path::{Path, PathBuf};
#[cfg(feature = "remote-cache")]
use std::sync::Arc;

/// The servers that there are words for.
const SCHEMES: [&str; 3] = ["redis", "rediss", "s3"];

/// A place. It carries bytes, and it is not believed: see [`super::Cache`].
#[derive(Clone, Debug)]
pub enum Place {
    /// A folder.
    Folder(Folder),
    /// A server.
    #[cfg(feature = "remote-cache")]
    Server(Arc<Server>),
}

/// The scheme of an address, as in `redis://…`; none for a path.
pub fn scheme(words: &Path) -> Option<&str> {
    let (scheme, _) = words.to_str()?.split_once("://")?;
    let is_one = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one));
    is_one.then_some(scheme)
}

impl Place {
    /// Where answers are kept if nothing else is said; none if there is no home.
    pub fn usual() -> Option<PathBuf> {
        Folder::usual()
    }

    /// The place that a path or an address names. Nothing is made or asked yet.
    ///
    /// # Errors
    /// If it is no address of a server that is known, or this program was built without servers.
    pub fn named(words: &Path) -> Result<Place, String> {
        match scheme(words) {
            None => Ok(Place::Folder(Folder::new(words.to_path_buf()))),
            Some(scheme) if SCHEMES.contains(&scheme) => server(&words.to_string_lossy()),
            Some(scheme) => Err(format!(
                "a cache is a folder, `redis://HOST:PORT/PREFIX` or `s3://BUCKET/PREFIX`, not `{scheme}://…`"
            )),
        }
    }

    /// What it is called in messages.
    pub fn name(&self) -> String {
        match self {
            Place::Folder(folder) => folder.path().display().to_string(),
            #[cfg(feature = "remote-cache")]
            Place::Server(server) => server.name().to_owned(),
        }
    }

    /// Where it is among this machine's files, if it is there.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Place::Folder(folder) => Some(folder.path()),
            #[cfg(feature = "remote-cache")]
            Place::Server(_) => None,
        }
    }

    /// Whether others write there as well.
    pub fn is_shared(&self) -> bool {
        self.path().is_none()
    }

    /// Makes it ready, to be written as well or only to be read.
    ///
    /// # Errors
    /// Why it is of no use.
    pub fn prepare(&self, write: bool) -> Result<(), String> {
        match self {
            Place::Folder(folder) if write => folder.make().map_err(|error| {
                let (name, why) = (self.name(), sentence(&error));
                format!("nothing can be kept in the cache folder {name}: {why}")
            }),
            Place::Folder(_) => Ok(()),
            #[cfg(feature = "remote-cache")]
            Place::Server(server) => server.connect().map_err(|why| {
                let name = self.name();
                format!("the cache {name} cannot be used, so this run goes on without: {why}")
            }),
        }
    }

    /// Waits until what was put is there.
    pub fn finish(&self) {
        match self {
            Place::Folder(_) => {}
            #[cfg(feature = "remote-cache")]
            Place::Server(server) => server.finish(),
        }
    }

    /// Why nothing was taken from it or put into it any more, if that came to be.
    pub fn lost(&self) -> Option<String> {
        match self {
            Place::Folder(_) => None,
            #[cfg(feature = "remote-cache")]
            Place::Server(server) => server.lost(),
        }
    }

    /// The bytes of an entry.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Place::Folder(folder) => folder.get(name),
            #[cfg(feature = "remote-cache")]
            Place::Server(server) => server.get(name),
        }
    }

    /// Puts an entry, if that can be.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        match self {
            Place::Folder(folder) => {
                let _ = folder.put(name, bytes);
            }
            #[cfg(feature = "remote-cache")]
            Place::Server(server) => server.put(name, bytes),
        }
    }
}

#[cfg(feature = "remote-cache")]
fn server(address: &str) -> Result<Place, String> {
    Server::named(address).map(|server| Place::Server(Arc::new(server)))
}

#[cfg(not(feature = "remote-cache"))]
fn server(_: &str) -> Result<Place, String> {
    Err(
        "a cache on a server needs an alpinist that was built with the feature `remote-cache`; \
         this one keeps answers in folders only"
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_no_address() {
        for path in [
            "kept", "/a/b", "C:\\kept", "a:b", "./redis", "://x", "a b://c", "a/b://c", "1://x",
        ] {
            assert_eq!(scheme(Path::new(path)), None, "{path}");
        }
        assert_eq!(scheme(Path::new("redis://host/x")), Some("redis"));
        assert_eq!(scheme(Path::new("s3://bucket")), Some("s3"));
    }

    #[test]
    fn an_address_of_another_kind_is_refused() {
        assert!(Place::named(Path::new("http://host/x")).is_err());
        assert!(Place::named(Path::new("Redis://host/x")).is_err());
    }
}
