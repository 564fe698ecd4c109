//! What is reported of a program: the data of a run, its messages, and what each format asks of a
//! [`Subject`].

pub mod effort;
mod help;
mod json;
pub mod messages;
pub mod model;
pub mod obligations;
mod reach;
pub mod reasons;
mod rewrite;
mod suite;
pub mod summary;
pub mod text;

use model::ProgramRun;
use report::json::Json;
use report::messages::{Change, Message};
use report::{Style, Subject, Suite};

impl Subject for &ProgramRun {
    fn messages(&self, all: &mut Vec<Message>) {
        all.extend(messages::of_run(self));
    }

    fn text(&self, style: Style) -> String {
        text::describe(self, style)
    }

    fn json(&self, _times: bool) -> Json {
        json::program(self)
    }

    fn measured(&self) -> Option<Json> {
        Some(json::measured(self))
    }

    fn suite(&self, times: bool) -> Option<Suite> {
        Some(suite::of(self, times))
    }

    fn offered(&self) -> Option<(String, Change)> {
        rewrite::of_steps(self)
    }
}
