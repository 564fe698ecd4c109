fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        for l in clang::launches::launches(&text, 0, &[], &Default::default()) {
            let line = text[..l.place.start as usize].lines().count();
            let show = |e: &clang::launches::Extent| {
                e.sizes
                    .iter()
                    .map(|q| q.formula.to_string())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let args: Vec<String> = l.arguments.iter().map(|q| q.formula.to_string()).collect();
            println!(
                "{}:{} {}<{}> grid({}) block({}) args({}) fixed{:?}{}",
                path.rsplit('/').next().unwrap(),
                line,
                l.kernel,
                l.template_arguments.join(","),
                show(&l.grid),
                show(&l.block),
                args.join(" | "),
                l.fixed,
                if l.indirect { " INDIRECT" } else { "" }
            );
        }
    }
}
