//! What stands in a cell of a file of comma-separated values (RFC 4180), and in a figure on paper: with a point, and without
//! separators of thousands.
//!
//! Such a file begins with a byte order mark, because spreadsheets guess another encoding without one.

use std::borrow::Cow;

/// What stands before the first cell of a file.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";
pub const LINE_END: &str = "\r\n";

/// How the months, the days of the week and the halves of a day begin in English and German, the languages of the columns.
const DATE_WORDS: [&str; 29] = [
    "jan", "feb", "mar", "mär", "mrz", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov", "dec",
    "dez", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "sam", "son",
];
/// Of an exponent, of a date with a time (ISO 8601), and of a time of day.
const NUMBER_LETTERS: [&str; 5] = ["e", "t", "z", "am", "pm"];
const TRUTHS: [&str; 4] = ["true", "false", "wahr", "falsch"];

/// A text that nobody's spreadsheet takes for a formula: an apostrophe stands in front of what begins like one.
pub fn inert(text: &str) -> Cow<'_, str> {
    let is_filling = |c: char| c.is_whitespace() && !matches!(c, '\t' | '\r');
    match text.trim_start_matches(is_filling).chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => Cow::Owned(format!("'{text}")),
        _ => Cow::Borrowed(text),
    }
}

/// A text as a cell that [`typed`] reads back, whichever spreadsheet has opened and saved the file: an apostrophe stands in front of
/// what begins like a formula, and of what it would take for a number or a date and write in another way.
pub fn kept(text: &str) -> Cow<'_, str> {
    if is_marked(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The text of a cell without the apostrophe of [`inert`] or [`kept`].
pub fn typed(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_marked(text)).unwrap_or(cell)
}

/// Apostrophes in front of such a text are told from that of the portal by one more.
fn is_marked(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    matches!(inert(text), Cow::Owned(_)) || is_rewritten(text)
}

/// Whether it is a number, a date or a time, however that is written, but no whole number that stays as it is. Rather too often: an
/// apostrophe does no harm.
fn is_rewritten(text: &str) -> bool {
    let text = text.to_lowercase();
    if TRUTHS.contains(&text.as_str()) {
        return true;
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let is_whole = (1..=15).contains(&text.len()) && text.chars().all(is_digit) && !text.starts_with('0');
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_value =
        |word: &str| NUMBER_LETTERS.contains(&word) || DATE_WORDS.iter().any(|beginning| word.starts_with(beginning));
    text.chars().any(is_digit) && words.all(is_value) && !is_whole
}

/// The cell as it stands in the file: in quotes where it needs them.
pub fn quoted(cell: &str) -> Cow<'_, str> {
    if cell.contains([',', '"', '\r', '\n']) {
        Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(cell)
    }
}

/// Days or hours from halves, with one decimal.
pub fn halves(halves: i32) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let (whole, half) = (halves.unsigned_abs() / 2, halves.unsigned_abs() % 2);
    format!("{sign}{whole}.{}", if half == 0 { '0' } else { '5' })
}

/// A percentage from tenths, with one decimal.
pub fn tenths(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// An amount from cents, with two decimals.
pub fn cents(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    format!("{sign}{whole}.{rest:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_figure_has_its_decimals_and_its_sign() {
        assert_eq!([0, 1, 2, 21, -1, -4].map(halves), ["0.0", "0.5", "1.0", "10.5", "-0.5", "-2.0"]);
        assert_eq!([0, 5, 805, 1_000].map(tenths), ["0.0", "0.5", "80.5", "100.0"]);
        assert_eq!(
            [0, 5, 150_000, -1, i64::MIN].map(cents),
            ["0.00", "0.05", "1500.00", "-0.01", "-92233720368547758.08"]
        );
    }

    #[test]
    fn what_begins_like_a_formula_is_marked() {
        for formula in ["=1", "+1", "-1", "@x", "\tx", "\rx", " =1", "\u{a0}\u{3000}+1", "\n=1", "\n\t", " \r"] {
            assert_eq!(inert(formula), format!("'{formula}"), "{formula:?}");
            assert_eq!(typed(&inert(formula)), formula, "{formula:?}");
        }
        for plain in ["", " ", "\n", "a=1", "'=1", "1-1", "＝1", "–1", "\u{200b}x"] {
            assert_eq!(inert(plain), plain, "{plain:?}");
        }
    }

    #[test]
    fn what_a_spreadsheet_would_write_in_another_way_is_marked() {
        let rewritten = "0017|0301 234|1E5|1.50|3/4|2026-06-01|12:30|50 %|1234567890123456|=1|-|(5)|5 €|5-|May 4|SEP-12|\
            3. Oktober 1990|4. MÄR|Friday, Dec. 24|Sonntag 4.5.|8PM|2026-06-01T12:30Z|false|WAHR";
        for rewritten in rewritten.split('|') {
            assert_eq!(kept(rewritten), format!("'{rewritten}"));
            assert_eq!(kept(&format!("'{rewritten}")), format!("''{rewritten}"));
            assert_eq!(typed(&kept(rewritten)), rewritten);
        }
        for plain in [
            "",
            "'",
            "4711",
            "EMP1003",
            "A-17",
            "3rd floor",
            "'n Sync",
            "O'=1",
            "E",
            "Ann",
            "May",
            "May 4, the day",
            "falsehood",
        ] {
            assert_eq!((kept(plain), typed(plain)), (Cow::Borrowed(plain), plain));
        }
    }

    proptest! {
        #[test]
        fn a_kept_text_is_read_back_and_no_formula(text in "[ '=+@0-9./eE,ä-]{0,6}|(May|wahr|x)[ '0-9]{0,3}") {
            let cell = kept(&text);
            prop_assert_eq!(typed(&cell), text.as_str());
            prop_assert_eq!(inert(&cell), cell.as_ref(), "the writer of the file adds no other apostrophe");
        }
    }

    #[test]
    fn a_cell_is_quoted_where_it_needs_it() {
        for (cell, written) in
            [("Works", "Works"), ("a,b", "\"a,b\""), ("\"a\"", "\"\"\"a\"\"\""), ("a\nb", "\"a\nb\"")]
        {
            assert_eq!(quoted(cell), written);
        }
    }
}
