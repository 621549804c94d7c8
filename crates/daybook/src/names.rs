//! Names of settings that are misspelt.

use crate::bad_setting::{BadSetting, bad};
use std::collections::BTreeSet;

/// What is wrong with a name that looks like a setting and is none: one that is misspelt would say nothing.
pub(crate) fn unknown(name: &str, known: &BTreeSet<String>) -> Option<BadSetting> {
    if !name.starts_with("DAYBOOK_") {
        return None;
    }
    let nearest = || known.iter().min_by_key(|known| strsim::damerau_levenshtein(known, name));
    let meant = nearest().filter(|_| !known.contains(name))?;
    Some(bad(name, format!("is not a setting of Daybook. The nearest one is {meant}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    const MANUAL: &str = include_str!("../../../docs/operations.md");

    #[test]
    fn every_setting_stands_in_the_manual() {
        let settings: Vec<String> = Config::names().into_iter().filter(|name| name.starts_with("DAYBOOK_")).collect();
        assert!(settings.len() > 15, "only {settings:?} were found");
        let missing: Vec<&String> = settings.iter().filter(|name| !MANUAL.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "not in docs/operations.md: {missing:?}");
    }

    #[test]
    fn a_name_that_is_no_setting_is_told_with_the_nearest_one() {
        let unknown = |name| unknown(name, &Config::names());
        assert_eq!((unknown("PATH"), unknown("DAYBOOK_TIMEZONE")), (None, None));
        let sentence = unknown("DAYBOOK_SELFREGISTRATION").map(|why| why.to_string());
        let expected =
            "DAYBOOK_SELFREGISTRATION is not a setting of Daybook. The nearest one is DAYBOOK_SELF_REGISTRATION";
        assert_eq!(sentence.as_deref(), Some(expected));
    }
}
