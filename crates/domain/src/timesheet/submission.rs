//! What happens when an employee submits a day: one function, asked by the API before it saves,
//! and by the calendar to say which days can be filled, and why the others cannot.

use super::Status;
use crate::time::{days_after, is_weekend};
use chrono::NaiveDate;

/// A rejected day can be corrected until the end of the seventh day after its rejection.
pub const RESUBMISSION_DAYS: u64 = 7;

const ASK_MANAGER: &str = "Please contact your manager to unlock it.";

/// Whether a day that was rejected on `rejected_on` can still be corrected on `today` without an unlock.
#[must_use]
pub fn is_in_resubmission_window(rejected_on: NaiveDate, today: NaiveDate) -> bool {
    today <= days_after(rejected_on, RESUBMISSION_DAYS)
}

/// What the decision needs to know of an existing entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryFacts {
    /// Where it stands.
    pub status: Status,
    /// When it was rejected, where it is.
    pub rejected_on: Option<NaiveDate>,
}

/// Who could unlock the day today, so that a reason names only people who can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
pub struct Helpers {
    /// A manager who can act is assigned.
    pub has_manager: bool,
    /// Managers may unlock this day today.
    pub manager: bool,
    /// HR may.
    pub hr: bool,
    /// An administrator may.
    pub admin: bool,
}

/// Everything that decides about one day of one employee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayFacts {
    /// The day.
    pub date: NaiveDate,
    /// The organisation's day now.
    pub today: NaiveDate,
    /// The first day that can have an entry, where it is known.
    pub joining_date: Option<NaiveDate>,
    /// The entry of the day, where there is one.
    pub entry: Option<EntryFacts>,
    /// Whether an approved, unused unlock is there.
    pub is_unlocked: bool,
    /// Whether the day is a holiday.
    pub is_holiday: bool,
    /// Whether the employee was marked absent on it.
    pub is_absent: bool,
    /// Who could unlock it.
    pub helpers: Helpers,
}

/// The day can be saved, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// It becomes a new entry.
    New {
        /// Whether that uses the unlock up.
        uses_unlock: bool,
    },
    /// It replaces a pending entry that an unlock opened.
    Correction,
    /// It replaces a rejected entry, and the manager is notified.
    Resubmission {
        /// Whether that uses an unlock up.
        uses_unlock: bool,
    },
}

impl Opening {
    /// Whether saving uses up the day's unlock.
    #[must_use]
    pub const fn uses_unlock(self) -> bool {
        match self {
            Self::New { uses_unlock } | Self::Resubmission { uses_unlock } => uses_unlock,
            Self::Correction => true,
        }
    }
}

/// The day cannot be saved, and why not. [`Refusal::sentence`] is what the person reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It lies after today.
    Future,
    /// It lies before the joining date.
    BeforeJoining(NaiveDate),
    /// Its entry is approved.
    AlreadyApproved,
    /// Its entry waits for the manager.
    AlreadySubmitted,
    /// Its entry was rejected more than seven days ago.
    RejectedTooLongAgo(Helpers),
    /// It is a holiday.
    Holiday(Helpers),
    /// It is a Saturday or a Sunday.
    Weekend(Helpers),
    /// It is over, and has no entry.
    Locked(Helpers),
    /// It is over, and the employee was marked absent on it.
    Frozen(Helpers),
}

/// Decides about the day. The order of the questions is part of the rule.
pub fn decide(facts: &DayFacts) -> Result<Opening, Refusal> {
    if facts.date > facts.today {
        return Err(Refusal::Future);
    }
    if let Some(joined) = facts.joining_date.filter(|joined| facts.date < *joined) {
        return Err(Refusal::BeforeJoining(joined));
    }
    match facts.entry {
        Some(EntryFacts { status: Status::Approved, .. }) => return Err(Refusal::AlreadyApproved),
        Some(EntryFacts { status: Status::Rejected, rejected_on }) => {
            let in_window = rejected_on.is_some_and(|day| is_in_resubmission_window(day, facts.today));
            return if facts.is_unlocked || in_window {
                Ok(Opening::Resubmission { uses_unlock: facts.is_unlocked })
            } else {
                Err(Refusal::RejectedTooLongAgo(facts.helpers))
            };
        }
        Some(EntryFacts { status: Status::Pending, .. }) => {
            return if facts.is_unlocked { Ok(Opening::Correction) } else { Err(Refusal::AlreadySubmitted) };
        }
        None => {}
    }
    if facts.is_unlocked {
        Ok(Opening::New { uses_unlock: true })
    } else if facts.is_holiday {
        Err(Refusal::Holiday(facts.helpers))
    } else if is_weekend(facts.date) {
        Err(Refusal::Weekend(facts.helpers))
    } else if facts.date == facts.today {
        Ok(Opening::New { uses_unlock: false })
    } else if facts.is_absent {
        Err(Refusal::Frozen(facts.helpers))
    } else {
        Err(Refusal::Locked(facts.helpers))
    }
}

impl Helpers {
    fn manager_helps(self) -> bool {
        self.manager && self.has_manager
    }

    /// `Admin/HR/Manager`, as far as each can help today.
    fn list(self) -> Option<&'static str> {
        match (self.admin, self.hr, self.manager_helps()) {
            (_, true, true) => Some("Admin/HR/Manager"),
            (_, false, true) => Some("Admin/Manager"),
            (_, true, false) => Some("Admin/HR"),
            (true, false, false) => Some("Admin"),
            (false, false, false) => None,
        }
    }

    /// Whom to ask, after a sentence that says what is wrong.
    fn ask(self, what: &str, with_manager: &str) -> String {
        if self.manager_helps() {
            return format!("{what} {with_manager}");
        }
        let missing = if self.manager { " You have no manager who can act at present." } else { "" };
        match (self.hr, self.admin) {
            (true, _) => format!("{what}{missing} Please contact HR to unlock it."),
            (false, true) => format!("{what}{missing} Please contact an administrator to unlock it."),
            (false, false) => format!("{what} It can no longer be unlocked."),
        }
    }

    fn if_you_worked(self, what: &str) -> String {
        match self.list() {
            Some(who) => format!("{what} Contact {who} if you worked."),
            None => format!("{what} It can no longer be unlocked."),
        }
    }
}

impl Refusal {
    /// Whether an unlock would open the day.
    #[must_use]
    pub const fn requires_unlock(self) -> bool {
        match self {
            Self::RejectedTooLongAgo(_) | Self::Holiday(_) | Self::Weekend(_) | Self::Locked(_) | Self::Frozen(_) => {
                true
            }
            Self::Future | Self::BeforeJoining(_) | Self::AlreadyApproved | Self::AlreadySubmitted => false,
        }
    }

    /// The sentence for a person. "Contact your manager" is said only where the manager can help.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::Future => "You cannot submit a timesheet for a future date".to_owned(),
            Self::BeforeJoining(joined) => format!("You cannot access dates before your joining date ({joined})"),
            Self::AlreadyApproved => "This timesheet is already approved".to_owned(),
            Self::AlreadySubmitted => "Timesheet already submitted for this date".to_owned(),
            Self::RejectedTooLongAgo(helpers) => {
                helpers.ask("This rejected timesheet requires approval to unlock.", "Please contact your manager.")
            }
            Self::Holiday(helpers) => helpers.if_you_worked("This date is a holiday."),
            Self::Weekend(helpers) => helpers.if_you_worked("Weekends cannot be selected."),
            Self::Locked(helpers) => helpers.ask("This date is locked.", ASK_MANAGER),
            Self::Frozen(helpers) => helpers.ask("Frozen – no timesheet was submitted.", ASK_MANAGER),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL_HELP: Helpers = Helpers { has_manager: true, manager: true, hr: true, admin: true };

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Wednesday, 10 June 2026, joined on 1 June, nothing recorded.
    fn facts(date: &str) -> DayFacts {
        DayFacts {
            date: day(date),
            today: day("2026-06-10"),
            joining_date: Some(day("2026-06-01")),
            entry: None,
            is_unlocked: false,
            is_holiday: false,
            is_absent: false,
            helpers: ALL_HELP,
        }
    }

    fn with(facts: DayFacts, status: Status, rejected_on: Option<&str>) -> DayFacts {
        DayFacts { entry: Some(EntryFacts { status, rejected_on: rejected_on.map(day) }), ..facts }
    }

    fn unlocked(facts: DayFacts) -> DayFacts {
        DayFacts { is_unlocked: true, ..facts }
    }

    fn holiday(facts: DayFacts) -> DayFacts {
        DayFacts { is_holiday: true, ..facts }
    }

    fn absent(facts: DayFacts) -> DayFacts {
        DayFacts { is_absent: true, ..facts }
    }

    #[test]
    fn every_row_of_the_table_with_its_sentence() {
        use Status::{Approved, Pending, Rejected};
        let refused: Vec<(DayFacts, &str)> = vec![
            (facts("2026-06-11"), "You cannot submit a timesheet for a future date"),
            (facts("2026-05-29"), "You cannot access dates before your joining date (2026-06-01)"),
            (with(facts("2026-06-09"), Approved, None), "This timesheet is already approved"),
            (unlocked(with(facts("2026-06-09"), Approved, None)), "This timesheet is already approved"),
            (
                with(facts("2026-06-01"), Rejected, Some("2026-06-02")),
                "This rejected timesheet requires approval to unlock. Please contact your manager.",
            ),
            (with(facts("2026-06-10"), Pending, None), "Timesheet already submitted for this date"),
            (holiday(facts("2026-06-10")), "This date is a holiday. Contact Admin/HR/Manager if you worked."),
            (facts("2026-06-07"), "Weekends cannot be selected. Contact Admin/HR/Manager if you worked."),
            (facts("2026-06-09"), "This date is locked. Please contact your manager to unlock it."),
            (
                absent(facts("2026-06-09")),
                "Frozen – no timesheet was submitted. Please contact your manager to unlock it.",
            ),
            // A holiday that was entered after the day was over speaks first: nobody was absent then.
            (holiday(absent(facts("2026-06-09"))), "This date is a holiday. Contact Admin/HR/Manager if you worked."),
        ];
        for (facts, sentence) in refused {
            assert_eq!(decide(&facts).unwrap_err().sentence(), sentence, "{facts:?}");
        }
        let opened = [
            (facts("2026-06-10"), Opening::New { uses_unlock: false }),
            (unlocked(facts("2026-06-09")), Opening::New { uses_unlock: true }),
            (unlocked(facts("2026-06-07")), Opening::New { uses_unlock: true }),
            (unlocked(holiday(facts("2026-06-09"))), Opening::New { uses_unlock: true }),
            (unlocked(absent(facts("2026-06-09"))), Opening::New { uses_unlock: true }),
            (unlocked(with(facts("2026-06-09"), Pending, None)), Opening::Correction),
            (with(facts("2026-06-01"), Rejected, Some("2026-06-03")), Opening::Resubmission { uses_unlock: false }),
            (
                unlocked(with(facts("2026-06-01"), Rejected, Some("2026-06-02"))),
                Opening::Resubmission { uses_unlock: true },
            ),
        ];
        for (facts, opening) in opened {
            assert_eq!(decide(&facts), Ok(opening), "{facts:?}");
        }
    }

    #[test]
    fn a_rejection_can_be_corrected_until_the_end_of_the_seventh_day_after() {
        assert!(is_in_resubmission_window(day("2026-06-03"), day("2026-06-10")));
        assert!(!is_in_resubmission_window(day("2026-06-03"), day("2026-06-11")));
    }

    #[test]
    fn a_reason_names_only_people_who_can_help() {
        let locked = |helpers| Refusal::Locked(helpers).sentence();
        assert_eq!(
            locked(Helpers { has_manager: false, ..ALL_HELP }),
            "This date is locked. You have no manager who can act at present. Please contact HR to unlock it."
        );
        let only_hr = Helpers { manager: false, ..ALL_HELP };
        assert_eq!(locked(only_hr), "This date is locked. Please contact HR to unlock it.");
        let only_admin = Helpers { hr: false, ..only_hr };
        assert_eq!(locked(only_admin), "This date is locked. Please contact an administrator to unlock it.");
        let nobody = Helpers { admin: false, ..only_admin };
        assert_eq!(locked(nobody), "This date is locked. It can no longer be unlocked.");
        assert_eq!(
            Refusal::Weekend(only_admin).sentence(),
            "Weekends cannot be selected. Contact Admin if you worked."
        );
        assert_eq!(Refusal::Holiday(only_hr).sentence(), "This date is a holiday. Contact Admin/HR if you worked.");
    }

    prop_compose! {
        fn any_facts()(
            offset in -400i64..400,
            joined in prop::option::of(-400i64..400),
            status in prop::option::of(prop::sample::select(Status::ALL.to_vec())),
            rejected_before in 0i64..30,
            is_unlocked in any::<bool>(),
            is_holiday in any::<bool>(),
            is_absent in any::<bool>(),
            help in any::<(bool, bool, bool, bool)>(),
        ) -> DayFacts {
            let today = day("2026-06-10");
            let shift = |by: i64| today + chrono::Duration::days(by);
            DayFacts {
                date: shift(offset),
                today,
                joining_date: joined.map(shift),
                entry: status.map(|status| EntryFacts {
                    status,
                    rejected_on: (status == Status::Rejected).then(|| shift(-rejected_before)),
                }),
                is_unlocked,
                is_holiday,
                is_absent,
                helpers: Helpers { has_manager: help.0, manager: help.1, hr: help.2, admin: help.3 },
            }
        }
    }

    proptest! {
        #[test]
        fn the_future_and_the_approved_never_open(facts in any_facts()) {
            if decide(&facts).is_ok() {
                prop_assert!(facts.date <= facts.today);
                prop_assert!(facts.joining_date.is_none_or(|joined| joined <= facts.date));
                prop_assert!(facts.entry.is_none_or(|entry| entry.status != Status::Approved));
            }
        }

        #[test]
        fn an_unlock_opens_exactly_what_says_that_it_needs_one(facts in any_facts()) {
            let locked = DayFacts { is_unlocked: false, ..facts };
            let opened = DayFacts { is_unlocked: true, ..facts };
            match decide(&locked) {
                Err(refusal) if refusal.requires_unlock() => prop_assert!(decide(&opened).is_ok_and(Opening::uses_unlock)),
                Err(Refusal::AlreadySubmitted) => prop_assert_eq!(decide(&opened), Ok(Opening::Correction)),
                Err(refusal) => prop_assert_eq!(decide(&opened), Err(refusal)),
                Ok(_) => prop_assert!(decide(&opened).is_ok_and(Opening::uses_unlock)),
            }
        }

        #[test]
        fn only_a_rejected_entry_is_resubmitted(facts in any_facts()) {
            let is_rejected = facts.entry.is_some_and(|entry| entry.status == Status::Rejected);
            let is_resubmission = matches!(decide(&facts), Ok(Opening::Resubmission { .. }));
            prop_assert!(!is_resubmission || is_rejected);
        }
    }
}
