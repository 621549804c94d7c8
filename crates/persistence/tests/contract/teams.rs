//! A person who leads several teams reads each of them, and nobody else's.

use application::ports::{Badge, PeopleFilter, TeamPresence};
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::person::Role;
use domain::time::Month;
use domain::timesheet::Hours;

use crate::inbox::came_back;
use crate::support::{day, entry, everybody, named, now};

on_every_engine! {
    async fn a_stand_in_for_a_manager_reads_both_teams(store: &AnyEngine) {
        let mut managers = Vec::new();
        let mut members = Vec::new();
        for name in ["Ann", "Bob", "Cleo"] {
            let manager = named(store, Role::Manager, None, "Max", name).await;
            let member = named(store, Role::Employee, Some(manager), name, "Led").await;
            came_back(store, manager, member, "2026-06-09", 60).await;
            entry(store, member, "2026-06-10").await;
            managers.push(manager);
            members.push(member);
        }
        let (june, today) = (Month::new(2026, 6).unwrap(), day("2026-06-10"));
        let first = Leads::own(managers[0]);
        let both = Leads::standing_in_for(managers[0], [managers[1]]);
        let idle = Leads::standing_in_for(members[0], [members[1]]);
        for (leads, led) in [(first, &members[..1]), (both, &members[..2]), (idle, &members[..0])] {
            let scope = Scope::Team(leads.clone());
            let each = |days: usize| led.iter().flat_map(|member| vec![*member; days]).collect::<Vec<UserId>>();
            let of = |mut found: Vec<UserId>| {
                found.sort_unstable();
                found
            };
            let entries = store.of_scope(scope.clone(), None, day("2026-06-01"), today).await.unwrap();
            assert_eq!(of(entries.iter().map(|view| view.person.id).collect()), each(2), "{leads:?}");
            let alone = store.of_scope(scope.clone(), led.last().copied(), today, today).await.unwrap();
            assert_eq!(alone.len(), usize::from(!led.is_empty()), "{leads:?}");
            let waiting = store.waiting_weeks(scope.clone(), None, day("2026-06-11")).await.unwrap();
            assert_eq!(of(waiting.iter().map(|view| view.person.id).collect()), each(2), "{leads:?}");
            let filter = PeopleFilter { scope: scope.clone(), roles: Role::LISTED.to_vec(), search: None, without_manager: None, status: None };
            let (people, total) = store.list(&filter, 1, 50).await.unwrap();
            assert_eq!((of(people.iter().map(|view| view.person.id).collect()), total as usize), (each(1), led.len()), "{leads:?}");
            let records = store.month_records(scope, june, &[Hours::whole(5)]).await.unwrap();
            assert_eq!(of(records.iter().map(|record| record.person.id).collect()), each(1), "{leads:?}");
            let count = u32::try_from(led.len()).unwrap();
            assert_eq!(store.presence(&leads, today, &everybody()).await, Ok(TeamPresence { members: count, absent: 0, on_leave: 0 }), "{leads:?}");
            let back = store.resubmissions(&leads, now()).await.unwrap();
            assert_eq!(of(back.iter().map(|view| view.person.id).collect()), each(1), "{leads:?}");
            assert_eq!(store.count(Badge::PendingResubmissions(leads.clone())).await, Ok(count), "{leads:?}");
        }
    }
}
