//! Answers that were given before, about one kernel.
//!
//! A kernel is executed and checked several times, with more known or with another meaning of overflow, and
//! each time most questions are the same: so are those at barriers that follow each other. What is kept is
//! found again by the whole question, not by a hash of it, so that a proof is never taken for another's. An answer
//! depends on nothing else, so that all checks of a kernel may share it.

use crate::integers::Translations;
use crate::overflow::relevant::{Decisive, Relevant};
use crate::questions::Answer;
use solver::encode::Effort;
use solver::term::Term;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// An answer, and whether it is sure.
pub(crate) type Sure = (Answer, bool);

/// A question as it is put: what is to be possible, and the values that are wanted.
pub(crate) type Put = (Vec<Term>, Vec<(String, Term)>);

thread_local! {
    /// What checks of one kernel share.
    static TOGETHER: RefCell<Option<Rc<RefCell<Answers>>>> = const { RefCell::new(None) };
}

/// Makes checks of one kernel, each of which knows what those before it were answered. What comes out of them depends on
/// no check that was made outside.
pub fn together<T>(checks: impl FnOnce() -> T) -> T {
    /// Ends it, whatever comes.
    struct Before(Option<Rc<RefCell<Answers>>>);
    impl Drop for Before {
        fn drop(&mut self) {
            TOGETHER.set(self.0.take());
        }
    }
    let _before = Before(TOGETHER.replace(Some(Rc::default())));
    checks()
}

/// After so many searches by algebra that found nothing it is asked whether more are worth as much.
const FEW_SEARCHES: u64 = 16;

/// They are, if one in so many finds a proof.
const FOR_ONE: u64 = 8;

/// What a search by algebra came to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Searched {
    /// A proof.
    Found,
    /// None.
    Nothing {
        /// With so many steps.
        with: u64,
    },
}

/// What was answered.
#[derive(Default)]
pub(crate) struct Answers {
    /// Questions as they were put, with the effort of the answer.
    put: HashMap<(Tried, Put), Sure>,
    /// Texts with numbers for names that were shown to be contradictory: whatever was tried for that, and
    /// whatever values were wanted.
    shown: HashSet<String>,
    /// Texts with another answer, if no values were wanted.
    open: HashMap<(Tried, String), Sure>,
    /// Searches by algebra for proofs that formulas contradict each other.
    pub(crate) algebra: HashMap<Vec<Term>, Searched>,
    /// How many searches by algebra found a proof, and how many did not.
    searches: (u64, u64),
    /// The same of those for candidate invariants.
    of_candidates: (u64, u64),
}

/// What is known of a kernel in one check of it.
pub(crate) struct Memo {
    /// What was answered.
    pub(crate) answers: Rc<RefCell<Answers>>,
    /// Translations to integers.
    pub(crate) translations: Translations,
    /// Steps that searches by algebra may still take.
    pub(crate) steps: u64,
    /// What decides anything in the kernel, by how many iterations of its loops are looked at.
    pub(crate) deciding: BTreeMap<Option<u32>, Deciding>,
}

/// What decides anything in a kernel, and what matters to it.
pub(crate) type Deciding = (Rc<Decisive>, Relevant);

/// How much was tried, in words: what is not decided may be decided by more.
type Tried = String;

impl Memo {
    /// Nothing is known but what checks of the same kernel were answered, and algebra may take so many steps.
    pub(crate) fn new(steps: u64) -> Memo {
        Memo {
            answers: TOGETHER.with_borrow(Clone::clone).unwrap_or_default(),
            translations: Translations::default(),
            steps,
            deciding: BTreeMap::new(),
        }
    }
}

impl Answers {
    /// Notes a search by algebra, for a candidate invariant or for something else, and whether it found a proof.
    pub(crate) fn count_algebra(&mut self, of_candidate: bool, found: bool) {
        let (shown, open) = match of_candidate {
            true => &mut self.of_candidates,
            false => &mut self.searches,
        };
        *match found {
            true => shown,
            false => open,
        } += 1;
    }

    /// Whether searches by algebra find so little that each is worth less.
    pub(crate) fn is_algebra_tired(&self, of_candidate: bool) -> bool {
        let (shown, open) = match of_candidate {
            true => self.of_candidates,
            false => self.searches,
        };
        open > FEW_SEARCHES && open / FOR_ONE > shown
    }

    fn effort(effort: &Effort) -> String {
        format!("{effort:?}")
    }

    /// The answer to a question that was put in the same words.
    pub(crate) fn of(&self, effort: &Effort, put: &Put) -> Option<Sure> {
        self.put
            .get(&(Answers::effort(effort), put.clone()))
            .cloned()
    }

    /// The answer to a question with the same text.
    pub(crate) fn of_text(&self, effort: &Effort, text: &str, wanted: bool) -> Option<Sure> {
        if self.shown.contains(text) {
            return Some((Answer::Impossible, true));
        }
        if wanted {
            return None;
        }
        let key = (Answers::effort(effort), text.to_owned());
        self.open.get(&key).cloned()
    }

    /// Keeps an answer.
    pub(crate) fn keep(&mut self, effort: &Effort, put: Put, text: &str, answer: &Sure) {
        let words = Answers::effort(effort);
        if answer.0 == Answer::Impossible {
            self.shown.insert(text.to_owned());
        } else if put.1.is_empty() {
            let key = (words.clone(), text.to_owned());
            self.open.insert(key, answer.clone());
        }
        self.put.insert((words, put), answer.clone());
    }
}
