//! Requests for leave.

use application::ports::{
    AccountRow, AlsoAway, AwayOn, LeaveFilter, LeaveInYear, LiveHalf, NewLeave, NewLeaveStep, NewLedgerRow, Result,
    StoreError, TakenBy, UniqueKey,
};
use domain::Instant;
use domain::access::{Actor, Leads, may_decide_leave};
use domain::id::{LeaveRequestId, LeaveStepId, LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{
    CountedHalf, DayPart, Half, HalfOfDay, LeaveDays, LeavePeriod, LeaveStatus, LeaveStep, LedgerRow, RowKind,
    usage_rows,
};
use domain::person::{FullName, Role};
use domain::timesheet::Hours;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::engines::Engine;
use crate::leave_ledger::seed;
use crate::months::done;
use crate::support::{any_event, begin, change, day, entry, later, named, new_entry, now, person, rejected};
use crate::timesheets::team;

pub(crate) fn annual_leave() -> LeaveTypeId {
    seed(1)
}

/// Annual leave that counts in these halves.
pub(crate) fn leave_of(
    user: UserId,
    (start, start_part): (&str, DayPart),
    (end, end_part): (&str, DayPart),
    status: LeaveStatus,
    counts: impl Fn(Half) -> bool,
) -> NewLeave {
    let period = LeavePeriod::new(day(start), start_part, day(end), end_part).unwrap();
    let halves = period.halves().map(|half| CountedHalf { half, counts: counts(half) }).collect();
    let (id, leave_type, created_at) = (LeaveRequestId::new(Uuid::now_v7()), annual_leave(), now());
    NewLeave { id, user, leave_type, period, halves, reason: None, status, created_at }
}

/// Whole days, of which the first counts only in the afternoon.
pub(crate) fn new_leave(user: UserId, start: &str, end: &str, status: LeaveStatus) -> NewLeave {
    let off = Half { date: day(start), of_day: HalfOfDay::Morning };
    let leave = leave_of(user, (start, DayPart::Full), (end, DayPart::Full), status, |half| half != off);
    NewLeave { reason: Some("To the\nsea".into()), ..leave }
}

fn row_of(leave: &NewLeave, row: LedgerRow, created_at: Instant) -> NewLedgerRow {
    NewLedgerRow {
        id: LedgerRowId::new(Uuid::now_v7()),
        user: leave.user,
        leave_type: leave.leave_type,
        row,
        note: None,
        request: Some(leave.id),
        opening_number: None,
        by: Some(leave.user),
        created_at,
    }
}

/// Saves it with what it takes, in a unit of work of its own.
pub(crate) async fn saved(store: &dyn Engine, leave: &NewLeave) -> Result<()> {
    let unit = begin(store).await;
    unit.leave_ledger().lock_people(&[leave.user]).await?;
    unit.leave_requests().insert(leave).await?;
    let taken: Vec<_> =
        usage_rows(&[], &leave.halves, day("2026-06-10")).into_iter().map(|row| row_of(leave, row, now())).collect();
    unit.leave_ledger().append(&taken).await?;
    unit.commit().await
}

async fn asked(store: &dyn Engine, user: UserId, start: &str, end: &str, status: LeaveStatus) -> NewLeave {
    let leave = new_leave(user, start, end, status);
    saved(store, &leave).await.unwrap();
    leave
}

fn filter(leads: Leads) -> LeaveFilter {
    LeaveFilter {
        leads,
        status: LeaveStatus::ALL.to_vec(),
        from: None,
        to: None,
        employee: None,
        is_earliest_first: true,
    }
}

on_every_engine! {
    async fn two_live_requests_share_no_half(store: &AnyEngine) {
        let (_, ann) = team(store).await;
        let first = asked(store, ann, "2026-07-06", "2026-07-08", LeaveStatus::Pending).await;
        let again = saved(store, &new_leave(ann, "2026-07-08", "2026-07-09", LeaveStatus::Pending)).await;
        assert_eq!(again, Err(StoreError::Conflict(UniqueKey::LeaveHalf)));
        let bob = person(store, Role::Employee, None).await;
        asked(store, bob, "2026-07-08", "2026-07-09", LeaveStatus::Pending).await;
        done(store, async |unit| unit.leave_requests().set_status(&[first.id], LeaveStatus::Rejected, None, later(5)).await).await.unwrap();
        asked(store, ann, "2026-07-08", "2026-07-09", LeaveStatus::Pending).await;
        let unit = begin(store).await;
        let owners = unit.leave_requests().owners(&[first.id, LeaveRequestId::new(Uuid::nil())]).await;
        assert_eq!(owners, Ok(vec![(first.id, ann)]));
        assert_eq!(unit.leave_requests().halves(&[first.id]).await, Ok(vec![]), "its halves are free");
    }

    async fn a_request_is_read_as_it_was_made_and_as_it_became(store: &AnyEngine) {
        let boss = named(store, Role::Manager, None, "Marco", "Rossi").await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        let leave = asked(store, ann, "2026-07-06", "2026-07-10", LeaveStatus::Approved).await;
        let read = async || begin(store).await.leave().requests(&[leave.id]).await.unwrap().pop().unwrap();
        let made = read().await;
        assert_eq!((made.person.id, made.manager), (ann, Some((boss, FullName { first: "Marco".into(), last: "Rossi".into() }))));
        assert_eq!((made.type_name.as_str(), made.leave_type, made.needs_approval), ("Annual Leave", annual_leave(), true));
        assert_eq!((made.period, made.days, made.reason), (leave.period, LeaveDays::from_half_days(9), leave.reason.clone()));
        assert_eq!((made.status, made.asked_last_day, made.created_at, made.updated_at), (LeaveStatus::Approved, None, now(), now()));

        let asked_until = Some(day("2026-07-07"));
        done(store, async |unit| unit.leave_requests().set_status(&[leave.id], LeaveStatus::CancellationAsked, asked_until, later(5)).await).await.unwrap();
        let waits = read().await;
        assert_eq!((waits.status, waits.asked_last_day, waits.updated_at), (LeaveStatus::CancellationAsked, asked_until, later(5)));
        assert_eq!(begin(store).await.leave_requests().halves(&[leave.id]).await.unwrap().len(), 10, "it stands until somebody accepts");
        let (short, days) = (leave.period.shortened(day("2026-07-07")).unwrap(), LeaveDays::from_half_days(3));
        done(store, async |unit| unit.leave_requests().shorten(leave.id, short, days, LeaveStatus::Approved, later(9)).await).await.unwrap();
        let kept = read().await;
        assert_eq!((kept.period, kept.days, kept.status, kept.asked_last_day), (short, days, LeaveStatus::Approved, None));
        let halves: Vec<_> = leave.halves[..4].iter().map(|half| (leave.id, *half)).collect();
        assert_eq!(begin(store).await.leave_requests().halves(&[leave.id]).await, Ok(halves));
    }

    async fn each_step_keeps_who_took_it_for_whom_and_why(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let anna = named(store, Role::Manager, None, "Anna", "Berg").await;
        let leave = asked(store, ann, "2026-07-06", "2026-07-10", LeaveStatus::Pending).await;
        let by = Actor { leads: Leads::standing_in_for(anna, [boss]), ..Actor::new(anna, Role::Manager) };
        let proof = may_decide_leave(&by, ann, Some(boss)).unwrap();
        let step = |taken_by, at, what, comment: Option<&str>| {
            let comment = comment.map(str::to_owned);
            NewLeaveStep { id: LeaveStepId::new(Uuid::now_v7()), request: leave.id, at, what, comment, taken_by }
        };
        let steps = [
            step(TakenBy::Person(ann), now(), LeaveStep::Asked, None),
            step(TakenBy::Decider(proof), later(5), LeaveStep::Rejected, Some("Too many")),
            step(TakenBy::Nobody, later(9), LeaveStep::Cancelled, None),
        ];
        done(store, async |unit| unit.leave_requests().add_steps(&steps).await).await.unwrap();
        let history = begin(store).await.leave().steps(&[leave.id]).await.unwrap();
        let told: Vec<_> = history
            .into_iter()
            .map(|step| (step.what, step.at, step.by.map(|name| name.to_string()), step.on_behalf_of.is_some(), step.comment))
            .collect();
        assert_eq!(told, [
            (LeaveStep::Asked, now(), Some("Ann Example".to_owned()), false, None),
            (LeaveStep::Rejected, later(5), Some("Anna Berg".to_owned()), true, Some("Too many".to_owned())),
            (LeaveStep::Cancelled, later(9), None, false, None),
        ]);
    }

    async fn what_decides_about_leave_is_read_of_the_people_who_are_named(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let bob = person(store, Role::Employee, Some(boss)).await;
        let leave = asked(store, ann, "2026-07-06", "2026-07-06", LeaveStatus::Approved).await;
        asked(store, bob, "2026-07-06", "2026-07-06", LeaveStatus::Approved).await;
        let sheet = entry(store, ann, "2026-07-06").await;
        entry(store, ann, "2026-07-08").await;
        let unit = begin(store).await;
        let row = LedgerRow { year: 2026, kind: RowKind::Usage, days: -LeaveDays::HALF, date: day("2026-06-10") };
        assert_eq!(unit.leave().rows(&[ann], &[annual_leave()]).await, Ok(vec![AccountRow { user: ann, leave_type: annual_leave(), row }]));
        assert_eq!(unit.leave().rows(&[ann], &[]).await, Ok(vec![]));
        let live = |half| LiveHalf { user: ann, leave_type: annual_leave(), request: leave.id, status: LeaveStatus::Approved, half };
        let mut found = unit.leave().live(&[ann]).await.unwrap();
        found.sort_by_key(|live| live.half.half);
        assert_eq!(found, leave.halves.iter().copied().map(live).collect::<Vec<_>>());
        let (from, to) = (day("2026-07-06"), day("2026-07-07"));
        assert_eq!(unit.leave().live_on(ann, from, to).await, Ok(leave.halves.clone()));
        assert_eq!(unit.leave().live_on(ann, to, to).await, Ok(vec![]));
        assert_eq!(unit.leave().entries_on(ann, from, to).await, Ok(vec![from]));
        assert_eq!(unit.leave_requests().first_covered(&[sheet.id()]).await, Ok(None), "one half counts");
        drop(unit);
        change(store, &[rejected(&sheet, boss)], boss).await.unwrap();
        assert_eq!(begin(store).await.leave().entries_on(ann, from, to).await, Ok(vec![]), "a rejected one stands in nobody's way");
        let other = entry(store, bob, "2026-07-14").await;
        let later_one = entry(store, bob, "2026-07-15").await;
        asked(store, bob, "2026-07-13", "2026-07-15", LeaveStatus::Pending).await;
        let unit = begin(store).await;
        assert_eq!(unit.leave_requests().first_covered(&[later_one.id(), other.id()]).await, Ok(Some(day("2026-07-14"))));
    }

    async fn a_list_holds_the_teams_that_somebody_leads(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let (other, carl) = team(store).await;
        let first = asked(store, ann, "2026-07-06", "2026-07-10", LeaveStatus::Pending).await;
        let second = asked(store, ann, "2026-08-03", "2026-08-04", LeaveStatus::Approved).await;
        let third = asked(store, carl, "2026-07-08", "2026-07-08", LeaveStatus::CancellationAsked).await;
        let own = filter(Leads::own(boss));
        let both = filter(Leads::standing_in_for(boss, [other]));
        let ids = async |filter: &LeaveFilter| store.leave_page(filter, 1, 20).await.unwrap().0.into_iter().map(|leave| leave.id).collect::<Vec<_>>();
        assert_eq!(ids(&own).await, [first.id, second.id]);
        assert_eq!(ids(&both).await, [first.id, third.id, second.id]);
        assert_eq!(ids(&LeaveFilter { is_earliest_first: false, ..both.clone() }).await, [second.id, third.id, first.id]);
        let waiting = vec![LeaveStatus::Pending, LeaveStatus::CancellationAsked];
        assert_eq!(ids(&LeaveFilter { status: waiting, ..both.clone() }).await, [first.id, third.id]);
        let of_july = LeaveFilter { from: Some(day("2026-07-09")), to: Some(day("2026-07-31")), ..both.clone() };
        assert_eq!(ids(&of_july).await, [first.id]);
        assert_eq!(ids(&LeaveFilter { employee: Some(carl), ..both.clone() }).await, [third.id]);
        assert_eq!(ids(&LeaveFilter { employee: Some(carl), ..own.clone() }).await, []);
        let (page, total) = store.leave_page(&both, 2, 2).await.unwrap();
        assert_eq!((page.iter().map(|leave| leave.id).collect::<Vec<_>>(), total), (vec![second.id], 3));
        assert_eq!(store.count_waiting(&Leads::own(boss)).await, Ok(1));
        assert_eq!(store.count_waiting(&Leads::standing_in_for(boss, [other])).await, Ok(2));
        let mut waiting = begin(store).await.digests().waiting_leave(&[boss, other, ann]).await.unwrap();
        waiting.sort_unstable();
        let mut expected = vec![(boss, 1), (other, 1)];
        expected.sort_unstable();
        assert_eq!(waiting, expected);
        let year = store.leave_of(ann, day("2026-07-10"), day("2026-08-03"), 20).await.unwrap();
        assert_eq!(year.iter().map(|leave| leave.id).collect::<Vec<_>>(), [second.id, first.id], "the one that begins last first");
        assert_eq!(store.leave_of(ann, day("2026-07-11"), day("2026-08-02"), 20).await, Ok(vec![]));
        assert_eq!(store.leave_of(ann, day("2026-01-01"), day("2026-12-31"), 1).await.unwrap().len(), 1);
    }

    async fn beside_a_request_stands_who_else_is_away(store: &AnyEngine) {
        let (boss, ann) = team(store).await;
        let bob = named(store, Role::Employee, Some(boss), "Bob", "Example").await;
        let cleo = named(store, Role::Employee, Some(boss), "Cleo", "Example").await;
        let (_, stranger) = team(store).await;
        let leave = asked(store, ann, "2026-07-06", "2026-07-08", LeaveStatus::Pending).await;
        let of_bob = asked(store, bob, "2026-07-07", "2026-07-09", LeaveStatus::Approved).await;
        let of_cleo = asked(store, cleo, "2026-07-01", "2026-07-07", LeaveStatus::Pending).await;
        asked(store, cleo, "2026-07-09", "2026-07-09", LeaveStatus::Approved).await;
        asked(store, stranger, "2026-07-06", "2026-07-08", LeaveStatus::Approved).await;
        let away = |name: &str, leave: &NewLeave, of: &NewLeave| AlsoAway {
            request: of.id,
            name: FullName { first: name.into(), last: "Example".into() },
            from: leave.period.start(),
            to: leave.period.end(),
            status: leave.status,
        };
        assert_eq!(store.also_away(&[leave.id], 20).await, Ok(vec![away("Cleo", &of_cleo, &leave), away("Bob", &of_bob, &leave)]));
        assert_eq!(store.also_away(&[leave.id], 1).await, Ok(vec![away("Cleo", &of_cleo, &leave)]));
        let on = |date: &str, others| AwayOn { request: leave.id, date: day(date), others, members: 3 };
        // Bob's counts from the afternoon of the 7th on, and Cleo's waits.
        assert_eq!(store.away_on(&[leave.id]).await, Ok(vec![on("2026-07-06", 0), on("2026-07-07", 1), on("2026-07-08", 1)]));
    }

    async fn a_day_that_leave_covers_whole_is_not_rewritten(store: &AnyEngine) {
        let (mona, ann) = team(store).await;
        let is_on_leave = async |date: &str| {
            let unit = begin(store).await;
            unit.timesheets().for_submission(ann, day(date), day("2026-06-10")).await.unwrap().unwrap().is_on_leave
        };
        let rejected = rejected(&entry(store, ann, "2026-07-07").await, mona);
        change(store, std::slice::from_ref(&rejected), mona).await.unwrap();
        assert!(!is_on_leave("2026-07-07").await);
        asked(store, ann, "2026-07-06", "2026-07-07", LeaveStatus::Pending).await;
        assert!(is_on_leave("2026-07-07").await && !is_on_leave("2026-07-06").await, "of the first day the afternoon counts");
        let again = rejected.rewrite(Hours::whole(8), "Built the roof".into(), later(90));
        assert_eq!(change(store, &[again], ann).await, Err(StoreError::Stale));
    }

    async fn a_request_says_what_it_takes_of_each_year(store: &AnyEngine) {
        let (_, ann) = team(store).await;
        let leave = asked(store, ann, "2026-12-30", "2027-01-02", LeaveStatus::Pending).await;
        let half_days = LeaveDays::from_half_days;
        let year = |year, days, left| LeaveInYear { request: leave.id, year, days: half_days(days), left: half_days(left) };
        assert_eq!(store.by_year(&[leave.id]).await, Ok(vec![year(2026, 3, -3), year(2027, 4, -4)]));
        let back: Vec<_> = usage_rows(&leave.halves, &[], day("2026-06-11")).into_iter().map(|row| row_of(&leave, row, later(5))).collect();
        done(store, async |unit| {
            unit.leave_requests().set_status(&[leave.id], LeaveStatus::Cancelled, None, later(5)).await?;
            unit.leave_ledger().append(&back).await
        })
        .await
        .unwrap();
        assert_eq!(store.by_year(&[leave.id]).await, Ok(vec![year(2026, 3, 0), year(2027, 4, 0)]), "what it came to last");
    }
}

/// What a submission has read of leave may be older than the lock for which it has waited, so the statement that records a day looks
/// again. SQLite has one writer, who never waits with something read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_that_leave_has_come_to_cover_is_not_recorded() {
    let database = TestDatabase::postgres().await;
    let store = database.database();
    let (_, ann) = team(store).await;
    asked(store, ann, "2026-07-06", "2026-07-07", LeaveStatus::Pending).await;
    for (date, expected) in [("2026-07-06", Ok(())), ("2026-07-07", Err(StoreError::Stale))] {
        let unit = begin(store).await;
        assert_eq!(unit.timesheets().record(&new_entry(ann, date), &any_event(ann)).await, expected, "{date}");
    }
}
