//! The operations of the data theories.

use std::sync::Arc;

use crate::Sort;
use crate::shape::{Places, Shape};

/// There are no tuples with more members.
pub const TUPLE_MEMBERS: u8 = 12;

/// A data theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theory {
    /// Sequences.
    Seq,
    /// Finite sets.
    Set,
    /// Finite bags.
    Bag,
    /// Finite maps.
    Map,
    /// Options.
    Option,
    /// Tuples.
    Tuple,
    /// Strings.
    String,
    /// Constants of enumerations.
    Enum,
    /// Sums and products over ranges.
    Fold,
}

/// How many arguments an operation takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// Each of the listed ones, once.
    Once,
    /// The listed ones any number of times, as in a literal.
    Repeated,
}

/// What is known of an operation.
enum Form {
    /// Its line of the table.
    Listed(Entry),
    /// A tuple takes any arguments.
    Tuple,
    Member(usize),
    Text,
}

/// A line of the table.
struct Entry {
    theory: Theory,
    name: &'static str,
    args: &'static [Shape],
    count: Count,
    result: Shape,
}

macro_rules! operations {
    ($($(#[$doc:meta])* $op:ident = $theory:ident $name:literal
        $count:ident [$($arg:ident)*] -> $result:ident;)*) => {
        /// An operation of a data theory. Functions that only axioms speak of, such as the
        /// witness that two sets differ, are among them.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum DataOp {
            $($(#[$doc])* $op,)*
            /// The tuple of its arguments.
            TupleMake,
            /// A member of a tuple, counted from 0 and below [`TUPLE_MEMBERS`].
            TuplePart(u8),
            /// The string with this text, as it is written between quotes.
            StrLiteral(Arc<str>),
        }

        impl DataOp {
            /// The operations with a line in the table: all but tuples and literal strings.
            pub const TABLE: &[DataOp] = &[$(DataOp::$op),*];

            fn form(&self) -> Form {
                match self {
                    $(DataOp::$op => Form::Listed(Entry {
                        theory: Theory::$theory,
                        name: $name,
                        args: &[$(Shape::$arg),*],
                        count: Count::$count,
                        result: Shape::$result,
                    }),)*
                    DataOp::TupleMake => Form::Tuple,
                    DataOp::TuplePart(at) => Form::Member(usize::from(*at)),
                    DataOp::StrLiteral(_) => Form::Text,
                }
            }
        }
    };
}

operations! {
    /// The empty sequence.
    SeqEmpty = Seq "seq.empty" Once [] -> Seq;
    /// The sequence of one element.
    SeqSingle = Seq "seq.single" Once [A] -> Seq;
    /// The sequence of its arguments.
    SeqLiteral = Seq "seq.literal" Repeated [A] -> Seq;
    /// How many elements a sequence has.
    SeqLen = Seq "seq.len" Once [Seq] -> Int;
    /// The element at an index.
    SeqAt = Seq "seq.at" Once [Seq Int] -> A;
    /// One sequence after another.
    SeqAppend = Seq "seq.append" Once [Seq Seq] -> Seq;
    /// The first so many elements.
    SeqTake = Seq "seq.take" Once [Seq Int] -> Seq;
    /// What comes after the first so many elements.
    SeqDrop = Seq "seq.drop" Once [Seq Int] -> Seq;
    /// The elements from one index up to, not including, another.
    SeqSlice = Seq "seq.slice" Once [Seq Int Int] -> Seq;
    /// The sequence without the element at an index.
    SeqRemove = Seq "seq.remove" Once [Seq Int] -> Seq;
    /// The sequence with another element at an index.
    SeqUpdate = Seq "seq.update" Once [Seq Int A] -> Seq;
    /// Whether a value is an element.
    SeqContains = Seq "seq.contains" Once [Seq A] -> Bool;
    /// The integers from one up to, not including, another.
    SeqRange = Seq "seq.range" Once [Int Int] -> SeqOfInts;
    /// The values of a total map at the integers of a range.
    SeqValues = Seq "seq.values" Once [Total Int Int] -> Seq;
    /// Whether two sequences are equal.
    SeqEq = Seq "seq.eq" Once [Seq Seq] -> Bool;
    /// An index at which two different sequences differ.
    SeqDiff = Seq "seq.diff" Once [Seq Seq] -> Int;
    /// An index of an element.
    SeqIndex = Seq "seq.index" Once [Seq A] -> Int;

    /// The empty set.
    SetEmpty = Set "set.empty" Once [] -> Set;
    /// The set with one more element.
    SetAdd = Set "set.add" Once [Set A] -> Set;
    /// The set of its arguments.
    SetLiteral = Set "set.literal" Repeated [A] -> Set;
    /// Whether a value is an element.
    SetContains = Set "set.contains" Once [Set A] -> Bool;
    /// Union.
    SetUnion = Set "set.union" Once [Set Set] -> Set;
    /// Intersection.
    SetInter = Set "set.inter" Once [Set Set] -> Set;
    /// Difference.
    SetDiff = Set "set.diff" Once [Set Set] -> Set;
    /// Whether one is a subset of the other.
    SetSubset = Set "set.subset" Once [Set Set] -> Bool;
    /// Whether one is a subset of the other and not equal to it.
    SetStrict = Set "set.strict" Once [Set Set] -> Bool;
    /// Whether two sets have no element in common.
    SetDisjoint = Set "set.disjoint" Once [Set Set] -> Bool;
    /// Whether two sets are equal.
    SetEq = Set "set.eq" Once [Set Set] -> Bool;
    /// How many elements a set has.
    SetCard = Set "set.card" Once [Set] -> Int;
    /// An element of a set that is not empty, chosen by the language.
    SetChoose = Set "set.choose" Once [Set] -> A;
    /// The integers from one up to, not including, another.
    SetRange = Set "set.range" Once [Int Int] -> SetOfInts;
    /// An element of a set that is not empty, for the axioms.
    SetSome = Set "set.some" Once [Set] -> A;
    /// An element of the first set that is not in the second.
    SetOutside = Set "set.outside" Once [Set Set] -> A;
    /// An element of both sets.
    SetCommon = Set "set.common" Once [Set Set] -> A;
    /// An element of one of two different sets.
    SetDiffers = Set "set.differs" Once [Set Set] -> A;

    /// The empty bag.
    BagEmpty = Bag "bag.empty" Once [] -> Bag;
    /// The bag with an element once more.
    BagAdd = Bag "bag.add" Once [Bag A] -> Bag;
    /// The bag of its arguments.
    BagLiteral = Bag "bag.literal" Repeated [A] -> Bag;
    /// How often a value is in a bag.
    BagCount = Bag "bag.count" Once [Bag A] -> Int;
    /// The sum of two bags.
    BagUnion = Bag "bag.union" Once [Bag Bag] -> Bag;
    /// The minimum of two bags.
    BagInter = Bag "bag.inter" Once [Bag Bag] -> Bag;
    /// Difference.
    BagDiff = Bag "bag.diff" Once [Bag Bag] -> Bag;
    /// Whether the other has each element at least as often.
    BagSubset = Bag "bag.subset" Once [Bag Bag] -> Bool;
    /// Whether one is part of the other and not equal to it.
    BagStrict = Bag "bag.strict" Once [Bag Bag] -> Bool;
    /// Whether two bags are equal.
    BagEq = Bag "bag.eq" Once [Bag Bag] -> Bool;
    /// How many elements a bag has.
    BagCard = Bag "bag.card" Once [Bag] -> Int;
    /// An element of a bag that is not empty.
    BagSome = Bag "bag.some" Once [Bag] -> A;
    /// A value that the first bag has more often.
    BagOutside = Bag "bag.outside" Once [Bag Bag] -> A;
    /// A value that two different bags do not have equally often.
    BagDiffers = Bag "bag.differs" Once [Bag Bag] -> A;

    /// The empty map.
    MapEmpty = Map "map.empty" Once [] -> Map;
    /// The map with another value for a key.
    MapBuild = Map "map.build" Once [Map A B] -> Map;
    /// The map of its arguments: a key, its value, a key, its value, and so on.
    MapLiteral = Map "map.literal" Repeated [A B] -> Map;
    /// The value of a key.
    MapGet = Map "map.get" Once [Map A] -> B;
    /// Whether a value is a key.
    MapHas = Map "map.has" Once [Map A] -> Bool;
    /// The set of keys.
    MapKeys = Map "map.keys" Once [Map] -> Set;
    /// The set of values.
    MapValues = Map "map.values" Once [Map] -> SetOfB;
    /// The set of pairs of a key and its value.
    MapItems = Map "map.items" Once [Map] -> SetOfPairs;
    /// How many keys a map has.
    MapCard = Map "map.card" Once [Map] -> Int;
    /// The map without a key.
    MapRemove = Map "map.remove" Once [Map A] -> Map;
    /// Whether two maps have no key in common.
    MapDisjoint = Map "map.disjoint" Once [Map Map] -> Bool;
    /// Whether two maps are equal.
    MapEq = Map "map.eq" Once [Map Map] -> Bool;
    /// A key at which two different maps differ.
    MapDiffers = Map "map.differs" Once [Map Map] -> A;
    /// A key with a value.
    MapKey = Map "map.key" Once [Map B] -> A;

    /// Nothing.
    OptNone = Option "opt.none" Once [] -> Option;
    /// An option of a value.
    OptSome = Option "opt.some" Once [A] -> Option;
    /// The value of an option.
    OptGet = Option "opt.get" Once [Option] -> A;

    /// One string after another.
    StrConcat = String "str.concat" Once [String String] -> String;

    /// A number made one of an enumeration's constants, of which there are so many.
    EnumConstant = Enum "enum.constant" Once [Int Int] -> Int;

    /// The sum of a total map's values over a range.
    SumOf = Fold "sum.of" Once [Total Int Int] -> A;
    /// The same, not unfolded again.
    SumPart = Fold "sum.part" Once [Total Int Int] -> A;
    /// Where the first map is less, of two whose sums over a range are ordered so.
    SumBelow = Fold "sum.below" Once [Total Total Int Int] -> Int;
    /// Where a map is negative whose sum over a range is.
    SumNegative = Fold "sum.negative" Once [Total Int Int] -> Int;
    /// Where a map is positive whose sum over a range is.
    SumPositive = Fold "sum.positive" Once [Total Int Int] -> Int;
    /// The product of a total map's values over a range.
    ProductOf = Fold "product.of" Once [Total Int Int] -> A;
    /// The same, not unfolded again.
    ProductPart = Fold "product.part" Once [Total Int Int] -> A;
    /// Where two maps differ whose products over a range do.
    ProductDiffer = Fold "product.differ" Once [Total Total Int Int] -> Int;
}

const PARTS: [&str; TUPLE_MEMBERS as usize] = [
    "tuple.0", "tuple.1", "tuple.2", "tuple.3", "tuple.4", "tuple.5", "tuple.6", "tuple.7",
    "tuple.8", "tuple.9", "tuple.10", "tuple.11",
];

impl DataOp {
    /// The operation that gives a member of a tuple; none if tuples do not have that many.
    pub fn tuple_part(at: usize) -> Option<DataOp> {
        let at = u8::try_from(at).ok()?;
        (at < TUPLE_MEMBERS).then_some(DataOp::TuplePart(at))
    }

    /// How it is called, such as `seq.len`.
    pub fn name(&self) -> &'static str {
        match self.form() {
            Form::Listed(entry) => entry.name,
            Form::Tuple => "tuple.make",
            Form::Member(at) => PARTS.get(at).copied().unwrap_or("tuple"),
            Form::Text => "str.literal",
        }
    }

    /// The theory it belongs to.
    pub fn theory(&self) -> Theory {
        match self.form() {
            Form::Listed(entry) => entry.theory,
            Form::Tuple | Form::Member(_) => Theory::Tuple,
            Form::Text => Theory::String,
        }
    }

    /// The number of arguments; none if it takes any number.
    pub fn arity(&self) -> Option<usize> {
        match self.form() {
            Form::Listed(entry) => (entry.count == Count::Once).then_some(entry.args.len()),
            Form::Tuple => None,
            Form::Member(_) => Some(1),
            Form::Text => Some(0),
        }
    }

    /// Whether it takes arguments of these sorts and then yields one of this sort.
    pub fn takes(&self, args: &[Sort], result: &Sort) -> bool {
        match self.form() {
            Form::Listed(entry) => entry
                .places(args)
                .is_some_and(|mut places| entry.result.takes(result, &mut places)),
            Form::Tuple => matches!(result, Sort::Tuple(parts) if parts == args),
            Form::Member(_) | Form::Text => self.result(args).as_ref() == Some(result),
        }
    }

    /// The sort of an application to arguments of these sorts; none if it takes no such
    /// arguments, or they leave it open, as those of an empty literal do.
    pub fn result(&self, args: &[Sort]) -> Option<Sort> {
        match self.form() {
            Form::Listed(entry) => entry.result.sort(&entry.places(args)?),
            Form::Tuple => Some(Sort::Tuple(args.to_vec())),
            Form::Member(at) => match args {
                [Sort::Tuple(parts)] => parts.get(at).cloned(),
                _ => None,
            },
            Form::Text => args.is_empty().then_some(Sort::String),
        }
    }
}

impl Entry {
    /// What stands in the open places for arguments of these sorts; none if they do not fit.
    fn places(&self, args: &[Sort]) -> Option<Places> {
        let mut places = Places::default();
        let fits = match self.count {
            Count::Once => args.len() == self.args.len(),
            Count::Repeated => args.len().is_multiple_of(self.args.len().max(1)),
        };
        let shapes = self.args.iter().cycle();
        let all = args
            .iter()
            .zip(shapes)
            .all(|(arg, shape)| shape.takes(arg, &mut places));
        (fits && all).then_some(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_say_the_theory() {
        let mut all: Vec<DataOp> = DataOp::TABLE.to_vec();
        all.push(DataOp::TupleMake);
        all.extend((0..TUPLE_MEMBERS).map(DataOp::TuplePart));
        all.push(DataOp::StrLiteral("x".into()));
        let mut names: Vec<&str> = all.iter().map(DataOp::name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for op in &all {
            let theory = match op.theory() {
                Theory::Seq => "seq.",
                Theory::Set => "set.",
                Theory::Bag => "bag.",
                Theory::Map => "map.",
                Theory::Option => "opt.",
                Theory::Tuple => "tuple.",
                Theory::String => "str.",
                Theory::Enum => "enum.",
                Theory::Fold if op.name().starts_with("product") => "product.",
                Theory::Fold => "sum.",
            };
            assert!(op.name().starts_with(theory), "{op:?}");
        }
        assert_eq!(DataOp::tuple_part(11), Some(DataOp::TuplePart(11)));
        assert_eq!(DataOp::tuple_part(12), None);
    }

    #[test]
    fn the_table_gives_the_sorts() {
        let ints = Sort::seq(Sort::Int);
        assert_eq!(
            DataOp::SeqAt.result(&[ints.clone(), Sort::Int]),
            Some(Sort::Int)
        );
        assert_eq!(DataOp::SeqAt.result(&[ints.clone(), Sort::Bool]), None);
        assert_eq!(DataOp::SeqAt.result(std::slice::from_ref(&ints)), None);
        assert_eq!(DataOp::SeqEmpty.result(&[]), None);
        assert!(DataOp::SeqEmpty.takes(&[], &ints));
        assert!(!DataOp::SeqContains.takes(&[ints.clone(), Sort::Real], &Sort::Bool));
        let map = Sort::map(Sort::Int, Sort::Bool);
        let pair = Sort::Tuple(vec![Sort::Int, Sort::Bool]);
        assert_eq!(
            DataOp::MapItems.result(std::slice::from_ref(&map)),
            Some(Sort::set(pair.clone()))
        );
        let entries = [Sort::Int, Sort::Bool, Sort::Int, Sort::Bool];
        assert_eq!(DataOp::MapLiteral.result(&entries), Some(map));
        assert_eq!(DataOp::MapLiteral.result(&entries[..3]), None);
        assert_eq!(
            DataOp::TuplePart(1).result(std::slice::from_ref(&pair)),
            Some(Sort::Bool)
        );
        assert!(DataOp::TupleMake.takes(&[Sort::Int, Sort::Bool], &pair));
        assert_eq!(DataOp::SeqLiteral.arity(), None);
        assert_eq!(DataOp::SeqUpdate.arity(), Some(3));
    }
}
