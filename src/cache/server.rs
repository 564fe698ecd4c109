//! Entries on Redis or S3, which several machines share.
//!
//! The server is asked as if it were a folder. Whoever reads waits; what is written goes its way
//! meanwhile, and the end of the program waits for it. What the server does not answer in
//! time is lost, and from then on nothing is asked of it: a run must not be slower without a server
//! than without a cache.

use super::writer::Writer;
use opendal::{Builder, Configurator, ErrorKind, Operator, services};
use std::collections::HashMap;
use std::error::Error as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

/// So long is waited for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// No answer is nearly as long; what is longer is not looked at.
const LONGEST: usize = 64 << 20;

/// Where entries lie on a server if the address does not say it.
const USUAL: &str = "alpinist";

/// A server, or why it cannot be asked.
#[derive(Debug)]
pub struct Server {
    way: Arc<Way>,
    writer: Writer,
}

/// The way to a server, for all who use it.
#[derive(Debug)]
struct Way {
    address: Address,
    link: OnceLock<Result<Link, String>>,
    lost: OnceLock<Loss>,
}

/// Why a server is not asked any more.
#[derive(Debug)]
struct Loss {
    why: String,
    /// Whether that was so from the beginning, and told then.
    told: bool,
}

impl Server {
    /// The server with an address. It is not asked yet.
    ///
    /// # Errors
    /// If it is not the address of a server.
    pub fn named(address: &str) -> Result<Server, String> {
        let way = Arc::new(Way {
            address: Address::read(address)?,
            link: OnceLock::new(),
            lost: OnceLock::new(),
        });
        let carrier = Arc::clone(&way);
        let put = move |name: &str, bytes: &[u8]| {
            let _ = carrier.kept(|link| link.put(name, bytes));
        };
        let writer = Writer::new(Arc::new(put));
        Ok(Server { way, writer })
    }

    /// The address.
    pub fn name(&self) -> &str {
        &self.way.address.whole
    }

    /// Whether it answers; it is asked for something, whether or not that is there.
    ///
    /// # Errors
    /// Why it does not.
    pub fn connect(&self) -> Result<(), String> {
        let first = |link: &Link| {
            link.reach(&self.way.address)?;
            link.get("first").map(drop)
        };
        let link = self.way.link().as_ref();
        let done = link.map_err(Clone::clone).and_then(first);
        if let Err(why) = &done {
            let (why, told) = (why.clone(), true);
            let _ = self.way.lost.set(Loss { why, told });
        }
        done
    }

    /// Why it is not asked any more, if it has answered before.
    pub fn lost(&self) -> Option<String> {
        let loss = self.way.lost.get().filter(|loss| !loss.told)?;
        Some(loss.why.clone())
    }

    /// The bytes of an entry.
    pub fn get(&self, name: &str) -> Option<Vec<u8>> {
        let here = self.writer.get(name);
        here.or_else(|| self.way.kept(|link| link.get(name)).flatten())
    }

    /// Puts an entry, and does not wait for the server.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        self.writer.put(name, bytes);
    }

    /// Waits until the server has what was put, or is lost.
    pub fn finish(&self) {
        self.writer.finish();
    }
}

impl Way {
    fn link(&self) -> &Result<Link, String> {
        self.link.get_or_init(|| Link::to(&self.address))
    }

    /// Does something with the server, as long as it answers.
    fn kept<T>(&self, work: impl FnOnce(&Link) -> Result<T, String>) -> Option<T> {
        if self.lost.get().is_some() {
            return None;
        }
        let link = self.link().as_ref().ok()?;
        work(link)
            .map_err(|why| {
                // The first that comes to nothing says why.
                let told = false;
                let _ = self.lost.set(Loss { why, told });
            })
            .ok()
    }
}

/// A way to the server.
#[derive(Debug)]
struct Link {
    operator: Operator,
    /// Taken away when it goes.
    runtime: Option<Runtime>,
}

impl Link {
    fn to(address: &Address) -> Result<Link, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| crate::files::sentence(&error))?;
        // Some services look about for the runtime as they are made.
        let inside = runtime.enter();
        let operator = address.operator().map_err(|error| words(&error))?;
        drop(inside);
        Ok(Link {
            operator,
            runtime: Some(runtime),
        })
    }

    /// Whether somebody listens there: the client of Redis would try again and again.
    fn reach(&self, address: &Address) -> Result<(), String> {
        let Some((host, port)) = &address.listens else {
            return Ok(());
        };
        let tried = self.wait(async { TcpStream::connect((host.as_str(), *port)).await })?;
        tried
            .map(drop)
            .map_err(|error| crate::files::sentence(&error))
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match self.wait(self.operator.read(name))? {
            Ok(buffer) if buffer.len() > LONGEST => Ok(Some(Vec::new())),
            Ok(buffer) => Ok(Some(buffer.to_vec())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(words(&error)),
        }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let written = self.wait(self.operator.write(name, bytes.to_vec()))?;
        written.map(drop).map_err(|error| words(&error))
    }

    /// Waits for something, but not for ever.
    fn wait<T>(&self, work: impl Future<Output = T>) -> Result<T, String> {
        let gone = || "it is closed".to_owned();
        let runtime = self.runtime.as_ref().ok_or_else(gone)?;
        runtime
            .block_on(async { tokio::time::timeout(PATIENCE, work).await })
            .map_err(|_| format!("no answer within {} s", PATIENCE.as_secs()))
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Nobody waits for the end of what was not answered in time, such as a host's name.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// What went wrong, in one line: the innermost cause knows best.
fn words(error: &opendal::Error) -> String {
    let mut cause = error.source();
    while let Some(inner) = cause.and_then(std::error::Error::source) {
        cause = Some(inner);
    }
    // Shown as a whole it would have the headers of the answer.
    let whole = cause.map_or_else(|| error.message().to_owned(), ToString::to_string);
    whole.lines().next().unwrap_or_default().trim().to_owned()
}

/// The address of a server, taken apart.
#[derive(Debug)]
struct Address {
    /// As it was written.
    whole: String,
    /// What is between `://` and the next `/`: of Redis host and port, of S3 the bucket.
    place: String,
    /// Where entries lie there.
    prefix: String,
    /// Host and port, if they are told by the address.
    listens: Option<(String, u16)>,
    /// Whether it is one of Redis.
    redis: bool,
    /// What comes before `://`.
    scheme: String,
}

impl Address {
    fn read(whole: &str) -> Result<Address, String> {
        let wrong = |why: &str| Err(format!("`{whole}` is no address of a cache: {why}"));
        let Some((scheme, rest)) = whole.split_once("://") else {
            return wrong("it has no scheme");
        };
        let (place, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let redis = scheme != "s3";
        if rest.contains('@') {
            // It is not repeated: it stands in reports otherwise.
            return Err(format!(
                "names and passwords do not belong into the address of a cache; they are taken from {}",
                match redis {
                    true => "OPENDAL_REDIS_USERNAME and OPENDAL_REDIS_PASSWORD",
                    false => "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
                }
            ));
        }
        if rest
            .contains(|one: char| "?#%\\".contains(one) || one.is_whitespace() || one.is_control())
        {
            return wrong("after `://` come a host or bucket and a prefix, nothing else");
        }
        if place.is_empty() {
            return wrong(match redis {
                true => "it names no host",
                false => "it names no bucket",
            });
        }
        let listens = match redis {
            false => None,
            true => {
                let (host, port) = match place.rsplit_once(':') {
                    Some((host, port)) if !place.ends_with(']') => (host, port.parse().ok()),
                    _ => (place, Some(6379)),
                };
                match port {
                    Some(port) if !host.is_empty() => {
                        Some((host.trim_matches(['[', ']']).to_owned(), port))
                    }
                    _ => return wrong("its host or port is none"),
                }
            }
        };
        let prefix = match prefix.trim_matches('/') {
            "" => USUAL,
            prefix => prefix,
        };
        Ok(Address {
            whole: whole.to_owned(),
            place: place.to_owned(),
            prefix: prefix.to_owned(),
            listens,
            redis,
            scheme: scheme.to_owned(),
        })
    }

    /// What asks the server. The environment says what the address does not, as opendal names it
    /// (`OPENDAL_REDIS_PASSWORD`, `OPENDAL_S3_REGION`), for S3 also as AWS does (`AWS_REGION`).
    fn operator(&self) -> opendal::Result<Operator> {
        match self.redis {
            true => {
                let endpoint = format!("{}://{}", self.scheme, self.place);
                self.built::<services::Redis>("OPENDAL_REDIS_", ("endpoint", endpoint))
            }
            false => self.built::<services::S3>("OPENDAL_S3_", ("bucket", self.place.clone())),
        }
    }

    fn built<B: Builder>(
        &self,
        variables: &str,
        (key, value): (&str, String),
    ) -> opendal::Result<Operator> {
        let mut settings: HashMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter_map(|(name, value)| {
                Some((name.strip_prefix(variables)?.to_ascii_lowercase(), value))
            })
            .collect();
        settings.insert(key.to_owned(), value);
        settings.insert("root".to_owned(), format!("/{}", self.prefix));
        let builder = B::Config::from_iter(settings)?.into_builder();
        Ok(Operator::new(builder)?.finish())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        for (address, place, prefix, listens) in [
            ("redis://h:1/p/q/", "h:1", "p/q", Some(("h", 1))),
            ("redis://h", "h", "alpinist", Some(("h", 6379))),
            ("rediss://[::1]:7/p", "[::1]:7", "p", Some(("::1", 7))),
            ("redis://[::1]", "[::1]", "alpinist", Some(("::1", 6379))),
            ("s3://bucket", "bucket", "alpinist", None),
            ("s3://bucket/a/b", "bucket", "a/b", None),
        ] {
            let read = Address::read(address).unwrap();
            let listens = listens.map(|(host, port): (&str, u16)| (host.to_owned(), port));
            assert_eq!(
                (read.place.as_str(), read.prefix.as_str(), read.listens),
                (place, prefix, listens),
                "{address}"
            );
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for address in [
            "redis://",
            "redis:///p",
            "redis://:1/p",
            "redis://h:x/p",
            "redis://h:99999",
            "redis://h:",
            "redis://h/p?db=1",
            "s3:///p",
            "s3://b c/p",
        ] {
            assert!(Address::read(address).is_err(), "{address}");
        }
    }

    #[test]
    fn a_password_is_refused_and_not_repeated() {
        let why = Address::read("redis://me:hidden@h:1/p").unwrap_err();
        assert!(!why.contains("hidden"), "{why}");
        assert!(why.contains("OPENDAL_REDIS_PASSWORD"), "{why}");
    }
}
