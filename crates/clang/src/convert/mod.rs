//! From clang's nodes to typed ones: kernels first, then whatever they reach.

mod alignment;
mod declarations;
mod expressions;
mod fold;
mod lambdas;
mod operators;
mod records;
mod statements;
mod tolerant;
mod typename;
mod typewords;

pub(crate) use declarations::{is_condition, is_function};
pub(crate) use tolerant::Tolerance;

use std::collections::{HashMap, HashSet, VecDeque};
use text::code::Code;

use text::diagnostics::Diagnostic;
use text::span::Span;

use crate::index::Index;
use crate::node::{Files, Node};
use crate::tree::{FunctionId, LabelId, Language, RecordId, Unit, VariableId};
use crate::types::{Qual, Target, Types};

/// An error at a place. Boxed, for results are returned often and errors are not.
pub(crate) type Fault = Box<Diagnostic>;

/// What can fail at a place.
pub(crate) type Res<T> = Result<T, Fault>;

pub(crate) fn fault(code: Code, span: Span, message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(code, span, message))
}

/// A function or variable that still has to be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    Function(FunctionId),
    Variable(VariableId),
}

/// The state of a conversion.
pub(crate) struct Converter<'t, 'a> {
    pub index: &'t Index<'t, 'a>,
    pub files: &'t Files,
    pub unit: Unit,
    file_names: HashMap<String, u32>,
    /// Instances of templates whose arguments are being read.
    pub resolving: Vec<u64>,
    functions: HashMap<u64, FunctionId>,
    function_nodes: Vec<Option<u64>>,
    variables: HashMap<u64, VariableId>,
    variable_nodes: Vec<Option<u64>>,
    records: HashMap<u64, RecordId>,
    record_nodes: Vec<u64>,
    enums: HashMap<u64, crate::tree::EnumId>,
    labels: HashMap<u64, LabelId>,
    /// Fields by clang's number.
    fields: HashMap<u64, crate::tree::FieldId>,
    /// Records and enumerations that could not be converted, and why.
    broken: HashMap<u64, Fault>,
    /// Names for types with an alignment of their own, once they are looked up; none of those not known.
    aligned_names: Option<HashMap<String, Option<u64>>>,
    type_cache: HashMap<String, Qual>,
    /// Whether the result of a function may have a type that a function declares; none until that is asked.
    results_of_functions: Option<bool>,
    /// The function, class or namespace that is being converted.
    scope: u64,
    nesting: u32,
    queue: VecDeque<Work>,
    done: HashSet<Work>,
    /// What is being converted.
    current: Option<Work>,
    /// What each function or variable refers to.
    pub edges: HashMap<Work, Vec<Work>>,
    /// What could not be converted, by what it belongs to.
    pub faults: HashMap<Work, Vec<Diagnostic>>,
    /// Set for code of the host, where a part that is not understood is a part of the tree.
    pub tolerance: Option<std::rc::Rc<Tolerance>>,
}

impl<'t, 'a> Converter<'t, 'a> {
    pub(crate) fn new(
        index: &'t Index<'t, 'a>,
        files: &'t Files,
        language: Language,
        target: Target,
    ) -> Self {
        Converter {
            index,
            files,
            unit: Unit {
                language,
                target,
                files: Vec::new(),
                types: Types::default(),
                records: Vec::new(),
                enums: Vec::new(),
                variables: Vec::new(),
                functions: Vec::new(),
                closures: Vec::new(),
                axioms: Vec::new(),
            },
            resolving: Vec::new(),
            file_names: files.names(),
            functions: HashMap::new(),
            function_nodes: Vec::new(),
            variables: HashMap::new(),
            variable_nodes: Vec::new(),
            records: HashMap::new(),
            record_nodes: Vec::new(),
            enums: HashMap::new(),
            labels: HashMap::new(),
            fields: HashMap::new(),
            broken: HashMap::new(),
            aligned_names: None,
            results_of_functions: None,
            type_cache: HashMap::new(),
            scope: 0,
            nesting: 0,
            queue: VecDeque::new(),
            done: HashSet::new(),
            current: None,
            edges: HashMap::new(),
            faults: HashMap::new(),
            tolerance: None,
        }
    }

    /// A function to begin with.
    pub(crate) fn root(&mut self, id: u64) -> FunctionId {
        self.function(id)
    }

    /// Converts all that waits, and all that it reaches.
    pub(crate) fn run(&mut self) {
        while let Some(work) = self.queue.pop_front() {
            self.convert(work);
        }
    }

    fn convert(&mut self, work: Work) {
        if !self.done.insert(work) {
            return;
        }
        let outer = self.current.replace(work);
        let outcome = match work {
            Work::Function(id) => self.convert_function(id),
            Work::Variable(id) => self.convert_variable(id),
        };
        if let Err(fault) = outcome {
            self.faults.entry(work).or_default().push(*fault);
        }
        self.current = outer;
    }

    /// Converts the variables that wait, whose values are needed now; whether there were any.
    fn waiting_variables(&mut self) -> bool {
        let waiting = self.queue.iter().copied();
        let waiting: Vec<Work> = waiting
            .filter(|work| matches!(work, Work::Variable(_)) && !self.done.contains(work))
            .collect();
        for work in &waiting {
            self.convert(*work);
        }
        !waiting.is_empty()
    }

    /// All that something reaches, itself included.
    pub(crate) fn reached(&self, from: Work) -> Vec<Work> {
        let mut seen = HashSet::from([from]);
        let mut all = vec![from];
        let mut at = 0;
        while let Some(work) = all.get(at).copied() {
            at += 1;
            for &next in self.edges.get(&work).into_iter().flatten() {
                if seen.insert(next) {
                    all.push(next);
                }
            }
        }
        all
    }

    /// The declaration of clang's that something was made from.
    pub(crate) fn node_of(&self, work: Work) -> Option<&'t Node<'a>> {
        let id = match work {
            Work::Function(id) => self.function_nodes.get(id.0 as usize),
            Work::Variable(id) => self.variable_nodes.get(id.0 as usize),
        };
        let id = id.copied().flatten()?;
        self.index.entries.get(&id).map(|entry| entry.node)
    }

    fn refer(&mut self, to: Work) {
        if let Some(current) = self.current {
            let edges = self.edges.entry(current).or_default();
            if !edges.contains(&to) {
                edges.push(to);
            }
        }
        if !self.done.contains(&to) {
            self.queue.push_back(to);
        }
    }

    fn offset(&self, file: u32, line: usize, column: usize) -> u32 {
        u32::try_from(self.files.offset(file, line, column)).unwrap_or(u32::MAX)
    }

    /// Reads in another scope: names mean what they mean there.
    fn within<T>(&mut self, scope: u64, read: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let outer = std::mem::replace(&mut self.scope, scope);
        let cache = std::mem::take(&mut self.type_cache);
        let result = read(self);
        self.scope = outer;
        self.type_cache = cache;
        result
    }

    /// The type of a node, or of one of its parts under a key.
    fn type_under(&mut self, node: &Node<'_>, key: &str) -> Res<Qual> {
        let Some(value) = node.data.get(key) else {
            let message = format!("clang gives no {key} for {}", node.kind);
            return Err(fault(Code::K004, node.place.span, message));
        };
        self.type_of_json(value, node.place.span)
    }

    fn type_of_json(&mut self, value: &crate::json::Json<'_>, place: Span) -> Res<Qual> {
        let part = |key: &str| value.get(key).and_then(crate::json::Json::text);
        let sugared = part("qualType").unwrap_or("");
        // Without names for other types, which may be seen from the template's scope only.
        if let Some(plain) = part("desugaredQualType")
            && let Ok(ty) = self.parse_type(plain, place)
        {
            return Ok(ty);
        }
        self.parse_type(sugared, place)
    }

    fn slice(&self, span: Span) -> &'t str {
        self.files
            .files
            .get(span.file as usize)
            .map_or("", |file| file.source.slice(span))
    }
}
