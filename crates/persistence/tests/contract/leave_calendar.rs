//! Who is on leave when, and the links of calendar feeds.

use application::ports::{
    AwayOnDate, LeaveFeed, LeaveOfDay, NewLeave, NewPerson, OnLeaveFilter, Result, StoreError, UniqueKey,
};
use domain::access::{Leads, Scope};
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{DayPart, Half, LeavePeriod, LeaveStatus};
use domain::person::{FullName, Role, Standing};

use crate::engines::{AnyEngine, Engine, set};
use crate::leave_requests::{leave_of, saved};
use crate::months::done;
use crate::support::{added, begin, committed, day, later, named, now, person};
use DayPart::{Afternoon, Full, Morning};
use LeaveStatus::{Approved, CancellationAsked, Cancelled, Pending, Rejected};

/// Leave that counts on working days.
pub(crate) fn leave(
    user: UserId,
    start: &str,
    start_part: DayPart,
    end: &str,
    end_part: DayPart,
    status: LeaveStatus,
) -> NewLeave {
    let is_working = |half: Half| chrono::Datelike::weekday(&half.date).number_from_monday() < 6;
    leave_of(user, (start, start_part), (end, end_part), status, is_working)
}

/// The same on one date.
fn on(user: UserId, date: &str, part: DayPart, status: LeaveStatus) -> NewLeave {
    leave(user, date, part, date, part, status)
}

/// Saves it; where it is no longer live, as it was made and as it ended.
async fn keep(store: &AnyEngine, leave: NewLeave) -> LeaveRequestId {
    let status = leave.status;
    let made = NewLeave { status: if status.is_live() { status } else { Pending }, ..leave };
    saved(store, &made).await.unwrap();
    if made.status != status {
        done(store, async |unit| unit.leave_requests().set_status(&[made.id], status, None, now()).await)
            .await
            .unwrap();
    }
    made.id
}

async fn away(store: &dyn Engine, scope: &Scope) -> Vec<(String, u32, u32)> {
    let found = store.away(scope, day("2026-06-01"), day("2026-06-30")).await.unwrap();
    found.into_iter().map(|AwayOnDate { date, away, waiting }| (date.to_string(), away, waiting)).collect()
}

pub(crate) fn whole_june(scope: &Scope) -> OnLeaveFilter {
    OnLeaveFilter { scope: scope.clone(), from: day("2026-06-01"), to: day("2026-06-30"), search: None }
}

/// The first names of a page, and how many there are.
async fn names(store: &dyn Engine, filter: &OnLeaveFilter, page: u32, limit: u32) -> (Vec<String>, u32) {
    let (people, total) = store.on_leave(filter, page, limit).await.unwrap();
    (people.into_iter().map(|found| found.person.name.first).collect(), total)
}

async fn keep_feed(store: &dyn Engine, user: UserId, fingerprint: &str, seconds: i64) -> Result<()> {
    let unit = begin(store).await;
    let feed = LeaveFeed { user, fingerprint: fingerprint.repeat(64), created_at: later(seconds) };
    unit.leave_feeds().keep(&feed).await?;
    unit.commit().await
}

async fn end_feed(store: &dyn Engine, user: UserId) -> bool {
    committed(store, async |unit| unit.leave_feeds().end(user).await).await
}

on_every_engine! {
    async fn a_date_counts_each_person_once_with_what_is_approved_and_what_waits(store: &AnyEngine, subject: &Subject) {
        let max = person(store, Role::Manager, None).await;
        let [ann, bob] = [named(store, Role::Employee, Some(max), "Ann", "A").await, named(store, Role::Employee, Some(max), "Bob", "B").await];
        let other = person(store, Role::Employee, None).await;
        // Friday to Monday: nothing counts on the weekend.
        keep(store, leave(ann, "2026-06-19", Afternoon, "2026-06-22", Full, Approved)).await;
        keep(store, on(ann, "2026-06-16", Morning, CancellationAsked)).await;
        keep(store, on(ann, "2026-06-16", Afternoon, Approved)).await;
        keep(store, on(bob, "2026-06-16", Morning, Pending)).await;
        keep(store, on(bob, "2026-06-16", Afternoon, Approved)).await;
        keep(store, on(bob, "2026-06-17", Full, Pending)).await;
        keep(store, on(bob, "2026-06-18", Full, Rejected)).await;
        keep(store, on(bob, "2026-06-18", Full, Cancelled)).await;
        keep(store, leave(other, "2026-05-28", Full, "2026-06-01", Full, Approved)).await;
        keep(store, leave(other, "2026-06-30", Full, "2026-07-03", Full, Approved)).await;
        let team = Scope::Team(Leads::own(max));
        let of_team = [("2026-06-16", 2, 1), ("2026-06-17", 0, 1), ("2026-06-19", 1, 0), ("2026-06-22", 1, 0)];
        let told = |of: &[(&str, u32, u32)]| of.iter().map(|(date, away, waiting)| ((*date).to_owned(), *away, *waiting)).collect::<Vec<_>>();
        assert_eq!(away(store, &team).await, told(&of_team));
        let of_all = [&[("2026-06-01", 1, 0)], of_team.as_slice(), &[("2026-06-30", 1, 0)]].concat();
        assert_eq!(away(store, &Scope::Everyone).await, told(&of_all));
        assert_eq!(away(store, &Scope::Team(Leads::standing_in_for(ann, [max]))).await, told(&of_team));
        assert_eq!((store.members(&team).await, store.members(&Scope::Everyone).await), (Ok(2), Ok(3)), "no manager is one");
        set(subject, bob, "is_active = false").await;
        assert_eq!(away(store, &team).await, told(&[("2026-06-16", 1, 0), ("2026-06-19", 1, 0), ("2026-06-22", 1, 0)]));
        assert_eq!(store.members(&team).await, Ok(1));
        set(subject, ann, "is_blocked = true").await;
        assert_eq!(store.members(&team).await, Ok(1), "a block is no leaving");
    }

    async fn a_page_has_the_people_with_leave_by_name_and_all_their_leave_of_the_dates(store: &AnyEngine) {
        let max = person(store, Role::Manager, None).await;
        let mut people = Vec::new();
        for first in ["Dan", "Cleo", "bea", "Ann"] {
            let name = FullName { first: first.into(), last: "Zimt".into() };
            let describe = |new: &mut NewPerson| {
                (new.manager, new.name, new.external_id) = (Some(max), name, Some(format!("X-{first}")));
            };
            people.push(added(store, Role::Employee, describe).await);
        }
        let [dan, cleo, bea, ann] = people[..] else { panic!("{people:?}") };
        let afternoon = keep(store, on(ann, "2026-06-16", Afternoon, Pending)).await;
        let morning = keep(store, on(ann, "2026-06-16", Morning, Approved)).await;
        let long = keep(store, leave(ann, "2026-06-26", Full, "2026-06-29", Morning, CancellationAsked)).await;
        keep(store, on(ann, "2026-07-01", Full, Approved)).await;
        keep(store, on(bea, "2026-06-17", Full, Pending)).await;
        keep(store, on(cleo, "2026-06-20", Full, Approved)).await;
        keep(store, on(dan, "2026-06-18", Full, Approved)).await;
        let team = whole_june(&Scope::Team(Leads::own(max)));
        assert_eq!(names(store, &team, 1, 20).await, (vec!["Ann".into(), "bea".into(), "Dan".into()], 3), "Cleo's is a Saturday");
        assert_eq!(names(store, &team, 2, 2).await, (vec!["Dan".into()], 3));
        assert_eq!(names(store, &team, 3, 2).await, (vec![], 3));
        for (search, found) in [("ZIMT", 3), ("bea z", 1), ("works", 3), ("cleo", 0), ("%", 0), ("_", 0)] {
            let filter = OnLeaveFilter { search: Some(search.into()), ..team.clone() };
            assert_eq!(names(store, &filter, 1, 20).await.1, found, "{search}");
        }
        assert_eq!(names(store, &whole_june(&Scope::Team(Leads::own(ann))), 1, 20).await, (vec![], 0));
        for (scope, found) in [(Scope::Everyone, 1), (Scope::Team(Leads::own(max)), 0)] {
            let filter = OnLeaveFilter { search: Some("x-BEA".into()), ..whole_june(&scope) };
            assert_eq!(names(store, &filter, 1, 20).await.1, found, "{scope:?}");
        }

        let (found, _) = store.on_leave(&team, 1, 1).await.unwrap();
        let of = |request, date: &str, part, status| LeaveOfDay { request, date: day(date), part, leave_type: Some("Annual Leave".into()), status };
        assert_eq!((found[0].person.id, found[0].department.as_deref()), (ann, Some("Works")));
        assert_eq!(
            found[0].leave,
            [
                of(morning, "2026-06-16", Morning, Approved),
                of(afternoon, "2026-06-16", Afternoon, Pending),
                of(long, "2026-06-26", Full, CancellationAsked),
                of(long, "2026-06-29", Morning, CancellationAsked),
            ]
        );
    }

    async fn a_feed_has_the_approved_leave_that_counts_and_has_not_long_ended(store: &AnyEngine, subject: &Subject) {
        let max = person(store, Role::Manager, None).await;
        let [ann, bob] = [named(store, Role::Employee, Some(max), "Ann", "A").await, named(store, Role::Employee, Some(max), "Bob", "B").await];
        let other = person(store, Role::Employee, None).await;
        let late = keep(store, leave(ann, "2026-07-06", Afternoon, "2026-07-28", Morning, Approved)).await;
        let asked = keep(store, on(ann, "2025-06-16", Full, CancellationAsked)).await;
        keep(store, on(ann, "2025-06-13", Full, Approved)).await;
        keep(store, on(ann, "2026-06-20", Full, Approved)).await;
        keep(store, on(ann, "2026-06-16", Full, Pending)).await;
        keep(store, on(ann, "2026-06-17", Full, Rejected)).await;
        keep(store, on(ann, "2026-06-18", Full, Cancelled)).await;
        let bobs = keep(store, on(bob, "2026-07-06", Morning, Approved)).await;
        keep(store, on(other, "2026-07-06", Full, Approved)).await;
        let approved = async |scope: Scope| {
            let found = store.approved(&scope, day("2025-06-14")).await.unwrap();
            found.iter().map(|leave| leave.request).collect::<Vec<_>>()
        };
        assert_eq!(approved(Scope::Own(ann)).await, [asked, late]);
        assert_eq!(approved(Scope::Team(Leads::own(max))).await, [asked, late, bobs]);
        let found = store.approved(&Scope::Own(ann), day("2026-07-28")).await.unwrap();
        let period = LeavePeriod::new(day("2026-07-06"), Afternoon, day("2026-07-28"), Morning).unwrap();
        assert_eq!((found[0].period, found[0].updated_at, found[0].leave_type.as_str()), (period, now(), "Annual Leave"));
        assert_eq!(found[0].name, FullName { first: "Ann".into(), last: "A".into() });
        set(subject, ann, "is_active = false").await;
        assert_eq!(approved(Scope::Team(Leads::own(max))).await, [bobs]);
    }

    async fn a_person_has_one_link_and_it_is_found_by_its_fingerprint(store: &AnyEngine, subject: &Subject) {
        let [ann, max] = [person(store, Role::Employee, None).await, person(store, Role::Manager, None).await];
        assert_eq!(store.made_at(ann).await, Ok(None));
        keep_feed(store, ann, "a", 1).await.unwrap();
        keep_feed(store, ann, "b", 2).await.unwrap();
        keep_feed(store, max, "c", 3).await.unwrap();
        assert_eq!(keep_feed(store, max, "b", 4).await, Err(StoreError::Conflict(UniqueKey::Other)));
        assert_eq!((store.made_at(ann).await, store.made_at(max).await), (Ok(Some(later(2))), Ok(Some(later(3)))));
        let standing = |role| Standing { role, is_active: true, is_blocked: false };
        assert_eq!(store.owner(&"a".repeat(64)).await, Ok(None), "it was replaced");
        assert_eq!(store.owner(&"b".repeat(64)).await, Ok(Some((ann, standing(Role::Employee)))));
        set(subject, ann, "is_blocked = true").await;
        let blocked = Standing { is_blocked: true, ..standing(Role::Employee) };
        assert_eq!(store.owner(&"b".repeat(64)).await, Ok(Some((ann, blocked))));
        assert_eq!([end_feed(store, ann).await, end_feed(store, ann).await], [true, false]);
        keep_feed(store, ann, "d", 9).await.unwrap();
        let ended = async || committed(store, async |unit| unit.leave_feeds().end_of(&[ann]).await).await;
        let both = [ended().await, ended().await];
        assert_eq!(both.map(|ended| ended == [ann]), [true, false]);
        assert_eq!((store.owner(&"b".repeat(64)).await, store.made_at(ann).await), (Ok(None), Ok(None)));
        assert_eq!(store.owner(&"c".repeat(64)).await, Ok(Some((max, standing(Role::Manager)))));
    }
}
