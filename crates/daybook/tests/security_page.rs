//! `docs/security.md` names a test for each abuse that was tried against the portal, and `docs/operations.md` for each fault that it
//! outlives. Here it is made sure that none is missing and that every test that they name exists.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that meets the impossible should stop"
)]

mod pages;

use std::collections::BTreeSet;

use pages::NamedTest;

/// The areas with the numbers of their cases. B8 is about leave: calls that there are not. D14 is about a cookie, and sessions have none.
const CASES: [(&str, &[std::ops::RangeInclusive<u32>]); 7] = [
    ("A", &[1..=15]),
    ("B", &[1..=7, 9..=12]),
    ("C", &[1..=7]),
    ("D", &[1..=13, 15..=20]),
    ("E", &[1..=17]),
    ("F", &[1..=5]),
    ("G", &[1..=4]),
];

/// The test that a list line names; nothing where the line begins otherwise.
fn named_test(line: &str) -> Option<NamedTest> {
    let named = line.strip_prefix("- `")?;
    let (file, name) = named.split_once("` · ").unwrap_or_else(|| panic!("no file and name: {line}"));
    Some(NamedTest { file: file.to_owned(), name: name.to_owned() })
}

/// Each case of the page, with its tests.
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
    let cases = cases(&pages::read("docs/security.md"));
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
    let page = pages::read("docs/operations.md");
    let (_, section) = page.split_once("\n## Faults\n").unwrap();
    let faults = cases(&section.replace("### Fault ", "### "));
    let named: Vec<String> = faults.iter().map(|(fault, _)| fault.clone()).collect();
    let expected: Vec<String> = (1..=25).map(|number| format!("{number}:")).collect();
    assert_eq!(named, expected);
    assert_named_tests_exist(&faults);
}

/// Stops where a case names no test, or one that does not exist.
fn assert_named_tests_exist(cases: &[(String, Vec<NamedTest>)]) {
    for (case, tests) in cases {
        assert!(!tests.is_empty(), "{case} has no test");
        for test in tests {
            pages::assert_exists(case, test);
        }
    }
}
