//! Who may depend on whom. Arrows run down only:
//! `ovelle → {ordering, customers → {payments, loyalty}, staff, tracking, dispatch} → {orders, live, mail → outbox} → {bus, server, providers, protocol} → deps → store → domain`; the simulator knows the
//! public contract alone. The chain knows the rules' values alone. The streets know nobody; cars of the city and drives of the providers go along them.
//! The testkit stands above them all, and only tests stand on it.

use std::collections::{BTreeMap, BTreeSet};

use house::files;
use toml::{Table, Value};

/// Each crate of ours, by the name of its folder, and those of ours that it may know.
const MAY_KNOW: [(&str, &[&str]); 30] = [
    ("domain", &[]),
    ("chain", &["domain"]),
    ("pricing", &["chain", "domain"]),
    ("fastpath", &["domain"]),
    ("protocol", &["domain", "fastpath"]),
    ("metrics", &[]),
    ("store", &["domain"]),
    ("deps", &["domain", "store"]),
    ("streets", &[]),
    ("providers", &["deps", "domain", "store", "streets"]),
    ("server", &["deps", "domain", "store"]),
    ("bus", &["deps", "domain", "fastpath", "metrics"]),
    ("live", &["deps", "domain", "fastpath", "metrics", "server"]),
    ("orders", &["bus", "deps", "domain", "fastpath", "metrics", "providers", "store"]),
    ("outbox", &["deps", "domain", "store"]),
    ("mail", &["deps", "domain", "outbox", "store"]),
    ("payments", &["deps", "domain", "orders", "outbox", "providers", "server", "store"]),
    (
        "tracking",
        &["bus", "deps", "domain", "fastpath", "live", "metrics", "orders", "protocol", "providers", "server", "store"],
    ),
    ("dispatch", &["deps", "domain", "fastpath", "live", "orders", "protocol", "server", "store"]),
    ("staff", &["bus", "deps", "domain", "protocol", "server", "store"]),
    ("loyalty", &["chain", "deps", "domain", "pricing", "server", "store"]),
    (
        "customers",
        &[
            "chain",
            "deps",
            "domain",
            "loyalty",
            "mail",
            "payments",
            "pricing",
            "protocol",
            "providers",
            "server",
            "store",
        ],
    ),
    (
        "ordering",
        &[
            "bus",
            "chain",
            "deps",
            "domain",
            "live",
            "mail",
            "orders",
            "outbox",
            "payments",
            "pricing",
            "protocol",
            "providers",
            "server",
            "store",
        ],
    ),
    ("content", &["chain", "domain", "providers", "server"]),
    ("analytics", &["chain", "domain", "server"]),
    ("simulator", &["streets"]),
    ("bench", &[]),
    (
        "ovelle",
        &[
            "analytics",
            "bus",
            "chain",
            "content",
            "customers",
            "deps",
            "dispatch",
            "domain",
            "live",
            "loyalty",
            "mail",
            "metrics",
            "ordering",
            "orders",
            "outbox",
            "payments",
            "pricing",
            "protocol",
            "providers",
            "server",
            "simulator",
            "staff",
            "store",
            "tracking",
        ],
    ),
    (
        "testkit",
        &[
            "bus",
            "deps",
            "domain",
            "live",
            "metrics",
            "orders",
            "ovelle",
            "providers",
            "server",
            "staff",
            "store",
            "tracking",
        ],
    ),
    ("house", &[]),
];

/// What a crate would need to name a watcher: connections, and whatever speaks HTTP.
const NOT_FOR_COMMITS: [&str; 13] = [
    "axum",
    "customers",
    "dispatch",
    "hyper",
    "live",
    "loyalty",
    "ovelle",
    "server",
    "staff",
    "tokio-tungstenite",
    "tower",
    "tracking",
    "tungstenite",
];
/// What would let connections know what they carry.
const NOT_FOR_CONNECTIONS: [&str; 10] =
    ["bus", "customers", "dispatch", "loyalty", "orders", "protocol", "providers", "staff", "store", "tracking"];

/// What would make a rule do I/O, wait, or read a clock or a die of its own.
const NOT_FOR_RULES: [&str; 9] =
    ["axum", "futures-util", "hyper", "rand", "reqwest", "sqlx", "tokio", "tokio-util", "tracing"];

struct Manifest {
    /// The folder's name below `crates/`.
    name: String,
    table: Table,
}

impl Manifest {
    fn dependencies(&self, section: &str) -> BTreeSet<String> {
        self.table.get(section).and_then(Value::as_table).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    /// All that the crate itself is built from.
    fn built_from(&self) -> BTreeSet<String> {
        &self.dependencies("dependencies") | &self.dependencies("build-dependencies")
    }
}

fn manifests() -> Vec<Manifest> {
    let manifests: Vec<_> = files()
        .into_iter()
        .filter_map(|file| {
            let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            let table = file.text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.path));
            (!name.contains('/')).then(|| Manifest { name: name.to_owned(), table })
        })
        .collect();
    assert!(!manifests.is_empty(), "no crate was found: nothing would be checked");
    manifests
}

#[test]
fn every_crate_has_its_place_among_the_others() {
    let places: BTreeSet<_> = MAY_KNOW.iter().map(|(name, _)| (*name).to_owned()).collect();
    let crates: BTreeSet<_> = manifests().into_iter().map(|manifest| manifest.name).collect();
    assert_eq!(
        crates, places,
        "a new crate gets a row in MAY_KNOW and its reason in ARCHITECTURE.md; a crate that went loses its row"
    );
}

#[test]
fn arrows_run_down_only() {
    let may_know: BTreeMap<_, _> = MAY_KNOW.into_iter().collect();
    for manifest in manifests() {
        let allowed = may_know.get(manifest.name.as_str()).copied().unwrap_or_default();
        for known in manifest.built_from().iter().filter(|known| may_know.contains_key(known.as_str())) {
            assert!(
                allowed.contains(&known.as_str()),
                "{} may not depend on {known}: move what it needs to where both may reach it, or hand it in. A new \
                 arrow is rare; it gets its place in MAY_KNOW and its reason in ARCHITECTURE.md",
                manifest.name,
            );
        }
    }
}

#[test]
fn tests_reach_no_further_than_their_crate_but_for_the_testkit() {
    let may_know: BTreeMap<_, _> = MAY_KNOW.into_iter().collect();
    for manifest in manifests() {
        let allowed = may_know.get(manifest.name.as_str()).copied().unwrap_or_default();
        for known in manifest.dependencies("dev-dependencies") {
            assert!(
                known == "testkit" || !may_know.contains_key(known.as_str()) || allowed.contains(&known.as_str()),
                "tests of {} may not depend on {known}: a test of both stands in a crate that may know both",
                manifest.name,
            );
        }
    }
}

#[test]
fn the_testkit_is_for_tests_alone() {
    for manifest in manifests() {
        assert!(
            !manifest.built_from().contains("testkit"),
            "{} has testkit among its dependencies: move it to [dev-dependencies]",
            manifest.name,
        );
    }
}

#[test]
fn the_rules_do_no_io_and_do_not_wait() {
    for manifest in manifests().iter().filter(|manifest| manifest.name == "domain") {
        for forbidden in NOT_FOR_RULES {
            assert!(
                !manifest.built_from().contains(forbidden),
                "domain depends on {forbidden}: time, chance and what was read come in as arguments"
            );
        }
    }
}

/// The crate's own dependencies, and through those of ours all that they bring.
fn reaches(name: &str, manifests: &[Manifest]) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(next) = open.pop() {
        let Some(manifest) = manifests.iter().find(|manifest| manifest.name == next) else { continue };
        for known in manifest.built_from() {
            if reached.insert(known.clone()) {
                open.push(known);
            }
        }
    }
    reached
}

#[test]
fn the_crate_that_commits_cannot_name_a_watcher() {
    let reached = reaches("orders", &manifests());
    assert!(reached.contains("store"), "orders commit, and do so through the store");
    for forbidden in NOT_FOR_COMMITS {
        assert!(!reached.contains(forbidden), "orders reach {forbidden}: what they know of watchers is `Subscribers`");
    }
}

#[test]
fn made_up_people_are_in_no_binary() {
    let sources = files().into_iter().filter(|file| file.path.starts_with("crates/") && file.path.contains("/src/"));
    let wrong: Vec<_> =
        sources.filter(|file| !file.is_below("crates/testkit")).flat_map(|file| file.lines_with("MadeUp")).collect();
    assert!(wrong.is_empty(), "who calls and what they own is made up by tests alone:\n{}", wrong.join("\n"));
}

#[test]
fn connections_do_not_know_what_they_carry() {
    let manifests = manifests();
    let live = manifests.iter().find(|manifest| manifest.name == "live").expect("there are connections");
    for forbidden in NOT_FOR_CONNECTIONS {
        assert!(!live.built_from().contains(forbidden), "live depends on {forbidden}: topics are numbers there");
    }
    let words = ["OrderId", "RestaurantId", "CarId", "Status::"];
    let sources = files().into_iter().filter(|file| file.is_below("crates/live/src"));
    let wrong: Vec<_> =
        sources.flat_map(|file| words.iter().flat_map(|word| file.lines_with(word)).collect::<Vec<_>>()).collect();
    assert!(wrong.is_empty(), "connections carry topics, whatever those are about:\n{}", wrong.join("\n"));
}

#[test]
fn libraries_say_their_errors() {
    for manifest in manifests().iter().filter(|manifest| manifest.name != "ovelle") {
        assert!(
            !manifest.built_from().contains("anyhow"),
            "{} depends on anyhow: a library has an error enum of its own (thiserror)",
            manifest.name,
        );
    }
}

#[test]
fn versions_and_lints_come_from_the_workspace() {
    for manifest in manifests() {
        let lints = manifest.table.get("lints").and_then(|lints| lints.get("workspace"));
        assert_eq!(
            lints.and_then(Value::as_bool),
            Some(true),
            "crates/{}/Cargo.toml lacks `[lints] workspace = true`",
            manifest.name
        );
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (name, value) in manifest.table.get(section).and_then(Value::as_table).into_iter().flatten() {
                assert_eq!(
                    value.get("workspace").and_then(Value::as_bool),
                    Some(true),
                    "{} names its own version of {name}: versions stand in [workspace.dependencies]",
                    manifest.name,
                );
            }
        }
    }
}
