//! `docs/features.md` names a test file for each feature, `docs/security.md` a test for each abuse that was tried against the portal,
//! and `docs/operations.md` one for each fault that it outlives. Every file and test that they name has to exist.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The areas with the numbers of their cases. B8 is about leave: calls that there are not. D14 is about a cookie, and sessions have none.
const CASES: [(&str, &[std::ops::RangeInclusive<u32>]); 8] = [
    ("A", &[1..=17]),
    ("B", &[1..=7, 9..=12]),
    ("C", &[1..=7]),
    ("D", &[1..=13, 15..=20]),
    ("E", &[1..=17]),
    ("F", &[1..=5]),
    ("G", &[1..=4]),
    ("H", &[1..=17]),
];

/// The test that a list line names; nothing where the line begins otherwise.
fn named_test(line: &str) -> Option<NamedTest> {
    let named = line.strip_prefix("- `")?;
    let (file, name) = named.split_once("` · ").unwrap_or_else(|| panic!("no file and name: {line}"));
    Some(NamedTest { file: file.to_owned(), name: name.to_owned() })
}

fn cases(page: &str) -> Vec<(String, Vec<NamedTest>)> {
    let mut cases: Vec<(String, Vec<NamedTest>)> = Vec::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            cases.push((title.split(' ').next().unwrap().to_owned(), Vec::new()));
        } else if let (Some(test), Some((_, tests))) = (named_test(line), cases.last_mut()) {
            tests.push(test);
        }
    }
    cases
}

#[test]
fn every_case_names_tests_that_exist() {
    let cases = cases(&read("docs/security.md"));
    let expected: BTreeSet<String> = CASES
        .iter()
        .flat_map(|(area, numbers)| numbers.iter().cloned().flatten().map(move |number| format!("{area}{number}")))
        .collect();
    let named: BTreeSet<String> = cases.iter().map(|(case, _)| case.clone()).collect();
    assert_eq!(named, expected);
    assert_eq!(cases.len(), named.len(), "a case stands twice");
    assert_named_tests_exist(&cases);
}

#[test]
fn every_fault_names_tests_that_exist() {
    let page = read("docs/operations.md");
    let (_, section) = page.split_once("\n## Faults\n").unwrap();
    let faults = cases(&section.replace("### Fault ", "### "));
    let named: Vec<String> = faults.iter().map(|(fault, _)| fault.clone()).collect();
    let expected: Vec<String> = (1..=27).map(|number| format!("{number}:")).collect();
    assert_eq!(named, expected);
    assert_named_tests_exist(&faults);
}

/// Stops where a case names no test, or one that does not exist.
fn assert_named_tests_exist(cases: &[(String, Vec<NamedTest>)]) {
    for (case, tests) in cases {
        assert!(!tests.is_empty(), "{case} has no test");
        for test in tests {
            assert_exists(case, test);
        }
    }
}

#[test]
fn every_feature_names_files_that_exist() {
    let page = read("docs/features.md");
    let mut features = page.lines().filter(|line| line.starts_with("- ")).peekable();
    assert!(features.peek().is_some(), "no feature");
    for feature in features {
        let files: Vec<&str> = feature.split('`').skip(1).step_by(2).filter(|word| word.contains('/')).collect();
        assert!(!files.is_empty(), "no test file: {feature}");
        for file in files {
            assert!(root().join(file).is_file(), "there is no {file}: {feature}");
        }
    }
}

struct NamedTest {
    file: String,
    name: String,
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap()
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("there is no {file}"))
}

/// Stops where the test does not exist.
fn assert_exists(of: &str, test: &NamedTest) {
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
        ["on_both_engines! {", "on_every_engine! {", "on_databases! {", "on_one_engine! {", "cases! {"]
            .contains(&line.trim().trim_start_matches("testkit::"))
    };
    let opened = before.iter().rposition(opens);
    opened.is_some_and(|at| !before.iter().skip(at).any(|line| *line == "}"))
}

/// Whether the name stands in the list of such a macro.
fn is_listed(text: &str, name: &str) -> bool {
    ["on_both_engines!(", "on_sqlite!(", "on_postgres!("].iter().flat_map(|list| text.split(list).skip(1)).any(|list| {
        let list = list.split(')').next().unwrap_or_default();
        list.split([':', ',']).any(|listed| listed.trim() == name)
    })
}
