//! Tensors whose sizes the host asks for: `x.size(0)` is the same number each time if nothing else is done
//! with `x`.

use super::Words;

impl Words<'_> {
    /// `x` in `x.size(0)`: an object of which nothing is done between its declaration and a position but to
    /// ask for its sizes, its type and its content, so that the answer is the same each time.
    pub(super) fn is_asked_only(&self, name: &str, at: usize) -> Option<usize> {
        if !self.may_be_known(name, at) || self.is_resized_somewhere() {
            return None;
        }
        let places = self.facts.places(name).iter().rev().copied();
        let mut before = places.filter(|of| *of < at && !self.facts.is_directive(*of));
        let declared = before.find(|of| !self.is_asking(*of))?;
        // `torch::Tensor x,`, `const at::Tensor &x)`
        let open = self.facts.parent(declared)?;
        let body = self.body_of(open).filter(|_| self.word(open) == "(")?;
        let end = self.facts.partner(body)?;
        let tensor = match self.back(declared, 1) {
            "&" if self.is_constant_reference(declared) => self.back(declared, 2),
            word => word,
        };
        let typed = tensor == "Tensor" && matches!(self.ahead(declared, 1), "," | ")");
        let around = self.braces(at).contains(&body);
        let mut inside = self.facts.places(name).iter().copied();
        let plain = inside.all(|of| {
            let returned = self.back(of, 1) == "return"
                && self.ahead(of, 1) == ";"
                && self.brace_around(of) == Some(body);
            !(body..end).contains(&of) || self.is_asking(of) || returned
        });
        (typed && around && plain).then_some(declared)
    }

    /// `const at::Tensor &x`
    fn is_constant_reference(&self, name: usize) -> bool {
        let tensor = self.before(name).and_then(|mark| self.before(mark));
        tensor.is_some_and(|tensor| self.back(self.chain(tensor), 1) == "const")
    }

    /// `x.size(`, `x.data_ptr<`, `torch::empty_like(x)`, `CHECK_INPUT(x)`, or a member of that name.
    fn is_asking(&self, at: usize) -> bool {
        if self.of_member(at) {
            return true;
        }
        if self.word(at + 1) == "." {
            let asked = self.word(at + 2);
            let known = super::declared::asks(asked)
                || matches!(
                    asked,
                    "data_ptr" | "data" | "options" | "dtype" | "device" | "scalar_type" | "sizes"
                )
                || matches!(
                    asked,
                    "type" | "is_contiguous" | "is_cuda" | "get_device" | "mutable_data_ptr"
                )
                || matches!(
                    asked,
                    "packed_accessor32" | "packed_accessor64" | "const_data_ptr"
                );
            return known && matches!(self.word(at + 3), "(" | "<");
        }
        let callee = self.back(at, 2);
        let alone = self.back(at, 1) == "(" && matches!(self.word(at + 1), ")" | ",");
        let like = matches!(callee, "empty_like" | "zeros_like" | "ones_like");
        alone
            && (like && !self.is_function_here(callee)
                || callee.starts_with("CHECK_") && self.only_checks(callee))
    }

    /// Whether a macro does nothing but check what it is given: `TORCH_CHECK(x.is_cuda(), …)`.
    fn only_checks(&self, name: &str) -> bool {
        let Some(all) = self.facts.macros.get(name) else {
            return !self.is_function_here(name);
        };
        all.iter().all(|one| {
            let params: Vec<&str> = one.params.iter().flatten().map(String::as_str).collect();
            (one.body..one.end).all(|at| {
                let word = self.word(at);
                let known = params.contains(&word)
                    || word.starts_with("CHECK_") && word != name
                    || matches!(word, "TORCH_CHECK" | "AT_ASSERTM" | "AT_ASSERT" | "is_cuda")
                    || matches!(word, "is_contiguous" | "device" | "type" | "scalar_type")
                    || matches!(word, "dtype" | "torch" | "at" | "kFloat" | "kFloat32");
                let equal = word == "=" && (self.word(at + 1) == "=" || self.word(at - 1) == "=");
                match self.is_word(at) {
                    true => known,
                    false => equal || !matches!(word, "=" | "&" | "+" | "-"),
                }
            })
        })
    }

    fn of_member(&self, at: usize) -> bool {
        let (one, two) = (self.back(at, 1), self.back(at, 2));
        one == "." && two != "." || one == ">" && two == "-"
    }

    /// `at::add_out(`
    fn is_function_called(&self, name: &str) -> bool {
        let mut places = self.facts.places(name).iter();
        places.any(|at| self.word(at + 1) == "(")
    }

    /// Whether the text changes sizes of tensors where they are.
    fn is_resized_somewhere(&self) -> bool {
        self.facts.words().any(|word| {
            matches!(
                word,
                "resize_" | "resize_as_" | "set_" | "set_data" | "squeeze_" | "unsqueeze_" | "swap"
            ) || matches!(word, "transpose_" | "t_" | "unsafeGetTensorImpl")
                || word.ends_with("_out") && self.is_function_called(word)
        })
    }
}
