//! The audit log: sealing, verifications, parts by filters, and removing.

use application::events::{Event, Origin, Record, Request, RequestId};
use application::facts::Fact;
use application::ports::{ActedBy, AuditFilter, AuditOrder, Backlog, Unsealed};
use domain::Instant;
use domain::id::{EventId, UserId};
use domain::oversight::audit::{Break, ChainPoint, Gap, Sealing, Stray};
use domain::person::Role;
use uuid::Uuid;

use crate::engines::Engine;
use crate::leave_types::study;
use crate::support::{begin, committed, day, later, named, now, person};

/// An event of a request by somebody, at so many seconds.
pub(crate) fn event(by: UserId, record: Record, second: i64) -> Event {
    let request = Request { id: RequestId::new(7), address: [192, 0, 2, 7].into() };
    let origin = Origin::person(by, Role::Hr, request);
    Event { id: EventId::new(Uuid::now_v7()), at: later(second), origin, record, pushes: Vec::new() }
}

pub(crate) async fn append(store: &dyn Engine, events: &[Event]) {
    committed(store, async |unit| unit.events().append(events).await).await;
}

pub(crate) fn step(found: &Unsealed) -> Sealing {
    let Unsealed { chain, gaps, late, newer, unreadable } = found;
    Sealing::step(chain.newest, chain.newest_seq, gaps, late, newer, unreadable)
}

pub(crate) async fn enter(store: &dyn Engine, sealing: &Sealing, now: Instant) {
    let unit = begin(store).await;
    unit.audit().lock_chain().await.unwrap();
    unit.audit().seal(sealing, now).await.unwrap();
    unit.commit().await.unwrap();
}

/// Seals what there is, as a sealer does, and says what it found.
pub(crate) async fn seal(store: &dyn Engine, now: Instant) -> Unsealed {
    let found = store.unsealed(1_000).await.unwrap();
    enter(store, &step(&found), now).await;
    found
}

pub(crate) fn of(kind: &'static str) -> Record {
    Record::of(kind)
}

/// A filter finds these, in either order.
async fn finds(store: &dyn Engine, filter: &AuditFilter, expected: &[&str]) {
    assert_eq!(kinds(store, filter, AuditOrder::Above(0)).await, expected, "{filter:?}");
    let mut newest = kinds(store, filter, AuditOrder::Below(i64::MAX)).await;
    newest.reverse();
    assert_eq!(newest, expected, "{filter:?}");
}

async fn kinds(store: &dyn Engine, filter: &AuditFilter, order: AuditOrder) -> Vec<String> {
    let part = store.audit_part(filter, order, 100, 20).await.unwrap();
    let kinds: Vec<String> = part.entries.iter().map(|entry| entry.event.record.kind.to_string()).collect();
    assert_eq!(store.count_audit(filter, 100).await.unwrap() as usize, kinds.len());
    kinds
}

on_every_engine! {
    async fn events_are_sealed_in_their_order_and_read_back_with_their_seals(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        assert_eq!(store.backlog().await, Ok(Backlog::default()));
        let events: Vec<Event> =
            (0..3).map(|n| event(ann, of("notices-read").about([ann]).detail("reason", "Why?\n\"é\""), n)).collect();
        append(store, &events).await;
        assert_eq!(store.unsealed(2).await.unwrap().newer.len(), 2);
        assert_eq!(store.backlog().await, Ok(Backlog { events: 3, since: Some(now()) }));
        let found = seal(store, later(10)).await;
        assert_eq!(found.newer.iter().map(|event| event.id).collect::<Vec<_>>(), events.iter().map(|event| event.id).collect::<Vec<_>>());
        assert_eq!(found.newer[0].subjects, [ann]);
        assert_eq!((found.newer[0].at, found.newer[0].actor_role.as_deref(), found.newer[0].source.as_deref()), (now(), Some("HR"), Some("portal")));
        let chain = store.chain().await.unwrap();
        assert_eq!((chain.newest.position, chain.sealed_at, chain.checkpoint), (3, Some(later(10)), ChainPoint::START));
        assert_eq!((chain.newest_seq, store.backlog().await), (found.newer[2].seq, Ok(Backlog::default())));
        let entries = store.chain_entries(0, 10).await.unwrap();
        assert_eq!(ChainPoint::START.follow(&entries), Ok(chain.newest));
        assert_eq!(entries.iter().map(|entry| entry.event.clone().unwrap()).collect::<Vec<_>>(), found.newer);
        assert_eq!(store.chain_entries(1, 1).await.unwrap(), entries[1..2]);
        assert!(store.unsealed(10).await.unwrap().newer.is_empty());
    }

    /// An event below the newest seal without a seal of its own stands with the next one that has a seal, unless it is looked for
    async fn an_event_that_was_passed_over_is_named(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        append(store, &(0..4).map(|n| event(ann, of("notices-read"), n)).collect::<Vec<_>>()).await;
        let found = store.unsealed(10).await.unwrap();
        let (newer, start) = (&found.newer, found.newer[0].seq - 1);
        let sealed = [newer[0].clone(), newer[2].clone(), newer[3].clone()];
        enter(store, &Sealing::step(ChainPoint::START, start, &[], &[], &sealed, &[newer[1].seq]), now()).await;
        let strays = async |after| {
            let entries = store.chain_entries(after, 10).await.unwrap();
            entries.into_iter().map(|entry| entry.stray).collect::<Vec<_>>()
        };
        let stray = Stray { seq: newer[1].seq, at: Some(newer[1].at), kind: Some("notices-read".into()) };
        assert_eq!(strays(0).await, [None, Some(stray.clone()), None]);
        assert_eq!(strays(1).await, [Some(stray.clone()), None]);
        let Stray { seq, at, kind } = stray;
        let broken = ChainPoint::START.follow(&store.chain_entries(0, 10).await.unwrap());
        assert_eq!(broken, Err(Break { position: 2, seq: Some(seq), at, kind }));

        let nothing = Sealing { seals: vec![], newest_seq: newer[3].seq, closed: vec![], given_up: vec![], opened: vec![] };
        enter(store, &Sealing { opened: vec![seq, seq + 100], ..nothing.clone() }, now()).await;
        assert_eq!(strays(0).await, [None, None, None]);
        let looked_for = store.unsealed(10).await.unwrap();
        assert_eq!(looked_for.gaps, [seq, seq + 100].map(|seq| Gap { seq, may_appear: false }));
        assert_eq!(looked_for.late, newer[1..2]);
        // What has appeared by the time of the last look is not given up.
        enter(store, &Sealing { given_up: vec![seq, seq + 100], ..nothing }, now()).await;
        assert_eq!(store.unsealed(10).await.unwrap().gaps, [Gap { seq, may_appear: false }]);
        seal(store, now()).await;
        let entries = store.chain_entries(0, 10).await.unwrap();
        assert_eq!(ChainPoint::START.follow(&entries), Ok(store.chain().await.unwrap().newest));
        assert!(store.unsealed(10).await.unwrap().gaps.is_empty());
    }

    /// Of verifications one runs at a time, and one holder has it until it is silent for too long
    async fn one_verification_runs_and_one_holder_has_it(store: &AnyEngine) {
        let ann = person(store, Role::Admin, None).await;
        append(store, &[event(ann, of("signed-in"), 0), event(ann, of("signed-out"), 1)]).await;
        seal(store, now()).await;
        let starts = async |night, expected| {
            assert_eq!(committed(store, async |unit| unit.audit().begin_verification(night, now()).await).await, expected);
        };
        assert_eq!((store.last_verification().await, store.last_night_verified().await), (Ok(None), Ok(None)));
        starts(Some(day("2026-06-10")), true).await;
        starts(None, false).await;
        let begun = store.last_verification().await.unwrap().unwrap();
        assert_eq!((begun.number, begun.total, begun.checked, begun.night), (1, 2, 0, Some(day("2026-06-10"))));
        assert_eq!((begun.checkpoint, begun.reached, begun.through.position), (ChainPoint::START, ChainPoint::START, 2));
        let [one, two] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let take = async |holder, second| {
            committed(store, async |unit| unit.audit().take_verification(holder, later(second), later(second + 30)).await).await
        };
        assert_eq!(take(one, 0).await, Some(begun.clone()));
        assert_eq!(take(two, 29).await, None);
        assert_eq!(take(one, 5).await, Some(begun.clone()), "which prolongs it");
        assert_eq!(take(two, 34).await, None);
        assert_eq!(take(two, 35).await, Some(begun.clone()));
        let chain = store.chain().await.unwrap();
        let found = domain::oversight::audit::Break { position: 2, seq: Some(2), at: Some(now()), kind: None };
        let ended = application::ports::AuditVerification {
            checked: 2, reached: chain.newest, finished_at: Some(later(40)), found: Some(found), ..begun
        };
        let keep = async |holder, expected| {
            assert_eq!(committed(store, async |unit| unit.audit().keep_verification(holder, &ended).await).await, expected);
        };
        keep(one, false).await;
        assert_eq!(store.last_finished_verification().await, Ok(None));
        keep(two, true).await;
        keep(two, false).await;
        assert_eq!(store.last_finished_verification().await, Ok(Some(ended.clone())));
        assert_eq!(take(two, 41).await, None, "none is running");
        starts(None, true).await;
        assert_eq!(store.last_verification().await.unwrap().unwrap().number, 2);
        assert_eq!(store.last_finished_verification().await, Ok(Some(ended)));
        assert_eq!(store.last_night_verified().await, Ok(Some(day("2026-06-10"))));
    }

    async fn each_filter_finds_what_it_says_in_either_order(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Hr, None).await);
        let job = Event { origin: Origin::job(), ..event(ann, of("day-frozen").about([ann, bob]), 86_400 * 2) };
        append(store, &[event(ann, of("signed-in").about([ann]), 0), event(bob, of("block-toggled").about([ann]), 1)]).await;
        append(store, &[job, event(bob, of("signed-out").about([bob]), 86_400 * 4)]).await;
        let all = ["signed-in", "block-toggled", "day-frozen", "signed-out"];
        let filter = AuditFilter::default;
        let by = |by| AuditFilter { actor: Some(by), ..filter() };
        let about = |user| AuditFilter { subject: Some(user), ..filter() };
        let kinds_of = |kinds: &[&'static str]| AuditFilter { kinds: kinds.to_vec(), ..filter() };
        let in_time = |from: Option<i64>, until: Option<i64>| AuditFilter { from: from.map(later), until: until.map(later), ..filter() };
        let both = AuditFilter { actor: Some(ActedBy::Person(bob)), ..about(ann) };
        let several = AuditFilter { subject: Some(ann), ..kinds_of(&["day-frozen", "signed-in", "signed-out"]) };
        for (filter, expected) in [
            (filter(), &all[..]),
            (by(ActedBy::Person(bob)), &["block-toggled", "signed-out"]),
            (by(ActedBy::Nobody), &["day-frozen"]),
            (about(ann), &["signed-in", "block-toggled", "day-frozen"]),
            (about(bob), &["day-frozen", "signed-out"]),
            (kinds_of(&["day-frozen"]), &["day-frozen"]),
            (kinds_of(&["signed-in", "signed-out"]), &["signed-in", "signed-out"]),
            (kinds_of(&["password-reset"]), &[]),
            (AuditFilter { except: &["signed-in", "signed-out"], ..filter() }, &["block-toggled", "day-frozen"]),
            (in_time(Some(1), None), &all[1..]),
            (in_time(Some(86_400 * 4), None), &all[3..]),
            (in_time(Some(86_400 * 4 + 1), None), &[]),
            (in_time(None, Some(1)), &all[..1]),
            (in_time(None, Some(0)), &[]),
            (in_time(Some(1), Some(86_400 * 4)), &all[1..3]),
            (both, &["block-toggled"]),
            (several, &["signed-in", "day-frozen"]),
        ] {
            finds(store, &filter, expected).await;
        }
        let one = store.audit_part(&filter(), AuditOrder::Below(i64::MAX), 1, 20).await.unwrap();
        let below = AuditOrder::Below(one.entries[0].event.seq);
        assert_eq!(store.audit_part(&filter(), below, 100, 20).await.unwrap().entries.len(), 3);
        assert_eq!(store.count_audit(&filter(), 2).await, Ok(2));
    }

    /// Numbers and moments do not grow together where a clock was set back
    async fn a_clock_that_was_set_back_hides_no_entry(store: &AnyEngine) {
        const DAY: i64 = 86_400;
        let ann = person(store, Role::Employee, None).await;
        for (day, kind) in [(10, "signed-in"), (0, "day-submitted"), (3, "days-decided"), (20, "signed-out"), (2, "notices-read")] {
            append(store, &[event(ann, of(kind), day * DAY)]).await;
        }
        let year_10000 = chrono::DateTime::from_timestamp(253_402_300_800, 0);
        let days = |from: Option<i64>, until: Option<i64>| AuditFilter {
            from: from.map(|day| later(day * DAY)), until: until.map(|day| later(day * DAY)), ..AuditFilter::default()
        };
        let kinds_in = |kinds: &[&'static str], filter| AuditFilter { kinds: kinds.to_vec(), ..filter };
        let all = ["signed-in", "day-submitted", "days-decided", "signed-out", "notices-read"];
        for (filter, expected) in [
            (days(Some(0), Some(1)), &all[1..2]),
            (days(Some(10), Some(11)), &all[..1]),
            (days(None, Some(3)), &["day-submitted", "notices-read"]),
            (days(Some(3), None), &["signed-in", "days-decided", "signed-out"]),
            (days(Some(2), Some(4)), &["days-decided", "notices-read"]),
            (days(Some(4), Some(10)), &[]),
            (kinds_in(&["signed-in", "signed-out", "notices-read"], days(Some(2), Some(20))), &["signed-in", "notices-read"]),
            (AuditFilter { subject: Some(ann), ..days(Some(0), Some(30)) }, &[]),
            (AuditFilter { until: year_10000, ..days(None, None) }, &all[..]),
            (AuditFilter { until: year_10000, ..days(Some(20), None) }, &all[3..4]),
            (AuditFilter { from: year_10000, ..days(None, None) }, &[]),
        ] {
            finds(store, &filter, expected).await;
        }
    }

    /// Names are those of today, of leave types too; of many people the first by name are told, and how many there are
    async fn entries_come_with_names_and_seals(store: &AnyEngine) {
        let mut people = Vec::new();
        for first in ["Cleo", "Ann", "Bob"] {
            people.push(named(store, Role::Employee, None, first, "Example").await);
        }
        let hal = named(store, Role::Hr, None, "Hal", "Helper").await;
        let study = study();
        committed(store, async |unit| unit.leave_types().insert(&study).await).await;
        let what = of("day-frozen").about(people.clone()).change("manager", Some(hal), None);
        let what = what.detail("others", vec![people[0]]).detail("leaveType", study.id).detail("of", Fact::Id(Uuid::now_v7()));
        let standing_in = Event { origin: Origin { on_behalf_of: Some(people[1]), ..event(hal, of("x"), 0).origin }, ..event(hal, what, 0) };
        append(store, &[standing_in, event(hal, of("signed-in"), 1)]).await;
        let part = store.audit_part(&AuditFilter::default(), AuditOrder::Above(0), 10, 2).await.unwrap();
        let [frozen, signed_in] = part.entries.as_slice() else { panic!("{part:?}") };
        assert_eq!(frozen.seal, None);
        assert_eq!(frozen.actor.as_ref().map(ToString::to_string).as_deref(), Some("Hal Helper"));
        assert_eq!(frozen.on_behalf_of.as_ref().map(ToString::to_string).as_deref(), Some("Ann Example"));
        assert_eq!(frozen.subjects.iter().map(|person| person.name.first.as_str()).collect::<Vec<_>>(), ["Ann", "Bob"]);
        assert_eq!((frozen.subject_count, signed_in.subject_count, signed_in.subjects.len()), (3, 0, 0));
        assert!(frozen.event.record.subjects.is_empty(), "they stand beside it");
        assert_eq!(part.named.people.keys().copied().collect::<std::collections::BTreeSet<_>>(), [hal, people[0]].into());
        assert_eq!(part.named.leave_types, [(study.id, study.name)].into());
        seal(store, now()).await;
        let part = store.audit_part(&AuditFilter::default(), AuditOrder::Above(0), 10, 2).await.unwrap();
        let entries = store.chain_entries(0, 10).await.unwrap();
        let seals: Vec<_> = part.entries.iter().map(|entry| entry.seal.clone().unwrap()).collect();
        assert_eq!(seals, entries.iter().map(|entry| (entry.position, entry.hash.clone())).collect::<Vec<_>>());
    }

    async fn what_is_removed_leaves_its_last_position_as_the_checkpoint(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let events: Vec<Event> = (0..5).map(|n| event(ann, of("notices-read").about([ann]), n)).collect();
        append(store, &events).await;
        seal(store, now()).await;
        let entries = store.chain_entries(0, 3).await.unwrap();
        let through = ChainPoint::START.follow(&entries).unwrap();
        let unit = begin(store).await;
        unit.audit().lock_chain().await.unwrap();
        unit.audit().prune(through).await.unwrap();
        unit.commit().await.unwrap();
        let chain = store.chain().await.unwrap();
        assert_eq!((chain.checkpoint, chain.newest.position), (through, 5));
        let left = store.chain_entries(0, 10).await.unwrap();
        assert_eq!(through.follow(&left), Ok(chain.newest));
        let about = AuditFilter { subject: Some(ann), ..AuditFilter::default() };
        assert_eq!(kinds(store, &about, AuditOrder::Above(0)).await.len(), 2);
        subject.holds(2, "SELECT count(*) FROM event_subjects").await;
        append(store, &events[..1].iter().map(|event| Event { id: EventId::new(Uuid::now_v7()), ..event.clone() }).collect::<Vec<_>>()).await;
        seal(store, now()).await;
        assert_eq!(store.chain().await.unwrap().newest.position, 6, "it goes on");
    }
}
