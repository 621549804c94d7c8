//! A yearly salary, counted in cents.

/// An amount of money a year, from nothing upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Salary(u64);

/// The most that can be kept, in cents: up to here a number with two decimals is exact on the wire.
const MOST: u64 = 99_999_999_999_999;

impl Salary {
    /// This many cents; `None` below nothing, and beyond what can be told exactly.
    #[must_use]
    pub fn from_cents(cents: i64) -> Option<Self> {
        u64::try_from(cents).ok().filter(|cents| *cents <= MOST).map(Self)
    }

    /// The amount, with two decimals at most.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the largest amount has 47 bits, and 53 are exact")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cents_are_exact_to_two_decimals() {
        for cents in [-1, i64::MAX, 100_000_000_000_000] {
            assert_eq!(Salary::from_cents(cents), None);
        }
        for (cents, shown) in [(0, "0"), (5_240_050, "52400.5"), (1, "0.01"), (99_999_999_999_999, "999999999999.99")] {
            assert_eq!(Salary::from_cents(cents).unwrap().as_f64().to_string(), shown);
        }
    }
}
