//! Resubmissions and notices.

use application::ports::{Badge, InboxReads, NewNotice, NewResubmission, StoreError, UniqueKey};
use domain::access::Leads;
use domain::id::{NoticeId, ResubmissionId, UserId};
use domain::notice::{Notice, rejected};
use domain::person::Role;
use domain::timesheet::Entry;
use uuid::Uuid;

use crate::engines::Engine;
use crate::support::{begin, change, committed, day, entry, hours, later, led_by, now, people, person, rejected};

pub(crate) fn resubmission(entry: &Entry, seconds: i64) -> NewResubmission {
    NewResubmission {
        id: ResubmissionId::new(Uuid::now_v7()),
        timesheet: entry.id(),
        version: entry.version(),
        user: entry.user(),
        previous_hours: hours(16),
        previous_description: "Built the house".into(),
        original_comment: "Please add the project".into(),
        created_at: later(seconds),
    }
}

/// An entry that was rejected and came back, with its notification.
pub(crate) async fn came_back(
    store: &dyn Engine,
    boss: UserId,
    ann: UserId,
    date: &str,
    seconds: i64,
) -> (Entry, NewResubmission) {
    let back = rejected(&entry(store, ann, date).await, boss);
    change(store, std::slice::from_ref(&back), boss).await.unwrap();
    let again = back.rewrite(hours(18), "Built the house for Acme".into(), later(100));
    let unit = begin(store).await;
    unit.timesheets().rewrite(&again).await.unwrap();
    let new = resubmission(&again, seconds);
    unit.inbox().notify_resubmission(&new).await.unwrap();
    unit.commit().await.unwrap();
    (again, new)
}

pub(crate) fn notice(user: UserId, title: &str) -> NewNotice {
    NewNotice {
        id: NoticeId::new(Uuid::now_v7()),
        user,
        notice: Notice {
            digest: None,
            kind: rejected::KIND,
            title: title.into(),
            body: "2026-06-10: Why".into(),
            date: Some(day("2026-06-10")),
            link: Some("/employee/timesheet?month=2026-06".into()),
        },
        created_at: now(),
    }
}

on_every_engine! {
    async fn a_resubmission_shows_what_changed_to_the_current_manager(store: &AnyEngine) {
        let [boss, next_boss] = people(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        let (entry, new) = came_back(store, boss, ann, "2026-06-10", 200).await;
        let list = store.resubmissions(&Leads::own(boss), now()).await.unwrap();
        assert_eq!(list.len(), 1);
        let view = &list[0];
        assert_eq!((view.id, view.is_viewed, view.timesheet, view.date), (new.id, false, entry.id(), entry.date()));
        assert_eq!((view.hours, view.description.as_str()), (hours(18), "Built the house for Acme"));
        assert_eq!((view.previous_hours, view.previous_description.as_str()), (hours(16), "Built the house"));
        assert_eq!((view.original_comment.as_str(), view.created_at), ("Please add the project", later(200)));
        assert_eq!((view.person.id, view.person.name.to_string().as_str()), (ann, "Ann Example"));
        assert_eq!(store.count(Badge::PendingResubmissions(Leads::own(boss))).await, Ok(1));
        let again = begin(store).await.inbox().notify_resubmission(&resubmission(&entry, 300)).await;
        assert_eq!(again, Err(StoreError::Conflict(UniqueKey::Resubmission)), "a version comes back once");

        led_by(store, ann, Some(next_boss)).await;
        assert_eq!(store.resubmissions(&Leads::own(boss), now()).await, Ok(vec![]), "it goes with the current manager");
        assert_eq!(store.resubmissions(&Leads::own(next_boss), now()).await.unwrap().len(), 1);
        assert_eq!(store.count(Badge::PendingResubmissions(Leads::own(boss))).await, Ok(0));
        assert_eq!(store.count(Badge::PendingResubmissions(Leads::own(next_boss))).await, Ok(1));
    }

    async fn pending_ones_and_those_viewed_lately_are_listed_newest_first(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        let (old, first) = came_back(store, boss, ann, "2026-06-08", 200).await;
        let (_, second) = came_back(store, boss, ann, "2026-06-09", 300).await;
        let (_, third) = came_back(store, boss, ann, "2026-06-10", 250).await;
        let ids = async |since| {
            store.resubmissions(&Leads::own(boss), since).await.unwrap().iter().map(|view| view.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(now()).await, [second.id, third.id, first.id]);
        let unit = begin(store).await;
        assert_eq!(unit.inbox().view_resubmissions_of(&[old.id()], later(400)).await, Ok(1));
        assert_eq!(unit.inbox().view_resubmissions_of(&[old.id()], later(500)).await, Ok(0), "a repeat changes nothing");
        assert_eq!(unit.inbox().view_resubmissions_of(&[], later(500)).await, Ok(0));
        unit.commit().await.unwrap();
        assert_eq!(ids(later(400)).await, [second.id, third.id, first.id], "viewed at that instant or after it");
        assert_eq!(ids(later(401)).await, [second.id, third.id]);
        assert_eq!(store.count(Badge::PendingResubmissions(Leads::own(boss))).await, Ok(2));
        let unit = begin(store).await;
        let marked = unit.inbox().view_resubmissions(&[first.id, second.id, ResubmissionId::new(Uuid::now_v7())], later(600)).await;
        assert_eq!(marked, Ok(1), "only what was pending is counted");
        unit.commit().await.unwrap();
        let views = store.resubmissions(&Leads::own(boss), now()).await.unwrap();
        assert_eq!(views.iter().filter(|view| view.is_viewed).count(), 2);
    }

    async fn notices_are_paged_newest_first_and_counted(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let all: Vec<NewNotice> = (0..5).map(|n| notice(ann, &format!("Notice {n}"))).collect();
        let other = notice(bob, "Bob's");
        let unit = begin(store).await;
        unit.inbox().notify(&all).await.unwrap();
        unit.inbox().notify(std::slice::from_ref(&other)).await.unwrap();
        unit.inbox().notify(&[]).await.unwrap();
        unit.commit().await.unwrap();
        let titles = async |page, limit| {
            let (views, total) = store.notices(ann, page, limit).await.unwrap();
            (views.iter().map(|view| view.title.clone()).collect::<Vec<_>>(), total)
        };
        assert_eq!(titles(1, 2).await, (vec!["Notice 4".into(), "Notice 3".into()], 5));
        assert_eq!(titles(3, 2).await, (vec!["Notice 0".into()], 5));
        assert_eq!(titles(4, 2).await, (vec![], 5), "a page past the end is empty, the count stays");
        assert_eq!(titles(u32::MAX, 1_000).await.1, 5);
        let first = store.notices(ann, 5, 1).await.unwrap().0.remove(0);
        assert_eq!((first.id, first.kind.as_str(), first.is_read), (all[0].id, "rejected", false));
        assert_eq!((first.body.as_str(), first.date), ("2026-06-10: Why", Some(day("2026-06-10"))));
        assert_eq!((first.link.as_deref(), first.created_at), (Some("/employee/timesheet?month=2026-06"), now()));

        assert_eq!(store.count(Badge::UnreadNotices(ann)).await, Ok(5));
        let unit = begin(store).await;
        let unknown = NoticeId::new(Uuid::now_v7());
        let mut owners = unit.inbox().notice_owners(&[other.id, unknown, all[0].id]).await.unwrap();
        owners.sort_unstable();
        let mut expected = [(all[0].id, ann), (other.id, bob)];
        expected.sort_unstable();
        assert_eq!(owners, expected);
        assert_eq!(unit.inbox().read_notices(&[all[0].id, all[1].id, unknown], later(5)).await, Ok(2));
        assert_eq!(unit.inbox().read_notices(&[all[0].id], later(6)).await, Ok(0));
        unit.commit().await.unwrap();
        assert_eq!(store.count(Badge::UnreadNotices(ann)).await, Ok(3));
        assert_eq!(store.count(Badge::UnreadNotices(bob)).await, Ok(1));
        assert!(store.notices(ann, 5, 1).await.unwrap().0[0].is_read);
    }
}

on_databases! {
    async fn more_notices_than_one_statement_takes_come_together(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        let all: Vec<NewNotice> = (0..4_000).map(|n| notice(ann, &format!("Notice {n}"))).collect();
        let statements = database.statements();
        committed(store, async |unit| unit.inbox().notify(&all).await).await;
        assert_eq!(statements.take().len(), 8);
        assert_eq!(store.count(Badge::UnreadNotices(ann)).await, Ok(4_000));
        assert_eq!(store.notices(ann, 1, 1).await.unwrap().0[0].title, "Notice 3999");
    }
}
