//! What clang says on standard error.

/// How grave clang finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Fatal,
    Error,
    Warning,
    Note,
}

/// A line of clang's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub level: Level,
    /// File, line and column (bytes), all from 1.
    pub place: Option<(String, usize, usize)>,
    pub text: String,
    /// The notes that follow it.
    pub notes: Vec<Message>,
}

/// Reads all messages; lines that are none are left out.
pub(crate) fn parse(text: &str) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    for line in text.lines() {
        let Some(message) = line_of(line) else {
            continue;
        };
        match found.last_mut() {
            Some(last) if message.level == Level::Note => last.notes.push(message),
            _ => found.push(message),
        }
    }
    found
}

fn line_of(line: &str) -> Option<Message> {
    const LEVELS: [(&str, Level); 5] = [
        ("fatal error: ", Level::Fatal),
        ("error: ", Level::Error),
        ("warning: ", Level::Warning),
        ("note: ", Level::Note),
        ("remark: ", Level::Note),
    ];
    for (word, level) in LEVELS {
        if let Some(text) = line.strip_prefix(word) {
            return Some(Message {
                level,
                place: None,
                text: text.to_owned(),
                notes: Vec::new(),
            });
        }
    }
    // The first level word that follows a place: later ones are part of the message.
    let mut best: Option<(usize, Level, &str)> = None;
    for (word, level) in LEVELS {
        let pattern = format!(": {word}");
        if let Some(at) = line.find(&pattern)
            && best.is_none_or(|(other, _, _)| at < other)
        {
            best = Some((at, level, &line[at + pattern.len()..]));
        }
    }
    let (at, level, text) = best?;
    let mut parts = line[..at].rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let row = parts.next()?.parse().ok()?;
    Some(Message {
        level,
        place: Some((parts.next()?.to_owned(), row, column)),
        text: text.to_owned(),
        notes: Vec::new(),
    })
}

impl Message {
    /// Whether it keeps clang from having understood the file.
    pub(crate) fn is_error(&self) -> bool {
        matches!(self.level, Level::Fatal | Level::Error)
    }

    /// The file that could not be found.
    pub(crate) fn missing_file(&self) -> Option<&str> {
        self.text
            .strip_suffix("' file not found")?
            .strip_prefix('\'')
    }

    /// The name that is not declared, if the message is about one.
    pub(crate) fn undeclared(&self) -> Option<&str> {
        undeclared(&self.text)
    }
}

/// The name that an error says is not declared.
pub(crate) fn undeclared(text: &str) -> Option<&str> {
    const FORMS: [&str; 8] = [
        "use of undeclared identifier '",
        "unknown type name '",
        "call to undeclared function '",
        "no template named '",
        "use of undeclared function '",
        "no type named '",
        "no member named '",
        "implicit declaration of function '",
    ];
    FORMS.iter().find_map(|form| {
        let rest = text.strip_prefix(form)?;
        rest.split('\'').next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let found = parse(
            "a b.cu:3:7: error: use of undeclared identifier 'x'\n\
             C:/d.h:1:2: note: here: error: no\n\
             1 error generated.\nfatal error: too bad\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].place, Some(("a b.cu".into(), 3, 7)));
        assert_eq!(found[0].undeclared(), Some("x"));
        assert_eq!(found[0].notes[0].text, "here: error: no");
        assert_eq!(found[1].level, Level::Fatal);
    }
}
