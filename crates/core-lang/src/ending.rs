//! Whether ghost code ends. A `ghost` statement is never executed, nor need a barrier's body be that only
//! helps a proof, so a call or loop in them that does not end would prove anything, without the excuse
//! that the execution does not get past it.

use crate::{Method, Program, facts};

/// Whether a method might wait for others, or what it calls.
pub fn blocks(program: &Program, method: usize) -> bool {
    let mut reached = reached(program, vec![method]).into_iter();
    reached.any(|next| program.methods.get(next).is_none_or(|method| method.waits))
}

/// Whether a method is shown to end: all methods that it reaches have a measure where they
/// come back to themselves or have a loop, and none waits for other threads, which no measure
/// speaks of, or starts one that nobody starts. Those without a body are assumed.
pub fn ends(program: &Program, method: usize) -> bool {
    reached(program, vec![method]).into_iter().all(|next| {
        let Some(declared) = program.methods.get(next) else {
            return false;
        };
        let recursive = reached(program, callees(declared)).contains(&next);
        let measured = declared.decreases.is_some() || declared.measure_assumed;
        !declared.waits && (measured || !recursive && !has_loop(declared))
    })
}

/// The methods that a method calls or starts.
pub fn callees(method: &Method) -> Vec<usize> {
    let mut found = Vec::new();
    for stmt in method.body.iter().flatten() {
        stmt.visit(&mut |_| {}, &mut |stmt| {
            found.extend(facts::acts(&stmt.kind).callee);
        });
    }
    found
}

/// These methods and those that they reach.
pub fn reached(program: &Program, from: Vec<usize>) -> Vec<usize> {
    let mut seen: Vec<usize> = Vec::new();
    let mut work = from;
    while let Some(next) = work.pop() {
        if !seen.contains(&next)
            && let Some(declared) = program.methods.get(next)
        {
            seen.push(next);
            work.extend(callees(declared));
        }
    }
    seen
}

fn has_loop(method: &Method) -> bool {
    let mut found = false;
    for stmt in method.body.iter().flatten() {
        stmt.visit(&mut |_| {}, &mut |stmt| {
            found |= facts::stmt(&stmt.kind).repeats;
        });
    }
    found
}
