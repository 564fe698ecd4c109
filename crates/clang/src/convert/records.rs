//! Types that the program declares: records, enumerations and their parts.

use text::code::Code;
use text::span::Span;

use super::alignment::alignment;
use super::declarations::{is_attribute, is_type, lost};
use super::{Converter, Res, fault};
use crate::index::Entry;
use crate::json::Json;
use crate::kinds::{AttributeKind, DeclKind};
use crate::layout::Rules;
use crate::node::Node;
use crate::tree::{Attribute, Enum, EnumId, Field, FieldId, Record, RecordId};
use crate::types::{IntKind, Qual, Type, TypeId};

/// How deep structs may hold structs.
const NESTING: u32 = 200;

impl<'t, 'a> Converter<'t, 'a> {
    /// The type that a declaration names.
    pub(super) fn declared(&mut self, id: u64, place: Span) -> Res<Qual> {
        let Some(entry) = self.index.definition(id) else {
            return Err(fault(Code::K005, place, "a type that is not declared"));
        };
        match entry.kind {
            DeclKind::TypedefDecl | DeclKind::TypeAliasDecl => {
                self.deepen(place)?;
                let ty = self.within(entry.scope, |this| this.aliased(entry.node, place));
                self.nesting -= 1;
                ty
            }
            DeclKind::EnumDecl => Ok(Qual::plain(self.enumeration(entry, place)?)),
            DeclKind::CXXRecordDecl
            | DeclKind::RecordDecl
            | DeclKind::ClassTemplateSpecializationDecl => {
                Ok(Qual::plain(self.record(entry, place)?))
            }
            _ => Err(fault(
                Code::K005,
                place,
                format!("`{}` is not a type", entry.node.name()),
            )),
        }
    }

    /// What a typedef stands for. A struct without a name of its own is called as its typedef is, so the
    /// name would lead back here.
    fn aliased(&mut self, node: &'t Node<'a>, place: Span) -> Res<Qual> {
        let mut part = node.parts().find(|part| is_type(part));
        while let Some(inner) = part {
            match &*inner.kind {
                "ElaboratedType" => part = inner.parts().next(),
                "RecordType" | "EnumType" => {
                    if let Some(id) = inner.reference("decl") {
                        return self.declared(id, place);
                    }
                    break;
                }
                "BuiltinType" | "OpaqueType" => {
                    let own = inner
                        .data
                        .get("type")
                        .and_then(|ty| ty.get("qualType")?.text());
                    if own == Some(node.name()) {
                        return self.opaque(node.name(), node.name(), place);
                    }
                    break;
                }
                _ => break,
            }
        }
        self.type_under(node, "type")
    }

    pub(super) fn declared_type(&mut self, id: u64, place: Span) -> Res<TypeId> {
        Ok(self.declared(id, place)?.id)
    }

    fn deepen(&mut self, place: Span) -> Res<()> {
        if self.nesting >= NESTING {
            return Err(fault(Code::K005, place, "types are nested too deeply"));
        }
        self.nesting += 1;
        Ok(())
    }

    fn enumeration(&mut self, entry: Entry<'t, 'a>, place: Span) -> Res<TypeId> {
        let node = entry.node;
        let root = self.index.root(node.id);
        if let Some(broken) = self.broken.get(&root) {
            return Err(broken.clone());
        }
        if let Some(&known) = self.enums.get(&root) {
            return Ok(self.unit.types.intern(Type::Enum(known)));
        }
        let int = Qual::plain(self.unit.types.intern(Type::Int(IntKind::Int)));
        let id = EnumId(u32::try_from(self.unit.enums.len()).unwrap_or(u32::MAX));
        self.enums.insert(root, id);
        self.unit.enums.push(Enum {
            name: self.qualified(entry, &[]),
            underlying: int,
            constants: Vec::new(),
            place: node.name_place,
        });
        let filled = self.within(node.id, |this| this.fill_enum(id, node, place));
        if let Err(fault) = filled {
            self.broken.insert(root, fault.clone());
            return Err(fault);
        }
        Ok(self.unit.types.intern(Type::Enum(id)))
    }

    fn fill_enum(&mut self, id: EnumId, node: &'t Node<'a>, place: Span) -> Res<()> {
        let mut next = 0;
        let (mut least, mut greatest) = (0, 0);
        for part in node.parts().filter(|part| part.kind == "EnumConstantDecl") {
            if let Some(value) = part.parts().find(|part| !is_attribute(part)) {
                next = self.folded(value).ok_or_else(|| {
                    fault(Code::K004, place, format!("the value of `{}`", part.name()))
                })?;
            }
            least = least.min(next);
            greatest = greatest.max(next);
            if let Some(made) = self.unit.enums.get_mut(id.0 as usize) {
                made.constants.push((part.name().to_owned(), next));
            }
            next += 1;
        }
        if has_kind(&self.attributes(node)?, AttributeKind::PackedAttr) {
            return Err(fault(Code::K004, place, "a packed enumeration"));
        }
        let underlying = match node.data.get("fixedUnderlyingType") {
            Some(ty) => self.type_of_json(ty, place)?,
            None => {
                let signed = least < 0;
                let fits = |bits: u32| match signed {
                    true => least >= -(1 << (bits - 1)) && greatest < 1 << (bits - 1),
                    false => greatest < 1 << bits,
                };
                let kind = match (fits(32), signed) {
                    (true, false) => IntKind::UInt,
                    (true, true) => IntKind::Int,
                    (false, _) if !fits(64) => {
                        let message = "an enumeration of more than 64 bits".to_owned();
                        return Err(fault(Code::K004, place, message));
                    }
                    (false, false) => IntKind::ULongLong,
                    (false, true) => IntKind::LongLong,
                };
                Qual::plain(self.unit.types.intern(Type::Int(kind)))
            }
        };
        if let Some(made) = self.unit.enums.get_mut(id.0 as usize) {
            made.underlying = underlying;
        }
        Ok(())
    }

    pub(super) fn record(&mut self, entry: Entry<'t, 'a>, place: Span) -> Res<TypeId> {
        let node = entry.node;
        let root = self.index.root(node.id);
        if let Some(broken) = self.broken.get(&root) {
            return Err(broken.clone());
        }
        if let Some(&known) = self.records.get(&root) {
            return Ok(self.unit.types.intern(Type::Record(known)));
        }
        if entry.pattern {
            let message = format!(
                "`{}` is a template that is not instantiated here",
                node.name()
            );
            return Err(fault(Code::K009, place, message));
        }
        self.deepen(place)?;
        let id = RecordId(u32::try_from(self.unit.records.len()).unwrap_or(u32::MAX));
        self.records.insert(root, id);
        self.record_nodes.push(node.id);
        let texts = self.argument_texts(node);
        let mut name = self.qualified(entry, &[]);
        if !texts.is_empty() {
            name.push_str(&format!("<{}>", texts.join(", ")));
        }
        self.unit.records.push(Record {
            name,
            union: node.text("tagUsed") == Some("union"),
            lambda: false,
            complete: node.flag("completeDefinition"),
            ends: node.flag(crate::json::ENDS),
            copies: node.flag(crate::json::COPIES),
            dynamic: true,
            bases: Vec::new(),
            fields: Vec::new(),
            layout: None,
            place: node.name_place,
        });
        let filled = self.within(node.id, |this| this.fill_record(id, node));
        self.nesting -= 1;
        if let Err(fault) = filled {
            self.broken.insert(root, fault.clone());
            return Err(fault);
        }
        Ok(self.unit.types.intern(Type::Record(id)))
    }

    fn fill_record(&mut self, id: RecordId, node: &'t Node<'a>) -> Res<()> {
        if node.flag("isInvalid") {
            let message = format!("`{}` has an error", node.name());
            return Err(fault(Code::K002, node.name_place.span, message));
        }
        let mut bases = Vec::new();
        if let Some(Json::List(list)) = node.data.get("bases") {
            for base in list {
                if let Some(ty) = base.get("type") {
                    bases.push(self.type_of_json(ty, node.place.span)?);
                }
            }
        }
        if let Some(record) = self.unit.records.get_mut(id.0 as usize) {
            record.bases = bases;
        }
        let mut fields = Vec::new();
        let mut unclear = false;
        for part in node.parts().filter(|part| part.kind == "FieldDecl") {
            let index = u32::try_from(fields.len()).unwrap_or(u32::MAX);
            self.fields.insert(part.id, FieldId { record: id, index });
            let field = self.convert_field(part)?;
            unclear |= self.is_aligned_by_name(part, field.ty.id);
            fields.push(field);
        }
        let attributes = self.attributes(node)?;
        let virtual_part =
            node.parts().any(|part| part.flag("virtual")) || virtual_bases(node.data.get("bases"));
        let of_base = |base: &Qual| match self.unit.types.get(base.id) {
            Type::Record(id) => self.unit.record(*id).is_none_or(|record| record.dynamic),
            _ => true,
        };
        let record = self.unit.record(id);
        let dynamic = virtual_part || record.is_none_or(|record| record.bases.iter().any(of_base));
        let find = |kind| attributes.iter().find(|a: &&Attribute| a.kind == kind);
        let rules = Rules {
            packed: has_kind(&attributes, AttributeKind::PackedAttr),
            align: alignment(&attributes)?,
            // Kept in bits.
            most: find(AttributeKind::MaxFieldAlignmentAttr)
                .and_then(|a| a.values.first())
                .and_then(|&bits| u64::try_from(bits / 8).ok()),
            cpp: node.kind != "RecordDecl",
        };
        let unreadable_pack =
            find(AttributeKind::MaxFieldAlignmentAttr).is_some() && rules.most.is_none();
        if let Some(record) = self.unit.records.get_mut(id.0 as usize) {
            record.fields = fields;
            record.lambda = node.name().is_empty() && node.flag("isImplicit");
        }
        let layout = match self.unit.record(id) {
            Some(record) if record.complete && !virtual_part && !unreadable_pack && !unclear => {
                self.unit.lay_out(record, rules)
            }
            _ => None,
        };
        if let Some(record) = self.unit.records.get_mut(id.0 as usize) {
            record.layout = layout;
            record.dynamic = dynamic;
        }
        Ok(())
    }

    fn convert_field(&mut self, node: &'t Node<'a>) -> Res<Field> {
        let ty = self.type_under(node, "type")?;
        let attributes = self.attributes(node)?;
        let mut values = node.parts().filter(|part| !is_attribute(part));
        let mut bits = None;
        if node.flag("isBitfield") {
            let width = values.next().and_then(|width| self.folded(width));
            let width = width.and_then(|width| u32::try_from(width).ok());
            bits = Some(width.ok_or_else(|| lost(node))?);
        }
        let init = match values.next() {
            Some(value) if node.flag("hasInClassInitializer") => Some(self.expression(value)?),
            _ => None,
        };
        Ok(Field {
            name: node.name().to_owned(),
            ty,
            bits,
            align: alignment(&attributes)?,
            packed: has_kind(&attributes, AttributeKind::PackedAttr),
            init,
            place: node.name_place,
        })
    }

    /// A field, its record converted.
    pub(super) fn field(&mut self, id: u64, place: Span) -> Res<FieldId> {
        if let Some(&known) = self.fields.get(&id) {
            return Ok(known);
        }
        if let Some(entry) = self.index.entries.get(&id).copied() {
            self.declared_type(entry.scope, place)?;
        }
        self.fields
            .get(&id)
            .copied()
            .ok_or_else(|| fault(Code::K004, place, "a field that is not declared"))
    }
}

fn has_kind(attributes: &[Attribute], kind: AttributeKind) -> bool {
    attributes.iter().any(|attribute| attribute.kind == kind)
}

fn virtual_bases(bases: Option<&Json<'_>>) -> bool {
    match bases {
        Some(Json::List(list)) => list
            .iter()
            .any(|base| base.get("isVirtual") == Some(&Json::Bool(true))),
        Some(_) => true,
        None => false,
    }
}

pub(super) fn argument_text(node: &Node<'_>) -> Option<String> {
    if node.kind != "TemplateArgument" {
        return None;
    }
    let of = |key: &str, inner: &str| node.data.get(key)?.get(inner)?.text().map(str::to_owned);
    Some(match node.data.get("value") {
        Some(Json::Number(value)) => value.to_string(),
        Some(Json::Text(value)) => value.to_string(),
        _ => of("type", "qualType")
            .or_else(|| of("decl", "name"))
            .unwrap_or_else(|| {
                let inner: Vec<String> = node.parts().filter_map(argument_text).collect();
                inner.join(", ")
            }),
    })
}
