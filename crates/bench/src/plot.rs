//! What members of a family need against their size, as SVG: both axes by powers of ten.

use crate::measure::Measured;
use std::fmt::Write as _;

/// The picture's height.
const HEIGHT: f64 = 260.0;
/// The width of each of its two plots.
const WIDTH: f64 = 360.0;
/// Where a plot's own area begins and ends: left, right, top, bottom.
const AREA: [f64; 4] = [64.0, 344.0, 36.0, 212.0];

/// Whether there is enough to draw: at least two sizes.
pub fn can_be_drawn(members: &[(u64, Measured)]) -> bool {
    members.iter().filter(|(size, _)| *size > 0).count() > 1
}

/// The picture: resource units at the left, unless there were none, and seconds at the right.
pub fn picture(name: &str, counts: &str, members: &[(u64, Measured)]) -> String {
    let points = |of: fn(&Measured) -> f64| -> Vec<(f64, f64)> {
        let shown = members.iter().filter(|(size, _)| *size > 0);
        shown
            .map(|(size, one)| (*size as f64, of(one).max(0.01)))
            .collect()
    };
    let asked = members.iter().any(|(_, one)| one.units > 0);
    let units = points(|one| (one.units as f64).max(1.0));
    let seconds = points(|one| one.seconds);
    let mut plots = String::new();
    let mut width = 0.0;
    for (what, points) in [("resource units", units), ("seconds", seconds)] {
        if asked || what == "seconds" {
            plots += &plot(&format!("{name}: {what}"), counts, &points, width);
            width += WIDTH;
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{plots}</svg>\n"
    )
}

/// The powers of ten around some values; two at least.
fn decades(values: impl Iterator<Item = f64> + Clone) -> (i32, i32) {
    let low = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
    let high = values.fold(f64::NEG_INFINITY, f64::max).log10().ceil();
    (low as i32, (high as i32).max(low as i32 + 1))
}

fn plot(title: &str, counts: &str, points: &[(f64, f64)], offset: f64) -> String {
    let [left, right, top, bottom] = AREA;
    let (x_low, x_high) = decades(points.iter().map(|point| point.0));
    let (y_low, y_high) = decades(points.iter().map(|point| point.1));
    let part =
        |value: f64, low: i32, high: i32| (value.log10() - f64::from(low)) / f64::from(high - low);
    let x = |value: f64| offset + left + (right - left) * part(value, x_low, x_high);
    let y = |value: f64| bottom - (bottom - top) * part(value, y_low, y_high);
    let mut svg = format!(
        "<text x=\"{}\" y=\"20\" font-weight=\"bold\">{title}</text>\n<text x=\"{}\" y=\"250\" text-anchor=\"end\">{counts}</text>\n",
        offset + left,
        offset + right
    );
    let [x_left, x_right] = [offset + left, offset + right];
    for power in x_low..=x_high {
        let (at, label) = (x(10_f64.powi(power)), 10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"228\" text-anchor=\"middle\">{label}</text>"
        );
    }
    for power in y_low..=y_high {
        let (at, label) = (y(10_f64.powi(power)), 10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M{x_left} {at:.1}H{x_right}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            x_left - 6.0,
            at + 4.0
        );
    }
    let places: Vec<String> = points
        .iter()
        .map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>",
        places.join(" ")
    );
    for point in points {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"#1f5fa8\"/>",
            x(point.0),
            y(point.1)
        );
    }
    svg
}
