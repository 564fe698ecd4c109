//! The forms of Python that make a text and are understood: the list is [`Form`]. Whatever else stands
//! around a text makes it unknown.

use crate::bindings::Names;
use crate::fillings::{Style, Values, fill, word};
use crate::imports::path;
use crate::literals::{Made, Piece, literal};
use crate::tree::{DEEPEST, File, Why, arguments, bare, children};
use tree_sitter::Node;

/// A form that makes a text from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `'a'`, `"a"`, `'''a'''`, `r"a"`, `f"a{B}"`.
    Literal,
    /// `"a" "b"`.
    Adjacent,
    /// `("a")`.
    Parentheses,
    /// `"a" + "b"`.
    Plus,
    /// `"%d" % B`.
    Percent,
    /// `"{}".format(B)`.
    Format,
    /// `string.Template("$B").substitute(B=B)`.
    Substitute,
    /// `jinja2.Template("{{ B }}").render(B=B)`.
    Render,
    /// `textwrap.dedent("  a")`.
    Dedent,
    /// `" a ".strip()`, and the same of one side.
    Strip,
    /// `"a".encode()`.
    Encode,
}

/// A form, and the text that it is made from; of [`Form::Plus`] and the literals there are several.
fn form<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>) -> Option<(Form, Vec<Node<'t>>)> {
    match node.kind() {
        "string" => Some((Form::Literal, Vec::new())),
        "concatenated_string" => Some((Form::Adjacent, children(node))),
        "parenthesized_expression" => {
            let inner = children(node);
            (inner.len() == 1).then_some((Form::Parentheses, inner))
        }
        "binary_operator" => {
            let left = node.child_by_field_name("left")?;
            match file.of(node.child_by_field_name("operator")?) {
                "+" => Some((Form::Plus, vec![left, node.child_by_field_name("right")?])),
                "%" => Some((Form::Percent, vec![left])),
                _ => None,
            }
        }
        "call" => call(file, names, node),
        _ => None,
    }
}

fn call<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>) -> Option<(Form, Vec<Node<'t>>)> {
    let function = node.child_by_field_name("function")?;
    let given = arguments(file, node);
    let count = given.ordered.len() + given.named.len();
    // The text that a function makes a template of, if it is that function.
    let only = |call: Node<'t>, name: &str| {
        let path = path(file, names, call.child_by_field_name("function")?)?;
        let given = arguments(file, call);
        match given.ordered.as_slice() {
            [text] if path == name && given.named.is_empty() && !given.unpacked => Some(*text),
            _ => None,
        }
    };
    if let Some(text) = only(node, "textwrap.dedent") {
        return Some((Form::Dedent, vec![text]));
    }
    if function.kind() != "attribute" {
        return None;
    }
    let object = function.child_by_field_name("object")?;
    let template = |name: &str| {
        let call = bare(object);
        (call.kind() == "call").then(|| only(call, name))?
    };
    match file.of(function.child_by_field_name("attribute")?) {
        "format" => Some((Form::Format, vec![object])),
        "substitute" => Some((Form::Substitute, vec![template("string.Template")?])),
        "render" => Some((Form::Render, vec![template("jinja2.Template")?])),
        "strip" | "lstrip" | "rstrip" if count == 0 && !given.unpacked => {
            Some((Form::Strip, vec![object]))
        }
        "encode" => {
            let coding = given.ordered.first().and_then(|one| word(file, *one));
            let usual =
                coding.is_some_and(|name| ["utf-8", "utf8", "ascii"].contains(&name.as_str()));
            let plain = !given.unpacked && (count == 0 || count == 1 && usual);
            plain.then_some((Form::Encode, vec![object]))
        }
        _ => None,
    }
}

/// The largest expression around a literal that forms on the list make of it.
pub(crate) fn outermost<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>) -> Node<'t> {
    let mut best = node;
    let mut at = node;
    // Between a text and the call that changes it stand an attribute or arguments, and a call of `Template`.
    let (mut steps, mut levels) = (0, 0);
    while let Some(parent) = file.parent(at) {
        let parts = form(file, names, parent).map(|(_, parts)| parts);
        if parts.is_some_and(|parts| parts.contains(&best)) {
            best = parent;
            steps = 0;
        } else {
            let passes = [
                "attribute",
                "argument_list",
                "call",
                "parenthesized_expression",
            ];
            steps += 1;
            if steps > 4 || !passes.contains(&parent.kind()) {
                return best;
            }
        }
        at = parent;
        levels += 1;
        // What stands around it is not understood then.
        if levels > 4 * DEEPEST {
            break;
        }
    }
    best
}

/// The text that an expression makes.
pub(crate) fn made<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>) -> Made<'t> {
    at(file, names, node, 0)
}

fn at<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>, depth: usize) -> Made<'t> {
    let unknown = || {
        let mut made = Made::default();
        let shown: String = file.of(node).chars().take(40).collect();
        let why = Why::new(node, format!("it is put together with `{shown}`"));
        made.hole(node.byte_range(), why);
        made
    };
    let Some((form, parts)) = form(file, names, node).filter(|_| depth < DEEPEST) else {
        return unknown();
    };
    let mut made = Made::default();
    for part in &parts {
        let more = at(file, names, *part, depth + 1);
        made.pieces.extend(more.pieces);
        made.whys.extend(more.whys);
    }
    match form {
        Form::Literal => literal(file, node),
        Form::Adjacent | Form::Parentheses | Form::Plus | Form::Encode => made,
        Form::Strip => {
            if depends_on_indentation(&made.pieces) {
                let message = "`strip` changes a line that goes on, or a raw literal";
                made.whys.push(Why::new(node, message));
            }
            made
        }
        Form::Percent => {
            let Some(right) = node.child_by_field_name("right") else {
                return unknown();
            };
            let values = Values::of_operand(file, bare(right));
            fill(made, Style::Percent, &values, node)
        }
        Form::Format => filled(file, made, Style::Format, node),
        Form::Substitute => filled(file, made, Style::Dollar, node),
        Form::Render => filled(file, made, Style::Jinja, node),
        Form::Dedent => {
            if depends_on_indentation(&made.pieces) {
                let message = "`dedent` changes a line that goes on, or a raw literal";
                made.whys.push(Why::new(node, message));
            }
            made
        }
    }
}

fn filled<'t>(file: &File<'t>, made: Made<'t>, style: Style, node: Node<'t>) -> Made<'t> {
    let values = Values::of_call(file, node, style);
    fill(made, style, &values, node)
}

/// Whether blanks at the beginning of lines may belong to a token.
fn depends_on_indentation(pieces: &[Piece<'_>]) -> bool {
    let text: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Char { value, .. } => *value,
            Piece::Hole { .. } => ' ',
        })
        .collect();
    let goes_on = |line: &str| line.trim_end().ends_with('\\');
    text.contains("R\"") || text.lines().any(goes_on)
}
