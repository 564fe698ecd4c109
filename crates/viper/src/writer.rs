//! Names, sorts, indentation, and what the preamble must declare.

use core_lang::{FieldId, FunctionId, LabelId, LocalId, PredicateId, Program};
use logic::Sort;
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// Why something has no counterpart in Viper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// What.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// Text, or why there is none.
pub(super) type Text<T = String> = Result<T, Gap>;

/// Says that something has no counterpart.
pub(super) fn gap<T>(span: Span, what: impl Into<String>) -> Text<T> {
    let what = what.into();
    Err(Gap { what, span })
}

/// What a local stands for where it does not stand for itself.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    /// The text.
    pub text: String,
    /// The locals the text depends on.
    pub depends: BTreeSet<LocalId>,
}

/// Declarations of the preamble that are in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    /// Element sorts of arrays that are read or shared.
    pub elements: BTreeSet<Sort>,
    /// Data sorts with a declaration of their own.
    pub data: BTreeSet<Sort>,
    /// Sorts of which arbitrary values are asked for.
    pub havoc: BTreeSet<Sort>,
    /// Whether rows of matrices are named.
    pub rows: bool,
    /// Operations of the data theories that Viper lacks, with their declarations.
    pub operations: BTreeMap<String, String>,
    /// String constants: text and name.
    pub strings: BTreeMap<String, String>,
}

/// Writes one declaration; what it needs from the preamble is remembered.
#[derive(Clone)]
pub(super) struct Writer<'a> {
    pub program: &'a Program,
    pub used: Used,
    /// Functions and predicates that are not exported.
    pub missing_functions: &'a BTreeSet<FunctionId>,
    pub missing_predicates: &'a BTreeSet<PredicateId>,
    /// Methods without an exported contract.
    pub missing_methods: &'a BTreeSet<usize>,
    /// What locals stand for.
    pub meanings: BTreeMap<LocalId, Meaning>,
    /// What labels of states are called.
    pub labels: BTreeMap<LabelId, String>,
    /// Locals of the method that occur, to be declared.
    pub occurring: BTreeSet<LocalId>,
    /// Made-up variables of the method with their types.
    pub extra: Vec<(String, String)>,
    /// Labels to which something jumps.
    pub targets: BTreeSet<LabelId>,
    /// The body being written.
    pub out: String,
    pub indent: usize,
    /// Counts made-up names.
    pub next: usize,
    /// For a method with a measure: the methods that reach it, and the values at entry.
    pub measured: Option<(BTreeSet<usize>, Vec<String>)>,
    /// Fields that the method stores to.
    pub stored: BTreeSet<FieldId>,
    /// Whether `perm(…)` has a meaning: where nothing is given or inhaled.
    pub own_permissions: bool,
    /// How deep inlined functions are nested.
    pub depth: usize,
    /// If set, assertions are written as what they say of cells at that state: each cell
    /// a permission is of holds the same value there.
    pub values_at: Option<String>,
}

/// The part of a name that Viper can take.
pub(super) fn identifier(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let clean = clean.trim_matches('_');
    if clean.is_empty() {
        "x".to_owned()
    } else {
        clean.to_owned()
    }
}

/// A sort within a name.
pub(super) fn mangled(sort: &Sort) -> String {
    sort.to_string()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        program: &'a Program,
        missing_functions: &'a BTreeSet<FunctionId>,
        missing_predicates: &'a BTreeSet<PredicateId>,
        missing_methods: &'a BTreeSet<usize>,
    ) -> Self {
        Writer {
            program,
            used: Used::default(),
            missing_functions,
            missing_predicates,
            missing_methods,
            meanings: BTreeMap::new(),
            labels: BTreeMap::new(),
            occurring: BTreeSet::new(),
            extra: Vec::new(),
            targets: BTreeSet::new(),
            out: String::new(),
            indent: 1,
            next: 0,
            measured: None,
            stored: BTreeSet::new(),
            own_permissions: false,
            depth: 0,
            values_at: None,
        }
    }

    /// The type that values of a sort have.
    pub(crate) fn sort(&mut self, sort: &Sort, span: Span) -> Text {
        let text = match sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Int => "Int".to_owned(),
            Sort::Real => "Perm".to_owned(),
            Sort::Ref => "Ref".to_owned(),
            Sort::Array(..) => return gap(span, "a total map as a value"),
            Sort::BitVec(_) => return gap(span, "a bit-vector"),
            Sort::Seq(of) => format!("Seq[{}]", self.sort(of, span)?),
            Sort::Set(of) => format!("Set[{}]", self.sort(of, span)?),
            Sort::Bag(of) => format!("Multiset[{}]", self.sort(of, span)?),
            Sort::Map(key, of) => {
                format!("Map[{},{}]", self.sort(key, span)?, self.sort(of, span)?)
            }
            Sort::Option(of) => {
                self.sort(of, span)?;
                mangled(sort)
            }
            Sort::Tuple(parts) => {
                for part in parts {
                    self.sort(part, span)?;
                }
                mangled(sort)
            }
            Sort::String | Sort::Parameter(_) | Sort::Adt(..) => mangled(sort),
        };
        if sort.is_data() {
            self.used.data.insert(sort.clone());
        }
        Ok(text)
    }

    /// A local where it is mentioned.
    pub(crate) fn local(&mut self, id: LocalId) -> String {
        if let Some(meaning) = self.meanings.get(&id) {
            return meaning.text.clone();
        }
        self.occurring.insert(id);
        self.declared(id)
    }

    /// A local's own name.
    pub(crate) fn declared(&self, id: LocalId) -> String {
        format!("{}_{}", identifier(&self.program.local(id).name), id.0)
    }

    /// A bound variable with its type; it stands for itself from here on.
    pub(crate) fn bind(&mut self, id: LocalId, span: Span) -> Text {
        let name = self.declared(id);
        let sort = self.sort(&self.program.local(id).sort.clone(), span)?;
        let meaning = Meaning {
            text: name.clone(),
            depends: BTreeSet::from([id]),
        };
        self.meanings.insert(id, meaning);
        Ok(format!("{name}: {sort}"))
    }

    /// A name that occurs nowhere else in the method.
    pub(crate) fn fresh(&mut self, hint: &str) -> String {
        self.next += 1;
        format!("{hint}__{}", self.next)
    }

    /// A made-up variable.
    pub(crate) fn variable(&mut self, hint: &str, sort: &str) -> String {
        let name = self.fresh(hint);
        self.extra.push((name.clone(), sort.to_owned()));
        name
    }

    pub(crate) fn field(&self, id: FieldId) -> String {
        format!("f_{}_{}", identifier(&self.program.field(id).name), id.0)
    }

    pub(crate) fn function(&self, id: FunctionId) -> String {
        format!(
            "fun_{}_{}",
            identifier(&self.program.function(id).name),
            id.0
        )
    }

    pub(crate) fn predicate(&self, id: PredicateId) -> String {
        format!(
            "pred_{}_{}",
            identifier(&self.program.predicate(id).name),
            id.0
        )
    }

    pub(crate) fn method(&self, number: usize) -> String {
        let name = self.program.methods.get(number).map_or("", |m| &m.name);
        format!("m_{}_{number}", identifier(name))
    }

    /// The field that holds array elements of a sort.
    pub(crate) fn element(&mut self, sort: &Sort, span: Span) -> Text {
        self.sort(sort, span)?;
        self.used.elements.insert(sort.clone());
        Ok(format!("elem_{}", mangled(sort)))
    }

    /// The name of a state.
    pub(crate) fn state(&self, label: LabelId) -> String {
        self.labels
            .get(&label)
            .cloned()
            .unwrap_or_else(|| format!("at_{}", label.0))
    }

    /// One line of the body.
    pub(crate) fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }
}
