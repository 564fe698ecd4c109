//! Launches of kernels that Python compiles: CuPy's `RawKernel` and `RawModule`, PyCUDA's `SourceModule`, torch's
//! `_compile_kernel`.
//!
//! The object that a compiler gives is followed from its creation: through names that are bound once, to the calls
//! that launch it. Every other use of it is a launch of which nothing is known.

use crate::arrays::Arrays;
use crate::bindings::{Names, Role};
use crate::compilers::compiling;
use crate::fillings::word;
use crate::imports::path;
use crate::integers::{Constant, Integers};
use crate::tree::{Arguments, File, arguments, bare, children, is_field, parse, span};
use text::span::Span;
use tree_sitter::Node;

/// What is passed for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// This number.
    Integer {
        /// Its value.
        value: i64,
        /// Bits that are passed; none if the library chooses them.
        bits: Option<u32>,
    },
    /// A number with a fraction.
    Float {
        /// Bits that are passed.
        bits: u32,
    },
    /// An array on the device, from its first element.
    Array {
        /// Where the call begins that makes it: arrays of different calls have different memory.
        made_at: usize,
        /// Its bytes.
        bytes: i64,
    },
    /// Anything.
    Unknown {
        /// Why it is not known.
        reason: String,
    },
}

/// A launch, or a use of a kernel that may launch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Where it stands.
    pub span: Span,
    /// The kernel's name as the program gives it; none if it may be any.
    pub kernel: Option<String>,
    /// Threads of a block, by dimension.
    pub block: [Option<i64>; 3],
    /// Blocks, by dimension.
    pub grid: [Option<i64>; 3],
    /// Bytes of dynamic shared memory.
    pub shared: Option<i64>,
    /// The library that launches it.
    pub library: Library,
    /// Where the call is that compiles the kernel; none if that is not known.
    pub compiled: Option<Span>,
    /// What is passed, in order; empty if [`Launch::unknown`] says why that is not known.
    pub arguments: Vec<Argument>,
    /// The names that the numbers rest on.
    pub constants: Vec<Constant>,
    /// Why it is not understood, if it is not.
    pub unknown: Option<String>,
}

/// The launches of a Python file, in the order of its text.
pub fn launches(text: &str) -> Vec<Launch> {
    let Some(tree) = parse(text) else {
        return Vec::new();
    };
    let file = File::new(text, &tree);
    let names = Names::new(&file);
    let integers = Integers::new(&file, &names, &[]);
    let mut reader = Reader {
        integers: &integers,
        file: &file,
        names: &names,
        seen: Vec::new(),
        found: Vec::new(),
        calls: Vec::new(),
    };
    for node in file.nodes() {
        if node.kind() == "call" {
            match reader.created(node) {
                Some((object, library)) => reader.follow(node, object, library),
                None => reader.like_a_compiler(node),
            }
        }
    }
    let arrays = Arrays {
        file: &file,
        names: &names,
        integers: &integers,
        launches: reader.calls.iter().map(|one| one.call).collect(),
    };
    let read = reader.calls.iter().map(|one| reader.launch(one, &arrays));
    let read: Vec<Launch> = read.collect();
    let mut found = reader.found;
    found.extend(read);
    found.sort_by_key(|launch| (launch.span.start, launch.span.end));
    if file.error().is_some() {
        for launch in &mut found {
            let why = "the grammar of Python does not fit the file";
            *launch = nothing(launch.span, None, why);
        }
    }
    found
}

/// How kernels are called, and how arguments are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// Each argument has an address of its own; an integer of Python has 64 bits.
    Cupy,
    /// The arguments lie one behind the other, each as wide as it is; integers of Python are refused.
    PyCuda,
    /// Each argument has an address of its own; an integer of Python has 32 bits.
    Torch,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Object {
    Module,
    Kernel(Option<String>),
}

/// Members of modules and kernels that launch nothing and give no kernel.
const HARMLESS: [&str; 20] = [
    "get_global",
    "get_texref",
    "get_surfref",
    "compile",
    "code",
    "options",
    "backend",
    "file_path",
    "name_expressions",
    "name",
    "attributes",
    "num_regs",
    "local_size_bytes",
    "shared_size_bytes",
    "const_size_bytes",
    "max_threads_per_block",
    "max_dynamic_shared_size_bytes",
    "preferred_shared_memory_carveout",
    "set_cache_config",
    "set_shared_memory_config",
];

/// Functions and attributes that read an attribute by its name as a text.
const READERS: [&str; 7] = [
    "getattr",
    "getattr_static",
    "getmembers_static",
    "attrgetter",
    "methodcaller",
    "getmembers",
    "__getattribute__",
];

fn nothing(span: Span, kernel: Option<String>, why: impl Into<String>) -> Launch {
    Launch {
        span,
        kernel,
        block: [None; 3],
        grid: [None; 3],
        shared: None,
        library: Library::Cupy,
        compiled: None,
        arguments: Vec::new(),
        constants: Vec::new(),
        unknown: Some(why.into()),
    }
}

struct Reader<'a, 't> {
    file: &'a File<'t>,
    names: &'a Names<'t>,
    integers: &'a Integers<'a, 't>,
    seen: Vec<(usize, Object)>,
    found: Vec<Launch>,
    calls: Vec<Call<'t>>,
}

/// A call of a kernel.
struct Call<'t> {
    call: Node<'t>,
    kernel: Option<String>,
    library: Library,
    /// The call that compiles it.
    compiled: Span,
}

impl<'t> Reader<'_, 't> {
    /// What a call creates, if it compiles a text.
    fn created(&self, call: Node<'t>) -> Option<(Object, Library)> {
        let compiling = compiling(self.file, self.names, call)?;
        let kernel = || Object::Kernel(compiling.kernel(self.file));
        match compiling.path.rsplit('.').next()? {
            "RawKernel" => Some((kernel(), Library::Cupy)),
            "RawModule" => Some((Object::Module, Library::Cupy)),
            "SourceModule" | "DynamicSourceModule" => Some((Object::Module, Library::PyCuda)),
            "_compile_kernel" => Some((kernel(), Library::Torch)),
            _ => None,
        }
    }

    /// A call of what has a compiler's name, but may be another function: what it gives may be launched.
    fn like_a_compiler(&mut self, call: Node<'t>) {
        let function = call.child_by_field_name("function").map(bare);
        let name = function.map(|function| match function.kind() {
            "attribute" => self.member(function),
            _ => self.file.of(function),
        });
        let names = ["RawKernel", "RawModule", "SourceModule", "_compile_kernel"];
        let known = compiling(self.file, self.names, call).is_some();
        if let Some(name) = name.filter(|name| !known && names.contains(name)) {
            let why = format!("it is not known which function `{name}` is");
            let launch = nothing(span(&call.byte_range()), None, why);
            self.found.push(launch);
        }
    }

    fn follow(&mut self, node: Node<'t>, object: Object, library: Library) {
        let made = (library, span(&node.byte_range()));
        let mut open = vec![(node, object)];
        while let Some((node, object)) = open.pop() {
            let key = (node.id(), object);
            if self.seen.contains(&key) {
                continue;
            }
            self.seen.push(key.clone());
            open.extend(self.step(node, key.1, made));
        }
    }

    fn passed_on(&mut self, node: Node<'t>, object: &Object, why: &str) {
        let kernel = match object {
            Object::Kernel(name) => name.clone(),
            Object::Module => None,
        };
        let launch = nothing(span(&node.byte_range()), kernel, why);
        self.found.push(launch);
    }

    /// Where an object goes next.
    fn step(
        &mut self,
        node: Node<'t>,
        object: Object,
        (library, compiled): (Library, Span),
    ) -> Vec<(Node<'t>, Object)> {
        let Some(parent) = self.file.parent(node) else {
            return Vec::new();
        };
        let field = |name: &str| is_field(parent, name, node);
        match (parent.kind(), &object) {
            ("parenthesized_expression", _) => return vec![(parent, object)],
            ("expression_statement", _) => {}
            ("assignment", _) if field("right") => return self.assigned(parent, object),
            ("call", Object::Kernel(name)) if field("function") => {
                self.calls.push(Call {
                    call: parent,
                    kernel: name.clone(),
                    library,
                    compiled,
                });
            }
            ("attribute", Object::Module) if self.member(parent) == "get_function" => {
                let call = self.file.parent(parent);
                let call = call.filter(|call| is_field(*call, "function", parent));
                let Some(call) = call.filter(|call| call.kind() == "call") else {
                    self.passed_on(parent, &object, "the module's kernels are passed on");
                    return Vec::new();
                };
                let given = arguments(self.file, call);
                let name = match (given.ordered.as_slice(), given.named.as_slice()) {
                    ([one], []) | ([], [(_, one)]) if !given.unpacked => {
                        word(self.file, bare(*one))
                    }
                    _ => None,
                };
                return vec![(call, Object::Kernel(name))];
            }
            ("attribute", _) if HARMLESS.contains(&self.member(parent)) => {}
            ("attribute", Object::Kernel(_)) => {
                let why = format!("`.{}` may launch it", self.member(parent));
                self.passed_on(parent, &object, &why);
            }
            _ => self.passed_on(node, &object, "it is passed on"),
        }
        Vec::new()
    }

    fn member(&self, attribute: Node<'t>) -> &'t str {
        let name = attribute.child_by_field_name("attribute");
        name.map_or("", |name| self.file.of(name))
    }

    /// The places that read an attribute of this name, of whatever object, and how many bind one.
    fn read_as_attribute(&self, name: &str) -> (Vec<Node<'t>>, usize) {
        let all = self.names.attributes(name);
        let set = all.iter().filter(|one| one.role != Role::Use).count();
        let read = all.iter().filter(|one| one.role == Role::Use);
        (read.map(|one| one.node).collect(), set)
    }

    /// An attribute may be read by its name as a text, which is not followed.
    fn read_by_text(&mut self, left: Node<'t>, name: &str, object: &Object) {
        let file = self.file;
        let reads = |node: Node<'t>| {
            let is_reader = node.kind() == "identifier" && READERS.contains(&file.of(node));
            let call = file
                .parent(node)
                .filter(|call| call.kind() == "call" && is_field(*call, "function", node));
            // `getattr(args, "size")` reads that name alone.
            let other = call.is_some_and(|call| {
                let given = arguments(file, call);
                let text = given.ordered.get(1).and_then(|one| word(file, bare(*one)));
                !given.unpacked && text.is_some_and(|text| text != name)
            });
            is_reader && !(other && file.of(node) == "getattr")
        };
        if self.names.anything().is_some() || file.nodes().into_iter().any(reads) {
            let why = "names are read in ways that are not followed";
            self.passed_on(left, object, why);
        }
    }

    fn assigned(&mut self, assignment: Node<'t>, object: Object) -> Vec<(Node<'t>, Object)> {
        let left = assignment.child_by_field_name("left").unwrap_or(assignment);
        let (uses, alone) = match left.kind() {
            "identifier" => match self.names.variable(self.file, left) {
                Some(variable) if variable.scope.kind() != "class_definition" => {
                    let outside = self.names.is_set_outside(self.file, self.file.of(left));
                    let alone = variable.bindings.len() == 1 && !outside;
                    (variable.uses, alone)
                }
                // An attribute of the class, and so of its objects, unless they have their own.
                Some(variable) => {
                    let name = self.file.of(left);
                    let (mut uses, set) = self.read_as_attribute(name);
                    let alone = set == 0 && self.names.bindings(name).len() == 1;
                    uses.extend(variable.uses);
                    self.read_by_text(left, name, &object);
                    (uses, alone)
                }
                None => {
                    self.passed_on(left, &object, "its name may be changed from elsewhere");
                    return Vec::new();
                }
            },
            "attribute" => {
                let name = self.member(left);
                let (uses, set) = self.read_as_attribute(name);
                let alone = set == 1
                    && self.names.bindings(name).is_empty()
                    && self.names.anything().is_none();
                self.read_by_text(left, name, &object);
                (uses, alone)
            }
            _ => {
                self.passed_on(left, &object, "it is not assigned to one name");
                return Vec::new();
            }
        };
        let object = match object {
            Object::Kernel(_) if !alone => Object::Kernel(None),
            Object::Module if !alone => {
                self.passed_on(
                    left,
                    &object,
                    "the module's name is given more than one value",
                );
                return Vec::new();
            }
            object => object,
        };
        let outer = self.file.parent(assignment);
        let chained = outer.is_some_and(|outer| is_field(outer, "right", assignment));
        let more = chained.then(|| (assignment, object.clone()));
        let uses = uses.into_iter().map(|one| (one, object.clone()));
        uses.chain(more).collect()
    }

    /// A call of a kernel.
    fn launch(&self, one: &Call<'t>, arrays: &Arrays<'_, 't>) -> Launch {
        let (call, library) = (one.call, one.library);
        let kernel = one.kernel.clone();
        let place = span(&call.byte_range());
        let given = arguments(self.file, call);
        if given.unpacked {
            return nothing(place, kernel, "its arguments are unpacked");
        }
        let parameters: &[&str] = match library {
            Library::Cupy => &["grid", "block", "args"],
            Library::Torch => &["grid", "block", "args", "shared_mem", "stream"],
            Library::PyCuda => &[],
        };
        let find = |name: &str| find(&given, parameters, name);
        let mut constants = Vec::new();
        // PyCUDA has a grid of one block by default, torch one block of one thread; CuPy needs both.
        let default = |library_has: bool| if library_has { [Some(1); 3] } else { [None; 3] };
        let torch = library == Library::Torch;
        let mut size = |name: &str, usual: [Option<i64>; 3]| {
            find(name).map_or(usual, |node| self.size(node, &mut constants))
        };
        let grid = size("grid", default(torch || library == Library::PyCuda));
        let block = size("block", default(torch));
        let shared = match library {
            Library::PyCuda => find("shared"),
            Library::Cupy | Library::Torch => find("shared_mem"),
        };
        let shared = match shared {
            Some(node) => self.integers.value(node, &mut constants).ok(),
            None => Some(0),
        };
        let (passed, mut unknown) = match library {
            Library::PyCuda => (given.ordered.clone(), None),
            Library::Cupy | Library::Torch => match find("args").map(bare) {
                Some(list) if matches!(list.kind(), "tuple" | "list") => (children(list), None),
                None if torch => (Vec::new(), None),
                _ => (Vec::new(), Some("what is passed is not a tuple".to_owned())),
            },
        };
        let splat = |node: &Node<'t>| node.kind().ends_with("splat");
        let too_many = !parameters.is_empty() && given.ordered.len() > parameters.len();
        if too_many || passed.iter().any(splat) {
            unknown = Some("its arguments are unpacked, or too many".to_owned());
        }
        let mut read = |node: Node<'t>| self.argument(node, arrays, &mut constants);
        let arguments = match unknown {
            None => passed.into_iter().map(&mut read).collect(),
            Some(_) => Vec::new(),
        };
        Launch {
            span: place,
            kernel,
            block,
            grid,
            shared,
            library,
            compiled: Some(one.compiled),
            arguments,
            constants,
            unknown,
        }
    }

    /// Three dimensions; those that are not given are 1.
    fn size(&self, node: Node<'t>, constants: &mut Vec<Constant>) -> [Option<i64>; 3] {
        let node = bare(node);
        let parts = match node.kind() {
            "tuple" | "list" => children(node),
            _ => match self.integers.value(node, constants) {
                Ok(value) => return [Some(value), Some(1), Some(1)],
                Err(_) => return [None; 3],
            },
        };
        if parts.len() > 3 || parts.iter().any(|part| part.kind().ends_with("splat")) {
            return [None; 3];
        }
        let mut found = [Some(1); 3];
        for (slot, part) in found.iter_mut().zip(parts) {
            *slot = match self.scalar(part, constants) {
                Argument::Integer { value, .. } => Some(value),
                Argument::Float { .. } | Argument::Array { .. } | Argument::Unknown { .. } => None,
            };
        }
        found
    }

    /// What is passed for a parameter.
    fn argument(
        &self,
        node: Node<'t>,
        arrays: &Arrays<'_, 't>,
        constants: &mut Vec<Constant>,
    ) -> Argument {
        let found = self.scalar(node, constants);
        let Argument::Unknown { reason } = found else {
            return found;
        };
        let mut used = Vec::new();
        let other = self.sized(node, arrays, &mut used).or_else(|| {
            used.clear();
            let array = arrays.passed(node, &mut used)?;
            Some(Argument::Array {
                made_at: array.made_at,
                bytes: array.bytes()?,
            })
        });
        match other {
            Some(other) => {
                for one in used {
                    if !constants.contains(&one) {
                        constants.push(one);
                    }
                }
                other
            }
            None => Argument::Unknown { reason },
        }
    }

    /// The size of an array, as an integer of a type or of Python.
    fn sized(
        &self,
        node: Node<'t>,
        arrays: &Arrays<'_, 't>,
        used: &mut Vec<Constant>,
    ) -> Option<Argument> {
        let node = bare(node);
        if let Some(value) = arrays.integer(node, used) {
            return Some(Argument::Integer { value, bits: None });
        }
        let function = node.child_by_field_name("function")?;
        let path = path(self.file, self.names, function)?;
        let given = arguments(self.file, node);
        let (bits, (low, high)) = range_of(&path)?;
        let [one] = given.ordered.as_slice() else {
            return None;
        };
        let value = arrays.integer(*one, used)?;
        let plain = given.named.is_empty() && !given.unpacked;
        (plain && (low..=high).contains(&value)).then_some(Argument::Integer {
            value,
            bits: Some(bits),
        })
    }

    /// A number that is known.
    fn scalar(&self, node: Node<'t>, constants: &mut Vec<Constant>) -> Argument {
        let node = bare(node);
        let unknown = |reason: String| Argument::Unknown { reason };
        if node.kind() != "call" {
            return match self.integers.value(node, constants) {
                Ok(value) => Argument::Integer { value, bits: None },
                Err(why) => unknown(why.message().to_owned()),
            };
        }
        let function = node.child_by_field_name("function");
        let path = function.and_then(|function| path(self.file, self.names, function));
        let given = arguments(self.file, node);
        let plain = given.named.is_empty() && !given.unpacked;
        let [one] = given.ordered.as_slice() else {
            return unknown(format!("`{}` is not known", self.shown(node)));
        };
        if let Some(bits) = path.as_deref().and_then(float_of).filter(|_| plain) {
            return Argument::Float { bits };
        }
        let range = path.as_deref().and_then(range_of).filter(|_| plain);
        let Some((bits, (low, high))) = range else {
            return unknown(format!("`{}` is not known", self.shown(node)));
        };
        match self.integers.value(*one, constants) {
            Ok(value) if (low..=high).contains(&value) => Argument::Integer {
                value,
                bits: Some(bits),
            },
            Ok(value) => unknown(format!("{value} does not fit its type")),
            Err(why) => unknown(why.message().to_owned()),
        }
    }

    fn shown(&self, node: Node<'t>) -> String {
        self.file.of(node).chars().take(40).collect()
    }
}

/// An argument by its place or name.
fn find<'t>(given: &Arguments<'t>, parameters: &[&str], name: &str) -> Option<Node<'t>> {
    let at = parameters.iter().position(|one| *one == name);
    let ordered = at.and_then(|at| given.ordered.get(at)).copied();
    let named = given.named.iter().find(|(label, _)| *label == name);
    ordered.or(named.map(|(_, node)| *node))
}

/// The bits of a floating type of NumPy, CuPy or `ctypes`.
fn float_of(path: &str) -> Option<u32> {
    Some(match path.rsplit_once('.')? {
        ("numpy" | "cupy", "float32") | ("ctypes", "c_float") => 32,
        ("numpy" | "cupy", "float64") | ("ctypes", "c_double") => 64,
        _ => return None,
    })
}

/// The bits and the numbers of an integer type of NumPy, CuPy or `ctypes`.
fn range_of(path: &str) -> Option<(u32, (i64, i64))> {
    let (module, name) = path.rsplit_once('.')?;
    let (bits, signed) = match (module, name) {
        ("numpy" | "cupy", "int8") | ("ctypes", "c_int8") => (8, true),
        ("numpy" | "cupy", "int16") | ("ctypes", "c_int16") => (16, true),
        ("numpy" | "cupy", "int32" | "intc") | ("ctypes", "c_int" | "c_int32") => (32, true),
        ("numpy" | "cupy", "int64") | ("ctypes", "c_int64" | "c_longlong") => (64, true),
        ("numpy" | "cupy", "uint8") | ("ctypes", "c_uint8") => (8, false),
        ("numpy" | "cupy", "uint16") | ("ctypes", "c_uint16") => (16, false),
        ("numpy" | "cupy", "uint32" | "uintc") | ("ctypes", "c_uint" | "c_uint32") => (32, false),
        ("numpy" | "cupy", "uint64") | ("ctypes", "c_uint64" | "c_ulonglong") => (64, false),
        _ => return None,
    };
    let range = match (bits, signed) {
        (64, true) => (i64::MIN, i64::MAX),
        (64, false) => (0, i64::MAX),
        (bits, true) => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
        (bits, false) => (0, (1i64 << bits) - 1),
    };
    Some((bits, range))
}
