//! Names of settings that are misspelt.

use std::collections::BTreeSet;

/// The fault of a name that is not in `known`: a misspelt setting would have no effect.
pub(crate) fn unknown(name: &str, known: &BTreeSet<String>) -> Option<String> {
    if known.contains(name) {
        return None;
    }
    let nearest = known.iter().min_by_key(|known| strsim::damerau_levenshtein(known, name))?;
    Some(format!("is not a setting of Daybook. The nearest one is {nearest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{CONFIG, Config, Sources};

    const MANUAL: &str = include_str!("../../../docs/operations.md");

    #[test]
    fn every_setting_stands_in_the_manual() {
        // The settings of a provider are documented under the name N.
        let reading = Config::read(&Sources::new([("DAYBOOK_OIDC".into(), "n".into())], None));
        let settings: Vec<&str> = reading.names().chain([CONFIG]).collect();
        assert!(settings.len() > 15, "only {settings:?} were found");
        let missing: Vec<&&str> = settings.iter().filter(|name| !MANUAL.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "not in docs/operations.md: {missing:?}");
    }

    #[test]
    fn a_name_that_is_no_setting_is_told_with_the_nearest_one() {
        let known: BTreeSet<String> =
            ["DAYBOOK_SELF_REGISTRATION", "DAYBOOK_SECRET", "DAYBOOK_SECRET_FILE"].map(str::to_owned).into();
        assert_eq!(unknown("DAYBOOK_SECRET", &known), None);
        for (name, nearest) in
            [("DAYBOOK_SELFREGISTRATION", "DAYBOOK_SELF_REGISTRATION"), ("DAYBOOK_SECRT_FILE", "DAYBOOK_SECRET_FILE")]
        {
            let sentence = format!("is not a setting of Daybook. The nearest one is {nearest}");
            assert_eq!(unknown(name, &known), Some(sentence));
        }
    }
}
