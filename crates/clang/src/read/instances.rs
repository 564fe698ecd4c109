//! The instances of templates that launches name, and which of them are not asked for.

use super::named::Named;

/// So many instances are asked for.
const MOST: usize = 64;

/// An instance of a template, such as `k<float, 128>`, that a launch names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    /// The kernel as the launch names it, without template arguments.
    pub kernel: String,
    /// As the launch names it.
    pub written: String,
    /// As it is asked for; another text where the launch names a type that only a missing macro defines.
    pub asked: String,
}

/// The instances that launches name.
#[derive(Clone, Debug, Default)]
pub(super) struct Instances {
    /// Those that are asked for.
    pub asked: Vec<Instance>,
    /// Those that are left out: they cannot be named behind the text, or are too many.
    pub left: Vec<Instance>,
}

impl Instances {
    /// Those of the launches. PyTorch's dispatch macros name a type `scalar_t` that they alone define; it is
    /// taken to be `float`.
    pub(super) fn of(launches: &[Named], text: &str) -> Instances {
        let dispatched = text.contains("_DISPATCH_");
        let mut all = Instances::default();
        for launch in launches.iter().filter(|l| !l.arguments.is_empty()) {
            let written: Vec<&str> = launch.arguments.iter().map(String::as_str).collect();
            let asked: Vec<&str> = written
                .iter()
                .map(|argument| match *argument {
                    "scalar_t" | "cuda_scalar_t" if dispatched => "float",
                    other => other,
                })
                .collect();
            let named = |arguments: &[&str]| format!("{}<{}>", launch.kernel, arguments.join(", "));
            let instance = Instance {
                kernel: launch.kernel.clone(),
                written: named(&written),
                asked: named(&asked),
            };
            if all.asked.contains(&instance) || all.left.contains(&instance) {
                continue;
            }
            let plain = instance
                .asked
                .chars()
                .all(|c| c.is_alphanumeric() || "_:<>, *&-".contains(c));
            if plain && all.asked.len() < MOST {
                all.asked.push(instance);
            } else {
                all.left.push(instance);
            }
        }
        all
    }

    /// Leaves out those at positions of `asked`; says whether there were some.
    pub(super) fn leave_out(&mut self, refused: impl Fn(usize) -> bool) -> bool {
        let all = std::mem::take(&mut self.asked);
        let before = all.len();
        for (at, instance) in all.into_iter().enumerate() {
            if refused(at) {
                self.left.push(instance);
            } else {
                self.asked.push(instance);
            }
        }
        self.asked.len() < before
    }

    /// What launches name of a kernel, by its name without namespaces, and no reading is about.
    pub(super) fn not_read<'a>(&'a self, kernel: &'a str) -> impl Iterator<Item = &'a str> {
        let renamed = self.asked.iter().filter(|i| i.asked != i.written);
        let all = self.left.iter().chain(renamed);
        all.filter(move |i| i.kernel.rsplit("::").next().unwrap_or("").trim() == kernel)
            .map(|i| i.written.as_str())
    }
}
