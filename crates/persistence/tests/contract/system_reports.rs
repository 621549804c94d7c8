//! What the reports about the portal itself ask for, and the runs of its jobs.

use application::events::{Event, Origin, Record};
use application::ports::{
    Activity, FoundPeople, JobRunReads, MailFigures, ManagerWaiting, MonthCheck, NewPerson, NewSession, PasswordHash,
    PersonName, RoleAccounts, SystemReportReads,
};
use domain::Instant;
use domain::id::{EventId, UserId};
use domain::leave::LeaveStatus;
use domain::oversight::health::Check;
use domain::oversight::jobs::{Job, JobRun};
use domain::person::{FullName, Role};
use domain::session::SessionEnd;
use uuid::Uuid;

use crate::engines::{Engine, set};
use crate::leave_requests::{new_leave, saved};
use crate::mails::{enqueue, new_mail};
use crate::months::{closed, june, may};
use crate::substitutions::keep;
use crate::support::{
    added, approved, begin, change, committed, day, entry, execute, later, named, new_entry, new_session, now, people,
    person, save,
};

const DAY: i64 = 24 * 3600;

/// Signs somebody in at this moment, and out again.
async fn signed_in(store: &dyn Engine, user: UserId, at: Instant) {
    let new = NewSession { created_at: at, ..new_session(user) };
    let unit = begin(store).await;
    unit.sessions().start(&new).await.unwrap();
    unit.sessions().end(new.id, SessionEnd::Logout, at).await.unwrap();
    unit.commit().await.unwrap();
}

async fn name(store: &dyn Engine, user: UserId) -> PersonName {
    store.person(user).await.unwrap().unwrap().person
}

async fn record(store: &dyn Engine, events: Vec<(Record, Instant)>) {
    let event =
        |(record, at)| Event { id: EventId::new(Uuid::now_v7()), at, origin: Origin::job(), record, pushes: vec![] };
    let events: Vec<Event> = events.into_iter().map(event).collect();
    committed(store, async |unit| unit.events().append(&events).await).await;
}

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn waiting(manager: PersonName, team: u32) -> ManagerWaiting {
    ManagerWaiting { manager, team, waiting: 0, oldest: None, leave_waiting: 0, substitute: None }
}

async fn run_of(store: &dyn Engine, job: Job, run: &JobRun) {
    committed(store, async |unit| unit.job_runs().keep(job, run).await).await;
}

on_every_engine! {
    async fn accounts_are_counted_by_role_and_by_their_last_sign_in(store: &AnyEngine, subject: &Subject) {
        for (seconds, is_blocked) in [(0, false), (-30 * DAY, false), (-30 * DAY - 1, true)] {
            let user = person(store, Role::Employee, None).await;
            signed_in(store, user, later(-90 * DAY)).await;
            signed_in(store, user, later(seconds)).await;
            set(subject, user, &format!("is_blocked = {is_blocked}")).await;
        }
        added(store, Role::Employee, |new| new.is_first_login = true).await;
        added(store, Role::Employee, |new| (new.is_first_login, new.hash) = (true, None)).await;
        added(store, Role::Employee, |new| (new.is_first_login, new.is_active, new.service) = (true, false, None)).await;
        person(store, Role::Admin, None).await;
        let found = SystemReportReads::accounts(store, later(-30 * DAY)).await.unwrap();
        let of = |role| found.iter().copied().find(|accounts| accounts.role == role);
        assert_eq!(found.len(), 2, "the roles that somebody has");
        let employees = RoleAccounts {
            role: Role::Employee,
            accounts: 6,
            active: 4,
            blocked: 1,
            inactive: 1,
            never_signed_in: 3,
            not_lately: 1,
            temporary_passwords: 1,
        };
        assert_eq!(of(Role::Employee), Some(employees));
        let admins = RoleAccounts { accounts: 1, active: 1, never_signed_in: 1, ..RoleAccounts::none(Role::Admin) };
        assert_eq!(of(Role::Admin), Some(admins));
    }

    async fn what_happened_is_counted_by_quarters_of_an_hour(store: &AnyEngine) {
        let decided = |count: usize| {
            Record::of("days-decided").detail("dates", ["2026-06-08", "2026-06-09", "2026-06-10"].map(day)[..count].to_vec())
        };
        record(store, vec![
            (Record::of("signed-in"), at("2026-06-09T23:59:59.999999Z")),
            (Record::of("signed-in"), at("2026-06-10T00:00:00Z")),
            (Record::of("sign-in-failed"), at("2026-06-10T00:14:59.999999Z")),
            (Record::of("day-submitted"), at("2026-06-10T00:15:00Z")),
            (Record::of("day-submitted"), at("2026-06-10T00:20:00Z")),
            (Record::of("signed-out"), at("2026-06-10T05:00:00Z")),
            (Record::of("backup-made"), at("2026-06-10T05:00:00Z")),
            (decided(3), at("2026-06-10T00:29:00Z")),
            (decided(1), at("2026-06-10T00:20:00Z")),
            (Record::of("day-submitted"), at("2026-06-11T00:00:00Z")),
        ]).await;
        let mut found = store.activity(at("2026-06-10T00:00:00Z"), at("2026-06-11T00:00:00Z")).await.unwrap();
        found.sort_by_key(|(quarter, _)| *quarter);
        let first = Activity { sign_ins: 1, failed_sign_ins: 1, ..Activity::default() };
        let second = Activity { recorded: 2, decided: 4, ..Activity::default() };
        assert_eq!(found, [(at("2026-06-10T00:00:00Z"), first), (at("2026-06-10T00:15:00Z"), second)]);
    }

    async fn managers_stand_by_the_entry_that_waits_longest_and_those_with_none_last(store: &AnyEngine, subject: &Subject) {
        let mut managers = Vec::new();
        for first in ["Anna", "Bela", "Cora", "Dora", "Emil"] {
            managers.push(named(store, Role::Manager, None, first, "Example").await);
        }
        let [anna, bela, cora, dora, emil] = managers[..] else { unreachable!("five of them") };
        set(subject, emil, "is_active = false").await;
        let [max, mia] = people(store, Role::Employee, Some(bela)).await;
        set(subject, mia, "is_active = false").await;
        let (ned, ole) = (person(store, Role::Employee, Some(dora)).await, person(store, Role::Employee, Some(cora)).await);
        let submitted = |user, date, seconds| {
            let fresh = new_entry(user, date);
            domain::timesheet::Entry::record(fresh.id(), user, fresh.date(), fresh.hours(), "Work".into(), later(seconds))
        };
        for (user, date, seconds) in [(max, "2026-06-08", 50), (mia, "2026-06-08", 40), (ned, "2026-06-08", 20), (ned, "2026-05-08", 10)] {
            save(store, &submitted(user, date, seconds)).await.unwrap();
        }
        let done_with = entry(store, ole, "2026-06-08").await;
        change(store, &[approved(&done_with, cora)], cora).await.unwrap();
        closed(store, may(), anna, &[]).await;
        saved(store, &new_leave(max, "2026-07-06", "2026-07-08", LeaveStatus::Pending)).await.unwrap();
        saved(store, &new_leave(max, "2026-08-03", "2026-08-04", LeaveStatus::Approved)).await.unwrap();
        keep(store, bela, anna, "2026-06-10", "2026-06-10").await;
        keep(store, dora, anna, "2026-06-11", "2026-06-12").await;

        let (rows, total) = store.managers(day("2026-06-10"), 1, 10).await.unwrap();
        let dora_waits = ManagerWaiting { waiting: 1, oldest: Some(later(20)), ..waiting(name(store, dora).await, 1) };
        let bela_waits = ManagerWaiting {
            waiting: 2,
            oldest: Some(later(40)),
            leave_waiting: 1,
            substitute: Some(FullName { first: "Anna".into(), last: "Example".into() }),
            ..waiting(name(store, bela).await, 1)
        };
        let (anna_waits, cora_waits) = (waiting(name(store, anna).await, 0), waiting(name(store, cora).await, 1));
        assert_eq!((rows.clone(), total), (vec![dora_waits, bela_waits, anna_waits, cora_waits], 4));
        let (page, total) = store.managers(day("2026-06-10"), 2, 3).await.unwrap();
        assert_eq!((page.as_slice(), total), (&rows[3..], 4));
        assert_eq!(store.managers(day("2026-06-10"), 3, 3).await.unwrap(), (vec![], 4));
    }

    async fn who_cannot_act_is_shown_as_nobodys_substitute(store: &AnyEngine, subject: &Subject) {
        let [bela, anna] = people(store, Role::Manager, None).await;
        keep(store, bela, anna, "2026-06-10", "2026-06-10").await;
        for (change, is_shown) in [
            ("is_blocked = false", true),
            ("is_blocked = true", false),
            ("is_blocked = false, is_active = false", false),
        ] {
            set(subject, anna, change).await;
            let (rows, _) = store.managers(day("2026-06-10"), 1, 10).await.unwrap();
            let row = rows.iter().find(|row| row.manager.id == bela).unwrap();
            assert_eq!(row.substitute.is_some(), is_shown, "{change}");
        }
    }

    async fn decisions_on_the_entries_of_a_team_are_told_by_its_manager(store: &AnyEngine) {
        let [anna, bela] = people(store, Role::Manager, None).await;
        for (manager, date) in [(anna, "2026-06-08"), (anna, "2026-06-09"), (bela, "2026-06-08")] {
            let ann = person(store, Role::Employee, Some(manager)).await;
            let submitted = entry(store, ann, date).await;
            change(store, &[approved(&submitted, manager)], manager).await.unwrap();
        }
        let counted = async |managers: &[UserId], from, before| {
            let found = store.decided_by_team(managers, from, before).await.unwrap();
            let mut each: Vec<_> = found.iter().map(|(manager, together)| (*manager, together.entries)).collect();
            each.sort_unstable();
            let sum = |manager: UserId| each.iter().filter(|(of, _)| *of == manager).map(|(_, entries)| entries).sum::<u32>();
            (sum(anna), sum(bela))
        };
        assert_eq!(counted(&[anna, bela], now(), later(3600)).await, (2, 1));
        assert_eq!(counted(&[anna], now(), later(3600)).await, (2, 0));
        assert_eq!(counted(&[], now(), later(3600)).await, (0, 0));
        assert_eq!(counted(&[anna, bela], later(61), later(3600)).await, (0, 0), "they were decided before");
        assert_eq!(counted(&[anna, bela], now(), later(60)).await, (0, 0), "they are decided only then");
        let together = store.decided_by_team(&[bela], now(), later(3600)).await.unwrap()[0].1;
        assert!((now() - together.submitted).num_minutes() < 15 && (later(60) - together.decided).num_minutes() < 15);
    }

    async fn what_waits_for_nobody_is_counted(store: &AnyEngine, subject: &Subject) {
        assert_eq!(store.waiting_for_nobody(day("2026-06-10")).await, Ok((0, None)));
        let [blocked, acting] = people(store, Role::Manager, None).await;
        set(subject, blocked, "is_blocked = true").await;
        for (manager, date) in [(None, "2026-06-08"), (Some(blocked), "2026-06-08"), (Some(acting), "2026-06-08"), (None, "2026-05-08")] {
            let ann = person(store, Role::Employee, manager).await;
            entry(store, ann, date).await;
        }
        closed(store, may(), acting, &[]).await;
        assert_eq!(store.waiting_for_nobody(day("2026-06-10")).await, Ok((2, Some(now()))));
        keep(store, blocked, acting, "2026-06-10", "2026-06-10").await;
        assert_eq!(store.waiting_for_nobody(day("2026-06-10")).await, Ok((1, Some(now()))));
    }

    async fn mails_are_counted_by_where_they_are_and_those_that_were_not_sent_are_shown(store: &AnyEngine) {
        let nothing = MailFigures { waiting: 0, given_up: 0, sent: 0, oldest_waiting: None };
        assert_eq!(store.mail_figures(now()).await, Ok(nothing));
        enqueue(store, &(0..6).map(|n| new_mail(&format!("p{n}"), n)).collect::<Vec<_>>()).await;
        let mails = store.claim(later(10), later(60), 4).await.unwrap();
        store.sent(mails[0].id, 1, later(20)).await.unwrap();
        store.sent(mails[1].id, 1, later(30)).await.unwrap();
        store.failed(mails[2].id, 1, "no such mailbox", None, true).await.unwrap();
        store.failed(mails[3].id, 1, "greylisted", Some(later(90)), false).await.unwrap();
        let found = store.mail_figures(later(30)).await.unwrap();
        assert_eq!(found, MailFigures { waiting: 3, given_up: 1, sent: 1, oldest_waiting: Some(later(3)) });
        let unsent = store.unsent_mails(3).await.unwrap();
        let seen: Vec<_> = unsent.iter().map(|mail| (mail.to.as_str(), mail.attempts, mail.next_at)).collect();
        assert_eq!(seen, [
            ("p2@example.org", 1, None),
            ("p5@example.org", 0, Some(later(5))),
            ("p4@example.org", 0, Some(later(4))),
        ], "those that were given up first, however many wait");
        let given_up = &unsent[0];
        assert_eq!((given_up.kind.as_str(), given_up.since), ("credentials", later(2)));
        assert_eq!(given_up.last_error.as_deref(), Some("no such mailbox"));
        let last = store.unsent_mails(10).await.unwrap().pop().unwrap();
        assert_eq!((last.to.as_str(), last.next_at), ("p3@example.org", Some(later(90))));
    }

    async fn the_newest_backup_is_told(store: &AnyEngine) {
        assert_eq!(store.newest_backup().await, Ok(None));
        record(store, vec![(Record::of("backup-made"), later(5)), (Record::of("backup-made"), later(9)), (Record::of("signed-in"), later(20))]).await;
        record(store, vec![(Record::of("backup-made"), later(7))]).await;
        assert_eq!(store.newest_backup().await, Ok(Some(later(9))));
    }

    async fn checks_find_people_and_name_the_first_of_them(store: &AnyEngine, subject: &Subject) {
        let today = day("2026-06-10");
        assert_eq!(store.people_found(today, now(), 20).await, Ok(vec![]));
        let [boss, blocked, stood_in_for, without_team] = people(store, Role::Manager, None).await;
        for manager in [blocked, stood_in_for, without_team] {
            set(subject, manager, "is_blocked = true").await;
        }
        keep(store, stood_in_for, boss, "2026-06-10", "2026-06-10").await;
        let orphan = named(store, Role::Employee, None, "Bea", "Lone").await;
        let led_by_blocked = named(store, Role::Employee, Some(blocked), "Abe", "Lone").await;
        person(store, Role::Employee, Some(stood_in_for)).await;
        let homeless = added(store, Role::Employee, |new| (new.department, new.manager) = (None, Some(boss))).await;
        let dateless = added(store, Role::Employee, |new| (new.joining_date, new.manager) = (None, Some(boss))).await;
        let gone = |new: &mut NewPerson| (new.is_active, new.service, new.department, new.is_first_login) = (false, None, None, true);
        added(store, Role::Employee, gone).await;
        let locked = added(store, Role::Hr, |new| (new.is_first_login, new.created_at) = (true, later(-1))).await;
        // Without a password there is no temporary one.
        added(store, Role::Hr, |new| (new.is_first_login, new.hash, new.created_at) = (true, None, later(-1))).await;
        // Made at the instant asked for, and one that was made anew since.
        added(store, Role::Hr, |new| new.is_first_login = true).await;
        let renewed = added(store, Role::Hr, |new| (new.is_first_login, new.created_at) = (true, later(-100))).await;
        committed(store, async |unit| unit.people().set_password(renewed, Some(&PasswordHash("$new".into())), true, later(5)).await).await;

        let found = store.people_found(today, now(), 1).await.unwrap();
        let of = async |check, count, user: UserId| FoundPeople { check, count, people: vec![name(store, user).await] };
        assert_eq!(found, [
            of(Check::WithoutManager, 2, led_by_blocked).await,
            of(Check::BlockedManagers, 1, blocked).await,
            of(Check::WithoutDepartment, 1, homeless).await,
            of(Check::WithoutJoiningDate, 1, dateless).await,
            of(Check::TemporaryPasswords, 1, locked).await,
        ]);
        let both = store.people_found(today, now(), 20).await.unwrap().remove(0);
        assert_eq!(both.people, [name(store, led_by_blocked).await, name(store, orphan).await]);
        set(subject, led_by_blocked, "is_blocked = true").await;
        assert_eq!(store.people_found(today, now(), 20).await.unwrap()[0].count, 1, "somebody blocked records nothing");
    }

    async fn closed_months_that_no_longer_agree_are_found_newest_first(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let check = |differences, checksum_holds| MonthCheck { checked_at: now(), differences, checksum_holds, samples: vec![] };
        for (month, found) in [(may().earlier_by(1), check(0, true)), (may(), check(2, true)), (june(), check(0, false))] {
            closed(store, month, hal, &[]).await;
            committed(store, async |unit| unit.months().keep_check(month, 1, &found).await).await;
        }
        assert_eq!(store.drifted_months().await, Ok(vec![june(), may()]));
        crate::months::reopened(store, may(), hal).await;
        assert_eq!(store.drifted_months().await, Ok(vec![june()]));
    }

    async fn the_last_run_of_each_job_is_kept(store: &AnyEngine) {
        assert_eq!(store.runs().await, Ok(vec![]));
        let failed = JobRun { began_at: now(), duration_ms: 7, error: Some("The run failed. The log says why.".into()) };
        let fine = JobRun { began_at: later(30), duration_ms: 0, error: None };
        run_of(store, Job::Freeze, &failed).await;
        run_of(store, Job::Mail, &fine).await;
        run_of(store, Job::Freeze, &fine).await;
        run_of(store, Job::Mail, &failed).await;
        let mut runs = store.runs().await.unwrap();
        runs.sort_by_key(|(job, _)| *job);
        assert_eq!(runs, [(Job::Mail, failed), (Job::Freeze, fine)]);
    }

    async fn the_last_failure_of_a_job_is_kept_whatever_follows(store: &AnyEngine) {
        let run = |seconds, is_failed: bool| {
            JobRun { began_at: later(seconds), duration_ms: 1, error: is_failed.then(|| "The run failed.".into()) }
        };
        run_of(store, Job::Mail, &run(0, false)).await;
        assert_eq!(store.failures().await, Ok(vec![]));
        for (seconds, is_failed, last) in [(0, true, 0), (30, false, 0), (60, true, 60), (90, false, 60)] {
            run_of(store, Job::Freeze, &run(seconds, is_failed)).await;
            assert_eq!(store.failures().await, Ok(vec![(Job::Freeze, later(last))]), "{seconds}");
        }
    }
}

on_databases! {
    async fn that_somebody_has_signed_in_is_known_when_the_session_is_forgotten(store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        signed_in(store, ann, later(-40 * DAY)).await;
        store.forget(persistence::Transient::Sessions, later(DAY)).await.unwrap();
        let found = SystemReportReads::accounts(store, now()).await.unwrap().remove(0);
        assert_eq!((found.never_signed_in, found.not_lately), (0, 1));
    }

    async fn the_reports_cost_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let mut costs = Vec::new();
        for more in [2, 30] {
            for _ in 0..more {
                let boss = person(store, Role::Manager, None).await;
                let ann = added(store, Role::Employee, |new| (new.department, new.manager) = (None, Some(boss))).await;
                entry(store, ann, "2026-06-08").await;
                signed_in(store, ann, now()).await;
            }
            statements.take();
            let (rows, total) = store.managers(day("2026-06-10"), 1, 100).await.unwrap();
            assert_eq!((rows.len(), rows[0].waiting), (total as usize, 1));
            let managers: Vec<UserId> = rows.iter().map(|row| row.manager.id).collect();
            store.decided_by_team(&managers, now(), later(DAY)).await.unwrap();
            SystemReportReads::accounts(store, now()).await.unwrap();
            store.activity(now(), later(DAY)).await.unwrap();
            store.waiting_for_nobody(day("2026-06-10")).await.unwrap();
            assert_eq!(store.people_found(day("2026-06-10"), now(), 20).await.unwrap()[0].count, total);
            store.mail_figures(now()).await.unwrap();
            store.unsent_mails(100).await.unwrap();
            store.newest_backup().await.unwrap();
            store.drifted_months().await.unwrap();
            store.runs().await.unwrap();
            costs.push(statements.take().len());
        }
        // How many managers there are and a page of them; and one each.
        assert_eq!(costs, [12, 12]);
    }

    async fn a_job_that_only_a_newer_program_knows_is_left_out(database: &TestDatabase, store: &Database) {
        run_of(store, Job::Mail, &JobRun { began_at: now(), duration_ms: 1, error: None }).await;
        execute(database, "UPDATE job_runs SET job = 'sweep'").await.unwrap();
        assert_eq!(store.runs().await, Ok(vec![]));
    }
}
