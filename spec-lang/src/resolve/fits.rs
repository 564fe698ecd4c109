//! When a value of one type may stand where another is wanted.

use super::Type;
use super::globals::Globals;
use std::collections::BTreeMap;

/// What type parameters stand for.
pub type Bindings = BTreeMap<String, Type>;

/// A type with its parameters replaced, all at once.
pub fn substitute(ty: &Type, bindings: &Bindings) -> Type {
    let one = |inner: &Type| Box::new(substitute(inner, bindings));
    let all = |types: &[Type]| types.iter().map(|ty| substitute(ty, bindings)).collect();
    match ty {
        Type::Parameter(name) => bindings.get(name).cloned().unwrap_or_else(|| ty.clone()),
        Type::Class(id, args) => Type::Class(*id, all(args)),
        Type::Adt(id, args) => Type::Adt(*id, all(args)),
        Type::Tuple(parts) => Type::Tuple(all(parts)),
        Type::Array(inner) => Type::Array(one(inner)),
        Type::Seq(inner) => Type::Seq(one(inner)),
        Type::Set(inner) => Type::Set(one(inner)),
        Type::Bag(inner) => Type::Bag(one(inner)),
        Type::Option(inner) => Type::Option(one(inner)),
        Type::Map(key, value) => Type::Map(one(key), one(value)),
        _ => ty.clone(),
    }
}

/// How one gets from a value that there is to one of the type that is wanted, where people
/// often take the one for the other.
pub(super) fn conversion(have: &Type, want: &Type) -> Option<&'static str> {
    match (have, want) {
        (Type::Array(_), Type::Seq(_)) => {
            Some("`\\values(a, 0, a.length)` is the sequence of the values in an array `a`")
        }
        (Type::Seq(_), Type::Array(_)) => {
            Some("a sequence is a value, an array a place for values; `a[i]` reads one of these")
        }
        (Type::Int, Type::Boolean) => Some("compare it with something, as in `x != 0`"),
        (Type::Boolean, Type::Int) => Some("`b ? 1 : 0` makes a number of it"),
        _ => None,
    }
}

/// Whether an element type in it is still open, as in the type of `[]`.
pub(super) fn is_open(ty: &Type) -> bool {
    *ty == Type::Any || ty.parts().into_iter().any(is_open)
}

impl Globals<'_> {
    /// Whether a value of type `from` may stand where `to` is wanted.
    pub(super) fn fits(&self, from: &Type, to: &Type) -> bool {
        use Type::*;
        if from == to {
            return true;
        }
        match (from, to) {
            (Error | Any | Other(_), _) | (_, Error | Any | Other(_)) => {
                !matches!((from, to), (Void | Resource, Any) | (Any, Void))
            }
            (Boolean, Resource) => true,
            (Int, Frac | ZFrac | Rational | Float32 | Float64) => true,
            // An amount is a rational whose bounds the checker shows.
            (Frac | ZFrac | Rational, Frac | ZFrac | Rational) => true,
            (Float32, Float64) | (Float32 | Float64, Rational) => true,
            (Null, Class(..) | Array(_) | Enum(_)) => true,
            (Class(..), Class(base, _)) => self.view_as(from, *base).is_some_and(|view| {
                matches!((&view, to), (Class(_, have), Class(_, want)) if self.all_fit(have, want))
            }),
            (Adt(a, have), Adt(b, want)) => a == b && self.all_fit(have, want),
            // An array can be written through both names, so its elements are of one type.
            (Array(have), Array(want)) => {
                (is_open(have) || is_open(want)) && self.fits(have, want)
            }
            (Seq(have), Seq(want))
            | (Set(have), Set(want))
            | (Bag(have), Bag(want))
            | (Option(have), Option(want)) => self.fits(have, want),
            (Map(k, v), Map(l, w)) => self.fits(k, l) && self.fits(v, w),
            (Tuple(have), Tuple(want)) => self.all_fit(have, want),
            _ => false,
        }
    }

    fn all_fit(&self, have: &[Type], want: &[Type]) -> bool {
        have.len() == want.len() && have.iter().zip(want).all(|(a, b)| self.fits(a, b))
    }

    /// The least of the types that values of both have, if there is one.
    pub(super) fn join(&self, left: &Type, right: &Type) -> Option<Type> {
        if let (Type::Any, other) | (other, Type::Any) = (left, right) {
            return Some(other.clone());
        }
        let closer = |a: &Type, b: &Type| if is_open(a) { b.clone() } else { a.clone() };
        match (self.fits(left, right), self.fits(right, left)) {
            // Both ways: permissions, and types of which one is open.
            (true, true) => Some(match (left, right) {
                (Type::Rational, _) | (_, Type::Rational) => Type::Rational,
                (Type::ZFrac, _) | (_, Type::ZFrac) => Type::ZFrac,
                (Type::Error, other) => other.clone(),
                _ => closer(left, right),
            }),
            (true, false) => Some(right.clone()),
            (false, true) => Some(left.clone()),
            (false, false) => self
                .supertypes(left)
                .into_iter()
                .find(|base| self.fits(right, base)),
        }
    }

    /// The class type itself, then its bases, nearest first.
    pub(super) fn supertypes(&self, ty: &Type) -> Vec<Type> {
        let mut found: Vec<Type> = Vec::new();
        let mut next = vec![ty.clone()];
        while let Some(ty) = next.pop() {
            let Type::Class(id, args) = &ty else { continue };
            if found
                .iter()
                .any(|seen| matches!(seen, Type::Class(other, _) if other == id))
            {
                continue;
            }
            if let Some(class) = self.classes.get(id) {
                let bindings = bind(&class.type_params, args);
                for base in class.bases.iter().rev() {
                    next.push(substitute(base, &bindings));
                }
            }
            found.push(ty);
        }
        found
    }

    /// A class type seen as the class `base`, which it is or extends.
    pub(super) fn view_as(&self, ty: &Type, base: crate::ast::NodeId) -> Option<Type> {
        self.supertypes(ty)
            .into_iter()
            .find(|view| matches!(view, Type::Class(id, _) if *id == base))
    }

    /// Whether `actual` fits `pattern` for some choice of the type parameters
    /// `params`; the choice is added to `bindings`.
    pub(super) fn matches(
        &self,
        pattern: &Type,
        actual: &Type,
        params: &[String],
        bindings: &mut Bindings,
    ) -> bool {
        use Type::*;
        match (pattern, actual) {
            (Parameter(name), _) if params.contains(name) => {
                if matches!(actual, Void | Resource) {
                    return false;
                }
                let choice = match bindings.get(name) {
                    None => Some(actual.clone()),
                    Some(bound) => self.join(bound, actual),
                };
                let fits = choice.is_some();
                if let Some(choice) = choice {
                    bindings.insert(name.clone(), choice);
                }
                fits
            }
            (Seq(p), Seq(a))
            | (Set(p), Set(a))
            | (Bag(p), Bag(a))
            | (Option(p), Option(a))
            | (Array(p), Array(a)) => self.matches(p, a, params, bindings),
            (Map(pk, pv), Map(ak, av)) => {
                self.matches(pk, ak, params, bindings) && self.matches(pv, av, params, bindings)
            }
            (Tuple(p), Tuple(a)) => self.all_match(p, a, params, bindings),
            (Adt(left, p), Adt(right, a)) => {
                left == right && self.all_match(p, a, params, bindings)
            }
            (Class(base, p), Class(..)) => match self.view_as(actual, *base) {
                Some(Class(_, a)) => self.all_match(p, &a, params, bindings),
                _ => false,
            },
            _ => self.fits(actual, pattern),
        }
    }

    fn all_match(
        &self,
        patterns: &[Type],
        actual: &[Type],
        params: &[String],
        bindings: &mut Bindings,
    ) -> bool {
        patterns.len() == actual.len()
            && patterns
                .iter()
                .zip(actual)
                .all(|(pattern, actual)| self.matches(pattern, actual, params, bindings))
    }

    /// A type as a user writes it.
    pub(super) fn show(&self, ty: &Type) -> String {
        let name = |id| self.type_names.get(&id).cloned();
        ty.show(&name)
    }
}

/// Parameters bound in order; those without an argument stay open.
pub(super) fn bind(params: &[String], args: &[Type]) -> Bindings {
    params
        .iter()
        .enumerate()
        .map(|(at, name)| (name.clone(), args.get(at).cloned().unwrap_or(Type::Any)))
        .collect()
}
