//! Integers that a file gives names, and arithmetic of them.
//!
//! A name's value is known if the whole file binds it once, in an assignment that stands by itself at the
//! file's level or in the function that uses it; or if the user gives it.

use crate::bindings::Names;
use crate::tree::{DEEPEST, File, Why, bare};
use std::collections::HashMap;
use tree_sitter::Node;

/// A name that is taken to have a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The name.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// The line that assigns it, from 1; none if the user gave it.
    pub line: Option<usize>,
}

/// What values are found with.
pub(crate) struct Integers<'a, 't> {
    file: &'a File<'t>,
    names: &'a Names<'t>,
    /// What the user gives.
    given: HashMap<String, i64>,
}

impl<'a, 't> Integers<'a, 't> {
    /// With the numbers of `-D NAME=VALUE`.
    pub(crate) fn new(file: &'a File<'t>, names: &'a Names<'t>, define: &[String]) -> Self {
        let number = |text: &String| {
            let (name, value) = text.split_once('=')?;
            Some((name.trim().to_owned(), literal(value.trim())?))
        };
        Integers {
            file,
            names,
            given: define.iter().filter_map(number).collect(),
        }
    }

    /// The value of an expression, and the names that it rests on are added to `used`.
    pub(crate) fn value(&self, node: Node<'t>, used: &mut Vec<Constant>) -> Result<i64, Why> {
        self.at(node, used, 0)
    }

    fn at(&self, node: Node<'t>, used: &mut Vec<Constant>, depth: usize) -> Result<i64, Why> {
        let node = bare(node);
        let unknown = || {
            let shown: String = self.file.of(node).chars().take(40).collect();
            Err(Why::new(
                node,
                format!("`{shown}` is not an integer that is known"),
            ))
        };
        if depth > DEEPEST {
            return unknown();
        }
        match node.kind() {
            "integer" => literal(self.file.of(node)).map_or_else(unknown, Ok),
            "identifier" => self.named(node, used, depth),
            "unary_operator" => {
                let operand = node.child_by_field_name("argument");
                let operator = node.child_by_field_name("operator");
                let Some((operand, operator)) = operand.zip(operator) else {
                    return unknown();
                };
                let value = self.at(operand, used, depth + 1)?;
                let found = match self.file.of(operator) {
                    "-" => value.checked_neg(),
                    "+" => Some(value),
                    "~" => Some(!value),
                    _ => None,
                };
                found.map_or_else(unknown, Ok)
            }
            "binary_operator" => {
                let left = node.child_by_field_name("left");
                let right = node.child_by_field_name("right");
                let operator = node.child_by_field_name("operator");
                let Some(((left, right), operator)) = left.zip(right).zip(operator) else {
                    return unknown();
                };
                let left = self.at(left, used, depth + 1)?;
                let right = self.at(right, used, depth + 1)?;
                computed(self.file.of(operator), left, right).map_or_else(unknown, Ok)
            }
            _ => unknown(),
        }
    }

    fn named(&self, node: Node<'t>, used: &mut Vec<Constant>, depth: usize) -> Result<i64, Why> {
        let name = self.file.of(node);
        let mut below = Vec::new();
        let assigned = self.assigned(node, &mut below, depth);
        let (value, line) = match (self.given.get(name), assigned) {
            (Some(given), Ok((value, line))) if *given != value => {
                let message =
                    format!("`{name}` is {value}, as line {line} has it, and -D says {given}");
                return Err(Why::new(node, message));
            }
            (Some(given), _) => (*given, None),
            (None, Ok((value, line))) => (value, Some(line)),
            (None, Err(why)) => return Err(why),
        };
        if line.is_some() {
            below.into_iter().for_each(|one| add(used, one));
        }
        let name = name.to_owned();
        add(used, Constant { name, value, line });
        Ok(value)
    }

    /// The value that the file's only assignment gives a name, and its line.
    fn assigned(
        &self,
        node: Node<'t>,
        used: &mut Vec<Constant>,
        depth: usize,
    ) -> Result<(i64, usize), Why> {
        let name = self.file.of(node);
        let help = format!("`-D {name}=32`, gives its value");
        let fail = |why: String| {
            let why = Why::new(node, format!("the value of `{name}` is not known: {why}"));
            Err(why.with_help(help.clone()))
        };
        if let Some(any) = self.names.anything() {
            let line = self.file.line(any);
            return fail(format!(
                "`{}` in line {line} may change it",
                self.file.of(any)
            ));
        }
        if self.names.is_shared(name) || self.names.is_set_outside(self.file, name) {
            return fail("the file may assign it from elsewhere".to_owned());
        }
        let bindings = self.names.bindings(name);
        let [binding] = bindings.as_slice() else {
            return fail(match bindings.first() {
                None => "the file does not assign it".to_owned(),
                Some(_) => format!("the file binds it {} times", bindings.len()),
            });
        };
        let line = self.file.line(*binding);
        let right = by_itself(self.file, *binding).or_else(|| self.in_function(node, *binding));
        let Some(right) = right else {
            return fail(format!(
                "line {line} binds it otherwise than by one assignment"
            ));
        };
        match self.at(right, used, depth + 1) {
            Ok(value) => Ok((value, line)),
            Err(why) => fail(format!("line {line}: {}", why.message())),
        }
    }
}

impl<'t> Integers<'_, 't> {
    /// The right side, if a function binds a name by one assignment, and the name is used in it: whatever way is taken, a
    /// value that the name has is this one.
    fn in_function(&self, node: Node<'t>, binding: Node<'t>) -> Option<Node<'t>> {
        let variable = self.names.variable(self.file, node)?;
        let own = variable.scope.kind() == "function_definition"
            && variable.bindings == [binding]
            && self.file.body_of(node) == variable.scope;
        let assignment = self
            .file
            .parent(binding)
            .filter(|node| own && node.kind() == "assignment")?;
        let plain = assignment.child_by_field_name("left") == Some(binding)
            && assignment.child_by_field_name("type").is_none();
        let statement = self
            .file
            .parent(assignment)
            .filter(|node| plain && node.kind() == "expression_statement")?;
        let block = self.file.parent(statement)?;
        (block.kind() == "block" && statement.named_child_count() == 1)
            .then(|| assignment.child_by_field_name("right"))?
    }
}

fn add(used: &mut Vec<Constant>, one: Constant) {
    if !used.contains(&one) {
        used.push(one);
    }
}

/// The right side, if a name is bound by an assignment `NAME = …` that is a statement of the file's level.
fn by_itself<'t>(file: &File<'t>, binding: Node<'t>) -> Option<Node<'t>> {
    let assignment = file
        .parent(binding)
        .filter(|node| node.kind() == "assignment")?;
    let plain = assignment.child_by_field_name("left") == Some(binding)
        && assignment.child_by_field_name("type").is_none();
    let statement = file
        .parent(assignment)
        .filter(|node| node.kind() == "expression_statement")?;
    let module = file
        .parent(statement)
        .filter(|node| node.kind() == "module")?;
    // One statement of several on a line is a statement of the module, too.
    (plain && module == file.root && statement.named_child_count() == 1)
        .then(|| assignment.child_by_field_name("right"))?
}

/// The value of an integer as Python writes it.
pub(crate) fn literal(text: &str) -> Option<i64> {
    let text = text.replace('_', "");
    let lower = text.to_ascii_lowercase();
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = lower.strip_prefix(prefix) {
            return whole(digits, base);
        }
    }
    // `010` is octal in Python 2 and an error in Python 3.
    let zeros = lower.len() > 1 && lower.starts_with('0') && lower.bytes().any(|byte| byte != b'0');
    if zeros { None } else { whole(&lower, 10) }
}

fn whole(digits: &str, base: u32) -> Option<i64> {
    let all = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    all.then(|| i64::from_str_radix(digits, base).ok())?
}

/// Python's arithmetic, as far as it stays within 64 bits.
fn computed(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "//" | "%" => {
            let remainder = left.checked_rem(right)?;
            let adjust = remainder != 0 && (remainder < 0) != (right < 0);
            match operator {
                "%" => remainder.checked_add(if adjust { right } else { 0 }),
                _ => left.checked_div(right)?.checked_sub(i64::from(adjust)),
            }
        }
        "**" => left.checked_pow(u32::try_from(right).ok()?),
        "<<" => {
            let shift = u32::try_from(right).ok().filter(|shift| *shift < 63)?;
            left.checked_mul(1i64.checked_shl(shift)?)
        }
        ">>" => Some(left >> u32::try_from(right).ok().filter(|shift| *shift < 64)?),
        "&" => Some(left & right),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        _ => None,
    }
}
