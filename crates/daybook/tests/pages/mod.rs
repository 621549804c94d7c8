//! Pages of the documentation that name tests, each as a list line: `` `file` · name ``. Here it is found out whether the tests
//! that they name exist.
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

/// The text of a file, named from the root of the repository.
pub(crate) fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap();
    fs::read_to_string(root.join(file)).unwrap_or_else(|_| panic!("there is no {file}"))
}

/// The test that a list line names; nothing where the line begins otherwise.
pub(crate) fn named_test(line: &str) -> Option<NamedTest> {
    let named = line.strip_prefix("- `")?;
    let (file, name) = named.split_once("` · ").unwrap_or_else(|| panic!("no file and name: {line}"));
    Some(NamedTest { file: file.to_owned(), name: name.to_owned() })
}

/// Stops where the test does not exist.
pub(crate) fn assert_exists(of: &str, test: &NamedTest) {
    let NamedTest { file, name } = test;
    let content = read(file);
    let is_rust = Path::new(file).extension().is_some_and(|ending| ending == "rs");
    let stands = if is_rust { is_test_function(&content, name) } else { is_test_title(&content, name) };
    assert!(stands, "{of}: there is no test {name} in {file}");
}

/// Whether a function of that name is run as a test: by its attribute, or by the macro that runs it on both engines.
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

/// Whether the block of the macro is still open after these lines.
fn is_in_macro(before: &[&str]) -> bool {
    let opened = before.iter().rposition(|line| line.trim_end() == "on_both_engines! {");
    opened.is_some_and(|at| !before.iter().skip(at).any(|line| *line == "}"))
}

/// Whether the name stands in the list form of the macro.
fn is_listed(text: &str, name: &str) -> bool {
    text.split("on_both_engines!(").skip(1).any(|list| {
        let list = list.split(')').next().unwrap_or_default();
        list.split([':', ',']).any(|listed| listed.trim() == name)
    })
}

/// Whether a test has that title, which may be one of many (`each`) and may hold what each of them puts in.
fn is_test_title(text: &str, name: &str) -> bool {
    [format!("\"{name}\""), format!("`{name}`")].iter().any(|title| {
        text.match_indices(title.as_str()).any(|(at, _)| {
            let (before, from) = text.split_at(at);
            let Some(call) = before.trim_end().strip_suffix('(') else { return false };
            let is_called = |word: &str| {
                call.strip_suffix(word)
                    .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'))
            };
            let is_of_many = call.ends_with(')') && text.contains(".each(");
            let is_title = from.strip_prefix(title.as_str()).is_some_and(|rest| rest.trim_start().starts_with(','));
            is_title && (is_called("test") || is_called("it") || is_of_many)
        })
    })
}
