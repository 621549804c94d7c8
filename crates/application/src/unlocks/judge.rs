//! How a request reads now: where it stands, and for whom it waits. Nothing of it is kept, so a block, another manager or another
//! rule leaves nothing behind.

use crate::Moment;
use crate::ports::UnlockView;
use crate::working_days::WorkingDays;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::{Employment, FullName};
use domain::rules::Rules;
use domain::time::WorkCalendar;
use domain::timesheet::Status;
use domain::unlock::{self, RequestStatus, WaitsFor, last_day};

/// A request, or an unlock that nobody asked for, as it reads at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What is kept of it. Its status is that of the moment.
    pub view: UnlockView,
    /// For whom it waits, while it waits for somebody.
    pub waits_for: Option<WaitsFor>,
    /// The last day on which it can be decided, while it waits.
    pub expires_on: Option<NaiveDate>,
}

/// An open date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlocked {
    pub employee: UserId,
    pub name: FullName,
    /// The unlock, which may be the request for it.
    pub unlock: Request,
}

/// Judges the requests of one person.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'a> {
    today: NaiveDate,
    rules: &'a Rules,
    calendar: WorkCalendar<'a>,
    person: &'a Employment,
}

impl<'a> Judge<'a> {
    pub(crate) fn of(moment: &'a Moment, working: &'a WorkingDays, person: &'a Employment) -> Self {
        let calendar = working.of(person.user);
        Self { today: moment.today, rules: &moment.rules, calendar, person }
    }

    /// For whom an undecided request waits. The windows count back from the day on which it was made.
    pub(crate) fn waits_for(
        &self,
        date: NaiveDate,
        made_at: Instant,
        entry: Option<Status>,
        is_closed: bool,
    ) -> Option<WaitsFor> {
        let asked_on = self.rules.zones.day_in(made_at);
        let is_rejected = entry == Some(Status::Rejected);
        let unlockers = unlock::unlockers(date, asked_on, self.person, is_rejected, self.calendar, self.rules);
        WaitsFor::judge(unlockers, entry, is_closed)
    }

    pub(crate) fn read(&self, view: UnlockView) -> Request {
        let asked_on = self.rules.zones.day_in(view.created_at);
        let view = UnlockView { status: view.status.on(self.today, asked_on), ..view };
        let waits = view.status == RequestStatus::Pending;
        let waits_for = || self.waits_for(view.date, view.created_at, view.entry, view.is_closed);
        Request {
            waits_for: if waits { waits_for() } else { None },
            expires_on: waits.then(|| last_day(asked_on)),
            view,
        }
    }
}
