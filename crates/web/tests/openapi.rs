//! The committed API document is the one that the code describes.

use std::path::Path;

#[test]
fn the_committed_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == web::openapi(),
        "docs/openapi.json is stale: run `cargo xtask openapi` and commit what it writes"
    );
}
