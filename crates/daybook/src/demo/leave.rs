//! The sample organisation's leave: that of its year, and requests in every state, two of them for today, so that each screen has
//! something to show.

use super::history::{self, Away};
use super::people::PEOPLE;
use super::{Filler, Ids};
use application::leave::events;
use application::ports::{NewLeave, NewLeaveStep, NewLedgerRow, PersonName, StoredLeave, TakenBy};
use application::{Error, Moment};
use chrono::{Datelike, NaiveDate, TimeDelta};
use domain::Instant;
use domain::access::{Actor, MayDecideLeave, may_decide_leave};
use domain::id::{LeaveRequestId, LeaveStepId, LedgerRowId, UserId};
use domain::leave::{
    CountedHalf, Counting, DayPart, LeaveAccount, LeavePeriod, LeaveStatus, LeaveStep, LeaveType, total, total_by_year,
    usage_rows,
};
use domain::person::{FirstDay, Role};
use domain::time::{Holidays, Month, Week, WorkCalendar, days_after};
use std::collections::HashSet;

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Waits,
    /// Nobody had to: it was approved as it was asked for.
    Taken,
    Approved,
    /// The manager rejected it, for this reason.
    Rejected(&'static str),
    /// It was given up before it was decided.
    Withdrawn,
    /// It was approved, and now that it has begun its Employee asks to give it up, for this reason.
    AsksToCancel(&'static str),
}

impl Outcome {
    const fn status(self) -> LeaveStatus {
        match self {
            Self::Waits => LeaveStatus::Pending,
            Self::Taken | Self::Approved => LeaveStatus::Approved,
            Self::Rejected(_) => LeaveStatus::Rejected,
            Self::Withdrawn => LeaveStatus::Cancelled,
            Self::AsksToCancel(_) => LeaveStatus::CancellationAsked,
        }
    }
}

/// The type that most of it is of.
const ANNUAL: &str = "Annual Leave";

/// A request, and what came of it.
struct Story {
    mailbox: &'static str,
    leave_type: &'static str,
    period: Option<LeavePeriod>,
    reason: &'static str,
    asked: Instant,
    /// When it was decided or given up, where it was.
    settled: Instant,
    outcome: Outcome,
}

fn whole_days(first: NaiveDate, last: NaiveDate) -> Option<LeavePeriod> {
    LeavePeriod::new(first, DayPart::Full, last, DayPart::Full).ok()
}

/// The leave of somebody's year.
fn taken(mailbox: &'static str, away: &Away) -> Story {
    Story {
        mailbox,
        leave_type: away.leave_type,
        period: whole_days(away.first, away.last),
        reason: away.reason,
        asked: away.asked,
        settled: away.approved.unwrap_or(away.asked),
        outcome: if away.approved.is_some() { Outcome::Approved } else { Outcome::Taken },
    }
}

fn stories(moment: &Moment) -> Vec<Story> {
    use Outcome::{Approved, AsksToCancel, Rejected, Taken, Waits, Withdrawn};
    let today = moment.today;
    let monday = |weeks: u64| days_after(Week::of(today).monday(), 7 * weeks);
    let whole = |first, days: u64| whole_days(first, days_after(first, days - 1));
    let morning = |date| LeavePeriod::new(date, DayPart::Morning, date, DayPart::Morning).ok();
    let ago = |days: i64| moment.now - TimeDelta::days(days);
    let story = |mailbox, leave_type, period, reason, asked_days_ago: i64, outcome| Story {
        mailbox,
        leave_type,
        period,
        reason,
        asked: ago(asked_days_ago),
        settled: ago(asked_days_ago / 2),
        outcome,
    };
    vec![
        story("employee", ANNUAL, whole(monday(3), 5), "A week at the sea", 12, Approved),
        story("employee", ANNUAL, whole(monday(9), 2), "A long weekend with my parents", 1, Waits),
        story("kostas", ANNUAL, whole(days_after(monday(3), 2), 3), "My sister's wedding", 2, Waits),
        story(
            "jonas",
            ANNUAL,
            whole(monday(5), 5),
            "Skiing",
            9,
            Rejected("The release is in that week, please choose another one"),
        ),
        story("amelie", ANNUAL, whole(monday(6), 2), "Moving house", 7, Withdrawn),
        story("amelie", "Unpaid Leave", whole(monday(7), 10), "A course in Lyon", 5, Approved),
        story(
            "tomas",
            ANNUAL,
            whole(today, 5),
            "Painting the flat",
            20,
            AsksToCancel("The painters come later, I could work after all"),
        ),
        story("yuki", "Sick Leave", whole(today, 1), "A fever", 0, Taken),
        story("samuel", ANNUAL, morning(days_after(monday(1), 3)), "At the dentist's", 1, Waits),
        story("olena", ANNUAL, whole(monday(4), 5), "Visiting my family", 15, Approved),
    ]
}

impl Filler<'_> {
    pub(super) async fn leave(&self, ids: &Ids, holidays: &Holidays) -> Result<(), Error> {
        let (types, year, today) = (self.work.leave().types().await?, self.year(holidays), self.moment.today);
        let of_the_year =
            PEOPLE.iter().enumerate().filter(|(_, person)| person.decider().is_some()).flat_map(|(index, person)| {
                history::leave(index, person, year).into_iter().map(move |away| taken(person.mailbox, &away))
            });
        let mut given = HashSet::new();
        for story in of_the_year.chain(stories(&self.moment)) {
            let person = PEOPLE.iter().find(|person| person.mailbox == story.mailbox);
            let leave_type = types.iter().find(|leave_type| leave_type.name == story.leave_type);
            let (Some(person), Some(leave_type), Some(period)) = (person, leave_type, story.period) else { continue };
            let manager = person.decider().and_then(|mailbox| ids.get(mailbox));
            let (Some(user), Some(manager)) = (ids.get(person.mailbox), manager) else { continue };
            let calendar = WorkCalendar::new(self.moment.rules.work_patterns.of(*user), holidays);
            let joined = person.joined(today);
            let halves = Counting { calendar, first_day: Some(FirstDay::Joining(joined)) }.halves(period);
            // Where today is nobody's working day, nobody takes it off.
            if total(&halves).is_positive() {
                for year in total_by_year(&halves).into_keys().filter(|year| *year < today.year()) {
                    if given.insert((*user, leave_type.id, year)) {
                        self.allocate(*user, leave_type, joined, year).await?;
                    }
                }
                let proof = may_decide_leave(&Actor::new(*manager, Role::Manager), *user, Some(*manager))?;
                self.live_through_leave(&story, proof, *user, leave_type, period, halves).await?;
            }
        }
        Ok(())
    }

    /// What the type gave in a year that has ended. The portal enters by itself what this year and the next one give.
    async fn allocate(&self, user: UserId, leave_type: &LeaveType, joined: NaiveDate, year: i32) -> Result<(), Error> {
        let date = Month::new(year, 1).map_or(joined, |january| january.first().max(joined));
        let terms = |year: i32| leave_type.terms_in(year);
        let nothing = LeaveAccount { rows: &[], uses: &[], terms: &terms };
        let allocations = nothing.missing_allocations(Some(joined), leave_type.is_active, date);
        let rows = allocations.into_iter().filter(|row| row.year == year).map(|row| NewLedgerRow {
            id: LedgerRowId::new(self.ports.ids.next()),
            user,
            leave_type: leave_type.id,
            row,
            note: None,
            request: None,
            opening_number: None,
            by: None,
            created_at: self.ports.zones().start_of(date),
        });
        Ok(self.work.leave_ledger().append(&rows.collect::<Vec<_>>()).await?)
    }

    /// What happens to a request, from when it was asked for until now.
    async fn live_through_leave(
        &self,
        story: &Story,
        proof: MayDecideLeave,
        user: UserId,
        leave_type: &LeaveType,
        period: LeavePeriod,
        halves: Vec<CountedHalf>,
    ) -> Result<(), Error> {
        let Some(account) = self.work.people().for_change(user).await? else { return Ok(()) };
        let ids = &self.ports.ids;
        let id = LeaveRequestId::new(ids.next());
        let (asked, settled) = (story.asked, story.settled);
        let step = |taken_by, at, what, comment: Option<&str>| {
            let (step, comment) = (LeaveStepId::new(ids.next()), comment.map(str::to_owned));
            NewLeaveStep { id: step, request: id, at, what, comment, taken_by }
        };
        let own = |at, what, comment: Option<&str>| step(TakenBy::Person(user), at, what, comment);
        let by_manager = |what, comment: Option<&str>| step(TakenBy::Decider(proof), settled, what, comment);
        let mut steps = vec![own(asked, LeaveStep::Asked, None)];
        steps.extend(match story.outcome {
            Outcome::Waits | Outcome::Taken => Vec::new(),
            Outcome::Approved => vec![by_manager(LeaveStep::Approved, None)],
            Outcome::Rejected(reason) => vec![by_manager(LeaveStep::Rejected, Some(reason))],
            Outcome::Withdrawn => vec![own(settled, LeaveStep::Cancelled, None)],
            Outcome::AsksToCancel(reason) => vec![
                by_manager(LeaveStep::Approved, None),
                own(self.moment.now, LeaveStep::CancellationAsked, Some(reason)),
            ],
        });
        let (status, last) = (story.outcome.status(), steps.last().map_or(asked, |step| step.at));
        let rows = |before: &[CountedHalf], after: &[CountedHalf], at: Instant| {
            let row = |row| NewLedgerRow {
                id: LedgerRowId::new(ids.next()),
                user,
                leave_type: leave_type.id,
                row,
                note: None,
                request: Some(id),
                opening_number: None,
                by: Some(user),
                created_at: at,
            };
            usage_rows(before, after, self.ports.zones().day_in(at)).into_iter().map(row).collect::<Vec<_>>()
        };
        let mut entered = rows(&[], &halves, asked);
        if !status.is_live() {
            entered.extend(rows(&halves, &[], last));
        }
        let (reason, waits) = (Some(story.reason.to_owned()), LeaveStatus::Pending);
        let stored = StoredLeave {
            id,
            person: PersonName { id: user, employee_id: account.employee_id, name: account.name },
            // No event tells the manager.
            manager: None,
            leave_type: leave_type.id,
            type_name: leave_type.name.clone(),
            needs_approval: leave_type.needs_approval,
            period,
            days: total(&halves),
            reason: reason.clone(),
            status: waits,
            asked_last_day: None,
            created_at: asked,
            updated_at: asked,
        };
        self.note_leave(&stored, story.outcome, proof, &steps);
        let new =
            NewLeave { id, user, leave_type: leave_type.id, period, halves, reason, status: waits, created_at: asked };
        self.work.leave_requests().insert(&new).await?;
        self.work.leave_requests().add_steps(&steps).await?;
        if status != waits {
            self.work.leave_requests().set_status(&[id], status, None, last).await?;
        }
        Ok(self.work.leave_ledger().append(&entered).await?)
    }

    /// Notes an event for each step of a request that waited at first, but where nobody has to decide.
    fn note_leave(&self, waits: &StoredLeave, outcome: Outcome, proof: MayDecideLeave, steps: &[NewLeaveStep]) {
        let standing = |status| StoredLeave { status, ..waits.clone() };
        let own = || self.by_person(waits.person.id, Role::Employee);
        for step in steps {
            match step.what {
                LeaveStep::Asked => {
                    let asked = if outcome == Outcome::Taken { outcome.status() } else { waits.status };
                    self.happened(step.at, own(), events::leave_requested(&standing(asked)));
                }
                LeaveStep::Approved | LeaveStep::Rejected => {
                    let is_approved = step.what == LeaveStep::Approved;
                    let status = if is_approved { LeaveStatus::Approved } else { LeaveStatus::Rejected };
                    let what = events::leave_decided(waits, status, step);
                    self.happened(step.at, self.by_person(proof.by(), Role::Manager), what);
                }
                LeaveStep::Cancelled => {
                    let after = &standing(LeaveStatus::Cancelled);
                    self.happened(step.at, own(), events::leave_cancelled(waits, after, None));
                }
                LeaveStep::CancellationAsked => {
                    let leave = &standing(LeaveStatus::CancellationAsked);
                    self.happened(step.at, own(), events::leave_cancellation_asked(leave, step));
                }
                LeaveStep::Recorded | LeaveStep::Kept | LeaveStep::Shortened | LeaveStep::Recounted => {}
            }
        }
    }
}
