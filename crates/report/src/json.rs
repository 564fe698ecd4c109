//! JSON whose members stand in the order in which they are put.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// A value.
#[derive(Clone, Debug)]
pub enum Json {
    /// One without an order of its own.
    Value(Value),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// An object without members.
    pub fn object() -> Json {
        Json::Object(Vec::new())
    }

    /// This object with one more member.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Json>) -> Json {
        if let Json::Object(members) = &mut self {
            members.push((name, value.into()));
        }
        self
    }

    /// This object, with one more member if there is a value for it.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<impl Into<Json>>) -> Json {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// A value of any type; the members of its objects stand in the order of the alphabet.
    pub fn of(value: impl Serialize) -> Json {
        Json::Value(serde_json::to_value(value).unwrap_or_default())
    }

    /// A list of values.
    pub fn list<T: Into<Json>>(all: impl IntoIterator<Item = T>) -> Json {
        Json::List(all.into_iter().map(Into::into).collect())
    }

    /// A value or null.
    pub fn or_null(value: Option<impl Into<Json>>) -> Json {
        value.map_or(Json::Value(Value::Null), Into::into)
    }
}

impl<T: Into<Value>> From<T> for Json {
    fn from(value: T) -> Json {
        Json::Value(value.into())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Value(value) => value.serialize(serializer),
            Json::List(all) => all.serialize(serializer),
            Json::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

/// A value as indented JSON with a final line end.
pub fn pretty(value: &impl Serialize) -> String {
    // The types of reports have no maps with keys that are not strings, so this cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
