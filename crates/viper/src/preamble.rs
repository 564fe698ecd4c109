//! What stands before the declarations: arrays, fields, data types, operations.

use super::writer::{Text, Used, Writer, mangled};
use core_lang::Program;
use logic::Sort;
use std::collections::BTreeSet;
use text::span::Span;

const ARRAYS: &str = "\
domain Arrays {
  function loc(a: Ref, i: Int): Ref
  function loc_array(r: Ref): Ref
  function loc_index(r: Ref): Int
  function len(a: Ref): Int
  axiom { forall a: Ref, i: Int :: { loc(a, i) } loc_array(loc(a, i)) == a && loc_index(loc(a, i)) == i }
  axiom { forall a: Ref :: { len(a) } len(a) >= 0 }
}
";

/// Rows of a matrix: of a new one, or of any under vercors-1.4, where they are fixed.
const ROWS: &str = "\
domain Rows {
  function row(m: Ref, i: Int): Ref
  function row_matrix(r: Ref): Ref
  function row_index(r: Ref): Int
  axiom { forall m: Ref, i: Int :: { row(m, i) } row_matrix(row(m, i)) == m && row_index(row(m, i)) == i && row(m, i) != null }
}
";

/// What the declarations need.
pub(super) fn preamble(program: &Program, used: &Used) -> Text {
    let none = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut writer = Writer::new(program, &none.0, &none.1, &none.2);
    writer.used = used.clone();
    let span = Span::default();
    let mut text = String::from(ARRAYS);
    if used.rows {
        text.push_str(ROWS);
    }
    let mut finals = String::new();
    for (number, field) in program.fields.iter().enumerate() {
        let id = core_lang::FieldId(u32::try_from(number).unwrap_or(u32::MAX));
        let name = writer.field(id);
        let Ok(sort) = writer.sort(&field.sort, span) else {
            continue;
        };
        text.push_str(&format!("field {name}: {sort}\n"));
        if program.is_constant(id) {
            finals.push_str(&format!("  function final_{name}(x: Ref): {sort}\n"));
        }
    }
    for sort in used.elements.clone() {
        let name = writer.element(&sort, span)?;
        let sort = writer.sort(&sort, span)?;
        text.push_str(&format!("field {name}: {sort}\n"));
    }
    if !finals.is_empty() {
        text.push_str(&format!("domain FinalFields {{\n{finals}}}\n"));
    }
    // Sorts of parts are declared as well.
    let mut data = writer.used.data.clone();
    loop {
        for sort in data.clone() {
            writer.sort(&sort, span)?;
        }
        if writer.used.data == data {
            break;
        }
        data = writer.used.data.clone();
    }
    let mut operations = String::new();
    for sort in &data {
        let name = mangled(sort);
        match sort {
            Sort::Option(of) => {
                let of = writer.sort(of, span)?;
                text.push_str(&format!(
                    "adt {name} {{\n  None_{name}()\n  Some_{name}(get_{name}: {of})\n}}\n"
                ));
            }
            Sort::Tuple(parts) => {
                let mut members = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    members.push(format!("part{at}_{name}: {}", writer.sort(part, span)?));
                }
                text.push_str(&format!(
                    "adt {name} {{\n  make_{name}({})\n}}\n",
                    members.join(", ")
                ));
            }
            Sort::String => {
                text.push_str("domain String {\n");
                for constant in used.strings.values() {
                    text.push_str(&format!("  unique function {constant}(): String\n"));
                }
                text.push_str("}\n");
            }
            Sort::Parameter(_) | Sort::Adt(..) => {
                text.push_str(&format!("domain {name} {{}}\n"));
            }
            Sort::Bool | Sort::Int | Sort::Real | Sort::Ref | Sort::BitVec(_) | Sort::Array(..) => {
            }
            Sort::Seq(_) | Sort::Set(_) | Sort::Bag(_) | Sort::Map(..) => {}
        }
    }
    for declaration in used.operations.values() {
        operations.push_str(&format!("  {declaration}\n"));
    }
    if !operations.is_empty() {
        text.push_str(&format!("domain Operations {{\n{operations}}}\n"));
    }
    for sort in &used.havoc {
        let name = mangled(sort);
        let sort = writer.sort(sort, span)?;
        text.push_str(&format!("method any_{name}() returns (x: {sort})\n"));
    }
    Ok(text)
}
