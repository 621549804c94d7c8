//! Lists of people: their order, their pages, and what a search finds.

use application::ports::{AccountStatus, NewPerson, PeopleFilter};
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::person::{EmailAddress, FullName, Role};

use crate::engines::{Engine, set};
use crate::support::{added, begin, day, later, managed, person};

pub(crate) const EVERYONE: PeopleFilter =
    PeopleFilter { scope: Scope::Everyone, roles: Vec::new(), search: None, without_manager: None, status: None };

fn all() -> PeopleFilter {
    PeopleFilter { roles: Role::ALL.to_vec(), ..EVERYONE }
}

async fn add(store: &dyn Engine, first: &str, last: &str, describe: impl FnOnce(&mut NewPerson)) -> UserId {
    let with_name = |new: &mut NewPerson| {
        new.name = FullName { first: first.into(), last: last.into() };
        new.email = EmailAddress::parse(&format!("p{}@example.org", new.employee_id.number())).unwrap();
        describe(new);
    };
    added(store, Role::Employee, with_name).await
}

async fn names(store: &dyn Engine, filter: &PeopleFilter) -> Vec<String> {
    let (people, total) = store.list(filter, 1, 1_000).await.unwrap();
    assert_eq!(people.len(), total as usize);
    people.iter().map(|view| view.person.name.to_string()).collect()
}

/// What a search finds in the list; the directory MUST find the same.
async fn found(store: &dyn Engine, text: &str) -> Vec<String> {
    let listed = names(store, &PeopleFilter { search: Some(text.into()), ..all() }).await;
    let (colleagues, total) = store.directory(&Role::ALL, Some(text), 1, 1_000).await.unwrap();
    assert_eq!(
        colleagues.iter().map(|colleague| colleague.person.name.to_string()).collect::<Vec<_>>(),
        listed,
        "{text}"
    );
    assert_eq!(total as usize, listed.len());
    listed
}

on_every_engine! {
    async fn people_stand_in_one_order_on_every_engine(store: &AnyEngine) {
        let expected = ["ann abel", "Ann Zoe", "Ann Marie Abel", "bob b", "Émile A", "émile b", "Łukasz C"];
        for name in ["Łukasz C", "émile b", "bob b", "Ann Marie_Abel", "Émile A", "Ann Zoe", "ann abel"] {
            let (first, last) = name.rsplit_once(['_', ' ']).unwrap();
            add(store, first, last, |_| {}).await;
        }
        assert_eq!(names(store, &all()).await, expected);
        let (colleagues, _) = store.directory(&Role::ALL, None, 1, 50).await.unwrap();
        assert_eq!(colleagues.iter().map(|colleague| colleague.person.name.to_string()).collect::<Vec<_>>(), expected);
    }

    async fn people_of_one_name_stand_by_their_employee_id(store: &AnyEngine) {
        let mut ids = Vec::new();
        for n in [3, 1, 2] {
            ids.push(add(store, if n == 1 { "ANN" } else { "Ann" }, "Example", |_| {}).await);
        }
        let (people, _) = store.list(&all(), 1, 50).await.unwrap();
        assert_eq!(people.iter().map(|view| view.person.id).collect::<Vec<_>>(), ids);
    }

    async fn an_external_id_is_found_where_the_scope_is_everyone(store: &AnyEngine) {
        let lead = add(store, "Lea", "Lead", |new| new.role = Role::Manager).await;
        for (first, id) in [("Ann", Some("P-17")), ("Bob", Some("Q-17")), ("Cleo", None)] {
            add(store, first, "Example", |new| (new.manager, new.external_id) = (Some(lead), id.map(Into::into))).await;
        }
        let found = async |search: &str, scope| names(store, &PeopleFilter { search: Some(search.into()), scope, ..all() }).await;
        assert_eq!(found("p-17", Scope::Everyone).await, ["Ann Example"]);
        assert_eq!(found("-17", Scope::Everyone).await, ["Ann Example", "Bob Example"]);
        assert_eq!(found("-17", Scope::Team(Leads::own(lead))).await, [""; 0]);
        assert_eq!(found("ann", Scope::Team(Leads::own(lead))).await, ["Ann Example"]);
        assert_eq!(store.directory(&Role::ALL, Some("-17"), 1, 10).await.unwrap(), (vec![], 0));
    }

    async fn pages_lie_side_by_side(store: &AnyEngine) {
        for n in 0..23 {
            add(store, ["Ann", "Bob", "Émile"][n % 3], &format!("Example {}", n % 2), |_| {}).await;
        }
        let (whole, total) = store.list(&all(), 1, 100).await.unwrap();
        assert_eq!((whole.len(), total), (23, 23));
        let (mut listed, mut shown) = (Vec::new(), Vec::new());
        for page in 1..=5 {
            let (people, total) = store.list(&all(), page, 5).await.unwrap();
            assert_eq!((people.len(), total), (if page == 5 { 3 } else { 5 }, 23), "page {page}");
            listed.extend(people);
            let (colleagues, total) = store.directory(&Role::ALL, None, page, 5).await.unwrap();
            assert_eq!(total, 23);
            shown.extend(colleagues.into_iter().map(|colleague| colleague.person.id));
        }
        assert_eq!(shown, whole.iter().map(|view| view.person.id).collect::<Vec<_>>());
        assert_eq!(listed, whole);
        for past in [6, 7_000, u32::MAX] {
            assert_eq!(store.list(&all(), past, 5).await, Ok((vec![], 23)), "page {past}");
            assert_eq!(store.directory(&Role::ALL, None, past, u32::MAX).await, Ok((vec![], 23)), "page {past}");
        }
    }

    async fn what_one_instance_changes_the_next_list_of_another_shows(store: &AnyEngine, subject: &Subject) {
        let (one, other) = (store, subject.another_instance().await);
        let ann = add(one, "Ann", "Example", |_| {}).await;
        let shown = || async {
            let (people, _) = other.list(&all(), 1, 50).await.unwrap();
            let heads = other.head_count().await.unwrap().employees;
            (people.into_iter().map(|view| (view.person.name.to_string(), view.is_blocked)).collect(), heads.acting)
        };
        assert_eq!(shown().await, (vec![("Ann Example".to_owned(), false)], 1));
        let unit = begin(one).await;
        let mut account = unit.people().for_change(ann).await.unwrap().unwrap();
        account.name.last = "Other".into();
        account.standing.is_blocked = true;
        unit.people().save(&managed(account), later(1)).await.unwrap();
        assert_eq!(shown().await, (vec![("Ann Example".to_owned(), false)], 1), "it is not yet committed");
        unit.commit().await.unwrap();
        assert_eq!(shown().await, (vec![("Ann Other".to_owned(), true)], 0));
        add(one, "Bo", "Lead", |_| {}).await;
        assert_eq!(shown().await.0.len(), 2);
    }

    async fn a_search_looks_into_name_employee_id_department_and_address(store: &AnyEngine) {
        add(store, "Ann", "Example", |new| new.department = Some("Bridges".into())).await;
        add(store, "Bo", "Lead", |new| new.department = None).await;
        add(store, "Émile", "Straße", |new| new.email = EmailAddress::parse("es@acme.org").unwrap()).await;
        for (text, expected) in [
            ("E\u{301}MILE STRASSE", vec!["Émile Straße"]),
            ("emile", vec![]),
            ("ann exam", vec!["Ann Example"]),
            ("EXAMPLE", vec!["Ann Example", "Bo Lead"]),
            ("emp1002", vec!["Bo Lead"]),
            ("EMP100", vec!["Ann Example", "Bo Lead", "Émile Straße"]),
            ("bridg", vec!["Ann Example"]),
            ("P1002@Example.org", vec!["Bo Lead"]),
            ("example emp", vec![]),
            ("nobody", vec![]),
            ("", vec!["Ann Example", "Bo Lead", "Émile Straße"]),
        ] {
            assert_eq!(found(store, text).await, expected, "{text}");
        }
    }

    async fn in_a_search_every_character_stands_for_itself(store: &AnyEngine) {
        for (first, last) in [("100%", "Sure"), ("1000", "Sure"), ("under_score", "X"), ("underXscore", "X"), (r"back\slash", "Y"), ("it's", "Z")] {
            add(store, first, last, |_| {}).await;
        }
        for (text, expected) in [
            ("100%", vec!["100% Sure"]),
            ("%", vec!["100% Sure"]),
            ("r_s", vec!["under_score X"]),
            ("_", vec!["under_score X"]),
            (r"\", vec![r"back\slash Y"]),
            (r"k\s", vec![r"back\slash Y"]),
            (r"\%", vec![]),
            ("'", vec!["it's Z"]),
            ("' OR '1'='1", vec![]),
        ] {
            assert_eq!(found(store, text).await, expected, "{text}");
        }
    }

    async fn a_list_holds_whom_its_filter_lets_through(store: &AnyEngine, subject: &Subject) {
        let lead = add(store, "Bo", "Lead", |new| new.role = Role::Manager).await;
        let idle = add(store, "Cy", "Idle", |new| new.role = Role::Manager).await;
        set(subject, idle, "is_blocked = true").await;
        let ann = add(store, "Ann", "Led", |new| new.manager = Some(lead)).await;
        add(store, "Dan", "Left", |new| new.manager = Some(idle)).await;
        let eve = add(store, "Eve", "Blocked", |new| new.manager = Some(lead)).await;
        set(subject, eve, "is_blocked = true").await;
        let fay = add(store, "Fay", "Gone", |_| {}).await;
        set(subject, fay, "is_active = false, is_blocked = true").await;
        add(store, "Gus", "Rights", |new| new.role = Role::Hr).await;

        let roles = |roles: &[Role]| PeopleFilter { roles: roles.to_vec(), ..all() };
        let status = |status| PeopleFilter { status: Some(status), ..all() };
        let scope = |scope| PeopleFilter { scope, ..all() };
        let unled = PeopleFilter { without_manager: Some(day("2026-06-10")), ..all() };
        for (filter, expected) in [
            (roles(&[Role::Hr]), vec!["Gus Rights"]),
            (roles(&[Role::Manager, Role::Hr]), vec!["Bo Lead", "Cy Idle", "Gus Rights"]),
            (roles(&[]), vec![]),
            (roles(&[Role::Admin]), vec![]),
            (status(AccountStatus::Active), vec!["Ann Led", "Bo Lead", "Dan Left", "Gus Rights"]),
            (status(AccountStatus::Blocked), vec!["Cy Idle", "Eve Blocked"]),
            (status(AccountStatus::Inactive), vec!["Fay Gone"]),
            (scope(Scope::Team(Leads::own(lead))), vec!["Ann Led", "Eve Blocked"]),
            (scope(Scope::Own(ann)), vec!["Ann Led"]),
            (unled.clone(), vec!["Dan Left", "Fay Gone"]),
            (PeopleFilter { status: Some(AccountStatus::Active), search: Some("left".into()), ..unled.clone() }, vec!["Dan Left"]),
            (PeopleFilter { scope: Scope::Team(Leads::own(idle)), roles: vec![Role::Manager], ..unled }, vec![]),
        ] {
            assert_eq!(names(store, &filter).await, expected, "{filter:?}");
        }
    }

    async fn a_list_tells_of_each_person_what_the_person_alone_does(store: &AnyEngine) {
        let lead = person(store, Role::Manager, None).await;
        add(store, "Ann", "Led", |new| {
            new.manager = Some(lead);
            new.position = Some("Mason".into());
            new.is_first_login = true;
        })
        .await;
        let (people, _) = store.list(&all(), 1, 50).await.unwrap();
        assert_eq!(people.len(), 2);
        for listed in people {
            assert_eq!(store.person(listed.person.id).await, Ok(Some(listed)));
        }
    }

    async fn the_directory_leaves_out_who_has_left(store: &AnyEngine, subject: &Subject) {
        let ann = add(store, "Ann", "Here", |new| new.position = Some("Mason".into())).await;
        let bob = add(store, "Bob", "Blocked", |new| new.role = Role::Manager).await;
        set(subject, bob, "is_blocked = true").await;
        add(store, "Cy", "Gone", |new| new.is_active = false).await;
        let (colleagues, total) = store.directory(&Role::ALL, None, 1, 50).await.unwrap();
        assert_eq!((colleagues.len(), total), (2, 2));
        let first = &colleagues[0];
        assert_eq!((first.person.id, first.role, first.email.as_str()), (ann, Role::Employee, "p1001@example.org"));
        assert_eq!((first.department.as_deref(), first.position.as_deref()), (Some("Works"), Some("Mason")));
        assert_eq!(store.directory(&Role::ALL, Some("gone"), 1, 50).await, Ok((vec![], 0)));
        let (managers, total) = store.directory(&[Role::Manager, Role::Admin], None, 1, 50).await.unwrap();
        assert_eq!((managers.iter().map(|colleague| colleague.person.id).collect::<Vec<_>>(), total), (vec![bob], 1));
        assert_eq!(store.directory(&[], None, 1, 50).await, Ok((vec![], 0)));
    }
}
