//! What of a closed month waits for nobody, and so stands in no list of what waits (months.md 1.8).

use application::ports::{ApprovalCount, Badge, StoreError};
use chrono::NaiveDate;
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::person::Role;

use crate::engines::Engine;
use crate::inbox::came_back;
use crate::months::{alone, begun, closed, done, june, new_close, reopened};
use crate::support::{approved, begin, change, day, entry, everybody, later, now, person, rejected, unlock_of};

/// A team of one, and a day on which all of June and the first days of July are over.
struct Team {
    boss: UserId,
    ann: UserId,
    hal: UserId,
}

const TODAY: &str = "2026-07-08";

async fn team(store: &dyn Engine) -> Team {
    let boss = person(store, Role::Manager, None).await;
    let ann = person(store, Role::Employee, Some(boss)).await;
    let hal = person(store, Role::Hr, None).await;
    Team { boss, ann, hal }
}

/// Looks at the same thing while June is open, being closed, closed, and open again. It counts in a closed month alone for nothing.
async fn through_a_close<T: PartialEq + std::fmt::Debug>(
    store: &dyn Engine,
    by: UserId,
    look: impl AsyncFn() -> T,
    (open, shut): (T, T),
) {
    assert_eq!(look().await, open, "an open month");
    let failed = new_close();
    assert!(begun(store, june(), failed).await);
    assert_eq!(look().await, open, "one that is being closed");
    alone(store, june(), async |unit| unit.months().abandon_close(june(), failed).await).await.unwrap();
    closed(store, june(), by, &[]).await;
    assert_eq!(look().await, shut, "a closed one");
    reopened(store, june(), by).await;
    assert_eq!(look().await, open, "one that was opened again");
}

fn days(dates: &[&str]) -> Vec<NaiveDate> {
    dates.iter().map(|date| day(date)).collect()
}

async fn marked(store: &dyn Engine, dates: &[&str]) {
    done(store, async |unit| {
        for date in dates {
            unit.absences().mark(day(date), &everybody(), later(1), now(), 10).await?;
        }
        Ok(())
    })
    .await
    .unwrap();
}

on_every_engine! {
    async fn pending_entries_of_a_closed_month_wait_for_nobody(store: &AnyEngine) {
        let Team { boss, ann, hal } = team(store).await;
        // A week in June, and one that July begins in.
        for date in ["2026-06-10", "2026-06-30", "2026-07-01"] {
            entry(store, ann, date).await;
        }
        let monday = entry(store, ann, "2026-06-29").await;
        change(store, &[approved(&monday, boss)], boss).await.unwrap();
        let weeks = async || {
            let found = store.waiting_weeks(Scope::Team(Leads::own(boss)), None, day(TODAY)).await.unwrap();
            let alone = store.waiting_weeks(Scope::Everyone, Some(ann), day(TODAY)).await.unwrap();
            assert_eq!(found, alone);
            found.iter().map(|view| view.entry.date).collect::<Vec<_>>()
        };
        let all = days(&["2026-07-01", "2026-06-30", "2026-06-29", "2026-06-10"]);
        through_a_close(store, hal, weeks, (all.clone(), all[..3].to_vec())).await;
        let totals = async || {
            let mut found = store.waiting_totals(Scope::Everyone, day(TODAY), day("2026-07-01")).await.unwrap();
            found.sort_by_key(|week| week.monday);
            let shown = found.iter().map(|week| (week.monday, [week.half_hours, week.pending, week.older, week.approved, week.rejected]));
            shown.collect::<Vec<_>>()
        };
        let (first, second) = (day("2026-06-08"), day("2026-06-29"));
        let open = vec![(first, [16, 1, 1, 0, 0]), (second, [48, 2, 1, 1, 0])];
        through_a_close(store, hal, totals, (open, vec![(second, [48, 1, 0, 1, 0])])).await;
    }

    async fn no_day_of_a_closed_month_waits_to_be_filled(store: &AnyEngine) {
        let Team { boss, ann, hal } = team(store).await;
        for date in ["2026-06-08", "2026-07-03"] {
            let entry = entry(store, ann, date).await;
            change(store, &[rejected(&entry, boss)], boss).await.unwrap();
        }
        let unlocks = ["2026-06-05", "2026-07-02"].map(|date| unlock_of(ann, boss, date, "Forgot", now()));
        done(store, async |unit| {
            for unlock in &unlocks {
                unit.unlocks().insert(unlock).await?;
            }
            Ok(())
        })
        .await
        .unwrap();
        let oldest = async || store.oldest_fillable(ann).await.unwrap();
        through_a_close(store, hal, oldest, (Some(day("2026-06-05")), Some(day("2026-07-02")))).await;
        let sent_back = async || store.rejected_days(ann, day(TODAY), 10).await.unwrap();
        let both = days(&["2026-06-08", "2026-07-03"]);
        through_a_close(store, hal, sent_back, (both.clone(), both[1..].to_vec())).await;
        let oldest = async || store.rejected_days(ann, day(TODAY), 1).await.unwrap();
        through_a_close(store, hal, oldest, (both[..1].to_vec(), both[1..].to_vec())).await;
        // What an employee sees of the month itself stays.
        let unlocked = async || store.unlocked_days(ann, day("2026-06-01"), day(TODAY)).await.unwrap();
        let both = days(&["2026-06-05", "2026-07-02"]);
        through_a_close(store, hal, unlocked, (both.clone(), both)).await;
    }

    async fn frozen_days_of_a_closed_month_are_in_no_list(store: &AnyEngine) {
        let Team { boss, ann, hal } = team(store).await;
        marked(store, &["2026-06-08", "2026-06-09", "2026-07-02"]).await;
        let frozen = async || {
            let found = store.frozen(day("2026-06-01"), 10).await.unwrap();
            let unit = begin(store).await;
            let missing = unit.digests().missing(&[boss], day("2026-06-01")).await.unwrap();
            let unmailed = unit.absences().unmailed(day("2026-06-01"), day(TODAY), 10).await.unwrap();
            drop(unit);
            let found: Vec<_> = found.into_iter().map(|found| (found.person.id, found.days)).collect();
            assert_eq!(missing.into_iter().map(|found| (found.person.id, found.days)).collect::<Vec<_>>(), found);
            assert_eq!(unmailed.into_iter().map(|found| (found.user, found.days)).collect::<Vec<_>>(), found);
            found
        };
        let all = days(&["2026-06-08", "2026-06-09", "2026-07-02"]);
        through_a_close(store, hal, &frozen, (vec![(ann, all.clone())], vec![(ann, all[2..].to_vec())])).await;

        // Nor is one that was accepted as absent, in whatever month.
        let accept = async |date: &str| {
            done(store, async |unit| unit.months().accept(&[(ann, day(date))], "Was ill", hal, now()).await).await.unwrap();
        };
        accept("2026-06-09").await;
        assert_eq!(frozen().await, [(ann, days(&["2026-06-08", "2026-07-02"]))]);
        accept("2026-06-08").await;
        accept("2026-07-02").await;
        assert_eq!(frozen().await, []);
        done(store, async |unit| unit.months().end_acceptance(ann, day("2026-07-02")).await).await.unwrap();
        assert_eq!(frozen().await, [(ann, days(&["2026-07-02"]))]);
    }

    async fn digests_tell_nothing_of_closed_months(store: &AnyEngine) {
        let Team { boss, ann, hal } = team(store).await;
        for date in ["2026-06-10", "2026-06-11", "2026-07-01"] {
            entry(store, ann, date).await;
        }
        let waiting = async || {
            let found = begin(store).await.digests().waiting(&[boss]).await.unwrap();
            found.into_iter().map(|team| (team.manager, team.count, team.oldest)).collect::<Vec<_>>()
        };
        let (open, shut) = ((boss, 3, day("2026-06-10")), (boss, 1, day("2026-07-01")));
        through_a_close(store, hal, &waiting, (vec![open], vec![shut])).await;
        let july = store.of_user(ann, day("2026-07-01"), day("2026-07-01")).await.unwrap().remove(0);
        let july = begin(store).await.timesheets().of_day(ann, july.date).await.unwrap().unwrap();
        change(store, &[approved(&july, boss)], boss).await.unwrap();
        through_a_close(store, hal, &waiting, (vec![(boss, 2, day("2026-06-10"))], vec![])).await;
    }

    async fn resubmissions_of_a_closed_month_wait_for_nobody(store: &AnyEngine) {
        let Team { boss, ann, hal } = team(store).await;
        let (_, old) = came_back(store, boss, ann, "2026-06-10", 60).await;
        let (_, new) = came_back(store, boss, ann, "2026-07-01", 70).await;
        let pending = async || {
            let found = store.resubmissions(&Leads::own(boss), now()).await.unwrap();
            let count = store.count(Badge::PendingResubmissions(Leads::own(boss))).await.unwrap();
            let told = begin(store).await.digests().pending_resubmissions(&[boss]).await.unwrap();
            assert_eq!(told, if count == 0 { vec![] } else { vec![(boss, count)] });
            (found.into_iter().map(|view| view.id).collect::<Vec<_>>(), count)
        };
        through_a_close(store, hal, &pending, ((vec![new.id, old.id], 2), (vec![new.id], 1))).await;
        // One that was viewed waits for nobody anyhow, and is listed as before.
        let viewed = done(store, async |unit| unit.inbox().view_resubmissions(&[old.id, new.id], later(80)).await).await;
        assert_eq!(viewed, Ok::<_, StoreError>(2));
        let both = (vec![new.id, old.id], 0);
        through_a_close(store, hal, &pending, (both.clone(), both)).await;
    }

    async fn pending_and_rejected_entries_of_a_closed_month_are_counted_no_more(store: &AnyEngine) {
        let Team { boss, ann, hal } = team(store).await;
        let bob = person(store, Role::Employee, Some(boss)).await;
        entry(store, bob, "2026-06-11").await;
        for date in ["2026-06-10", "2026-06-30", "2026-07-01"] {
            entry(store, ann, date).await;
        }
        for (date, is_approved) in [("2026-06-08", true), ("2026-06-09", false), ("2026-07-02", true), ("2026-07-03", false)] {
            let entry = entry(store, ann, date).await;
            change(store, &[if is_approved { approved(&entry, boss) } else { rejected(&entry, boss) }], boss).await.unwrap();
        }
        let of = |user, pending, approved, rejected| ApprovalCount { user, pending, approved, rejected };
        let counts = async || {
            let mut everyone = store.approval_counts(None).await.unwrap();
            everyone.sort_by_key(|count| std::cmp::Reverse(count.pending));
            let of_ann = everyone.iter().filter(|count| count.user == ann).copied().collect::<Vec<_>>();
            assert_eq!(store.approval_counts(Some(&[ann])).await, Ok(of_ann));
            let entries = store.of_scope(Scope::Team(Leads::own(boss)), None, day("2026-06-01"), day(TODAY)).await.unwrap();
            assert_eq!(entries.len(), 8, "they are read as before");
            everyone
        };
        let (open, shut) = (vec![of(ann, 3, 2, 2), of(bob, 1, 0, 0)], vec![of(ann, 1, 2, 1)]);
        through_a_close(store, hal, counts, (open, shut)).await;
        let waiting = async || begin(store).await.accounts().pending_of(&[ann]).await.unwrap()[&ann];
        through_a_close(store, hal, waiting, (3, 1)).await;
    }
}
