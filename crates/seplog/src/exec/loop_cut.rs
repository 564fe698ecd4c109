//! Loops, cut at their heads.

use crate::engine::Engine;
use crate::engine::context::{Context, Scope};
use crate::exec::Flow;
use crate::obligation::Duty;
use crate::obligation::probe::Kind;
use crate::report::failure::{Failure, Unsupported};
use crate::state::State;
use core_lang::{Expr, LabelId, Loop, Stmt};
use solver::term::{self, Sort, Term};

impl Engine<'_> {
    /// A loop, cut at its head.
    pub(crate) fn loop_(
        &mut self,
        scope: Scope<'_>,
        mut state: State,
        cut: &Loop,
        stmt: &Stmt,
    ) -> Flow {
        let granted = Context::granted();
        // What giving the invariant says of functions rests on its being well defined, which is
        // shown below, and so must not know it.
        let known = state.facts.clone();
        let exhaled = self.hand_over(&mut state, &granted, &cut.invariant, &cut.entry_blame);
        state.facts = known;
        let changed = self.changed_by(&state, cut, exhaled);
        self.havoc_exhaled(&mut state, &changed);
        self.havoc(&mut state, &cut.assigned);
        // What the invariant does not hold stays outside, with its values.
        let outside = std::mem::take(&mut state.heap_mut().chunks);
        let here = state.facts.len();
        let mut jumps = Vec::new();
        let mut leaving = Vec::new();
        // An arbitrary iteration. The invariant must be well defined by itself.
        let mut body = state.clone();
        self.produce(&mut body, &Context::checked(), &cut.invariant);
        let leave = |jumps: &mut Vec<(LabelId, State)>, flow_jumps: Vec<(LabelId, State)>| {
            for (label, mut state) in flow_jumps {
                let mut chunks = outside.clone();
                chunks.append(&mut state.heap_mut().chunks);
                state.heap_mut().chunks = Vec::new();
                for chunk in chunks {
                    state.heap_mut().add(chunk);
                }
                jumps.push((label, state));
            }
        };
        // From guard to guard, so that what the guard does itself counts.
        let measure_of = |engine: &mut Self, body: &mut State| -> Vec<Term> {
            let measure = cut.decreases.iter();
            measure
                .map(|e| engine.eval(body, &Context::checked(), e))
                .collect()
        };
        let effects = !cut.guard_effects.is_empty();
        let before = effects.then(|| measure_of(self, &mut body));
        let flow = self.run(scope, body, &cut.guard_effects);
        leave(&mut jumps, flow.jumps);
        if let Some(mut body) = flow.normal {
            let guard = self.eval(&mut body, &Context::code(), &cut.guard);
            let mut ending = body.clone();
            ending.facts.push(term::not(guard.clone()));
            leaving.push(ending);
            body.facts.push(guard);
            self.reached(&body, Kind::LoopBody, cut.guard.span);
            if cut.decreases.is_empty() && (scope.measure.is_some() || cut.ghost) {
                let failure = Failure::LoopWithoutMeasure { ghost: cut.ghost };
                self.decided(Duty::at(cut.guard.span, failure), false);
            }
            let measure = before.unwrap_or_else(|| measure_of(self, &mut body));
            let flow = self.run(scope, body, &cut.body);
            let mut arriving: Vec<State> = flow.normal.into_iter().collect();
            let mut others = Vec::new();
            for (label, state) in flow.jumps {
                if label == cut.continue_label {
                    arriving.push(state);
                } else {
                    others.push((label, state));
                }
            }
            leave(&mut jumps, others);
            if let Some(state) = self.join(arriving, here) {
                let flow = self.run(scope, state, &cut.update);
                leave(&mut jumps, flow.jumps);
                if let Some(mut state) = flow.normal {
                    self.decreases(&mut state, &measure, &cut.decreases, stmt);
                    self.check_assertion(&mut state, &granted, &cut.invariant, &cut.keep_blame);
                }
            }
        }
        let endless = cut.guard_effects.is_empty() && cut.guard.as_bool() == Some(true);
        if let [state] = leaving.as_slice()
            && state.facts.is_contradictory()
            && !endless
        {
            self.reached(state, Kind::LoopEnd, cut.guard.span);
        }
        let mut ended = Vec::new();
        for mut state in leaving {
            let mut chunks = outside.clone();
            chunks.append(&mut state.heap_mut().chunks);
            state.heap_mut().chunks = Vec::new();
            for chunk in chunks {
                state.heap_mut().add(chunk);
            }
            ended.push(state);
        }
        Flow {
            normal: self.join(ended, here),
            jumps,
        }
    }

    /// The measure of a loop: bounded below and smaller after each iteration.
    pub(crate) fn decreases(
        &mut self,
        state: &mut State,
        before: &[Term],
        after: &[Expr],
        stmt: &Stmt,
    ) {
        let ([before, ..], [after_expr, ..]) = (before, after) else {
            return;
        };
        if *before.sort() != Sort::Int || after.len() != 1 {
            self.gap(Unsupported::LoopMeasure, stmt.span);
            return;
        }
        let context = Context::checked();
        let after = self.eval(state, &context, after_expr);
        let goal = term::and(vec![
            term::le(term::int(0), before.clone()),
            term::lt(after, before.clone()),
        ]);
        self.show(
            state,
            &context,
            goal,
            Duty::at(after_expr.span, Failure::LoopMeasure),
        );
    }
}
