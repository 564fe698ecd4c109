//! The function that a launch stands in: where it begins and ends, and which of its names keep one value
//! in it.

use super::{Part, Words};
use crate::tokens::TokenKind;

/// No further than this many tokens is looked.
const REACH: usize = 20_000;

impl Words<'_> {
    /// The outermost brackets around a position that are no namespace's: the positions of both.
    pub(super) fn function(&self, at: usize) -> Part {
        let mut depth = 0usize;
        let mut open = None;
        for back in (at.saturating_sub(REACH)..at).rev() {
            match self.word(back) {
                "}" => depth += 1,
                "{" if depth > 0 => depth -= 1,
                "{" if !self.is_namespace(back) => open = Some(back),
                _ => {}
            }
        }
        let Some(open) = open else {
            return (at, at);
        };
        depth = 0;
        for next in open..self.all.len() {
            match self.word(next) {
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return (open, next);
                    }
                }
                _ => {}
            }
        }
        (open, self.all.len())
    }

    /// `namespace a::b {`, `extern "C" {`.
    fn is_namespace(&self, brace: usize) -> bool {
        let mut back = brace;
        while let Some(before) = back.checked_sub(1) {
            back = before;
            match (self.word(back), self.kind(back)) {
                ("namespace" | "extern", _) => return true,
                (":", _) | (_, Some(TokenKind::Word | TokenKind::Text)) if brace - back < 12 => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether what is done at the later of two positions may be done again without what is done at the
    /// earlier one: in a loop, a function without a name, or behind a jump.
    pub(super) fn repeats(&self, from: usize, to: usize, end: usize) -> bool {
        let mut depth = 0i32;
        for at in from..to {
            match self.word(at) {
                "for" | "while" | "do" | "goto" => return true,
                "{" => depth += 1,
                "}" => depth = (depth - 1).max(0),
                _ => {}
            }
        }
        depth > 0 || (to..end).any(|at| self.word(at) == "goto")
    }

    /// Whether the later of two positions is compiled under other conditions than the earlier one: a branch
    /// of the preprocessor's that the earlier one stands in has ended.
    pub(super) fn leaves_condition(&self, from: usize, to: usize) -> bool {
        let mut depth = 0usize;
        for at in from..to {
            if self.word(at) != "#" {
                continue;
            }
            match self.word(at + 1) {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "else" | "elif" | "elifdef" | "elifndef" if depth == 0 => return true,
                "endif" => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return true,
                },
                _ => {}
            }
        }
        false
    }

    /// Whether a name is given another value at a position where it stands: assigned, stepped, read into,
    /// or may be through its address or a reference.
    pub(super) fn changes(&self, at: usize) -> bool {
        let (before, next) = (self.word(at.wrapping_sub(1)), self.word(at + 1));
        let earlier = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        if before == "." || before == ">" && earlier(2) == "-" {
            return false;
        }
        // Also of a part: `grid.x = 3`, `grid.x *= 2`, `grid.x++`.
        let assigned = self.assigns(self.behind(at));
        let stepped = matches!(before, "+" | "-") && earlier(2) == before;
        let taken = before == "&" && earlier(2) != "&";
        // `>>` reads into a variable.
        let read = before == ">" && earlier(2) == ">" && next != ")";
        // `dim3 &same = block`, `dim3 &same(block)`.
        let referred = matches!(before, "=" | "(" | "{")
            && at >= 2
            && self.kind(at - 2) == Some(TokenKind::Word)
            && earlier(3) == "&";
        assigned || stepped || taken || read || referred
    }

    /// The position behind a name at a position, or behind the member of it that is named.
    fn behind(&self, at: usize) -> usize {
        match self.word(at + 1) {
            "." => at + 3,
            _ => at + 1,
        }
    }

    /// Whether an operator that changes what stands before it is at a position.
    fn assigns(&self, at: usize) -> bool {
        let (one, two, three) = (self.word(at), self.word(at + 1), self.word(at + 2));
        match one {
            "=" => two != "=",
            "+" | "-" => two == "=" || two == one,
            "*" | "/" | "%" | "&" | "|" | "^" => two == "=",
            "<" | ">" => two == one && three == "=",
            _ => false,
        }
    }

    /// Whether a name that is an argument by itself may be bound to a reference: it may, but for
    /// what is known to take values.
    pub(super) fn is_lent(&self, at: usize) -> bool {
        let given = matches!(self.word(at.wrapping_sub(1)), "(" | ",")
            && matches!(self.word(self.behind(at)), "," | ")");
        if !given {
            return false;
        }
        let mut depth = 0i32;
        for back in (0..at).rev() {
            let earlier = |by: usize| back.checked_sub(by).map_or("", |at| self.word(at));
            match self.word(back) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth > 0 => depth -= 1,
                "(" => match earlier(1) {
                    // What a kernel takes is copied: `k<<<g, b>>>(n)`.
                    ">" => return (earlier(2), earlier(3)) != (">", ">"),
                    // Brackets around the argument.
                    "(" | "," => {}
                    callee if self.takes_values(callee) || self.only_reads(callee, back) => {
                        return false;
                    }
                    ")" | "]" => return true,
                    _ => return self.kind(back.wrapping_sub(1)) == Some(TokenKind::Word),
                },
                "[" | ";" | "" => return false,
                "{" => return true,
                // Between the brackets of a launch.
                "<" if depth == 0 && (earlier(1), earlier(2)) == ("<", "<") => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether a variable has the value that its definition gives, as far as the text around the
    /// definition tells: not if others may set it, or its type cannot hold every value.
    pub(super) fn has_one_value(&self, name: usize) -> bool {
        let declared: Vec<&str> = self.declaration(name).collect();
        let constant = self.is_constant(name);
        let kept = declared.contains(&"static") || self.is_outside(name);
        let narrow = declared.iter().any(|word| {
            let sized = word.contains("int8") || word.contains("int16");
            let small = matches!(*word, "char" | "short" | "bool");
            // Arithmetic is another one there.
            sized || small || matches!(*word, "float" | "half" | "double")
        });
        // A constructor may give a member another value than its declaration.
        let member = self.is_member(name)
            && !declared
                .iter()
                .any(|word| matches!(*word, "static" | "constexpr"));
        !narrow && !member && (constant || !kept)
    }

    /// The words of a declaration before its name, the last one first.
    pub(super) fn declaration(&self, name: usize) -> impl Iterator<Item = &str> {
        let before = (0..name).rev().map(|at| self.word(at));
        before.take_while(|word| !matches!(*word, ";" | "{" | "}" | "(" | ")" | ""))
    }

    /// Whether a position is in a class, and in no function of it.
    fn is_member(&self, at: usize) -> bool {
        let class = |word: &str| matches!(word, "struct" | "class" | "union");
        let open = self.opening(at, 1);
        open.is_some_and(|open| self.declaration(open).any(class))
    }

    /// Whether a position is in no function: at the level of the file, a namespace or a class.
    fn is_outside(&self, at: usize) -> bool {
        let mut depth = 0usize;
        for back in (0..at).rev() {
            match self.word(back) {
                "}" => depth += 1,
                "{" if depth > 0 => depth -= 1,
                "{" => {
                    return self.declaration(back).any(|word| {
                        matches!(word, "struct" | "class" | "union" | "namespace" | "extern")
                    });
                }
                _ => {}
            }
        }
        true
    }

    /// Whether a name at a position is a parameter of a template.
    pub(super) fn is_template_parameter(&self, at: usize) -> bool {
        let closes = matches!(self.word(at + 1), "," | ">" | "=");
        let before = (0..at).rev().map(|at| self.word(at));
        let mut statement = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ""));
        closes && statement.any(|word| word == "template")
    }

    /// Whether a name is declared somewhere as a parameter, a variable or an argument of a macro or template,
    /// so that as a kernel's name it may stand for any.
    pub(super) fn stands_for_others(&self, name: &str) -> bool {
        let last = name.rsplit("::").next().unwrap_or(name);
        (1..self.all.len()).any(|at| {
            self.word(at) == last && (self.is_variable(at) || self.is_macro_parameter(at))
        })
    }

    /// Whether a kernel of this name is declared: `__global__ void k(`.
    pub(super) fn declares_kernel(&self, name: &str) -> bool {
        let last = name.rsplit("::").next().unwrap_or(name);
        (1..self.all.len()).any(|at| {
            let before = (0..at).rev().map(|at| self.word(at));
            let mut declaration = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ""));
            self.word(at) == last
                && matches!(self.word(at + 1), "(" | "<")
                && declaration.any(|word| word == "__global__")
        })
    }

    /// `F f,`, `F &f)`, `auto *f = k`, `(*f)(int) = k`.
    fn is_variable(&self, at: usize) -> bool {
        let earlier = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        let is_type = |back: usize| {
            let word = at.checked_sub(back).and_then(|at| self.kind(at)) == Some(TokenKind::Word);
            word && !matches!(earlier(back), "return" | "case" | "else" | "goto" | "void")
                || earlier(back) == ">"
        };
        let typed = is_type(1)
            || matches!(earlier(1), "&" | "*" | ".")
                && (is_type(2) || matches!(earlier(2), "&" | "(" | "." | "void"));
        typed && matches!(self.word(at + 1), "," | ")" | ";" | "=" | "{" | ">" | "[")
    }

    /// `#define L(f, g)`.
    fn is_macro_parameter(&self, at: usize) -> bool {
        let mut back = at;
        while let Some(before) = back.checked_sub(1) {
            back = before;
            match self.word(back) {
                "," => {}
                "(" => {
                    let define = back.checked_sub(2).map_or("", |at| self.word(at));
                    return define == "define";
                }
                _ if self.kind(back) == Some(TokenKind::Word) => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether a position is in the text of a macro that has a parameter of this name.
    pub(super) fn is_of_macro(&self, name: &str, at: usize) -> bool {
        for back in (1..at).rev() {
            if (self.word(back), self.word(back - 1)) == ("define", "#") {
                let within = at < self.end_of_line(back + 1);
                let list = self.closed(back + 2).filter(|_| self.word(back + 2) == "(");
                let mut params = back + 3..list.unwrap_or(0);
                return within && params.any(|at| self.word(at) == name);
            }
        }
        false
    }

    /// Whether what is defined at a position is set before the function around another one begins, or only
    /// when that is called first.
    pub(super) fn is_set_elsewhere(&self, definition: usize, at: usize) -> bool {
        let (open, close) = self.function(at);
        let inside = (open..close).contains(&definition);
        !inside || self.declaration(definition).any(|word| word == "static")
    }

    /// Whether a definition of a name at a position is one of a constant.
    pub(super) fn is_constant(&self, name: usize) -> bool {
        self.declaration(name)
            .any(|word| matches!(word, "const" | "constexpr"))
    }

    /// Whether a name at a position is declared there.
    pub(super) fn declares(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        self.kind(before) == Some(TokenKind::Word)
            && !matches!(self.word(before), "return" | "case" | "else" | "goto")
            && matches!(self.word(at + 1), "," | ")" | ";" | "=" | "(" | "{" | ":")
    }

    /// Of a name that a comma stands before: the first name of the declaration that it belongs to, as in
    /// `int a = 1, name = 2;`.
    pub(super) fn continued(&self, at: usize) -> Option<usize> {
        if self.word(at.checked_sub(1)?) != "," {
            return None;
        }
        let mut depth = 0i32;
        for back in (0..at).rev() {
            match self.word(back) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth > 0 => depth -= 1,
                "(" | "[" | "{" | ";" | "" => break,
                "=" if depth == 0 => {
                    // A type, a name, `=`.
                    let two_words = back >= 2
                        && self.kind(back - 1) == Some(TokenKind::Word)
                        && self.kind(back - 2) == Some(TokenKind::Word);
                    if two_words && self.word(back - 2) != "return" {
                        return Some(back - 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the declaration of the name at a position is one of a whole number.
    pub(super) fn is_whole_at(&self, name: usize) -> bool {
        let earlier = |back: usize| name.checked_sub(back).map_or("", |at| self.word(at));
        is_whole(match earlier(1) {
            "const" => earlier(2),
            word => word,
        })
    }

    /// Whether a name is a whole number wherever the function around a position declares it, and it does
    /// before the position.
    pub(super) fn is_whole(&self, name: &str, position: usize) -> bool {
        let (open, close) = self.function(position);
        let start = self.parameters(open);
        let mut seen = false;
        for at in start..close {
            if self.word(at) != name || self.kind(at) != Some(TokenKind::Word) {
                continue;
            }
            let first = match self.declares(at) {
                true => Some(at),
                false => self.continued(at),
            };
            if let Some(first) = first {
                if !self.is_whole_at(first) {
                    return false;
                }
                seen |= at < position && (at < open || self.is_seen(at, position));
            }
        }
        seen && !self.is_in_a_macro(name)
    }

    /// Whether a name is a whole number that has one value throughout the function around a position:
    /// declared once there, or as a parameter, and never changed.
    pub(super) fn is_fixed(&self, name: &str, position: usize) -> bool {
        let (open, close) = self.function(position);
        // Members have values from elsewhere.
        let class = |word: &str| matches!(word, "struct" | "class" | "union");
        if self.declaration(open).any(class) {
            return false;
        }
        // The parameters stand in the brackets before.
        let start = self.parameters(open);
        let mut declared = 0u32;
        for at in start..close {
            if self.word(at) != name || self.kind(at) != Some(TokenKind::Word) {
                continue;
            }
            let declared_by = match self.declares(at) {
                true => Some(at),
                false => self.continued(at),
            };
            if let Some(first) = declared_by {
                let mut said = self.declaration(first);
                if !self.is_whole_at(first)
                    || said.any(|word| matches!(word, "extern" | "volatile"))
                {
                    return false;
                }
                if at > open && !self.is_seen(at, position) {
                    return false;
                }
                declared += 1;
            } else if declared == 0 || !self.is_read(at) || self.is_lent(at) {
                return false;
            }
        }
        declared == 1 && !self.is_in_a_macro(name) && !self.has_hidden_references()
    }

    /// Whether what is declared at a position is visible at another one.
    fn is_seen(&self, declared: usize, at: usize) -> bool {
        if !self.is_in_brackets(declared) {
            return !self.ends_before(declared, at);
        }
        // A parameter of a lambda, or a loop's variable: in the block behind the brackets.
        let mut depth = 0usize;
        let close = (declared..self.all.len()).find(|next| match self.word(*next) {
            "(" => {
                depth += 1;
                false
            }
            ")" if depth == 0 => true,
            ")" => {
                depth -= 1;
                false
            }
            _ => false,
        });
        let body = close.filter(|close| self.word(close + 1) == "{");
        let end = body.and_then(|close| self.closed(close + 1));
        end.is_some_and(|end| declared < at && at < end)
    }

    /// Whether a name is read at a position, and nothing else: what is not known to be a read may be a
    /// change.
    pub(super) fn is_read(&self, at: usize) -> bool {
        let earlier = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        let (before, next) = (earlier(1), self.word(at + 1));
        if before == "." || before == ">" && earlier(2) == "-" {
            // A member of another.
            return true;
        }
        if self.changes(at) || self.binds(at) {
            return false;
        }
        let stands_behind = match before {
            // In brackets by itself it may be assigned: `(block.x) = 3`.
            "(" => {
                self.word(self.behind(at)) != ")"
                    || self.takes_values(earlier(2))
                    || self.only_reads(earlier(2), at)
                    || (earlier(2), earlier(3)) == (">", ">")
            }
            "," => self.is_in_brackets(at),
            // Of a launch; another `<<` may be anything's.
            "<" if earlier(2) == "<" => earlier(3) == "<",
            "=" | "+" | "-" | "*" | "/" | "%" | "<" | ">" | "?" | ":" | "!" | ";" | "return" => {
                true
            }
            "&" | "|" => earlier(2) == before,
            _ => false,
        };
        let stands_before = match next {
            "." => matches!(self.word(at + 2), "x" | "y" | "z"),
            "=" | "+" | "-" | "*" | "/" | "%" | "<" | ">" | "!" | "?" | ":" => true,
            ")" | "," | ";" => true,
            "&" | "|" => self.word(at + 2) == next,
            _ => false,
        };
        // What a choice gives may be assigned: `(c ? a : b) = 3`.
        let chosen = before == "?" && next == ":" || before == ":" && next == ")";
        stands_behind && stands_before && !chosen
    }

    /// Whether what stands before a bracket takes its arguments by value, or is no function: not if the
    /// text declares something of this name.
    fn takes_values(&self, name: &str) -> bool {
        let declared =
            |at: usize| self.word(at) == name && self.word(at + 1) == "(" && self.declares(at);
        takes_values(name) && !(1..self.all.len()).any(declared)
    }

    /// Whether a name stands for a helper at a position that does nothing to its arguments but read them.
    fn only_reads(&self, name: &str, position: usize) -> bool {
        let helper = self.helpers.at(name, position);
        helper.is_some_and(|helper| helper.reads)
    }

    /// Whether a reference is declared in the statement of a position, before it.
    fn binds(&self, at: usize) -> bool {
        for back in (2..at).rev() {
            match self.word(back) {
                ";" | "{" | "}" => return false,
                "&" if self.kind(back + 1) == Some(TokenKind::Word)
                    && matches!(self.word(back + 2), "=" | "(" | "{") =>
                {
                    let before = self.word(back - 1);
                    let kind = self.kind(back - 1) == Some(TokenKind::Word);
                    if kind || matches!(before, ">" | "&") {
                        return true;
                    }
                }
                "&" if self.word(back + 1) == "[" => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether the text names types that refer to variables without a mark at the variable.
    pub(super) fn has_hidden_references(&self) -> bool {
        (0..self.all.len()).any(|at| match self.word(at) {
            "reference_wrapper" | "ref" | "tie" | "forward_as_tuple" => true,
            // `using ref = int &;`, `typedef int &ref;`
            "using" | "typedef" => {
                let rest = (at + 1..self.all.len()).map(|at| self.word(at));
                let mut statement = rest.take_while(|word| *word != ";");
                statement.any(|word| word == "&" || word.ends_with("reference_t"))
            }
            _ => false,
        })
    }

    /// Whether a bracket is open at a position, within its statement.
    pub(super) fn is_in_brackets(&self, at: usize) -> bool {
        let mut depth = 0usize;
        for back in (0..at).rev() {
            match self.word(back) {
                ")" => depth += 1,
                "(" if depth == 0 => return true,
                "(" => depth -= 1,
                // Between the brackets of a launch.
                "<" if self.word(back.wrapping_sub(1)) == "<" && depth == 0 => return true,
                ";" | "{" | "}" | "[" => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether the text of a macro mentions a name.
    pub(super) fn is_in_a_macro(&self, name: &str) -> bool {
        let mut lines = self.text.lines();
        let defined = |line: &str| {
            let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
            let rest = rest.and_then(|rest| rest.strip_prefix("define"));
            let Some(rest) = rest.map(str::trim_start) else {
                return false;
            };
            // A macro's own parameter is no name of the program.
            let params = rest
                .split_once('(')
                .filter(|(head, _)| !head.contains([' ', '\t']));
            let params = params.and_then(|(_, rest)| rest.split_once(')'));
            let own = params.is_some_and(|(all, _)| all.split(',').any(|one| one.trim() == name));
            !own && crate::headers::words(rest).any(|word| word == name)
        };
        // A macro may go on in lines that end with a backslash.
        let mut going = false;
        lines.any(|line| {
            let more = going && crate::headers::words(line).any(|word| word == name);
            let begins = line.trim_start().starts_with('#');
            let found = more || defined(line);
            going = (going || begins) && line.trim_end().ends_with('\\');
            found
        })
    }
}

/// Whether a type's last word is one of a whole number.
fn is_whole(word: &str) -> bool {
    matches!(
        word,
        "int" | "unsigned" | "long" | "short" | "uint" | "size_t" | "ssize_t" | "ptrdiff_t"
    ) || matches!(
        word,
        "int32_t" | "uint32_t" | "int64_t" | "uint64_t" | "int16_t" | "uint16_t"
    )
}

/// Whether a name is usually that of something that takes its arguments by value, or is no function.
fn takes_values(word: &str) -> bool {
    word.starts_with("cuda")
        || matches!(
            word,
            "dim3" | "min" | "max" | "sizeof" | "if" | "while" | "for" | "switch" | "return"
        )
        || matches!(
            word,
            "malloc" | "calloc" | "free" | "memset" | "memcpy" | "printf" | "fprintf" | "exit"
        )
        || matches!(word, "int" | "unsigned" | "size_t" | "float" | "double")
}
