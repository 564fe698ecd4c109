//! Types as clang writes them, such as `const __global ns::V<float, 4> *`, read back.
//!
//! A name is looked up from the scope that it is written in; where more than one type could be meant, that
//! is an error.

mod declarator;

use text::code::Code;
use text::span::Span;

use super::declarations::is_function;
use super::typewords::{
    OPAQUE, Parser, SIMPLE, Specifiers, attribute, constant, flat, integer, position, simple, space,
};
use super::{Converter, Fault, Res};
use crate::json::Json;
use crate::kinds::DeclKind;
use crate::node::Node;
use crate::tokens::tokens;
use crate::tree::{ExprKind, Language, TemplateArgument};
use crate::types::{AddressSpace, Qual, Type, TypeId};

/// The namespace of a library that is declared here with bodies, in which all types are written with it.
const LIBRARY: &str = "cub";

/// Its name in HIP.
const OF_HIP: &str = "hipcub";

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
        // `auto (int) const -> T`, the type of a function that is written with its result behind.
        let behind = text
            .strip_prefix("auto (")
            .and_then(|rest| rest.rsplit_once(" -> "));
        if let Some((parameters, result)) = behind {
            let ty = self.parse_type(&format!("{result} ({parameters}"), place)?;
            self.type_cache.insert(text.to_owned(), ty);
            return Ok(ty);
        }
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
            return super::fault(Code::K002, place, "clang did not understand this");
        }
        super::fault(
            Code::K005,
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
        if found.read_write
            && let Type::Opaque(name) = self.unit.types.get(id)
        {
            let name = format!("__read_write {name}");
            id = self.unit.types.intern(Type::Opaque(name));
        }
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
            "__read_only" | "__write_only" => {}
            "__read_write" => found.read_write = true,
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
            if scope.is_none() && !self.is_unique(name, arguments.as_deref(), place)? {
                let what = format!(
                    "the name `{name}` in `{}`, which may mean several types",
                    parser.text
                );
                return Err(super::fault(Code::K005, place, what));
            }
            // A directive may bring a namespace here; `is_unique` has seen that there is one of the name.
            if let ([], None, [space]) = (candidates.as_slice(), scope, self.index.spaces(name))
                && (parser.peek(), parser.ahead(1)) == (":", ":")
            {
                scope = Some(*space);
                parser.at += 2;
                continue;
            }
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

    /// Whether a name without a scope means one type or namespace, whoever wrote it where. Clang gives the
    /// type of a call, a member or a variable in the words of its declaration, which may stand anywhere:
    /// in another namespace, in a base class, in an inner block.
    fn is_unique(
        &mut self,
        name: &str,
        arguments: Option<&[TemplateArgument]>,
        place: Span,
    ) -> Res<bool> {
        let (spaces, types) = (
            self.index.spaces(name).len(),
            self.of_users(self.index.anywhere(name).to_vec()),
        );
        Ok(match (spaces, types.as_slice()) {
            // One in another namespace, such as `cuda`, is named in there alone.
            (_, []) if name == "std" => true,
            (0 | 1, []) | (0, [_]) => true,
            (0, several) => {
                matches!(self.pick(several, arguments, place), Ok(Some(_)))
                    || arguments.is_none() && self.is_of_this_function(name, several)
            }
            _ => false,
        })
    }

    /// Whether a name is one for a type that the function at work declares in its body, and each other that is called so
    /// is one of another function. What a function declares in its body stands in the words of another one through an
    /// instance of a template, or if its result is of a type that is not written: then nothing is said.
    fn is_of_this_function(&mut self, name: &str, several: &[u64]) -> bool {
        let entry = |id: &u64| self.index.entries.get(id).copied();
        // What a function without a name declares comes out of it with whatever is initialised by a call of it.
        let in_function = |scope: u64| {
            let around = self.index.entries.get(&scope);
            around.is_some_and(|around| {
                is_function(around.kind) && around.node.name() != "operator()"
            })
        };
        let is_local = |id: &u64| {
            entry(id).is_some_and(|of| {
                let names = matches!(
                    of.kind,
                    DeclKind::TypedefDecl
                        | DeclKind::TypeAliasDecl
                        | DeclKind::RecordDecl
                        | DeclKind::CXXRecordDecl
                );
                names && in_function(of.scope)
            })
        };
        let here = self.index.candidates(self.scope, name);
        let own = here.iter().all(|id| {
            is_local(id)
                && entry(id).is_some_and(|of| self.index.path(self.scope).contains(&of.scope))
        });
        // A function around this one may declare another one, in the words of which a class of it has its members.
        let path = self.index.path(self.scope);
        let around = |id: &u64| {
            let scope = entry(id).map(|of| of.scope);
            scope.is_some_and(|scope| scope == self.scope || path.contains(&scope))
        };
        let others_around = several.iter().any(|id| !here.contains(id) && around(id));
        own && !here.is_empty()
            && !others_around
            && !self.is_instance_for(name)
            && several.iter().all(is_local)
            && !self.has_results_of_functions()
    }

    /// Whether the function at work or a class around it is an instance of a template, and the name may come in by its
    /// arguments: they are in the words of whoever names it, and stand for the parameters in the types of the instance.
    /// What a function declares may have members with types in the words of that function.
    fn is_instance_for(&self, name: &str) -> bool {
        let path = self.index.path(self.scope).into_iter().chain([self.scope]);
        let mut around = path.filter_map(|scope| self.index.entries.get(&scope));
        around.any(|entry| {
            let arguments = || {
                let parts = entry.node.parts();
                parts.filter(|part| part.kind == "TemplateArgument")
            };
            let unknown = |part: &Node<'_>| {
                let of_type = part.data.get("type").and_then(|of| of.get("qualType"));
                match (of_type.and_then(Json::text), part.data.get("value")) {
                    (Some(text), _) => tokens(text, 0).any(|token| {
                        let word = token.of(text);
                        word == name || word == "(" || self.is_of_a_function(word)
                    }),
                    (None, Some(Json::Number(_))) => false,
                    (None, _) => true,
                }
            };
            entry.template.is_some() && (arguments().next().is_none() || arguments().any(unknown))
        })
    }

    /// Whether a function declares a type of this name in its body.
    fn is_of_a_function(&self, name: &str) -> bool {
        let scope = |id: &u64| self.index.entries.get(id).map(|entry| entry.scope);
        let mut scopes = self.index.anywhere(name).iter().filter_map(scope);
        scopes.any(|scope| {
            let path = self.index.path(scope).into_iter().chain([scope]);
            let mut around = path.filter_map(|scope| self.index.entries.get(&scope));
            around.any(|around| is_function(around.kind))
        })
    }

    /// Whether the result of a function has a type that a function declares in its body, or one that is not known: such a
    /// type comes out of the function without its words. A member of a class that gives back its own class has one before.
    fn has_results_of_functions(&mut self) -> bool {
        if let Some(known) = self.results_of_functions {
            return known;
        }
        let functions = self.index.entries.values();
        let functions = functions.filter(|entry| is_function(entry.kind) && !entry.pattern);
        let found = functions.into_iter().any(|entry| {
            let own = self.index.entries.get(&entry.scope);
            let own = own.map(|class| class.node.name()).unwrap_or_default();
            let ty = entry
                .node
                .data
                .get("type")
                .and_then(|of| of.get("qualType"));
            ty.and_then(Json::text).is_none_or(|text| {
                let result = match (text.starts_with("auto ("), text.rsplit_once("->")) {
                    (true, Some((_, result))) => result,
                    (true, None) => return true,
                    // Parameters are no results, where it is plain which those are.
                    (false, _) => match text.split_once('(') {
                        Some((result, rest)) if !rest.contains('(') => result,
                        _ => text,
                    },
                };
                tokens(result, 0).any(|token| {
                    let word = token.of(result);
                    let of_function = word != own && self.is_of_a_function(word);
                    of_function || matches!(word, "auto" | "decltype")
                })
            })
        });
        self.results_of_functions = Some(found);
        found
    }

    fn candidates(&self, scope: Option<u64>, name: &str) -> Vec<u64> {
        match scope {
            Some(scope) => self.index.inside(scope, name).to_vec(),
            None => {
                let near = self.index.candidates(self.scope, name).to_vec();
                let all = self.of_users(self.index.anywhere(name).to_vec());
                let own: Vec<u64> = near.iter().copied().filter(|id| all.contains(id)).collect();
                match (own.is_empty(), all.is_empty()) {
                    (true, false) => all,
                    (false, _) => own,
                    (true, true) => near,
                }
            }
        }
    }

    /// Without what is declared here of a library, where users have something else of the name: the library's is never
    /// named without its namespace, for its own text does not use these names.
    fn of_users(&self, types: Vec<u64>) -> Vec<u64> {
        let libraries = self.index.spaces(LIBRARY);
        // Who uses the namespace as a whole, or one of its names, may write them without it.
        let used = |file: &crate::place::File| {
            let text = file.source.text.as_str();
            let words: Vec<&str> = tokens(text, 0).map(|token| token.of(text)).collect();
            (0..words.len()).any(|at| {
                let rest = words.get(at..).unwrap_or_default();
                let mut said = rest.iter().take_while(|word| **word != ";");
                // Another name for one of its types is no such use, and another name for the namespace is.
                match (rest.first(), rest.get(2) == Some(&"=")) {
                    (Some(&"using"), false) | (Some(&"namespace"), true) => {
                        said.any(|word| matches!(*word, LIBRARY | OF_HIP))
                    }
                    _ => false,
                }
            })
        };
        if libraries.is_empty() || self.files.files.iter().any(used) {
            return types;
        }
        let of_library = |id: &u64| {
            let entry = self.index.entries.get(id);
            entry.is_some_and(|entry| libraries.contains(&entry.scope))
        };
        let own: Vec<u64> = types.iter().copied().filter(|id| !of_library(id)).collect();
        match own.is_empty() {
            true => types,
            false => own,
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
            // No type stands within its own arguments.
            if instance && self.resolving.contains(&id) {
                continue;
            }
            let fits = match arguments {
                Some(wanted) if instance => {
                    self.resolving.push(id);
                    let own = self.template_arguments(entry.node, place);
                    self.resolving.pop();
                    // Which instance it is may rest on one that is being resolved: then it is larger.
                    let own = match own {
                        Err(_) if !self.resolving.is_empty() => continue,
                        own => own?,
                    };
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
        let parameters = || {
            let parts = template.node.parts();
            parts.filter(|part| part.kind.ends_with("ParmDecl"))
        };
        // The names of parameters mean what they stand for, and nothing that is declared outside.
        let names: Vec<&str> = parameters().map(Node::name).collect();
        let mentions = |text: &str| tokens(text, 0).any(|token| names.contains(&token.of(text)));
        let mut all = true;
        for (parameter, argument) in parameters().zip(arguments).skip(from) {
            let text = parameter.data.get("defaultArg").and_then(|value| {
                let ty = value.get("type")?;
                ty.get("qualType")?.text()
            });
            if text.is_some_and(mentions) {
                return false;
            }
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
                match constant(&text).or_else(|| self.named_value(&text, place)) {
                    Some(value) => Ok(TemplateArgument::Integer(value)),
                    None => failed.map(|_| TemplateArgument::Other(text)),
                }
            }
        }
    }

    /// The value of an enumerator or of a constant as clang writes one, if nothing else of this name is declared.
    fn named_value(&mut self, text: &str, place: Span) -> Option<i128> {
        let name = text.rsplit("::").next()?;
        let plain = |c: char| c == ':' || c == '_' || c.is_alphanumeric();
        if name.is_empty() || !text.chars().all(plain) {
            return None;
        }
        let all = self.index.entries.values();
        let mut named = all.filter(|entry| !entry.pattern && entry.node.name() == name);
        let only = named.next().copied()?;
        if named.next().is_some() {
            return None;
        }
        match only.kind {
            DeclKind::EnumConstantDecl => match self.enum_constant(only.node.id, place).ok()? {
                ExprKind::Integer(value) => Some(value),
                _ => None,
            },
            DeclKind::VarDecl => {
                let ty = only.node.data.get("type")?.get("qualType")?.text()?;
                let is_constant =
                    !ty.contains(['*', '&', '[']) && ty.split(' ').any(|word| word == "const");
                let mut parts = only.node.parts();
                let init = parts.find(|part| is_constant && !part.kind.ends_with("Attr"));
                self.folded(init?)
            }
            _ => None,
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
}
