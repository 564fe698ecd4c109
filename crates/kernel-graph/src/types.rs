//! Scalars of expressions, and the layout of data in memory.

use std::fmt;

/// The formats of floating point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat16,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
}

impl FloatFormat {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat16 => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
        }
    }
}

/// The type of an expression or local.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// A truth value; in memory it takes a byte.
    Bool,
    /// A machine integer of this many bits (1 to 128), without a sign: operators have signs.
    Int(u32),
    /// A floating point number.
    Float(FloatFormat),
    /// An address: an array and a byte offset, or null.
    Pointer,
    /// The address of a function.
    Function,
    /// A handle the program cannot look into: an event, an image, a sampler, a queue.
    Handle,
}

impl Scalar {
    /// How many bytes a value takes in memory.
    ///
    /// `pointer` is the width of a pointer of the target, in bytes.
    pub fn bytes(self, pointer: u32) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::Int(bits) => bits.div_ceil(8),
            Scalar::Float(format) => format.bits() / 8,
            Scalar::Pointer | Scalar::Function | Scalar::Handle => pointer,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool => f.write_str("bool"),
            Scalar::Int(bits) => write!(f, "i{bits}"),
            Scalar::Float(FloatFormat::Half) => f.write_str("f16"),
            Scalar::Float(FloatFormat::BFloat16) => f.write_str("bf16"),
            Scalar::Float(FloatFormat::Single) => f.write_str("f32"),
            Scalar::Float(FloatFormat::Double) => f.write_str("f64"),
            Scalar::Pointer => f.write_str("ptr"),
            Scalar::Function => f.write_str("fn"),
            Scalar::Handle => f.write_str("handle"),
        }
    }
}

/// How data lies in memory, as the program declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes that one value takes, padding included.
    pub size: u64,
    /// Which kind of data.
    pub kind: LayoutKind,
}

/// The kinds of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutKind {
    /// A scalar; signed integers are shown with their sign.
    Scalar {
        /// What is stored.
        scalar: Scalar,
        /// Whether an integer is signed in the program.
        signed: bool,
    },
    /// Elements of one layout, one after the other; their number if it is known.
    Array(Box<Layout>, Option<u64>),
    /// A vector of scalars; of a vector of three the fourth is padding.
    Vector(Scalar, u32),
    /// A struct, class or union (fields that overlap).
    Struct {
        /// Its name; empty if it has none.
        name: String,
        /// In order of declaration.
        fields: Vec<FieldLayout>,
    },
    /// Bytes nothing is known of.
    Opaque,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    /// Its name; empty for a base class or an anonymous member.
    pub name: String,
    /// Byte offset in the struct.
    pub offset: u64,
    /// Its data.
    pub layout: Layout,
    /// For a bit field: the first bit within the field's storage, and how many.
    pub bits: Option<(u32, u32)>,
}

impl Layout {
    /// A scalar.
    pub fn scalar(scalar: Scalar, signed: bool, pointer: u32) -> Self {
        Layout {
            size: u64::from(scalar.bytes(pointer)),
            kind: LayoutKind::Scalar { scalar, signed },
        }
    }

    /// The words behind a variable's name for the part at `offset`, such as `[3].x`; with
    /// `(byte 2)` behind them where the offset lies within a scalar.
    pub fn path(&self, offset: u64) -> String {
        let mut path = String::new();
        let mut layout = self;
        let mut rest = offset;
        loop {
            match &layout.kind {
                LayoutKind::Array(element, _) if element.size > 0 => {
                    path.push_str(&format!("[{}]", rest / element.size));
                    rest %= element.size;
                    layout = element;
                }
                LayoutKind::Struct { fields, .. } => {
                    let within = |field: &&FieldLayout| {
                        field.offset <= rest && rest < field.offset + field.layout.size.max(1)
                    };
                    let Some(field) = fields.iter().find(within) else {
                        path.push_str(&format!(" (byte {rest})"));
                        return path;
                    };
                    if !field.name.is_empty() {
                        path.push_str(&format!(".{}", field.name));
                    }
                    rest -= field.offset;
                    layout = &field.layout;
                }
                LayoutKind::Vector(scalar, lanes) => {
                    let width = u64::from(scalar.bytes(8)).max(1);
                    let lane = rest / width;
                    match ["x", "y", "z", "w"].get(usize::try_from(lane).unwrap_or(usize::MAX)) {
                        Some(name) if *lanes <= 4 => path.push_str(&format!(".{name}")),
                        _ => path.push_str(&format!(".s{lane:x}")),
                    }
                    rest %= width;
                    break;
                }
                LayoutKind::Array(..) | LayoutKind::Scalar { .. } | LayoutKind::Opaque => break,
            }
        }
        if rest > 0 {
            path.push_str(&format!(" (byte {rest})"));
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int() -> Layout {
        Layout::scalar(Scalar::Int(32), true, 8)
    }

    fn array(of: Layout, count: u64) -> Layout {
        Layout {
            size: of.size * count,
            kind: LayoutKind::Array(Box::new(of), Some(count)),
        }
    }

    #[test]
    fn a_path_names_rows_fields_and_bytes() {
        let tile = array(array(int(), 16), 16);
        assert_eq!(tile.path(4 * (16 * 3 + 5)), "[3][5]");
        assert_eq!(tile.path(6), "[0][1] (byte 2)");
        let field = |name: &str, offset, layout| FieldLayout {
            name: name.to_owned(),
            offset,
            layout,
            bits: None,
        };
        let vector = Layout {
            size: 16,
            kind: LayoutKind::Vector(Scalar::Float(FloatFormat::Single), 4),
        };
        let body = Layout {
            size: 24,
            kind: LayoutKind::Struct {
                name: "body".to_owned(),
                fields: vec![field("id", 0, int()), field("pos", 8, vector)],
            },
        };
        let bodies = array(body, 10);
        assert_eq!(bodies.path(24 * 2 + 8 + 8), "[2].pos.z");
        assert_eq!(bodies.path(24 * 9), "[9].id");
        assert_eq!(bodies.path(5), "[0] (byte 5)");
    }
}
