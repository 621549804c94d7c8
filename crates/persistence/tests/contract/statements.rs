//! A list costs as many statements for many people as for few.

use application::absences::DaysFrozenLetter;
use application::events::{Audience, Push, Topic};
use application::mail::Letter;
use application::ports::{
    Addressees, LeaveCalendarReads, LeaveDayReads, LeaveFeedReads, LeaveFilter, LeaveLedgerReads, LeaveOf,
    LeaveRequestReads, LeaveTypeReads, NewMail, NewNotice, PeopleFilter, PeopleReads, ReportReads, TimesheetReads,
};
use chrono::NaiveDate;
use domain::access::{Leads, Scope};
use domain::id::{MailId, UserId};
use domain::leave::{DayPart, LeaveDays, LeaveStatus, LeaveTerms, LeaveType, RowKind};
use domain::mail_choices::{MailKind, MailTiming};
use domain::month::ChangedDays;
use domain::person::Role;
use domain::time::Month;
use persistence::Database;
use testkit::database::Statements;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::feed::event;
use crate::inbox::notice;
use crate::leave_calendar::{leave, whole_june};
use crate::leave_ledger::{new as new_row, row};
use crate::leave_requests::{new_leave, saved};
use crate::leave_types::study;
use crate::support::{begin, committed, day, everybody, later, new_entry, new_person, now, person};

/// Adds Employees, each with an entry on every one of two days or on one of them.
async fn add(store: &Database, count: usize) -> Vec<UserId> {
    let unit = begin(store).await;
    let mut ids = Vec::new();
    for n in 0..count {
        let id = UserId::new(Uuid::now_v7());
        let number = unit.people().next_employee_id().await.unwrap();
        unit.people().insert(&new_person(id, number, Role::Employee)).await.unwrap();
        for day in &["2026-06-08", "2026-06-09"][..=n % 2] {
            unit.timesheets().insert(&[new_entry(id, day)]).await.unwrap();
        }
        ids.push(id);
    }
    unit.commit().await.unwrap();
    ids
}

/// How many statements each call sends, for all the people there are, and how much it finds.
async fn cost(store: &Database, statements: &Statements, people: &[UserId]) -> Vec<(&'static str, usize, usize)> {
    let filter = PeopleFilter {
        scope: Scope::Everyone,
        roles: vec![Role::Employee],
        search: Some("ann".into()),
        without_manager: Some(day("2026-06-10")),
        status: None,
    };
    statements.take();
    let mut costs = Vec::new();
    let mut note = |call, found| costs.push((call, statements.take().len(), found));
    note("list", store.list(&filter, 1, 300).await.unwrap().0.len());
    note("directory", store.directory(&Role::ALL, None, 1, 300).await.unwrap().0.len());
    note("head_count", store.head_count().await.unwrap().employees.all as usize);
    let figures = store.figures(day("2026-06-10"), day("2026-05-11"), now()).await.unwrap();
    note("figures", figures.active as usize);
    note(
        "month_records",
        store
            .month_records(Scope::Everyone, Month::new(2026, 6).unwrap(), &[domain::timesheet::Hours::whole(5)])
            .await
            .unwrap()
            .len(),
    );
    note("page", store.page(day("2026-06-01"), day("2026-06-30"), 1, 300).await.unwrap().0.len());
    note("approval_counts of some", store.approval_counts(Some(people)).await.unwrap().len());
    note("approval_counts of everyone", store.approval_counts(None).await.unwrap().len());
    note("newest", store.newest(300).await.unwrap().len());
    costs
}

/// Marks everybody on a day, tells them and mails them, as the job does; how many that were.
async fn freeze(store: &Database, people: &[UserId], day: NaiveDate) -> usize {
    let unit = begin(store).await;
    let marked = unit.absences().mark(day, &everybody(), later(1), now(), 500).await.unwrap();
    let notices: Vec<NewNotice> = marked.iter().map(|user| notice(*user, "A day was frozen")).collect();
    unit.inbox().notify(&notices).await.unwrap();
    let audience = Audience::Users(marked.clone());
    unit.events().append(&[event(vec![Push::Changed { topic: Topic::Timesheets, audience }])]).await.unwrap();
    let unmailed = unit.absences().unmailed(day, day, 500).await.unwrap();
    assert_eq!((unmailed.len(), marked.len()), (people.len(), people.len()));
    let recipients = unit
        .mail_choices()
        .wanting(MailKind::Frozen, MailTiming::Instant, &Addressees::People(people.to_vec()))
        .await
        .unwrap();
    let mails: Vec<NewMail> = recipients
        .into_iter()
        .map(|to| NewMail {
            id: MailId::new(Uuid::now_v7()),
            to: to.email.to_string(),
            letter: Letter::new(to.name, &DaysFrozenLetter { dates: vec![day] }),
            created_at: now(),
        })
        .collect();
    unit.mails().enqueue(&mails).await.unwrap();
    unit.absences().mailed(people, day).await.unwrap();
    unit.commit().await.unwrap();
    mails.len()
}

on_both_engines! {
    async fn lists_cost_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let mut people = add(store, 10).await;
        assert!(statements.take().len() >= 30, "every statement of the repositories is heard too");
        let few = cost(store, &statements, &people).await;
        people.extend(add(store, 290).await);
        let many = cost(store, &statements, &people).await;
        let calls = |costs: &[(&'static str, usize, usize)]| costs.iter().map(|(call, sent, _)| (*call, *sent)).collect::<Vec<_>>();
        assert_eq!(
            calls(&few),
            [
                // Whether anybody has changed, once more in turn, everybody, and who stands in; then only whether anybody has changed.
                ("list", 4),
                ("directory", 1),
                ("head_count", 1),
                ("figures", 1),
                // Whether anybody has changed, and the one piece of so few people.
                ("month_records", 2),
                ("page", 2),
                ("approval_counts of some", 1),
                ("approval_counts of everyone", 1),
                ("newest", 1),
            ]
        );
        assert_eq!(calls(&many), calls(&few));
        for (call, _, found) in many {
            assert_eq!(found, 300, "{call}");
        }
    }

    async fn a_leave_type_costs_as_many_statements_with_many_others_and_many_changes(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let mut costs = Vec::new();
        for more in [1, 20] {
            let mut kept = Vec::new();
            for n in 0..more {
                statements.take();
                let unit = begin(store).await;
                let new = LeaveType { name: format!("{more} {n}"), ..study() };
                let of = |year| LeaveTerms { carry_over: LeaveDays::from_half_days(year - 2000), ..new.terms_in(year) };
                let terms = (2026..2026 + n).fold(new.terms.clone(), |terms, year| terms.with(year, of(year)));
                let leave_type = LeaveType { terms, ..new.clone() };
                unit.leave_types().insert(&leave_type).await.unwrap();
                unit.leave_types().update(&leave_type).await.unwrap();
                unit.leave_types().all().await.unwrap();
                unit.commit().await.unwrap();
                kept = statements.take();
            }
            assert_eq!(store.leave_types().await.unwrap().len(), if more == 1 { 4 } else { 24 });
            costs.push((kept.len(), statements.take().len()));
        }
        // The type, its terms; the type, its terms away and anew; the lock of PostgreSQL, and one look.
        let written = if database.is_postgres() { 7 } else { 6 };
        assert_eq!(costs, [(written, 1), (written, 1)]);
    }

    async fn the_ledger_of_leave_costs_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let mut costs = Vec::new();
        for more in [10, 290] {
            let people = add(store, more).await;
            statements.take();
            let unit = begin(store).await;
            let ledger = unit.leave_ledger();
            let rows: Vec<_> = people.iter().map(|user| new_row(*user, row(2026, RowKind::Allocation, 40, "2026-06-15"))).collect();
            ledger.lock_people(&people).await.unwrap();
            ledger.append(&rows).await.unwrap();
            assert_eq!(ledger.holders(&people).await.unwrap().len(), people.len());
            assert_eq!(ledger.rows(&people).await.unwrap().len(), people.len());
            ledger.uses(&people, day("2026-06-15")).await.unwrap();
            let all = ledger.lock_next_holders(None, 500).await.unwrap().len();
            unit.commit().await.unwrap();
            let written = statements.take().len();
            assert_eq!(store.rows_in(LeaveOf::ActiveEmployees, 2026).await.unwrap().len(), all);
            store.uses_in(LeaveOf::ActiveEmployees, 2026, day("2026-06-15")).await.unwrap();
            assert_eq!(store.everybody().await.unwrap().len(), all);
            assert_eq!(store.ledger(people[0], 2026, None).await.unwrap().len(), 1);
            costs.push((written, statements.take().len()));
        }
        assert_eq!(costs, [(6, 4), (6, 4)]);
    }

    async fn leave_costs_as_many_statements_for_many_requests_and_days_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let boss = person(store, Role::Manager, None).await;
        let mut costs = Vec::new();
        let mut ids = Vec::new();
        for (more, end) in [(1, "2026-07-06"), (30, "2026-10-30")] {
            for _ in 0..more {
                let ann = person(store, Role::Employee, Some(boss)).await;
                let leave = new_leave(ann, "2026-07-06", end, LeaveStatus::Pending);
                saved(store, &leave).await.unwrap();
                ids.push(leave.id);
            }
            statements.take();
            let (leads, status) = (Leads::own(boss), LeaveStatus::ALL.to_vec());
            let filter = LeaveFilter { leads, status, from: None, to: None, employee: None, is_earliest_first: true };
            assert_eq!(store.leave_page(&filter, 1, 100).await.unwrap().1 as usize, ids.len());
            assert_eq!(store.by_year(&ids).await.unwrap().len(), ids.len());
            assert!(store.also_away(&ids, 20).await.unwrap().len() <= ids.len() * 20);
            assert!(store.away_on(&ids).await.unwrap().len() >= ids.len());
            let read = statements.take().len();
            let unit = begin(store).await;
            let people: Vec<UserId> = unit.leave_requests().owners(&ids).await.unwrap().into_iter().map(|(_, user)| user).collect();
            unit.leave_ledger().lock_people(&people).await.unwrap();
            assert_eq!(unit.leave().requests(&ids).await.unwrap().len(), ids.len());
            assert!(!unit.leave().live(&people).await.unwrap().is_empty());
            assert!(!unit.leave_requests().halves(&ids).await.unwrap().is_empty());
            unit.leave_requests().set_status(&ids, LeaveStatus::Rejected, None, later(5)).await.unwrap();
            unit.commit().await.unwrap();
            costs.push((read, statements.take().len()));
            committed(store, async |unit| unit.leave_requests().set_status(&ids, LeaveStatus::Pending, None, later(5)).await).await;
        }
        // Count and page, years, others, dates; owners, lock, requests, live halves, halves, status, halves that become free.
        assert_eq!(costs, [(5, 7), (5, 7)]);
    }

    async fn leave_by_days_and_counting_it_anew_cost_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let (mut costs, mut requests) = (Vec::new(), Vec::new());
        for more in [1, 300] {
            for _ in 0..more {
                let ann = person(store, Role::Employee, None).await;
                let leave = new_leave(ann, "2026-07-06", "2026-07-08", LeaveStatus::Approved);
                saved(store, &leave).await.unwrap();
                requests.push(leave.id);
            }
            statements.take();
            let days = store.leave_days(&Scope::Everyone, day("2026-07-01"), day("2026-07-31")).await.unwrap();
            assert_eq!(days.len(), requests.len() * 3);
            let read = statements.take().len();
            let unit = begin(store).await;
            let found = unit.leave_counts().lock_in_question(None, &ChangedDays::of([day("2026-07-08")])).await.unwrap();
            assert_eq!(found.len(), requests.len() * 2);
            let halves: Vec<_> = found.iter().map(|found| (found.user, found.half.half)).collect();
            unit.leave_counts().turn(&halves).await.unwrap();
            let now_come_to: Vec<_> = requests.iter().map(|id| (*id, LeaveDays::whole(2))).collect();
            unit.leave_counts().set_days(&now_come_to, later(5)).await.unwrap();
            unit.work_patterns().in_force(None).await.unwrap();
            let anew = statements.take().len();
            unit.leave_counts().turn(&halves).await.unwrap();
            unit.commit().await.unwrap();
            costs.push((read, anew));
        }
        // The people, their halves, the halves that turn, the requests, the patterns.
        assert_eq!(costs, [(1, 5), (1, 5)]);
    }

    async fn the_leave_calendar_costs_as_many_statements_for_many_people_and_days_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let mut costs = Vec::new();
        for (more, last) in [(2, "2026-06-01"), (20, "2026-06-30")] {
            for user in add(store, more).await {
                let leave = leave(user, "2026-06-01", DayPart::Full, last, DayPart::Full, LeaveStatus::Approved);
                saved(store, &leave).await.unwrap();
            }
            statements.take();
            let everyone = Scope::Everyone;
            let members = store.members(&everyone).await.unwrap() as usize;
            let away = store.away(&everyone, day("2026-06-01"), day("2026-06-30")).await.unwrap().len();
            costs.push((statements.take().len(), members, away));
            let (people, total) = store.on_leave(&whole_june(&everyone), 1, 300).await.unwrap();
            costs.push((statements.take().len(), people.len(), total as usize));
            let feed = store.approved(&everyone, day("2026-06-01")).await.unwrap();
            costs.push((statements.take().len(), feed.len(), feed.len()));
        }
        // The members, and who is away; how many have leave, a page of them, and their leave; and a feed.
        assert_eq!(costs, [(2, 2, 1), (3, 2, 2), (1, 2, 2), (2, 22, 22), (3, 22, 22), (1, 22, 22)]);
    }

    async fn freezing_costs_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let mut costs = Vec::new();
        let mut people = Vec::new();
        for more in [10, 290] {
            people.extend(add(store, more).await);
            statements.take();
            costs.push(freeze(store, &people, day("2026-06-10") + chrono::Days::new(more as u64)).await);
            let sent = statements.take();
            costs.push(sent.len());
            assert_eq!(store.frozen(day("2026-06-01"), 300).await.unwrap().len(), people.len());
            assert_eq!(statements.take().len(), 1);
        }
        // Mark, notices, event, who is to be mailed, to which addresses, the mails, the marks of that.
        assert_eq!(costs, [10, 7, 300, 7]);
    }

    async fn reports_cost_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let (june, from) = (Month::new(2026, 6).unwrap(), now() - chrono::Duration::days(30));
        let mut people = Vec::new();
        for more in [10, 290] {
            people.extend(add(store, more).await);
            let all = people.len();
            statements.take();
            assert_eq!(store.counted(&Scope::Everyone, june).await.unwrap().len(), all);
            assert_eq!(store.half_hours(&Scope::Everyone, june).await.unwrap().len(), 2);
            assert_eq!(store.missing(&Scope::Everyone, june).await.unwrap().len(), 0);
            assert_eq!(store.decided_by_person(&Scope::Everyone, from, later(1)).await.unwrap().len(), 0);
            assert_eq!(store.decided(from, later(1)).await.unwrap().len(), 0);
            assert_eq!(store.places(june).await.unwrap().len(), all);
            assert_eq!(store.in_service(june).await.unwrap() as usize, all);
            assert_eq!(store.waiting_by_department().await.unwrap().len(), 1);
            assert_eq!(store.waiting_by_age([now(); 3]).await.unwrap().iter().sum::<u32>() as usize, all + all / 2);
            assert_eq!(store.headcount(&[(day("2026-01-01"), day("2026-06-10")); 12]).await.unwrap().len(), 12);
            assert_eq!(store.closed_attendance(june, june).await.unwrap().len(), 0);
            // Of the decisions five, week by week, and of the headcounts three.
            assert_eq!(statements.take().len(), 17);
        }
    }
}
