//! The typeface: which characters it has, how wide they are, and how a text is broken into lines.

use genpdf::fonts::{Font, FontCache, FontData, FontFamily};
use printpdf::BuiltinFont;
use std::cell::RefCell;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

const REGULAR: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../fonts/NotoSans-Bold.ttf");

/// What the two faces are called in the file that nothing is set in.
pub(super) const UNUSED: [&str; 2] = ["Helvetica-Oblique", "Helvetica-BoldOblique"];
/// What stands for a character that the typeface does not have.
const MISSING: char = '?';

/// How big and how heavy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Type {
    /// In points.
    pub(super) size: u8,
    pub(super) is_bold: bool,
}

impl Type {
    pub(super) const fn regular(size: u8) -> Self {
        Self { size, is_bold: false }
    }

    pub(super) const fn bold(size: u8) -> Self {
        Self { size, is_bold: true }
    }
}

/// The typeface in its two weights.
pub(super) struct Faces {
    cache: FontCache,
    regular: Font,
    bold: Font,
    /// Widths for one point. The same few characters are asked for again and again.
    widths: RefCell<HashMap<(char, bool), Option<f64>>>,
}

impl Faces {
    pub(super) fn load() -> Result<Self, String> {
        let face = |bytes: &[u8], stand_in| FontData::new(bytes.to_vec(), stand_in).map_err(|error| error.to_string());
        // The library wants four faces. The two that nothing is set in are ones that every reader brings along, so that
        // they take no room in the file; `bind` takes out their names.
        let cache = FontCache::new(FontFamily {
            regular: face(REGULAR, None)?,
            bold: face(BOLD, None)?,
            italic: face(REGULAR, Some(BuiltinFont::HelveticaOblique))?,
            bold_italic: face(BOLD, Some(BuiltinFont::HelveticaBoldOblique))?,
        });
        let family = cache.default_font_family();
        Ok(Self { cache, regular: family.regular, bold: family.bold, widths: RefCell::default() })
    }

    /// What the PDF library draws with.
    pub(super) fn into_cache(self) -> FontCache {
        self.cache
    }

    /// The width of a character for one point, in millimetres; `None` where the typeface does not have it.
    fn width_of(&self, c: char, is_bold: bool) -> Option<f64> {
        *self.widths.borrow_mut().entry((c, is_bold)).or_insert_with(|| {
            let font = if is_bold { self.bold } else { self.regular };
            let is_there = self.cache.get_rt_font(font).glyph(c).id().0 != 0;
            is_there.then(|| font.char_width(&self.cache, c, 1).into())
        })
    }

    pub(super) fn width(&self, text: &str, face: Type) -> f64 {
        text.chars().filter_map(|c| self.width_of(c, face.is_bold)).sum::<f64>() * f64::from(face.size)
    }

    /// The text as it can be printed: composed, on one line, with a question mark for every character that the
    /// typeface does not have. What is invisible anyhow is left out; where nothing would be left, a question mark
    /// says that there was something.
    pub(super) fn printable(&self, text: &str) -> String {
        let mut printable = String::with_capacity(text.len());
        for c in text.nfc().filter(|c| !is_invisible(*c)) {
            printable.push(match c {
                _ if c.is_whitespace() => ' ',
                _ if self.width_of(c, false).is_some() && self.width_of(c, true).is_some() => c,
                _ => MISSING,
            });
        }
        if printable.trim().is_empty() && !text.is_empty() {
            printable = MISSING.to_string();
        }
        printable
    }

    /// `text` in lines that are no wider than `width`. Lines break at spaces and after hyphens, and what is too wide
    /// for any line breaks where it must. Never without a line, and no line is empty but that of an empty text.
    pub(super) fn lines(&self, text: &str, width: f64, face: Type) -> Vec<String> {
        let printable = self.printable(text);
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in printable.split(' ').filter(|word| !word.is_empty()) {
            let mut gap = if line.is_empty() { "" } else { " " };
            for piece in word.split_inclusive('-') {
                let longer = format!("{line}{gap}{piece}");
                gap = "";
                if self.width(&longer, face) <= width {
                    line = longer;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                let mut parts = self.parts(piece, width, face);
                line = parts.pop().unwrap_or_default();
                lines.append(&mut parts);
            }
        }
        lines.push(line);
        lines
    }

    /// A word in parts that are no wider than `width`; each has a letter at least, with the marks that stand on it.
    fn parts(&self, word: &str, width: f64, face: Type) -> Vec<String> {
        let mut parts = vec![String::new()];
        for c in word.chars() {
            let Some(part) = parts.last_mut() else { break };
            let is_full = self.width(part, face) + self.width(c.encode_utf8(&mut [0; 4]), face) > width;
            if is_full && !part.is_empty() && !is_combining_mark(c) {
                parts.push(c.to_string());
            } else {
                part.push(c);
            }
        }
        parts
    }
}

/// Characters that print nothing: joiners, marks of direction, variation selectors, the soft hyphen.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NINE: Type = Type::regular(9);

    fn faces() -> Faces {
        Faces::load().unwrap()
    }

    #[test]
    fn names_of_europe_and_vietnam_are_printed_as_they_are() {
        let faces = faces();
        for name in [
            "Zoë Łukasiewicz-Ångström",
            "Þórdís Ólafsdóttir",
            "Nguyễn Thị Phương Đặng",
            "Ελένη Παπαδοπούλου",
            "Ἀριστοτέλης",
            "Юлия Щербакова Їжак Ђорђевић",
            "İbrahim Şahin ığüşöç",
            "Ǩǟřļ ẞ ſ",
            "O’Neill “Bob” – …",
            "№ 5 €",
        ] {
            assert_eq!(faces.printable(name), name);
        }
    }

    #[test]
    fn decomposed_letters_are_composed_and_marks_that_stay_are_kept() {
        assert_eq!(faces().printable("Ame\u{301}lie"), "Amélie");
        assert_eq!(faces().printable("x\u{30c}"), "x\u{30c}");
    }

    #[test]
    fn what_the_typeface_lacks_is_a_question_mark_and_never_nothing() {
        let faces = faces();
        for (text, printed) in [
            ("李雷", "??"),
            ("שלום", "????"),
            ("😀 Bob", "? Bob"),
            ("👩\u{200d}🔬", "??"),
            ("a\u{0}b\u{1b}c\u{7f}", "a?b?c?"),
            ("one\r\ntwo\tthree\u{a0}four\u{2028}five", "one  two three four five"),
            ("co\u{ad}op\u{feff}", "coop"),
            ("\u{200b}\u{200d}", "?"),
            ("\u{3000}", "?"),
            ("", ""),
        ] {
            assert_eq!(faces.printable(text), printed, "{text:?}");
        }
    }

    #[test]
    fn figures_are_of_one_width() {
        let faces = faces();
        for is_bold in [false, true] {
            let widths: Vec<_> = ('0'..='9').map(|figure| faces.width_of(figure, is_bold).unwrap().to_bits()).collect();
            assert!(widths.iter().all(|width| *width == widths[0]));
        }
    }

    #[test]
    fn the_width_is_what_the_library_draws() {
        let faces = faces();
        let text = "Wave To AVATAR 10.5 %";
        let theirs: f64 = faces.regular.str_width(&faces.cache, text, 9).into();
        assert!((faces.width(text, NINE) - theirs).abs() < 1e-3);
    }

    #[test]
    fn lines_break_at_spaces_and_hyphens_and_else_where_they_must() {
        let faces = faces();
        let width = faces.width("Maria del", NINE) + 0.1;
        assert_eq!(faces.lines("Maria del Carmen", width, NINE), ["Maria del", "Carmen"]);
        let long = faces.lines(&"W".repeat(200), width, NINE);
        assert!(long.len() > 10 && long.concat() == "W".repeat(200));
        assert_eq!(faces.lines("Ó Maria-Amélie", width, NINE), ["Ó Maria-", "Amélie"]);
        assert_eq!(faces.lines("", 10.0, NINE), [""]);
        assert_eq!(faces.lines("ab", 0.0, NINE), ["a", "b"], "narrower than a letter");
        let marked = faces.lines(&"x\u{30c}".repeat(30), 5.0, NINE);
        assert!(marked.iter().all(|line| line.starts_with('x')));
    }

    proptest! {
        #[test]
        fn no_character_is_lost_and_no_line_is_too_wide(text in "[\\PCa-zA-ZÀ-ž -]{0,300}", width in 3.0f64..80.0) {
            let faces = faces();
            let lines = faces.lines(&text, width, NINE);
            let without_spaces = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            prop_assert_eq!(without_spaces(&lines.concat()), without_spaces(&faces.printable(&text)));
            for line in &lines {
                let letters = line.chars().filter(|c| !is_combining_mark(*c)).count();
                prop_assert!(letters <= 1 || faces.width(line, NINE) <= width, "{:?}", line);
                prop_assert!(!line.is_empty() || lines.len() == 1);
            }
        }
    }
}
