//! What the organisation has decided.

use application::ports::SettingReads;
use domain::id::UserId;
use domain::person::{FullName, Role};
use domain::settings::{Decided, Key, Value};

use crate::engines::Engine;
use crate::support::{begin, committed, day, execute, later, named, now};

fn good(from: &str, percent: u32) -> Decided {
    Decided { key: Key::GoodPercent, from: Some(day(from)), value: Value::Integer(percent) }
}

fn name(name: &str) -> Decided {
    Decided { key: Key::OrganisationName, from: None, value: Value::Text(name.into()) }
}

async fn save(store: &dyn Engine, decided: &Decided, by: UserId, seconds: i64) {
    committed(store, async |unit| unit.settings().save(decided, Some(by), later(seconds)).await).await;
}

on_every_engine! {
    async fn each_setting_has_its_values_and_counts_its_changes(store: &AnyEngine) {
        assert_eq!(SettingReads::stored(store).await, Ok(vec![]));
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        let ada = named(store, Role::Admin, None, "Ada", "Admin").await;
        save(store, &name("Northwind"), ada, 1).await;
        save(store, &good("2026-09-01", 90), hal, 2).await;
        save(store, &good("2026-06-01", 65), hal, 3).await;
        save(store, &good("2026-09-01", 70), ada, 4).await;
        let stored = SettingReads::stored(store).await.unwrap();
        let [percent, organisation] = &stored[..] else { panic!("{stored:?}") };
        assert_eq!(percent.values, [good("2026-06-01", 65), good("2026-09-01", 70)], "in the order of their days, each once");
        assert_eq!((percent.key, percent.version, percent.changed_at), (Key::GoodPercent, 3, later(4)));
        assert_eq!(percent.changed_by, Some(FullName { first: "Ada".into(), last: "Admin".into() }));
        assert_eq!((&organisation.values[..], organisation.version), (&[name("Northwind")][..], 1));
        save(store, &name("Acme"), ada, 5).await;
        let unit = begin(store).await;
        let one = unit.settings().lock(Key::OrganisationName).await.unwrap().unwrap();
        assert_eq!((&one.values[..], one.version), (&[name("Acme")][..], 2));
        assert_eq!(unit.settings().lock(Key::Currency).await, Ok(None));
    }

    async fn a_time_zone_that_nobody_with_an_account_chose_is_that_of_all_days_before_the_next(store: &AnyEngine) {
        let ada = named(store, Role::Admin, None, "Ada", "Admin").await;
        let zone = |from: Option<&str>, name: &str| {
            Decided { key: Key::TimeZone, from: from.map(day), value: Value::Text(name.into()) }
        };
        let [first, next] = [zone(None, "Europe/Berlin"), zone(Some("2026-07-15"), "Europe/Lisbon")];
        committed(store, async |unit| unit.settings().save(&first, None, now()).await).await;
        let [stored] = &SettingReads::stored(store).await.unwrap()[..] else { panic!("nothing is stored") };
        assert_eq!((&stored.values[..], &stored.changed_by), (&[first.clone()][..], &None));
        save(store, &next, ada, 1).await;
        let [stored] = &SettingReads::stored(store).await.unwrap()[..] else { panic!("nothing is stored") };
        assert_eq!(stored.values, [first, next]);
    }
}

on_databases! {
    async fn what_the_registry_does_not_know_is_left_out(database: &TestDatabase, store: &Database) {
        let ada = named(store, Role::Admin, None, "Ada", "Admin").await;
        save(store, &name("Northwind"), ada, 1).await;
        for (key, value) in [("colour", "blue"), ("accounts.sessionHours", "many")] {
            let change = format!("INSERT INTO setting_changes (key, version, changed_at) VALUES ('{key}', 1, '2026-06-10 09:00:00+00:00')");
            execute(database, &change).await.unwrap();
            let kept = format!("INSERT INTO setting_values (key, starts_on, value) VALUES ('{key}', '2000-01-01', '{value}')");
            execute(database, &kept).await.unwrap();
        }
        let stored = SettingReads::stored(store).await.unwrap();
        assert_eq!(stored.iter().map(|setting| setting.key).collect::<Vec<_>>(), [Key::OrganisationName]);
    }
}
