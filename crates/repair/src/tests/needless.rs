//! Barriers that others make needless.

use super::pool;
use crate::model::Options;
use crate::search::{Search, Work};
use crate::with::How;
use inspect::{Form, Input, Settings};
use std::collections::BTreeSet;

const TEXT: &str = "__global__ void k(int *a) {
    __shared__ int s[64];
    s[threadIdx.x % 64] = 1;
    int t = s[63 - threadIdx.x % 64];
    a[blockIdx.x * blockDim.x + threadIdx.x] = t;
}
";

#[test]
fn of_barriers_at_all_points_one_stays() {
    let pool = pool();
    let input = Input {
        name: "k.cu".to_owned(),
        text: TEXT.to_owned(),
        folder: None,
        form: inspect::form_of(std::path::Path::new("k.cu")).unwrap(),
    };
    assert!(matches!(input.form, Form::Source(_)));
    let mut settings = Settings::default();
    settings.sizes.block = Some(inspect::sizes::parse("64").unwrap());
    let opened = inspect::open(&input, &settings).unwrap();
    let kernel = &opened.kernels[0];
    let options = Options {
        grid: false,
        ..Options::default()
    };
    let search = Search {
        module: &opened.module,
        kernel: kernel.function,
        checks: &kernel.options,
        options: &options,
        says_memory: false,
        text: TEXT,
        forbidden: &BTreeSet::new(),
        pool: &pool,
    };
    let mut work = Work::of(&search);
    let all = work.allowed.clone();
    assert!(all.len() > 2);
    let trial = work.with(&all, &How::usual()).unwrap();
    assert!(trial.stands());
    let trial = work.without_needless(trial, &BTreeSet::new());
    assert!(trial.stands());
    assert_eq!(trial.chosen.len(), 1);
    assert!(!work.least);
}
