//! Clang's tree as it is printed: any JSON, in order, borrowed from the output.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// How deep objects and lists may be nested; a node of the tree takes two levels.
pub(crate) const DEPTH: usize = 6000;

/// Of a class: whether something is done when an object of it ends.
pub(crate) const ENDS: &str = "alpinist:ends";

/// Of a class: whether a copy of an object is a copy of its bytes.
pub(crate) const COPIES: &str = "alpinist:copies";

/// A JSON value. Objects keep their order: places are told relative to the one before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    /// A number; those that do not fit are kept near enough.
    Number(i128),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The part of an object under a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(parts) => parts
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads the output of clang.
///
/// # Errors
/// What is no JSON, or nested too deep, said in words.
pub(crate) fn parse(bytes: &[u8]) -> Result<Json<'_>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    if depth(bytes) > DEPTH {
        return Err(format!("it is nested more than {} levels deep", DEPTH / 2));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    // The depth was measured, and the thread has the stack for it.
    reader.disable_recursion_limit();
    let value = Json::deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// How deep brackets outside of strings are nested.
fn depth(bytes: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    deepest
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

/// A string, borrowed where it has no escapes.
struct Borrowed<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Borrowed<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Borrowed<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Borrowed(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Borrowed(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Json::Number(value as i128))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Json::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut parts = Vec::new();
        while let Some(Borrowed(key)) = map.next_key::<Borrowed<'de>>()? {
            // Facts about classes that the fields and methods say as well, a large part of the text;
            // but how objects are copied and end is said nowhere else.
            if key == "definitionData" {
                let facts: Json<'de> = map.next_value()?;
                if facts.get("isTriviallyCopyable") == Some(&Json::Bool(true)) {
                    parts.push((Cow::Borrowed(COPIES), Json::Bool(true)));
                }
                let ends = facts.get("dtor").and_then(|dtor| dtor.get("nonTrivial"));
                if ends == Some(&Json::Bool(true)) {
                    parts.push((Cow::Borrowed(ENDS), Json::Bool(true)));
                }
            } else {
                parts.push((key, map.next_value()?));
            }
        }
        Ok(Json::Object(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_does_not_overflow() {
        let deep = "[".repeat(1_000_000);
        assert!(parse(deep.as_bytes()).is_err());
        assert!(parse(b"{\"a\": [1, \"b\\n\", true, null]}").is_ok());
    }
}
