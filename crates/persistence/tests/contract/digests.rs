//! What rounds of mails ask for, of many people at once.

use application::ports::{DigestNotice, NewNotice, WaitingEntries};
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::notice::{approved, frozen, rejected};
use domain::person::Role;
use domain::work_patterns::Expected;

use crate::engines::Engine;
use crate::inbox::{notice, resubmission};
use crate::mail_choices::choose;
use crate::substitutions::keep;
use crate::support::{altered, begin, day, entry, everybody, later, named, new_entry, now, people, person};

async fn members(store: &dyn Engine, manager: Option<UserId>, names: &[&str]) -> Vec<UserId> {
    let mut members = Vec::new();
    for name in names {
        members.push(named(store, Role::Employee, manager, name, "Example").await);
    }
    members
}

async fn block(store: &dyn Engine, user: UserId) {
    altered(store, user, |account| account.standing.is_blocked = true).await;
}

on_every_engine! {
    async fn readers_come_in_the_order_of_their_ids_without_those_who_cannot_sign_in(store: &AnyEngine) {
        let all = members(store, None, &["Ann", "Bob", "Cid", "Dan"]).await;
        block(store, all[1]).await;
        let hal = person(store, Role::Hr, None).await;
        let page = async |after, limit| {
            let found = begin(store).await.digests().next_readers(after, limit).await.unwrap();
            found.into_iter().map(|reader| reader.user).collect::<Vec<_>>()
        };
        assert_eq!(page(None, 2).await, [all[0], all[2]]);
        assert_eq!(page(Some(all[2]), 2).await, [all[3], hal]);
        assert_eq!(page(Some(hal), 2).await, []);
    }

    async fn notices_are_those_unread_ones_of_a_span_that_a_digest_can_tell(store: &AnyEngine) {
        let all = members(store, None, &["Ann", "Bob", "Cid"]).await;
        let made = |user: UserId, about: domain::notice::Notice, seconds| {
            let base = notice(user, "");
            NewNotice { notice: about, created_at: later(seconds), ..base }
        };
        let days = [day("2026-06-08")];
        let notices = [
            made(all[0], rejected::notice(&days, "Too early", None), 10),
            made(all[0], rejected::notice(&days, "Why", None), 11),
            made(all[1], approved::notice(&days, None), 20),
            made(all[0], frozen::notice(days[0]), 20),
            made(all[0], approved::notice(&days, None), 20),
            made(all[2], approved::notice(&days, None), 20),
            made(all[0], approved::notice(&[day("2026-06-09")], None), 20),
            made(all[0], rejected::notice(&days, "Too late", None), 21),
        ];
        let unit = begin(store).await;
        unit.inbox().notify(&notices).await.unwrap();
        unit.inbox().read_notices(&[notices[6].id], later(30)).await.unwrap();
        unit.commit().await.unwrap();
        let found = begin(store).await.digests().unread_notices(&all[..2], later(10), later(20)).await.unwrap();
        let told = |user, kind, title: &str, body: &str| DigestNotice { user, kind, title: title.into(), body: body.into() };
        assert_eq!(
            found,
            [
                told(all[0], MailKind::Approved, "A day was approved", "2026-06-08"),
                told(all[1], MailKind::Approved, "A day was approved", "2026-06-08"),
                told(all[0], MailKind::Rejected, "A day was rejected", "2026-06-08: Why"),
            ]
        );
    }

    async fn what_waits_is_told_apart_by_the_manager(store: &AnyEngine) {
        let [max, mia, moe] = people(store, Role::Manager, None).await;
        let team = members(store, Some(max), &["Bob", "Ann"]).await;
        let other = members(store, Some(mia), &["Cid"]).await;
        members(store, Some(moe), &["Dan"]).await;
        let unit = begin(store).await;
        let first = new_entry(team[0], "2026-06-05");
        let entries = [first.clone(), new_entry(team[1], "2026-06-08"), new_entry(other[0], "2026-06-09")];
        unit.timesheets().insert(&entries).await.unwrap();
        unit.inbox().notify_resubmission(&resubmission(&first, 0)).await.unwrap();
        unit.absences().mark(day("2026-06-01"), &everybody(), later(1), now(), 10).await.unwrap();
        unit.absences().mark(day("2026-06-09"), &everybody(), later(1), now(), 10).await.unwrap();
        unit.commit().await.unwrap();

        let unit = begin(store).await;
        let mut waiting = unit.digests().waiting(&[max, mia]).await.unwrap();
        waiting.sort_unstable_by_key(|team| team.manager);
        assert_eq!(
            waiting,
            [
                WaitingEntries { manager: max, count: 2, oldest: day("2026-06-05") },
                WaitingEntries { manager: mia, count: 1, oldest: day("2026-06-09") },
            ]
        );
        assert_eq!(unit.digests().waiting(&[moe]).await, Ok(vec![]));
        assert_eq!(unit.digests().pending_resubmissions(&[max, mia, moe]).await, Ok(vec![(max, 1)]));
        let missing = unit.digests().missing(&[max, mia], day("2026-06-03")).await.unwrap();
        let names: Vec<_> =
            missing.iter().map(|one| (one.manager, one.person.name.first.as_str(), one.days.clone())).collect();
        assert_eq!(
            names,
            [(max, "Ann", vec![day("2026-06-09")]), (max, "Bob", vec![day("2026-06-09")])],
            "by name, and nobody who has recorded that day"
        );
    }

    async fn substitutes_are_known_on_their_days(store: &AnyEngine) {
        let [max, mia] = people(store, Role::Manager, None).await;
        keep(store, max, mia, "2026-06-10", "2026-06-12").await;
        let unit = begin(store).await;
        for (today, found) in [("2026-06-09", vec![]), ("2026-06-10", vec![(mia, max)]), ("2026-06-13", vec![])] {
            assert_eq!(unit.digests().stood_in_for_by(&[max, mia], day(today)).await, Ok(found), "{today}");
        }
        assert_eq!(unit.digests().stood_in_for_by(&[max], day("2026-06-10")).await, Ok(vec![]));
    }

    async fn those_who_have_recorded_nothing_and_want_to_be_reminded_are_found(store: &AnyEngine) {
        let all = members(store, None, &["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]).await;
        person(store, Role::Manager, None).await;
        entry(store, all[0], "2026-06-10").await;
        entry(store, all[1], "2026-06-09").await;
        altered(store, all[4], |account| account.joining_date = Some(day("2026-06-11"))).await;
        altered(store, all[6], |account| account.records_from = Some(day("2026-06-11"))).await;
        choose(store, all[2], MailKind::Reminder, Some(MailTiming::Off)).await;
        block(store, all[3]).await;
        let found = async |expected: &Expected, after, limit| {
            let unit = begin(store).await;
            let found = unit.digests().unrecorded(day("2026-06-10"), expected, after, limit).await.unwrap();
            found.into_iter().map(|reader| reader.user).collect::<Vec<_>>()
        };
        assert_eq!(found(&everybody(), None, 10).await, [all[1], all[5]]);
        assert_eq!(found(&everybody(), None, 1).await, [all[1]]);
        assert_eq!(found(&everybody(), Some(all[1]), 10).await, [all[5]]);
        assert_eq!(found(&Expected::AllBut(vec![all[1]]), None, 10).await, [all[5]]);
        assert_eq!(found(&Expected::Only(vec![all[1], all[0]]), None, 10).await, [all[1]]);
        assert_eq!(found(&Expected::Only(vec![]), None, 10).await, []);
    }
}
