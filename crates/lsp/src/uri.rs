//! Names of documents and files.

use gen_lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};

/// What stands for itself in a path (RFC 3986, unreserved characters and the separator).
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The file a document is; none if it is not one of this machine's.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_ref().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let path = percent_decode_str(rest).decode_utf8().ok()?;
    // `/C:/folder` on Windows.
    let drive = path.as_bytes().get(2) == Some(&b':');
    match path.strip_prefix('/') {
        Some(path) if cfg!(windows) && drive => Some(PathBuf::from(path)),
        _ => Some(PathBuf::from(path.as_ref())),
    }
}

/// The name of a file.
pub(crate) fn of(path: &Path) -> Uri {
    let text = path.display().to_string().replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    let encoded = utf8_percent_encode(&text, KEPT);
    Uri(format!("file://{slash}{encoded}"))
}

/// The file's name in messages.
pub(crate) fn name(uri: &Uri) -> String {
    path(uri).map_or_else(|| uri.to_string(), |path| path.display().to_string())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let file = Path::new("/home/an ü/50%#1?.pvl");
        let uri = of(file);
        assert_eq!(uri.as_ref(), "file:///home/an%20%C3%BC/50%25%231%3F.pvl");
        assert_eq!(path(&uri).as_deref(), Some(file));
    }

    #[test]
    fn what_is_no_file() {
        for uri in ["untitled:Untitled-1", "file://", "", "file:///a%ff"] {
            assert_eq!(path(&Uri::from(uri)), None, "{uri}");
        }
    }
}
