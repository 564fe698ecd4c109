//! Bytes of an array as the programmer names them.

use kernel_graph::{Array, Layout, LayoutKind, Linkage};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// Bytes within the innermost part that they lie in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The array's name with indices and fields: `tile[3][5].x`.
    pub path: String,
    /// The first byte within that part.
    pub first: u64,
    /// How many bytes are meant.
    pub count: Option<u64>,
    /// How many bytes the part has.
    pub size: u64,
}

impl Named {
    /// Whether all of the part is meant.
    fn whole(&self) -> bool {
        self.first == 0 && self.count.is_none_or(|count| count == self.size)
    }

    /// In our words: `tile[3][5]`, `tile[3][5], bytes 2 to 3`.
    pub fn words(&self) -> String {
        let last = self.first + self.count.unwrap_or(1).max(1) - 1;
        match (self.whole(), self.first == last) {
            (true, _) => self.path.clone(),
            (false, true) => format!("{}, byte {last}", self.path),
            (false, false) => format!("{}, bytes {} to {last}", self.path, self.first),
        }
    }

    /// In GPUVerify's words: `tile[3][5] (bytes 2..3)`.
    pub fn published(&self) -> String {
        let last = self.first + self.count.unwrap_or(1).max(1) - 1;
        match (self.whole(), self.first == last) {
            (true, _) => self.path.clone(),
            (false, true) => format!("{} (byte {last})", self.path),
            (false, false) => format!("{} (bytes {}..{last})", self.path, self.first),
        }
    }
}

/// Whether an array is declared with no elements.
pub fn is_empty(array: &Array) -> bool {
    let mut layout = &array.layout;
    while let LayoutKind::Array(element, count) = &layout.kind {
        if *count == Some(0) {
            return true;
        }
        layout = element;
    }
    false
}

/// Names `count` bytes of an array from `offset`; with an unknown offset the array alone.
///
/// `vectors` says whether components of vectors have names of their own.
pub fn name(array: &Array, offset: Option<&BigInt>, count: Option<u64>, vectors: bool) -> Named {
    let alone = Named {
        path: array.name.clone(),
        first: 0,
        count: None,
        size: array.layout.size,
    };
    let Some(offset) = offset else {
        return alone;
    };
    let mut path = array.name.clone();
    let mut layout = &array.layout;
    let mut rest = offset.clone();
    // What a pointer points to is as many elements as there are.
    let elements = match array.linkage {
        Linkage::Parameter(_) => true,
        Linkage::Dynamic => !matches!(layout.kind, LayoutKind::Array(..)),
        Linkage::Variable | Linkage::Literal => false,
    };
    if elements && layout.size > 0 {
        let (index, within) = rest.div_mod_floor(&BigInt::from(layout.size));
        path.push_str(&format!("[{index}]"));
        rest = within;
    }
    let Some(mut rest) = rest.to_u64() else {
        return Named {
            path: format!("{path} at byte {rest}"),
            ..alone
        };
    };
    while let Some((words, inner, within)) = step(layout, rest, count, vectors) {
        path.push_str(&words);
        layout = inner;
        rest = within;
    }
    if let (LayoutKind::Vector(scalar, lanes), true) = (&layout.kind, vectors) {
        let width = u64::from(scalar.bytes(8)).max(1);
        if count.is_some_and(|count| rest % width + count <= width) {
            let lane = rest / width;
            let letter = ["x", "y", "z", "w"].get(usize::try_from(lane).unwrap_or(usize::MAX));
            match letter {
                Some(letter) if *lanes <= 4 => path.push_str(&format!(".{letter}")),
                _ => path.push_str(&format!(".s{lane:x}")),
            }
            return Named {
                path,
                first: rest % width,
                count,
                size: width,
            };
        }
    }
    Named {
        path,
        first: rest,
        count,
        size: layout.size,
    }
}

/// One step into a layout: what is written for it, the part, and the offset within.
fn step(
    layout: &Layout,
    rest: u64,
    count: Option<u64>,
    vectors: bool,
) -> Option<(String, &Layout, u64)> {
    match &layout.kind {
        LayoutKind::Array(element, _) if element.size > 0 => Some((
            format!("[{}]", rest / element.size),
            element,
            rest % element.size,
        )),
        LayoutKind::Struct { fields, .. } if vectors => {
            let within = |offset: u64, size: u64| {
                offset <= rest && rest + count.unwrap_or(1).max(1) <= offset + size
            };
            let field = fields
                .iter()
                .find(|field| within(field.offset, field.layout.size))?;
            let words = match field.name.is_empty() {
                true => String::new(),
                false => format!(".{}", field.name),
            };
            Some((words, &field.layout, rest - field.offset))
        }
        LayoutKind::Array(..)
        | LayoutKind::Struct { .. }
        | LayoutKind::Scalar { .. }
        | LayoutKind::Vector(..)
        | LayoutKind::Opaque => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_graph::{Scalar, Space};

    fn array(of: Layout, count: u64) -> Layout {
        Layout {
            size: of.size * count,
            kind: LayoutKind::Array(Box::new(of), Some(count)),
        }
    }

    fn named(layout: Layout, linkage: Linkage, offset: i64, count: u64) -> (String, String) {
        let array = Array {
            name: "a".to_owned(),
            space: Space::Shared,
            linkage,
            layout,
            bytes: None,
            initial: None,
            functions: std::collections::BTreeMap::new(),
            place: kernel_graph::Place::default(),
        };
        let named = name(&array, Some(&BigInt::from(offset)), Some(count), true);
        (named.words(), named.published())
    }

    #[test]
    fn bytes_have_names() {
        let int = Layout::scalar(Scalar::Int(32), true, 8);
        let tile = array(array(int.clone(), 16), 16);
        let of = |offset, count| named(tile.clone(), Linkage::Variable, offset, count);
        assert_eq!(of(4 * 53, 4).0, "a[3][5]");
        assert_eq!(of(6, 1).0, "a[0][1], byte 2");
        assert_eq!(of(6, 2).1, "a[0][1] (bytes 2..3)");
        let of = |offset, count| named(int.clone(), Linkage::Parameter(0), offset, count);
        assert_eq!(of(8, 4).0, "a[2]");
        assert_eq!(of(-4, 4).0, "a[-1]");
        let vector = Layout {
            size: 16,
            kind: LayoutKind::Vector(Scalar::Int(32), 4),
        };
        let of = |offset, count| named(vector.clone(), Linkage::Parameter(0), offset, count);
        assert_eq!(of(16 + 8, 4).0, "a[1].z");
        assert_eq!(of(16, 16).0, "a[1]");
    }
}
