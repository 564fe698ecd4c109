//! Whether a question is well sorted. The solver would take an integer for a real, and round a
//! real where it wants an integer; what it then proves is about another question.

use crate::term::{Node, Op, Sort, Term, postorder};

/// Whether every application in some formulas has arguments of the sorts that it wants.
pub(super) fn well_sorted<'a>(formulas: impl IntoIterator<Item = &'a Term>) -> bool {
    postorder(formulas).iter().all(node)
}

fn node(term: &Term) -> bool {
    let sorts = |args: &[Term], sort: &Sort| args.iter().all(|arg| arg.sort() == sort);
    let alike = |args: &[Term]| args.windows(2).all(|pair| pair[0].sort() == pair[1].sort());
    match term.node() {
        Node::App(symbol, args) => {
            symbol.args().len() == args.len()
                && symbol
                    .args()
                    .iter()
                    .zip(args)
                    .all(|(sort, arg)| sort == arg.sort())
        }
        Node::Quant { body, .. } => *body.sort() == Sort::Bool,
        Node::Op(op, args) => match op {
            Op::Not | Op::And | Op::Or | Op::Implies => sorts(args, &Sort::Bool),
            Op::Eq | Op::Distinct => alike(args),
            Op::Lt | Op::Le | Op::Add | Op::Mul => {
                alike(args) && args.iter().all(|arg| arg.sort().is_numeric())
            }
            Op::Div | Op::Mod | Op::ToReal => sorts(args, &Sort::Int),
            Op::RealDiv | Op::ToInt => sorts(args, &Sort::Real),
            Op::Bv(op) => {
                let sorts: Vec<&Sort> = args.iter().map(Term::sort).collect();
                op.result(&sorts).is_some()
            }
            Op::Ite => match args.as_slice() {
                [condition, yes, no] => *condition.sort() == Sort::Bool && yes.sort() == no.sort(),
                _ => false,
            },
            Op::Select => match args.as_slice() {
                [map, index] => {
                    *map.sort() == Sort::array(index.sort().clone(), term.sort().clone())
                }
                _ => false,
            },
            Op::Store => match args.as_slice() {
                [map, index, value] => {
                    *map.sort() == Sort::array(index.sort().clone(), value.sort().clone())
                }
                _ => false,
            },
        },
        Node::Int(_)
        | Node::Real(_)
        | Node::Bool(_)
        | Node::Bits(_)
        | Node::Const(_)
        | Node::Bound(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::well_sorted;
    use crate::term::{self, Sort, Symbol};

    #[test]
    fn an_integer_is_no_real() {
        let number = Symbol::new("f", vec![Sort::Int], Sort::Int);
        let good = term::eq(term::app(&number, vec![term::int(1)]), term::int(2));
        assert!(well_sorted([&good]));
        let share = term::constant("q", Sort::Real);
        let bad = term::eq(term::app(&number, vec![share]), term::int(2));
        assert!(!well_sorted([&bad]));
    }
}
