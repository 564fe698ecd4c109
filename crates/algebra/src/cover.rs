//! Whether an index takes all values below a bound: whether a sum of coordinates is a number in mixed radix.
//!
//! Coordinates are numbers that are independent of each other and take all values from zero on, below their sizes, as
//! those of threads and blocks do. `w*(B*b + t) + j` with `t < B` has the digits `j` and `B*b + t`: the first takes as many
//! values as the coordinate `j` has, of which only `w` are needed.

use crate::poly::{Atom, Number, Poly};

/// Readings of one index at most.
const MOST: usize = 4;

/// Sums of more coordinates have no reading.
const COORDINATES: usize = 7;

/// A coordinate.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its atom.
    pub atom: Atom,
    /// It takes all values from zero on below this; all from zero on if absent.
    pub size: Option<Poly>,
}

/// A digit of which only so many values are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digit {
    /// The digit, a sum of coordinates. It takes all values from zero on, as far as the conditions say.
    pub value: Poly,
    /// Of its values those below this are needed.
    pub radix: Poly,
}

/// An index as a number in mixed radix. Of the coordinates with which all digits are below their radices, each value of
/// the index from zero on below `reach` has some, if the conditions hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The digits but the highest, which is what the others leave of the index.
    pub digits: Vec<Digit>,
    /// Of each pair the first is at most the second.
    pub conditions: Vec<(Poly, Poly)>,
    /// Below this all values are taken; all from zero on if absent.
    pub reach: Option<Poly>,
    /// The highest digit and what it is multiplied by, if it counts upwards.
    pub highest: Option<(Poly, Poly)>,
}

/// The readings of an index whose first `least` values one access has, by coordinates that are no others' parts.
pub fn readings(index: &Poly, least: Number, coordinates: &[Coordinate]) -> Vec<Reading> {
    let mut rest = index.clone();
    let mut terms = Vec::new();
    for one in coordinates {
        if !index.has(one.atom) {
            continue;
        }
        let factor = index.factor_of(one.atom);
        rest = rest.minus(&factor.times(&Poly::from(one.atom)));
        terms.push((one, factor));
    }
    let has_coordinate = |poly: &Poly| coordinates.iter().any(|one| poly.has(one.atom));
    let is_linear = !rest.is_lost()
        && !has_coordinate(&rest)
        && terms.iter().all(|(_, factor)| !has_coordinate(factor));
    if !is_linear || terms.len() > COORDINATES || least < 1 {
        return Vec::new();
    }
    let mut search = Search {
        terms,
        found: Vec::new(),
    };
    let start = Digits {
        done: Reading::default(),
        value: Poly::default(),
        unit: Poly::from(1),
        room: Some(Poly::from(least)),
        negative: false,
        rest,
    };
    search.extend(start, &mut Vec::new());
    search.found
}

struct Search<'c> {
    /// Coordinates with their factors.
    terms: Vec<(&'c Coordinate, Poly)>,
    found: Vec<Reading>,
}

/// Digits so far.
#[derive(Clone)]
struct Digits {
    done: Reading,
    /// The highest one.
    value: Poly,
    /// What it is multiplied by, without its sign.
    unit: Poly,
    /// How many values it takes.
    room: Option<Poly>,
    negative: bool,
    /// What is left of the index beside the coordinates.
    rest: Poly,
}

impl Search<'_> {
    fn extend(&mut self, digits: Digits, used: &mut Vec<usize>) {
        if self.found.len() >= MOST {
            return;
        }
        if used.len() == self.terms.len() {
            self.found.extend(digits.end());
            return;
        }
        for merged in [true, false] {
            for at in 0..self.terms.len() {
                let Some((one, factor)) = self.terms.get(at).filter(|_| !used.contains(&at)) else {
                    continue;
                };
                let next = match merged {
                    true => digits.merged(one, factor),
                    false => digits.closed(one, factor),
                };
                if let Some(next) = next {
                    used.push(at);
                    self.extend(next, used);
                    used.pop();
                }
            }
        }
    }
}

impl Digits {
    /// With a coordinate that goes on where the highest digit ends.
    fn merged(&self, one: &Coordinate, factor: &Poly) -> Option<Digits> {
        let room = self.room.as_ref()?;
        let next = self.unit.times(room);
        let signed = match self.negative {
            true => next.negated(),
            false => next,
        };
        (signed == *factor).then(|| Digits {
            value: self.value.plus(&room.times(&Poly::from(one.atom))),
            room: one.size.as_ref().map(|size| size.times(room)),
            ..self.clone()
        })
    }

    /// With a coordinate as a new digit: the highest one so far has as many values as there are up to it.
    fn closed(&self, one: &Coordinate, factor: &Poly) -> Option<Digits> {
        let negative = factor.negated().is_plain() && !factor.is_zero();
        let unit = match negative {
            true => factor.negated(),
            false => factor.clone(),
        };
        if unit.is_zero() || !unit.is_plain() {
            return None;
        }
        let (radix, left) = unit.divided(&self.unit)?;
        if !left.is_zero() {
            return None;
        }
        let mut done = self.done.clone();
        if radix.as_constant().is_none_or(|radix| radix < 1) {
            done.conditions.push((Poly::from(1), radix.clone()));
        }
        if let Some(room) = self.room.as_ref().filter(|room| **room != radix) {
            done.conditions.push((radix.clone(), room.clone()));
        }
        let mut rest = self.rest.clone();
        let value = match self.negative {
            // It counts from its last value downwards.
            true => {
                let last = radix.shifted(-1);
                rest = rest.minus(&last.times(&self.unit));
                last.minus(&self.value)
            }
            false => self.value.clone(),
        };
        // What is below the unit of a digit of one access's bytes is that access's.
        if !self.value.is_zero() {
            // Of a digit that counts downwards the same values are needed.
            done.digits.push(Digit {
                value,
                radix: radix.clone(),
            });
        } else if self.room.as_ref() != Some(&radix) {
            // There are gaps, or accesses overlap.
            return None;
        }
        Some(Digits {
            done,
            value: Poly::from(one.atom),
            unit,
            room: one.size.clone(),
            negative,
            rest,
        })
    }

    fn end(self) -> Option<Reading> {
        let mut done = self.done;
        if !self.negative {
            done.reach = self.room.map(|room| room.times(&self.unit));
            done.highest = Some((self.value, self.unit));
            return self.rest.is_zero().then_some(done);
        }
        // The values from `rest` on downwards.
        let (last, left) = self.rest.divided(&self.unit)?;
        if !left.is_zero() {
            return None;
        }
        let values = last.shifted(1);
        if let Some(room) = self.room {
            done.conditions.push((values.clone(), room));
        }
        done.reach = Some(values.times(&self.unit));
        Some(done)
    }
}

/// The accesses of one statement that was written several times, as one: the index of the first, and with what factor and
/// up to what number each further coordinate has to be added to it.
pub fn several(indices: &[Poly]) -> Option<(Poly, Vec<(Poly, Number)>)> {
    let mut starts: Vec<Poly> = Vec::new();
    for index in indices {
        if !starts.contains(index) {
            starts.push(index.clone());
        }
    }
    let mut steps = Vec::new();
    while starts.len() > 1 {
        let (step, length, next) = step(&starts)?;
        steps.push((step, length));
        starts = next;
    }
    Some((starts.pop()?, steps))
}

/// A step by which all of some indices are parts of sequences of one length, and where these start.
fn step(indices: &[Poly]) -> Option<(Poly, Number, Vec<Poly>)> {
    let first = indices.first()?;
    let steps = indices.iter().skip(1).map(|other| other.minus(first));
    for step in steps.filter(|step| step.is_plain() && !step.is_zero()) {
        let starts = indices
            .iter()
            .filter(|one| !indices.contains(&one.minus(&step)));
        let starts: Vec<Poly> = starts.cloned().collect();
        let length = |start: &Poly| {
            let mut at = start.clone();
            let mut length: Number = 0;
            while indices.contains(&at) {
                length += 1;
                at = at.plus(&step);
            }
            length
        };
        let mut lengths = starts.iter().map(length);
        let Some(common) = lengths.next().filter(|common| *common > 1) else {
            continue;
        };
        let all = Number::try_from(starts.len()).ok()?.checked_mul(common)?;
        if lengths.all(|one| one == common) && all == Number::try_from(indices.len()).ok()? {
            return Some((step, common, starts));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(number: u16) -> Poly {
        Poly::from(Atom(number))
    }

    /// Threads, blocks, and a counter; then sizes of blocks and of the grid, a width.
    fn coordinates() -> Vec<Coordinate> {
        let sizes = [Some(atom(10)), Some(atom(11)), None];
        let each = (0u16..).zip(sizes);
        each.map(|(number, size)| Coordinate {
            atom: Atom(number),
            size,
        })
        .collect()
    }

    #[test]
    fn a_number_of_the_grid_takes_all_values_of_the_grid() {
        let index = atom(0).plus(&atom(1).times(&atom(10))).scaled(4);
        let found = readings(&index, 4, &coordinates());
        let reach = atom(10).times(&atom(11)).scaled(4);
        assert!(found.iter().any(|one| one.conditions.is_empty()
            && one.digits.is_empty()
            && one.reach.as_ref() == Some(&reach)));
    }

    #[test]
    fn with_a_grid_stride_all_values_are_taken() {
        let grid = atom(10).times(&atom(11));
        let index = atom(0).plus(&atom(1).times(&atom(10)));
        let index = index.plus(&atom(2).times(&grid));
        let found = readings(&index, 1, &coordinates());
        assert!(
            found
                .iter()
                .any(|one| one.reach.is_none() && one.conditions.is_empty())
        );
    }

    #[test]
    fn what_leaves_gaps_or_starts_later_has_no_reading() {
        for index in [
            atom(0).scaled(8),
            atom(0).scaled(4).shifted(4),
            atom(0).scaled(2),
            atom(0).times(&atom(0)).scaled(4),
            atom(0).scaled(4).plus(&atom(1).scaled(4)).plus(&atom(12)),
        ] {
            assert!(readings(&index, 4, &coordinates()).is_empty(), "{index:?}");
        }
    }

    #[test]
    fn rows_need_as_many_columns_as_they_have() {
        let index = atom(0).plus(&atom(1).times(&atom(12)));
        let found = readings(&index, 1, &coordinates());
        let radix = atom(12);
        assert!(found.iter().any(|one| {
            let positive = (Poly::from(1), radix.clone());
            let enough = (radix.clone(), atom(10));
            one.conditions == vec![positive, enough]
        }));
    }

    /// On all small values: what a reading promises is so.
    #[test]
    fn what_a_reading_promises_is_so_of_all_small_sizes() {
        let flat = atom(0).plus(&atom(1).times(&atom(10)));
        let back = atom(12).shifted(-1).minus(&flat);
        let mirrored = atom(1).times(&atom(12)).plus(&atom(12)).shifted(-1);
        let mirrored = mirrored.minus(&atom(0));
        let rows = atom(0).plus(&atom(1).times(&atom(12)));
        let turned = atom(1).plus(&atom(0).times(&atom(12)));
        let strided = flat.plus(&atom(2).times(&atom(10).times(&atom(11))));
        for index in [flat, back, mirrored, rows, turned, strided] {
            let found = readings(&index, 1, &coordinates());
            assert!(!found.is_empty(), "{index:?}");
            for (threads, blocks, width) in small() {
                let size = |atom: Atom| match atom.0 {
                    10 => threads,
                    11 => blocks,
                    12 => width,
                    _ => 0,
                };
                for one in &found {
                    promised(&index, one, (threads, blocks), &size);
                }
            }
        }
    }

    fn small() -> impl Iterator<Item = (Number, Number, Number)> {
        let each = (1..4).flat_map(|a| (1..4).map(move |b| (a, b)));
        each.flat_map(|(a, b)| (-1..7).map(move |width| (a, b, width)))
    }

    fn value(poly: &Poly, of: &dyn Fn(Atom) -> Number) -> Number {
        let each = poly.terms().map(|(product, by)| {
            let factors = product.atoms().map(of);
            factors.fold(by, |all, one| all * one)
        });
        each.sum()
    }

    fn promised(
        index: &Poly,
        reading: &Reading,
        (threads, blocks): (Number, Number),
        size: &dyn Fn(Atom) -> Number,
    ) {
        let mut conditions = reading.conditions.iter();
        if !conditions.all(|(low, high)| value(low, size) <= value(high, size)) {
            return;
        }
        let reach = reading
            .reach
            .as_ref()
            .map_or(12, |reach| value(reach, size));
        let mut taken = std::collections::BTreeSet::new();
        for thread in 0..threads {
            for block in 0..blocks {
                for counter in 0..13 {
                    let of = |atom: Atom| match atom.0 {
                        0 => thread,
                        1 => block,
                        2 => counter,
                        _ => size(atom),
                    };
                    let mut digits = reading.digits.iter();
                    let below = digits.all(|digit| {
                        let number = value(&digit.value, &of);
                        (0..value(&digit.radix, size)).contains(&number)
                    });
                    if below {
                        taken.insert(value(index, &of));
                    }
                }
            }
        }
        for element in 0..reach {
            assert!(taken.contains(&element), "{index:?} {reading:?} {element}");
        }
    }

    #[test]
    fn accesses_that_follow_each_other_are_one() {
        let base = atom(0).scaled(16);
        let four: Vec<Poly> = (0..4).map(|k| base.shifted(4 * k)).collect();
        let (start, steps) = several(&four).unwrap_or_default();
        assert_eq!((start, steps), (base.clone(), vec![(Poly::from(4), 4)]));
        assert!(several(&[base.clone(), base.shifted(4), base.shifted(12)]).is_none());
        let tile: Vec<Poly> = [0, 1, 8, 9].map(|k| base.shifted(k)).to_vec();
        assert_eq!(several(&tile).map(|(_, steps)| steps.len()), Some(2));
    }
}
