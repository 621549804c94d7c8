//! Figures as they are written in every file: with a point, and without separators of thousands.

/// Days or hours from halves, with one decimal.
pub(crate) fn halves(halves: i32) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let (whole, half) = (halves.unsigned_abs() / 2, halves.unsigned_abs() % 2);
    format!("{sign}{whole}.{}", if half == 0 { '0' } else { '5' })
}

/// A percentage from tenths, with one decimal.
pub(crate) fn tenths(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// An amount from cents, with two decimals.
pub(crate) fn cents(cents: i64) -> String {
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
}
