//! Pages of the documentation that name tests. Here it is found out whether those that they name exist.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that meets the impossible should stop"
)]

use std::fs;
use std::path::Path;

/// A test as a page names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NamedTest {
    /// Its file, from the root of the repository.
    pub(crate) file: String,
    /// Its name: of the function, or the title.
    pub(crate) name: String,
}

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap()
}

/// The text of a file, named from the root of the repository.
pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("there is no {file}"))
}

/// Stops where the test does not exist.
pub(crate) fn assert_exists(of: &str, test: &NamedTest) {
    let NamedTest { file, name } = test;
    let content = read(file);
    assert!(is_test_function(&content, name), "{of}: there is no test {name} in {file}");
}

/// Whether a function of that name is run as a test: by its attribute, or by a macro that runs it on several engines.
fn is_test_function(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let is_it = |line: &&str| line.trim_start().trim_start_matches("async ").starts_with(&format!("fn {name}("));
    let Some(at) = lines.iter().position(is_it) else { return false };
    let (before, _) = lines.split_at(at);
    let above: Vec<&str> = before
        .iter()
        .rev()
        .map(|line| line.trim())
        .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
        .collect();
    if above.iter().any(|line| line.starts_with("#[ignore")) {
        return false;
    }
    let is_test = |line: &&str| line.starts_with("#[test]") || line.contains("::test]") || line.contains("::test(");
    above.iter().any(is_test) || is_in_macro(before) || is_listed(text, name)
}

/// Whether the block of such a macro is still open after these lines.
fn is_in_macro(before: &[&str]) -> bool {
    let opens = |line: &&str| {
        ["on_both_engines! {", "on_every_engine! {", "cases! {"].contains(&line.trim().trim_start_matches("testkit::"))
    };
    let opened = before.iter().rposition(opens);
    opened.is_some_and(|at| !before.iter().skip(at).any(|line| *line == "}"))
}

/// Whether the name stands in the list form of the macro.
fn is_listed(text: &str, name: &str) -> bool {
    text.split("on_both_engines!(").skip(1).any(|list| {
        let list = list.split(')').next().unwrap_or_default();
        list.split([':', ',']).any(|listed| listed.trim() == name)
    })
}
