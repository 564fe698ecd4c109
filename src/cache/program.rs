//! What the running program is, as bytes. A report that is kept whole holds for one program only, and
//! whatever went into it, sources, libraries, compiler and settings, is in its bytes.

use crate::cache::{Cache, Sort};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;

/// A hash of the bytes of the running program; `None` if they cannot be read. Where the system tells one
/// file from another for certain it is kept in a folder of the cache, for it takes as long as many reports.
pub fn hash(cache: &Cache) -> Option<String> {
    let file = opened().ok()?;
    let key = identity(&file).filter(|_| cache.is_local());
    let kept = key.as_ref().and_then(|key| cache.bytes(Sort::Program, key));
    if let Some(kept) = kept.and_then(|bytes| String::from_utf8(bytes).ok()) {
        return Some(kept);
    }
    let found = hash_of(&file).ok()?;
    if let Some(key) = key {
        cache.keep_bytes(Sort::Program, &key, found.as_bytes());
    }
    Some(found)
}

/// The file that runs, also where another one has its name by now.
#[cfg(target_os = "linux")]
fn opened() -> io::Result<File> {
    File::open("/proc/self/exe")
}

#[cfg(not(target_os = "linux"))]
fn opened() -> io::Result<File> {
    File::open(std::env::current_exe()?)
}

/// What tells this file from any other, and from itself after a change: no user can set the time of the
/// last change of a file's entry.
#[cfg(unix)]
fn identity(file: &File) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let data = file.metadata().ok()?;
    let parts = [
        i128::from(data.dev()),
        i128::from(data.ino()),
        i128::from(data.size()),
        i128::from(data.mtime()),
        i128::from(data.mtime_nsec()),
        i128::from(data.ctime()),
        i128::from(data.ctime_nsec()),
    ];
    let text = parts.map(|part| part.to_string()).join(" ");
    Some(hex::encode(Sha256::digest(text)))
}

#[cfg(not(unix))]
fn identity(_: &File) -> Option<String> {
    None
}

fn hash_of(file: &File) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut io::BufReader::new(file), &mut hash)?;
    Ok(hex::encode(hash.finalize()))
}
