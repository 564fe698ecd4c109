//! A repair as the subject of a report.

use crate::model::FileRepair;
use crate::{json, messages, words};
use report::json::Json;
use report::messages::Message;
use report::{Style, Subject, Suite};

/// Where a repair is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// After its file, whose findings get the repair as a proposed change.
    Beside,
    /// In place of its file, which is as it was.
    Alone,
    /// In place of its file, into which the repair is written.
    Written,
}

/// A repair, and where it is reported.
pub struct Repaired<'a>(pub &'a FileRepair, pub Told);

impl Subject for Repaired<'_> {
    fn messages(&self, all: &mut Vec<Message>) {
        let Repaired(repair, told) = *self;
        let mut own = match (told, repair.text().and(repair.after.as_ref())) {
            (Told::Beside, _) => return messages::propose(repair, all),
            (Told::Written, Some(after)) => return all.extend(inspect::messages::of_file(after)),
            (Told::Written | Told::Alone, _) => inspect::messages::of_file(&repair.before),
        };
        messages::propose(repair, &mut own);
        all.extend(own);
    }

    fn text(&self, _style: Style) -> String {
        words::file(self.0)
    }

    fn json(&self, _times: bool) -> Json {
        json::file(self.0).into()
    }

    fn suite(&self, _times: bool) -> Option<Suite> {
        None
    }
}
