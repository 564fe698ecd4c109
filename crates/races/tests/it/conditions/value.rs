//! Expressions of C with their values. What has no defined value is not made.

/// A sequence of numbers that a seed decides (SplitMix64).
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.bits() % bound as u64).unwrap()
    }
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    width: u32,
    signed: bool,
}

const INT: Type = Type {
    width: 32,
    signed: true,
};
const TYPES: [Type; 4] = [
    INT,
    Type {
        width: 32,
        signed: false,
    },
    Type {
        width: 64,
        signed: true,
    },
    Type {
        width: 64,
        signed: false,
    },
];
const NARROW: [Type; 4] = [
    Type {
        width: 8,
        signed: true,
    },
    Type {
        width: 8,
        signed: false,
    },
    Type {
        width: 16,
        signed: true,
    },
    Type {
        width: 16,
        signed: false,
    },
];

impl Type {
    pub fn name(self) -> &'static str {
        match (self.width, self.signed) {
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long long",
            (_, false) => "unsigned long long",
        }
    }

    pub fn least(self) -> i128 {
        if self.signed {
            -(1 << (self.width - 1))
        } else {
            0
        }
    }

    pub fn most(self) -> i128 {
        let bits = if self.signed {
            self.width - 1
        } else {
            self.width
        };
        (1 << bits) - 1
    }

    /// The value of a conversion to the type.
    pub fn wrapped(self, value: i128) -> i128 {
        let size = 1i128 << self.width;
        let low = value.rem_euclid(size);
        if low > self.most() { low - size } else { low }
    }

    /// The value of arithmetic in the type; none where it is not defined.
    fn exact(self, value: i128) -> Option<i128> {
        if self.signed {
            (self.least()..=self.most())
                .contains(&value)
                .then_some(value)
        } else {
            Some(self.wrapped(value))
        }
    }
}

/// A literal of the type, negative ones without an overflow on the way.
pub fn literal(value: i128, ty: Type) -> String {
    let name = ty.name();
    match (value < 0, ty.width == 64) {
        (true, _) if value == ty.least() => format!("(({name})(-{}LL - 1))", -(value + 1)),
        (_, true) if !ty.signed => format!("(({name}){value}ULL)"),
        (_, _) => format!("(({name})({value}LL))"),
    }
}

/// An expression with its type and its value; without one where evaluating it is not defined.
#[derive(Clone, Debug)]
struct Expr {
    text: String,
    ty: Type,
    value: Option<i128>,
}

/// A condition that is true for the values of its parameters.
pub struct Made {
    pub params: Vec<(String, Type, i128)>,
    /// Statements that compute what it is about.
    pub before: String,
    pub condition: String,
}

impl Made {
    /// A condition; none if something on its way is not defined.
    pub fn new(draw: &mut Draw) -> Option<Made> {
        let mut params = Vec::new();
        for at in 0..1 + draw.below(3) {
            let ty = TYPES[draw.below(4)];
            params.push((format!("p{at}"), ty, ty.wrapped(interesting(draw, ty))));
        }
        let mut leaves: Vec<Expr> = params
            .iter()
            .map(|(name, ty, value)| Expr {
                text: name.clone(),
                ty: *ty,
                value: Some(*value),
            })
            .collect();
        let mut before = String::new();
        if draw.below(3) == 0 {
            let (text, acc) = by_loop(draw, &leaves)?;
            before = text;
            leaves.push(acc);
        }
        let depth = 1 + draw.below(3);
        let e = expr(draw, &leaves, depth);
        let value = e.value?;
        let is = literal(value, e.ty);
        let above = literal(e.ty.wrapped(value + 1), e.ty);
        let condition = match draw.below(6) {
            0..3 => format!("{} == {is}", e.text),
            3 => format!("{0} >= {is} && {0} <= {is}", e.text),
            4 => format!("!({} != {is})", e.text),
            _ => format!("{} != {above}", e.text),
        };
        Some(Made {
            params,
            before,
            condition,
        })
    }
}

fn interesting(draw: &mut Draw, ty: Type) -> i128 {
    match draw.below(8) {
        0 => ty.least(),
        1 => ty.most(),
        2 => -1,
        3 => 0,
        4 => 1 << draw.below(ty.width as usize - 1),
        _ => draw.below(41) as i128 - 20,
    }
}

fn cast(e: &Expr, ty: Type) -> Expr {
    Expr {
        text: format!("(({})({}))", ty.name(), e.text),
        ty,
        value: e.value.map(|value| ty.wrapped(value)),
    }
}

/// An expression over some others.
fn expr(draw: &mut Draw, leaves: &[Expr], depth: usize) -> Expr {
    if depth == 0 || draw.below(8) == 0 {
        if draw.below(3) == 0 {
            let ty = TYPES[draw.below(4)];
            let value = ty.wrapped(interesting(draw, ty));
            return Expr {
                text: literal(value, ty),
                ty,
                value: Some(value),
            };
        }
        return leaves[draw.below(leaves.len())].clone();
    }
    let ty = TYPES[draw.below(4)];
    let mut part = || {
        let e = expr(draw, leaves, depth - 1);
        cast(&e, ty)
    };
    let (a, b, c) = (part(), part(), part());
    // What is not defined is drawn again a few times.
    for _ in 0..4 {
        let made = combined(draw, (&a, &b, &c), ty);
        if made.value.is_some() {
            return made;
        }
    }
    a
}

fn combined(draw: &mut Draw, (a, b, c): (&Expr, &Expr, &Expr), ty: Type) -> Expr {
    let made = |text: String, ty: Type, value: Option<i128>| Expr { text, ty, value };
    let (at, bt, ct) = (&a.text, &b.text, &c.text);
    let both = a.value.zip(b.value);
    let binary = |op: &str, value: Option<i128>| made(format!("({at} {op} {bt})"), ty, value);
    let of = |f: &dyn Fn(i128, i128) -> i128| both.and_then(|(x, y)| ty.exact(f(x, y)));
    let divided = |f: &dyn Fn(i128, i128) -> i128| {
        // Of a remainder the quotient must be defined, too.
        let (x, y) = both.filter(|(_, y)| *y != 0)?;
        ty.exact(x / y)?;
        Some(f(x, y))
    };
    let truth = |op: &str, f: &dyn Fn(i128, i128) -> bool| {
        let value = both.map(|(x, y)| i128::from(f(x, y)));
        made(format!("({at} {op} {bt})"), INT, value)
    };
    match draw.below(19) {
        0 => binary("+", of(&|x, y| x + y)),
        1 => binary("-", of(&|x, y| x - y)),
        2 | 3 => binary("*", both.and_then(|(x, y)| ty.exact(x.checked_mul(y)?))),
        4 | 5 => binary("/", divided(&|x, y| x / y)),
        6 | 7 => binary("%", divided(&|x, y| x % y)),
        8 => binary("&", of(&|x, y| ty.wrapped(x & y))),
        9 => binary("|", of(&|x, y| ty.wrapped(x | y))),
        10 => binary("^", of(&|x, y| ty.wrapped(x ^ y))),
        11 => {
            // A shift of a negative number to the left is not defined in all versions of C++.
            let by = u32::try_from(draw.below(ty.width as usize)).unwrap();
            let value = a.value.filter(|x| *x >= 0);
            let value = value.and_then(|x| ty.exact(x << by));
            made(format!("({at} << {by})"), ty, value)
        }
        12 => {
            let by = u32::try_from(draw.below(ty.width as usize)).unwrap();
            made(format!("({at} >> {by})"), ty, a.value.map(|x| x >> by))
        }
        13 => {
            let value = both.filter(|(_, y)| (0..i128::from(ty.width)).contains(y));
            made(format!("({at} >> {bt})"), ty, value.map(|(x, y)| x >> y))
        }
        14 => cast(a, NARROW[draw.below(4)]),
        15 => truth("<", &|x, y| x < y),
        16 => truth("==", &|x, y| x == y),
        17 => made(format!("(~{at})"), ty, a.value.map(|x| ty.wrapped(!x))),
        _ => {
            // Only one of the two is evaluated.
            let value = a.value.and_then(|x| if x > 0 { b.value } else { c.value });
            made(format!("({at} > 0 ? {bt} : {ct})"), ty, value)
        }
    }
}

/// A loop that computes a value: its text, and the variable.
fn by_loop(draw: &mut Draw, leaves: &[Expr]) -> Option<(String, Expr)> {
    let ty = TYPES[draw.below(4)];
    let first = cast(&leaves[draw.below(leaves.len())], ty);
    let rounds = draw.below(5);
    // The number of rounds is a literal, or comes from a parameter.
    let bound = match leaves
        .iter()
        .find(|e| (0..5).contains(&e.value.unwrap_or(-1)))
    {
        Some(e) if draw.below(2) == 0 => (e.text.clone(), e.value?),
        _ => (rounds.to_string(), rounds as i128),
    };
    let seed = draw.bits();
    let mut value = first.value?;
    let mut text = String::new();
    for i in 0..=bound.1 {
        let acc = Expr {
            text: "acc".to_owned(),
            ty,
            value: Some(value),
        };
        let number = Expr {
            text: "i".to_owned(),
            ty: INT,
            value: Some(i),
        };
        // The same expression in each round; where what it draws depends on values there is none.
        let mut again = Draw::new(seed);
        let inner = [&[acc, number], leaves].concat();
        let next = cast(&step(&mut again, &inner, ty), ty);
        if text.is_empty() {
            text.clone_from(&next.text);
        }
        if text != next.text {
            return None;
        }
        if i < bound.1 {
            value = next.value?;
        }
    }
    let text = format!(
        "{} acc = {}; for (int i = 0; i < ({}); ++i) acc = {text}; ",
        ty.name(),
        first.text,
        bound.0
    );
    let acc = Expr {
        text: "acc".to_owned(),
        ty,
        value: Some(value),
    };
    Some((text, acc))
}

/// What a round computes, drawn without a look at values.
fn step(draw: &mut Draw, leaves: &[Expr], ty: Type) -> Expr {
    let a = cast(&leaves[0], ty);
    let (at, other) = (draw.below(leaves.len()), draw.below(leaves.len()));
    let (b, c) = (cast(&leaves[at], ty), cast(&leaves[other], ty));
    combined(draw, (&a, &b, &c), ty)
}
