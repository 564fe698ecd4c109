//! The sorts of types, and what type parameters stand for.

use crate::context::unsupported::{Lowered, unsupported};
use crate::tables::declared::Tables;
use core_lang::DataType;
use logic::Sort;
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::{Bindings, Type, substitute};
use text::code::Code;
use text::span::Span;

/// What type parameters stand for.
#[derive(Default)]
pub(crate) struct TypeArguments(Bindings);

impl TypeArguments {
    /// The type parameters of a method stand for these types, in order.
    pub(crate) fn of(method: &ast::Method, types: &[Type]) -> TypeArguments {
        let names = method.type_params.iter().map(|param| param.name.clone());
        TypeArguments(names.zip(types.iter().cloned()).collect())
    }

    /// A type with the type parameters replaced.
    pub(crate) fn instantiated(&self, ty: &Type) -> Type {
        substitute(ty, &self.0)
    }
}

impl Tables<'_> {
    /// The sort of a type.
    pub(crate) fn sort(&self, ty: &Type, arguments: &TypeArguments, span: Span) -> Lowered<Sort> {
        self.sort_within(&arguments.instantiated(ty), span)
    }

    /// The sort of a type in which nothing is left to be replaced.
    fn sort_within(&self, ty: &Type, span: Span) -> Lowered<Sort> {
        Ok(match ty {
            Type::Int | Type::Enum(_) | Type::Char => Sort::Int,
            Type::Boolean => Sort::Bool,
            Type::Frac | Type::ZFrac | Type::Rational | Type::Float32 | Type::Float64 => Sort::Real,
            Type::Null | Type::Class(..) | Type::Array(_) | Type::Any => Sort::Ref,
            Type::String => Sort::String,
            Type::Parameter(name) => Sort::Parameter(name.clone()),
            Type::Seq(element) => Sort::seq(self.sort_within(element, span)?),
            Type::Set(element) => Sort::set(self.sort_within(element, span)?),
            Type::Bag(element) => Sort::bag(self.sort_within(element, span)?),
            Type::Option(element) => Sort::option(self.sort_within(element, span)?),
            Type::Map(key, value) => {
                Sort::map(self.sort_within(key, span)?, self.sort_within(value, span)?)
            }
            Type::Tuple(parts) => Sort::Tuple(
                parts
                    .iter()
                    .map(|part| self.sort_within(part, span))
                    .collect::<Lowered<Vec<_>>>()?,
            ),
            Type::Adt(id, args) => self.adt_sort(*id, args, span)?,
            Type::Void => return unsupported(Code::U099, span, "a value of type `void`"),
            Type::Resource => return unsupported(Code::U098, span, "a resource as a value"),
            Type::Other(name) => {
                return unsupported(Code::U011, span, format!("the type `{name}`"));
            }
            Type::Error => return unsupported(Code::U097, span, "an expression without a type"),
        })
    }

    /// The sort of a declared variable.
    pub(crate) fn declared_sort(
        &self,
        id: NodeId,
        arguments: &TypeArguments,
        span: Span,
    ) -> Lowered<Sort> {
        let ty = self.resolution.declared.get(&id);
        self.sort(ty.unwrap_or(&Type::Error), arguments, span)
    }

    /// The sort of an abstract data type: nothing is known of its values but by axioms.
    fn adt_sort(&self, id: NodeId, args: &[Type], span: Span) -> Lowered<Sort> {
        match self.adts.get(&id) {
            // The number tells it apart from types of the same name in other files.
            Some(adt) if args.is_empty() && adt.type_params.is_empty() => {
                Ok(Sort::Adt(adt.name.name.clone(), id.0))
            }
            _ => unsupported(Code::U010, span, "abstract data types with type parameters"),
        }
    }

    /// What the type of a variable says of its values besides their sort.
    pub(crate) fn data_type(&self, ty: &Type, arguments: &TypeArguments) -> DataType {
        let ty = arguments.instantiated(ty);
        if ty == Type::Frac {
            DataType::Fraction
        } else if ty == Type::ZFrac {
            DataType::ZeroPermission
        } else if let Type::Enum(id) = ty {
            DataType::Enum(self.enums.get(&id).copied().unwrap_or(0))
        } else {
            DataType::Plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TypeArguments;
    use crate::context::profile::Reading;
    use crate::tables::declared::Tables;
    use logic::Sort;
    use spec_lang::ast::Program;
    use spec_lang::resolve::{Profile, Resolution, Type};
    use text::span::Span;

    /// As in a call of `f<T>(seq<T>)` in `g<T>(seq<seq<T>>)`.
    #[test]
    fn a_type_parameter_is_replaced_once() {
        let (program, resolution) = (Program::default(), Resolution::default());
        let tables = Tables::collect(&program, &resolution, Reading::of(Profile::Sound));
        let parameter = Type::Parameter("T".into());
        let argument = Type::Seq(Box::new(parameter.clone()));
        let arguments = TypeArguments([("T".into(), argument)].into_iter().collect());
        let ty = Type::Seq(Box::new(parameter));
        let sort = tables.sort(&ty, &arguments, Span::default()).ok();
        assert_eq!(
            sort,
            Some(Sort::seq(Sort::seq(Sort::Parameter("T".into()))))
        );
    }
}
