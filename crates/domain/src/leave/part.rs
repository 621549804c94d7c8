//! How much of a date is meant: a half of it, or the whole.

use chrono::NaiveDate;

crate::names! {
    /// One of the two halves of a day.
    pub enum HalfOfDay {
        Morning = "morning",
        Afternoon = "afternoon",
    }
}

/// A half of a date. Ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Half {
    pub date: NaiveDate,
    pub of_day: HalfOfDay,
}

crate::names! {
    /// A date, or one half of it.
    #[derive(Default)]
    pub enum DayPart {
        #[default]
        Full = "full",
        Morning = "morning",
        Afternoon = "afternoon",
    }
}

impl DayPart {
    /// The halves of it, in order.
    pub(super) const fn halves(self) -> &'static [HalfOfDay] {
        match self {
            Self::Full => &HalfOfDay::ALL,
            Self::Morning => &[HalfOfDay::Morning],
            Self::Afternoon => &[HalfOfDay::Afternoon],
        }
    }

    /// This part and a half that may lie in it already.
    #[must_use]
    pub fn with(self, half: HalfOfDay) -> Self {
        if self.halves().contains(&half) { self } else { Self::Full }
    }
}

impl From<HalfOfDay> for DayPart {
    fn from(half: HalfOfDay) -> Self {
        match half {
            HalfOfDay::Morning => Self::Morning,
            HalfOfDay::Afternoon => Self::Afternoon,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_halves_have_their_names() {
        assert_eq!(DayPart::ALL.map(DayPart::name), ["full", "morning", "afternoon"]);
        assert_eq!(DayPart::ALL.map(|part| DayPart::named(part.name())), DayPart::ALL.map(Some));
        assert_eq!(HalfOfDay::ALL.map(|half| HalfOfDay::named(half.name())), HalfOfDay::ALL.map(Some));
        assert_eq!((DayPart::named("evening"), HalfOfDay::named("full")), (None, None));
        assert_eq!(DayPart::default(), DayPart::Full);
    }

    #[test]
    fn two_halves_make_a_day() {
        let [morning, afternoon] = HalfOfDay::ALL;
        assert_eq!(DayPart::from(morning).with(morning), DayPart::Morning);
        assert_eq!(DayPart::from(afternoon).with(afternoon), DayPart::Afternoon);
        assert_eq!(
            [DayPart::from(morning).with(afternoon), DayPart::from(afternoon).with(morning)],
            [DayPart::Full; 2]
        );
        assert_eq!(DayPart::Full.with(morning), DayPart::Full);
    }
}
