//! Events as they are read back: every kind, whom they are about, and what earlier programs wrote.

use application::absences::events::day_frozen;
use application::approvals::events::days_decided;
use application::events::{Event, Origin, Record, Request, RequestId, Source};
use application::notices::events::notices_read;
use application::passwords::events::reset_asked;
use application::people::events::{salary_set, team_released};
use application::ports::{EventReads, RecordedEvent};
use application::sessions::events::signed_in;
use application::unlocks::events::day_unlocked;
use application::work_patterns::events::work_pattern_changed;
use domain::id::{EventId, SessionId, UserId};
use domain::person::{Role, Salary};
use domain::time::WorkPattern;
use domain::timesheet::Status;
use domain::work_patterns::PatternOwner;
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{begin, committed, day, execute, later, literal, now, number, unlock_of};

fn user(n: u128) -> UserId {
    UserId::new(Uuid::from_u128(n))
}

/// Records with facts of every form: texts, dates, ids, numbers, lists, and changes with and without their values.
fn examples() -> Vec<Record> {
    let (ann, max, session) = (user(1), user(2), SessionId::new(Uuid::from_u128(3)));
    let unlock = unlock_of(ann, max, "2026-06-09", "Ill, \"very\"\n😀", now());
    let days = vec![(day("2026-06-08"), Status::Pending), (day("2026-06-09"), Status::Approved)];
    vec![
        day_frozen(day("2026-06-09"), &[ann, max]),
        day_unlocked(&unlock),
        days_decided(ann, days, Status::Rejected, Some("Why?")),
        notices_read(ann, 2),
        reset_asked(),
        salary_set(ann, day("2026-07-01"), None, Salary::from_cents(5_000_000)),
        signed_in(ann, session, None),
        work_pattern_changed(PatternOwner::Person(ann), day("2026-06-15"), None, Some(WorkPattern::STANDARD)),
    ]
}

fn event(origin: Origin, record: Record) -> Event {
    Event { id: EventId::new(Uuid::now_v7()), at: now(), origin, record, pushes: Vec::new() }
}

async fn append(database: &TestDatabase, events: &[Event]) {
    committed(database.database(), async |unit| unit.events().append(events).await).await;
}

/// What is read back of the newest events, oldest first.
async fn newest(database: &TestDatabase, about: Option<UserId>, limit: u32) -> Vec<RecordedEvent> {
    let mut events = database.database().events(about, None, limit).await.unwrap();
    assert!(events.windows(2).all(|two| two[0].seq > two[1].seq), "newest first: {events:?}");
    events.reverse();
    events
}

fn kinds(events: &[RecordedEvent]) -> Vec<&str> {
    events.iter().map(|event| event.record.kind.as_ref()).collect()
}

on_both_engines! {
    async fn an_event_is_read_back_as_it_was_written(database: &TestDatabase) {
        let request = Request { id: RequestId::new(7), address: "2001:db8:0:1::9".parse().unwrap() };
        let called = Origin {
            session: Some(SessionId::new(Uuid::from_u128(8))),
            on_behalf_of: Some(user(10)),
            ..Origin::person(user(9), Role::Hr, request)
        };
        let origins = [called, Origin::job(), Origin::command(), Origin::visitor(request)];
        let events: Vec<Event> =
            examples().into_iter().zip(origins.into_iter().cycle()).map(|(record, origin)| event(origin, record)).collect();
        append(database, &events).await;
        let found = newest(database, None, 100).await;
        assert_eq!(found.len(), events.len());
        for (event, found) in events.into_iter().zip(found) {
            let Origin { source, actor, on_behalf_of, session, request } = event.origin;
            let expected = RecordedEvent {
                seq: found.seq,
                id: event.id,
                at: event.at,
                source: Some(source),
                actor: actor.map(|(user, _)| user),
                role: actor.map(|(_, role)| role),
                on_behalf_of,
                session,
                request_id: request.map(|_| "0000000000000007".to_owned()),
                address: request.map(|_| "2001:db8:0:1::/64".to_owned()),
                record: event.record,
            };
            assert_eq!(found, expected);
        }
    }

    /// The history of what concerns one person, in pages
    async fn events_are_found_by_whom_they_are_about(database: &TestDatabase) {
        let (ann, bob) = (user(1), user(2));
        let read = |user, count| event(Origin::job(), notices_read(user, count));
        let both = event(Origin::job(), day_frozen(day("2026-06-09"), &[bob, ann]));
        append(database, &[read(ann, 1), read(bob, 2)]).await;
        append(database, &[both]).await;
        append(database, &[event(Origin::job(), reset_asked()), read(ann, 3)]).await;
        assert_eq!(kinds(&newest(database, Some(ann), 10).await), ["notices-read", "day-frozen", "notices-read"]);
        assert_eq!(kinds(&newest(database, Some(bob), 10).await), ["notices-read", "day-frozen"]);
        assert_eq!(kinds(&newest(database, Some(user(3)), 10).await), [""; 0]);
        let mut before = None;
        let mut seqs = Vec::new();
        loop {
            let page = database.database().events(Some(ann), before, 1).await.unwrap();
            let [event] = page.as_slice() else { break };
            before = Some(event.seq);
            seqs.push(event.seq);
        }
        assert_eq!(seqs, newest(database, Some(ann), 10).await.iter().rev().map(|event| event.seq).collect::<Vec<_>>());
        assert_eq!(kinds(&newest(database, None, 2).await), ["reset-asked", "notices-read"]);
    }

    /// Whom an event is about costs no statement more
    async fn an_event_costs_the_same_statements_no_matter_who_it_is_about(database: &TestDatabase) {
        let statements = database.statements();
        let everybody: Vec<UserId> = (0..500).map(user).collect();
        let mut costs = Vec::new();
        for users in [&[][..], &everybody[..1], &everybody] {
            let new = event(Origin::job(), day_frozen(day("2026-06-09"), users));
            let unit = begin(database.database()).await;
            statements.take();
            unit.events().append(&[new]).await.unwrap();
            costs.push(statements.take().len());
            unit.commit().await.unwrap();
        }
        assert_eq!(costs, [1; 3]);
        assert_eq!(newest(database, Some(user(7)), 1).await[0].record.subjects.len(), 500);
    }

    async fn an_event_may_be_about_more_people_than_a_statement_takes(database: &TestDatabase) {
        let team: Vec<UserId> = (1..=35_000).map(user).collect();
        append(database, &[event(Origin::job(), team_released(user(1), &team))]).await;
        for about in [user(1), user(35_000)] {
            assert_eq!(newest(database, Some(about), 5).await.len(), 1);
        }
        assert_eq!(number(database, "SELECT count(*) FROM event_subjects").await, 35_000);
    }

    /// Events of before origins and subjects were kept, as the first programs wrote them
    async fn what_earlier_programs_wrote_is_still_read(database: &TestDatabase) {
        let id = Uuid::now_v7();
        let (id_of_row, actor) = (literal(database, id), literal(database, user(9).uuid()));
        let payload = r#"{"date":"2026-06-10","user":"00000000-0000-0000-0000-000000000001","reason":null,"changes":[{"field":"salary"}]}"#;
        let insert = format!(
            "INSERT INTO events (id, kind, actor_id, payload, audience, at) \
             VALUES ({id_of_row}, 'day-trampled', {actor}, '{payload}', '[]', '2026-06-10T09:30:01.123456+00:00')"
        );
        execute(database, &insert).await.unwrap();
        let found = newest(database, None, 10).await;
        let changed = Record { kind: "day-trampled".into(), ..Record::of("").masked("salary", &1, &2) };
        let record = changed.detail("date", day("2026-06-10")).detail("user", user(1));
        let old = RecordedEvent {
            seq: found[0].seq,
            id: EventId::new(id),
            at: later(1),
            source: None,
            actor: Some(user(9)),
            role: None,
            on_behalf_of: None,
            session: None,
            request_id: None,
            address: None,
            record,
        };
        assert_eq!(found[0], old);
    }
}

#[test]
fn a_source_has_one_name() {
    for source in Source::ALL {
        assert_eq!(Source::named(source.name()), Some(source));
    }
    assert_eq!(Source::named("Portal"), None);
}
