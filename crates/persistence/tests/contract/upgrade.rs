//! A database that an earlier program made, brought up to date with what it holds, and back.

use application::ports::{
    ApprovalCount, Imprint, LeaveTypeReads, MonthReads, PeopleFilter, PeopleReads, SessionReads, StoreError,
    SystemReportReads, TimesheetReads, UniqueKey,
};
use domain::id::UserId;
use domain::leave::{LeaveDays, LeaveType};
use domain::person::Role;
use domain::time::Month;
use domain::timesheet::Status;
use migrations::{Migrator, MigratorTrait};
use sea_orm::ConnectionTrait;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::people_lists::EVERYONE;
use crate::support::{begin, day, entry, execute, literal, new_entry, new_person, number, save, session};

const PEOPLE: [(u128, &str, &str, &str); 4] = [
    (1, "Émile", "Straße", "NULL"),
    (2, "ann", "Zoe", "'Bridges'"),
    (3, "İbrahim", "Işık", "'50% Works'"),
    (4, "Ann", "Abel", "NULL"),
];

async fn first_schema(database: &TestDatabase) {
    let raw = database.raw().await;
    Migrator::up(&raw, Some(1)).await.unwrap();
    for (n, first, last, department) in PEOPLE {
        let id = literal(database, Uuid::from_u128(n));
        raw.execute_unprepared(&format!(
            "INSERT INTO users (id, employee_number, email, first_name, last_name, role, department, is_active, is_blocked, \
               is_first_login, password_hash, created_at, updated_at) \
             VALUES ({id}, {}, 'p{n}@example.org', '{first}', '{last}', 'Employee', {department}, {}, false, false, '$hash', \
               '2026-01-05T08:00:00+00:00', '2026-01-05T08:00:00+00:00')",
            1_000 + n,
            n != 3
        ))
        .await
        .unwrap();
    }
    let value = "INSERT INTO counters (name, value) VALUES ('employee_number', 1004)";
    raw.execute_unprepared(value).await.unwrap();
    raw.close().await.unwrap();
}

async fn an_earlier_database_keeps_what_it_holds(database: &TestDatabase) {
    let store = database.database();
    first_schema(database).await;
    store.migrate().await.unwrap();

    let list = async |search: Option<&str>| {
        let filter = PeopleFilter { roles: Role::ALL.to_vec(), search: search.map(str::to_owned), ..EVERYONE };
        let (people, _) = store.list(&filter, 1, 50).await.unwrap();
        people.into_iter().map(|view| view.person.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(list(None).await, ["Ann Abel", "ann Zoe", "İbrahim Işık", "Émile Straße"]);
    for (search, expected) in [
        ("STRASSE", "Émile Straße"),
        ("bridges", "ann Zoe"),
        ("50% works", "İbrahim Işık"),
        ("ibrahim", "İbrahim Işık"),
        ("emp1004", "Ann Abel"),
        ("P1@EXAMPLE", "Émile Straße"),
    ] {
        assert_eq!(list(Some(search)).await, [expected], "{search}");
    }
    assert_eq!(number(database, "SELECT count(*) FROM users WHERE deactivated_at IS NULL").await, 4);
    let service =
        "SELECT count(*) FROM service_periods WHERE CAST(first_day AS varchar(10)) = '2026-01-01' AND last_day IS NULL";
    assert_eq!(number(database, service).await, 3, "one was never active");
    let mut types = store.leave_types().await.unwrap();
    types.sort_by_cached_key(LeaveType::name_key);
    let types: Vec<_> =
        types.iter().map(|leave_type| (leave_type.name.as_str(), leave_type.terms_in(2026).annual)).collect();
    let whole = |days| Some(LeaveDays::whole(days));
    assert_eq!(types, [("Annual Leave", whole(20)), ("Sick Leave", whole(10)), ("Unpaid Leave", None)]);
    let signed_in = session(store, UserId::new(Uuid::from_u128(2))).await;
    assert!(store.session(signed_in, day("2026-06-10")).await.unwrap().unwrap().may_act);

    // People who are written now get the same two texts as those who were there before.
    let unit = begin(store).await;
    for (n, first, last, department) in PEOPLE {
        let number = unit.people().next_employee_id().await.unwrap();
        let mut twin = new_person(UserId::new(Uuid::now_v7()), number, Role::Employee);
        twin.name = domain::person::FullName { first: first.into(), last: last.into() };
        twin.department = (department != "NULL").then(|| department.trim_matches('\'').to_owned());
        twin.email = domain::person::EmailAddress::parse(&format!("q{n}@example.org")).unwrap();
        unit.people().insert(&twin).await.unwrap();
    }
    unit.commit().await.unwrap();
    let twins = "SELECT count(*) FROM users a JOIN users b ON b.employee_number = a.employee_number + 4 AND b.sort_name = a.sort_name \
        AND b.search_text = replace(replace(a.search_text, 'emp100' || (a.employee_number - 1000), 'emp100' || (b.employee_number - 1000)), \
          'p' || (a.employee_number - 1000) || '@', 'q' || (a.employee_number - 1000) || '@')";
    assert_eq!(number(database, twins).await, 4);
}

/// An earlier program left the unlocks of approved days open, and its days on SQLite in the order in which they came.
async fn the_days_of_an_earlier_database_are_kept(database: &TestDatabase) {
    first_schema(database).await;
    let id = |n: u128| literal(database, Uuid::from_u128(n));
    for (n, date, status, decided) in [
        (11, "2026-06-08", "approved", format!("{}, '2026-06-09T08:00:00+00:00'", id(1))),
        (12, "2026-06-09", "pending", "NULL, NULL".to_owned()),
    ] {
        let (entry, ann) = (id(n), id(2));
        execute(
            database,
            &format!(
                "INSERT INTO timesheets (id, user_id, date, half_hours, description, status, is_resubmission, version, decided_by, \
                   decided_at, created_at, updated_at) \
                 VALUES ({entry}, {ann}, '{date}', 16, 'Built', '{status}', false, 2, {decided}, '2026-06-08T08:00:00+00:00', \
                   '2026-06-09T08:00:00+00:00'); \
                 INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, description, status) \
                 VALUES ({entry}, 1, '2026-06-08T08:00:00+00:00', {ann}, 16, 'Built', 'pending'); \
                 INSERT INTO unlocks (id, user_id, date, reason, created_by, created_at) \
                 VALUES ({entry}, {ann}, '{date}', 'Ill', {}, '2026-06-08T09:00:00+00:00')",
                id(1)
            ),
        )
        .await
        .unwrap();
    }
    let store = database.database();
    store.migrate().await.unwrap();
    let ann = UserId::new(Uuid::from_u128(2));
    let open = store.unlocked_days(ann, day("2026-06-01"), day("2026-06-30")).await;
    assert_eq!(open, Ok(vec![day("2026-06-09")]), "what waits can still be corrected");
    let opened = "SELECT count(*) FROM unlocks WHERE status = 'approved' AND decided_by = created_by AND decided_at = created_at";
    assert_eq!(number(database, opened).await, 2, "nobody had asked, and who opened it has decided");
    let ended = "SELECT count(*) FROM unlocks u JOIN timesheets t ON t.id = u.id AND t.decided_at = u.used_at";
    assert_eq!(number(database, ended).await, 1, "with the approval");
    let days = store.of_user(ann, day("2026-06-01"), day("2026-06-30")).await.unwrap();
    let days: Vec<_> =
        days.iter().map(|entry| (entry.date.to_string(), entry.status, entry.description.as_str())).collect();
    let expected =
        [("2026-06-09".to_owned(), Status::Pending, "Built"), ("2026-06-08".to_owned(), Status::Approved, "Built")];
    assert_eq!(days, expected);
    assert_eq!(number(database, "SELECT count(*) FROM timesheet_versions WHERE status = 'pending'").await, 2);
    let counted = ApprovalCount { user: ann, pending: 1, approved: 1, rejected: 0 };
    assert_eq!(store.approval_counts(None).await, Ok(vec![counted]), "as from now on");
    let kept = execute(database, "DELETE FROM timesheet_versions").await;
    assert!(kept.is_err(), "versions are still only added");
    if !database.is_postgres() {
        assert_eq!(
            number(database, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'").await,
            1
        );
        assert_eq!(number(database, "SELECT count(*) FROM pragma_foreign_key_check").await, 0);
        let strays = "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%\\_new%' ESCAPE '\\' OR name LIKE '%\\_old%' ESCAPE '\\'";
        assert_eq!(number(database, strays).await, 0);
    }
}

/// A revision that was made before its papers kept what they say has what held when the schema was changed.
async fn the_papers_of_former_revisions_say_what_holds_at_the_upgrade(database: &TestDatabase) {
    let raw = database.raw().await;
    let before = Migrator::names().iter().position(|name| name.contains("_imprints")).unwrap();
    Migrator::up(&raw, Some(u32::try_from(before).unwrap())).await.unwrap();
    let (ann, at) = (literal(database, Uuid::from_u128(2)), "'2026-07-02T09:00:00+00:00'");
    raw.execute_unprepared(&format!(
        "INSERT INTO users (id, employee_number, email, first_name, last_name, role, is_active, is_blocked, is_first_login, \
           password_hash, sort_name, search_text, created_at, updated_at) \
         VALUES ({ann}, 1002, 'p2@example.org', 'Ann', 'Zoe', 'HR', true, false, false, '$hash', 'ann zoe', 'ann zoe', {at}, {at}); \
         INSERT INTO months (first_day, last_day, is_closed, revision) \
         VALUES ('2026-05-01', '2026-05-31', true, 1), ('2026-06-01', '2026-06-30', true, 1); \
         INSERT INTO month_revisions (month, revision, closed_at, closed_by, employees, blocked, currency, good_percent, checksum, \
           exported_at, exported_by) \
         VALUES ('2026-06-01', 1, {at}, {ann}, 1, 0, 'EUR', 80, '{}', {at}, {ann})",
        "a".repeat(64)
    ))
    .await
    .unwrap();
    if database.is_postgres() {
        raw.execute_unprepared(
            "INSERT INTO setting_changes (key, version, changed_at) VALUES ('organisation.name', 1, '2026-06-01T09:00:00+00:00'); \
             INSERT INTO setting_values (key, starts_on, value) VALUES ('organisation.name', '0001-01-01', 'Northwind')",
        )
        .await
        .unwrap();
    }
    raw.close().await.unwrap();
    let store = database.database();
    store.migrate().await.unwrap();
    let kept = store.revisions(Month::parse("2026-06").unwrap()).await.unwrap().remove(0);
    let organisation = if database.is_postgres() { "Northwind" } else { "Daybook" };
    assert_eq!(kept.imprint, Imprint { organisation: organisation.into(), minutes_ahead: 0 });
    assert_eq!(kept.closed_by.1.to_string(), "Ann Zoe");
}

/// What each table of an earlier database knows of it: sessions of a while, addresses of a while, and events.
async fn when_people_last_signed_in_is_taken_from_an_earlier_database(database: &TestDatabase) {
    first_schema(database).await;
    let [emile, ann, ibrahim] = [1, 2, 3].map(|n| literal(database, Uuid::from_u128(n)));
    for known in [
        format!(
            "INSERT INTO sessions (id, user_id, created_at, expires_at, ip) \
             VALUES ({emile}, {emile}, '2026-06-01T08:00:00+00:00', '2026-06-01T20:00:00+00:00', '')"
        ),
        format!(
            "INSERT INTO known_addresses (user_id, address, last_success_at) VALUES ({emile}, '', '2026-06-02T08:00:00+00:00')"
        ),
        format!(
            "INSERT INTO known_addresses (user_id, address, last_success_at) VALUES ({ann}, '', '2026-03-02T08:00:00+00:00')"
        ),
        format!(
            "INSERT INTO events (id, kind, actor_id, payload, audience, at) \
             VALUES ({ibrahim}, 'signed-in', {ibrahim}, '{{}}', '[]', '2026-02-02T08:00:00+00:00')"
        ),
        format!(
            "INSERT INTO events (id, kind, actor_id, payload, audience, at) \
             VALUES ({ann}, 'day-submitted', {ann}, '{{}}', '[]', '2026-06-02T08:00:00+00:00')"
        ),
    ] {
        execute(database, &known).await.unwrap();
    }
    let store = database.database();
    store.migrate().await.unwrap();
    let not_since = async |at: &str| store.accounts(at.parse().unwrap()).await.unwrap().remove(0).not_lately;
    assert_eq!(store.accounts(domain::Instant::default()).await.unwrap().remove(0).never_signed_in, 1);
    for (at, people) in [
        ("2026-02-02T08:00:00Z", 0),
        ("2026-02-02T08:00:01Z", 1),
        ("2026-06-02T08:00:00Z", 2),
        ("2026-06-02T08:00:01Z", 3),
    ] {
        assert_eq!(not_since(at).await, people, "{at}");
    }
}

async fn a_schema_goes_back_and_forth(database: &TestDatabase) {
    first_schema(database).await;
    let raw = database.raw().await;
    Migrator::up(&raw, None).await.unwrap();
    Migrator::down(&raw, Some(u32::try_from(Migrator::names().len() - 1).unwrap())).await.unwrap();
    raw.close().await.unwrap();
    for gone in [
        "SELECT sort_name FROM users",
        "SELECT deactivated_at FROM users",
        "SELECT 1 FROM mails",
        "SELECT 1 FROM reset_links",
        "SELECT 1 FROM absences",
        "SELECT decided_for FROM timesheets",
        "SELECT on_behalf_of FROM unlocks",
        "SELECT status FROM unlocks",
        "SELECT 1 FROM leave_types",
        "SELECT 1 FROM leave_feeds",
        "SELECT 1 FROM leave_terms",
        "SELECT 1 FROM service_periods",
        "SELECT 1 FROM job_runs",
        "SELECT temporary_since FROM users",
        "SELECT role_since FROM users",
        "SELECT is_break_glass FROM users",
        "SELECT 1 FROM credentials",
        "SELECT 1 FROM identities",
        "SELECT 1 FROM used_flows",
        "SELECT 1 FROM sign_in_codes",
        "SELECT id_token FROM sessions",
    ] {
        assert!(execute(database, gone).await.is_err(), "{gone}");
    }
    assert_eq!(number(database, "SELECT count(*) FROM users").await, 4, "the people stay");
    let store = database.database();
    store.migrate().await.unwrap();
    let ann = UserId::new(Uuid::from_u128(2));
    entry(store, ann, "2026-06-10").await;
    let again = save(store, &new_entry(ann, "2026-06-10")).await;
    assert_eq!(again, Err(StoreError::Conflict(UniqueKey::EntryOfDay)), "a day has one entry, as ever");
    assert_eq!(store.head_count().await.unwrap().employees.all, 4);
}

/// Runs each on both engines, over a database without a schema.
macro_rules! on_blank_databases {
    ($($name:ident),+ $(,)?) => {
        testkit::tests_over! { sqlite: testkit::TestDatabase::blank_sqlite().await; $($name(TestDatabase))+ }
        testkit::tests_over! { postgres: testkit::TestDatabase::blank_postgres().await; $($name(TestDatabase))+ }
    };
}

on_blank_databases!(
    the_days_of_an_earlier_database_are_kept,
    the_papers_of_former_revisions_say_what_holds_at_the_upgrade,
    when_people_last_signed_in_is_taken_from_an_earlier_database,
    an_earlier_database_keeps_what_it_holds,
    a_schema_goes_back_and_forth,
);
