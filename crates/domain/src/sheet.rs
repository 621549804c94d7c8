//! What stands in a cell of a file of comma-separated values (RFC 4180), and in a figure on paper: with a point, and without
//! separators of thousands.
//!
//! Such a file begins with a byte order mark, because spreadsheets guess another encoding without one.

use std::borrow::Cow;

/// What stands before the first cell of a file.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";
pub const LINE_END: &str = "\r\n";

/// A text that nobody's spreadsheet takes for a formula: an apostrophe stands in front of what begins like one.
pub fn inert(text: &str) -> Cow<'_, str> {
    let is_filling = |c: char| c.is_whitespace() && !matches!(c, '\t' | '\r');
    match text.trim_start_matches(is_filling).chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => Cow::Owned(format!("'{text}")),
        _ => Cow::Borrowed(text),
    }
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
        }
        for plain in ["", " ", "\n", "a=1", "'=1", "1-1", "＝1", "–1", "\u{200b}x"] {
            assert_eq!(inert(plain), plain, "{plain:?}");
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
