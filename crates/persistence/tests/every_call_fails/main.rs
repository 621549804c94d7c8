//! Every use case that writes, with every call that it makes to the store failing in turn, on both engines.
//!
//! A use case is run with its first call failing, then with its second, and so on, until there is no call left to fail and
//! it succeeds: the repeat that a person makes. After each failure the whole database is compared with what it held before.
//! Either nothing has changed; or, where the answer of the last commit was lost or a call after it failed, everything has
//! that the undisturbed use case changes, and then a repeat does no harm.
//!
//! One difference is right: a login counts its attempt, in a unit of work of its own, before it looks at the password. When
//! the database goes away after that, the attempt stays counted. Giving it back is not certain then, and what an attacker
//! could make uncertain would be a way around the budget. So the attempts are compared by themselves: a failed call leaves
//! one more in each of its buckets, or none in any.
//!
//! Another one is a close that failed. What it has begun and stored nobody ever sees, and the next close removes it; so it
//! is left out of what is compared, see [`months::forget_unfinished`].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

/// What a use case answered, as it is compared.
macro_rules! told {
    ($answer:expr) => {
        Ok(format!("{:?}", $answer))
    };
}

mod accounts;
mod acts;
mod cases;
mod gate;
mod imports;
mod leave;
mod months;
mod outside;
mod portal;
mod provider;

use std::collections::{BTreeMap, BTreeSet};

use application::Error;
use application::ports::StoreError;
use cases::Case;
use testkit::contents::{Contents, Viewer, difference};
use testkit::database::TestDatabase;
use testkit::failing::{COMMIT, Failing, Fault};

/// How many calls a use case makes at most; more would mean that it never gets to its end.
const MOST_CALLS: usize = 60;

/// What the undisturbed use case leaves behind, and the calls that it made.
struct Whole {
    before: Contents,
    after: Contents,
    calls: Vec<&'static str>,
}

impl Whole {
    /// Whether the change stands although the `nth` call failed like this. The last commit of a use case that changes
    /// something is the commit of the change; what comes after it only looks.
    fn has_happened(&self, nth: usize, fault: Fault) -> bool {
        let commit = self.calls.iter().rposition(|call| *call == COMMIT).map_or(usize::MAX, |place| place + 1);
        self.before != self.after && (nth > commit || (nth == commit && fault == Fault::Unheard))
    }
}

async fn fresh(like: &TestDatabase, case: Case) -> TestDatabase {
    let database = if like.is_postgres() { TestDatabase::postgres().await } else { TestDatabase::sqlite().await };
    case.prepare(&database).await;
    database
}

async fn undisturbed(database: &TestDatabase, case: Case) -> Whole {
    case.prepare(database).await;
    let viewer = Viewer::open(database).await;
    let before = viewer.contents().await;
    let never = Failing::new(&portal::ports(database, 0), usize::MAX, Fault::Lost);
    assert_eq!(Box::pin(case.act(&never.ports())).await, case.outcome(), "{case:?}, undisturbed");
    let after = viewer.contents().await;
    assert_eq!(grown(&attempts(&before), &after), case.attempts_kept(), "{case:?}, undisturbed");
    let calls = never.calls();
    gate::assert_passed(case, &calls);
    let calls = calls.into_iter().map(|(call, _)| call).collect();
    Whole { before: compared(&before), after: compared(&after), calls }
}

/// The part of the contents that has to be equal. Attempts are compared by themselves; the number of an event depends on
/// the events that were rolled back before it; and when the database was made is of no concern.
fn compared(contents: &Contents) -> Contents {
    let mut contents = contents.clone();
    contents.remove("seaql_migrations").expect("a table of migrations");
    contents.remove("throttles").expect("a table of attempts");
    months::forget_unfinished(&mut contents);
    imports::forget_wanted(&mut contents);
    for event in contents.get_mut("events").expect("a table of events") {
        event.remove("seq").expect("an event has a number");
    }
    for subject in contents.get_mut("event_subjects").expect("a table of whom events are about") {
        subject.remove("event_seq").expect("the number of an event");
    }
    contents
}

fn attempts(contents: &Contents) -> BTreeMap<&str, usize> {
    let count = |text: &str| text.trim_matches('\'').split(',').filter(|attempt| !attempt.is_empty()).count();
    contents["throttles"].iter().map(|row| (row["bucket"].as_str(), count(&row["attempts"]))).collect()
}

/// How many attempts more every bucket has; all of them as many.
fn grown(earlier: &BTreeMap<&str, usize>, after: &Contents) -> usize {
    let growth: BTreeSet<usize> = attempts(after)
        .into_iter()
        .map(|(bucket, count)| {
            count.checked_sub(earlier.get(bucket).copied().unwrap_or(0)).expect("no attempt is forgotten")
        })
        .collect();
    assert!(growth.len() <= 1, "one bucket counts an attempt that another does not: {earlier:?} {after:?}");
    growth.into_iter().next().unwrap_or(0)
}

/// Each call fails in both ways, one after the other on the same database as long as nothing has happened there.
async fn every_call_fails(like: &TestDatabase, case: Case, whole: &Whole) {
    let mut database = fresh(like, case).await;
    let mut viewer = Viewer::open(&database).await;
    let mut failed = Vec::new();
    for (nth, fault) in (1..=MOST_CALLS).flat_map(|nth| [(nth, Fault::Lost), (nth, Fault::Unheard)]) {
        portal::settle(&database, &viewer).await;
        // The attempts of the calls that failed before would use a budget up, and no budget is the subject here.
        database
            .database()
            .forget(persistence::Transient::Throttles, portal::now() + chrono::Duration::days(1))
            .await
            .unwrap();
        let failing = Failing::new(&portal::ports(&database, 0), nth, fault);
        let answer = Box::pin(case.act(&failing.ports())).await;
        let after = viewer.contents().await;
        let attempts = grown(&BTreeMap::new(), &after);
        let Some(call) = failing.failed() else {
            assert_eq!(answer, case.outcome(), "{case:?} after {failed:?}");
            assert_eq!(difference(&whole.after, &compared(&after)), "", "{case:?} after {failed:?}");
            assert_eq!(attempts, case.attempts_kept(), "{case:?} after {failed:?}");
            let each_way: Vec<_> =
                whole.calls.iter().flat_map(|call| [(*call, Fault::Lost), (*call, Fault::Unheard)]).collect();
            assert_eq!(failed, each_way, "every call has failed once in each way");
            return;
        };
        failed.push((call, fault));
        let told = matches!(answer, Err(Error::Store(StoreError::Unavailable(_))));
        assert!(told, "{case:?}: {call}, call {nth}, failed, and the answer was {answer:?}");

        let has_happened = whole.has_happened(nth, fault);
        let expected = if has_happened { &whole.after } else { &whole.before };
        assert_eq!(difference(expected, &compared(&after)), "", "{case:?}: {call}, call {nth}, failed");
        let most = if has_happened { case.attempts_kept() } else { usize::from(case.counts_attempts()) };
        assert!(attempts <= most, "{case:?}: {call}, call {nth}");
        if has_happened {
            repeat(&database, &viewer, case, &after).await;
            database = fresh(like, case).await;
            viewer = Viewer::open(&database).await;
        }
    }
    panic!("{case:?} does not come to an end: {failed:?}");
}

/// The person who was told of a failure tries again, though it had all happened.
async fn repeat(database: &TestDatabase, viewer: &Viewer, case: Case, before: &Contents) {
    // Other ids, as another call has.
    let answer = Box::pin(case.act(&portal::ports(database, 1_000_000))).await;
    assert_eq!(answer, case.outcome_of_a_repeat(), "{case:?}, repeated");
    let after = viewer.contents().await;
    assert!(grown(&attempts(before), &after) <= usize::from(case.counts_attempts()), "{case:?}, repeated");
    if let Some(table) = case.adds_each_time_to() {
        let live =
            |contents: &Contents| contents["sessions"].iter().filter(|session| session["ended_at"] == "NULL").count();
        assert_eq!(live(&after), live(before), "{case:?}: the session that nobody was told of has ended");
        assert_eq!(after[table].len(), before[table].len() + 1, "{case:?}");
    } else {
        assert_eq!(difference(&compared(before), &compared(&after)), "", "{case:?}: a repeat has a second effect");
    }
}

pub(crate) async fn both_ways(database: &TestDatabase, case: Case) {
    let whole = undisturbed(database, case).await;
    every_call_fails(database, case, &whole).await;
}

#[tokio::test]
#[should_panic(expected = "InTwoHalves: Store::commit, call 3, failed")]
async fn a_use_case_that_could_stop_halfway_is_noticed() {
    both_ways(&TestDatabase::sqlite().await, Case::InTwoHalves).await;
}

/// A call through the pool beside an open unit of work is no failure of the database, but a fault of the use case.
#[tokio::test]
#[should_panic(expected = "KeptValueReads::get goes through the pool while a unit of work is open")]
async fn a_read_beside_an_open_unit_of_work_fails_its_test() {
    let database = TestDatabase::sqlite().await;
    let ports = Failing::new(&portal::ports(&database, 0), usize::MAX, Fault::Lost).ports();
    let setting = application::ports::KeptValue::OpenPositions;
    ports.store.begin().await.unwrap();
    ports.reads.kept_values().get(setting).await.unwrap();
    let _work = ports.store.begin().await.unwrap();
    ports.reads.kept_values().get(setting).await.ok();
}
