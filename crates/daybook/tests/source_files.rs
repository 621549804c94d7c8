//! How long a source file may be, in every crate and in the front end, tests included: beyond that it holds more than one
//! thing, and a reader of one reads past the others. What is generated is as long as it has to be.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

use std::fs;
use std::path::{Path, PathBuf};

const MOST_LINES: usize = 400;

/// Drawn by `cargo xtask openapi`.
const GENERATED: &str = "frontend/src/api/schema.d.ts";

fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_source_file_is_longer_than_400_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = [files(&root.join("crates"), &["rs"]), files(&root.join("migrations"), &["rs"])].concat();
    sources.extend(files(&root.join("frontend/src"), &["ts", "tsx"]));
    assert!(sources.len() > 500, "the sources were not found: {} files", sources.len());
    let long: Vec<String> = sources
        .iter()
        .filter(|path| !path.ends_with(GENERATED))
        .map(|path| (path, fs::read_to_string(path).unwrap()))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(path, lines)| format!("{} has {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "longer than {MOST_LINES} lines:\n{}", long.join("\n"));
}
