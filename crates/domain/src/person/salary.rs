//! A yearly salary, counted in cents.

/// An amount of money a year, from nothing upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Salary(u64);

/// The amount cannot be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SalaryError;

impl SalaryError {
    pub const fn sentence(self) -> &'static str {
        "Please enter a valid salary amount"
    }
}

/// The most that can be kept, in cents: up to here a number with two decimals is exact on the wire.
const MOST: u64 = 99_999_999_999_999;

impl Salary {
    /// This many cents; `None` below zero, and beyond what can be told exactly.
    pub fn from_cents(cents: i64) -> Option<Self> {
        u64::try_from(cents).ok().filter(|cents| *cents <= MOST).map(Self)
    }

    /// Reads an amount: not negative, with two decimals at most, and no more than can be told exactly.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the bounds are checked before the cast, and up to them every cent has a number of its own"
    )]
    #[expect(
        clippy::float_cmp,
        reason = "an amount of whole cents is the very number that its cents divided by 100 are"
    )]
    pub fn from_amount(amount: f64) -> Result<Self, SalaryError> {
        let cents = (amount * 100.0).round();
        let is_exact = amount.is_finite() && (0.0..=MOST as f64).contains(&cents) && cents / 100.0 == amount;
        if is_exact { Self::from_cents(cents as i64).ok_or(SalaryError) } else { Err(SalaryError) }
    }

    pub const fn cents(self) -> u64 {
        self.0
    }

    /// The amount, with two decimals at most.
    #[expect(clippy::cast_precision_loss, reason = "the largest amount has 47 bits, and 53 are exact")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_two_decimals_at_most_and_is_not_negative() {
        for (amount, cents) in [(0.0, 0), (-0.0, 0), (0.01, 1), (52_400.5, 5_240_050), (1_234.56, 123_456)] {
            assert_eq!(Salary::from_amount(amount).map(Salary::cents), Ok(cents), "{amount}");
        }
        for bad in [-1.0, -0.01, 12.345, 1e15, 0.001, f64::NAN, f64::INFINITY, f64::MAX] {
            assert_eq!(Salary::from_amount(bad), Err(SalaryError), "{bad}");
        }
        assert_eq!(SalaryError.sentence(), "Please enter a valid salary amount");
    }

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
