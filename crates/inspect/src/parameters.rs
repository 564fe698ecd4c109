//! What a kernel is passed.

use crate::model::{Parameter, Passed};
use clang::tree::{Function, Language, Unit};
use clang::types::{Qual, Type};

/// The parameters of a kernel, in order.
pub(crate) fn parameters(unit: &Unit, function: &Function) -> Vec<Parameter> {
    let all = function.parameters.iter();
    let all = all.filter_map(|id| unit.variable(*id));
    all.map(|one| Parameter {
        name: one.name.clone(),
        passed: passed(unit, one.ty),
    })
    .filter(|one| !one.name.is_empty())
    .collect()
}

fn passed(unit: &Unit, ty: Qual) -> Passed {
    match unit.types.get(ty.id) {
        Type::Int(kind) => {
            let bytes = kind.bytes(unit.target, unit.language == Language::OpenCl);
            match u32::try_from(bytes) {
                Ok(bytes @ 1..=8) => Passed::Integer {
                    bits: bytes * 8,
                    signed: kind.signed(),
                },
                _ => Passed::Other,
            }
        }
        Type::Pointer(to) => Passed::Pointer {
            element: match unit.types.get(to.id) {
                Type::Int(kind) => Some(kind.bytes(unit.target, unit.language == Language::OpenCl)),
                Type::Float(kind) => Some(kind.bytes()),
                Type::Pointer(_) => Some(unit.target.pointer()),
                _ => None,
            },
        },
        _ => Passed::Other,
    }
}
