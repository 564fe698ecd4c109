//! Lines with their indentation, broken where they are long.

use pretty::RcDoc;

/// Columns that a line should not exceed.
const WIDTH: usize = 100;

/// Text that grows by lines.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// A line as it is; an empty one has no blanks.
    pub(crate) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&"  ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Several lines, as they are.
    pub(crate) fn lines(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.line(line));
    }

    /// A line that may be broken.
    pub(crate) fn doc(&mut self, doc: RcDoc<'_>) {
        let indent = 2 * self.depth;
        let width = WIDTH.saturating_sub(indent).max(WIDTH / 2);
        let text = doc.nest(4).group().pretty(width).to_string();
        self.lines(&text);
    }

    /// A list in parentheses that may be broken, with what stands around it.
    pub(crate) fn list(&mut self, before: &str, items: &[String], after: &str) {
        let comma = RcDoc::text(",").append(RcDoc::softline());
        let items = items.iter().map(|item| RcDoc::text(item.clone()));
        let list = RcDoc::intersperse(items, comma);
        let doc = RcDoc::text(before.to_owned()).append("(").append(list);
        self.doc(doc.append(")").append(after.to_owned()));
    }

    /// A line that opens a scope.
    pub(crate) fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// Goes on one level deeper.
    pub(crate) fn deeper(&mut self) {
        self.depth += 1;
    }

    /// The line that closes a scope.
    pub(crate) fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// The line that closes a scope, where it may be broken.
    pub(crate) fn close_with(&mut self, doc: RcDoc<'_>) {
        self.depth = self.depth.saturating_sub(1);
        self.doc(doc);
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}
