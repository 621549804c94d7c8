//! The numbers of the rules, as one value that is handed in: nothing else in Daybook knows one of them.

use crate::hours::Hours;
use crate::second_factor::{FactorRule, RequiredFor};
use crate::settings::{Key, Settings};
use crate::time::{History, Month, Zones};
use crate::work_patterns::WorkPatterns;
use chrono::NaiveTime;

/// What the organisation decides about working time, deadlines and accounts, and what decisions.md §§3 to 5 say where nobody can
/// decide. [`Rules::default`] is what holds until somebody decides otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// In which time zone days begin and end, day by day.
    pub zones: Zones,
    /// By which pattern everybody works, day by day.
    pub work_patterns: WorkPatterns,
    /// The attendance, in per cent, from which it counts as good. A month is rated by the value of its first day.
    pub good_percent: History<u32>,
    /// For how many days after its rejection a day can be corrected without an unlock.
    pub resubmission_days: u32,
    /// How many days back, calendar or working days, a Manager may unlock.
    pub manager_unlock_days: u32,
    /// The same of HR.
    pub hr_unlock_days: u32,
    /// How many calendar days back an administrator may unlock where the joining date is unknown.
    pub admin_unlock_days: u32,
    /// From more hours than these on a day is remarked on before its week is approved.
    pub long_day: Hours,
    /// On how many days of a week the same description is remarked on.
    pub same_text_days: usize,
    /// The shortest password that may be set, in code points.
    pub password_minimum: u32,
    pub session_hours: u32,
    /// Who needs a second factor.
    pub second_factor: FactorRule,
    /// When the digests of a working day go out.
    pub digest_time: NaiveTime,
    /// When people are reminded that they have recorded nothing.
    pub reminder_time: NaiveTime,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(&Settings::default(), WorkPatterns::default())
    }
}

impl Rules {
    /// The rules under these settings and patterns.
    pub fn of(settings: &Settings, work_patterns: WorkPatterns) -> Self {
        Self {
            zones: Zones::named(settings.history(Key::TimeZone)),
            work_patterns,
            good_percent: settings.integers(Key::GoodPercent),
            resubmission_days: settings.integer(Key::ResubmissionDays),
            manager_unlock_days: settings.integer(Key::ManagerUnlockDays),
            hr_unlock_days: settings.integer(Key::HrUnlockDays),
            admin_unlock_days: 365,
            long_day: Hours::whole(12),
            same_text_days: 5,
            password_minimum: settings.integer(Key::PasswordMinimum),
            session_hours: settings.integer(Key::SessionHours),
            second_factor: FactorRule {
                required_for: RequiredFor::named(settings.text(Key::SecondFactor)).unwrap_or(RequiredFor::Nobody),
                since: None,
            },
            digest_time: settings.time(Key::DigestTime),
            reminder_time: settings.time(Key::ReminderTime),
        }
    }

    /// The attendance, in per cent, from which `month` counts as good.
    pub fn good_percent(&self, month: Month) -> u32 {
        *self.good_percent.on(month.first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_rated_by_the_value_of_its_first_day() {
        let good_percent = History::always(80).with("2026-06-15".parse().unwrap(), 90);
        let rules = Rules { good_percent, ..Rules::default() };
        assert_eq!([5, 6, 7].map(|month| rules.good_percent(Month::new(2026, month).unwrap())), [80, 80, 90]);
    }
}
