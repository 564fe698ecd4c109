//! What the caller of a check decides.

use crate::report::MethodReport;
use solver::encode::Solved;
use text::span::Span;

/// How proofs are sought.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Resource limit of an obligation, in Z3's units; none takes the strategy's own.
    pub rlimit: Option<u64>,
    /// Wall-clock limit of an obligation, in milliseconds; none for no clock at all.
    pub timeout_ms: Option<u64>,
    /// Seed of the solver.
    pub seed: u32,
    /// Check only methods whose name (`method` or `Class.method`) is listed; empty for all.
    pub only: Vec<String>,
    /// Whether the answers only steer the work: nothing is reported, and what is not proved is
    /// merely not concluded. Then the cache may keep that there was no proof.
    pub on_the_way: bool,
    /// Places whose proof obligations the caller relies on: for each the checker also asks whether the
    /// facts known there contradict each other, so that the obligation would hold for no reason. Of other
    /// obligations nobody reads a counterexample.
    pub asked: Vec<Span>,
}

/// Is told what goes on, from several threads.
pub trait Observer: Sync {
    /// Work on a method begins.
    fn started(&self, _method: &str) {}
    /// So many obligations of a method are to be answered; told anew where it is looked at once more.
    fn stated(&self, _method: &str, _obligations: usize) {}
    /// Work on a method has ended.
    fn finished(&self, _report: &MethodReport) {}
    /// A question was answered, about one obligation or about several together: of these a proof says something of
    /// each, and anything else nothing.
    fn question(&self, _obligations: &[&str], _solved: &Solved) {}
}

/// An observer that does not look.
pub struct Silent;
impl Observer for Silent {}
