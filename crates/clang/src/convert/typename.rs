//! Types as clang writes them, such as `const __global ns::V<float, 4> *`, read back.
//!
//! A name is looked up from the scope that it is written in; where more than one type could be meant, that
//! is an error.

use text::span::Span;

use super::{Converter, Fault, Res};
use crate::kinds::DeclKind;
use crate::tokens::{Token, TokenKind, tokens};
use crate::tree::{Language, TemplateArgument};
use crate::types::{AddressSpace, FloatKind, IntKind, Qual, Type, TypeId};

struct Parser<'p> {
    text: &'p str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'p> Parser<'p> {
    fn peek(&self) -> &'p str {
        self.ahead(0)
    }

    fn ahead(&self, more: usize) -> &'p str {
        let text = self.text;
        self.tokens
            .get(self.at + more)
            .map_or("", |token| token.of(text))
    }

    fn is_word(&self) -> bool {
        self.tokens
            .get(self.at)
            .is_some_and(|token| token.kind == TokenKind::Word)
    }

    fn take(&mut self) -> &'p str {
        let word = self.peek();
        self.at += 1;
        word
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    /// Past the bracket that closes the one before, with what is between.
    fn bracket(&mut self) -> &'p str {
        let from = self
            .tokens
            .get(self.at)
            .map_or(self.text.len(), |t| t.start);
        let mut depth = 1;
        while self.at < self.tokens.len() {
            match self.take() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth -= 1;
                    if depth == 0 {
                        let end = self.tokens[self.at - 1].start;
                        return self.text.get(from..end).unwrap_or("");
                    }
                }
                _ => {}
            }
        }
        self.text.get(from..).unwrap_or("")
    }
}

/// What stands before a declarator's name.
#[derive(Default)]
struct Specifiers {
    constant: bool,
    volatile: bool,
    restrict: bool,
    space: AddressSpace,
    words: Vec<&'static str>,
    base: Option<TypeId>,
    vector: Option<(u32, bool)>,
    /// Bytes of a GCC vector, before its element is known.
    vector_bytes: Option<u64>,
    /// An extended vector's or typedef's own qualifiers.
    inner: Option<Qual>,
}

impl Converter<'_, '_> {
    /// Reads a type.
    ///
    /// # Errors
    /// A name that is not known or not unique, or a form that is not known.
    pub(super) fn parse_type(&mut self, text: &str, place: Span) -> Res<Qual> {
        if let Some(&known) = self.type_cache.get(text) {
            return Ok(known);
        }
        if text == "<builtin fn type>" || text == "<bound member function type>" {
            let void = Qual::plain(self.unit.types.intern(Type::Void));
            return Ok(Qual::plain(self.unit.types.intern(Type::Function {
                result: void,
                parameters: Vec::new(),
                variadic: true,
            })));
        }
        let short = text.replace("std::nullptr_t", "nullptr_t");
        let text = &short[..];
        let mut parser = Parser {
            text,
            tokens: tokens(text, 0).collect(),
            at: 0,
        };
        let ty = self.full_type(&mut parser, place)?;
        if parser.at < parser.tokens.len() {
            return Err(self.type_fault(text, place));
        }
        self.type_cache.insert(text.to_owned(), ty);
        Ok(ty)
    }

    fn type_fault(&self, text: &str, place: Span) -> Fault {
        if text.contains("<dependent type>") || text.contains("<recovery-expr>") {
            return super::fault("K002", place, "clang did not understand this");
        }
        super::fault(
            "K005",
            place,
            format!("the type `{text}` is not understood"),
        )
    }

    fn full_type(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<Qual> {
        let base = self.specifiers(parser, place)?;
        self.declarator(parser, base, place)
    }

    fn specifiers(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<Qual> {
        let mut found = Specifiers::default();
        loop {
            if self.qualifier(parser, &mut found)? {
                continue;
            }
            let has_base = found.base.is_some() || !found.words.is_empty();
            let word = parser.peek();
            // CUDA's is a class.
            let class = word == "half" && self.unit.language == Language::Cuda;
            if let Some(&simple) = SIMPLE.iter().find(|&&simple| simple == word && !class) {
                parser.at += 1;
                found.words.push(simple);
                continue;
            }
            if has_base {
                break;
            }
            match word {
                "struct" | "union" | "class" | "enum" | "typename" => {
                    parser.at += 1;
                }
                "_Atomic" if parser.ahead(1) == "(" => {
                    parser.at += 2;
                    let inner = self.full_type(parser, place)?;
                    parser.eat(")");
                    found.base = Some(self.unit.types.intern(Type::Atomic(inner.id)));
                }
                "pipe" => {
                    parser.at += 1;
                    let inner = self.full_type(parser, place)?;
                    found.base = Some(self.unit.types.intern(Type::Pipe(inner.id)));
                }
                "decltype" | "typeof" | "__typeof__" | "auto" | "_BitInt" => {
                    return Err(self.type_fault(parser.text, place));
                }
                "(" => found.base = Some(self.placed(parser, place)?),
                _ if parser.is_word() || word == ":" => {
                    let ty = self.named(parser, place)?;
                    found.base = Some(ty.id);
                    found.inner = Some(ty);
                }
                _ => return Err(self.type_fault(parser.text, place)),
            }
        }
        self.finish(found, parser.text, place)
    }

    fn finish(&mut self, found: Specifiers, text: &str, place: Span) -> Res<Qual> {
        let mut id = match found.base {
            Some(id) => id,
            None => {
                let ty = simple(&found.words).ok_or_else(|| self.type_fault(text, place))?;
                self.unit.types.intern(ty)
            }
        };
        if let Some(bytes) = found.vector_bytes {
            let element = self.unit.size_of(id).filter(|&size| size > 0);
            let count = element.and_then(|size| u32::try_from(bytes / size).ok());
            let count = count.ok_or_else(|| self.type_fault(text, place))?;
            id = self.unit.types.intern(Type::Vector {
                element: id,
                count,
                ext: false,
            });
        }
        if let Some((count, ext)) = found.vector {
            id = self.unit.types.intern(Type::Vector {
                element: id,
                count,
                ext,
            });
        }
        let inner = found.inner.unwrap_or(Qual::plain(id));
        Ok(Qual {
            id,
            constant: found.constant || inner.constant,
            volatile: found.volatile || inner.volatile,
            restrict: found.restrict || inner.restrict,
            space: if found.space == AddressSpace::Default {
                inner.space
            } else {
                found.space
            },
        })
    }

    /// Takes one qualifier or attribute, if there is one.
    fn qualifier(&mut self, parser: &mut Parser<'_>, found: &mut Specifiers) -> Res<bool> {
        match parser.peek() {
            "const" => found.constant = true,
            "volatile" => found.volatile = true,
            "restrict" | "__restrict" | "__restrict__" => found.restrict = true,
            "__attribute__" => {
                parser.at += 1;
                parser.eat("(");
                let text = parser.bracket().trim();
                let inner = text.trim_start_matches('(').trim_end_matches(')');
                attribute(inner, found);
                return Ok(true);
            }
            // Written before a type that OpenCL gives an access to.
            "__read_only" | "__write_only" | "__read_write" => {}
            word => match space(word) {
                Some(space) => found.space = space,
                None => return Ok(false),
            },
        }
        parser.at += 1;
        Ok(true)
    }

    /// A type without a name: `(unnamed struct at file:1:2)`, `(lambda at …)`.
    fn placed(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<TypeId> {
        let start = parser.tokens.get(parser.at).map_or(0, |token| token.start);
        let rest = parser.text.get(start..).unwrap_or("");
        let fault = self.type_fault(parser.text, place);
        let Some((end, file, line, column)) = position(rest) else {
            return Err(fault);
        };
        while parser
            .tokens
            .get(parser.at)
            .is_some_and(|token| token.start < start + end)
        {
            parser.at += 1;
        }
        let Some(&number) = self.file_names.get(file) else {
            return Err(fault);
        };
        let offset = self.offset(number, line, column);
        let found = self
            .index
            .by_place
            .get(&(number, offset))
            .map_or(&[][..], Vec::as_slice);
        let id = self.choose(found).ok_or(fault)?;
        self.declared_type(id, place)
    }

    /// Of several declarations with one place (instances of one template), the one in the scope at hand.
    fn choose(&self, found: &[u64]) -> Option<u64> {
        let usable: Vec<u64> = found
            .iter()
            .copied()
            .filter(|id| self.index.entries.get(id).is_some_and(|e| !e.pattern))
            .collect();
        if let [only] = usable[..] {
            return Some(only);
        }
        let mut scope = Some(self.scope);
        while let Some(at) = scope {
            let here: Vec<u64> = usable
                .iter()
                .copied()
                .filter(|id| self.index.path(*id).contains(&at) && at != 0)
                .collect();
            match here[..] {
                [] => scope = self.index.outside(at),
                [only] => return Some(only),
                _ => return None,
            }
        }
        None
    }

    /// A name with its scopes and template arguments.
    fn named(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<Qual> {
        let mut scope: Option<u64> = None;
        if parser.peek() == ":" {
            parser.at += 2;
            scope = Some(0);
        }
        loop {
            if parser.eat("template") {
                continue;
            }
            if parser.peek() == "(" && parser.ahead(2) == "namespace" {
                parser.at += 1;
                parser.bracket();
                let inner = self.candidates(scope, "");
                scope = inner.first().copied().or(scope);
                parser.at += 2;
                continue;
            }
            if parser.peek() == "(" {
                let id = self.placed(parser, place)?;
                return Ok(Qual::plain(id));
            }
            let name = parser.take();
            let arguments = if parser.eat("<") {
                Some(self.arguments(parser, place)?)
            } else {
                None
            };
            let candidates = self.candidates(scope, name);
            if parser.peek() == ":" && parser.ahead(1) == ":" {
                parser.at += 2;
                let id = self
                    .pick(&candidates, arguments.as_deref(), place)?
                    .ok_or_else(|| self.type_fault(parser.text, place))?;
                scope = Some(self.scope_of(id, place)?);
                continue;
            }
            if candidates.is_empty() && arguments.is_none() {
                return self.opaque(name, parser.text, place);
            }
            let id = self
                .pick(&candidates, arguments.as_deref(), place)?
                .ok_or_else(|| self.type_fault(parser.text, place))?;
            return self.declared(id, place);
        }
    }

    fn candidates(&self, scope: Option<u64>, name: &str) -> Vec<u64> {
        match scope {
            Some(scope) => self.index.inside(scope, name).to_vec(),
            None => self.index.candidates(self.scope, name).to_vec(),
        }
    }

    /// The one declaration that a name with these arguments means.
    fn pick(
        &mut self,
        candidates: &[u64],
        arguments: Option<&[TemplateArgument]>,
        place: Span,
    ) -> Res<Option<u64>> {
        let mut found: Vec<u64> = Vec::new();
        for &id in candidates {
            let Some(entry) = self.index.entries.get(&id).copied() else {
                continue;
            };
            let instance = entry.kind == DeclKind::ClassTemplateSpecializationDecl;
            let fits = match arguments {
                Some(wanted) if instance => {
                    let own = self.template_arguments(entry.node, place)?;
                    wanted == &own[..]
                        || flat(&own) == flat(wanted)
                        || (own.starts_with(wanted)
                            && self.are_defaults(entry.template, wanted.len(), &own, place))
                }
                // An alias of a template keeps its name only.
                Some(_) => false,
                None => true,
            };
            let root = self.index.root(id);
            if fits && !found.contains(&root) {
                found.push(root);
            }
        }
        // A struct and its typedef of the same name are one type.
        if arguments.is_none() && found.len() > 1 {
            let mut types = Vec::new();
            for &id in &found {
                types.push(self.declared(id, place)?.id);
            }
            if types.windows(2).all(|pair| pair[0] == pair[1]) {
                found.truncate(1);
            }
        }
        Ok(match found[..] {
            [only] => Some(only),
            _ => None,
        })
    }

    /// Whether the arguments from a position on are a template's defaults, which clang does not write.
    fn are_defaults(
        &mut self,
        template: Option<u64>,
        from: usize,
        arguments: &[TemplateArgument],
        place: Span,
    ) -> bool {
        let Some(template) = template.and_then(|id| self.index.entries.get(&id).copied()) else {
            return false;
        };
        let parameters = template
            .node
            .parts()
            .filter(|part| part.kind.ends_with("ParmDecl"));
        let mut all = true;
        for (parameter, argument) in parameters.zip(arguments).skip(from) {
            let text = parameter.data.get("defaultArg").and_then(|value| {
                let ty = value.get("type")?;
                ty.get("qualType")?.text()
            });
            let value = parameter
                .parts()
                .find(|part| part.kind == "TemplateArgument")
                .and_then(|part| part.parts().next());
            let default = match (text, argument, value) {
                (Some(text), _, _) => self
                    .within(template.scope, |this| this.parse_type(text, place))
                    .ok()
                    .map(TemplateArgument::Type),
                (None, TemplateArgument::Integer(_), Some(value)) => {
                    self.folded(value).map(TemplateArgument::Integer)
                }
                _ => None,
            };
            all &= default.as_ref() == Some(argument);
        }
        all
    }

    /// The scope inside of a class or namespace; a typedef's is its class's.
    fn scope_of(&mut self, id: u64, place: Span) -> Res<u64> {
        let kind = self.index.entries.get(&id).map(|entry| entry.kind);
        if matches!(kind, Some(DeclKind::TypedefDecl | DeclKind::TypeAliasDecl)) {
            let ty = self.declared(id, place)?;
            if let Type::Record(record) = *self.unit.types.get(ty.id)
                && let Some(node) = self.record_nodes.get(record.0 as usize)
            {
                return Ok(*node);
            }
        }
        Ok(self.index.definition(id).map_or(id, |entry| entry.node.id))
    }

    fn arguments(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        while !parser.eat(">") {
            if parser.at >= parser.tokens.len() {
                return Err(self.type_fault(parser.text, place));
            }
            arguments.push(self.argument(parser, place)?);
            parser.eat(",");
        }
        Ok(arguments)
    }

    fn argument(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<TemplateArgument> {
        let negative = parser.peek() == "-";
        let word = parser.ahead(usize::from(negative));
        let number = match word {
            "true" => Some(1),
            "false" => Some(0),
            _ => integer(word),
        };
        let next = parser.ahead(usize::from(negative) + 1);
        if let Some(number) = number
            && matches!(next, "," | ">")
        {
            parser.at += usize::from(negative) + 1;
            return Ok(TemplateArgument::Integer(if negative {
                -number
            } else {
                number
            }));
        }
        let start = parser.at;
        match self.full_type(parser, place) {
            Ok(ty) if matches!(parser.peek(), "," | ">") => Ok(TemplateArgument::Type(ty)),
            failed => {
                // Not a type: what it is as a value is decided by whoever compares.
                parser.at = start;
                let mut depth = 0;
                let mut text = String::new();
                while parser.at < parser.tokens.len() {
                    match parser.peek() {
                        "(" | "[" | "{" | "<" => depth += 1,
                        ")" | "]" | "}" => depth -= 1,
                        ">" if depth == 0 => break,
                        ">" => depth -= 1,
                        "," if depth == 0 => break,
                        _ => {}
                    }
                    text.push_str(parser.take());
                }
                match constant(&text) {
                    Some(value) => Ok(TemplateArgument::Integer(value)),
                    None => failed.map(|_| TemplateArgument::Other(text)),
                }
            }
        }
    }

    /// A name that nothing declares: one of OpenCL's own.
    pub(super) fn opaque(&mut self, name: &str, text: &str, place: Span) -> Res<Qual> {
        let size = match name {
            "__size_t" => Some(self.unit.size_type(false)),
            "__ptrdiff_t" | "__signed_size_t" => Some(self.unit.size_type(true)),
            _ => None,
        };
        if let Some(kind) = size {
            return Ok(Qual::plain(self.unit.types.intern(Type::Int(kind))));
        }
        if !OPAQUE.contains(&name) && !name.starts_with("image") {
            return Err(self.type_fault(text, place));
        }
        let ty = Type::Opaque(name.to_owned());
        Ok(Qual::plain(self.unit.types.intern(ty)))
    }

    /// `*`, `&`, `[n]`, `(…)` after a type.
    fn declarator(&mut self, parser: &mut Parser<'_>, base: Qual, place: Span) -> Res<Qual> {
        let mut ty = base;
        loop {
            match parser.peek() {
                "*" => {
                    parser.at += 1;
                    ty = Qual::plain(self.unit.types.intern(Type::Pointer(ty)));
                    ty = self.after_star(parser, ty)?;
                }
                "&" => {
                    parser.at += 1;
                    let rvalue = parser.eat("&");
                    let id = self.unit.types.intern(Type::Reference { to: ty, rvalue });
                    ty = self.after_star(parser, Qual::plain(id))?;
                }
                "(" if self.nested(parser) => return self.inner_declarator(parser, ty, place),
                "(" | "[" => return self.suffixes(parser, ty, place),
                // `T C::*`
                _ if parser.is_word() && self.member_pointer(parser) => {
                    let of = self.named_until_star(parser, place)?;
                    let id = self.unit.types.intern(Type::MemberPointer { to: ty, of });
                    ty = self.after_star(parser, Qual::plain(id))?;
                }
                _ => return Ok(ty),
            }
        }
    }

    fn member_pointer(&self, parser: &Parser<'_>) -> bool {
        let mut at = 0;
        while !matches!(parser.ahead(at), "" | "*" | "," | "(" | ")") {
            at += 1;
        }
        parser.ahead(at) == "*" && at >= 3 && parser.ahead(at - 1) == ":"
    }

    fn named_until_star(&mut self, parser: &mut Parser<'_>, place: Span) -> Res<TypeId> {
        let start = parser.tokens[parser.at].start;
        let mut end = start;
        while parser.peek() != "*" {
            end = parser.tokens[parser.at].start;
            parser.at += 1;
        }
        parser.at += 1;
        let name = parser.text.get(start..end).unwrap_or("");
        let name = name.trim_end_matches(':').to_owned();
        Ok(self.parse_type(&name, place)?.id)
    }

    fn after_star(&mut self, parser: &mut Parser<'_>, mut ty: Qual) -> Res<Qual> {
        let mut found = Specifiers::default();
        while self.qualifier(parser, &mut found)? {}
        ty.constant |= found.constant;
        ty.volatile |= found.volatile;
        ty.restrict |= found.restrict;
        if found.space != AddressSpace::Default {
            ty.space = found.space;
        }
        Ok(ty)
    }

    /// Whether a bracket holds a declarator, as in `int (*)[4]`, rather than parameters.
    fn nested(&self, parser: &Parser<'_>) -> bool {
        let mut at = 1;
        while matches!(
            parser.ahead(at),
            "__global" | "__local" | "__private" | "__constant" | "__generic" | "const"
        ) {
            at += 1;
        }
        match parser.ahead(at) {
            "(" => !matches!(parser.ahead(at + 1), "lambda" | "unnamed" | "anonymous"),
            "*" | "&" => true,
            _ => {
                let inner = Parser {
                    text: parser.text,
                    tokens: parser.tokens.clone(),
                    at: parser.at + 1,
                };
                inner.is_word() && self.member_pointer(&inner)
            }
        }
    }

    fn inner_declarator(&mut self, parser: &mut Parser<'_>, ty: Qual, place: Span) -> Res<Qual> {
        let open = parser.at;
        parser.at += 1;
        parser.bracket();
        let outer = self.suffixes(parser, ty, place)?;
        let end = parser.at;
        parser.at = open + 1;
        let inner = self.declarator(parser, outer, place)?;
        if !parser.eat(")") {
            return Err(self.type_fault(parser.text, place));
        }
        parser.at = end;
        Ok(inner)
    }

    /// The arrays and parameters after a declarator, the last one innermost.
    fn suffixes(&mut self, parser: &mut Parser<'_>, ty: Qual, place: Span) -> Res<Qual> {
        if parser.eat("[") {
            let size = parser.bracket().trim();
            let count = u64::try_from(integer(size).unwrap_or(-1)).ok();
            if count.is_none() && !size.is_empty() {
                return Err(self.type_fault(parser.text, place));
            }
            let element = self.suffixes(parser, ty, place)?;
            let id = self.unit.types.intern(Type::Array { element, count });
            return Ok(Qual { id, ..element });
        }
        if parser.eat("(") {
            let mut parameters = Vec::new();
            let mut variadic = false;
            while !parser.eat(")") {
                if parser.at >= parser.tokens.len() {
                    return Err(self.type_fault(parser.text, place));
                }
                if parser.eat(".") {
                    parser.at += 2;
                    variadic = true;
                } else {
                    parameters.push(self.full_type(parser, place)?);
                }
                parser.eat(",");
            }
            if let [only] = parameters[..]
                && *self.unit.types.get(only.id) == Type::Void
            {
                parameters.clear();
            }
            self.after_parameters(parser)?;
            let id = self.unit.types.intern(Type::Function {
                result: ty,
                parameters,
                variadic,
            });
            return Ok(Qual::plain(id));
        }
        Ok(ty)
    }

    fn after_parameters(&mut self, parser: &mut Parser<'_>) -> Res<()> {
        let mut ignored = Specifiers::default();
        loop {
            match parser.peek() {
                "noexcept" => {
                    parser.at += 1;
                    if parser.eat("(") {
                        parser.bracket();
                    }
                }
                "&" => parser.at += 1,
                // A trailing result repeats what is said before.
                "-" if parser.ahead(1) == ">" => parser.at = parser.tokens.len(),
                _ if self.qualifier(parser, &mut ignored)? => {}
                _ => return Ok(()),
            }
        }
    }
}

fn flat(arguments: &[TemplateArgument]) -> Vec<TemplateArgument> {
    arguments
        .iter()
        .flat_map(|argument| match argument {
            TemplateArgument::Pack(inner) => flat(inner),
            other => vec![other.clone()],
        })
        .collect()
}

/// A number with its suffix, or a character.
fn integer(word: &str) -> Option<i128> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hex) = digits.strip_prefix("0x") {
        return i128::from_str_radix(hex, 16).ok();
    }
    digits.parse().ok()
}

/// A product, quotient, sum or difference of numbers, as it may stand in a template argument.
fn constant(text: &str) -> Option<i128> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'))
        && !inner.contains(['(', ')'])
    {
        return constant(inner);
    }
    if let Some((left, right)) = text.rsplit_once(['+']) {
        return constant(left)?.checked_add(constant(right)?);
    }
    if let Some(at) = text.rfind(['*', '/']) {
        let (left, right) = (constant(&text[..at])?, constant(&text[at + 1..])?);
        return match text.as_bytes()[at] {
            b'*' => left.checked_mul(right),
            _ => left.checked_div(right),
        };
    }
    integer(text)
}

/// The end of `(… at file:line:column)` with its parts.
fn position(text: &str) -> Option<(usize, &str, usize, usize)> {
    let from = text.find(" at ")? + 4;
    let mut search = from;
    loop {
        let close = search + text.get(search..)?.find(')')?;
        let mut parts = text.get(from..close)?.rsplitn(3, ':');
        let column = parts.next().and_then(|t| t.parse().ok());
        let line = parts.next().and_then(|t| t.parse().ok());
        if let (Some(column), Some(line), Some(file)) = (column, line, parts.next()) {
            return Some((close + 1, file, line, column));
        }
        search = close + 1;
    }
}

fn space(word: &str) -> Option<AddressSpace> {
    Some(match word {
        "__private" => AddressSpace::Private,
        "__local" | "__shared__" => AddressSpace::Local,
        "__global" | "__device__" => AddressSpace::Global,
        "__constant" | "__constant__" => AddressSpace::Constant,
        "__generic" => AddressSpace::Generic,
        _ => return None,
    })
}

fn attribute(text: &str, found: &mut Specifiers) {
    let number = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    if let Some(rest) = text.strip_prefix("ext_vector_type") {
        found.vector = number(rest).map(|count| (count, true));
    } else if let Some(rest) = text.strip_prefix("__vector_size__") {
        // `(4 * sizeof(float))`: a count, the element being the type at hand.
        let count = rest.split('*').next().and_then(number);
        if rest.contains('*') {
            found.vector = count.map(|count| (count, false));
        } else {
            found.vector_bytes = count.map(u64::from);
        }
    }
}

const SIMPLE: &[&str] = &[
    "void",
    "bool",
    "_Bool",
    "char",
    "signed",
    "unsigned",
    "short",
    "int",
    "long",
    "float",
    "double",
    "half",
    "__fp16",
    "_Float16",
    "__bf16",
    "__int128",
    "wchar_t",
    "char8_t",
    "char16_t",
    "char32_t",
    "_Complex",
    "nullptr_t",
];

const OPAQUE: &[&str] = &[
    "sampler_t",
    "event_t",
    "queue_t",
    "clk_event_t",
    "reserve_id_t",
    "ndrange_t",
    "__builtin_va_list",
];

fn simple(words: &[&str]) -> Option<Type> {
    let has = |word: &str| words.contains(&word);
    let longs = words.iter().filter(|&&word| word == "long").count();
    let unsigned = has("unsigned");
    let complex = has("_Complex");
    let float = if has("double") {
        Some(if longs > 0 {
            FloatKind::LongDouble
        } else {
            FloatKind::Double
        })
    } else if has("float") {
        Some(FloatKind::Float)
    } else if has("half") || has("__fp16") || has("_Float16") {
        Some(FloatKind::Half)
    } else if has("__bf16") {
        Some(FloatKind::BFloat16)
    } else {
        None
    };
    if let Some(float) = float {
        return Some(if complex {
            Type::Complex(float)
        } else {
            Type::Float(float)
        });
    }
    let pick = |signed: IntKind, other: IntKind| if unsigned { other } else { signed };
    Some(Type::Int(match () {
        () if has("void") => return Some(Type::Void),
        () if has("nullptr_t") => return Some(Type::NullPointer),
        () if complex => return None,
        () if has("bool") || has("_Bool") => IntKind::Bool,
        () if has("char") && has("signed") => IntKind::SChar,
        () if has("char") => pick(IntKind::Char, IntKind::UChar),
        () if has("wchar_t") => IntKind::WChar,
        () if has("char8_t") => IntKind::Char8,
        () if has("char16_t") => IntKind::Char16,
        () if has("char32_t") => IntKind::Char32,
        () if has("short") => pick(IntKind::Short, IntKind::UShort),
        () if has("__int128") => pick(IntKind::Int128, IntKind::UInt128),
        () if longs >= 2 => pick(IntKind::LongLong, IntKind::ULongLong),
        () if longs == 1 => pick(IntKind::Long, IntKind::ULong),
        () if has("int") || unsigned || has("signed") => pick(IntKind::Int, IntKind::UInt),
        () => return None,
    }))
}
