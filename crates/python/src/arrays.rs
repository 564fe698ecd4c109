//! Arrays that a file makes with CuPy, PyCUDA, torch and NumPy: how many bytes they have, and where they are made.
//!
//! A name is such an array if its only binding is a statement that every way to its use passes last, and if all other
//! uses of it are on a list: none of them gives the memory back, or makes it smaller. The functions that make arrays
//! are a list, too.

use crate::bindings::{Names, Role, Variable};
use crate::imports::path;
use crate::integers::{Constant, Integers};
use crate::tree::{Arguments, DEEPEST, File, arguments, bare, children, is_field};
use tree_sitter::Node;

/// Where the memory of an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    Device,
    Host,
}

/// An array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Array {
    /// Where the call begins that makes it: arrays of different calls have different memory.
    pub(crate) made_at: usize,
    pub(crate) shape: Vec<i64>,
    /// Bytes of an element.
    pub(crate) item: i64,
    pub(crate) home: Home,
}

impl Array {
    pub(crate) fn count(&self) -> Option<i64> {
        let mut all = self.shape.iter();
        all.try_fold(1i64, |count, size| count.checked_mul(*size))
    }

    pub(crate) fn bytes(&self) -> Option<i64> {
        self.count()?.checked_mul(self.item)
    }
}

/// A function that makes an array of a shape.
struct Maker {
    path: &'static str,
    home: Home,
    shape: Shape,
    /// Which argument is the type of elements, if it is one by its place.
    item_at: Option<usize>,
    /// Bytes of an element where nothing says the type; none if that depends on the values.
    item: Option<i64>,
}

/// How a shape is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The first argument: a number or a tuple.
    First,
    /// The first argument, a number: `arange(n)`.
    Count,
    /// All arguments are numbers.
    All,
    /// All arguments are numbers, or the first is a tuple.
    Either,
}

const fn maker(
    path: &'static str,
    home: Home,
    shape: Shape,
    item_at: Option<usize>,
    item: Option<i64>,
) -> Maker {
    Maker {
        path,
        home,
        shape,
        item_at,
        item,
    }
}

use Home::{Device, Host};
use Shape::{All, Count, Either, First};

const MAKERS: &[Maker] = &[
    maker("cupy.zeros", Device, First, Some(1), Some(8)),
    maker("cupy.ones", Device, First, Some(1), Some(8)),
    maker("cupy.empty", Device, First, Some(1), Some(8)),
    maker("cupy.full", Device, First, Some(2), None),
    maker("cupy.arange", Device, Count, None, None),
    maker("cupy.random.rand", Device, All, None, Some(8)),
    maker("cupy.random.randn", Device, All, None, Some(8)),
    maker("cupy.random.random", Device, First, None, Some(8)),
    maker("numpy.zeros", Host, First, Some(1), Some(8)),
    maker("numpy.ones", Host, First, Some(1), Some(8)),
    maker("numpy.empty", Host, First, Some(1), Some(8)),
    maker("numpy.full", Host, First, Some(2), None),
    maker("numpy.arange", Host, Count, None, None),
    maker("numpy.random.rand", Host, All, None, Some(8)),
    maker("numpy.random.randn", Host, All, None, Some(8)),
    maker("numpy.random.random", Host, First, None, Some(8)),
    maker("pycuda.gpuarray.zeros", Device, First, Some(1), None),
    maker("pycuda.gpuarray.empty", Device, First, Some(1), None),
    maker("torch.zeros", Host, Either, None, Some(4)),
    maker("torch.ones", Host, Either, None, Some(4)),
    maker("torch.empty", Host, Either, None, Some(4)),
    maker("torch.rand", Host, Either, None, Some(4)),
    maker("torch.randn", Host, Either, None, Some(4)),
    maker("torch.full", Host, First, None, None),
    maker("torch.arange", Host, Count, None, None),
];

/// Functions that make an array like another one, and copies of one on the device.
const LIKE: &[(&str, Option<Home>)] = &[
    ("cupy.zeros_like", None),
    ("cupy.ones_like", None),
    ("cupy.empty_like", None),
    ("cupy.array", Some(Device)),
    ("cupy.asarray", Some(Device)),
    ("numpy.zeros_like", None),
    ("numpy.ones_like", None),
    ("numpy.empty_like", None),
    ("torch.zeros_like", None),
    ("torch.ones_like", None),
    ("torch.empty_like", None),
    ("torch.rand_like", None),
    ("torch.randn_like", None),
    ("pycuda.gpuarray.zeros_like", None),
    ("pycuda.gpuarray.empty_like", None),
    ("pycuda.gpuarray.to_gpu", Some(Device)),
    ("pycuda.driver.to_device", Some(Device)),
    ("pycuda.driver.In", Some(Device)),
    ("pycuda.driver.Out", Some(Device)),
    ("pycuda.driver.InOut", Some(Device)),
];

/// Named arguments that change neither the shape, nor the type, nor where an array is.
const OTHER_ARGUMENTS: [&str; 6] = [
    "fill_value",
    "order",
    "requires_grad",
    "generator",
    "pin_memory",
    "allocator",
];

/// Members of arrays that leave the memory as it is and give something else than an array in it.
const MEMBERS: [&str; 40] = [
    "shape",
    "size",
    "dtype",
    "ndim",
    "nbytes",
    "itemsize",
    "get",
    "set",
    "sum",
    "max",
    "min",
    "mean",
    "std",
    "prod",
    "argmax",
    "argmin",
    "copy",
    "fill",
    "all",
    "any",
    "item",
    "tolist",
    "dot",
    "numel",
    "device",
    "abs",
    "clone",
    "is_cuda",
    "is_contiguous",
    "stride",
    "strides",
    "flags",
    "dim",
    "data_ptr",
    "element_size",
    "round",
    "norm",
    "allclose",
    "equal",
    "ptr",
];

/// Members that may give an array in the same memory.
const VIEWS: [&str; 20] = [
    "astype",
    "T",
    "reshape",
    "ravel",
    "flatten",
    "view",
    "contiguous",
    "to",
    "float",
    "double",
    "int",
    "long",
    "half",
    "cpu",
    "cuda",
    "numpy",
    "zero_",
    "fill_",
    "copy_",
    "squeeze",
];

/// Members that say how an array is laid out; a file that sets one of them has arrays of other shapes.
const LAYOUT: [&str; 5] = ["shape", "dtype", "size", "strides", "data"];

/// Modules whose functions give back no memory of their arguments.
const READERS: [&str; 10] = [
    "cupy.",
    "numpy.",
    "torch.",
    "pycuda.gpuarray.",
    "pycuda.driver.memcpy_",
    "pycuda.driver.memset_",
    "pycuda.driver.In",
    "pycuda.driver.Out",
    "pycuda.driver.InOut",
    "matplotlib.",
];

/// Modules and functions among them that give back no array.
const FORGETFUL: [&str; 4] = [
    "pycuda.driver.memcpy_",
    "pycuda.driver.memset_",
    "matplotlib.",
    "numpy.testing.",
];

/// Functions among those that may.
const NO_READERS: [&str; 4] = ["cupy.cuda.", "cupy.ndarray", "torch.cuda.", "torch.utils."];

/// Functions that give back nothing that has to do with the memory of their arguments.
const BUILT_IN: [&str; 9] = [
    "print",
    "len",
    "int",
    "float",
    "bool",
    "str",
    "abs",
    "isinstance",
    "type",
];

/// What arrays are found with.
pub(crate) struct Arrays<'a, 't> {
    pub(crate) file: &'a File<'t>,
    pub(crate) names: &'a Names<'t>,
    pub(crate) integers: &'a Integers<'a, 't>,
    /// The calls that launch kernels.
    pub(crate) launches: Vec<Node<'t>>,
}

impl<'t> Arrays<'_, 't> {
    /// The array that an argument of a launch is.
    pub(crate) fn passed(&self, node: Node<'t>, used: &mut Vec<Constant>) -> Option<Array> {
        let node = bare(node);
        // What no name holds may be given back while the kernel runs, but for what PyCUDA copies itself.
        let copied = || {
            let function = node.child_by_field_name("function")?;
            let path = path(self.file, self.names, function)?;
            let name = path.strip_prefix("pycuda.driver.")?;
            ["In", "Out", "InOut"].contains(&name).then_some(())
        };
        match node.kind() {
            "identifier" => {}
            _ => copied()?,
        }
        self.array(node, used, 0)
            .filter(|array| array.home == Home::Device)
    }

    /// An integer that an argument is, also the size of an array.
    pub(crate) fn integer(&self, node: Node<'t>, used: &mut Vec<Constant>) -> Option<i64> {
        let node = bare(node);
        match node.kind() {
            "attribute" => {
                let array = self.array(node.child_by_field_name("object")?, used, 0)?;
                match self.file.of(node.child_by_field_name("attribute")?) {
                    "size" => array.count(),
                    "nbytes" => array.bytes(),
                    _ => None,
                }
            }
            "call" => {
                let function = node.child_by_field_name("function")?;
                let given = arguments(self.file, node);
                let plain = given.named.is_empty() && !given.unpacked;
                match given.ordered.as_slice() {
                    [one] if plain => {
                        let path = path(self.file, self.names, function)?;
                        let array = self.array(*one, used, 0)?;
                        (path == "builtins.len").then(|| array.shape.first().copied())?
                    }
                    [] if plain && self.member(function)? == "numel" => {
                        let object = function.child_by_field_name("object")?;
                        self.array(object, used, 0)?.count()
                    }
                    _ => None,
                }
            }
            "subscript" => {
                let shape = node.child_by_field_name("value")?;
                let index = node.child_by_field_name("subscript")?;
                let is_shape = self.member(shape)? == "shape";
                let array = self.array(shape.child_by_field_name("object")?, used, 0)?;
                let index = self.integers.value(index, used).ok()?;
                let index = usize::try_from(index).ok().filter(|_| is_shape)?;
                array.shape.get(index).copied()
            }
            _ => None,
        }
    }

    fn member(&self, node: Node<'t>) -> Option<&'t str> {
        let node = Some(node).filter(|node| node.kind() == "attribute")?;
        Some(self.file.of(node.child_by_field_name("attribute")?))
    }

    fn array(&self, node: Node<'t>, used: &mut Vec<Constant>, depth: usize) -> Option<Array> {
        let node = bare(node);
        if depth > DEEPEST {
            return None;
        }
        match node.kind() {
            "identifier" => self.named(node, used, depth),
            "call" => self.made(node, used, depth),
            _ => None,
        }
    }

    fn named(&self, node: Node<'t>, used: &mut Vec<Constant>, depth: usize) -> Option<Array> {
        let name = self.file.of(node);
        let variable = self.names.variable(self.file, node)?;
        let [binding] = variable.bindings.as_slice() else {
            return None;
        };
        let is_set = |name: &&str| {
            let all = self.names.attributes(name);
            all.iter().any(|one| one.role == Role::Binding)
        };
        if self.names.is_set_outside(self.file, name) || LAYOUT.iter().any(is_set) {
            return None;
        }
        let right = self.bound_before(&variable, *binding, node)?;
        if !self.is_harmless(&variable, 0) {
            return None;
        }
        self.array(right, used, depth + 1)
    }

    /// What a name is bound to, where each way to a use passes its binding last.
    fn bound_before(
        &self,
        variable: &Variable<'t>,
        binding: Node<'t>,
        used: Node<'t>,
    ) -> Option<Node<'t>> {
        let assignment = self
            .file
            .parent(binding)
            .filter(|node| node.kind() == "assignment")?;
        if assignment.child_by_field_name("left") != Some(binding) {
            return None;
        }
        let statement = self
            .file
            .parent(assignment)
            .filter(|node| node.kind() == "expression_statement")?;
        let block = self.file.parent(statement)?;
        let top = block == self.file.root;
        if !top && block.kind() != "block" {
            return None;
        }
        if variable.scope.kind() == "class_definition" {
            return None;
        }
        // A function is called later, or its name has no value.
        let same = self.file.body_of(used) == self.file.body_of(statement);
        let within = block.byte_range();
        let inside = within.start <= used.start_byte() && used.end_byte() <= within.end;
        let behind = statement.end_byte() <= used.start_byte();
        let reached = match same {
            true => inside && behind,
            false => top,
        };
        reached.then(|| assignment.child_by_field_name("right"))?
    }

    /// Whether no use of a name gives its memory back, or makes it smaller.
    fn is_harmless(&self, variable: &Variable<'t>, depth: usize) -> bool {
        depth < DEEPEST
            && variable
                .uses
                .iter()
                .all(|one| self.is_harmless_use(*one, variable, depth))
    }

    /// Whether a name is one of a function, and used nowhere else: who is given its array has it when the function is left.
    fn is_of_function(&self, variable: &Variable<'t>, at: Node<'t>) -> bool {
        let body = self.file.body_of(at);
        variable.scope.kind() == "function_definition"
            && variable
                .uses
                .iter()
                .chain(&variable.bindings)
                .all(|one| self.file.body_of(*one) == body)
    }

    fn is_harmless_use(&self, mut node: Node<'t>, of: &Variable<'t>, depth: usize) -> bool {
        loop {
            let Some(parent) = self.file.parent(node) else {
                return false;
            };
            match parent.kind() {
                "parenthesized_expression" | "keyword_argument" => node = parent,
                "tuple" | "list" | "expression_list" => node = parent,
                "attribute" => match self.member(parent) {
                    Some(name) if MEMBERS.contains(&name) => return true,
                    Some(name) if VIEWS.contains(&name) => {
                        let call = self.file.parent(parent);
                        let call = call.filter(|call| is_field(*call, "function", parent));
                        node = call.unwrap_or(parent);
                    }
                    Some(_) | None => return false,
                },
                "subscript" if is_field(parent, "value", node) => node = parent,
                "subscript" => return true,
                "assignment" | "augmented_assignment"
                    if is_field(parent, "left", node) && node.kind() == "subscript" =>
                {
                    return true;
                }
                // A sequence of arrays that is repeated or joined has the same arrays.
                "binary_operator" => {
                    return !matches!(node.kind(), "tuple" | "list" | "expression_list");
                }
                // It gives one of its operands.
                "boolean_operator" => node = parent,
                "return_statement" => return self.is_of_function(of, parent),
                "unary_operator"
                | "comparison_operator"
                | "not_operator"
                | "interpolation"
                | "expression_statement"
                | "assert_statement"
                | "if_statement" => return true,
                "argument_list" => match self.file.parent(parent) {
                    Some(call) if self.forgets(call) => return true,
                    Some(call) if self.reads(call) => node = call,
                    Some(_) | None => return false,
                },
                "assignment" if is_field(parent, "right", node) => {
                    // Another name for it, or for a tuple of it; of two at once the other one is not followed.
                    let chained = self.file.parent(parent);
                    if chained.is_some_and(|outer| outer.kind() == "assignment") {
                        return false;
                    }
                    let left = parent.child_by_field_name("left");
                    let left = left.filter(|left| left.kind() == "identifier");
                    let variable = left.and_then(|left| self.names.variable(self.file, left));
                    return variable.is_some_and(|other| {
                        other.bindings.len() == 1 && self.is_harmless(&other, depth + 1)
                    });
                }
                _ => return false,
            }
        }
    }

    /// Whether a call gives back nothing that has to do with the memory of its arguments, and leaves it as large.
    fn forgets(&self, call: Node<'t>) -> bool {
        if self.launches.contains(&call) {
            return true;
        }
        let function = call.child_by_field_name("function");
        let path = function.and_then(|function| path(self.file, self.names, function));
        path.is_some_and(|path| {
            let own = path.strip_prefix("builtins.");
            own.is_some_and(|name| BUILT_IN.contains(&name))
                || FORGETFUL.iter().any(|start| path.starts_with(start))
        })
    }

    /// Whether a call leaves the memory of its arguments as large as it is; what it gives may be in that memory.
    fn reads(&self, call: Node<'t>) -> bool {
        let Some(function) = call.child_by_field_name("function") else {
            return false;
        };
        let resized = arguments(self.file, call);
        let resized = resized.named.iter().any(|(name, _)| *name == "out");
        let Some(path) = path(self.file, self.names, function) else {
            return false;
        };
        let resized = resized || path.contains("resize") || path.contains("set_");
        let starts = |all: &[&str]| all.iter().any(|start| path.starts_with(start));
        starts(&READERS) && !starts(&NO_READERS) && !resized
    }

    /// The array that a call makes.
    fn made(&self, call: Node<'t>, used: &mut Vec<Constant>, depth: usize) -> Option<Array> {
        let function = call.child_by_field_name("function")?;
        let given = arguments(self.file, call);
        if given.unpacked {
            return None;
        }
        let made_at = call.start_byte();
        let Some(path) = path(self.file, self.names, function) else {
            return self.by_method(call, &given, used, depth);
        };
        if path == "pycuda.driver.mem_alloc" {
            let [bytes] = given.ordered.as_slice() else {
                return None;
            };
            let value = self.integers.value(*bytes, used).ok();
            let bytes = value.or_else(|| self.integer(*bytes, used))?;
            return (bytes >= 0 && given.named.is_empty()).then_some(Array {
                made_at,
                shape: vec![bytes],
                item: 1,
                home: Device,
            });
        }
        if let Some((_, home)) = LIKE.iter().find(|(name, _)| *name == path) {
            let [like] = given.ordered.as_slice() else {
                return None;
            };
            let like = self.array(*like, used, depth + 1)?;
            let from_host = home.is_none() || like.home == Host;
            return (given.named.is_empty() && from_host).then(|| Array {
                made_at,
                home: home.unwrap_or(like.home),
                ..like
            });
        }
        let maker = MAKERS.iter().find(|one| one.path == path)?;
        self.by_maker(maker, &given, made_at, used)
    }

    fn by_maker(
        &self,
        maker: &Maker,
        given: &Arguments<'t>,
        made_at: usize,
        used: &mut Vec<Constant>,
    ) -> Option<Array> {
        let torch = maker.path.starts_with("torch.");
        let mut home = maker.home;
        let mut item = maker.item;
        if torch && item.is_some() {
            item = item.filter(|_| !self.default_type_is_set());
        }
        let mut shape = None;
        for (name, value) in &given.named {
            match *name {
                "dtype" => item = Some(self.item(*value)?),
                "device" if torch => home = self.device(*value)?,
                "shape" | "size" if maker.shape == First || maker.shape == Either => {
                    shape = Some(self.shape(*value, used)?);
                }
                name if OTHER_ARGUMENTS.contains(&name) => {}
                _ => return None,
            }
        }
        let ordered = given.ordered.as_slice();
        if let Some(one) = maker.item_at.and_then(|at| ordered.get(at)) {
            item = Some(self.item(*one)?);
        }
        let most = match (maker.shape, maker.item_at) {
            (All | Either, _) => usize::MAX,
            (Count, _) => 1,
            // `full(shape, value)`.
            (First, None) if maker.path.ends_with(".full") => 2,
            (First, None) => 1,
            (First, Some(at)) => at + 1,
        };
        if ordered.len() > most {
            return None;
        }
        let shape = match (shape, maker.shape, ordered) {
            (Some(shape), _, []) => shape,
            (None, First, [first, ..]) => self.shape(*first, used)?,
            (None, Count, [one]) => vec![self.size(*one, used)?],
            (None, Either, [one]) => self.shape(*one, used)?,
            (None, All | Either, [_, ..]) => ordered
                .iter()
                .map(|one| self.size(*one, used))
                .collect::<Option<Vec<i64>>>()?,
            _ => return None,
        };
        Some(Array {
            made_at,
            shape,
            item: item?,
            home,
        })
    }

    /// `a.astype(t)`, `a.copy()`, `a.cuda()` of an array: a new one.
    fn by_method(
        &self,
        call: Node<'t>,
        given: &Arguments<'t>,
        used: &mut Vec<Constant>,
        depth: usize,
    ) -> Option<Array> {
        let function = call.child_by_field_name("function")?;
        let name = self.member(function)?;
        let of = self.array(function.child_by_field_name("object")?, used, depth + 1)?;
        let made_at = call.start_byte();
        match (name, given.ordered.as_slice(), given.named.as_slice()) {
            ("astype", [kind], []) => Some(Array {
                made_at,
                item: self.item(*kind)?,
                ..of
            }),
            ("copy" | "clone", [], []) => Some(Array { made_at, ..of }),
            // Of an array on the device it would be the same one.
            ("cuda", [], []) if of.home == Host => Some(Array {
                made_at,
                home: Device,
                ..of
            }),
            _ => None,
        }
    }

    fn shape(&self, node: Node<'t>, used: &mut Vec<Constant>) -> Option<Vec<i64>> {
        let node = bare(node);
        match node.kind() {
            "tuple" | "list" => {
                let all = children(node).into_iter();
                all.map(|one| self.size(one, used)).collect()
            }
            _ => Some(vec![self.size(node, used)?]),
        }
    }

    fn size(&self, node: Node<'t>, used: &mut Vec<Constant>) -> Option<i64> {
        let value = self.integers.value(node, used).ok();
        let value = value.or_else(|| self.integer(node, used));
        value.filter(|value| *value >= 0)
    }

    /// Bytes of an element of a type.
    fn item(&self, node: Node<'t>) -> Option<i64> {
        let path = path(self.file, self.names, node)?;
        let (module, name) = path.rsplit_once('.')?;
        if !["numpy", "cupy", "torch"].contains(&module) {
            return None;
        }
        Some(match name {
            "int8" | "uint8" | "bool_" | "bool" => 1,
            "float16" | "bfloat16" | "half" | "int16" | "uint16" => 2,
            "float32" | "int32" | "uint32" => 4,
            "float64" | "int64" | "uint64" | "complex64" => 8,
            "complex128" => 16,
            _ => return None,
        })
    }

    fn device(&self, node: Node<'t>) -> Option<Home> {
        let word = crate::fillings::word(self.file, bare(node))?;
        match word.as_str() {
            // Kernels are launched on the first one unless the file says otherwise.
            "cuda" | "cuda:0" => Some(Device),
            "cpu" => Some(Host),
            _ => None,
        }
    }

    /// Whether the type of torch's arrays may be another one by default.
    fn default_type_is_set(&self) -> bool {
        self.file.text.contains("set_default_")
    }
}
