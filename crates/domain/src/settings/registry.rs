//! All settings there are.

use super::value::{Kind, Value, currencies};
use crate::access::Capability;
use crate::second_factor::RequiredFor;
use crate::time::zone_names;

crate::names! {
    /// Who keeps a setting: reads it on the page, and changes it.
    pub enum Keeper {
        /// HR, and administrators.
        Hr = "hr",
        /// Administrators alone.
        System = "system",
        /// Administrators too; the time zone stands by itself, because it changes with a day.
        TimeZone = "time-zone",
    }
}

impl Keeper {
    /// What somebody has to be able to do, for reading and for changing.
    pub const fn capability(self) -> Capability {
        match self {
            Self::Hr => Capability::KeepHrSettings,
            Self::System | Self::TimeZone => Capability::KeepSystemSettings,
        }
    }
}

/// From when a value holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rhythm {
    /// At once, and for every day.
    Always,
    /// From the first of a month on. A month that is over keeps its own.
    ByMonth,
    /// From a day to come on. Days that are past keep their own.
    ByDay,
}

/// What is known of a setting, whatever its value.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    /// Its name on the wire and in the store.
    pub name: &'static str,
    pub keeper: Keeper,
    pub kind: Kind,
    pub rhythm: Rhythm,
    /// What holds where nobody has decided anything, as [`Value`] is written.
    default: &'static str,
    pub label: &'static str,
    pub help: &'static str,
}

macro_rules! settings {
    ($($(#[$doc:meta])* $key:ident = $name:literal: $keeper:ident, $kind:expr, $rhythm:ident, $default:literal; $label:literal, $help:literal)+) => {
        /// A setting. The order is that of the pages.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Key {
            $($(#[$doc])* $key,)+
        }

        impl Key {
            /// All of them, in the order of the pages.
            pub const ALL: &'static [Self] = &[$(Self::$key),+];

            pub const fn definition(self) -> Definition {
                match self {
                    $(Self::$key => Definition {
                        name: $name,
                        keeper: Keeper::$keeper,
                        kind: $kind,
                        rhythm: Rhythm::$rhythm,
                        default: $default,
                        label: $label,
                        help: $help,
                    },)+
                }
            }
        }
    };
}

settings! {
    /// The attendance, in per cent, from which it counts as good.
    GoodPercent = "attendance.goodPercent": Hr, Kind::Integer { min: 50, max: 100 }, ByMonth, "80";
        "Good attendance from", "Attendance at or above this percentage counts as good."
    /// For how many days after its rejection a day can be corrected without an unlock.
    ResubmissionDays = "timesheets.resubmissionDays": Hr, Kind::Integer { min: 1, max: 31 }, Always, "7";
        "Days to correct a rejected day", "For this many days after its rejection a day can be corrected; then it has to be unlocked."
    /// How many working days back a Manager may unlock.
    ManagerUnlockDays = "unlock.managerDays": Hr, Kind::Integer { min: 1, max: 31 }, Always, "1";
        "Days back for managers", "Managers unlock today and this many working days back."
    /// The same of HR.
    HrUnlockDays = "unlock.hrDays": Hr, Kind::Integer { min: 1, max: 31 }, Always, "2";
        "Days back for HR", "HR unlocks today and this many working days back."
    /// When the digests of a working day go out.
    DigestTime = "mail.digestTime": Hr, Kind::Time, Always, "08:30";
        "Daily digest at", "Digests go out at this time on working days of the organisation."
    /// When people are reminded that they have recorded nothing.
    ReminderTime = "mail.reminderTime": Hr, Kind::Time, Always, "17:30";
        "Evening reminder at", "People who have not recorded a working day by then get a reminder."
    OrganisationName = "organisation.name": System, Kind::Text { max: 100 }, Always, "Daybook";
        "Organisation", "The name on pages, in mails and on reports."
    /// The time zone in which days begin and end.
    TimeZone = "organisation.timezone": TimeZone, Kind::Choice(zone_names), ByDay, "UTC";
        "Time zone", "Days begin and end in this time zone. A change takes effect at the start of a later day."
    SelfRegistration = "accounts.selfRegistration": System, Kind::Boolean, Always, "false";
        "Self-registration", "Visitors may register themselves as Employees."
    /// The shortest password that may be set, in code points.
    PasswordMinimum = "accounts.passwordMinimum": System, Kind::Integer { min: 6, max: 64 }, Always, "6";
        "Shortest password", "New passwords need this many characters; passwords in use stay valid."
    SessionHours = "accounts.sessionHours": System, Kind::Integer { min: 1, max: 24 }, Always, "12";
        "Hours a session lives", "Applies to sessions that start after the change."
    /// Whose sign-ins need a second factor.
    SecondFactor = "accounts.secondFactor": System, Kind::Choice(RequiredFor::names), Always, "optional";
        "Two-step sign-in for", "People of these roles have to set it up within 14 days; after that they are asked for it when they sign in."
    Currency = "money.currency": System, Kind::Choice(currencies), Always, "EUR";
        "Currency", "The currency of salaries and payroll. Amounts are not converted."
    /// How many months the audit log is kept.
    AuditRetentionMonths = "audit.retentionMonths": System, Kind::Integer { min: 24, max: 240 }, Always, "120";
        "Months the audit log is kept", "Older sealed entries are removed each night; what remains still verifies."
}

impl Key {
    /// The setting with this name on the wire and in the store.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.definition().name == name)
    }

    /// Those that somebody keeps, in the order of the page.
    pub fn of(keeper: Keeper) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |key| key.definition().keeper == keeper)
    }

    /// What holds where nobody has decided anything.
    ///
    /// # Panics
    /// Never: a test reads the default of every setting.
    pub fn default_value(self) -> Value {
        let Definition { kind, default, .. } = self.definition();
        kind.read(default).unwrap_or_else(|| unreachable!("{default} is no default of {kind:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_setting_has_a_name_of_its_own_and_a_default_that_it_may_be() {
        let names: HashSet<&str> = Key::ALL.iter().map(|key| key.definition().name).collect();
        assert_eq!(names.len(), Key::ALL.len());
        for key in Key::ALL {
            let Definition { name, default, label, help, .. } = key.definition();
            assert_eq!(Key::named(name), Some(*key));
            assert_eq!(key.default_value().to_string(), default);
            assert!(!label.ends_with('.') && help.ends_with('.'), "{name}");
        }
        assert_eq!(Key::named("open-positions"), None);
    }

    #[test]
    fn hr_keeps_the_rules_and_administrators_eight_more() {
        let names = |keeper| Key::of(keeper).map(|key| key.definition().name).collect::<Vec<_>>();
        assert_eq!(
            names(Keeper::Hr),
            [
                "attendance.goodPercent",
                "timesheets.resubmissionDays",
                "unlock.managerDays",
                "unlock.hrDays",
                "mail.digestTime",
                "mail.reminderTime",
            ]
        );
        assert_eq!(names(Keeper::System).len(), 7);
        assert_eq!(names(Keeper::System).last(), Some(&"audit.retentionMonths"));
        assert_eq!(names(Keeper::TimeZone), ["organisation.timezone"]);
        assert_eq!((Keeper::Hr.name(), Keeper::System.name()), ("hr", "system"));
        assert_ne!(Keeper::Hr.capability(), Keeper::System.capability());
    }

    #[test]
    fn the_rating_of_attendance_is_by_month_and_the_time_zone_by_day() {
        let of = |rhythm| Key::ALL.iter().filter(|key| key.definition().rhythm == rhythm).copied().collect::<Vec<_>>();
        assert_eq!(of(Rhythm::ByMonth), [Key::GoodPercent]);
        assert_eq!(of(Rhythm::ByDay), [Key::TimeZone]);
    }
}
