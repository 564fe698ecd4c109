//! Sequences of launches as words: `scale<<<4,256>>>,add`, and what their parameters are called: `old:add#2.in=tmp`.

/// A launch as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    /// The kernel.
    pub kernel: String,
    /// Blocks of the grid and threads of a block, if they are written.
    pub sizes: Option<([u32; 3], [u32; 3])>,
}

/// What a parameter is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// In which of the two, 0 for the old one; in both if it is not said.
    pub side: Option<usize>,
    /// The kernel.
    pub kernel: String,
    /// Which launch of it, from 1 on; each if it is not said.
    pub number: Option<usize>,
    /// The parameter.
    pub parameter: String,
    /// Its name in the sequence.
    pub name: String,
}

/// Reads launches: `scale,add<<<4,256>>>`, with extents as `4` or `4x4`.
///
/// # Errors
/// One sentence on what is wrong.
pub fn sequence(text: &str) -> Result<Vec<Launched>, String> {
    let all: Vec<Launched> = parts(text)
        .into_iter()
        .map(launched)
        .collect::<Result<_, _>>()?;
    match all.is_empty() {
        true => Err("expected kernels, as scale,add".to_owned()),
        false => Ok(all),
    }
}

/// The parts between commas that stand in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut found, mut from, mut depth) = (Vec::new(), 0, 0u32);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(text.get(from..at).unwrap_or(""));
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(text.get(from..).unwrap_or(""));
    found
}

fn launched(text: &str) -> Result<Launched, String> {
    let (kernel, sizes) = match text.split_once("<<<") {
        None => (text, None),
        Some((kernel, sizes)) => {
            let wrong = "expected <<<GRID, BLOCK>>> with extents as 4 or 4x4";
            let sizes = sizes.trim_end().strip_suffix(">>>").ok_or(wrong)?;
            let (grid, block) = sizes.split_once(',').ok_or(wrong)?;
            (kernel, Some((extent(grid)?, extent(block)?)))
        }
    };
    let kernel = kernel.trim().to_owned();
    match kernel.is_empty() {
        true => Err("a kernel has no name".to_owned()),
        false => Ok(Launched { kernel, sizes }),
    }
}

fn extent(text: &str) -> Result<[u32; 3], String> {
    let wrong = || format!("`{}` is no extent, such as 4 or 4x4", text.trim());
    let mut found = [1; 3];
    let numbers: Vec<&str> = text.trim().split('x').collect();
    if numbers.len() > found.len() {
        return Err(wrong());
    }
    for (slot, number) in found.iter_mut().zip(numbers) {
        let number: u32 = number.trim().parse().map_err(|_| wrong())?;
        if number == 0 {
            return Err("a launch has at least one block and one thread".to_owned());
        }
        *slot = number;
    }
    Ok(found)
}

/// Reads what a parameter is called: `scale.out=tmp`, `old:add#2.in=tmp`.
///
/// # Errors
/// One sentence on what is wrong.
pub fn bound(text: &str) -> Result<Bound, String> {
    let wrong = "expected KERNEL.PARAMETER=NAME, as scale.out=tmp";
    let (left, name) = text.rsplit_once('=').ok_or(wrong)?;
    let (left, parameter) = left.rsplit_once('.').ok_or(wrong)?;
    let (side, kernel) = match left.split_once(':') {
        Some(("old", rest)) => (Some(0), rest),
        Some(("new", rest)) => (Some(1), rest),
        _ => (None, left),
    };
    let (kernel, number) = match kernel.rsplit_once('#') {
        None => (kernel, None),
        Some((kernel, number)) => {
            let number: usize = number.trim().parse().map_err(|_| wrong)?;
            (kernel, Some(number))
        }
    };
    let [kernel, parameter, name] = [kernel, parameter, name].map(|one| one.trim().to_owned());
    let is_word = |text: &str| {
        let mut all = text.chars();
        !text.is_empty() && all.all(|c| c.is_alphanumeric() || c == '_')
    };
    match !kernel.is_empty() && is_word(&parameter) && is_word(&name) && number != Some(0) {
        true => Ok(Bound {
            side,
            kernel,
            number,
            parameter,
            name,
        }),
        false => Err(wrong.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_kernels_with_or_without_sizes() {
        let all = sequence("scale<<<4, 16x16>>>, k<float, 2>,add").unwrap_or_default();
        let names: Vec<&str> = all.iter().map(|one| one.kernel.as_str()).collect();
        assert_eq!(names, ["scale", "k<float, 2>", "add"]);
        let sizes: Vec<_> = all.iter().map(|one| one.sizes).collect();
        assert_eq!(sizes, [Some(([4, 1, 1], [16, 16, 1])), None, None]);
        for wrong in [
            "",
            "a,",
            "a<<<4>>>",
            "a<<<0,4>>>",
            "a<<<1,x>>>",
            "a<<<1,1x1x1x1>>>",
        ] {
            assert!(sequence(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_parameter_has_a_name() {
        let one = Bound {
            side: Some(0),
            kernel: "step".to_owned(),
            number: Some(2),
            parameter: "in".to_owned(),
            name: "b".to_owned(),
        };
        assert_eq!(bound("old:step#2.in=b"), Ok(one));
        for wrong in [
            "a=b", "a.b", "a.=c", ".b=c", "a#0.b=c", "a#x.b=c", "a.b=c.d",
        ] {
            assert!(bound(wrong).is_err(), "{wrong}");
        }
    }
}
