//! Both kernels executed on the same numbers, small ones first.

use crate::model::{Difference, Sizes};
use crate::work::{Work, is_float};
use executor::{Contents, Options, Schedule, Value};
use kernel_graph::{Linkage, Scalar};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};
use symbolic::{Arena, Leaf, Level, Named, Node, Pair, TermId};

/// So many elements of each array have a value of their own; those behind are zero.
const ELEMENTS: usize = 1 << 14;

/// So many contents are tried.
const TRIES: u64 = 6;

/// What executions show.
pub(crate) enum Executed {
    /// The kernels differ.
    Differs(Box<Difference>),
    /// They do not in those that were made.
    Same,
    /// None came to its end.
    Unknown,
}

/// The bits of an integer in a type.
// Sizes are small.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn bits(value: i64, scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Int(width) => i128::from(value).cast_unsigned() & symbolic::arith::mask(width),
        Scalar::Bool => u128::from(value != 0),
        Scalar::Float(format) => symbolic::float::bits(value as f64, format),
        Scalar::Pointer | Scalar::Function | Scalar::Handle => i128::from(value).cast_unsigned(),
    }
}

/// What a kernel leaves: by the array's key and the byte, the type and the bits.
type Left = BTreeMap<(u32, i64), (Scalar, u128)>;

struct Try<'a> {
    work: &'a Work<'a>,
    sizes: &'a Sizes,
    seed: u64,
    inputs: BTreeMap<u32, Vec<f64>>,
}

/// Looks for contents on which the kernels differ; `open` are the elements whose terms are not the same, if there are terms.
pub(crate) fn differ(work: &Work<'_>, sizes: &Sizes, open: Option<(&Arena, &[Pair])>) -> Executed {
    let mut ended = false;
    for seed in 0..TRIES {
        let inputs = work.keys.values().map(|key| (*key, contents(seed, *key)));
        let one = Try {
            work,
            sizes,
            seed,
            inputs: inputs.collect(),
        };
        let (Some(old), Some(new)) = (one.left(0), one.left(1)) else {
            continue;
        };
        ended = true;
        if let Some(difference) = one.difference(&old, &new, open) {
            return Executed::Differs(Box::new(difference));
        }
    }
    if ended {
        Executed::Same
    } else {
        Executed::Unknown
    }
}

/// Numbers: whole ones first, then others.
// Numbers below a few thousand.
#[allow(clippy::cast_precision_loss)]
fn contents(seed: u64, key: u32) -> Vec<f64> {
    let mut random = Random::new(seed.wrapping_mul(1000) + u64::from(key));
    let mut one = || match seed % 3 {
        0 => random.below(9) as f64,
        1 => (random.below(17) as f64 - 8.0) / 4.0,
        _ => (random.below(2001) as f64 - 1000.0) / 64.0,
    };
    (0..ELEMENTS).map(|_| one()).collect()
}

/// What an array of a key contains after launches that have left this.
fn after(given: Contents, before: &Left, key: u32) -> Contents {
    let mut bytes = BTreeMap::new();
    for ((_, offset), (scalar, bits)) in before.range((key, i64::MIN)..=(key, i64::MAX)) {
        for at in 0..scalar.bytes(8).min(16) {
            let byte = u8::try_from(bits >> (8 * at) & 0xff).unwrap_or(0);
            bytes.insert(offset.saturating_add(i64::from(at)), byte);
        }
    }
    match bytes.is_empty() {
        true => given,
        false => Contents::Bytes(Box::new(given), bytes),
    }
}

impl Try<'_> {
    /// What the launches of a side leave in all outputs; none if an execution says nothing.
    fn left(&self, side: usize) -> Option<Left> {
        let temporaries = self.work.temporaries();
        let mut all = Left::new();
        for step in 0..self.work.starts.get(side)?.len() {
            let found = self.launched((side, step), &all)?;
            all.extend(found);
        }
        all.retain(|(key, _), _| !temporaries.contains(key));
        Some(all)
    }

    /// What one launch leaves, after what those before it have left.
    fn launched(&self, at: (usize, usize), before: &Left) -> Option<Left> {
        let start = self.work.start(at)?;
        let extent = self.work.extent(at, self.sizes)?;
        let one = start.side;
        let module = &one.graphs.module;
        let graph = module.functions.get(start.function.0 as usize)?;
        let (block, grid) = (extent.block, extent.grid);
        let mut launch = executor::Launch::new(start.function, block, grid, self.seed + 1);
        for param in &graph.params {
            let part = self.work.matched.part(at, one.kernel, &param.name)?;
            let scalar = graph.local(param.local)?.scalar;
            let value = match self.work.value(&part, self.sizes) {
                Some(value) => value,
                None => 1 + i64::from(*self.work.keys.get(&part)? % 3),
            };
            let value = Value::Bits(bits(value, scalar));
            launch.arguments.insert(param.name.clone(), value);
        }
        for (part, id) in &start.arrays {
            // Of another type the same numbers would be other bits.
            let (first, same) = self.work.first_with(part)?;
            let layout = &first.side.graphs.module.array(same)?.layout;
            if !self.work.is_pair() && *layout != module.array(*id)?.layout {
                return None;
            }
            let key = *self.work.keys.get(part)?;
            let given = Contents::Given(self.inputs.get(&key)?.clone());
            launch.contents.insert(*id, after(given, before, key));
        }
        if let Some(bytes) = extent.shared {
            for (number, array) in (0..).zip(&module.arrays) {
                if array.linkage == Linkage::Dynamic {
                    launch.extents.insert(kernel_graph::ArrayId(number), bytes);
                }
            }
        }
        let options = Options {
            steps: 10_000_000,
            no_signed_overflow: true,
            ordered_sums: true,
            ..Options::default()
        };
        let outcome = executor::run(module, &launch, &options, Schedule::Forward);
        // What depends on uninitialized values shows nothing.
        if outcome.stop.is_some() || outcome.arbitrary || !outcome.warnings.is_empty() {
            return None;
        }
        let keys: BTreeMap<_, u32> = start
            .arrays
            .iter()
            .filter_map(|(part, id)| Some((*id, *self.work.keys.get(part)?)))
            .collect();
        let mut found = Left::new();
        for array in &outcome.arrays {
            let Some(key) = keys.get(&array.array) else {
                continue;
            };
            for element in &array.elements {
                let bits = element.value.bits();
                found.insert((*key, element.offset), (element.scalar, bits));
            }
        }
        Some(found)
    }

    /// What an array contains before the launch.
    // Contents are small.
    #[allow(clippy::cast_possible_truncation)]
    fn before(&self, key: u32, offset: i64, scalar: Scalar) -> Option<u128> {
        let bytes = i64::from(scalar.bytes(8));
        let at = usize::try_from(offset.div_euclid(bytes)).ok()?;
        let number = self.inputs.get(&key)?.get(at).copied().unwrap_or(0.0);
        Some(match scalar {
            Scalar::Float(format) => symbolic::float::bits(number, format),
            Scalar::Bool => u128::from(number != 0.0),
            Scalar::Int(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => {
                bits(number as i64, scalar)
            }
        })
    }

    fn difference(
        &self,
        old: &Left,
        new: &Left,
        open: Option<(&Arena, &[Pair])>,
    ) -> Option<Difference> {
        let places: BTreeSet<(u32, i64)> = old.keys().chain(new.keys()).copied().collect();
        for place in places {
            let (a, b) = (old.get(&place), new.get(&place));
            let scalar = a.or(b)?.0;
            // Elements of other types are not compared as numbers.
            if a.is_some_and(|(own, _)| *own != scalar) || b.is_some_and(|(own, _)| *own != scalar)
            {
                continue;
            }
            let before = self.before(place.0, place.1, scalar)?;
            let value = |side: Option<&(Scalar, u128)>| side.map_or(before, |(_, bits)| *bits);
            if self.alike((value(a), value(b)), scalar) {
                continue;
            }
            let pair = open.and_then(|(arena, pairs)| {
                let own = |pair: &&Pair| {
                    let start = pair.piece.0.saturating_mul(i64::from(pair.piece.1));
                    pair.key == place.0
                        && start <= place.1
                        && place.1 < start + i64::from(pair.piece.1)
                };
                pairs.iter().find(own).map(|pair| (arena, pair))
            });
            // Where terms are the same, an execution that differs is a matter of rounding.
            if open.is_some() && pair.is_none() {
                continue;
            }
            let shown = |side: Option<&(Scalar, u128)>| match side {
                Some((_, bits)) => show(*bits, scalar),
                None => format!("{} (not written)", show(before, scalar)),
            };
            let element = Named::Input(place.0, place.1, 8 * scalar.bytes(8));
            return Some(Difference {
                element: self.work.named(element),
                old: shown(a),
                new: shown(b),
                inputs: pair.map_or_else(Vec::new, |(arena, pair)| self.inputs_of(arena, pair)),
                terms: pair.map(|(arena, pair)| {
                    let of = |id| symbolic::show(arena, id, 6, &|named| self.work.named(named));
                    (of(pair.old), of(pair.new))
                }),
            });
        }
        None
    }

    /// Whether two values are the same as far as the level goes.
    fn alike(&self, (a, b): (u128, u128), scalar: Scalar) -> bool {
        let Scalar::Float(format) = scalar else {
            return a == b;
        };
        let (x, y) = (
            symbolic::float::number(a, format),
            symbolic::float::number(b, format),
        );
        if a == b || x.is_nan() && y.is_nan() {
            return true;
        }
        match self.work.ask.demanded {
            // Two runs of one machine: the same operations give the same bits.
            Level::Exact => false,
            Level::Reordered | Level::Real => {
                let size = x.abs().max(y.abs());
                // What is beyond all numbers in one order may not be in another.
                !x.is_finite() || !y.is_finite() || (x - y).abs() <= 1e-2 * (1.0 + size)
            }
        }
    }

    /// What was in the elements on which two terms depend.
    fn inputs_of(&self, arena: &Arena, pair: &Pair) -> Vec<String> {
        const MOST: usize = 8;
        let mut seen: BTreeSet<TermId> = BTreeSet::new();
        let mut work = vec![pair.old, pair.new];
        let mut leaves = BTreeSet::new();
        while let Some(id) = work.pop() {
            if !seen.insert(id) || seen.len() > 10_000 {
                continue;
            }
            if let Node::Leaf(Leaf::Input(key, offset)) = arena.node(id) {
                leaves.insert((*key, *offset, arena.width(id)));
            }
            work.extend(arena.node(id).args());
        }
        let more = leaves.len().saturating_sub(MOST);
        let mut found: Vec<String> = leaves
            .into_iter()
            .take(MOST)
            .filter_map(|(key, offset, width)| {
                let scalar = self.scalar(key, width);
                let bits = self.before(key, offset, scalar)?;
                let name = self.work.named(Named::Input(key, offset, width));
                Some(format!("{name} = {}", show(bits, scalar)))
            })
            .collect();
        if more > 0 {
            found.push(format!("and {more} more"));
        }
        found
    }

    fn scalar(&self, key: u32, width: u32) -> Scalar {
        let part = self.work.part(key);
        let mut layouts = self.work.all().filter_map(|(_, start)| {
            let id = start.arrays.get(part?)?;
            Some(&start.side.graphs.module.array(*id)?.layout)
        });
        let mut layout = layouts.next();
        loop {
            match layout.map(|layout| &layout.kind) {
                Some(kernel_graph::LayoutKind::Scalar { scalar, .. }) => return *scalar,
                Some(kernel_graph::LayoutKind::Vector(scalar, _)) if is_float(*scalar) => {
                    return *scalar;
                }
                Some(kernel_graph::LayoutKind::Array(element, _)) => layout = Some(element),
                _ => return Scalar::Int(width),
            }
        }
    }
}

/// A value as programmers write it.
fn show(bits: u128, scalar: Scalar) -> String {
    match scalar {
        Scalar::Float(format) => format!("{:?}", symbolic::float::number(bits, format)),
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::Int(width) => symbolic::arith::signed(bits, width).to_string(),
        Scalar::Pointer | Scalar::Function | Scalar::Handle => format!("{bits:#x}"),
    }
}
