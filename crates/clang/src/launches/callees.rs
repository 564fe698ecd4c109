//! Who takes an argument by value, or at least does nothing to it: functions that are well known, and
//! those of the text whose parameters say so.

use super::Words;
use super::blocks::Brace;

impl Words<'_> {
    /// Whether what stands before a bracket takes what begins at a position between its brackets by value.
    pub(super) fn takes_value(&self, open: usize, at: usize) -> bool {
        let Some(last) = self.before(open) else {
            return false;
        };
        if self.word(last) == ">" {
            // What a kernel takes is copied: `k<<<g, b>>>(n)`.
            let place = self.place(open, at);
            return self.run(last.saturating_sub(2), ">") || self.is_template_call(last, place);
        }
        if !self.is_word(last) {
            return false;
        }
        let name = self.word(last);
        let place = self.place(open, at);
        if self.facts.macros.contains_key(name) {
            return self.only_reads(name, last);
        }
        if self.facts.around.macros.contains(name) {
            return false;
        }
        if matches!(name, "if" | "while" | "switch") {
            return place == Some(0);
        }
        if matches!(name, "sizeof" | "alignas" | "static_assert") || is_attribute(name) {
            return true;
        }
        if self.is_method(last) {
            return is_copying_method(name) && !self.is_method_here(name);
        }
        let start = self.chain(last);
        // `dim3 g(n, m)`, `int m(n)`, `std::vector<float> v(n)`: a variable.
        let statement = self.statement(last);
        if let Some(said) = self.specified(statement, last) {
            let first = said.end == last;
            let another = self.back(last, 1) == ",";
            if first || another {
                let mut rest = said.end..last;
                return !rest.any(|at| matches!(self.word(at), "&" | "<"));
            }
        }
        // How many, and then elements.
        let elements = place != Some(0);
        if self.back(start, 1) == ">" && self.back(start, 2) != "-" {
            return start == last && self.is_container(start, elements);
        }
        if self.back(start, 1) == "," && self.facts.parent(start) == self.facts.parent(statement) {
            // `std::vector<float> v(n), w(n);`
            let first = self.first_name(statement);
            return first.is_some_and(|name| self.is_container(name, elements));
        }
        // `dim3(n, m)`, `float(n)`, and not `dim3 (n);`
        if self.specified(last, last + 1).is_some() {
            return start == last && self.is_in_expression(start);
        }
        if self.is_function_here(name) {
            return self.is_by_value(name, place) || self.only_reads(name, last);
        }
        let root = self.word(start);
        let in_library = matches!(root, "torch" | "at" | "c10") && start != last;
        let standard = start == last || root == "std";
        // A word before it makes it a declaration.
        let free = self.is_in_expression(start) || self.is_statement(start);
        // The number of bytes that its functions need they give back.
        let cub = root == "cub" && start != last && place != Some(1);
        free && (cub || in_library && is_of_torch(name) || standard && is_by_value(name))
    }

    /// The name that the declaration of a container of the standard library gives first.
    fn first_name(&self, statement: usize) -> Option<usize> {
        let mut depth = 0i32;
        let mut at = statement;
        while self.is_word(at) || matches!(self.word(at), ":" | "<" | ">" | ",") {
            match self.word(at) {
                "<" => depth += 1,
                ">" if depth == 1 => return Some(at + 1).filter(|name| self.is_word(*name)),
                ">" => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The number of the argument that begins at a position.
    fn place(&self, open: usize, at: usize) -> Option<usize> {
        let close = self.facts.partner(open)?;
        let parts = self.parts((open + 1, close));
        parts
            .iter()
            .position(|(from, to)| (*from..*to).contains(&at))
    }

    /// Whether a name is that of a method of an object.
    fn is_method(&self, at: usize) -> bool {
        let (one, two) = (self.back(at, 1), self.back(at, 2));
        one == "." || one == ">" && two == "-"
    }

    /// Where `a::b::name` begins.
    pub(super) fn chain(&self, last: usize) -> usize {
        let mut start = last;
        while start >= 3
            && self.word(start - 1) == ":"
            && self.word(start - 2) == ":"
            && self.is_word(start - 3)
        {
            start -= 3;
        }
        start
    }

    /// Whether what begins at a position is an operand.
    fn is_in_expression(&self, start: usize) -> bool {
        matches!(
            self.back(start, 1),
            "=" | "(" | "," | "+" | "-" | "/" | "%" | "*" | "return" | "?" | ":" | "<" | "!" | "|"
        ) && self
            .facts
            .parent(start)
            .is_none_or(|open| self.word(open) != "(" || self.body_of(open).is_none())
    }

    /// Whether a statement begins at a position.
    fn is_statement(&self, start: usize) -> bool {
        matches!(self.back(start, 1), ";" | "{" | "}" | ")" | "else")
    }

    /// `static_cast<int>(n)`, `std::min<int>(n, m)`, `std::vector<float>(n)`.
    fn is_template_call(&self, close: usize, place: Option<usize>) -> bool {
        let Some(open) = self.angle(close) else {
            return false;
        };
        let Some(last) = self.before(open) else {
            return false;
        };
        let said = self.specified(open + 1, close);
        let scalar = said.is_some_and(|said| said.end == close);
        let start = self.chain(last);
        match self.word(last) {
            "static_cast" => scalar,
            "min" | "max" => scalar && self.is_in_expression(start),
            _ => self.is_copying_container(last, place != Some(0)) && self.is_in_expression(start),
        }
    }

    /// The `<` that belongs to a `>` of template arguments.
    fn angle(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = close;
        loop {
            match self.word(at) {
                ">" => depth += 1,
                "<" => depth = depth.checked_sub(1)?,
                ";" | "{" | "}" | "(" | ")" | "=" => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
            at = self.before(at)?;
        }
    }

    /// Whether the type that stands before a name is a container of the standard library:
    /// `std::vector<float> v`.
    fn is_container(&self, name: usize, elements: bool) -> bool {
        let close = self.before(name);
        let open = close.and_then(|close| self.angle(close));
        let last = open.and_then(|open| self.before(open));
        last.is_some_and(|last| self.is_copying_container(last, elements))
    }

    /// With `elements` what is given are elements: they are copied if they are numbers.
    fn is_copying_container(&self, last: usize, elements: bool) -> bool {
        let start = self.chain(last);
        let said = self.specified(last + 2, self.all.len());
        let numbers = said.is_some_and(|said| matches!(self.word(said.end), ">" | ","));
        if elements && !numbers {
            return false;
        }
        let known = matches!(
            self.word(last),
            "vector" | "array" | "device_vector" | "host_vector" | "initializer_list"
        );
        known && start != last && matches!(self.word(start), "std" | "thrust")
    }

    /// Whether what stands in the braces at a position is copied.
    pub(super) fn is_list(&self, open: usize) -> bool {
        if self.word(open) != "{" || self.brace(open) != Brace::List {
            return false;
        }
        let Some(last) = self.before(open) else {
            return false;
        };
        match self.word(last) {
            // `torch::empty({n, m}, options)`: lists of numbers are copied.
            "(" | "," => {
                let call = self.facts.parent(open).filter(|at| self.word(*at) == "(");
                let name = call.and_then(|call| Some((call, self.before(call)?)));
                name.is_some_and(|(_, name)| {
                    let start = self.chain(name);
                    let word = self.word(name);
                    let library = matches!(self.word(start), "torch" | "at") && start != name;
                    let method = self.is_method(name) && takes_lists(word);
                    (library && is_of_torch(word) || method) && !self.is_function_here(word)
                })
            }
            ">" => {
                let of = self.angle(last).and_then(|open| self.before(open));
                of.is_some_and(|of| self.is_copying_container(of, true))
            }
            "=" => {
                let start = self.statement(last);
                let said = self.specified(start, last);
                let reference = (start..last).any(|at| self.word(at) == "&");
                let known = said.is_some_and(|said| said.kind != super::types::Kind::Auto);
                let name = self.before(last);
                let container = name.is_some_and(|name| self.is_container(name, true));
                (known || container) && !reference
            }
            _ if self.is_word(last) => {
                let said = self.specified(self.statement(last), last);
                let declared = said.is_some_and(|said| said.end == last);
                let typed = self.specified(last, last + 1).is_some();
                declared || typed || self.back(last, 1) == ">" && self.is_container(last, true)
            }
            _ => false,
        }
    }

    /// Whether each function of this name that the text declares takes an argument by value.
    fn is_by_value(&self, name: &str, place: Option<usize>) -> bool {
        let Some(place) = place else {
            return false;
        };
        let mut seen = false;
        for at in self.facts.places(name).iter().copied().filter(|at| *at > 0) {
            let typed = self.is_word(at - 1) || matches!(self.word(at - 1), "*" | "&" | ">" | ")");
            if self.facts.is_directive(at) || !typed {
                continue;
            }
            if matches!(self.word(at - 1), "return" | "else" | "case") {
                continue;
            }
            let around = self.facts.parent(at).map(|open| self.brace(open));
            if !matches!(around, None | Some(Brace::Namespace)) {
                // An expression such as `a * f(n)`, or a local variable of this name.
                match self.is_word(at - 1) || self.word(at + 1) != "(" {
                    true => return false,
                    false => continue,
                }
            }
            let open = at + 1;
            let Some(close) = self.facts.partner(open).filter(|_| self.word(open) == "(") else {
                return false;
            };
            let parts = self.parts((open + 1, close));
            let Some((from, to)) = parts.get(place).copied() else {
                return false;
            };
            let Some(said) = self.specified(from, to) else {
                return false;
            };
            let named = said.end + 1 == to && self.is_word(said.end) || said.end == to;
            let default = self.is_word(said.end) && self.word(said.end + 1) == "=";
            if !(named || default) || said.kind == super::types::Kind::Auto {
                return false;
            }
            seen = true;
        }
        seen
    }
}

/// Whether a word is that of an attribute of a function or variable.
fn is_attribute(name: &str) -> bool {
    matches!(
        name,
        "__launch_bounds__" | "__align__" | "__cluster_dims__" | "__maxnreg__"
    )
}

/// Whether a function of this name takes its arguments by value, or refers to them as constants.
fn is_by_value(name: &str) -> bool {
    let starts = [
        "cuda", "cublas", "curand", "cudnn", "cusparse", "cufft", "hip",
    ];
    let vector = name.strip_prefix("make_").is_some_and(|name| {
        let name = name.strip_prefix('u').unwrap_or(name);
        let types = ["int", "char", "short", "long", "float", "double"];
        types.iter().any(|ty| {
            let size = name.strip_prefix(ty).unwrap_or("");
            matches!(size, "1" | "2" | "3" | "4")
        })
    });
    vector
        || starts.iter().any(|start| name.starts_with(start))
        || matches!(
            name,
            "min" | "max" | "abs" | "ceil" | "floor" | "sqrt" | "pow" | "log2" | "to_string"
        )
        || matches!(
            name,
            "malloc" | "calloc" | "free" | "memset" | "memcpy" | "printf" | "fprintf" | "exit"
        )
        || matches!(
            name,
            "snprintf" | "sprintf" | "srand" | "assert" | "TORCH_CHECK"
        )
        || matches!(
            name,
            "AT_ASSERTM" | "AT_ASSERT" | "AT_ERROR" | "CUDA_KERNEL_ASSERT"
        )
}

/// Whether a function of PyTorch's library takes numbers, and lists of them, as they are.
fn is_of_torch(name: &str) -> bool {
    matches!(
        name,
        "empty" | "zeros" | "ones" | "full" | "rand" | "randn" | "arange" | "randint" | "eye"
    ) || matches!(
        name,
        "from_blob" | "empty_strided" | "full_like" | "linspace" | "IntArrayRef" | "sum" | "mean"
    )
}

/// Whether a method of this name takes numbers by value.
fn is_copying_method(name: &str) -> bool {
    takes_lists(name)
        || matches!(
            name,
            "size" | "stride" | "dim" | "resize" | "reserve" | "at"
        )
}

/// Whether a method of this name takes lists of numbers that it copies.
fn takes_lists(name: &str) -> bool {
    matches!(
        name,
        "view" | "reshape" | "expand" | "new_empty" | "new_zeros" | "permute" | "sum" | "mean"
    ) || matches!(
        name,
        "narrow" | "select" | "slice" | "repeat" | "unsqueeze" | "transpose"
    )
}
