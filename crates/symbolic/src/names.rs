//! Names of functions.

/// Functions of C's library on `float`, without the `f` that they end in.
const SUFFIXED: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "normcdf",
    "pow",
    "rcbrt",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "sin",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// A function's name in which `expf(f32 true) f32` and `exp(f32 true) f32` are one: in C++ `exp` of a `float` is `expf`.
pub(crate) fn plain(name: &str) -> String {
    let Some((bare, types)) = name.split_once('(') else {
        return name.to_owned();
    };
    let floats = types.contains("f32") && !types.contains("f64") && !types.contains('i');
    let short = bare
        .strip_suffix('f')
        .filter(|short| SUFFIXED.contains(short));
    match short {
        Some(short) if floats => format!("{short}({types}"),
        _ => name.to_owned(),
    }
}

/// A function's name without types.
pub(crate) fn bare(name: &str) -> &str {
    name.split('(').next().unwrap_or(name).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_floats_have_one_name() {
        assert_eq!(plain("expf(f32 true) f32"), plain("exp(f32 true) f32"));
        assert_ne!(plain("__expf(f32 true) f32"), plain("exp(f32 true) f32"));
        assert_ne!(plain("exp(f64 true) f64"), plain("exp(f32 true) f32"));
        assert_eq!(bare("exp(f64 true) f64"), "exp");
    }
}
