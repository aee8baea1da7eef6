//! Who may import whom inside a crate: imports run one way there, too.
//!
//! [`ORDER`] lists the rooms of each crate (the files and folders right below `src/`) from the bottom up, and a room imports
//! only those that come before it. What `lib.rs` names again counts as an import of the room in which it stands.

mod knots;
mod order;

use std::collections::{BTreeMap, BTreeSet};

use house::{Rooms, SourceFile, files};

use knots::KNOTS;
use order::ORDER;

fn crates(files: &[SourceFile]) -> BTreeSet<String> {
    let name = |file: &SourceFile| {
        let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        (!name.contains('/')).then(|| name.to_owned())
    };
    files.iter().filter_map(name).collect()
}

#[test]
fn every_room_of_every_crate_has_its_place() {
    let files = files();
    let order: BTreeMap<_, _> = ORDER.into_iter().collect();
    let listed: BTreeSet<_> = order.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(crates(&files), listed, "a crate lists its rooms from the bottom up in ORDER");
    for (name, rooms) in &order {
        let listed: BTreeSet<_> = rooms.iter().map(|room| (*room).to_owned()).collect();
        assert_eq!(Rooms::of(name, &files).names, listed, "the rooms of {name}, each once in ORDER");
    }
}

#[test]
fn imports_inside_a_crate_run_one_way() {
    let files = files();
    let mut wrong = Vec::new();
    for (name, order) in ORDER {
        let place = |room: &str| order.iter().position(|listed| *listed == room);
        let knot = KNOTS.iter().find(|(knotted, _)| *knotted == name).map_or(&[][..], |(_, knot)| knot);
        let are_knotted = |one: &str, other: &str| knot.contains(&one) && knot.contains(&other);
        for ((from, to), file) in Rooms::of(name, &files).imports {
            if place(&to) >= place(&from) && !are_knotted(&from, &to) {
                wrong.push(format!("{name}: {from} may not import {to} ({file})"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "move what is needed to a room that both may reach, or hand it in; ORDER says which come first:\n{}",
        wrong.join("\n"),
    );
}

#[test]
fn the_root_of_a_library_only_names() {
    let files = files();
    let mut wrong = Vec::new();
    for (name, _) in ORDER {
        for (item, file) in Rooms::of(name, &files).from_root {
            wrong.push(format!("{name}: {item}, which {file} imports"));
        }
    }
    assert!(wrong.is_empty(), "these stand in lib.rs itself; give each a room:\n{}", wrong.join("\n"));
}

#[test]
fn a_knot_is_still_one() {
    let files = files();
    for (name, knot) in KNOTS {
        let imports = Rooms::of(name, &files).imports;
        for room in knot {
            let is_tied = imports.keys().any(|(from, to)| from == room && knot.contains(&to.as_str()));
            assert!(is_tied, "{room} of {name} is no longer part of the knot: take it out of KNOTS");
        }
    }
}
