//! Arguments from text: `3`, `true`, `null`, `[1, 2]`, `[[1], [2]]`.

use crate::heap::Heap;
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use spec_lang::resolve::Type;

/// Reads one argument of a type.
///
/// # Errors
/// A sentence on what cannot be read.
pub fn argument(text: &str, ty: &Type, heap: &mut Heap) -> Result<Value, String> {
    let mut reader = Reader { rest: text.trim() };
    let value = reader.value(ty, heap)?;
    if reader.rest.trim().is_empty() {
        Ok(value)
    } else {
        Err(format!(
            "`{}` is left over after the value",
            reader.rest.trim()
        ))
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn skip(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(word) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, ty: &Type, heap: &mut Heap) -> Result<Value, String> {
        match ty {
            Type::Array(inner) => {
                if self.skip("null") {
                    return Ok(Value::Null);
                }
                let elements = self.list(inner, heap)?;
                Ok(Value::Array(heap.add_array(elements)))
            }
            Type::Seq(inner) => Ok(Value::seq(self.list(inner, heap)?)),
            Type::Class(..) if self.skip("null") => Ok(Value::Null),
            Type::Boolean if self.skip("true") => Ok(Value::Bool(true)),
            Type::Boolean if self.skip("false") => Ok(Value::Bool(false)),
            Type::Int => self.number().and_then(|value| {
                if value.is_integer() {
                    Ok(Value::number(value))
                } else {
                    Err("an integer is wanted".to_owned())
                }
            }),
            Type::Frac | Type::ZFrac | Type::Rational | Type::Float32 | Type::Float64 => {
                self.number().map(Value::number)
            }
            Type::Boolean => Err("`true` or `false` is wanted".to_owned()),
            _ => Err("values of this type cannot be given as text; use --random".to_owned()),
        }
    }

    fn list(&mut self, inner: &Type, heap: &mut Heap) -> Result<Vec<Value>, String> {
        if !self.skip("[") {
            return Err("a list such as [1, 2, 3] is wanted".to_owned());
        }
        let mut found = Vec::new();
        if self.skip("]") {
            return Ok(found);
        }
        loop {
            found.push(self.value(inner, heap)?);
            if self.skip("]") {
                return Ok(found);
            }
            if !self.skip(",") {
                return Err("`,` or `]` is wanted in a list".to_owned());
            }
        }
    }

    fn integer(&mut self) -> Result<BigInt, String> {
        let rest = self.rest.trim_start();
        let end = rest
            .char_indices()
            .find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && *c == '-')))
            .map_or(rest.len(), |(at, _)| at);
        let (digits, after) = rest.split_at(end);
        match digits.parse() {
            Ok(value) => {
                self.rest = after;
                Ok(value)
            }
            Err(_) => Err(format!("a number is wanted, not `{rest}`")),
        }
    }

    fn number(&mut self) -> Result<BigRational, String> {
        let numerator = self.integer()?;
        if !(self.skip("/") || self.skip("\\")) {
            return Ok(BigRational::from_integer(numerator));
        }
        let denominator = self.integer()?;
        if denominator.is_zero() {
            return Err("a fraction with denominator 0".to_owned());
        }
        Ok(BigRational::new(numerator, denominator))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lists_numbers_and_null() {
        let mut heap = Heap::default();
        let ints = Type::Array(Box::new(Type::Int));
        let rows = Type::Array(Box::new(ints.clone()));
        let value = argument("[[1, -2], [], null]", &rows, &mut heap).unwrap();
        assert_eq!(value, Value::Array(2));
        assert_eq!(heap.length(0), Some(2));
        assert_eq!(
            argument(" -7 ", &Type::Int, &mut heap).unwrap(),
            Value::int(-7)
        );
        assert!(argument("[1, 2", &ints, &mut heap).is_err());
        assert!(argument("1 2", &Type::Int, &mut heap).is_err());
        assert!(argument("x", &Type::Int, &mut heap).is_err());
        assert!(argument("1/0", &Type::Rational, &mut heap).is_err());
    }
}
