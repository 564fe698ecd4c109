//! Questions about index arithmetic: proved on the first attempts, and not when wrong.

use crate::common;
use crate::common::{between, n, open, pool};
use solver::smt::SolverPool;
use solver::term::*;

#[track_caller]
fn proved(pool: &SolverPool, assumptions: Vec<Term>, goal: Term) {
    common::proved(pool, assumptions, goal, 1);
}

#[test]
fn row_major_index_is_in_bounds() {
    let pool = pool(1);
    let (rows, cols, r, c) = (n("rows"), n("cols"), n("r"), n("c"));
    let ranges = vec![
        between(int(0), &r, rows.clone()),
        between(int(0), &c, cols.clone()),
    ];
    let index = add(vec![mul(r.clone(), cols.clone()), c.clone()]);
    let size = mul(rows.clone(), cols.clone());
    proved(&pool, ranges.clone(), between(int(0), &index, size.clone()));
    // One row more does not fit.
    let beyond = add(vec![index.clone(), cols.clone()]);
    open(&pool, ranges.clone(), lt(beyond, size.clone()));
    let loose = vec![
        between(int(0), &r, rows.clone()),
        and(vec![le(int(0), c.clone()), le(c.clone(), cols.clone())]),
    ];
    open(&pool, loose, lt(index, size));
}

#[test]
fn row_and_column_decode() {
    let pool = pool(1);
    let (cols, r, c, i) = (n("cols"), n("r"), n("c"), n("i"));
    let ranges = vec![le(int(0), r.clone()), between(int(0), &c, cols.clone())];
    let index = add(vec![mul(r.clone(), cols.clone()), c.clone()]);
    proved(
        &pool,
        ranges.clone(),
        and(vec![
            eq(div(index.clone(), cols.clone()), r.clone()),
            eq(modulo(index.clone(), cols.clone()), c.clone()),
        ]),
    );
    // The same through an equation, which the syntax does not show.
    let mut indirect = ranges.clone();
    indirect.push(eq(i.clone(), index.clone()));
    proved(
        &pool,
        indirect,
        and(vec![
            eq(div(i.clone(), cols.clone()), r.clone()),
            eq(modulo(i.clone(), cols.clone()), c.clone()),
        ]),
    );
    // Two cells at the same place are the same cell.
    let (r2, c2) = (n("r2"), n("c2"));
    let other = add(vec![mul(r2.clone(), cols.clone()), c2.clone()]);
    let mut both = ranges;
    both.push(between(int(0), &c2, cols.clone()));
    both.push(eq(index.clone(), other.clone()));
    proved(
        &pool,
        both.clone(),
        and(vec![eq(r.clone(), r2.clone()), eq(c.clone(), c2.clone())]),
    );
    both.pop();
    open(&pool, both, ne(index, other));
}

#[test]
fn flat_index_lies_in_a_row() {
    let pool = pool(1);
    let (rows, cols, i) = (n("rows"), n("cols"), n("i"));
    let known = vec![
        gt(cols.clone(), int(0)),
        between(int(0), &i, mul(rows.clone(), cols.clone())),
    ];
    let row = div(i.clone(), cols.clone());
    let column = modulo(i.clone(), cols.clone());
    proved(
        &pool,
        known.clone(),
        and(vec![
            between(int(0), &row, rows.clone()),
            between(int(0), &column, cols.clone()),
            eq(i.clone(), add(vec![mul(row.clone(), cols), column])),
        ]),
    );
    open(&pool, known, lt(add(vec![row, int(1)]), rows));
}

#[test]
fn rounding_up_covers() {
    let pool = pool(1);
    let (size, tile, i) = (n("size"), n("tile"), n("i"));
    let known = vec![gt(tile.clone(), int(0)), between(int(0), &i, size.clone())];
    let up = div(
        sub(add(vec![size.clone(), tile.clone()]), int(1)),
        tile.clone(),
    );
    let down = div(size.clone(), tile.clone());
    proved(
        &pool,
        known.clone(),
        lt(div(i.clone(), tile.clone()), up.clone()),
    );
    proved(&pool, known.clone(), lt(i.clone(), mul(up, tile.clone())));
    open(
        &pool,
        known.clone(),
        lt(div(i.clone(), tile.clone()), down.clone()),
    );
    open(&pool, known, lt(i, mul(down, tile)));
}

#[test]
fn the_neighbour_in_a_ring() {
    let pool = pool(1);
    let (size, tid, other) = (n("size"), n("tid"), n("other"));
    let known = vec![between(int(0), &tid, size.clone())];
    let next = |t: &Term| modulo(add(vec![t.clone(), int(1)]), size.clone());
    let last = sub(size.clone(), int(1));
    proved(
        &pool,
        known.clone(),
        and(vec![
            between(int(0), &next(&tid), size.clone()),
            eq(
                next(&tid),
                ite(
                    eq(tid.clone(), last.clone()),
                    int(0),
                    add(vec![tid.clone(), int(1)]),
                ),
            ),
        ]),
    );
    let previous = modulo(add(vec![tid.clone(), last]), size.clone());
    proved(&pool, known.clone(), eq(next(&previous), tid.clone()));
    let mut two = known.clone();
    two.push(between(int(0), &other, size.clone()));
    two.push(eq(next(&tid), next(&other)));
    proved(&pool, two, eq(tid.clone(), other));
    open(&pool, known, lt(tid.clone(), next(&tid)));
}

#[test]
fn blocks_and_strides() {
    let pool = pool(1);
    let (blocks, threads, t, j) = (n("blocks"), n("threads"), n("t"), n("j"));
    let known = vec![
        between(int(0), &t, threads.clone()),
        between(int(0), &j, blocks.clone()),
    ];
    let index = add(vec![t.clone(), mul(j.clone(), threads.clone())]);
    proved(
        &pool,
        known.clone(),
        and(vec![
            between(int(0), &index, mul(blocks, threads.clone())),
            eq(modulo(index.clone(), threads.clone()), t.clone()),
            eq(div(index, threads.clone()), j.clone()),
        ]),
    );
    // (k + 1) * t is k * t + t already in normal form, and congruence holds.
    let k = n("k");
    let step = mul(add(vec![k.clone(), int(1)]), t.clone());
    proved(
        &pool,
        vec![eq(k.clone(), j.clone())],
        eq(step, add(vec![mul(j, t.clone()), t])),
    );
}

#[test]
fn three_dimensions() {
    let pool = pool(1);
    let [x, y, z, a, b, c] = ["x", "y", "z", "a", "b", "c"].map(n);
    let known = vec![
        between(int(0), &a, x.clone()),
        between(int(0), &b, y.clone()),
        between(int(0), &c, z.clone()),
    ];
    let row = add(vec![mul(a.clone(), y.clone()), b.clone()]);
    let index = add(vec![mul(row, z.clone()), c.clone()]);
    let size = mul(mul(x, y.clone()), z.clone());
    proved(&pool, known.clone(), between(int(0), &index, size.clone()));
    let outer = div(index.clone(), z.clone());
    proved(
        &pool,
        known.clone(),
        and(vec![
            eq(div(outer.clone(), y.clone()), a.clone()),
            eq(modulo(outer, y.clone()), b.clone()),
            eq(modulo(index.clone(), z.clone()), c.clone()),
        ]),
    );
    // Through an equation.
    let i = n("i");
    let mut indirect = known.clone();
    indirect.push(eq(i.clone(), index.clone()));
    let outer = div(i.clone(), z.clone());
    proved(
        &pool,
        indirect,
        and(vec![
            eq(div(outer.clone(), y.clone()), a),
            eq(modulo(outer, y), b),
            eq(modulo(i, z), c),
        ]),
    );
    open(&pool, known, lt(add(vec![index, int(1)]), size));
}

#[test]
fn quantified_values_at_decoded_places() {
    let pool = pool(1);
    let ints = Sort::array(Sort::Int, Sort::Int);
    let h = constant("h", ints);
    let v = Symbol::new("v", vec![Sort::Int, Sort::Int], Sort::Int);
    let (rows, cols, r, c) = (n("rows"), n("cols"), n("r"), n("c"));
    let i = bound("i!1", Sort::Int);
    let at = select(h.clone(), i.clone());
    let values = forall(
        vec![i.clone()],
        vec![vec![at.clone()]],
        implies(
            between(int(0), &i, mul(rows.clone(), cols.clone())),
            eq(
                at,
                app(
                    &v,
                    vec![div(i.clone(), cols.clone()), modulo(i, cols.clone())],
                ),
            ),
        ),
        "values",
    );
    let known = vec![
        values,
        between(int(0), &r, rows),
        between(int(0), &c, cols.clone()),
    ];
    let index = add(vec![mul(r.clone(), cols), c.clone()]);
    let goal = eq(
        select(h.clone(), index.clone()),
        app(&v, vec![r.clone(), c.clone()]),
    );
    proved(&pool, known.clone(), goal);
    let wrong = eq(select(h, index), app(&v, vec![c, r]));
    open(&pool, known, wrong);
}

#[test]
fn products_of_the_bound_variable() {
    let pool = pool(1);
    let ints = Sort::array(Sort::Int, Sort::Int);
    let h = constant("h", ints);
    let (size, k) = (n("size"), n("k"));
    let i = bound("i!1", Sort::Int);
    let at = select(h.clone(), i.clone());
    let values = forall(
        vec![i.clone()],
        vec![vec![at.clone()]],
        eq(at, mul(i, size.clone())),
        "values",
    );
    let next = add(vec![k.clone(), int(1)]);
    let goal = eq(select(h.clone(), next), add(vec![select(h, k), size]));
    proved(&pool, vec![values], goal);
}

#[test]
fn shares() {
    let pool = pool(1);
    let (p, q) = (constant("p", Sort::Real), constant("q", Sort::Real));
    let literal = |a: i64, b: i64| real(num_rational::BigRational::new(a.into(), b.into()));
    let share = |x: &Term| {
        and(vec![
            lt(literal(0, 1), x.clone()),
            le(x.clone(), literal(1, 1)),
        ])
    };
    let known = vec![share(&p), share(&q)];
    proved(&pool, known.clone(), share(&mul(p.clone(), q.clone())));
    open(&pool, known, lt(mul(p.clone(), q.clone()), p.clone()));
    let count = n("count");
    let part = real_div(literal(1, 1), to_real(count.clone()));
    proved(
        &pool,
        vec![lt(int(0), count.clone())],
        and(vec![
            share(&part),
            eq(mul(part, to_real(count)), literal(1, 1)),
        ]),
    );
}
