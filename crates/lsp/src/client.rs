//! What the editor can do, and what its user has set.

use gen_lsp_types::ClientCapabilities;
use serde::Deserialize;

/// What the client can do.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    /// It takes edits that say of which version they are.
    pub versioned_edits: bool,
    /// It shows actions that cannot be done, and why.
    pub disabled_actions: bool,
    /// It lets itself be sent edits.
    pub apply_edit: bool,
    /// It asks for lenses again when told to.
    pub refresh_lenses: bool,
    /// It asks for hints within the text again when told to.
    pub refresh_hints: bool,
    /// It shows what goes on.
    pub progress: bool,
    /// It tells of changes on the disk when asked to.
    pub watches_files: bool,
}

/// What the user may set, as `initializationOptions`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Options {
    /// When proofs are sought.
    pub verify: When,
    /// Milliseconds without a change that count as a pause.
    pub pause: u64,
    /// Whether methods that are verified are marked.
    pub hints: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            verify: When::Pause,
            pause: 500,
            hints: true,
        }
    }
}

/// When proofs are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    /// When a file is opened or saved, or was not changed for a while.
    Pause,
    /// When a file is opened or saved.
    Save,
    /// Only when the command is given.
    Command,
}

impl Client {
    /// What it says of itself.
    pub(crate) fn of(capabilities: ClientCapabilities) -> Client {
        let yes = |value: Option<bool>| value == Some(true);
        let workspace = capabilities.workspace.unwrap_or_default();
        let window = capabilities.window.unwrap_or_default();
        let edits = workspace.workspace_edit.unwrap_or_default();
        let document = capabilities.text_document.unwrap_or_default();
        let lens = workspace.code_lens.unwrap_or_default();
        let hints = workspace.inlay_hint.unwrap_or_default();
        let watched = workspace.did_change_watched_files.unwrap_or_default();
        Client {
            versioned_edits: yes(edits.document_changes),
            disabled_actions: yes(document.code_action.unwrap_or_default().disabled_support),
            apply_edit: yes(workspace.apply_edit),
            refresh_lenses: yes(lens.refresh_support),
            refresh_hints: yes(hints.refresh_support),
            progress: yes(window.work_done_progress),
            watches_files: yes(watched.dynamic_registration),
        }
    }
}
