//! What threads do to an array between two barriers, drawn: one row a thread, one column an element; the two
//! that race are marked, and a barrier that a repair put in is the line that separates them.

use crate::kernels::{Accesses, Raced};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Side of a cell.
const SIDE: i64 = 18;
/// Height of a barrier's line with its words.
const LINE: i64 = 26;
/// As many elements as are drawn.
const MOST_COLUMNS: usize = 26;

/// All races that are drawn.
pub(super) fn races(all: &[Raced]) -> Markup {
    html! {
        @if !all.is_empty() {
            p.key {
                "Which thread does what, one row a thread, one column an element: "
                span.sample.whole {} " writes " span.sample.part {} " reads "
                span.sample.wrong {} " the two that race"
            }
        }
        @for race in all {
            @match &race.new {
                None => { (drawn(&race.title, &race.old, true)) }
                Some(new) => {
                    div.beside {
                        div { h3 { "Old" } (drawn(&race.title, &race.old, true)) }
                        div { h3 { "New" } (drawn(&format!("Mended: {}", race.title), new, false)) }
                    }
                }
            }
        }
    }
}

fn drawn(title: &str, accesses: &Accesses, is_old: bool) -> Markup {
    html! {
        // It may be wider than the page: the keyboard must come to it to move it.
        figure.failing[is_old] tabindex="0" {
            figcaption { b { (title) } }
            p { (sentence(accesses)) }
            (grid(title, accesses))
        }
    }
}

/// What the picture shows of the two that race: its numbers are those of the cells that are drawn.
fn sentence(accesses: &Accesses) -> Markup {
    let racing = accesses.cells.iter().filter(|cell| cell.races);
    let mut said: Vec<String> = Vec::new();
    for cell in racing {
        let who = accesses.threads.get(cell.thread).map_or("", String::as_str);
        let does = if cell.writes { "writes" } else { "reads" };
        let one = format!("{who} {does} {} in line {}", cell.name, cell.line);
        if !said.contains(&one) {
            said.push(one);
        }
    }
    let barriers = accesses.barriers.iter();
    let barriers: Vec<String> = barriers.map(|line| format!("line {line}")).collect();
    html! {
        (super::capital(&said.join(", "))) ": "
        @if barriers.is_empty() { "nothing stands between." }
        @else { (barriers.join(" and ")) " of the new text stands between." }
    }
}

/// A column: an element, where it is, and whether its number is written.
struct Column {
    element: i64,
    left: i64,
    numbered: bool,
    gap: bool,
}

/// The elements, at most so many, those next to the race.
fn columns(accesses: &Accesses, start: i64) -> (Vec<Column>, usize) {
    let mut elements: Vec<i64> = accesses.cells.iter().map(|cell| cell.element).collect();
    elements.sort_unstable();
    elements.dedup();
    let all = elements.len();
    let racing = accesses.cells.iter().find(|cell| cell.races);
    let middle = racing.map_or(0, |cell| cell.element);
    while elements.len() > MOST_COLUMNS {
        let distance = |element: Option<&i64>| element.map_or(0, |one| one.abs_diff(middle));
        match distance(elements.first()) > distance(elements.last()) {
            true => drop(elements.remove(0)),
            false => drop(elements.pop()),
        }
    }
    let mut before: Option<i64> = None;
    let left_out = all - elements.len();
    let names: Vec<&str> = elements.iter().map(|one| index(accesses, *one)).collect();
    let races = |element: i64| {
        let mut cells = accesses.cells.iter();
        cells.any(|cell| cell.races && cell.element == element)
    };
    // Those of which the text speaks come first.
    let mut taken: Vec<(i64, i64)> = Vec::new();
    let mut numbered: Vec<usize> = Vec::new();
    for racing in [true, false] {
        for (at, (element, name)) in elements.iter().zip(&names).enumerate() {
            if races(*element) != racing {
                continue;
            }
            let half = i64::try_from(name.len()).unwrap_or(0) * 3;
            let middle = i64::try_from(at).unwrap_or(0) * SIDE + SIDE / 2;
            let (from, to) = (middle - half, middle + half + 3);
            if taken.iter().all(|one| to <= one.0 || one.1 <= from) {
                taken.push((from, to));
                numbered.push(at);
            }
        }
    }
    let columns = (0..).zip(elements).map(|(at, element)| {
        let left = start + at * SIDE;
        let numbered = usize::try_from(at).is_ok_and(|at| numbered.contains(&at));
        let gap = before.is_some_and(|before| before + 1 != element);
        before = Some(element);
        Column {
            element,
            left,
            numbered,
            gap,
        }
    });
    (columns.collect(), left_out)
}

/// An element's index, as the programmer writes it.
fn index(accesses: &Accesses, element: i64) -> &str {
    let cell = accesses.cells.iter().find(|cell| cell.element == element);
    cell.map_or("", |cell| cell.index.as_str())
}

/// Where a row is, by band and thread.
type Rows = BTreeMap<(usize, usize), i64>;

/// The rows from top to bottom, the barriers between bands, and how high it is.
fn rows(accesses: &Accesses, top: i64) -> (Rows, Vec<i64>, i64) {
    let mut wanted: Vec<(usize, usize)> = accesses
        .cells
        .iter()
        .map(|cell| (cell.band, cell.thread))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut rows = Rows::new();
    let mut lines = Vec::new();
    let mut at = top;
    let mut last = 0;
    for (band, thread) in wanted {
        while last < band {
            lines.push(at);
            at += LINE;
            last += 1;
        }
        rows.insert((band, thread), at);
        at += SIDE;
    }
    (rows, lines, at)
}

/// What stands beside a barrier's line: its description is that of the step.
fn barrier(line: usize) -> String {
    format!("line {line}")
}

fn grid(title: &str, accesses: &Accesses) -> Markup {
    let short = |name: &str| {
        name.replacen("thread ", "", 1)
            .replacen(" of block ", "·", 1)
    };
    let widest = accesses
        .threads
        .iter()
        .map(|name| short(name).chars().count());
    let start = 12 + 6 * i64::try_from(widest.max().unwrap_or(1)).unwrap_or(1);
    let (columns, left_out) = columns(accesses, start);
    let (rows, lines, bottom) = rows(accesses, 33);
    let right = columns.last().map_or(start, |column| column.left) + SIDE;
    let words = accesses.barriers.iter().map(|line| barrier(*line).len());
    let width = right.max(start + 7 * i64::try_from(words.max().unwrap_or(0)).unwrap_or(0)) + 4;
    let place = |element: i64| columns.iter().find(|column| column.element == element);
    let racing = accesses.cells.iter().filter(|cell| cell.races).count();
    let label = format!(
        "{title}: {} accesses of {} threads to {}, {racing} of them marked, {} barriers between",
        accesses.cells.len(),
        accesses.threads.len(),
        accesses.array,
        lines.len()
    );
    html! {
        svg role="img" aria-label=(label) width=(width) height=(bottom) viewBox=(format!("0 0 {width} {bottom}")) {
            text.name x="2" y="12" { (accesses.array) }
            @for column in &columns {
                @if column.gap { line.gap x1=(column.left) x2=(column.left) y1="28" y2=(bottom) {} }
                @if column.numbered { text.tick x=(column.left + SIDE / 2) y="28" { (index(accesses, column.element)) } }
            }
            @for ((_, thread), top) in &rows {
                @let name = accesses.threads.get(*thread).map_or("", String::as_str);
                line.grid x1=(start) x2=(right) y1=(top - 3) y2=(top - 3) {}
                text.row x=(start - 6) y=(top + 9) { (short(name)) title { (name) } }
            }
            @for (line, of) in lines.iter().zip(&accesses.barriers) {
                line.barrier x1="2" x2=(width - 2) y1=(line + 4) y2=(line + 4) {}
                text.barrier x=(start) y=(line + 17) { (barrier(*of)) }
            }
            // What is read lies above what is written in the same place, so both are seen.
            @for cell in accesses.cells.iter().filter(|cell| cell.writes).chain(accesses.cells.iter().filter(|cell| !cell.writes)) {
                @if let (Some(column), Some(top)) = (place(cell.element), rows.get(&(cell.band, cell.thread))) {
                    @let name = accesses.threads.get(cell.thread).map_or("", String::as_str);
                    @let does = if cell.writes { "writes" } else { "reads" };
                    @let words = format!("{name} {does} {} in line {}", cell.name, cell.line);
                    @if cell.writes {
                        rect.whole x=(column.left + 3) y=(top) width=(SIDE - 6) height=(SIDE - 6) { title { (words) } }
                    } @else {
                        rect.part x=(column.left + 3) y=(top) width=(SIDE - 6) height=(SIDE - 6) { title { (words) } }
                    }
                    @if cell.races {
                        g.wrong {
                            title { (words) ": one of the two that race" }
                            rect x=(column.left + 1) y=(top - 2) width=(SIDE - 2) height=(SIDE - 2) {}
                            @let cross = format!("M{} {}l8 8m0 -8l-8 8", column.left + SIDE / 2 - 4, top + 2);
                            path.halo d=(cross) {}
                            path d=(cross) {}
                        }
                    }
                }
            }
        }
        @if left_out > 0 { p { (left_out) " elements that are farther away are not drawn." } }
    }
}
