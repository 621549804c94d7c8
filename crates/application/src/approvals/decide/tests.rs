use super::*;
use crate::ports::Recipient;
use crate::testing::{FakeWork, Fakes, at, away, caller, day, entry, number, record, today, user};
use domain::access::Forbidden;
use domain::notice::NoticeKind;
use domain::person::Role;
use proptest::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use uuid::Uuid;

fn id(n: u128) -> TimesheetId {
    TimesheetId::new(Uuid::from_u128(n))
}

fn decision(ids: &[u128], verdict: Verdict) -> Decision {
    Decision { ids: ids.iter().copied().map(id).collect(), expected: HashMap::new(), verdict }
}

fn approve(ids: &[u128]) -> Decision {
    decision(ids, Verdict::Approve)
}

fn reject(ids: &[u128], reason: &str) -> Decision {
    decision(ids, Verdict::Reject(reason.into()))
}

/// An entry of the team of manager 7.
fn mine(entry: Entry) -> DecidedEntry {
    DecidedEntry { entry, manager: Some(user(7)) }
}

fn pending(n: u128, owner: u128) -> DecidedEntry {
    mine(entry(n, owner, today() - chrono::Duration::days(i64::try_from(n).unwrap()), Status::Pending))
}

/// A unit of work that finds `entries`, and expects nothing to be saved.
fn finding(entries: Vec<DecidedEntry>) -> FakeWork {
    let mut work = FakeWork::default();
    work.timesheets.expect_for_decision().times(1).return_once(move |_| Ok(entries));
    work
}

/// Expects to be asked for the people's addresses, and knows those of everyone but person 99.
fn knowing_addresses(work: &mut FakeWork) {
    work.people.expect_recipients().returning(|users| {
        Ok(users.iter().filter(|known| **known != user(99)).map(|known| recipient(*known)).collect())
    });
}

fn recipient(of: UserId) -> Recipient {
    let person = record(number(of), Role::Employee);
    Recipient { user: of, name: person.name, email: person.email }
}

/// What a decision saved.
#[derive(Default)]
struct Saved {
    entries: Vec<Entry>,
    viewed: Vec<TimesheetId>,
    notices: Vec<NewNotice>,
}

type Kept<T> = Arc<Mutex<T>>;

/// A unit of work that finds `entries` and keeps what is saved.
fn keeping(entries: Vec<DecidedEntry>) -> (FakeWork, Kept<Saved>, Kept<Vec<Event>>) {
    let mut work = finding(entries);
    let saved = Arc::new(Mutex::new(Saved::default()));
    let (updated, viewed, notified) = (saved.clone(), saved.clone(), saved.clone());
    work.timesheets.expect_update().withf(|_, actor| *actor == user(7)).times(1).returning(move |entries, _| {
        updated.lock().unwrap().entries = entries.to_vec();
        Ok(())
    });
    work.inbox.expect_view_resubmissions_of().times(1).returning(move |ids, _| {
        viewed.lock().unwrap().viewed = ids.to_vec();
        Ok(1)
    });
    work.inbox.expect_notify().times(1).returning(move |notices| {
        notified.lock().unwrap().notices = notices.to_vec();
        Ok(())
    });
    let events = work.keep_events();
    (work, saved, events)
}

async fn ask(fakes: &Fakes, decision: Decision) -> Result<u32, Error> {
    decide(&fakes.ports(), &caller(7, Role::Manager), decision).await
}

/// The answer of a call that must keep nothing.
async fn without_effect(work: FakeWork, decision: Decision) -> Result<u32, Error> {
    let fakes = Fakes::default();
    let committed = fakes.store.queue(work);
    let answer = ask(&fakes, decision).await;
    assert!(!committed.load(Ordering::SeqCst));
    answer
}

#[tokio::test]
async fn a_rejection_goes_back_to_each_employee_once() {
    let fakes = Fakes::default();
    let (mut work, saved, events) = keeping(vec![pending(1, 1), pending(2, 2), pending(3, 1)]);
    knowing_addresses(&mut work);
    let mails = work.keep_mails();
    let committed = fakes.store.queue(work);
    assert_eq!(ask(&fakes, reject(&[1, 2, 3], " Please add\r\nthe project ")).await, Ok(3));
    assert!(committed.load(Ordering::SeqCst));

    let saved = saved.lock().unwrap();
    for entry in &saved.entries {
        assert_eq!((entry.status, entry.comment.as_deref()), (Status::Rejected, Some("Please add\nthe project")));
        assert_eq!((entry.rejected_on, entry.decided_by, entry.version), (Some(today()), Some(user(7)), 2));
    }
    assert_eq!(saved.viewed, [id(1), id(2), id(3)]);
    let told: Vec<_> =
        saved.notices.iter().map(|notice| (notice.user, notice.kind, notice.text.body.as_str())).collect();
    assert_eq!(
        told,
        [
            (user(1), NoticeKind::Rejected, "2 days from 2026-06-07 to 2026-06-09: Please add\nthe project"),
            (user(2), NoticeKind::Rejected, "2026-06-08: Please add\nthe project"),
        ]
    );
    let events = events.lock().unwrap();
    let Happening::DaysDecided { user: whose, entries, dates, status, reason } = &events[0].what else {
        panic!("{events:?}")
    };
    assert_eq!((*whose, entries.as_slice()), (user(1), [(id(1), 2), (id(3), 2)].as_slice()));
    assert_eq!((dates.len(), *status, reason.as_deref()), (2, Status::Rejected, Some("Please add\nthe project")));
    assert_eq!(events.len(), 2, "one for each employee");
    let both = vec![user(1), user(7)];
    let told = [
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(both.clone()) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(both) },
    ];
    assert_eq!(events[0].pushes, told);

    let letter = |n: u128, dates: &[&str]| {
        let reason = "Please add\nthe project".to_owned();
        let dates = dates.iter().copied().map(day).collect();
        (format!("p{n}@x.org"), Letter::DaysRejected { name: recipient(user(n)).name, dates, reason })
    };
    let sent: Vec<_> = mails.lock().unwrap().iter().map(|mail| (mail.to.clone(), mail.letter.clone())).collect();
    assert_eq!(sent, [letter(1, &["2026-06-07", "2026-06-09"]), letter(2, &["2026-06-08"])], "oldest day first");
}

#[tokio::test]
async fn who_has_no_address_any_more_is_told_in_the_portal_alone() {
    let fakes = Fakes::default();
    let (mut work, saved, _) = keeping(vec![pending(1, 1), pending(2, 99)]);
    knowing_addresses(&mut work);
    let mails = work.keep_mails();
    fakes.store.queue(work);
    assert_eq!(ask(&fakes, reject(&[1, 2], "Why")).await, Ok(2));
    let to: Vec<String> = mails.lock().unwrap().iter().map(|mail| mail.to.clone()).collect();
    assert_eq!((to, saved.lock().unwrap().notices.len()), (vec!["p1@x.org".to_owned()], 2));
}

#[tokio::test]
async fn a_rejection_whose_mail_cannot_be_kept_is_none() {
    let begun = || {
        let mut work = finding(vec![pending(1, 1)]);
        work.timesheets.expect_update().times(1).returning(|_, _| Ok(()));
        work.inbox.expect_view_resubmissions_of().times(1).returning(|_, _| Ok(0));
        work.inbox.expect_notify().times(1).returning(|_| Ok(()));
        work
    };
    let mut nameless = begun();
    nameless.people.expect_recipients().times(1).returning(|_| Err(away()));
    let mut unsent = begun();
    knowing_addresses(&mut unsent);
    unsent.mails.expect_enqueue().times(1).returning(|_| Err(away()));
    for work in [nameless, unsent] {
        assert_eq!(without_effect(work, reject(&[1], "Why")).await, Err(Error::Store(away())));
    }
}

#[tokio::test]
async fn an_approval_keeps_what_stands_already_out_of_it() {
    let fakes = Fakes::default();
    let approved = mine(entry(2, 1, day("2026-06-08"), Status::Approved));
    let rejected = mine(entry(3, 1, day("2026-06-05"), Status::Rejected));
    let (work, saved, _) = keeping(vec![pending(1, 1), approved, rejected]);
    let committed = fakes.store.queue(work);
    assert_eq!(ask(&fakes, approve(&[1, 2, 3])).await, Ok(2));
    assert!(committed.load(Ordering::SeqCst));
    let saved = saved.lock().unwrap();
    assert_eq!(saved.entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), [id(1), id(3)]);
    assert_eq!(saved.viewed, [id(1), id(3)]);
    assert!(saved.entries.iter().all(|entry| entry.status == Status::Approved && entry.comment.is_none()));
    assert_eq!((saved.notices.len(), saved.notices[0].kind), (1, NoticeKind::Approved));
}

#[tokio::test]
async fn an_id_given_twice_counts_once() {
    let fakes = Fakes::default();
    let mut work = FakeWork::default();
    let found = vec![pending(1, 1), pending(2, 1)];
    work.timesheets.expect_for_decision().withf(|ids| ids == [id(1), id(2)]).times(1).return_once(move |_| Ok(found));
    work.timesheets.expect_update().times(1).returning(|_, _| Ok(()));
    work.inbox.expect_view_resubmissions_of().times(1).returning(|_, _| Ok(0));
    work.inbox.expect_notify().times(1).returning(|_| Ok(()));
    work.keep_events();
    fakes.store.queue(work);
    assert_eq!(ask(&fakes, approve(&[2, 1, 2])).await, Ok(2));
}

#[tokio::test]
async fn one_id_that_may_not_be_decided_leaves_all_as_they_were() {
    let foreign = |manager: Option<u128>| DecidedEntry { manager: manager.map(user), ..pending(2, 2) };
    let own = DecidedEntry { manager: Some(user(7)), ..pending(2, 7) };
    for (second, why) in [
        (None, Error::NotFound("Timesheet")),
        (Some(foreign(Some(8))), Forbidden::NotInTeam.into()),
        (Some(foreign(None)), Forbidden::NotInTeam.into()),
        (Some(own), Forbidden::OwnEntry.into()),
    ] {
        let found: Vec<_> = [Some(pending(1, 1)), second].into_iter().flatten().collect();
        for decision in [approve(&[1, 2]), reject(&[1, 2], "Why")] {
            assert_eq!(without_effect(finding(found.clone()), decision).await, Err(why.clone()));
        }
    }
    // An unknown id comes before a foreign one.
    assert_eq!(
        without_effect(finding(vec![foreign(Some(8))]), approve(&[2, 3])).await,
        Err(Error::NotFound("Timesheet"))
    );
    // A foreign one comes before what has changed, wherever each of them stands.
    let mut changed = approve(&[1, 2]);
    changed.expected.insert(id(1), at("2020-01-01T00:00:00Z"));
    assert_eq!(
        without_effect(finding(vec![pending(1, 1), foreign(Some(8))]), changed).await,
        Err(Forbidden::NotInTeam.into())
    );
}

#[tokio::test]
async fn what_changed_since_the_manager_saw_it_is_not_decided() {
    let seen = |at| Decision { expected: HashMap::from([(id(1), at)]), ..approve(&[1, 2]) };
    let as_it_is = at("2026-06-01T08:00:00Z");
    let found = || vec![pending(1, 1), pending(2, 1)];
    for older_or_newer in [as_it_is - chrono::Duration::microseconds(1), as_it_is + chrono::Duration::hours(1)] {
        let answer = without_effect(finding(found()), seen(older_or_newer)).await;
        assert_eq!(answer, Err(Conflict::EntriesChanged.into()));
    }
    let fakes = Fakes::default();
    let (work, ..) = keeping(found());
    fakes.store.queue(work);
    assert_eq!(ask(&fakes, seen(as_it_is)).await, Ok(2));
}

#[tokio::test]
async fn a_repeat_changes_nothing_and_succeeds_also_with_what_was_seen_before() {
    let before = HashMap::from([(id(1), at("2026-05-01T08:00:00Z"))]);
    for (status, decision) in [(Status::Approved, approve(&[1])), (Status::Rejected, reject(&[1], "Another reason"))] {
        let found = vec![mine(entry(1, 1, today(), status))];
        let repeat = Decision { expected: before.clone(), ..decision };
        assert_eq!(without_effect(finding(found), repeat).await, Ok(0));
    }
    // A stranger's entry stays forbidden, also where nothing would change.
    let foreign = DecidedEntry { manager: Some(user(8)), ..mine(entry(1, 1, today(), Status::Approved)) };
    assert_eq!(without_effect(finding(vec![foreign]), approve(&[1])).await, Err(Forbidden::NotInTeam.into()));
}

#[tokio::test]
async fn the_loser_of_a_race_is_told_to_look_again() {
    for (error, told) in
        [(StoreError::Stale, Error::Conflict(Conflict::EntriesChanged)), (away(), Error::Store(away()))]
    {
        let mut work = finding(vec![pending(1, 1)]);
        work.timesheets.expect_update().times(1).return_once(move |_, _| Err(error));
        assert_eq!(without_effect(work, approve(&[1])).await, Err(told));
    }
    let (work, ..) = keeping(vec![pending(1, 1)]);
    let doomed = work.doomed();
    assert_eq!(without_effect(doomed, approve(&[1])).await, Err(Error::Store(away())));
}

#[tokio::test]
async fn what_cannot_be_a_decision_is_refused_before_anything_is_asked() {
    let many: Vec<u128> = (1..=501).collect();
    let number = Invalid::field("ids", "Select between 1 and 500 entries");
    let comment = |sentence: &str| Invalid::field("comment", sentence);
    for (decision, invalid) in [
        (approve(&[]), number.clone()),
        (approve(&many), number),
        (reject(&[1], ""), comment("A rejection reason is required")),
        (reject(&[1], " \n\t"), comment("A rejection reason is required")),
        (reject(&[1], &"é".repeat(501)), comment("The rejection reason must be at most 500 characters")),
        (reject(&[1], "a\u{202e}b"), comment("The rejection reason contains characters that are not allowed")),
    ] {
        assert_eq!(ask(&Fakes::default(), decision).await, Err(Error::Invalid(invalid)));
    }
    for role in [Role::Employee, Role::Hr, Role::Admin] {
        let refused = decide(&Fakes::default().ports(), &caller(7, role), approve(&[])).await;
        assert_eq!(refused, Err(Forbidden::Role.into()), "the role comes first");
    }
    let most: Vec<u128> = (1..=500).collect();
    assert_eq!(without_effect(finding(vec![]), approve(&most)).await, Err(Error::NotFound("Timesheet")));
}

proptest! {
    #[test]
    fn either_every_entry_ends_as_the_call_wants_it_or_none_changes(
        entries in prop::collection::vec((0usize..3, 1u128..4, prop::option::weighted(0.9, Just(7u128)), 0i64..3), 1..12),
        is_rejection in any::<bool>(),
    ) {
        let wanted = if is_rejection { Status::Rejected } else { Status::Approved };
        let found: Vec<DecidedEntry> = (1..)
            .zip(&entries)
            .map(|(n, (status, owner, manager, _))| DecidedEntry {
                entry: entry(n, *owner, today(), Status::ALL[*status]),
                manager: manager.map(user),
            })
            .collect();
        // The manager saw some of them earlier than they are now.
        let expected: HashMap<TimesheetId, Instant> = found
            .iter()
            .zip(&entries)
            .map(|(found, (.., seen_before))| (found.entry.id, found.entry.updated_at - chrono::Duration::seconds(i64::from(*seen_before == 0))))
            .collect();
        let ids: Vec<u128> = (1..=found.len() as u128).collect();
        let call = if is_rejection { reject(&ids, "Why") } else { approve(&ids) };
        let is_foreign = found.iter().any(|found| found.manager.is_none());
        let changing: Vec<&DecidedEntry> = found.iter().filter(|found| found.entry.status != wanted).collect();
        let is_old = changing.iter().any(|found| expected[&found.entry.id] != found.entry.updated_at);

        let saved = Arc::new(Mutex::new(Vec::new()));
        let keep = saved.clone();
        let mut work = finding(found.clone());
        work.timesheets.expect_update().returning(move |entries, _| { *keep.lock().unwrap() = entries.to_vec(); Ok(()) });
        work.inbox.expect_view_resubmissions_of().returning(|_, _| Ok(0));
        work.inbox.expect_notify().returning(|_| Ok(()));
        knowing_addresses(&mut work);
        // An approval is mailed to nobody.
        work.mails.expect_enqueue().times(..=usize::from(is_rejection)).returning(|_| Ok(()));
        work.events.expect_append().returning(|_| Ok(()));
        let fakes = Fakes::default();
        let committed = fakes.store.queue(work);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(ask(&fakes, Decision { expected: expected.clone(), ..call }));
        let saved: Vec<Entry> = saved.lock().unwrap().clone();
        if is_foreign || is_old {
            prop_assert!(matches!(answer, Err(Error::Forbidden(_) | Error::Conflict(_))));
            prop_assert!(!committed.load(Ordering::SeqCst) && saved.is_empty());
        } else {
            prop_assert_eq!(answer, Ok(u32::try_from(changing.len()).unwrap()));
            prop_assert_eq!(committed.load(Ordering::SeqCst), !changing.is_empty());
            prop_assert_eq!(saved.iter().map(|e| e.id).collect::<Vec<_>>(), changing.iter().map(|f| f.entry.id).collect::<Vec<_>>());
            prop_assert!(saved.iter().all(|entry| entry.status == wanted));
        }
    }
}
