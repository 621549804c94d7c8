//! `docs/promises.md` lists what Daybook promises. A test says which promises it shows, in a comment above it:
//! `// Shows: D3, W12`. From these tags the page is drawn, and here it is made sure that no promise is without a test, that no call
//! and no setting is without a promise, and that a fixed wording stands in a test as it stands there. For the addresses of the
//! screens `frontend/src/app/addresses.test.ts` does it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the impossible should stop"
)]

mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use pages::NamedTest;
use serde_json::Value;

const PAGE: &str = "docs/promises.md";
/// Set, it has the test write the page anew instead of comparing it.
const SWITCH: &str = "DAYBOOK_WRITE_DOCS";
const TAG: &str = "// Shows: ";
/// The letter of the fixed wordings.
const WORDS: char = 'W';

/// One promise.
struct Promise {
    /// A letter for its group, and a number.
    id: String,
    text: String,
}

/// The promise in a line of the page: `- D3: text`.
fn promise(line: &str) -> Option<Promise> {
    let (id, text) = line.strip_prefix("- ")?.split_once(": ").unwrap_or_else(|| panic!("no id: {line}"));
    let is_id = id.starts_with(|c: char| c.is_ascii_uppercase()) && id[1..].parse::<u32>().is_ok();
    assert!(is_id, "no id: {line}");
    Some(Promise { id: id.to_owned(), text: text.to_owned() })
}

fn promises() -> Vec<Promise> {
    pages::read(PAGE).lines().filter_map(promise).collect()
}

/// The tests that show each promise, by its id.
fn shown() -> BTreeMap<String, Vec<NamedTest>> {
    let mut shown: BTreeMap<String, Vec<NamedTest>> = BTreeMap::new();
    for file in
        ["crates", "frontend/e2e", "frontend/src"].into_iter().flat_map(|folder| sources(&pages::root().join(folder)))
    {
        let text = pages::read(&file);
        for (at, _) in text.match_indices(TAG) {
            let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            if !text[line_start..at].trim().is_empty() {
                continue;
            }
            let (ids, below) = text[at + TAG.len()..].split_once('\n').unwrap_or_default();
            let name = name_of(below).unwrap_or_else(|| panic!("{file}: no test below “Shows: {ids}”"));
            let named = NamedTest { file: file.clone(), name };
            if Path::new(&file).extension().is_some_and(|extension| extension == "rs") {
                pages::assert_exists(ids, &named);
            }
            for id in ids.split(", ") {
                shown.entry(id.to_owned()).or_default().push(named.clone());
            }
        }
    }
    shown
}

/// The source files in a folder and below it, in order, named from the root of the repository.
fn sources(folder: &Path) -> Vec<String> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let name = |path: &Path| path.strip_prefix(pages::root()).unwrap().to_str().unwrap().to_owned();
    let files = entries.iter().flat_map(|path| if path.is_dir() { sources(path) } else { vec![name(path)] });
    files.filter(|file| [".rs", ".ts", ".tsx"].iter().any(|ending| file.ends_with(ending))).collect()
}

/// The name of the test that begins below a tag, after attributes and more comments: of its function, or its title.
fn name_of(below: &str) -> Option<String> {
    let first = below.lines().map(str::trim_start).find(|line| !line.starts_with("//") && !line.starts_with("#["))?;
    if let Some(function) = first.trim_start_matches("async ").strip_prefix("fn ") {
        return function.split('(').next().map(str::to_owned);
    }
    let call = first.strip_prefix("test").or_else(|| first.strip_prefix("it"))?;
    let rest = &below[below.find(call)?..];
    let arguments = match call.strip_prefix('(') {
        Some(_) => &rest[1..],
        // A table of cases comes first.
        None => call.strip_prefix(".each").and_then(|_| rest.split_once(")(")).map(|(_, arguments)| arguments)?,
    };
    let title = arguments.trim_start();
    let quote = title.chars().next().filter(|c| ['"', '`'].contains(c))?;
    title[1..].split_once(quote).map(|(title, _)| title.to_owned())
}

/// The page with the tests of each promise below it.
fn drawn(page: &str, shown: &BTreeMap<String, Vec<NamedTest>>) -> String {
    let mut drawn = String::new();
    for line in page.lines().filter(|line| !line.starts_with("  ")) {
        drawn.push_str(line);
        drawn.push('\n');
        let tests = promise(line).and_then(|promise| shown.get(&promise.id));
        for NamedTest { file, name } in tests.into_iter().flatten() {
            writeln!(drawn, "  - `{file}` · {name}").unwrap();
        }
    }
    drawn
}

#[test]
fn the_page_is_up_to_date() {
    let page = pages::read(PAGE);
    let wanted = drawn(&page, &shown());
    if std::env::var_os(SWITCH).is_some() {
        std::fs::write(pages::root().join(PAGE), &wanted).unwrap();
    } else {
        assert!(page == wanted, "{PAGE} is stale: “cargo xtask promises” writes it anew");
    }
}

#[test]
fn a_tag_names_the_test_below_it() {
    for (below, name) in [
        ("    #[test]\n    fn a_day() {}", Some("a_day")),
        ("    // More.\n    #[tokio::test]\n    async fn a_day(app: App) {}", Some("a_day")),
        ("  test(\"a day\", () => {", Some("a day")),
        ("it(\n  `the day of ${who}`,\n", Some("the day of ${who}")),
        ("it.each([\n  [\"a\", 1],\n])(\"day %s\", (a) => {", Some("day %s")),
        ("  describe(\"days\", () => {\n  test(\"a day\"", None),
        ("  test.skip(\"a day\", () => {", None),
        ("const DAY: u32 = 1;\nfn a_day() {}", None),
    ] {
        assert_eq!(name_of(below).as_deref(), name, "{below}");
    }
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
fn every_promise_has_a_test_and_every_tag_a_promise() {
    let (promises, shown) = (promises(), shown());
    let ids: BTreeSet<&str> = promises.iter().map(|promise| promise.id.as_str()).collect();
    assert_eq!(ids.len(), promises.len(), "an id stands twice");
    let tagged: BTreeSet<&str> = shown.keys().map(String::as_str).collect();
    assert_eq!(ids.difference(&tagged).collect::<Vec<_>>(), Vec::<&&str>::new(), "promises without a test");
    assert_eq!(tagged.difference(&ids).collect::<Vec<_>>(), Vec::<&&str>::new(), "tags without a promise");
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
    let shown = shown();
    let words_of = |Promise { id, text }: Promise| id.starts_with(WORDS).then_some((id, text));
    let all: Vec<(String, String)> = promises().into_iter().filter_map(words_of).collect();
    assert!(all.len() > 100, "only {} were found", all.len());
    for (id, text) in all {
        let words = text.strip_prefix('`').and_then(|rest| rest.split_once("`: ")).map(|(words, _)| words);
        let words = words.unwrap_or_else(|| panic!("it does not begin with its words: {text}"));
        let stands = shown.get(&id).into_iter().flatten().any(|test| {
            let text = in_one_line(&pages::read(&test.file));
            parts(words).all(|part| text.contains(part))
        });
        assert!(stands, "no file with a test of it has these words: {words}");
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
