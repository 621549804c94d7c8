//! Text that people type: what is allowed in it, and how long it may be.
//!
//! Lengths count code points. NUL, control characters and bidirectional overrides are refused in every field,
//! because they can hide or reorder what a reader sees, and because PostgreSQL cannot store a NUL;
//! line breaks and tabs are allowed in prose only.

use unicode_normalization::UnicodeNormalization;

/// Why a text was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    /// Nothing but white space.
    Blank,
    /// More than this many code points.
    TooLong(usize),
    /// A character that no field accepts, or a line break where one line is meant.
    NotAllowed,
}

impl TextError {
    /// The sentence for a person, about a field that is called `label` on the screen.
    pub fn sentence(self, label: &str) -> String {
        match self {
            Self::Blank => format!("{label} is required"),
            Self::TooLong(max) => format!("{label} must be at most {max} characters"),
            Self::NotAllowed => format!("{label} contains characters that are not allowed"),
        }
    }
}

/// Reads one line of text (a name, a department): trimmed, not blank, at most `max` code points.
pub fn line(text: &str, max: usize) -> Result<String, TextError> {
    checked(text, max, false)
}

/// Reads prose (a description, a reason, a comment): like [`line`], but line breaks and tabs may stand in it.
/// Windows line ends become plain ones.
pub fn prose(text: &str, max: usize) -> Result<String, TextError> {
    checked(&text.replace("\r\n", "\n"), max, true)
}

/// The text in one form for all ways of writing it: composed or not, in capitals or small letters. By way of the capitals,
/// because “STRASSE” is “Straße” in capitals; and without the dot that Turkish keeps on a small İ.
pub fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).filter(|c| *c != '\u{307}').collect()
}

fn checked(text: &str, max: usize, is_prose: bool) -> Result<String, TextError> {
    if text.chars().any(|c| !is_allowed(c, is_prose)) {
        return Err(TextError::NotAllowed);
    }
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(TextError::Blank);
    }
    if trimmed.chars().count() > max {
        return Err(TextError::TooLong(max));
    }
    Ok(trimmed.to_owned())
}

fn is_allowed(c: char, is_prose: bool) -> bool {
    match c {
        '\n' | '\t' => is_prose,
        // Line and paragraph separators, then the controls of writing direction.
        '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => false,
        _ => !c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn limits_are_counted_in_code_points() {
        assert_eq!(line(&"😀".repeat(100), 100).map(|t| t.chars().count()), Ok(100));
        assert_eq!(line(&"😀".repeat(101), 100), Err(TextError::TooLong(100)));
    }

    #[test]
    fn blank_is_any_white_space() {
        for blank in ["", "   ", "\u{a0}\u{3000}"] {
            assert_eq!(line(blank, 10), Err(TextError::Blank));
        }
        assert_eq!(prose("\n\t", 10), Err(TextError::Blank));
    }

    #[test]
    fn hidden_characters_are_refused() {
        for bad in ["a\0b", "a\u{1b}[31m", "a\u{202e}b", "a\u{2066}b", "a\u{85}b", "a\u{2028}b", "a\u{7f}"] {
            assert_eq!(line(bad, 10), Err(TextError::NotAllowed), "{bad:?}");
            assert_eq!(prose(bad, 10), Err(TextError::NotAllowed), "{bad:?}");
        }
        assert_eq!(line("a\nb", 10), Err(TextError::NotAllowed));
        assert_eq!(prose("a\r\nb\tc", 10), Ok("a\nb\tc".into()));
    }

    #[test]
    fn a_refusal_names_the_field() {
        for (refused, sentence) in [
            (TextError::Blank, "Last name is required"),
            (TextError::TooLong(100), "Last name must be at most 100 characters"),
            (TextError::NotAllowed, "Last name contains characters that are not allowed"),
        ] {
            assert_eq!(refused.sentence("Last name"), sentence);
        }
    }

    #[test]
    fn names_of_all_scripts_stand_as_typed() {
        for name in ["José", "Ὀδυσσεύς", "Ярослава", "राम", "می‌خواهم", "張三", "👩‍💻"]
        {
            assert_eq!(line(name, 100).as_deref(), Ok(name));
        }
    }

    #[test]
    fn one_word_has_one_form_however_it_is_written() {
        for (written, other) in [
            ("ÉMILE", "émile"),
            ("Jose\u{301}", "José"),
            ("STRASSE", "Straße"),
            ("İSTANBUL", "istanbul"),
            ("IŞIK", "ışık"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("\u{ff21}nn", "ann"),
        ] {
            assert_eq!(folded(written), folded(other), "{written} and {other}");
        }
        assert_ne!(folded("Émile"), folded("Emile"), "an accent is a difference");
    }

    proptest! {
        #[test]
        fn what_is_accepted_is_trimmed_short_and_clean(text in ".{0,60}") {
            if let Ok(kept) = prose(&text, 40) {
                prop_assert_eq!(kept.trim(), &kept);
                prop_assert!(kept.chars().count() <= 40 && !kept.is_empty());
                prop_assert!(kept.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()));
                prop_assert_eq!(prose(&kept, 40), Ok(kept.clone()));
            }
        }
    }
}
