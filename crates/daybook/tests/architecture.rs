//! Who may depend on whom: the arrows of `docs/architecture.md`, checked against the manifests. A new arrow is a
//! decision, with a page in `docs/decisions/`, and a change here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Crate → the crates of this workspace that its production code may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("application", &["domain"]),
    ("migrations", &[]),
    ("persistence", &["application", "domain", "migrations"]),
    ("security", &["application", "domain"]),
    ("mail", &["application", "domain"]),
    ("documents", &["application", "domain"]),
    ("outbound", &["application", "domain"]),
    ("web", &["application", "domain"]),
    ("daybook", &["application", "documents", "domain", "mail", "outbound", "persistence", "security", "web"]),
    ("testkit", &["application", "documents", "domain", "outbound", "persistence", "security", "web", "migrations"]),
    ("xtask", &[]),
    // It signs its own tokens, and seals the events that it writes, with the portal's code, so that no copy can drift.
    ("bench", &["application", "domain", "persistence", "security"]),
];

/// Crate → what must not stand among its production dependencies.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("domain", &["tokio", "serde", "serde_json", "sea-orm", "sqlx", "actix-web", "async-trait", "rand"]),
    ("application", &["tokio", "sea-orm", "sqlx", "actix-web", "lettre", "serde", "serde_json"]),
    ("web", &["sea-orm", "sqlx", "argon2", "jsonwebtoken", "lettre", "genpdf", "lopdf", "printpdf", "csv"]),
    ("persistence", &["actix-web", "utoipa", "lettre"]),
    ("security", &["sea-orm", "sqlx", "actix-web", "lettre"]),
    ("mail", &["sea-orm", "sqlx", "actix-web", "argon2", "jsonwebtoken"]),
    ("documents", &["sea-orm", "sqlx", "actix-web", "argon2", "jsonwebtoken", "lettre"]),
    ("outbound", &["sea-orm", "sqlx", "actix-web", "argon2", "jsonwebtoken", "lettre"]),
    ("daybook", &["hyper", "lettre", "genpdf", "lopdf", "printpdf", "csv"]),
];

struct Package {
    production: BTreeSet<String>,
    all: BTreeSet<String>,
}

fn workspace() -> BTreeMap<String, Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap();
            let names = |production_only: bool| {
                dependencies
                    .iter()
                    .filter(|dependency| !production_only || dependency["kind"] != "dev")
                    .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
                    .collect()
            };
            (package["name"].as_str().unwrap().to_owned(), Package { production: names(true), all: names(false) })
        })
        .collect()
}

#[test]
fn every_arrow_between_crates_is_one_that_was_decided() {
    let workspace = workspace();
    let decided: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    for (name, package) in &workspace {
        let allowed = decided.get(name.as_str()).unwrap_or_else(|| panic!("{name} stands in no row of ARROWS"));
        for dependency in package.production.iter().filter(|dependency| workspace.contains_key(*dependency)) {
            assert!(allowed.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
        }
    }
    assert_eq!(workspace.len(), ARROWS.len(), "a row of ARROWS names a crate that is not there");
}

#[test]
fn the_inner_crates_know_nothing_of_the_outer_world() {
    let workspace = workspace();
    for (name, forbidden) in FORBIDDEN {
        for dependency in *forbidden {
            assert!(!workspace[*name].production.contains(*dependency), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn test_helpers_stay_in_tests_and_nobody_knows_the_binary() {
    for (name, package) in workspace() {
        assert!(!package.production.contains("testkit"), "{name} uses testkit outside its tests");
        assert!(!package.all.contains("daybook"), "{name} depends on the binary");
    }
}
