//! The sample organisation's leave: requests in every state, two of them for today, so that each screen has something to show.

use super::people::PEOPLE;
use super::{Filler, Ids};
use application::Error;
use application::ports::{NewLeave, NewLeaveStep, NewLedgerRow};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Actor, MayDecideLeave, may_decide_leave};
use domain::id::{LeaveRequestId, LeaveStepId, LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{CountedHalf, Counting, DayPart, LeavePeriod, LeaveStatus, LeaveStep, total, usage_rows};
use domain::person::Role;
use domain::time::{Holidays, Week, WorkCalendar, day_in, days_after, days_before};

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Nobody has decided yet.
    Waits,
    /// Nobody had to: it was approved as it was asked for.
    Taken,
    /// The manager approved it.
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
    asked_days_ago: i64,
    outcome: Outcome,
}

fn stories(today: NaiveDate) -> Vec<Story> {
    use Outcome::{Approved, AsksToCancel, Rejected, Taken, Waits, Withdrawn};
    let monday = |weeks: u64| days_after(Week::of(today).monday(), 7 * weeks);
    let whole =
        |first, days: u64| LeavePeriod::new(first, DayPart::Full, days_after(first, days - 1), DayPart::Full).ok();
    let morning = |date| LeavePeriod::new(date, DayPart::Morning, date, DayPart::Morning).ok();
    let story = |mailbox, leave_type, period, reason, asked_days_ago, outcome| Story {
        mailbox,
        leave_type,
        period,
        reason,
        asked_days_ago,
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
        let types = self.work.leave().types().await?;
        for story in stories(self.moment.today) {
            let person = PEOPLE.iter().find(|person| person.mailbox == story.mailbox);
            let leave_type = types.iter().find(|leave_type| leave_type.name == story.leave_type);
            let (Some(person), Some(leave_type), Some(period)) = (person, leave_type, story.period) else { continue };
            let manager = person.manager.and_then(|mailbox| ids.get(mailbox));
            let (Some(user), Some(manager)) = (ids.get(person.mailbox), manager) else { continue };
            let calendar = WorkCalendar::new(self.moment.rules.work_patterns.of(*user), holidays);
            let joining_date = Some(days_before(self.moment.today, person.joined_days_ago));
            let halves = Counting { calendar, joining_date }.halves(period);
            // Where today is nobody's working day, nobody takes it off.
            if total(&halves).is_positive() {
                let proof = may_decide_leave(&Actor::new(*manager, Role::Manager), *user, Some(*manager))?;
                self.live_through_leave(&story, proof, *user, leave_type.id, period, halves).await?;
            }
        }
        Ok(())
    }

    /// What happens to a request, from when it was asked for until now.
    async fn live_through_leave(
        &self,
        story: &Story,
        proof: MayDecideLeave,
        user: UserId,
        leave_type: LeaveTypeId,
        period: LeavePeriod,
        halves: Vec<CountedHalf>,
    ) -> Result<(), Error> {
        let ids = &self.ports.ids;
        let id = LeaveRequestId::new(ids.next());
        let ago = |days: i64| self.moment.now - chrono::Duration::days(days);
        let (asked, decided) = (ago(story.asked_days_ago), ago(story.asked_days_ago / 2));
        let own = |at, what, comment: Option<&str>| {
            NewLeaveStep::taken(user, LeaveStepId::new(ids.next()), id, at, what, comment.map(str::to_owned))
        };
        let by_manager = |what, comment: Option<&str>| {
            NewLeaveStep::decided(proof, LeaveStepId::new(ids.next()), id, decided, what, comment.map(str::to_owned))
        };
        let mut steps = vec![own(asked, LeaveStep::Asked, None)];
        steps.extend(match story.outcome {
            Outcome::Waits | Outcome::Taken => Vec::new(),
            Outcome::Approved => vec![by_manager(LeaveStep::Approved, None)],
            Outcome::Rejected(reason) => vec![by_manager(LeaveStep::Rejected, Some(reason))],
            Outcome::Withdrawn => vec![own(decided, LeaveStep::Cancelled, None)],
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
                leave_type,
                row,
                note: None,
                request: Some(id),
                by: Some(user),
                created_at: at,
            };
            usage_rows(before, after, day_in(self.ports.zone, at)).into_iter().map(row).collect::<Vec<_>>()
        };
        let mut entered = rows(&[], &halves, asked);
        if !status.is_live() {
            entered.extend(rows(&halves, &[], last));
        }
        let (reason, waits) = (Some(story.reason.to_owned()), LeaveStatus::Pending);
        let new = NewLeave { id, user, leave_type, period, halves, reason, status: waits, created_at: asked };
        self.work.leave_requests().insert(&new).await?;
        self.work.leave_requests().add_steps(&steps).await?;
        if status != waits {
            self.work.leave_requests().set_status(&[id], status, None, last).await?;
        }
        Ok(self.work.leave_ledger().append(&entered).await?)
    }
}
