//! Tiling: threads and their loops take every cell once, for many values of the bounds.

use crate::common::{Told, carried_out, load_text};
use num_integer::Integer;
use num_traits::ToPrimitive;
use spec_lang::ast::{
    BinaryOp, Expr, ExprKind, ParBlock, Program, Stmt, StmtKind, UnaryOp, Visitor,
};
use spec_lang::resolve::Profile;
use std::collections::BTreeMap;
use transforms::parse_flag;

/// The values of the names in an expression of integers.
type Values = BTreeMap<String, i64>;

fn value(expr: &Expr, values: &Values) -> i64 {
    match &expr.kind {
        ExprKind::Int(number) => number.to_i64().unwrap(),
        ExprKind::Name(name) => values[&name.name],
        ExprKind::Unary(UnaryOp::Neg, inner) => -value(inner, values),
        ExprKind::Conditional(condition, yes, no) => {
            value(if holds(condition, values) { yes } else { no }, values)
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (value(left, values), value(right, values));
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left.div_euclid(right),
                _ => panic!("{op:?}"),
            }
        }
        other => panic!("{other:?}"),
    }
}

fn holds(expr: &Expr, values: &Values) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => holds(left, values) && holds(right, values),
        ExprKind::Binary(BinaryOp::Or, left, right) => holds(left, values) || holds(right, values),
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (value(left, values), value(right, values));
            match op {
                BinaryOp::Lt => left < right,
                BinaryOp::Le => left <= right,
                BinaryOp::Eq => left == right,
                _ => panic!("{op:?}"),
            }
        }
        other => panic!("{other:?}"),
    }
}

/// The block of a result, its loop's guard, invariants and the cell it takes.
struct Tiled {
    block: ParBlock,
    guard: Expr,
    bounds: Vec<Expr>,
    cell: Expr,
    step: String,
}

fn taken_apart(program: &Program) -> Tiled {
    struct Find(Option<ParBlock>, Option<Stmt>);
    impl Visitor for Find {
        fn visit_par_block(&mut self, block: &ParBlock) {
            self.0 = Some(block.clone());
            self.walk_par_block(block);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if matches!(stmt.kind, StmtKind::For { .. }) {
                self.1 = Some(stmt.clone());
            }
            self.walk_stmt(stmt);
        }
    }
    let mut find = Find(None, None);
    find.visit_program(program);
    let StmtKind::For {
        contract,
        init,
        condition,
        body,
        ..
    } = find.1.unwrap().kind
    else {
        unreachable!()
    };
    let name = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Local { names, .. } => names[0].clone(),
        _ => panic!(),
    };
    let StmtKind::Block(body) = &body.kind else {
        panic!()
    };
    Tiled {
        block: find.0.unwrap(),
        guard: condition.unwrap(),
        bounds: contract
            .clauses
            .iter()
            .map(|clause| match &clause.kind {
                spec_lang::ast::ClauseKind::LoopInvariant(expr) => expr.clone(),
                other => panic!("{other:?}"),
            })
            .collect(),
        cell: name(&body.statements[0]).init.unwrap(),
        step: name(&init[0]).name.name,
    }
}

pub fn every_cell_is_taken_once() {
    for (low, high) in [
        ("0", "n"),
        ("0", "n + 2"),
        ("m", "n"),
        ("m - 1", "n - m"),
        ("-3", "n"),
        ("2", "9"),
        ("5", "2"),
        ("n", "m < n ? n + 4 : 2 * n"),
    ] {
        let text = format!("void f(int m, int n) {{\n  par (int t = {low} .. {high}) {{ }}\n}}\n");
        let original = load_text(&*text, Profile::Sound);
        struct Range(Option<(Expr, Expr)>);
        impl Visitor for Range {
            fn visit_par_block(&mut self, block: &ParBlock) {
                let iterator = &block.iterators[0];
                self.0 = Some((iterator.low.clone(), iterator.high.clone()));
            }
        }
        let mut range = Range(None);
        range.visit_program(&original.program);
        let (low, high) = range.0.unwrap();
        for form in ["intra", "inter"] {
            for size in [1, 2, 3, 7, 10, 1_000] {
                let step = parse_flag("tile", &format!("{form}:{size}"), &[]).unwrap();
                let result = carried_out(&original, &step, &mut Told::default()).unwrap();
                let tiled = load_text(&*result, Profile::Sound);
                let parts = taken_apart(&tiled.program);
                for m in [-2, 0, 1, 4] {
                    for n in [-9, -1, 0, 1, 2, 3, 6, 7, 8, 20, 21] {
                        let mut values: Values = [("m".to_owned(), m), ("n".to_owned(), n)].into();
                        let (low, high) = (value(&low, &values), value(&high, &values));
                        values.insert("t_end".to_owned(), high);
                        let threads = &parts.block.iterators[0];
                        let mut taken = Vec::new();
                        let count = value(&threads.high, &values);
                        if form == "intra" {
                            // As many as tiles, none for an empty range.
                            let tiles = Integer::div_ceil(&(high - low).max(0), &size);
                            assert_eq!(count.max(0), tiles, "{result}");
                        } else {
                            assert_eq!(count, size);
                        }
                        for thread in value(&threads.low, &values)..count {
                            values.insert(threads.name.name.clone(), thread);
                            values.insert(parts.step.clone(), 0);
                            let bounds = |values: &Values| {
                                assert!(
                                    parts.bounds.iter().all(|bound| holds(bound, values)),
                                    "{values:?}\n{result}"
                                );
                            };
                            bounds(&values);
                            while holds(&parts.guard, &values) {
                                taken.push(value(&parts.cell, &values));
                                *values.get_mut(&parts.step).unwrap() += 1;
                                bounds(&values);
                            }
                        }
                        taken.sort_unstable();
                        assert_eq!(taken, (low..high).collect::<Vec<_>>(), "{result}");
                    }
                }
            }
        }
    }
}
