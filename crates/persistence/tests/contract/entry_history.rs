//! Every version of an entry, as its readers see it.

use application::ports::EntryVersion;
use domain::access::{Actor, Leads, may_decide};
use domain::person::{FullName, Role};

use crate::support::{change, entry, hours, later, named, rejected};

fn name(first: &str, last: &str) -> FullName {
    FullName { first: first.into(), last: last.into() }
}

on_every_engine! {
    async fn a_history_has_each_version_with_who_made_it_and_for_whom(store: &AnyEngine) {
        let marco = named(store, Role::Manager, None, "Marco", "Rossi").await;
        let anna = named(store, Role::Hr, None, "Anna", "Berg").await;
        let max = named(store, Role::Employee, Some(marco), "Max", "Weber").await;
        let first = entry(store, max, "2026-06-10").await;
        entry(store, max, "2026-06-11").await;
        let second = rejected(&first, marco);
        change(store, std::slice::from_ref(&second), marco).await.unwrap();
        let third = second.clone().rewrite(hours(18), "Built\nmore".into(), later(120));
        change(store, std::slice::from_ref(&third), max).await.unwrap();
        let substitute = Actor { leads: Leads::standing_in_for(anna, [marco]), ..Actor::new(anna, Role::Hr) };
        let proof = may_decide(&substitute, max, Some(marco)).unwrap();
        let fourth = third.clone().approve(proof, later(180)).unwrap().unwrap();
        change(store, std::slice::from_ref(&fourth), anna).await.unwrap();

        let found = store.history(first.id()).await.unwrap().unwrap();
        assert_eq!((found.id, found.user, found.manager), (first.id(), max, Some(marco)));
        let version = |entry: &domain::timesheet::Entry, by: (&str, &str), on_behalf_of| EntryVersion {
            number: entry.version(),
            at: entry.updated_at(),
            status: entry.status(),
            hours: entry.hours(),
            description: entry.description().to_owned(),
            comment: entry.rejection().map(|rejection| rejection.comment.clone()),
            by: name(by.0, by.1),
            on_behalf_of,
        };
        let expected = [
            version(&first, ("Max", "Weber"), None),
            version(&second, ("Marco", "Rossi"), None),
            version(&third, ("Max", "Weber"), None),
            version(&fourth, ("Anna", "Berg"), Some(name("Marco", "Rossi"))),
        ];
        assert_eq!(found.versions, expected);
    }
}
