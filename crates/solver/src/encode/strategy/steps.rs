//! The attempts at a question, and their order.

/// The form a question is asked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nonlinear terms replaced, with facts about the replacements.
    Abstract,
    /// As it is.
    Plain,
    /// As it is, with the same facts.
    PlainWithLemmas,
}

/// How much of a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Without axioms that are seldom needed, and without repetitions.
    Lean,
    /// Without repetitions.
    Most,
    /// Everything that a proof may need.
    All,
    /// Without repetitions, but with all that a counterexample must satisfy.
    Search,
}

/// One attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) attempt: usize,
    pub(super) form: Form,
    /// Z3's arithmetic solver.
    pub(super) arith: u32,
    /// Added to the seed.
    pub(super) seed: u32,
    pub(super) when: When,
}

/// When an attempt is worth making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// In any case, with the small limit.
    First,
    /// With the larger limit, after the same ended at a limit. Where the solver came to an end, more
    /// of the same does not help.
    AfterLimit,
    /// With the small limit, after the same came to an end without an answer: which instances of
    /// quantifiers it makes until then is a matter of luck.
    AfterEnd,
}

const fn step(attempt: usize, form: Form, arith: u32) -> Step {
    Step {
        attempt,
        form,
        arith,
        seed: 0,
        when: When::First,
    }
}

const fn again(attempt: usize, form: Form, arith: u32, seed: u32) -> Step {
    Step {
        attempt,
        form,
        arith,
        seed,
        when: When::AfterLimit,
    }
}

const fn otherwise(attempt: usize, form: Form, arith: u32, seed: u32) -> Step {
    Step {
        attempt,
        form,
        arith,
        seed,
        when: When::AfterEnd,
    }
}

pub(super) const NONLINEAR: &[Step] = &[
    step(1, Form::Abstract, 6),
    step(2, Form::Abstract, 2),
    step(3, Form::Plain, 6),
    step(4, Form::PlainWithLemmas, 2),
    again(1, Form::Abstract, 6, 0),
    again(2, Form::Abstract, 2, 0),
    again(3, Form::Plain, 6, 0),
    step(4, Form::PlainWithLemmas, 6),
    again(4, Form::PlainWithLemmas, 6, 0),
    again(5, Form::Abstract, 6, 1),
    again(5, Form::Abstract, 6, 2),
    again(5, Form::PlainWithLemmas, 6, 1),
    otherwise(5, Form::Abstract, 6, 1),
    otherwise(5, Form::Abstract, 6, 2),
    otherwise(5, Form::PlainWithLemmas, 6, 1),
];

pub(super) const LINEAR: &[Step] = &[
    step(1, Form::Plain, 6),
    step(2, Form::Plain, 2),
    again(1, Form::Plain, 6, 0),
    again(2, Form::Plain, 2, 0),
    again(5, Form::Plain, 6, 1),
    again(5, Form::Plain, 6, 2),
    otherwise(5, Form::Plain, 6, 1),
    otherwise(5, Form::Plain, 6, 2),
];

/// Of [`NONLINEAR`] those that decide questions without quantifiers.
pub(super) const FEW_NONLINEAR: &[Step] = &[
    step(1, Form::Abstract, 6),
    step(3, Form::Plain, 6),
    again(1, Form::Abstract, 6, 0),
    again(3, Form::Plain, 6, 0),
];

/// Of these the ones that have a model.
pub(super) const PLAIN_NONLINEAR: &[Step] = &[step(3, Form::Plain, 6), again(3, Form::Plain, 6, 0)];

/// The same of [`LINEAR`].
pub(super) const FEW_LINEAR: &[Step] = &[step(1, Form::Plain, 6), again(1, Form::Plain, 6, 0)];
