//! The notices of the crates are those of the crates that the lock file puts into the program. `cargo xtask licences` gathers them.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The crates in the program, as `name version`, without those of this workspace.
fn crates_in_the_program() -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--locked",
            "--package",
            "daybook",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).unwrap();
    let outside = listed.lines().filter(|line| !line.is_empty() && !line.contains("(/"));
    outside.map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ").replace(" v", " ")).collect()
}

#[test]
fn the_notices_name_every_crate_in_the_program_in_its_version() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/licences/crates.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let is_crate = |line: &&str| line.split(' ').nth(1).is_some_and(|version| version.starts_with(char::is_numeric));
    let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
    let named: BTreeSet<String> = lines.filter(is_crate).map(str::to_owned).collect();
    let present = crates_in_the_program();
    let missing: Vec<&String> = present.difference(&named).collect();
    let gone: Vec<&String> = named.difference(&present).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "run “cargo xtask licences”: without a notice {missing:?}, gone {gone:?}"
    );
    assert!(present.len() > 100, "only {} crates were found", present.len());
}
