//! What `daybook --version` prints: which build this is.

use persistence::newest_migration;
use std::sync::LazyLock;

/// Both come from `cargo xtask release`. Any other build is a development build: its commit would be a guess.
const COMMIT: Option<&str> = option_env!("DAYBOOK_COMMIT");
const BUILT: Option<&str> = option_env!("DAYBOOK_BUILD_DATE");

/// Version, commit, newest migration and date of the commit.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| describe(COMMIT.zip(BUILT), &newest_migration()));
    &VERSION
}

fn describe(release: Option<(&str, &str)>, schema: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match release {
        Some((commit, date)) => format!("{version} (commit {commit}, schema {schema}, built {date})"),
        None => format!("{version} (development, schema {schema})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

    #[test]
    fn a_release_names_its_commit_and_a_development_build_does_not() {
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            describe(Some(("0a1b2c3d4", "2026-11-28")), "m1"),
            format!("{version} (commit 0a1b2c3d4, schema m1, built 2026-11-28)")
        );
        assert_eq!(describe(None, "m1"), format!("{version} (development, schema m1)"));
    }

    #[test]
    fn the_newest_entry_of_the_changelog_is_this_version_with_its_schema() {
        let newest = CHANGELOG.split("\n## ").nth(1).unwrap_or_default();
        let heading = newest.lines().next().unwrap_or_default();
        let (version, date) = heading.split_once(" - ").unwrap_or_default();
        assert_eq!(version, format!("[{}]", env!("CARGO_PKG_VERSION")), "the heading is: {heading}");
        assert!(date.parse::<chrono::NaiveDate>().is_ok(), "no date: {heading}");
        let schema = format!("\nSchema: `{}`\n", newest_migration());
        assert!(newest.contains(&schema), "the entry {heading} lacks the line{schema}");
    }

    #[test]
    fn the_front_end_has_the_same_version() {
        let package = include_str!("../../../frontend/package.json");
        assert!(package.contains(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"))), "frontend/package.json");
    }
}
