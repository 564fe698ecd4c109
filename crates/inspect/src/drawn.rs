//! The accesses around a race, as the execution that shows it makes them: which thread accesses which part of
//! the array between which barriers. And the same accesses in a text that has barriers between them.

use crate::memory;
use crate::model::{Access, Fault, Race, Thread, What};
use crate::place::Resolver;
use crate::run::{Input, Settings, requests, set};
use executor::{Deed, Kind, Launch, Options, ThreadName};
use kernel_graph::Array;
use races::Kind as Sort;
use std::collections::BTreeMap;
use text::span::Span;

/// As many threads as can be told apart.
const MOST_THREADS: usize = 24;

/// Statements of an execution that is drawn.
const STEPS: u64 = 400_000;

/// The accesses to an array between two barriers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The array's name.
    pub array: String,
    /// The threads, in order.
    pub threads: Vec<String>,
    /// What they do, in the order of the run.
    pub accesses: Vec<Told>,
    /// The barriers between the bands of accesses, each with its line and its words; none in a text where
    /// nothing stands between them.
    pub barriers: Vec<(usize, String)>,
}

/// An access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The thread's number in [`Drawn::threads`].
    pub thread: usize,
    /// The number of the element.
    pub element: i64,
    /// The element as the programmer names it: `tile[3][5]`.
    pub name: String,
    /// The same without the array's name: `3,5`.
    pub index: String,
    /// Whether it may change it.
    pub writes: bool,
    /// Where it stands.
    pub line: usize,
    /// Whether it is one of the two that race.
    pub races: bool,
    /// After how many of the barriers it comes.
    pub band: usize,
}

/// What threads do in a text that is executed with the values of a counterexample.
#[derive(Clone, Debug)]
struct Trace {
    /// By thread, in order.
    threads: BTreeMap<ThreadName, Vec<Step>>,
    /// The arrays, by name.
    arrays: BTreeMap<String, Array>,
}

impl Trace {
    /// Bytes of an array as the programmer names them, and without the array's name.
    fn named(&self, array: &str, offset: i64, bytes: i64) -> (String, String) {
        let known = self.arrays.get(array);
        let bytes = u64::try_from(bytes).ok();
        let named = known.map(|one| memory::name(one, Some(&offset.into()), bytes, true));
        let words = named.map_or_else(|| array.to_owned(), |named| named.words());
        let path = words.strip_prefix(array).unwrap_or(&words);
        let index = path.replace("][", ",").replace(['[', ']'], "");
        (words, index)
    }
}

#[derive(Clone, Debug)]
enum Step {
    Access {
        kind: Kind,
        array: String,
        offset: i64,
        bytes: u32,
        span: Span,
        line: usize,
    },
    Barrier {
        line: usize,
        words: String,
    },
}

/// The accesses around the race that a finding is about; with `repaired`, a text that only differs by
/// barriers, also how they stand there. None if no execution shows the race, or the text cannot be executed.
pub fn of(
    (input, repaired): (&Input, Option<&str>),
    settings: &Settings,
    (kernel, fault): (&str, &Fault),
) -> Option<(Drawn, Option<Drawn>)> {
    let What::Race(race) = &fault.what else {
        return None;
    };
    let [one, other] = fault.threads.as_slice() else {
        return None;
    };
    let launch = fault.launch.as_deref()?;
    let old = traced(input, settings, kernel, launch)?;
    let pair = Pair::find(&old, race, [name_of(one)?, name_of(other)?])?;
    let around = around(&old, &pair);
    let drawn = drawn(&old, &pair, &around, None);
    let new = repaired.and_then(|text| {
        let input = Input {
            text: text.to_owned(),
            ..input.clone()
        };
        let new = traced(&input, settings, kernel, launch)?;
        let bands = bands(&old, &new, &around)?;
        Some(self::drawn(&old, &pair, &around, Some(&bands)))
    });
    Some((drawn, new))
}

fn name_of(thread: &Thread) -> Option<ThreadName> {
    let small = |numbers: [u64; 3]| -> Option<[u32; 3]> {
        let [x, y, z] = numbers.map(|number| u32::try_from(number).ok());
        Some([x?, y?, z?])
    };
    Some(ThreadName {
        thread: small(thread.thread)?,
        block: small(thread.block)?,
    })
}

/// Executes a kernel of a text with what was launched.
fn traced(input: &Input, settings: &Settings, kernel: &str, launch: &Launch) -> Option<Trace> {
    let mut request = requests(input).into_iter().next()?;
    set(&mut request, settings);
    let reading = clang::read(&request);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    if settings.checks.guesses {
        kernel_graph::guesses(&mut graphs.module);
    }
    let found = reading.kernels.iter().find(|one| one.name == kernel)?;
    let number = found.function.and_then(|f| graphs.functions.get(&f))?;
    let launch = Launch {
        kernel: *number,
        ..launch.clone()
    };
    let options = Options {
        tolerate_equal_writes: settings.checks.tolerate_equal_writes,
        between_blocks: settings.checks.between_blocks,
        no_signed_overflow: settings.checks.overflow == races::Overflow::Never,
        steps: STEPS,
        ..Options::default()
    };
    let (_, noted) = executor::run_noting(&graphs.module, &launch, &options);
    let resolver = Resolver::new(&reading.unit.files);
    let mut threads: BTreeMap<ThreadName, Vec<Step>> = BTreeMap::new();
    for note in noted {
        let inlined = &note.site.function(&graphs.module)?.inlined;
        let spot = resolver.spot(&note.site.place(&graphs.module), inlined);
        let line = spot.place.start.0;
        let step = match note.what {
            Deed::Claim => continue,
            Deed::Barrier => Step::Barrier {
                line,
                words: spot.line,
            },
            Deed::Access {
                kind,
                array,
                offset,
                bytes,
            } => Step::Access {
                kind,
                array: graphs.module.array(array)?.name.clone(),
                offset,
                bytes,
                span: spot.span,
                line,
            },
        };
        threads.entry(note.who).or_default().push(step);
    }
    let arrays = graphs.module.arrays.iter();
    let arrays = arrays.map(|one| (one.name.clone(), one.clone())).collect();
    Some(Trace { threads, arrays })
}

/// The two accesses of a race: each by its thread and its number among the steps of that.
struct Pair {
    array: String,
    /// How many bytes one element has.
    unit: i64,
    ends: [(ThreadName, usize); 2],
}

impl Pair {
    fn find(trace: &Trace, race: &Race, names: [ThreadName; 2]) -> Option<Pair> {
        let all = |at: usize, access: &Access| -> Vec<(usize, i64, i64)> {
            let steps = names.get(at).and_then(|name| trace.threads.get(name));
            let steps = steps.map_or(&[][..], Vec::as_slice).iter().enumerate();
            let is = steps.filter_map(|(number, step)| match step {
                Step::Access {
                    kind,
                    array,
                    offset,
                    bytes,
                    span,
                    ..
                } if *span == access.spot.span
                    && *array == race.array
                    && same(access.kind, *kind) =>
                {
                    Some((number, *offset, i64::from(*bytes)))
                }
                Step::Access { .. } | Step::Barrier { .. } => None,
            });
            is.collect()
        };
        let (first, second) = (all(0, &race.first), all(1, &race.second));
        let meets =
            |a: &(usize, i64, i64), b: &(usize, i64, i64)| a.1 < b.1 + b.2 && b.1 < a.1 + a.2;
        let pairs = first.iter().flat_map(|a| {
            let others = second.iter().filter(|b| meets(a, b));
            others.map(move |b| (*a, *b))
        });
        // Of several the one with fewest barriers between them, as far as their numbers tell.
        let apart = |(a, b): &((usize, i64, i64), (usize, i64, i64))| {
            let passed = |name: ThreadName, number: usize| barriers_before(trace, name, number);
            passed(names[0], a.0).abs_diff(passed(names[1], b.0))
        };
        // Where several meet, the one of which the finding speaks.
        let other = |(a, b): &((usize, i64, i64), (usize, i64, i64))| {
            let (start, end) = (a.1.max(b.1), (a.1 + a.2).min(b.1 + b.2));
            trace.named(&race.array, start, end - start).0 != race.location
        };
        let (a, b) = pairs.min_by_key(|pair| (other(pair), apart(pair)))?;
        Some(Pair {
            array: race.array.clone(),
            unit: a.2.min(b.2).max(1),
            ends: [(names[0], a.0), (names[1], b.0)],
        })
    }

    fn has(&self, name: ThreadName, number: usize) -> bool {
        self.ends.contains(&(name, number))
    }
}

fn same(sort: Sort, kind: Kind) -> bool {
    match sort {
        Sort::Read => kind == Kind::Read,
        Sort::Write => kind == Kind::Write,
        Sort::Atomic(_) => matches!(kind, Kind::Atomic(_)),
    }
}

/// How many barriers a thread has passed before a step of it.
fn barriers_before(trace: &Trace, name: ThreadName, number: usize) -> usize {
    let steps = trace.threads.get(&name).map_or(&[][..], Vec::as_slice);
    let before = steps.iter().take(number);
    before
        .filter(|step| matches!(step, Step::Barrier { .. }))
        .count()
}

/// The accesses to the array between the barriers around the two that race: by thread their numbers among
/// its steps. The threads of the pair come in any case.
fn around(trace: &Trace, pair: &Pair) -> Vec<(ThreadName, usize)> {
    let wanted: Vec<(ThreadName, usize)> = pair
        .ends
        .iter()
        .map(|(name, number)| (*name, barriers_before(trace, *name, *number)))
        .collect();
    let mut found: Vec<(ThreadName, Vec<usize>)> = Vec::new();
    for (name, steps) in &trace.threads {
        let own = wanted.iter().filter(|(other, _)| other == name);
        let of_block = wanted.iter().filter(|(other, _)| other.block == name.block);
        let rounds: Vec<usize> = match own.clone().next() {
            Some(_) => own.map(|(_, round)| *round).collect(),
            None => of_block.map(|(_, round)| *round).collect(),
        };
        let mut round = 0;
        let mut numbers = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            match step {
                Step::Barrier { .. } => round += 1,
                Step::Access { array, .. } if *array == pair.array && rounds.contains(&round) => {
                    numbers.push(number);
                }
                Step::Access { .. } => {}
            }
        }
        if !numbers.is_empty() {
            found.push((*name, numbers));
        }
    }
    // The pair, and those that come next to them.
    let is_end = |name: &ThreadName| pair.ends.iter().any(|(end, _)| end == name);
    while found.len() > MOST_THREADS {
        let last = found.iter().rposition(|(name, _)| !is_end(name));
        let Some(last) = last else { break };
        found.remove(last);
    }
    let all = found.into_iter();
    all.flat_map(|(name, numbers)| numbers.into_iter().map(move |number| (name, number)))
        .collect()
}

/// By access after how many barriers it comes, and the barriers by line and words.
type Bands = (Vec<usize>, Vec<(usize, String)>);

/// In a text that only differs by barriers: after how many of them each of these accesses comes, and what they
/// are. None if threads do something else there.
fn bands(old: &Trace, new: &Trace, around: &[(ThreadName, usize)]) -> Option<Bands> {
    let accesses = |trace: &Trace, name: ThreadName| -> Vec<(usize, Kind, String, i64)> {
        let steps = trace.threads.get(&name).map_or(&[][..], Vec::as_slice);
        let steps = steps.iter().enumerate();
        let steps = steps.filter_map(|(number, step)| match step {
            Step::Access {
                kind,
                array,
                offset,
                ..
            } => Some((number, *kind, array.clone(), *offset)),
            Step::Barrier { .. } => None,
        });
        steps.collect()
    };
    let mut places: Vec<usize> = Vec::new();
    let mut between: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    let mut names: Vec<ThreadName> = around.iter().map(|(name, _)| *name).collect();
    names.dedup();
    for name in names {
        let (before, after) = (accesses(old, name), accesses(new, name));
        let numbers = around.iter().filter(|(other, _)| *other == name);
        let mut least: Option<usize> = None;
        for (_, number) in numbers {
            let at = before.iter().position(|one| one.0 == *number)?;
            let ((_, kind, array, offset), twin) = (before.get(at)?, after.get(at)?);
            if (kind, array, offset) != (&twin.1, &twin.2, &twin.3) {
                return None;
            }
            // What stood between them before is none of the new ones.
            let passed = barriers_before(new, name, twin.0);
            let passed = passed.checked_sub(barriers_before(old, name, *number))?;
            let first = *least.get_or_insert(passed);
            places.push(passed);
            let steps = new.threads.get(&name)?;
            let fresh = steps.iter().filter_map(|step| match step {
                Step::Barrier { line, words } => Some((*line, words.clone())),
                Step::Access { .. } => None,
            });
            let own: Vec<(usize, String)> = fresh.collect();
            for band in first..passed {
                let behind = barriers_before(new, name, twin.0);
                let barrier = own.get(behind.checked_sub(passed - band)?)?;
                between.entry(band).or_insert_with(|| barrier.clone());
            }
        }
    }
    let least = places.iter().copied().min()?;
    let bands: Vec<usize> = places.iter().map(|place| place - least).collect();
    let last = bands.iter().copied().max()?;
    let barriers: Option<Vec<(usize, String)>> = (0..last)
        .map(|band| between.get(&(band + least)).cloned())
        .collect();
    Some((bands, barriers?))
}

fn drawn(
    trace: &Trace,
    pair: &Pair,
    around: &[(ThreadName, usize)],
    bands: Option<&Bands>,
) -> Drawn {
    let mut names: Vec<ThreadName> = around.iter().map(|(name, _)| *name).collect();
    names.dedup();
    let blocks = names
        .iter()
        .any(|name| Some(name.block) != names.first().map(|one| one.block));
    let mut accesses = Vec::new();
    for (at, (name, number)) in around.iter().enumerate() {
        let step = trace.threads.get(name).and_then(|steps| steps.get(*number));
        let Some(Step::Access {
            kind,
            offset,
            bytes,
            line,
            ..
        }) = step
        else {
            continue;
        };
        let thread = names.iter().position(|one| one == name).unwrap_or(0);
        let band = bands.and_then(|(bands, _)| bands.get(at)).copied();
        let last = offset + i64::from(*bytes).max(1) - 1;
        for element in offset.div_euclid(pair.unit)..=last.div_euclid(pair.unit) {
            let (words, index) = trace.named(&pair.array, element * pair.unit, pair.unit);
            let told = Told {
                thread,
                element,
                name: words,
                index,
                writes: *kind != Kind::Read,
                line: *line,
                races: pair.has(*name, *number),
                band: band.unwrap_or(0),
            };
            if !accesses.contains(&told) {
                accesses.push(told);
            }
        }
    }
    Drawn {
        array: pair.array.clone(),
        threads: names.iter().map(|name| words(name, blocks)).collect(),
        accesses,
        barriers: bands.map_or_else(Vec::new, |(_, barriers)| barriers.clone()),
    }
}

/// A thread in words; with its block, where there are several.
fn words(name: &ThreadName, blocks: bool) -> String {
    let numbers = |all: [u32; 3]| match all {
        [x, 0, 0] => x.to_string(),
        [x, y, 0] => format!("({x}, {y})"),
        [x, y, z] => format!("({x}, {y}, {z})"),
    };
    match blocks {
        true => format!(
            "thread {} of block {}",
            numbers(name.thread),
            numbers(name.block)
        ),
        false => format!("thread {}", numbers(name.thread)),
    }
}
