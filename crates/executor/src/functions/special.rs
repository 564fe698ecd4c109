//! The error function and the gamma function, to more digits than a `float` has.

use std::f64::consts::PI;

/// The error function: its series near zero, else by its complement.
pub(super) fn erf(x: f64) -> f64 {
    if x.is_nan() || x == 0.0 {
        return x;
    }
    if x.abs() > 2.5 {
        return (1.0 - tail(x.abs())).copysign(x);
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..80 {
        let n = f64::from(n);
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    2.0 / PI.sqrt() * sum
}

/// One less the error function.
pub(super) fn erfc(x: f64) -> f64 {
    match x > 2.5 {
        true => tail(x),
        false => 1.0 - erf(x),
    }
}

/// The complement of a number above two: its continued fraction, from far inside.
fn tail(x: f64) -> f64 {
    let fraction = (1..=80)
        .rev()
        .fold(x, |inner, n| x + f64::from(n) / 2.0 / inner);
    (-x * x).exp() / PI.sqrt() / fraction
}

/// Lanczos' coefficients for g = 7.
const LANCZOS: [f64; 8] = [
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];

/// The gamma function.
pub(super) fn gamma(x: f64) -> f64 {
    match x < 0.5 {
        true => PI / ((PI * x).sin() * gamma(1.0 - x)),
        false => {
            let (sum, t) = lanczos(x - 1.0);
            (2.0 * PI).sqrt() * t.powf(x - 0.5) * (-t).exp() * sum
        }
    }
}

/// The logarithm of the gamma function's absolute value.
pub(super) fn ln_gamma(x: f64) -> f64 {
    match x < 0.5 {
        true => (PI / (PI * x).sin().abs()).ln() - ln_gamma(1.0 - x),
        false => {
            let (sum, t) = lanczos(x - 1.0);
            (2.0 * PI).sqrt().ln() + (x - 0.5) * t.ln() - t + sum.ln()
        }
    }
}

fn lanczos(x: f64) -> (f64, f64) {
    let parts = (1..).zip(LANCZOS).map(|(n, c)| c / (x + f64::from(n)));
    (0.999_999_999_999_809_9 + parts.sum::<f64>(), x + 7.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_tables() {
        let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-12 * b.abs(), "{a} {b}");
        near(erf(0.5), 0.520_499_877_813_046_5);
        near(erf(-2.0), -0.995_322_265_018_952_7);
        near(erfc(3.0), 2.209_049_699_858_544e-5);
        near(gamma(5.0), 24.0);
        near(gamma(0.5), PI.sqrt());
        near(ln_gamma(10.0), 362_880f64.ln());
    }
}
