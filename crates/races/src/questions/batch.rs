//! Which of many things may be: asked together, for one execution often shows several of them.

use crate::questions::cases::Named;
use crate::questions::{Answer, Queries};
use num_traits::One;
use solver::term::{Term, or};

/// One execution is to show one way of so many.
const FEW: usize = 8;

/// Whether something may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// It is, with values that make it true.
    Shown,
    /// It cannot be.
    Impossible,
    /// Neither was found.
    Unknown,
}

impl Queries<'_> {
    /// Of each of several formulas whether it may be true.
    pub(crate) fn which(&mut self, of: Named<'_>, ways: &[Term]) -> Vec<Seen> {
        let mut all = vec![Seen::Unknown; ways.len()];
        let shown = super::sample::shown(of, ways);
        let (shown, mut open): (Vec<usize>, Vec<usize>) =
            (0..ways.len()).partition(|at| shown.get(*at) == Some(&true));
        set(&mut all, &shown, Seen::Shown);
        while open.len() > 1 {
            let some: Vec<(String, Term)> = open
                .iter()
                .filter_map(|at| Some((name(*at), ways.get(*at)?.clone())))
                .collect();
            let any = [or(some.iter().map(|(_, way)| way.clone()).collect())];
            let before = open.len();
            match self.answer(of, &any, &some) {
                (Answer::Impossible, _) => {
                    set(&mut all, &open, Seen::Impossible);
                    return all;
                }
                (Answer::Possible(found), true) => {
                    let is_shown =
                        |at: &usize| found.values.get(&name(*at)).is_some_and(One::is_one);
                    let (shown, rest): (Vec<usize>, Vec<usize>) =
                        open.iter().partition(|at| is_shown(at));
                    set(&mut all, &shown, Seen::Shown);
                    open = rest;
                }
                (Answer::Possible(_), false) | (Answer::Unknown(_), _) => {}
            }
            // Where one execution shows few of them, each alone is the shorter question.
            if before - open.len() < before.div_ceil(FEW) {
                break;
            }
        }
        for at in open {
            let way = ways.get(at).cloned();
            let seen = self.may_be(of, way.as_slice());
            set(&mut all, &[at], seen);
        }
        all
    }

    /// Whether none of several formulas can be true.
    pub(crate) fn is_none(&mut self, of: Named<'_>, ways: &[Term]) -> bool {
        match self.may_be(of, &[or(ways.to_vec())]) {
            Seen::Impossible => true,
            Seen::Shown => false,
            Seen::Unknown => ways.iter().all(|way| {
                let way = std::slice::from_ref(way);
                self.may_be(of, way) == Seen::Impossible
            }),
        }
    }

    fn may_be(&mut self, of: Named<'_>, formulas: &[Term]) -> Seen {
        match self.answer(of, formulas, &[]) {
            (Answer::Impossible, _) => Seen::Impossible,
            (Answer::Possible(_), true) => Seen::Shown,
            (Answer::Possible(_) | Answer::Unknown(_), _) => Seen::Unknown,
        }
    }
}

fn name(at: usize) -> String {
    format!("way {at}")
}

fn set(all: &mut [Seen], some: &[usize], seen: Seen) {
    for at in some {
        if let Some(of) = all.get_mut(*at) {
            *of = seen;
        }
    }
}
