//! Who may import whom inside a crate: imports run one way there, too.
//!
//! [`ORDER`] lists the modules of each crate (the files and folders right below `src/`) from the bottom up, and a module imports
//! only those that come before it. What `lib.rs` names again counts as an import of the module in which it stands.

mod order;

use std::collections::{BTreeMap, BTreeSet};

use house::{ModuleImports, SourceFile, files};

use order::ORDER;

fn crates(files: &[SourceFile]) -> BTreeSet<String> {
    let name = |file: &SourceFile| {
        let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        (!name.contains('/')).then(|| name.to_owned())
    };
    files.iter().filter_map(name).collect()
}

#[test]
fn every_module_of_every_crate_has_its_place() {
    let files = files();
    let order: BTreeMap<_, _> = ORDER.into_iter().collect();
    let listed: BTreeSet<_> = order.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(crates(&files), listed, "a crate lists its modules from the bottom up in ORDER");
    for (name, modules) in &order {
        let listed: BTreeSet<_> = modules.iter().map(|module| (*module).to_owned()).collect();
        assert_eq!(ModuleImports::of(name, &files).names, listed, "the modules of {name}, each once in ORDER");
    }
}

#[test]
fn imports_inside_a_crate_run_one_way() {
    let files = files();
    let mut wrong = Vec::new();
    for (name, order) in ORDER {
        let place = |module: &str| order.iter().position(|listed| *listed == module);
        for ((from, to), file) in ModuleImports::of(name, &files).imports {
            if place(&to) >= place(&from) {
                wrong.push(format!("{name}: {from} may not import {to} ({file})"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "move what is needed to a module that both may reach, or hand it in; ORDER says which come first:\n{}",
        wrong.join("\n"),
    );
}

#[test]
fn the_root_of_a_library_only_names() {
    let files = files();
    let mut wrong = Vec::new();
    for (name, _) in ORDER {
        for (item, file) in ModuleImports::of(name, &files).from_root {
            wrong.push(format!("{name}: {item}, which {file} imports"));
        }
    }
    assert!(wrong.is_empty(), "these stand in lib.rs itself; give each a module:\n{}", wrong.join("\n"));
}
