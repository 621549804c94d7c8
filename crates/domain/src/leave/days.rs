//! An amount of leave, in half days.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Days of leave, counted in half days; a balance or a row of the ledger may be below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LeaveDays(i32);

/// The number is no multiple of 0.5, or out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveDaysError;

impl LeaveDays {
    pub const NONE: Self = Self(0);
    pub const HALF: Self = Self(1);
    /// The most that a year gives or an adjustment moves.
    pub const YEAR: Self = Self::whole(366);

    pub const fn from_half_days(count: i32) -> Self {
        Self(count)
    }

    pub const fn whole(days: i32) -> Self {
        Self(days.saturating_mul(2))
    }

    /// Reads a number of days as it stands on the wire: up to 366 either way, in steps of 0.5.
    pub fn parse(days: f64) -> Result<Self, LeaveDaysError> {
        (-Self::YEAR.0..=Self::YEAR.0)
            .map(Self)
            .find(|step| step.as_f64().to_bits() == (days + 0.0).to_bits())
            .ok_or(LeaveDaysError)
    }

    pub const fn half_days(self) -> i32 {
        self.0
    }

    /// The number of days, exactly.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The amount as a person says it: `1 day`, else `2.5 days`.
    pub fn in_words(self) -> String {
        if self == Self::whole(1) { "1 day".to_owned() } else { format!("{self} days") }
    }

    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }
}

/// `2`, `2.5`, `-0.5`: without a trailing `.0`.
impl fmt::Display for LeaveDays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_f64().fmt(f)
    }
}

impl Add for LeaveDays {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for LeaveDays {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for LeaveDays {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for LeaveDays {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for LeaveDays {
    type Output = Self;

    fn neg(self) -> Self {
        Self::NONE - self
    }
}

impl Sum for LeaveDays {
    fn sum<I: Iterator<Item = Self>>(days: I) -> Self {
        days.fold(Self::NONE, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_half_days_up_to_366_either_way() {
        assert_eq!(LeaveDays::parse(2.5), Ok(LeaveDays::from_half_days(5)));
        assert_eq!(LeaveDays::parse(-0.0), Ok(LeaveDays::NONE));
        assert_eq!([LeaveDays::parse(366.0), LeaveDays::parse(-366.0)], [Ok(LeaveDays::YEAR), Ok(-LeaveDays::YEAR)]);
        for bad in [0.25, 366.5, -366.5, 19.999_999_9, f64::NAN, f64::INFINITY] {
            assert_eq!(LeaveDays::parse(bad), Err(LeaveDaysError), "{bad}");
        }
        let said = [20, 5, -1, 0].map(|half_days| LeaveDays::from_half_days(half_days).to_string());
        assert_eq!(said, ["10", "2.5", "-0.5", "0"]);
        let in_words = [2, 1, 5, 0].map(|half_days| LeaveDays::from_half_days(half_days).in_words());
        assert_eq!(in_words, ["1 day", "0.5 days", "2.5 days", "0 days"]);
    }

    proptest! {
        #[test]
        fn a_sum_is_that_of_its_parts(parts in proptest::collection::vec(-732i32..=732, 0..20)) {
            let days: LeaveDays = parts.iter().copied().map(LeaveDays::from_half_days).sum();
            prop_assert_eq!(days.half_days(), parts.iter().sum::<i32>());
            prop_assert_eq!(days - days, LeaveDays::NONE);
            prop_assert_eq!(-(-days), days);
        }
    }
}
