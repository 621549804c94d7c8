//! The hours of a day, in half-hour steps.

/// 0 to 24 hours, counted in half hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hours(u8);

/// The number is not 0 to 24 in steps of 0.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoursError;

impl HoursError {
    pub const fn sentence(self) -> &'static str {
        "Hours must be between 0 and 24 in steps of 0.5"
    }
}

impl Hours {
    /// No time at all.
    pub const NONE: Self = Self(0);
    /// The most a day has.
    pub const MAX: Self = Self(48);

    /// This many half hours, 0 to 48.
    pub const fn from_half_hours(count: u8) -> Result<Self, HoursError> {
        if count <= Self::MAX.0 { Ok(Self(count)) } else { Err(HoursError) }
    }

    /// This many whole hours, or as many as a day has.
    pub const fn whole(hours: u8) -> Self {
        match Self::from_half_hours(hours.saturating_mul(2)) {
            Ok(hours) => hours,
            Err(HoursError) => Self::MAX,
        }
    }

    /// Reads a number of hours as it stands on the wire. Minus zero is zero; anything between two steps is refused.
    pub fn parse(hours: f64) -> Result<Self, HoursError> {
        (0..=Self::MAX.0).map(Self).find(|step| step.as_f64().to_bits() == (hours + 0.0).to_bits()).ok_or(HoursError)
    }

    pub const fn half_hours(self) -> u8 {
        self.0
    }

    /// The number of hours, exactly.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_half_hour_steps_from_0_to_24() {
        assert_eq!(Hours::parse(7.5).unwrap().half_hours(), 15);
        assert_eq!(Hours::parse(24.0), Ok(Hours::MAX));
        assert_eq!(Hours::parse(-0.0), Ok(Hours::default()));
        for bad in [0.25, -1.0, -0.5, 24.5, 8.499_999_9, f64::NAN, f64::INFINITY, 1e308] {
            assert_eq!(Hours::parse(bad), Err(HoursError), "{bad}");
        }
        assert_eq!([Hours::whole(9), Hours::whole(24), Hours::whole(200)], [Hours(18), Hours::MAX, Hours::MAX]);
        assert_eq!(Hours::from_half_hours(49), Err(HoursError));
        assert_eq!(HoursError.sentence(), "Hours must be between 0 and 24 in steps of 0.5");
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(number in any::<f64>(), half in 0u8..=48) {
            if let Ok(hours) = Hours::parse(number) {
                prop_assert!((hours.as_f64() - number).abs() < f64::EPSILON);
            }
            let hours = Hours::from_half_hours(half).unwrap();
            prop_assert_eq!(Hours::parse(hours.as_f64()), Ok(hours));
        }
    }
}
