//! Every statement that a request waits for finds its rows through an index.
//!
//! The plans are asked of both engines. PostgreSQL is told to avoid reading whole tables, which it prefers while they are
//! empty: a statement for which it still does has no index to go by.

mod audit;
mod imports;
mod leave;
mod many;
mod months;
mod reports;
mod sign_in;
mod system_reports;

use sea_orm::{ConnectionTrait, DbBackend, QueryTrait, Statement};
use testkit::database::TestDatabase;

use application::ports::Addressees;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::id::{HolidayId, UnlockId, UserId};
use domain::mail_choices::{MailKind, MailTiming};
use domain::person::Role;
use domain::session::SessionEnd;
use domain::time::Month;
use uuid::Uuid;

use crate::housekeeping::{Transient, forget_statement};
use crate::{
    absences, digests, events, holidays, inbox, leave_requests, mail_choices, mails, people, resets, salaries, scope,
    sessions, substitutions, throttles, timesheets, unlocks, work_patterns,
};

const BY_ID: &str = "'0192f0c1-0000-7000-8000-000000000001'";
const DAY: &str = "'2026-06-10'";
/// Typed, because a text has no days that could be counted from it.
const FIRST: &str = "CAST('2026-06-01' AS date)";

/// A statement, its parameters as literals, and the index that it should find its first table by.
type Expected = (String, Vec<&'static str>, &'static str);

/// Indexes of what waits, was given up, or is closed: few rows, however many there are in all.
const OF_A_FEW: [&str; 5] =
    ["ix_timesheets_pending", "ix_leave_requests_waiting", "ix_mails_due", "ix_mails_given_up", "ix_months_closed"];

/// What the engine is asked for.
fn statements(backend: DbBackend) -> Vec<Expected> {
    let same: Vec<(&str, Vec<&'static str>, &'static str)> = vec![
        (sessions::SESSION, vec![BY_ID, DAY], "pk_sessions"),
        (throttles::FORGET, vec!["'account:a@example.org'", "'known:a:'", BY_ID], "pk_throttles"),
        (people::CREDENTIALS, vec!["'a@example.org'", "'192.0.2.7'", DAY], "ux_users_email"),
        (people::PERSON, vec![BY_ID], "pk_users"),
        (people::EMPLOYMENT, vec![BY_ID, DAY], "pk_users"),
        (people::VERSION, vec![], "pk_counters"),
        (people::CHANGED, vec!["7"], "ix_person_changes_number"),
        (people::CHANGED, vec!["7"], "ix_users_manager"),
        (people::FIGURES, vec![DAY, DAY, DAY, DAY], "ix_users_role"),
        (timesheets::reads::OF_USER, vec![BY_ID, DAY, DAY], "ux_timesheets_user_date"),
        (timesheets::reads::OLDEST_FILLABLE, vec![BY_ID], "ix_timesheets_rejected"),
        (timesheets::reads::REJECTED, vec![BY_ID, DAY, "100"], "ix_timesheets_rejected"),
        (timesheets::reads::NEWEST, vec!["50"], "pk_timesheets"),
        (timesheets::history::OF_ENTRY, vec![BY_ID], "pk_timesheets"),
        (timesheets::history::OF_ENTRY, vec![BY_ID], "pk_timesheet_versions"),
        (unlocks::reads::OF_PERSON, vec![BY_ID, "200"], "ix_unlocks_user"),
        (unlocks::reads::UNDECIDED_OF, vec![BY_ID], "ux_unlocks_pending"),
        (unlocks::reads::ONE, vec![BY_ID], "pk_unlocks"),
        (leave_requests::lists::OF_PERSON, vec![BY_ID, DAY, DAY, "20"], "ix_leave_requests_person"),
        (leave_requests::reads::LIVE_ON, vec![BY_ID, DAY, DAY], "pk_leave_halves"),
        (leave_requests::reads::ENTRIES_ON, vec![BY_ID, DAY, DAY], "ux_timesheets_user_date"),
        (timesheets::page::COUNTS, vec![DAY, DAY], "ux_timesheets_user_date"),
        (timesheets::page::PAGE, vec![DAY, DAY, "20", "40"], "ux_timesheets_user_date"),
        (timesheets::write::OF_DAY, vec![BY_ID, DAY], "ux_timesheets_user_date"),
        (salaries::OF_ONE, vec![BY_ID], "pk_salaries"),
        (substitutions::ONE, vec![BY_ID], "pk_substitutions"),
        (substitutions::FOR_CHANGE, vec![BY_ID], "pk_substitutions"),
        (substitutions::DAYS_OF, vec![BY_ID, DAY], "ix_substitutions_manager"),
        (substitutions::STOOD_IN_FOR, vec![BY_ID, DAY], "ix_substitutions_substitute"),
        (work_patterns::OF_ONE, vec![BY_ID], "pk_work_patterns"),
        (mail_choices::OF_ONE, vec![BY_ID], "pk_mail_choices"),
        (events::feed::NEWER, vec!["7", "500"], "pk_events"),
    ];
    let mut all: Vec<Expected> =
        same.into_iter().map(|(text, values, index)| (text.to_owned(), values, index)).collect();
    all.extend(many::of_many_accounts(backend));
    all.extend(of_entities(backend));
    all.extend(of_teams(backend));
    all.extend(wanting_mails(backend));
    all.extend(of_rounds(backend));
    all.extend(audit::of_the_audit_log(backend));
    all.extend(imports::of_imports(backend));
    all.extend(leave::of_leave(backend));
    all.extend(months::of_months(backend));
    all.extend(reports::of_reports(backend));
    all.extend(sign_in::of_sign_in(backend));
    all.extend(system_reports::of_system_reports(backend));
    all.extend(own_statements(backend));
    all.extend(OLD.map(|(what, index)| (forget_statement(backend, what), vec![DAY, "500"], index)));
    if backend == DbBackend::Postgres {
        let [people, unlocks] = timesheets::write::before_a_decision();
        let ids = vec!["'0192f0c1-0000-7000-8000-000000000001'"];
        all.extend([(people, ids.clone(), "pk_users"), (unlocks, ids, "ux_unlocks_open")]);
    }
    all
}

/// What is kept for a while only, and the index that has it by its age.
const OLD: [(Transient, &str); Transient::ALL.len()] = [
    (Transient::Throttles, "ix_throttles_updated"),
    (Transient::KnownAddresses, "ix_known_addresses_success"),
    (Transient::Sessions, "ix_sessions_expires"),
    (Transient::ReadNotices, "ix_notices_read"),
    (Transient::SentMails, "ix_mails_sent"),
    (Transient::GivenUpMails, "ix_mails_given_up"),
    (Transient::ResetLinks, "ix_reset_links_expires"),
    (Transient::ResetRequests, "ix_reset_requests_asked"),
    (Transient::WaitingKeys, "ix_credentials_waiting"),
    (Transient::UsedFlows, "ix_used_flows_ends"),
    (Transient::SignInCodes, "ix_sign_in_codes_expires"),
    (Transient::IdTokens, "ix_sessions_id_token"),
    (Transient::ImportRows, "import_rows"),
    (Transient::Imports, "ix_imports_expires"),
];

/// What the entities ask for, with the parameters in the text.
fn of_entities(backend: DbBackend) -> Vec<Expected> {
    let (user, id) = (UserId::new(Uuid::from_u128(1)), Uuid::from_u128(2));
    let (day, at) = (NaiveDate::default(), Instant::default());
    // In the order in which they were made, for which SQLite goes by the index that has it.
    let of_undecided = if backend == DbBackend::Postgres { "ux_unlocks_pending" } else { "ix_unlocks_user" };
    let all = [
        (sessions::end_live(user, SessionEnd::Logout, at).build(backend).to_string(), "ux_sessions_live"),
        (people::acting_admins().build(backend).to_string(), "ix_users_role"),
        (timesheets::reads::unlocked(user, day, day).build(backend).to_string(), "ux_unlocks_open"),
        (timesheets::reads::absent(user, day, day).build(backend).to_string(), "pk_absences"),
        (unlocks::open(user, day).build(backend).to_string(), "ux_unlocks_open"),
        (unlocks::undecided(user).build(backend).to_string(), of_undecided),
        (unlocks::use_up(UnlockId::new(id), at).build(backend).to_string(), "pk_unlocks"),
        (absences::marks(user, day).build(backend).to_string(), "pk_absences"),
        (holidays::delete(HolidayId::new(id)).build(backend).to_string(), "pk_holidays"),
        (inbox::page_of_notices(user, 2, 10).build(backend).to_string(), "ix_notices_user"),
        (inbox::unread_notices(user).build(backend).to_string(), "ix_notices_unread"),
        (resets::with_fingerprint("it").build(backend).to_string(), "ux_reset_links_fingerprint"),
        (resets::take_link("it").build(backend).to_string(), "ux_reset_links_fingerprint"),
    ];
    all.map(|(text, index)| (text, vec![], index)).to_vec()
}

fn everybody() -> domain::work_patterns::Expected {
    domain::work_patterns::Expected::AllBut(Vec::new())
}

/// What is asked of a team, and of several: each along the people of its managers.
fn of_teams(backend: DbBackend) -> Vec<Expected> {
    let manager = |n| UserId::new(Uuid::from_u128(n));
    let (day, now) = (NaiveDate::default(), Instant::default());
    let mut all = Vec::new();
    for (leads, managers) in
        [(Leads::own(manager(1)), vec![BY_ID]), (Leads::standing_in_for(manager(1), [manager(2)]), vec![BY_ID, BY_ID])]
    {
        let mut values = vec![day.into(), day.into()];
        let in_scope = scope::in_scope(&Scope::Team(leads.clone()), &mut values);
        let week = format!("{}{in_scope}", timesheets::reads::OF_SCOPE);
        let totals = timesheets::reads::totals_of_waiting(backend, &in_scope);
        let after = |first: &[&'static str]| [first, managers.as_slice()].concat();
        for (statement, values) in [
            (week, after(&[DAY, DAY])),
            (totals, after(&[DAY, DAY])),
            (people::presence_statement(backend, &leads, day, &everybody()).0, after(&[DAY])),
            (unlocks::reads::undecided_statement(&Scope::Team(leads.clone()), now, day).0, after(&[DAY, DAY])),
            (inbox::resubmissions(&leads, now).0, after(&[DAY])),
            (leave_requests::lists::waiting_statement(&leads).0, after(&[])),
        ] {
            all.push((statement, values, "ix_users_manager"));
        }
        // Without rows, PostgreSQL goes along what is pending where there are several teams.
        let along = if backend == DbBackend::Postgres { "ix_resubmissions_pending" } else { "ix_users_manager" };
        all.push((inbox::pending_resubmissions(&leads).0, after(&[]), along));
    }
    all
}

/// Who wants a mail: found by their ids, as everybody of a role, or as those who lead a team.
fn wanting_mails(backend: DbBackend) -> Vec<Expected> {
    let (timing, kind) = ("'instant'", "'unlockRequest'");
    let manager = UserId::new(Uuid::from_u128(1));
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    [
        (Addressees::People(vec![]), vec![ids], "pk_users"),
        (Addressees::Role(Role::Hr), vec!["'HR'"], "ix_users_role"),
        (Addressees::TeamOf(manager, NaiveDate::default()), vec![BY_ID, DAY], "pk_users"),
    ]
    .map(|(to, who, index)| {
        let statement = mail_choices::wanting_statement(backend, MailKind::UnlockRequest, MailTiming::Instant, &to).0;
        (statement, [vec![timing, kind], who].concat(), index)
    })
    .to_vec()
}

/// What rounds of mails ask for.
fn of_rounds(backend: DbBackend) -> Vec<Expected> {
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let after = if backend == DbBackend::Postgres { BY_ID } else { "x'0192f0c1000070008000000000000001'" };
    vec![
        (digests::NEXT_READERS.to_owned(), vec![after, "200"], "pk_users"),
        (digests::choices_of(backend), vec![ids], "pk_mail_choices"),
        (digests::unread_notices(backend), vec![ids, DAY, DAY], "ix_notices_unread"),
        (digests::stood_in_for_by(backend), vec![ids, DAY], "ix_substitutions_substitute"),
        (digests::waiting(backend), vec![ids], "ix_users_manager"),
        (digests::missing(backend), vec![ids, DAY], "pk_absences"),
        (digests::pending_resubmissions(backend), vec![ids], "ix_users_manager"),
        (
            digests::unrecorded(backend, &everybody(), vec![]).0,
            vec!["'instant'", "'reminder'", DAY, after, "200"],
            // Without people, PostgreSQL goes along the role and sorts.
            if backend == DbBackend::Postgres { "ix_users_role" } else { "pk_users" },
        ),
    ]
}

/// What each engine is asked for in words of its own.
fn own_statements(backend: DbBackend) -> Vec<Expected> {
    let counts = timesheets::reads::approval_counts(backend, true);
    let week_facts = timesheets::reads::week_facts(backend);
    let (claim, take, release, ids) = if backend == DbBackend::Postgres {
        let ids = "'0192f0c1-0000-7000-8000-000000000001'";
        (mails::CLAIM_POSTGRES, resets::TAKE_REQUEST_POSTGRES, people::RELEASE_TEAM_POSTGRES, ids)
    } else {
        let ids = "'[\"0192f0c1000070008000000000000001\"]'";
        (mails::CLAIM_SQLITE, resets::TAKE_REQUEST_SQLITE, people::RELEASE_TEAM_SQLITE, ids)
    };
    let (newest, about) = if backend == DbBackend::Postgres {
        (events::reads::NEWEST_POSTGRES, events::reads::ABOUT_POSTGRES)
    } else {
        (events::reads::NEWEST_SQLITE, events::reads::ABOUT_SQLITE)
    };
    let june = Month::new(2026, 6).unwrap();
    let (team, _) = people::month_statement(
        backend,
        &Scope::Team(Leads::own(UserId::new(Uuid::from_u128(1)))),
        people::Piece::default(),
        june,
        &[domain::timesheet::Hours::whole(5)],
    );
    let (user, now) = (UserId::new(Uuid::from_u128(1)), Instant::default());
    // SQLite goes by the index that has a person's requests in their order.
    let of_person = if backend == DbBackend::Postgres { "ux_unlocks_pending" } else { "ix_unlocks_user" };
    let month = vec![FIRST, DAY, "0", "10"];
    let month_of_team = [month.clone(), vec![BY_ID]].concat();
    vec![
        (month_of_everyone(backend), month.clone(), "ux_timesheets_user_date"),
        (
            month_of_everyone(backend),
            month,
            if backend == DbBackend::Postgres { "ix_leave_halves_date" } else { "pk_leave_halves" },
        ),
        (team.clone(), month_of_team.clone(), "ux_timesheets_user_date"),
        (team, month_of_team, "pk_leave_halves"),
        // Without people, PostgreSQL goes along the role.
        (
            absences::mark_freed_statement(backend, 1),
            vec![BY_ID, DAY, DAY, DAY],
            if backend == DbBackend::Postgres { "ix_users_role" } else { "pk_users" },
        ),
        (people::frozen_statement(backend), vec![DAY, "1000"], "pk_absences"),
        (
            absences::mark_statement(backend, &everybody(), vec![]).0,
            vec![DAY, DAY, DAY, "500"],
            "ux_timesheets_user_date",
        ),
        (absences::unmailed_statement(backend), vec![DAY, DAY, "200"], "ix_absences_unmailed"),
        (absences::mailed_statement(backend), vec![ids, DAY], "ix_absences_unmailed"),
        (claim.to_owned(), vec![DAY, DAY, "10"], "ix_mails_due"),
        (
            sessions::COUNT_LIVE.to_owned(),
            vec![DAY],
            if backend == DbBackend::Postgres { "ux_sessions_live" } else { "ix_sessions_expires" },
        ),
        (take.to_owned(), vec![], "pk_reset_requests"),
        (release.to_owned(), vec![BY_ID, DAY], "ix_users_manager"),
        (counts.clone(), vec![ids], "ix_timesheets_pending"),
        (counts, vec![ids], "ix_timesheets_rejected"),
        (week_facts.clone(), vec![DAY, DAY, ids], "pk_service_periods"),
        (week_facts, vec![DAY, DAY, ids], "ix_unlocks_user"),
        (unlocks::end_those_of(backend), vec![ids, DAY], "ux_unlocks_open"),
        (unlocks::reads::requests_statement(backend), vec![ids], "pk_unlocks"),
        (
            unlocks::reads::undecided_statement(&Scope::Everyone, now, NaiveDate::default()).0,
            vec![DAY, DAY],
            "ix_unlocks_waiting",
        ),
        (unlocks::expire_statement(backend, now, None, 500).0, vec![DAY, "500"], "ix_unlocks_waiting"),
        (unlocks::expire_statement(backend, now, Some(user), 500).0, vec![DAY, "500", BY_ID], of_person),
        (newest.to_owned(), vec!["7", "50"], "pk_events"),
        (about.to_owned(), vec!["7", "50", BY_ID], "ix_event_subjects_user"),
    ]
}

fn month_of_everyone(backend: DbBackend) -> String {
    let june = Month::new(2026, 6).unwrap();
    let piece = people::Piece::default();
    people::month_statement(backend, &Scope::Everyone, piece, june, &[domain::timesheet::Hours::whole(5)]).0
}

async fn plan(database: &TestDatabase, statement: &str, values: &[&str]) -> String {
    let raw = database.raw().await;
    let backend = raw.get_database_backend();
    let mut text = statement.to_owned();
    for (index, value) in values.iter().enumerate().rev() {
        text = text.replace(&format!("${}", index + 1), value);
    }
    let explain = if database.is_postgres() {
        raw.execute_unprepared("SET enable_seqscan = off; SET enable_bitmapscan = off").await.unwrap();
        "EXPLAIN"
    } else {
        "EXPLAIN QUERY PLAN"
    };
    let rows = raw.query_all_raw(Statement::from_string(backend, format!("{explain} {text}"))).await.unwrap();
    let column = if database.is_postgres() { 0 } else { 3 };
    let lines: Vec<String> = rows.iter().map(|row| row.try_get_by_index(column).unwrap()).collect();
    raw.close().await.unwrap();
    lines.join("\n")
}

#[tokio::test]
async fn on_postgres_no_table_is_read_as_a_whole() {
    let database = TestDatabase::postgres().await;
    for (statement, values, index) in statements(DbBackend::Postgres) {
        let plan = plan(&database, &statement, &values).await;
        // Who asks for everyone's days reads everyone.
        let is_of_everyone =
            month_of_everyone(DbBackend::Postgres) == statement || reports::of_everyone().contains(&statement);
        let everyone = if is_of_everyone { "Seq Scan on users u" } else { "none" };
        let whole = plan.lines().find(|line| line.contains("Seq Scan") && !line.contains(everyone));
        assert_eq!(whole, None, "{statement}\n{plan}");
        assert!(plan.contains(index), "{index} is not used in {statement}\n{plan}");
    }
}

#[tokio::test]
async fn on_sqlite_no_table_is_read_as_a_whole() {
    let database = TestDatabase::sqlite().await;
    let everyone = [
        vec![month_of_everyone(DbBackend::Sqlite), months::of_everyone(DbBackend::Sqlite)],
        reports::of_everyone().to_vec(),
        system_reports::of_everyone().to_vec(),
    ]
    .concat();
    for (statement, values, index) in statements(DbBackend::Sqlite) {
        let plan = plan(&database, &statement, &values).await;
        // Entries stand in the order of people and days themselves, and have an index of their ids instead.
        let index = match index {
            "ux_timesheets_user_date" => "PRIMARY KEY",
            "pk_timesheets" => "ux_timesheets_id",
            other => other,
        };
        // A page is read along its index until it is full; what a statement itself puts together is no table; and who asks for
        // everyone's entries goes along everyone.
        let is_harmless = |line: &&str| {
            let along = match index {
                "pk_timesheets" | "pk_reset_requests" | "pk_audit_gaps" | "pk_audit_verifications" => {
                    index.replace("pk_", "autoindex_")
                }
                _ => index.to_owned(),
            };
            let is_of_everyone = [timesheets::page::COUNTS, timesheets::page::PAGE].contains(&statement.as_str())
                || everyone.contains(&statement);
            ["days", "subquery", "SCAN json_each", "SCAN CONSTANT ROW", "SCAN p", "SCAN w", &along]
                .iter()
                .chain(&OF_A_FEW)
                .any(|part| line.contains(part))
                || ["SCAN c", "SCAN d", "SCAN c0", "SCAN c1", "SCAN c2", "SCAN c3", "SCAN c4"].contains(line)
                || (is_of_everyone && line.starts_with("SCAN u"))
        };
        let whole = plan.lines().filter(|line| line.starts_with("SCAN")).find(|line| !is_harmless(line));
        assert_eq!(whole, None, "{statement}\n{plan}");
        // A primary key is an index without our name there, or the table itself.
        let is_used = plan.contains(index)
            || (index.starts_with("pk_") && (plan.contains("autoindex") || plan.contains("PRIMARY KEY")));
        assert!(is_used, "{index} is not used in {statement}\n{plan}");
    }
}
