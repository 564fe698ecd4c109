//! Matrices as sites, and what could be done with them.

use super::*;

/// The matrices of a program as sites.
pub(super) fn sites(input: &Input<'_>) -> Vec<Site> {
    let world = World::new(input);
    let sites = world.matrices.iter().filter_map(|matrix| {
        let callable = matrix
            .callable
            .and_then(|number| world.callables.get(number));
        let class = world
            .classes
            .iter()
            .find(|(id, _)| Some(*id) == matrix.class);
        let method = match (callable, class) {
            (Some(callable), _) => callable.name.clone(),
            (None, Some((_, class))) => class.clone(),
            (None, None) => return None,
        };
        (matrix.kind != Kind::Ghost).then(|| Site {
            kind: MATRIX,
            id: matrix.id,
            span: matrix.name_span,
            head: matrix.name_span,
            names: vec![matrix.name.clone()],
            within: Vec::new(),
            loops: Vec::new(),
            parent: None,
            method_id: callable.map_or(matrix.id, |callable| callable.id),
            method,
            directives: Vec::new(),
        })
    });
    sites.collect()
}

pub(super) fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
    if site.kind != MATRIX {
        return Vec::new();
    }
    let matrix = site.names.first().cloned().unwrap_or_default();
    let (at, meant) = match name {
        SiteName::InMethod(method, _) => {
            (format!("@{method}"), Some(SiteName::Name(method.clone())))
        }
        SiteName::Line(line) => (format!("@{line}"), Some(SiteName::Line(*line))),
        SiteName::Name(_) => (String::new(), None),
    };
    let world = World::new(input);
    [("row", true), ("col", false)]
        .into_iter()
        .map(|(order, row_major)| {
            let flag = format!("--linearize {matrix}:{order}{at}");
            let arguments = Arguments {
                matrix: Ident {
                    name: matrix.clone(),
                    span: Span::default(),
                },
                row_major,
                extents: None,
            };
            let asked = Asked {
                site: meant.clone(),
                origin: StepOrigin::Flag(flag.clone()),
            };
            let refusal = obstacle(&world, &arguments, &asked).err();
            Possible {
                flag: FlagForm::whole(flag),
                obstacle: refusal.map(|refusal| *refusal.diagnostic),
            }
        })
        .collect()
}

/// What can be said against a step without a proof.
fn obstacle(world: &World<'_>, arguments: &Arguments, asked: &Asked) -> Result<(), Refusal> {
    let wanted = prepared(world, arguments, asked)?;
    let column = fresh(world.input.program, "column");
    let mut rewrite = Rewrite::new(world, &wanted.group, wanted.directive, column, None);
    rewrite.all();
    rewrite.refusal.map_or(Ok(()), Err)
}
