//! What launches in the file say of sizes and parameters together: that there are `(n + 255) / 256`
//! blocks where `n` is what is passed as a parameter.

use crate::assumed::{Assumed, Taken};
use crate::sizes::{Chosen, Origin};
use clang::launches::{Formula, Launch, Operator};
use kernel_graph::Dimension;
use num_bigint::BigInt;
use races::{Launched, Quantity, Size};
use std::collections::{BTreeMap, BTreeSet};
use text::source::SourceFile;

/// What is known of the launches that may start a kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// For the checker; empty if one of the launches says nothing.
    pub launches: Vec<Launched>,
    /// The same in words, one list for each launch.
    words: Vec<(usize, Vec<String>)>,
}

const DIMENSIONS: [(Dimension, &str); 3] = [
    (Dimension::X, "x"),
    (Dimension::Y, "y"),
    (Dimension::Z, "z"),
];

impl Known {
    /// What these launches say of a kernel with these parameters, if the sizes are theirs: of sizes, and
    /// of what is passed as far as it has to do with them; with `Passed::Constants` also which parameters
    /// are numbers.
    pub(crate) fn of(
        (launches, passed): (&[&Launch], Passed),
        params: &[String],
        chosen: &Chosen,
        file: &SourceFile,
    ) -> Known {
        let of_launches = chosen.block == Origin::Launches && chosen.grid == Origin::Launches;
        if !of_launches && passed == Passed::Related {
            return Known::default();
        }
        let mut known = Known::default();
        for launch in launches {
            if !is_plain(launch, params.len()) {
                return Known::default();
            }
            let mut one = One {
                launch,
                params,
                passed: BTreeMap::new(),
                facts: Vec::new(),
                words: Vec::new(),
            };
            if of_launches {
                one.say(chosen, passed);
                one.say_powers();
            }
            if passed == Passed::Constants {
                one.say_constants();
            }
            if one.facts.is_empty() {
                return Known::default();
            }
            let line = file.line_column(launch.place.start as usize).line;
            known.launches.push(one.facts);
            known.words.push((line, one.words));
        }
        known
    }

    /// The parameters that are one number in all of the launches.
    pub(crate) fn constants(&self) -> Vec<(String, BigInt)> {
        let of = |launched: &Launched| -> Vec<(String, BigInt)> {
            let all = launched.iter().filter_map(|fact| match fact {
                (Quantity::Parameter(name), Quantity::Number(value)) => {
                    Some((name.clone(), value.clone()))
                }
                _ => None,
            });
            all.collect()
        };
        let mut all = self.launches.iter().map(of);
        let mut common = all.next().unwrap_or_default();
        for other in all {
            common.retain(|one| other.contains(one));
        }
        common
    }

    /// Whether each launch says by numbers and parameters of the kernel what a size is.
    pub(crate) fn decides(&self, size: &Quantity) -> bool {
        let by_kernel = |one: &Launched| {
            let mut facts = one.iter().filter(|(of, _)| of == size);
            facts.any(|(_, value)| !has_host(value))
        };
        !self.launches.is_empty() && self.launches.iter().all(by_kernel)
    }

    /// The assumptions, as far as they are made; `several` says whether there are other launches.
    pub(crate) fn assumed(&self, several: bool) -> Vec<Assumed> {
        let each = self.words.iter().map(|(line, words)| {
            let start = match several {
                true => format!("if the launch in line {line} starts it, "),
                false => format!("as the launch in line {line} has it, "),
            };
            Assumed {
                kind: Taken::Launches,
                text: format!(
                    "{start}{}, and each number there fits its type",
                    words.join(", ")
                ),
            }
        });
        each.collect()
    }
}

/// Which arguments of launches are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    /// Those that are related to a size that is a formula.
    Related,
    /// Constants as well: the kernel is checked for them alone.
    Constants,
}

struct One<'a> {
    launch: &'a Launch,
    params: &'a [String],
    /// The parameter that has the value of a name.
    passed: BTreeMap<&'a str, &'a str>,
    facts: Launched,
    words: Vec<String>,
}

impl<'a> One<'a> {
    fn say(&mut self, chosen: &Chosen, kind: Passed) {
        let launch = self.launch;
        let mut open: Vec<(Quantity, String, &'a Formula)> = Vec::new();
        for (at, (dimension, letter)) in DIMENSIONS.into_iter().enumerate() {
            for (extent, sizes, name, quantity) in [
                (
                    &launch.grid,
                    &chosen.sizes.grid,
                    "gridDim",
                    Quantity::GridSize(dimension),
                ),
                (
                    &launch.block,
                    &chosen.sizes.block,
                    "blockDim",
                    Quantity::BlockSize(dimension),
                ),
            ] {
                if sizes.get(at) == Some(&Size::Any)
                    && let Some(size) = extent.sizes.get(at)
                {
                    open.push((quantity, format!("{name}.{letter}"), &size.formula));
                }
            }
        }
        let mut names = BTreeSet::new();
        open.iter()
            .for_each(|(_, _, formula)| mentioned(formula, &mut names));
        let passed: Vec<(&'a str, &'a Formula)> = self
            .params
            .iter()
            .map(String::as_str)
            .zip(launch.arguments.iter().map(|one| &one.formula))
            .collect();
        for (param, formula) in &passed {
            if let Formula::Name(name) = formula
                && names.contains(name.as_str())
                && launch.fixed.contains(name)
            {
                self.passed.entry(name).or_insert(param);
            }
        }
        for (quantity, name, formula) in open {
            if let Some(value) = self.value(formula) {
                self.facts.push((quantity, value));
                self.words.push(format!("`{name}` is `{formula}`"));
            }
        }
        if self.facts.is_empty() {
            return;
        }
        for (param, formula) in passed {
            let mut own = BTreeSet::new();
            mentioned(formula, &mut own);
            // What has nothing to do with the sizes is anything.
            let related = own.iter().any(|name| names.contains(name));
            let whole = Quantity::Parameter(param.to_owned());
            if related
                && let Some(value) = self.value(formula)
                && value != whole
            {
                self.facts.push((whole, value));
                self.words
                    .push(format!("the parameter `{param}` is `{formula}`"));
            }
        }
        let by_parameters = self
            .words
            .iter()
            .any(|one| one.starts_with("the parameter"));
        if self.passed.is_empty() && !by_parameters {
            // Of variables of the host alone the kernel knows nothing; but such a size is no other one.
            let mut hosts = Vec::new();
            self.facts
                .iter()
                .for_each(|(_, value)| hosts_in(value, &mut hosts));
            let alone = |value: &Quantity| match value {
                Quantity::Host(name) => hosts.iter().filter(|host| *host == name).count() == 1,
                _ => false,
            };
            let all = std::mem::take(&mut self.facts).into_iter();
            let all = all.zip(std::mem::take(&mut self.words));
            let kept = all.filter(|((_, value), _)| kind == Passed::Constants && !alone(value));
            (self.facts, self.words) = kept.unzip();
        }
        for (name, param) in &self.passed {
            self.words
                .push(format!("`{name}` is the parameter `{param}`"));
        }
    }

    /// Says which parameters are powers of two, or zero.
    fn say_powers(&mut self) {
        for (at, param) in self.params.iter().enumerate() {
            if self.launch.powers.contains(&at) {
                let left = Quantity::WithoutLowestBit(param.clone());
                self.facts.push((left, Quantity::Number(BigInt::from(0))));
                self.words
                    .push(format!("the parameter `{param}` is a power of two or 0"));
            }
        }
    }

    /// Says which parameters are constants: those that an `int` holds, and that have no sign, for of others
    /// the type matters.
    fn say_constants(&mut self) {
        let plain = 0..=i128::from(i32::MAX);
        let wide = i128::from(i64::MIN)..=i128::from(i64::MAX);
        for (param, argument) in self.params.iter().zip(&self.launch.arguments) {
            // A literal has its value whatever its type is; a variable that is given one has what its type holds.
            let is_number = match &argument.formula {
                Formula::Number(_) => true,
                Formula::Negated(a) => matches!(**a, Formula::Number(_)),
                _ => false,
            };
            let literal = is_number
                && argument
                    .text
                    .starts_with(|c: char| c.is_ascii_digit() || c == '-');
            let fits = |value: &i128| plain.contains(value) || literal && wide.contains(value);
            let value = argument.formula.value();
            if let Some(value) = value.filter(fits) {
                let whole = Quantity::Parameter(param.clone());
                self.facts.push((whole, Quantity::Number(value.into())));
                self.words
                    .push(format!("the parameter `{param}` is {value}"));
            }
        }
    }

    /// A formula as the checker has it; none if it has something in it that is not known to be one number
    /// throughout.
    fn value(&self, formula: &Formula) -> Option<Quantity> {
        Some(match formula {
            Formula::Number(value) => Quantity::Number(BigInt::from(*value)),
            Formula::Name(name) if !self.launch.fixed.contains(name) => return None,
            Formula::Name(name) => match self.passed.get(name.as_str()) {
                Some(param) => Quantity::Parameter((*param).to_owned()),
                None => Quantity::Host(name.clone()),
            },
            Formula::Negated(a) => {
                let zero = Quantity::Number(BigInt::from(0));
                Quantity::Difference(Box::new(zero), Box::new(self.value(a)?))
            }
            Formula::Binary(op, a, b) => self.binary(*op, a, b)?,
            Formula::Call(name, all) => match (name.rsplit("::").next()?, all.as_slice()) {
                ("min", [a, b]) => {
                    Quantity::Least(Box::new(self.value(a)?), Box::new(self.value(b)?))
                }
                ("max", [a, b]) => {
                    Quantity::Most(Box::new(self.value(a)?), Box::new(self.value(b)?))
                }
                _ => return None,
            },
            Formula::Other(_) => return None,
        })
    }

    fn binary(&self, op: Operator, a: &Formula, b: &Formula) -> Option<Quantity> {
        let left = Box::new(self.value(a)?);
        let right = || self.value(b).map(Box::new);
        let divisor = || b.value().filter(|value| *value > 0).map(BigInt::from);
        let power = || {
            let by = u32::try_from(b.value()?).ok().filter(|by| *by < 31)?;
            Some(BigInt::from(1) << by)
        };
        Some(match op {
            Operator::Mul => Quantity::Product(left, right()?),
            Operator::Add => Quantity::Sum(left, right()?),
            Operator::Sub => Quantity::Difference(left, right()?),
            Operator::Div => Quantity::Quotient(left, divisor()?),
            Operator::Rem => Quantity::Remainder(left, divisor()?),
            Operator::ShiftLeft => Quantity::Product(left, Box::new(Quantity::Number(power()?))),
            Operator::ShiftRight => Quantity::Floor(left, power()?),
            Operator::And | Operator::Xor | Operator::Or => return None,
        })
    }
}

/// Adds the variables of the host in a value, each as often as it occurs.
fn hosts_in(value: &Quantity, found: &mut Vec<String>) {
    match value {
        Quantity::Host(name) => found.push(name.clone()),
        Quantity::Number(_)
        | Quantity::Parameter(_)
        | Quantity::BlockSize(_)
        | Quantity::GridSize(_)
        | Quantity::WithoutLowestBit(_) => {}
        Quantity::Sum(a, b)
        | Quantity::Difference(a, b)
        | Quantity::Product(a, b)
        | Quantity::Least(a, b)
        | Quantity::Most(a, b) => {
            hosts_in(a, found);
            hosts_in(b, found);
        }
        Quantity::Quotient(a, _) | Quantity::Remainder(a, _) | Quantity::Floor(a, _) => {
            hosts_in(a, found);
        }
    }
}

/// Whether a value depends on a variable of the host.
fn has_host(value: &Quantity) -> bool {
    let mut found = Vec::new();
    hosts_in(value, &mut found);
    !found.is_empty()
}

/// Whether each argument is certainly that of the parameter at its place: no macro, pack or default value
/// and no comma between template arguments shifts them.
fn is_plain(launch: &Launch, params: usize) -> bool {
    let whole = |text: &str| {
        let text = text.replace("->", "");
        text.matches('<').count() == text.matches('>').count() && !text.contains("...")
    };
    let mut all = launch.arguments.iter();
    launch.arguments.len() == params
        && all.all(|one| !matches!(one.formula, Formula::Other(_)) || whole(&one.text))
}

/// Adds the names in a formula.
fn mentioned<'a>(formula: &'a Formula, found: &mut BTreeSet<&'a str>) {
    match formula {
        Formula::Name(name) => {
            found.insert(name);
        }
        Formula::Negated(a) => mentioned(a, found),
        Formula::Binary(_, a, b) => {
            mentioned(a, found);
            mentioned(b, found);
        }
        Formula::Call(_, all) => all.iter().for_each(|one| mentioned(one, found)),
        Formula::Number(_) | Formula::Other(_) => {}
    }
}
