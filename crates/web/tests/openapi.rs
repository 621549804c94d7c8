//! The committed API document is the one that the code describes.

#![allow(clippy::expect_used, reason = "tests")]

use std::path::Path;

/// Set `UPDATE_OPENAPI=1` to write the document anew.
#[test]
fn the_committed_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let document = web::openapi();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&path, &document).expect("docs/ can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == document,
        "docs/openapi.json is stale: UPDATE_OPENAPI=1 cargo test -p web --test openapi"
    );
}
