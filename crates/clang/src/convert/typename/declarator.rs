//! What follows a type: `*`, `&`, `[n]` and parameters.

use crate::convert::typewords::{Parser, Specifiers, integer};
use crate::convert::{Converter, Res};
use crate::types::{AddressSpace, Qual, Type, TypeId};
use text::span::Span;

impl Converter<'_, '_> {
    /// `*`, `&`, `[n]`, `(…)` after a type.
    pub(super) fn declarator(
        &mut self,
        parser: &mut Parser<'_>,
        base: Qual,
        place: Span,
    ) -> Res<Qual> {
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
