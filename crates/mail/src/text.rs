//! What people typed, in a mail: nothing in it may end a line, hide, or turn the direction of what follows.

/// How many characters of a name a mail shows.
pub(crate) const NAME_MAX: usize = 100;
/// How many characters of a reason a mail shows.
pub(crate) const PROSE_MAX: usize = 2_000;

/// A text as it may stand in one line. The store should never hold another one; a row that does must not stop the rest.
pub(crate) fn line(text: &str, max: usize) -> String {
    let spaced: String = text.chars().map(|c| if is_hazard(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    shorten(&words.join(" "), max)
}

/// A text of several lines, each of which is one.
pub(crate) fn lines(text: &str, max: usize) -> Vec<String> {
    let shortened = shorten(text, max);
    shortened.lines().map(|each| line(each, max)).collect()
}

fn is_hazard(c: char) -> bool {
    // Controls; marks, embeddings, overrides and isolates of writing direction; separators of lines; the byte order mark.
    c.is_control()
        || matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn shorten(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(max.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_line_or_turns_it() {
        for hazard in ["\r\nBcc: e@x.org", "\n", "\0", "\u{202e}", "\u{2029}", "\u{200f}", "\u{85}", "\u{1b}[31m"] {
            let shown = line(&format!("Ann{hazard}Lee"), NAME_MAX);
            assert!(shown.starts_with("Ann ") && !shown.chars().any(is_hazard), "{shown:?}");
        }
        assert_eq!(line("  \0\r\n ", NAME_MAX), "");
    }

    #[test]
    fn names_of_all_scripts_stand_as_typed() {
        for name in ["José Ώ", "राम", "می‌خواهم", "張三", "👩‍💻", "O'Neil, \"Jr\" <x>"] {
            assert_eq!(line(name, NAME_MAX), name);
        }
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let shown = line(&"😀".repeat(10_000), NAME_MAX);
        assert_eq!((shown.chars().count(), shown.chars().last()), (NAME_MAX, Some('…')));
        assert_eq!(lines("one\r\ntwo\n\nthree\0", PROSE_MAX), ["one", "two", "", "three"]);
    }
}
