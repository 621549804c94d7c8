//! A page of everyone's entries, and the days of one person that can be opened or are.

use domain::person::Role;

use crate::support::{approved, begin, change, day, entry, later, named, now, people, person, rejected, unlock_of};

on_every_engine! {
    async fn a_page_of_everyone_comes_newest_first_then_by_name_with_the_count(store: &AnyEngine) {
        let zoe = named(store, Role::Employee, None, "zoe", "Young").await;
        let ann = named(store, Role::Employee, None, "Ann", "Young").await;
        let emile = named(store, Role::Employee, None, "Émile", "Zola").await;
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        for (user, dates) in [
            (zoe, &["2026-06-08", "2026-06-10"][..]),
            (ann, &["2026-06-07", "2026-06-10", "2026-06-11"]),
            (emile, &["2026-06-01", "2026-06-08", "2026-06-10"]),
            (boss, &["2026-06-08"]),
        ] {
            for date in dates {
                entry(store, user, date).await;
            }
        }
        let listed = async |from: &str, to: &str, page, limit| {
            let (views, total) = store.page(day(from), day(to), page, limit).await.unwrap();
            let texts = views.iter().map(|view| format!("{} {}", view.entry.date.format("%d"), view.person.name.first));
            (texts.collect::<Vec<_>>().join(", "), total)
        };
        let all = "10 Ann, 10 zoe, 10 Émile, 08 Bo, 08 zoe, 08 Émile, 07 Ann, 01 Émile";
        assert_eq!(listed("2026-06-01", "2026-06-10", 1, 1_000).await, (all.to_owned(), 8), "both ends included");
        for (page, expected) in [(1, "10 Ann, 10 zoe, 10 Émile"), (2, "08 Bo, 08 zoe, 08 Émile"), (3, "07 Ann, 01 Émile"), (4, "")] {
            assert_eq!(listed("2026-06-01", "2026-06-10", page, 3).await, (expected.to_owned(), 8));
        }
        assert_eq!(listed("2026-06-01", "2026-06-10", 2, 5).await.0, "08 Émile, 07 Ann, 01 Émile");
        assert_eq!(listed("2026-06-02", "2026-06-07", 1, 20).await, ("07 Ann".to_owned(), 1));
        assert_eq!(listed("2026-06-12", "2026-06-30", 1, 20).await, (String::new(), 0));
        assert_eq!(listed("2026-06-10", "2026-06-01", 1, 20).await, (String::new(), 0), "a time that ends before it begins");
        assert_eq!(listed("2026-06-01", "2026-06-10", u32::MAX, 1_000).await, (String::new(), 8), "a page past the end is empty");
    }

    async fn rejected_days_come_oldest_first_up_to_the_day(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let [ann, bob] = people(store, Role::Employee, Some(boss)).await;
        for (user, date) in [(ann, "2026-06-09"), (ann, "2026-05-04"), (ann, "2026-06-08"), (bob, "2026-05-05")] {
            let made = entry(store, user, date).await;
            change(store, &[rejected(&made, boss)], boss).await.unwrap();
        }
        entry(store, ann, "2026-05-06").await;
        let fine = entry(store, ann, "2026-05-07").await;
        change(store, &[approved(&fine, boss)], boss).await.unwrap();
        let days = async |before: &str, limit| store.rejected_days(ann, day(before), limit).await.unwrap();
        assert_eq!(days("2026-06-09", 100).await, ["2026-05-04", "2026-06-08"].map(day), "the day itself is not before it");
        assert_eq!(days("2026-06-10", 2).await, ["2026-05-04", "2026-06-08"].map(day));
        assert_eq!(days("2026-05-04", 100).await, []);
    }

    async fn unlocks_come_newest_first_with_their_authors(store: &AnyEngine) {
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        let hr = named(store, Role::Hr, None, "Hana", "Roe").await;
        let [ann, bob] = people(store, Role::Employee, Some(boss)).await;
        let unlock = |user, date: &str, by, seconds| unlock_of(user, by, date, &format!("For {date}"), later(seconds));
        let all = [
            unlock(ann, "2026-06-08", boss, 20),
            unlock(ann, "2026-06-05", hr, 30),
            unlock(ann, "2026-06-09", boss, 10),
            unlock(bob, "2026-06-09", hr, 40),
        ];
        let unit = begin(store).await;
        for new in &all {
            unit.unlocks().insert(new).await.unwrap();
        }
        unit.unlocks().use_up(all[0].id, now()).await.unwrap();
        unit.commit().await.unwrap();
        let found = store.of_person(ann, 200).await.unwrap();
        let told: Vec<_> = found.iter().map(|view| (view.id, view.is_used, view.creator.to_string(), view.creator_role)).collect();
        assert_eq!(
            told,
            [
                (all[1].id, false, "Hana Roe".to_owned(), Role::Hr),
                (all[0].id, true, "Bo Lead".to_owned(), Role::Manager),
                (all[2].id, false, "Bo Lead".to_owned(), Role::Manager),
            ]
        );
        assert_eq!((found[0].date, found[0].reason.as_str(), found[0].created_at), (all[1].date, "For 2026-06-05", later(30)));
        assert_eq!(store.of_person(ann, 2).await.unwrap(), found[..2]);
        assert_eq!(store.of_person(boss, 200).await, Ok(vec![]));
    }
}
