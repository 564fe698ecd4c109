//! What is checked of a kernel, and how.

use super::lengths::Proposed;
use crate::annotations::boogie::Axiom;
use crate::launch::Sizes;
use crate::overflow::Overflow;
use crate::report::Dialect;
use contracts::Clause;
use kernel_graph::Place;
use solver::encode::{Effort, Forms};
use std::fmt::Debug;
use std::sync::Arc;

/// Resource units for a question in a look that costs little: some milliseconds. What algebra shows takes none.
pub(crate) const GLANCE: u64 = 8_000;

/// How much of what there is to look at is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// All.
    All,
    /// Only what is seen at a glance.
    Glance,
    /// The rest of it: a glance has not decided the kernel.
    AfterGlance,
}

/// What is known of memory that threads write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// A load sees what lay there at the last barrier, where it can be shown; of what annotations read, what the thread
    /// wrote is known as well.
    #[default]
    Barriers,
    /// What threads wrote is known of all memory (GPUVerify's equality abstraction).
    Followed,
    /// Nothing (its adversarial abstraction).
    Nothing,
}

/// Who knows launches that satisfy what a check requires of launches.
pub trait Witness: Debug + Send + Sync {
    /// Whether in one of them all arithmetic has the result that is meant, for all threads, and some thread evaluates all
    /// operations of the statements at a place; of which many threads take part, where that is asked for: a warp in each of
    /// two blocks. With "no" nothing is said.
    fn shows(&self, place: &Place, of_many: bool) -> bool;
}

/// What is checked, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes of blocks and grid.
    pub sizes: Sizes,
    /// Races and divergence of threads of different blocks, too.
    pub between_blocks: bool,
    /// Races at all; without it only divergence and assertions.
    pub races: bool,
    /// Two writes of the same value are no race.
    pub tolerate_equal_writes: bool,
    /// Accesses stay in arrays of known size.
    pub bounds: bool,
    /// Functions without a body are taken to write nothing but what their arguments point to, and to
    /// wait for nobody; listed as an assumption. Without it a kernel that calls one is not decided.
    pub trust_external: bool,
    /// The threads of a warp of so many are taken to run in lockstep, and each to see what the others
    /// wrote at statements before; listed as an assumption.
    pub lock_step: Option<u32>,
    /// What becomes of signed arithmetic whose result does not fit.
    pub overflow: Overflow,
    /// What is believed of the functions that the program declares as uninterpreted.
    pub axioms: Vec<Axiom>,
    /// Values of those parameters of kernels that are numbers, in order, by the kernel's name; none for
    /// any. What is said holds for these.
    pub arguments: Vec<(String, Vec<Option<u128>>)>,
    /// Whether the user's invariants are tried alone: those that may not hold are left out, instead of
    /// being findings.
    pub try_invariants: bool,
    /// Families of candidate invariants that are left out, by their names.
    pub omitted: Vec<String>,
    /// Whether anything is found out of loops; without it what they change is known from the user's invariants alone.
    pub infers: bool,
    /// What is known of memory that threads write.
    pub contents: Contents,
    /// What a launch has to satisfy: the kernel is checked for those that do, and is not decided if none can.
    pub premises: Vec<Clause>,
    /// Nothing is asked but how long arrays have to be, of these lengths: see [`crate::lengths`].
    pub lengths: Option<Vec<Proposed>>,
    /// Of these lengths it is asked whether each element up to there is written once, and nothing else: see
    /// [`crate::covers`].
    pub covers: bool,
    /// An asynchronous copy is complete for a thread that has waited for it, without a barrier.
    pub wait_completes: bool,
    /// An access by an address of which nothing is known, and a call by one, are told as accesses by
    /// a null pointer; without it they are not decided. A point that the program calls unreachable must
    /// not be reached then; without it that is assumed.
    pub unknown_is_null: bool,
    /// Only the first so many iterations of each loop are looked at, and nothing is proved of a kernel
    /// with loops; all of them if absent.
    pub iterations: Option<u32>,
    /// A kernel that makes more accesses, after loops were taken apart, is not looked at.
    pub most_accesses: Option<usize>,
    /// The first thing that is wrong or not decided is enough: no more is asked. For who asks only
    /// whether a kernel is verified.
    pub until_one: bool,
    /// All findings are told, as far as there are not too many: for who wants to know whether there are others than those
    /// that are known.
    pub all_findings: bool,
    /// Whether small launches are looked at one by one, in which a fault is easier to see: not for who has executed some.
    pub small: bool,
    /// How much is looked at.
    pub looks: Looks,
    /// In whose words it is told why no two threads race; it is not told if absent.
    pub explain: Option<Dialect>,
    /// Whether what is found counts although nothing confirms it; else it is not decided.
    pub unconfirmed: bool,
    /// Who knows launches in which results of operations fit that are taken to; where nobody does the solver is asked.
    pub witness: Option<Arc<dyn Witness>>,
    /// How hard the solver tries for one form of a question.
    pub effort: Effort,
    /// The same for a question whether a candidate invariant holds.
    pub candidates: Effort,
    /// Resource units for all questions about a kernel with one meaning of signed arithmetic; those about
    /// candidates have a third of it beside.
    pub budget: u64,
}

impl Options {
    /// Everything is checked, for launches of these sizes.
    pub fn new(sizes: Sizes) -> Options {
        Options {
            sizes,
            between_blocks: true,
            races: true,
            tolerate_equal_writes: false,
            bounds: true,
            trust_external: false,
            lock_step: None,
            overflow: Overflow::Undefined,
            axioms: Vec::new(),
            arguments: Vec::new(),
            try_invariants: false,
            omitted: Vec::new(),
            infers: true,
            contents: Contents::Barriers,
            premises: Vec::new(),
            lengths: None,
            covers: false,
            wait_completes: true,
            unknown_is_null: false,
            iterations: None,
            most_accesses: None,
            until_one: false,
            all_findings: false,
            small: true,
            looks: Looks::All,
            explain: None,
            unconfirmed: false,
            witness: None,
            effort: Effort {
                first_rlimit: 50_000,
                rlimit: 250_000,
                last_attempt: 3,
                forms: Forms::Few,
                ..Effort::default()
            },
            // Candidates that are hard to show are seldom needed.
            candidates: Effort {
                first_rlimit: 50_000,
                rlimit: 50_000,
                last_attempt: 3,
                forms: Forms::Few,
                ..Effort::default()
            },
            budget: 1_200_000,
        }
    }

    /// With so few resource units for each question that only what is easy is answered.
    pub(crate) fn with_a_glance(mut self) -> Options {
        for effort in [&mut self.effort, &mut self.candidates] {
            effort.first_rlimit = effort.first_rlimit.min(GLANCE);
            effort.rlimit = effort.rlimit.min(GLANCE);
        }
        self
    }

    /// Whether only what is easy is looked at, for who asks whether the kernel is verified: what is not decided soon is not
    /// looked at again, for a check with more follows.
    pub(crate) fn is_glance(&self) -> bool {
        self.until_one && self.effort.rlimit <= GLANCE
    }

    /// With fewer resource units for each question.
    pub(crate) fn with_little(mut self) -> Options {
        self.effort.rlimit = self.effort.rlimit.min(self.effort.first_rlimit);
        self
    }
}
