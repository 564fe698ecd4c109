//! What the tests share: reading programs, and a prover that is told its answers.

use spec_lang::ast::Program;
use spec_lang::parse::parse;
use spec_lang::resolve::{Profile, Resolution, resolve};
use text::diagnostics::Severity;
use text::source::SourceFile;
use transforms::{Input, Outcome, Prover, Question, Refusal, Step, apply};

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

/// A program of one file.
pub fn load_text(text: impl Into<String>, profile: Profile) -> Loaded {
    load(vec![SourceFile::new("test.pvl", text)], profile)
}

/// The text of a program of one file after a step.
pub fn carried_out(
    loaded: &Loaded,
    step: &Step,
    prover: &mut dyn Prover,
) -> Result<String, Refusal> {
    let rewritten = apply(&loaded.input(), step, prover)?;
    let applied = rewritten.edits.apply(&loaded.files).unwrap().remove(0);
    Ok(applied.expect("a change").text)
}

/// Says that everything holds, but for what it is told.
pub struct Told {
    /// How often a guard that is asked about holds, if that is told.
    pub iterations: Option<usize>,
    /// Whether it is shown not to hold then.
    pub ends: bool,
    /// Of the sign of a step.
    pub sign: Outcome,
    /// What contains one of these does not hold, unless it contains one of `yes`.
    pub no: Vec<String>,
    pub yes: Vec<String>,
    /// Counts for the first question only.
    pub first: Option<String>,
    /// What is said where it does not.
    pub otherwise: Outcome,
    /// Of fused kernels: what is said of the results, one after the other, the last of all further ones.
    pub results: Option<Vec<Outcome>>,
    pub profile: Profile,
    pub asked: Vec<String>,
}

impl Default for Told {
    fn default() -> Self {
        Told {
            iterations: None,
            ends: true,
            sign: Outcome::Proved,
            no: Vec::new(),
            yes: Vec::new(),
            first: None,
            otherwise: Outcome::Refuted("n = 2".into()),
            results: None,
            profile: Profile::Sound,
            asked: Vec::new(),
        }
    }
}

fn formula_of(text: &str) -> &str {
    let text = text.strip_prefix("assert ").unwrap_or(text);
    text.strip_suffix(';').unwrap_or(text).trim()
}

impl Told {
    fn holds(&self, text: &str) -> bool {
        let one_of = |words: &[String]| words.iter().any(|word| text.contains(word));
        // Where kernels are fused it is asked whether everything is believed.
        let contradiction = self.results.is_some() && formula_of(text) == "false";
        one_of(&self.yes) || !(one_of(&self.no) || contradiction)
    }

    fn says(&self, texts: &[&str], index: usize, iterations: usize) -> Outcome {
        let formula = formula_of(texts[index]);
        let end = format!("!({})", formula_of(texts[0]));
        let holds = if formula == "false" {
            false
        } else if formula == end || (texts.len() == 1 && formula.starts_with("!(")) {
            self.ends && index == iterations
        } else if formula.starts_with("0 <= ") && texts.len() == 1 {
            return self.sign.clone();
        } else {
            index < iterations
        };
        self.verdict(holds)
    }

    fn verdict(&self, holds: bool) -> Outcome {
        match holds {
            true => Outcome::Proved,
            false => self.otherwise.clone(),
        }
    }

    fn answer(&mut self, question: &Question) -> Vec<Outcome> {
        // A question is a program like any other.
        load(question.files.clone(), self.profile);
        let place = |span: &text::span::Span| question.files[span.file as usize].slice(*span);
        let texts: Vec<&str> = question.asserts.iter().map(place).collect();
        let formula = texts.len() == 1 && texts[0].starts_with("assert ");
        if let Some(results) = self.results.as_mut().filter(|_| !formula) {
            self.asked.push(format!("{} places", texts.len()));
            let result = match results.len() {
                1 => results[0].clone(),
                _ => results.remove(0),
            };
            return vec![result; texts.len()];
        }
        let formulas = texts.iter().map(|text| formula_of(text).replace('\n', " "));
        self.asked.push(formulas.collect::<Vec<_>>().join("; "));
        let first = self.first.take();
        let hidden = |text: &str| first.as_ref().is_some_and(|first| text.contains(first));
        let answers = (0..texts.len()).map(|index| match self.iterations {
            Some(iterations) => self.says(&texts, index, iterations),
            None => self.verdict(self.holds(texts[index]) && !hidden(texts[index])),
        });
        answers.collect()
    }
}

impl Prover for Told {
    fn prove(&mut self, questions: &[Question]) -> Vec<Vec<Outcome>> {
        let answers = questions.iter().map(|question| self.answer(question));
        answers.collect()
    }
}
