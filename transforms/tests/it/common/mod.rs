//! What the tests share: reading programs, provers that do not prove.

use spec_lang::ast::Program;
use spec_lang::parse::parse;
use spec_lang::resolve::{Profile, Resolution, resolve};
use text::diagnostics::Severity;
use text::source::SourceFile;
use transforms::{
    Input, Outcome, Prover, Question, Refusal, Rewritten, Step, apply, next_directive,
    of_directive, parse_flag,
};

/// A program, read.
pub struct Loaded {
    pub files: Vec<SourceFile>,
    pub program: Program,
    pub resolution: Resolution,
    pub profile: Profile,
}

impl Loaded {
    pub fn input(&self) -> Input<'_> {
        Input {
            files: &self.files,
            program: &self.program,
            resolution: &self.resolution,
            profile: self.profile,
            only: None,
        }
    }
}

/// Reads a program; errors in it fail the test.
pub fn load(files: Vec<SourceFile>, profile: Profile) -> Loaded {
    let parsed = parse(&files);
    let resolved = resolve(&parsed.program, profile);
    for diagnostic in parsed.diagnostics.iter().chain(&resolved.diagnostics) {
        if diagnostic.severity == Severity::Error {
            let at = diagnostic.primary.as_ref().map(|label| {
                let file = &files[label.span.file as usize];
                format!("{:?}", file.line_column(label.span.start as usize))
            });
            let text: String = files.iter().map(|file| file.text.as_str()).collect();
            panic!(
                "{} {} at {at:?} in\n{text}",
                diagnostic.code, diagnostic.message
            );
        }
    }
    Loaded {
        files,
        program: parsed.program,
        resolution: resolved.resolution,
        profile,
    }
}

/// Says that the guard holds for so many iterations, and that other formulas hold or not.
pub struct Runs {
    pub iterations: usize,
    pub ends: bool,
    pub others: Outcome,
    pub otherwise: Outcome,
    pub profile: Profile,
    pub asked: Vec<String>,
}

impl Runs {
    pub fn times(iterations: usize) -> Self {
        Runs {
            iterations,
            ends: true,
            others: Outcome::Proved,
            otherwise: Outcome::Refuted("n = 2".into()),
            profile: Profile::Sound,
            asked: Vec::new(),
        }
    }
}

fn formula_of(text: &str) -> String {
    // Fusing asks about other places as well.
    let text = text.strip_prefix("assert ").unwrap_or(text);
    text.strip_suffix(';').unwrap_or(text).trim().to_owned()
}

impl Prover for Runs {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        questions
            .iter()
            .map(|question| {
                // A question is a program like any other.
                load(question.files.clone(), self.profile);
                let texts: Vec<String> = question
                    .asserts
                    .iter()
                    .map(|span| question.files[span.file as usize].slice(*span).to_owned())
                    .collect();
                self.asked.push(texts.join(" "));
                texts
                    .iter()
                    .enumerate()
                    .map(|(index, text)| {
                        let formula = formula_of(text);
                        if formula == "false" {
                            return self.otherwise.clone();
                        }
                        let first = formula_of(&texts[0]);
                        let ends = formula == format!("!({first})")
                            || (texts.len() == 1 && formula.starts_with("!("));
                        let holds = if ends {
                            self.ends && index == self.iterations
                        } else if formula.starts_with("0 <= ") && texts.len() == 1 {
                            return self.others.clone();
                        } else {
                            index < self.iterations
                        };
                        if holds {
                            Outcome::Proved
                        } else {
                            self.otherwise.clone()
                        }
                    })
                    .collect()
            })
            .collect()
    }
}

/// What came of a step.
pub type Done = Result<(String, Rewritten), Refusal>;

/// Carries out a step on a program of one file; the result must be a program.
pub fn carry_out(loaded: &Loaded, step: &Step, prover: &mut dyn Prover) -> Done {
    let rewritten = apply(&loaded.input(), step, prover)?;
    let applied = rewritten.edits.apply(&loaded.files).unwrap();
    let text = match &applied[0] {
        Some(applied) => applied.text.clone(),
        None => loaded.files[0].text.clone(),
    };
    load(
        vec![SourceFile::new("result.pvl", text.clone())],
        loaded.profile,
    );
    Ok((text, rewritten))
}

/// Carries out the next directive of a text.
pub fn directive_in(text: &str, profile: Profile, prover: &mut Runs) -> Done {
    prover.profile = profile;
    let loaded = load(vec![SourceFile::new("test.pvl", text)], profile);
    let directive = next_directive(&loaded.program, profile).expect("a directive");
    let step = of_directive(&directive)?;
    carry_out(&loaded, &step, prover)
}

/// The text after its next directive, of a loop that runs so often.
pub fn directive(text: &str, iterations: usize) -> String {
    match directive_in(text, Profile::Sound, &mut Runs::times(iterations)) {
        Ok((text, _)) => text,
        Err(refusal) => panic!("{refusal:#?}"),
    }
}

/// The refusal of its next directive, of a loop that runs so often.
pub fn refused(text: &str, iterations: usize) -> Refusal {
    match directive_in(text, Profile::Sound, &mut Runs::times(iterations)) {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(refusal) => refusal,
    }
}

/// Says that everything holds, but what has one of some words in it.
#[derive(Default)]
pub struct Yes {
    pub but: &'static [&'static str],
    pub otherwise: Option<Outcome>,
    pub asked: Vec<String>,
}

impl Prover for Yes {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let mut answer = |question: &Question| {
            let texts = question.asserts.iter().map(|span| {
                let text = question.files[span.file as usize].slice(*span);
                formula_of(text)
            });
            let texts: Vec<String> = texts.collect();
            self.asked.push(texts.join("; "));
            let refuted = Outcome::Refuted("n = 2".to_owned());
            let no = self.otherwise.clone().unwrap_or(refuted);
            let verdict = |text: &String| match self.but.iter().any(|word| text.contains(word)) {
                true => no.clone(),
                false => Outcome::Proved,
            };
            texts.iter().map(verdict).collect()
        };
        questions.iter().map(&mut answer).collect()
    }
}

/// Carries out what the first comment `//:: alpinist --unroll …` says, or the next
/// directive; `//:: alpinist --profile vercors-1.4` is the other thing it may say.
pub fn example(text: &str, iterations: usize) -> Done {
    if text.contains("iter_merge") {
        let profile = match text.contains("--profile vercors-1.4") {
            true => Profile::VerCors14,
            false => Profile::Sound,
        };
        let loaded = load(vec![SourceFile::new("test.pvl", text)], profile);
        let step = of_directive(&next_directive(&loaded.program, profile).unwrap())?;
        return carry_out(&loaded, &step, &mut Yes::default());
    }
    let settings = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("//:: alpinist --unroll "));
    let mut prover = Runs::times(iterations);
    let Some(argument) = settings else {
        return directive_in(text, Profile::Sound, &mut prover);
    };
    prover.ends = false;
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    carry_out(&loaded, &parse_flag("unroll", argument, &[])?, &mut prover)
}

/// Carries out `--unroll`.
pub fn flag(text: &str, argument: &str, guard: bool, iterations: usize) -> Done {
    let loaded = load(vec![SourceFile::new("test.pvl", text)], Profile::Sound);
    let step = parse_flag("unroll", argument, if guard { &["guard"] } else { &[] })?;
    carry_out(&loaded, &step, &mut Runs::times(iterations))
}
