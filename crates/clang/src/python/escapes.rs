//! Escapes of a Python string that is no raw one, in a kernel's text.

/// What the text at a position is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Code,
    Line,
    Block,
    /// A literal of C, with its quote.
    Literal(u8),
}

/// Puts in what escapes stand for, byte by byte so that places stay.
///
/// In literals of C they mean the same and stay, but for `\\`, `\"` and `\'`, which lose their first
/// character. Elsewhere a newline is one, other blanks are blanks, and a character that is none ends a
/// comment and is no C, so that the kernel is not read: nobody writes that.
pub(super) fn put_in(inside: &mut [u8]) {
    let mut within = Within::Code;
    // Whether a `\` of C's stands before, and the byte before.
    let (mut quoted, mut before) = (false, b' ');
    let mut at = 0;
    while let Some(&byte) = inside.get(at) {
        let Some(escape) = (byte == b'\\').then(|| escape(&inside[at..])) else {
            within = next(within, (before, byte), quoted);
            quoted = byte == b'\n' && quoted;
            before = byte;
            at += 1;
            continue;
        };
        let (length, stands_for) = escape;
        let end = (at + length).min(inside.len());
        let place = &mut inside[at..end];
        match stands_for {
            // A line that goes on: C has the same.
            Some(b'\n') if length == 2 && place.last() == Some(&b'\n') => {}
            Some(stands_for @ (b'\\' | b'"' | b'\'')) if length == 2 => {
                place.fill(b' ');
                if let Some(last) = place.last_mut() {
                    *last = stands_for;
                }
                let is_quote = stands_for == b'\\' && !quoted;
                if stands_for != b'\\' {
                    within = next(within, (before, stands_for), quoted);
                }
                quoted = is_quote;
                before = stands_for;
                at = end;
                continue;
            }
            _ if matches!(within, Within::Literal(_)) => {}
            Some(stands_for) if stands_for <= b' ' || stands_for == 0x7f => {
                place.fill(b' ');
                if let (b'\n' | b'\r', Some(last)) = (stands_for, place.last_mut()) {
                    *last = b'\n';
                    within = next(within, (before, b'\n'), quoted);
                }
            }
            known => {
                place.fill(b' ');
                let mark: &[u8] = match known {
                    None => b"\n*/@",
                    Some(_) => b"*/@",
                };
                for (slot, byte) in place.iter_mut().zip(mark) {
                    *slot = *byte;
                }
            }
        }
        quoted = false;
        before = b' ';
        at = end;
    }
}

/// What the text is part of after a byte.
fn next(within: Within, (before, byte): (u8, u8), quoted: bool) -> Within {
    match (within, byte) {
        (Within::Block, b'/') if before == b'*' => Within::Code,
        (Within::Block, _) => Within::Block,
        (Within::Line | Within::Literal(_), b'\n') if !quoted => Within::Code,
        (Within::Literal(quote), _) if byte == quote && !quoted => Within::Code,
        (Within::Line | Within::Literal(_), _) => within,
        (Within::Code, b'/') if before == b'/' => Within::Line,
        (Within::Code, b'*') if before == b'/' => Within::Block,
        // In a raw literal of C++ nothing is told apart.
        (Within::Code, b'"') if before == b'R' => Within::Code,
        (Within::Code, b'"' | b'\'') => Within::Literal(byte),
        (Within::Code, _) => Within::Code,
    }
}

/// How long the escape at the start is, and what it stands for; none for what this does not know.
fn escape(text: &[u8]) -> (usize, Option<u8>) {
    let number = |start: usize, most: usize, base: u32| {
        let digits = text[start.min(text.len())..].iter().take(most);
        let digits: Vec<u32> = digits
            .map_while(|byte| char::from(*byte).to_digit(base))
            .collect();
        let value = digits.iter().fold(0u32, |value, digit| {
            value.wrapping_mul(base).wrapping_add(*digit)
        });
        (start + digits.len(), u8::try_from(value).ok())
    };
    match text.get(1) {
        None => (1, None),
        Some(b'n') => (2, Some(b'\n')),
        Some(b'r') => (2, Some(b'\r')),
        Some(b't' | b'f' | b'v' | b'a' | b'b') => (2, Some(b' ')),
        Some(b'0'..=b'7') => number(1, 3, 8),
        Some(b'x') => number(2, 2, 16),
        Some(b'u') => number(2, 4, 16),
        Some(b'U') => number(2, 8, 16),
        Some(b'N') => match text.iter().position(|byte| *byte == b'}') {
            Some(end) => (end + 1, None),
            None => (2, None),
        },
        // Not one: both characters stand for themselves.
        Some(byte) => (2, Some(*byte)),
    }
}
