//! An Employee asks for leave, or HR and administrators record it.

use super::account::{Accounts, Taking, enter};
use super::events;
use super::form::LeaveForm;
use super::letter::TeamLeaveNews;
use super::tell::{tell_deciders, tell_employees};
use super::view::Leave;
use super::{TYPE, pushes, step, subject};
use crate::events::Topic;
use crate::ports::{HolidayView, LeaveReads, NewLeave, TakenBy};
use crate::sessions::Caller;
use crate::work::Work;
use crate::working_days::WorkingDays;
use crate::{Error, Moment, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::{Capability, Forbidden};
use domain::holiday::Holiday;
use domain::id::{LeaveRequestId, LeaveTypeId, UserId};
use domain::leave::{
    Asker, CountedHalf, Counting, LeaveAccount, LeavePeriod, LeaveStatus, LeaveTerms, LeaveType, LeaveUse, LedgerRow,
    RequestFacts, RequestRefusal, ask,
};
use domain::month::{ChangedDays, Concerned};
use domain::notice::leave::LeaveNews;
use domain::person::{FirstDay, Standing};
use domain::rules::Rules;
use domain::time::Holidays;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requested {
    pub leave: Leave,
    pub waits: bool,
}

/// A period, and when people work in it. Read before a unit of work begins.
pub(super) struct Days {
    pub(super) period: LeavePeriod,
    pub(super) holidays: Vec<HolidayView>,
    working: WorkingDays,
}

impl Days {
    pub(super) async fn of(ports: &Ports, moment: &Moment, period: LeavePeriod) -> Result<Self> {
        let holidays = ports.reads.holidays().between(period.start(), period.end()).await?;
        let working = WorkingDays::new(moment, Holidays::new(holidays.iter().map(|view| &view.holiday)));
        Ok(Self { period, holidays, working })
    }

    /// The same in a unit of work, until whose end it stays so. The person MUST be locked in it, and the holidays held.
    async fn held(work: &Work<'_>, period: LeavePeriod, user: UserId, holidays: &[Holiday]) -> Result<Self> {
        let moment = work.moment;
        let work_patterns = work.work_patterns().in_force(Some(user)).await?;
        let rules = Arc::new(Rules { work_patterns, ..(*moment.rules).clone() });
        let moment = Moment { rules, ..moment.clone() };
        Ok(Self { period, holidays: Vec::new(), working: WorkingDays::new(&moment, Holidays::new(holidays)) })
    }

    pub(super) fn changed(&self) -> ChangedDays {
        ChangedDays::Span { from: self.period.start(), to: Some(self.period.end()) }
    }

    pub(super) fn counting(&self, user: UserId, first_day: Option<FirstDay>) -> Counting<'_> {
        Counting { calendar: self.working.of(user), first_day }
    }
}

/// What is stored that decides about a request.
pub(super) struct Stored {
    live: Vec<CountedHalf>,
    entries: BTreeSet<NaiveDate>,
    rows: Vec<LedgerRow>,
    uses: Vec<LeaveUse>,
}

impl Stored {
    pub(super) async fn of(
        leave: &dyn LeaveReads,
        user: UserId,
        leave_type: LeaveTypeId,
        period: LeavePeriod,
    ) -> Result<Self> {
        let accounts = Accounts::of(leave, &[user], &[leave_type]).await?;
        let (rows, taken) = accounts.one(user, leave_type);
        let entries = leave.entries_on(user, period.start(), period.end()).await?;
        let (live, entries) = (accounts.halves(), entries.into_iter().collect());
        Ok(Self { live, entries, rows, uses: taken })
    }

    pub(super) fn account<'a>(&'a self, terms: &'a (dyn Fn(i32) -> LeaveTerms + Sync)) -> LeaveAccount<'a> {
        LeaveAccount { rows: &self.rows, uses: &self.uses, terms }
    }

    pub(super) fn facts<'a>(
        &'a self,
        today: NaiveDate,
        asker: Asker,
        leave_type: &LeaveType,
        period: LeavePeriod,
        counting: Counting<'a>,
        account: LeaveAccount<'a>,
    ) -> RequestFacts<'a> {
        let (live, entries, backdate_days) = (&*self.live, &self.entries, leave_type.backdate_days);
        RequestFacts { today, asker, period, backdate_days, counting, live, entries, account }
    }
}

/// Who asks for leave of `user`.
pub(super) fn asker(caller: &Caller, user: UserId) -> Asker {
    if caller.actor.id == user { Asker::Employee } else { Asker::Recorder }
}

/// Only an Employee in service has leave. The role of the caller may have changed since the call was let in.
pub(super) fn check_standing(asker: Asker, standing: Standing) -> Result<()> {
    match asker {
        _ if standing.is_in_service() => Ok(()),
        Asker::Employee => Err(Forbidden::Role.into()),
        Asker::Recorder => Err(RequestRefusal::NotActiveEmployee.into()),
    }
}

/// The type that is asked for, where there are new requests of it.
pub(super) fn chosen(types: Vec<LeaveType>, id: LeaveTypeId) -> Result<LeaveType> {
    let found = types.into_iter().find(|found| found.id == id).ok_or(Error::NotFound(TYPE))?;
    if found.is_active { Ok(found) } else { Err(RequestRefusal::TypeInactive.into()) }
}

/// Takes a request. It and all that follows from it appear together or not at all.
pub async fn request(ports: &Ports, caller: &Caller, typed: LeaveForm) -> Result<Requested> {
    let user = subject(&caller.actor, Capability::AskForLeave, typed.user)?;
    let (period, reason) = typed.read()?;
    let moment = ports.moment();
    let (today, now) = (moment.today, moment.now);
    let asker = asker(caller, user);

    let work = ports.begin(&moment, caller).await?;
    // A change of working days comes before or after, and counts the request anew where it is after.
    let holidays = work.holidays().hold().await?;
    // Locked: another write of the person's leave or days comes before or after.
    let person = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    check_standing(asker, person.standing)?;
    let leave_type = chosen(work.leave().types().await?, typed.leave_type)?;
    let days = Days::held(&work, period, user, &holidays).await?;
    let gate = gate::hold(&work, &days.changed(), Concerned::Anybody).await?;
    let stored = Stored::of(work.leave(), user, leave_type.id, period).await?;
    let terms = |year| leave_type.terms_in(year);
    let counting = days.counting(user, person.beginning().first_day());
    let decided = ask(&stored.facts(today, asker, &leave_type, period, counting, stored.account(&terms)));
    let halves = gate.after(decided, |why| why.precedes_month())?;

    let status = if leave_type.needs_approval { LeaveStatus::Pending } else { LeaveStatus::Approved };
    let id = LeaveRequestId::new(ports.ids.next());
    let new = NewLeave { id, user, leave_type: leave_type.id, period, halves, reason, status, created_at: now };
    work.leave_requests().insert(&new).await?;
    if status == LeaveStatus::Approved {
        work.months().end_acceptance_on_leave(&[id]).await?;
    }
    let step = step(&work, TakenBy::Person(caller.actor.id), id, asker.step(), None);
    work.leave_requests().add_steps(&[step]).await?;
    let taking = Taking { user, leave_type: leave_type.id, request: id, before: &[], after: &new.halves };
    let settled = enter(&work, &[taking]).await?;
    let leave = Leave::one(work.leave(), caller, today, id).await?;
    let mut topics = vec![Topic::Leave, Topic::Timesheets];
    if asker == Asker::Recorder {
        tell_employees(&work, LeaveNews::Recorded, &[&leave.stored], None).await?;
        topics.push(Topic::Notifications);
    }
    let news = if leave_type.needs_approval { TeamLeaveNews::Asks } else { TeamLeaveNews::IsAway };
    tell_deciders(&work, news, &leave.stored).await?;
    let pushes = pushes(user, person.manager, &topics);
    let requested = work.event(events::leave_requested(&leave.stored), pushes);
    work.events().append(&[&[requested][..], &settled].concat()).await?;
    work.commit().await?;
    Ok(Requested { leave, waits: leave_type.needs_approval })
}
