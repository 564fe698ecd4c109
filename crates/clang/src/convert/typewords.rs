//! The words that types are written with: tokens, qualifiers, attributes, names of simple types.

use crate::tokens::{Token, TokenKind};
use crate::tree::TemplateArgument;
use crate::types::{AddressSpace, FloatKind, IntKind, Qual, Type, TypeId};

pub(super) struct Parser<'p> {
    pub(super) text: &'p str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
}

impl<'p> Parser<'p> {
    pub(super) fn peek(&self) -> &'p str {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, more: usize) -> &'p str {
        let text = self.text;
        self.tokens
            .get(self.at + more)
            .map_or("", |token| token.of(text))
    }

    pub(super) fn is_word(&self) -> bool {
        self.tokens
            .get(self.at)
            .is_some_and(|token| token.kind == TokenKind::Word)
    }

    pub(super) fn take(&mut self) -> &'p str {
        let word = self.peek();
        self.at += 1;
        word
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    /// Past the bracket that closes the one before, with what is between.
    pub(super) fn bracket(&mut self) -> &'p str {
        let from = self
            .tokens
            .get(self.at)
            .map_or(self.text.len(), |t| t.start);
        let mut depth = 1;
        while self.at < self.tokens.len() {
            match self.take() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth -= 1;
                    if depth == 0 {
                        let end = self.tokens[self.at - 1].start;
                        return self.text.get(from..end).unwrap_or("");
                    }
                }
                _ => {}
            }
        }
        self.text.get(from..).unwrap_or("")
    }
}

/// What stands before a declarator's name.
#[derive(Default)]
pub(super) struct Specifiers {
    pub(super) constant: bool,
    pub(super) volatile: bool,
    pub(super) restrict: bool,
    pub(super) space: AddressSpace,
    /// Of an image, which is then a type of its own.
    pub(super) read_write: bool,
    pub(super) words: Vec<&'static str>,
    pub(super) base: Option<TypeId>,
    pub(super) vector: Option<(u32, bool)>,
    /// Bytes of a GCC vector, before its element is known.
    pub(super) vector_bytes: Option<u64>,
    /// An extended vector's or typedef's own qualifiers.
    pub(super) inner: Option<Qual>,
}

pub(super) fn flat(arguments: &[TemplateArgument]) -> Vec<TemplateArgument> {
    arguments
        .iter()
        .flat_map(|argument| match argument {
            TemplateArgument::Pack(inner) => flat(inner),
            other => vec![other.clone()],
        })
        .collect()
}

/// A number with its suffix, or a character.
pub(super) fn integer(word: &str) -> Option<i128> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hex) = digits.strip_prefix("0x") {
        return i128::from_str_radix(hex, 16).ok();
    }
    digits.parse().ok()
}

/// A product, quotient, sum or difference of numbers, as it may stand in a template argument; also
/// `(Enumeration)2U`.
pub(super) fn constant(text: &str) -> Option<i128> {
    let text = text.trim();
    if let Some((cast, number)) = text.split_once(')')
        && cast.starts_with('(')
        && let Some(number) = integer(number)
    {
        return Some(number);
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'))
        && !inner.contains(['(', ')'])
    {
        return constant(inner);
    }
    if let Some((left, right)) = text.rsplit_once(['+']) {
        return constant(left)?.checked_add(constant(right)?);
    }
    if let Some(at) = text.rfind(['*', '/']) {
        let (left, right) = (constant(&text[..at])?, constant(&text[at + 1..])?);
        return match text.as_bytes()[at] {
            b'*' => left.checked_mul(right),
            _ => left.checked_div(right),
        };
    }
    integer(text)
}

/// The end of `(… at file:line:column)` with its parts.
pub(super) fn position(text: &str) -> Option<(usize, &str, usize, usize)> {
    let from = text.find(" at ")? + 4;
    let mut search = from;
    loop {
        let close = search + text.get(search..)?.find(')')?;
        let mut parts = text.get(from..close)?.rsplitn(3, ':');
        let column = parts.next().and_then(|t| t.parse().ok());
        let line = parts.next().and_then(|t| t.parse().ok());
        if let (Some(column), Some(line), Some(file)) = (column, line, parts.next()) {
            return Some((close + 1, file, line, column));
        }
        search = close + 1;
    }
}

pub(super) fn space(word: &str) -> Option<AddressSpace> {
    Some(match word {
        "__private" => AddressSpace::Private,
        "__local" | "__shared__" => AddressSpace::Local,
        "__global" | "__device__" => AddressSpace::Global,
        "__constant" | "__constant__" => AddressSpace::Constant,
        "__generic" => AddressSpace::Generic,
        _ => return None,
    })
}

pub(super) fn attribute(text: &str, found: &mut Specifiers) {
    let number = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    if let Some(rest) = text.strip_prefix("ext_vector_type") {
        found.vector = number(rest).map(|count| (count, true));
    } else if let Some(rest) = text.strip_prefix("__vector_size__") {
        // `(4 * sizeof(float))`: a count, the element being the type at hand.
        let count = rest.split('*').next().and_then(number);
        if rest.contains('*') {
            found.vector = count.map(|count| (count, false));
        } else {
            found.vector_bytes = count.map(u64::from);
        }
    }
}

pub(super) const SIMPLE: &[&str] = &[
    "void",
    "bool",
    "_Bool",
    "char",
    "signed",
    "unsigned",
    "short",
    "int",
    "long",
    "float",
    "double",
    "half",
    "__fp16",
    "_Float16",
    "__bf16",
    "__int128",
    "wchar_t",
    "char8_t",
    "char16_t",
    "char32_t",
    "_Complex",
    "nullptr_t",
];

pub(super) const OPAQUE: &[&str] = &[
    "sampler_t",
    "event_t",
    "queue_t",
    "clk_event_t",
    "reserve_id_t",
    "ndrange_t",
    "__builtin_va_list",
];

pub(super) fn simple(words: &[&str]) -> Option<Type> {
    let has = |word: &str| words.contains(&word);
    let longs = words.iter().filter(|&&word| word == "long").count();
    let unsigned = has("unsigned");
    let complex = has("_Complex");
    let float = if has("double") {
        Some(if longs > 0 {
            FloatKind::LongDouble
        } else {
            FloatKind::Double
        })
    } else if has("float") {
        Some(FloatKind::Float)
    } else if has("half") || has("__fp16") || has("_Float16") {
        Some(FloatKind::Half)
    } else if has("__bf16") {
        Some(FloatKind::BFloat16)
    } else {
        None
    };
    if let Some(float) = float {
        return Some(if complex {
            Type::Complex(float)
        } else {
            Type::Float(float)
        });
    }
    let pick = |signed: IntKind, other: IntKind| if unsigned { other } else { signed };
    Some(Type::Int(match () {
        () if has("void") => return Some(Type::Void),
        () if has("nullptr_t") => return Some(Type::NullPointer),
        () if complex => return None,
        () if has("bool") || has("_Bool") => IntKind::Bool,
        () if has("char") && has("signed") => IntKind::SChar,
        () if has("char") => pick(IntKind::Char, IntKind::UChar),
        () if has("wchar_t") => IntKind::WChar,
        () if has("char8_t") => IntKind::Char8,
        () if has("char16_t") => IntKind::Char16,
        () if has("char32_t") => IntKind::Char32,
        () if has("short") => pick(IntKind::Short, IntKind::UShort),
        () if has("__int128") => pick(IntKind::Int128, IntKind::UInt128),
        () if longs >= 2 => pick(IntKind::LongLong, IntKind::ULongLong),
        () if longs == 1 => pick(IntKind::Long, IntKind::ULong),
        () if has("int") || unsigned || has("signed") => pick(IntKind::Int, IntKind::UInt),
        () => return None,
    }))
}
