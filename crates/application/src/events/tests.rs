use super::KINDS;
use std::path::Path;

/// The kinds that stand in the sources below `folder`.
fn kinds_in(folder: &Path, kinds: &mut Vec<String>) {
    for found in std::fs::read_dir(folder).unwrap() {
        let path = found.unwrap().path();
        if path.is_dir() {
            kinds_in(&path, kinds);
        } else if path.file_name().is_some_and(|name| name == "events.rs") {
            let text = std::fs::read_to_string(path).unwrap();
            kinds.extend(text.split("Record::of(\"").skip(1).filter_map(|rest| rest.split('"').next().map(Into::into)));
        }
    }
}

/// The tests that have an example of every kind go by this list, so it has to be whole.
#[test]
fn every_kind_that_an_area_records_is_listed_once() {
    let mut kinds = Vec::new();
    kinds_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut kinds);
    kinds.sort_unstable();
    assert_eq!(kinds, KINDS);
}
