//! `docs/promises.md` lists what Daybook promises, each with the tests that show it. Here it is made sure that these tests exist,
//! that nothing that can be called, opened or set is missing, and that a fixed wording stands in a test as it stands there.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the impossible should stop"
)]

mod pages;

use std::collections::{BTreeMap, BTreeSet};

use pages::NamedTest;
use serde_json::Value;

/// The groups of the page, in their order.
const GROUPS: [&str; 16] = [
    "Routes and screens",
    "Calls",
    "People and rights",
    "Sessions and passwords",
    "Recording a day",
    "Approving",
    "Unlocking",
    "Holidays",
    "Absence",
    "Attendance",
    "Files",
    "Notifications and mail",
    "Directory and dashboards",
    "Running it",
    "Words",
    "Constants",
];

/// One promise.
struct Promise {
    group: String,
    text: String,
    tests: Vec<NamedTest>,
}

/// The promises of the page, in its one form: a heading for each group, a list line for each promise, and below it an indented
/// one for each of its tests. Anything else that looks like a list stops the test, so that nothing is passed over.
fn promises() -> Vec<Promise> {
    let mut group: Option<String> = None;
    let mut promises: Vec<Promise> = Vec::new();
    for line in pages::read("docs/promises.md").lines() {
        if let Some(title) = line.strip_prefix("## ") {
            group = Some(title.to_owned());
        } else if let (Some(text), Some(group)) = (line.strip_prefix("- "), &group) {
            promises.push(Promise { group: group.clone(), text: text.to_owned(), tests: Vec::new() });
        } else if let Some(named) = line.strip_prefix("  ") {
            let promise = promises.last_mut().unwrap_or_else(|| panic!("a test of nothing: {line}"));
            promise.tests.push(pages::named_test(named).unwrap_or_else(|| panic!("this names no test: {line}")));
        } else {
            let is_plain = !line.starts_with([' ', '\t', '-', '*', '+', '|']);
            assert!(is_plain, "this is neither a promise nor a test of one: {line}");
        }
    }
    promises
}

/// Everything that the promises have in code type.
fn in_code_type(promises: &[Promise]) -> BTreeSet<String> {
    promises.iter().flat_map(|promise| promise.text.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn assert_all_named(what: &str, wanted: impl IntoIterator<Item = String>) {
    let named = in_code_type(&promises());
    let missing: Vec<String> = wanted.into_iter().filter(|one| !named.contains(one)).collect();
    assert!(missing.is_empty(), "{what} without a promise: {missing:#?}");
}

#[test]
fn every_promise_names_tests_that_exist() {
    let promises = promises();
    let mut groups: Vec<&str> = promises.iter().map(|promise| promise.group.as_str()).collect();
    groups.dedup();
    assert_eq!(groups, GROUPS);
    let mut seen = BTreeSet::new();
    for Promise { text, tests, .. } in &promises {
        assert!(!tests.is_empty(), "{text}: it has no test");
        assert!(seen.insert(text), "{text}: it stands twice");
        assert_eq!(tests.iter().collect::<BTreeSet<_>>().len(), tests.len(), "{text}: a test is named twice");
        for test in tests {
            pages::assert_exists(text, test);
        }
    }
}

#[test]
fn every_call_has_its_promise() {
    let document: Value = serde_json::from_str(&pages::read("docs/openapi.json")).unwrap();
    let calls = document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        methods.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    assert_all_named("calls", calls);
}

#[test]
fn every_address_has_its_promise() {
    let mut addresses = routes(&pages::read("frontend/src/app/routes.tsx"));
    assert!(addresses.len() > 40, "only {addresses:?} were found");
    let paths = pages::read("frontend/src/domain/paths.ts");
    let linked = literals(&paths).filter(|text| text.starts_with('/')).map(str::to_owned);
    addresses.extend(linked);
    assert_all_named("addresses", addresses);
}

#[test]
fn every_setting_has_its_promise() {
    let program = pages::read("crates/daybook/src/config.rs");
    let program = program.split("#[cfg(test)]").next().unwrap();
    let settings: BTreeSet<String> = literals(program)
        .filter(|text| text.len() > "DAYBOOK_".len())
        .filter(|text| is_setting(text))
        .map(str::to_owned)
        .collect();
    assert!(settings.len() > 15, "only {settings:?} were found");
    assert_all_named("settings", settings);
}

#[test]
fn every_fixed_wording_stands_in_a_test_as_it_is_written() {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for Promise { text, tests, .. } in promises().iter().filter(|promise| promise.group == "Words") {
        let words = text.strip_prefix('`').and_then(|rest| rest.split_once("`: ")).map(|(words, _)| words);
        let words = words.unwrap_or_else(|| panic!("it does not begin with its words: {text}"));
        let stands = tests.iter().any(|test| {
            let text = texts.entry(test.file.clone()).or_insert_with(|| in_one_line(&pages::read(&test.file)));
            parts(words).all(|part| text.contains(part))
        });
        assert!(stands, "no file that it names has these words: {words}");
    }
}

/// The wording without what is put in.
fn parts(words: &str) -> impl Iterator<Item = &str> {
    words.split(['{', '}']).step_by(2).map(str::trim).filter(|part| !part.is_empty())
}

/// A program's text with each of its sentences in one piece.
fn in_one_line(text: &str) -> String {
    let text = text.replace("\\\n", "\u{0}").replace("\\\"", "\"");
    let pieces: Vec<&str> =
        text.split('\u{0}').enumerate().map(|(n, piece)| if n == 0 { piece } else { piece.trim_start() }).collect();
    pieces.concat().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_setting(text: &str) -> bool {
    text.starts_with("DAYBOOK_") && text.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// What stands between quotation marks.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// Every address of the route table, with parameters in braces.
fn routes(table: &str) -> BTreeSet<String> {
    let (helpers, routes) = table.split_once("export const routes").expect("the table of routes");
    let helpers = screens_of_helpers(helpers);
    let mut found = BTreeSet::new();
    let mut area = String::new();
    for (at, _) in routes.match_indices('(') {
        let (before, after) = routes.split_at(at);
        let called = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let path = first_argument(after);
        match called {
            "area" => area = path.map_or(String::new(), |path| format!("/{path}")),
            "screen" | "toCome" => _ = found.insert(address(&area, path)),
            // These stand beside the areas, and not in one.
            "redirectTo" => _ = found.insert(address("", path)),
            helper => found.extend(helpers.get(helper).map(|path| address(&area, Some(path)))),
        }
    }
    found
}

fn address(area: &str, path: Option<&str>) -> String {
    let address = match path {
        None if area.is_empty() => "/".to_owned(),
        None => area.to_owned(),
        Some("*") => "*".to_owned(),
        Some(path) => format!("{area}/{path}"),
    };
    let parts =
        address.split('/').map(|part| part.strip_prefix(':').map_or(part.to_owned(), |name| format!("{{{name}}}")));
    parts.collect::<Vec<_>>().join("/")
}

/// The screens that several areas have, by the name of the function that makes them.
fn screens_of_helpers(text: &str) -> BTreeMap<String, &str> {
    let mut found = BTreeMap::new();
    for helper in text.split("\nconst ").skip(1) {
        let (Some((name, _)), Some((_, screen))) = (helper.split_once(" = () =>"), helper.split_once("screen")) else {
            continue;
        };
        if let Some(path) = first_argument(screen) {
            found.insert(name.to_owned(), path);
        }
    }
    found
}

/// The first argument of a call, where it is a text.
fn first_argument(call: &str) -> Option<&str> {
    call.strip_prefix('(')?.trim_start().strip_prefix('"')?.split('"').next()
}
