//! Names of operators, casts and vector elements.

use crate::kinds::NodeKind;
use crate::tree::{BinaryOp, CastForm, UnaryOp};

pub(super) fn binary(opcode: &str) -> Option<BinaryOp> {
    Some(match opcode {
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "<" => BinaryOp::Lt,
        ">" => BinaryOp::Gt,
        "<=" => BinaryOp::Le,
        ">=" => BinaryOp::Ge,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<=>" => BinaryOp::Compare,
        "&" => BinaryOp::And,
        "^" => BinaryOp::Xor,
        "|" => BinaryOp::Or,
        "&&" => BinaryOp::LogicalAnd,
        "||" => BinaryOp::LogicalOr,
        "," => BinaryOp::Comma,
        ".*" => BinaryOp::MemberPointer,
        "->*" => BinaryOp::MemberPointerArrow,
        _ => return None,
    })
}

pub(super) fn unary(opcode: &str, postfix: bool) -> Option<UnaryOp> {
    Some(match (opcode, postfix) {
        ("+", _) => UnaryOp::Plus,
        ("-", _) => UnaryOp::Minus,
        ("~", _) => UnaryOp::Not,
        ("!", _) => UnaryOp::LogicalNot,
        ("&", _) => UnaryOp::Address,
        ("*", _) => UnaryOp::Deref,
        ("++", false) => UnaryOp::PreIncrement,
        ("--", false) => UnaryOp::PreDecrement,
        ("++", true) => UnaryOp::PostIncrement,
        ("--", true) => UnaryOp::PostDecrement,
        ("__real", _) => UnaryOp::Real,
        ("__imag", _) => UnaryOp::Imag,
        ("__extension__", _) => UnaryOp::Extension,
        _ => return None,
    })
}

pub(super) fn cast_form(kind: NodeKind) -> CastForm {
    match kind {
        NodeKind::CStyleCastExpr => CastForm::C,
        NodeKind::CXXFunctionalCastExpr => CastForm::Functional,
        NodeKind::CXXStaticCastExpr => CastForm::Static,
        NodeKind::CXXReinterpretCastExpr => CastForm::Reinterpret,
        NodeKind::CXXConstCastExpr => CastForm::Const,
        NodeKind::CXXDynamicCastExpr => CastForm::Dynamic,
        NodeKind::CXXAddrspaceCastExpr => CastForm::AddressSpace,
        NodeKind::BuiltinBitCastExpr => CastForm::Bit,
        _ => CastForm::Implicit,
    }
}

/// The elements that a swizzle takes of a vector of `count`.
pub(super) fn swizzle(name: &str, count: u32) -> Option<Vec<u8>> {
    // The half of three elements is two, of which the last is not there.
    let half = count.div_ceil(2);
    let range = |from: u32, step: usize, many: u32| {
        (from..)
            .step_by(step)
            .take(many as usize)
            .map(|at| u8::try_from(at).ok())
            .collect::<Option<Vec<u8>>>()
    };
    match name {
        "lo" => return range(0, 1, half),
        "hi" => return range(half, 1, half),
        "even" => return range(0, 2, half),
        "odd" => return range(1, 2, half),
        _ => {}
    }
    if let Some(digits) = name.strip_prefix(['s', 'S'])
        && !digits.is_empty()
        && digits.chars().all(|digit| digit.is_ascii_hexdigit())
    {
        return digits
            .chars()
            .map(|digit| digit.to_digit(16).and_then(|at| u8::try_from(at).ok()))
            .collect();
    }
    name.chars()
        .map(|letter| match letter {
            'x' | 'r' => Some(0),
            'y' | 'g' => Some(1),
            'z' | 'b' => Some(2),
            'w' | 'a' => Some(3),
            _ => None,
        })
        .collect::<Option<Vec<u8>>>()
        .filter(|elements| !elements.is_empty())
}

/// The bytes of a string literal as clang prints it, without the final zero.
pub(super) fn unescape(text: &str) -> Option<Vec<u8>> {
    let from = text.find('"')?;
    let inner = text.get(from + 1..)?.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut rest = inner.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let escape = rest.next()?;
        match escape {
            b'n' => bytes.push(b'\n'),
            b't' => bytes.push(b'\t'),
            b'r' => bytes.push(b'\r'),
            b'a' => bytes.push(7),
            b'b' => bytes.push(8),
            b'v' => bytes.push(11),
            b'f' => bytes.push(12),
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    if let Some(digit @ b'0'..=b'7') = rest.peek().copied() {
                        value = value * 8 + u32::from(digit - b'0');
                        rest.next();
                    }
                }
                bytes.push(u8::try_from(value).ok()?);
            }
            b'x' => {
                let mut value = 0u32;
                while let Some(digit) = rest.peek().and_then(|&d| char::from(d).to_digit(16)) {
                    value = value.checked_mul(16)?.checked_add(digit)?;
                    rest.next();
                }
                bytes.push(u8::try_from(value).ok()?);
            }
            b'u' | b'U' => return None,
            other => bytes.push(other),
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_by_name() {
        assert_eq!(swizzle("xyzx", 4), Some(vec![0, 1, 2, 0]));
        assert_eq!(swizzle("s0aF", 16), Some(vec![0, 10, 15]));
        assert_eq!(swizzle("hi", 3), Some(vec![2, 3]));
        assert_eq!(swizzle("odd", 8), Some(vec![1, 3, 5, 7]));
        assert_eq!(swizzle("q", 4), None);
    }

    #[test]
    fn strings() {
        assert_eq!(unescape(r#""a\n\001\\""#), Some(b"a\n\x01\\".to_vec()));
    }
}
