//! Arguments and contents of arrays, as users write them.

use crate::sizes::reached;
use executor::{Contents, Value};
use kernel_graph::{ArrayId, ExprKind, FloatFormat, FunctionId, Linkage, Module, Scalar, Space};
use std::collections::BTreeSet;
use text::nearest::nearest;

/// What an array is to contain.
pub(super) struct GivenArray {
    pub array: ArrayId,
    pub contents: Contents,
    /// How many bytes it is to have, where the program leaves that open.
    pub bytes: Option<u64>,
}

/// The arrays of global and constant memory and those of a launch's size that a kernel can reach.
pub fn arrays(module: &Module, kernel: FunctionId) -> Vec<ArrayId> {
    let mut found = BTreeSet::new();
    for function in reached(module, kernel) {
        let mut see = |e: &kernel_graph::Expr| {
            if let ExprKind::Base(array) = e.kind {
                found.insert(array);
            }
        };
        for block in &function.blocks {
            let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
            stmts.for_each(|e| e.visit(&mut see));
            block
                .end
                .exprs()
                .into_iter()
                .for_each(|e| e.visit(&mut see));
        }
    }
    let seen = |id: &ArrayId| {
        module.array(*id).is_some_and(|array| match array.space {
            Space::Global | Space::Constant => array.linkage != Linkage::Literal,
            Space::Shared => array.linkage == Linkage::Dynamic,
            Space::Private => false,
        })
    };
    found.into_iter().filter(seen).collect()
}

fn halves(text: &str) -> Result<(&str, &str), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim(), value.trim()))
}

/// That a name is none of these.
fn unknown(name: &str, all: &[&str], what: &str) -> String {
    let listed: Vec<String> = all.iter().map(|one| format!("`{one}`")).collect();
    match (nearest(name, all.iter().copied()), all.is_empty()) {
        (Some(near), _) => format!("the kernel has no {what} `{name}`; did you mean `{near}`?"),
        (None, true) => format!("the kernel has no {what}"),
        (None, false) => format!(
            "the kernel has no {what} `{name}`, but {}",
            listed.join(", ")
        ),
    }
}

/// A parameter's value, as `n=100`.
pub(super) fn argument(
    module: &Module,
    kernel: FunctionId,
    text: &str,
) -> Result<(String, Value), String> {
    let (name, value) = halves(text)?;
    let function = module.functions.get(kernel.0 as usize);
    let params = function.into_iter().flat_map(|f| &f.params);
    let found = params.clone().find(|param| param.name == name);
    let local = found.and_then(|param| function?.local(param.local));
    let Some(local) = local else {
        let all: Vec<&str> = params.map(|param| param.name.as_str()).collect();
        return Err(unknown(name, &all, "scalar parameter"));
    };
    Ok((name.to_owned(), scalar(value, local.scalar)?))
}

fn scalar(text: &str, scalar: Scalar) -> Result<Value, String> {
    match scalar {
        Scalar::Bool => match text {
            "true" | "1" => Ok(Value::Bits(1)),
            "false" | "0" => Ok(Value::Bits(0)),
            _ => Err("expected true or false".to_owned()),
        },
        Scalar::Int(width) => {
            let hex = text.strip_prefix("0x").or(text.strip_prefix("0X"));
            let number = match hex {
                Some(digits) => i128::from_str_radix(digits, 16),
                None => text.parse(),
            };
            let number = number.map_err(|_| "expected a whole number".to_owned())?;
            let most = 1i128.checked_shl(width).unwrap_or(i128::MAX);
            if number >= most || number < -(most / 2) {
                return Err(format!("the number does not fit in {width} bits"));
            }
            let mask = most.wrapping_sub(1).cast_unsigned();
            Ok(Value::Bits(number.cast_unsigned() & mask))
        }
        Scalar::Float(format) => {
            let number = text.parse().map_err(|_| "expected a number".to_owned())?;
            Ok(executor::float_value(number, format))
        }
        Scalar::Pointer | Scalar::Function | Scalar::Handle => {
            Err("there is no way to write a value of this type".to_owned())
        }
    }
}

/// What an array contains: `a=rand:100`, `a=any:100`, `a=iota:100`, `a=zero:100`, `a=below8:100`,
/// `a=[1, 2, 3]`.
pub(super) fn array(module: &Module, kernel: FunctionId, text: &str) -> Result<GivenArray, String> {
    let (name, value) = halves(text)?;
    let all = arrays(module, kernel);
    let of = |id: &ArrayId| module.array(*id);
    let found = all.iter().find(|id| of(id).is_some_and(|a| a.name == name));
    let Some((id, array)) = found.and_then(|id| Some((*id, of(id)?))) else {
        let all: Vec<&str> = all.iter().filter_map(of).map(|a| a.name.as_str()).collect();
        return Err(unknown(name, &all, "array"));
    };
    let (contents, count) = match value.strip_prefix('[').and_then(|v| v.strip_suffix(']')) {
        Some(list) => {
            let parts = list
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty());
            let numbers: Result<Vec<f64>, _> = parts.map(str::parse).collect();
            let numbers = numbers.map_err(|_| "expected numbers in the list".to_owned())?;
            let count = numbers.len();
            (Contents::Given(numbers), Some(count as u64))
        }
        None => {
            let (kind, count) = match value.split_once(':') {
                Some((kind, count)) => {
                    let count = count.parse().map_err(|_| "expected a number of elements");
                    (kind, Some(count?))
                }
                None => (value, None),
            };
            (kind_of(kind)?, count)
        }
    };
    let bytes = count.and_then(|count: u64| count.checked_mul(array.layout.size.max(1)));
    Ok(GivenArray {
        array: id,
        contents,
        bytes,
    })
}

fn kind_of(kind: &str) -> Result<Contents, String> {
    let below = kind.strip_prefix("below").and_then(|n| n.parse().ok());
    Ok(match (kind, below) {
        (_, Some(bound)) => Contents::Below(bound),
        ("rand", _) => Contents::Below(1000),
        ("any", _) => Contents::Any,
        ("iota", _) => Contents::Iota,
        ("zero", _) => Contents::Zero,
        _ => {
            let kinds = "rand, any, iota, zero, below8 (or another number) with :COUNT, or a list";
            return Err(format!("expected {kinds}"));
        }
    })
}

/// A value as programmers write it.
pub(super) fn shown(value: Value, scalar: Scalar, signed: bool) -> String {
    let bits = value.bits();
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::Int(width) if signed && (1..128).contains(&width) => {
            let shift = 128 - width;
            ((bits << shift).cast_signed() >> shift).to_string()
        }
        Scalar::Int(_) => bits.to_string(),
        Scalar::Float(format) => {
            let number = executor::float_number(value, format);
            match format {
                // As short as the format allows.
                FloatFormat::Double => format!("{number:?}"),
                FloatFormat::Half | FloatFormat::BFloat16 | FloatFormat::Single => {
                    #[allow(clippy::cast_possible_truncation)]
                    let number = number as f32;
                    format!("{number:?}")
                }
            }
        }
        Scalar::Pointer => match value {
            Value::Address(pointer) if pointer.is_null() => "null".to_owned(),
            _ => "an address".to_owned(),
        },
        Scalar::Function | Scalar::Handle => format!("{bits:#x}"),
    }
}
