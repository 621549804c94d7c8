use super::*;
use crate::events::Record;
use crate::mail::Letter;
use crate::memory::State;
use crate::ports::{NewNotice, NewResubmission};
use crate::testing::{Fakes, Given, at, away, caller, day, employment, entry, hours, number, person, today, user};
use domain::id::ResubmissionId;
use domain::notice::{approved, rejected};
use domain::person::Role;
use domain::timesheet::{Decided, Rejection};
use proptest::prelude::*;
use std::collections::BTreeSet;
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

fn pending(n: u128, owner: u128) -> Entry {
    entry(n, owner, today() - chrono::Duration::days(i64::try_from(n).unwrap()), Status::Pending)
}

/// A store with these entries. Persons below 20 are the team of manager 7, as person 7 is of manager 9; those from 20 on are of
/// manager 8's, and those from 30 on are nobody's.
fn finding(entries: Vec<Entry>) -> Fakes {
    let manager = |owner: u128| match owner {
        7 => Some(9),
        ..7 | 8..20 => Some(7),
        20..30 => Some(8),
        _ => None,
    };
    let owners: BTreeSet<u128> = entries.iter().map(|entry| number(entry.user())).collect();
    let people = owners.into_iter().map(|owner| employment(owner, manager(owner))).collect();
    let waiting = entries.iter().map(|entry| NewResubmission {
        id: ResubmissionId::new(entry.id().uuid()),
        timesheet: entry.id(),
        version: entry.version(),
        user: entry.user(),
        previous_hours: hours(7.0),
        previous_description: "Less".into(),
        original_comment: "Too short".into(),
        created_at: at("2026-06-01T08:00:00Z"),
    });
    let resubmissions = waiting.map(|one| (one.id, (one, None))).collect();
    // Each of the days is open, too.
    let unlocked = entries.iter().map(|entry| (entry.user(), entry.date())).collect();
    Fakes::over(State { resubmissions, ..State::from(Given { people, entries, unlocked, ..Given::default() }) })
}

/// The days that are still open.
fn open(state: &State) -> Vec<NaiveDate> {
    state.unlocks.values().filter(|unlock| unlock.used_at.is_none()).map(|unlock| unlock.made.date).collect()
}

/// The entries whose resubmissions are viewed.
fn viewed(state: &State) -> Vec<TimesheetId> {
    let viewed = state.resubmissions.values().filter(|(_, viewed_at)| viewed_at.is_some());
    viewed.map(|(one, _)| one.timesheet).collect()
}

fn notices(state: &State) -> Vec<&NewNotice> {
    state.notices.values().map(|(notice, _)| notice).collect()
}

fn mails(state: &State) -> Vec<(&str, &Letter)> {
    state.mails.values().map(|mail| (mail.mail.to.as_str(), &mail.mail.letter)).collect()
}

async fn ask(fakes: &Fakes, decision: Decision) -> Result<u32, Error> {
    decide(&fakes.ports(), &caller(7, Role::Manager), decision).await
}

/// The answer of a call that must keep nothing.
async fn without_effect(fakes: Fakes, decision: Decision) -> Result<u32, Error> {
    let before = fakes.state();
    let answer = ask(&fakes, decision).await;
    assert_eq!(fakes.state(), before);
    answer
}

#[tokio::test]
async fn a_rejection_goes_back_to_each_employee_once_and_marks_resubmissions_as_viewed() {
    let fakes = finding(vec![pending(1, 1), pending(2, 2), pending(3, 1)]);
    assert_eq!(ask(&fakes, reject(&[1, 2, 3], " Please add\r\nthe project ")).await, Ok(3));

    let kept = fakes.state();
    for entry in kept.entries.values() {
        let rejection = Rejection { comment: "Please add\nthe project".into(), on: today() };
        assert_eq!((entry.rejection(), entry.version()), (Some(&rejection), 2));
        assert_eq!(entry.decided(), Some(Decided { by: user(7), on_behalf_of: None, at: at("2026-06-10T10:00:00Z") }));
    }
    assert_eq!(kept.versions.iter().map(|(_, actor)| *actor).collect::<Vec<_>>(), [user(7); 3]);
    assert_eq!((viewed(&kept), open(&kept).len()), (vec![id(1), id(2), id(3)], 3), "unlocks stay");
    let told: Vec<_> =
        notices(&kept).iter().map(|notice| (notice.user, notice.notice.kind, notice.notice.body.as_str())).collect();
    assert_eq!(
        told,
        [
            (user(1), rejected::KIND, "2 days from 2026-06-07 to 2026-06-09: Please add\nthe project"),
            (user(2), rejected::KIND, "2026-06-08: Please add\nthe project"),
        ]
    );
    let events = &kept.events;
    let dates: Vec<_> = kept.entries.values().filter(|entry| entry.user() == user(1)).map(Entry::date).collect();
    let what = Record::of("days-decided")
        .about([user(1)])
        .detail("dates", dates)
        .detail("reason", "Please add\nthe project")
        .change("status", Some("pending"), Some("rejected"));
    assert_eq!((&events[0].record, events[0].origin), (&what, (&caller(7, Role::Manager)).into()));
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
        Letter::new(person(n).name, &DaysRejectedLetter { dates, reason, correct_within: 7, stand_in: None })
            .by_choice_of(Role::Employee)
    };
    let sent = [letter(1, &["2026-06-07", "2026-06-09"]), letter(2, &["2026-06-08"])];
    assert_eq!(mails(&kept), [("p1@x.org", &sent[0]), ("p2@x.org", &sent[1])], "oldest day first");
}

#[tokio::test]
async fn a_person_without_an_address_is_told_in_the_portal_only() {
    let fakes = finding(vec![pending(1, 1), pending(2, 2)]);
    fakes.memory.before("MailChoiceRepository::wanting", |state| _ = state.people.remove(&user(2)));
    assert_eq!(ask(&fakes, reject(&[1, 2], "Why")).await, Ok(2));
    let kept = fakes.state();
    assert_eq!(mails(&kept).iter().map(|(to, _)| *to).collect::<Vec<_>>(), ["p1@x.org"]);
    assert_eq!(notices(&kept).len(), 2);
}

#[tokio::test]
async fn an_approval_is_told_in_one_notice_and_keeps_what_stands_already_out_of_it() {
    let approved = entry(2, 1, day("2026-06-08"), Status::Approved);
    let rejected = entry(3, 1, day("2026-06-05"), Status::Rejected);
    let fakes = finding(vec![pending(1, 1), approved, rejected]);
    assert_eq!(ask(&fakes, approve(&[1, 2, 3])).await, Ok(2));
    let kept = fakes.state();
    let saved: Vec<_> = kept.versions.iter().map(|(entry, _)| (entry.id(), entry.status())).collect();
    assert_eq!(saved, [(id(1), Status::Approved), (id(3), Status::Approved)]);
    assert_eq!(viewed(&kept), [id(1), id(3)]);
    assert_eq!(open(&kept), [day("2026-06-08")], "what opened these days is over");
    assert_eq!(notices(&kept).iter().map(|notice| notice.notice.kind).collect::<Vec<_>>(), [approved::KIND]);
    assert_eq!(mails(&kept), [], "an approval is mailed to those alone who chose so");
}

#[tokio::test]
async fn an_approval_is_mailed_to_those_who_chose_so() {
    let fakes = finding(vec![pending(1, 1), pending(2, 2), pending(3, 1)]);
    fakes.memory.change(|state| {
        state.mail_choices =
            [((user(1), MailKind::Approved), MailTiming::Instant), ((user(2), MailKind::Approved), MailTiming::Digest)]
                .into();
    });
    assert_eq!(ask(&fakes, approve(&[1, 2, 3])).await, Ok(3));
    let kept = fakes.state();
    let dates = ["2026-06-07", "2026-06-09"].map(day).to_vec();
    let letter = Letter::new(person(1).name, &DaysApprovedLetter { dates }).by_choice_of(Role::Employee);
    assert_eq!(mails(&kept), [("p1@x.org", &letter)]);
    assert_eq!(notices(&kept).len(), 2, "in the portal everybody is told");
}

#[tokio::test]
async fn nobody_is_asked_about_mails_of_approvals_that_nobody_wants() {
    let fakes = finding(vec![pending(1, 1)]);
    fakes.memory.breaks("MailChoiceRepository::wanting", away());
    assert_eq!(ask(&fakes, approve(&[1])).await, Ok(1));
}

#[tokio::test]
async fn a_rejection_is_mailed_unless_somebody_chose_otherwise() {
    let fakes = finding(vec![pending(1, 1), pending(2, 2)]);
    fakes.memory.change(|state| _ = state.mail_choices.insert((user(1), MailKind::Rejected), MailTiming::Digest));
    assert_eq!(ask(&fakes, reject(&[1, 2], "Why")).await, Ok(2));
    assert_eq!(mails(&fakes.state()).iter().map(|(to, _)| *to).collect::<Vec<_>>(), ["p2@x.org"]);
}

#[tokio::test]
async fn what_changed_since_the_manager_saw_it_is_not_decided() {
    let seen = |at| Decision { expected: HashMap::from([(id(1), at)]), ..approve(&[1, 2]) };
    let as_it_is = at("2026-06-01T08:00:00Z");
    let closed = finding(vec![pending(1, 1), pending(2, 1)]);
    closed.memory.change(|state| state.close(domain::time::Month::of(today()), &[]));
    let refused = without_effect(closed, seen(as_it_is - chrono::Duration::hours(1))).await;
    assert_eq!(refused, Err(Conflict::MonthClosed(domain::time::Month::of(today())).into()), "before what has changed");
    let found = || vec![pending(1, 1), pending(2, 1)];
    for older_or_newer in [as_it_is - chrono::Duration::microseconds(1), as_it_is + chrono::Duration::hours(1)] {
        let answer = without_effect(finding(found()), seen(older_or_newer)).await;
        assert_eq!(answer, Err(Conflict::EntriesChanged.into()));
    }
    assert_eq!(ask(&finding(found()), seen(as_it_is)).await, Ok(2));
}

#[tokio::test]
async fn the_loser_of_a_race_is_told_to_look_again() {
    for (call, error, told) in [
        ("TimesheetRepository::decide", StoreError::Stale, Error::Conflict(Conflict::EntriesChanged)),
        ("TimesheetRepository::decide", away(), Error::Store(away())),
        ("UnlockRepository::end_those_of", away(), Error::Store(away())),
        ("Store::commit", away(), Error::Store(away())),
    ] {
        let fakes = finding(vec![pending(1, 1)]);
        fakes.memory.breaks(call, error);
        assert_eq!(without_effect(fakes, approve(&[1])).await, Err(told), "{call}");
    }
}

proptest! {
    #[test]
    fn either_every_entry_whatever_its_status_ends_as_the_call_wants_it_or_none_changes(
        entries in prop::collection::vec((0usize..3, 1u128..4, prop::bool::weighted(0.1), 0i64..3), 1..12),
        is_rejection in any::<bool>(),
    ) {
        let wanted = if is_rejection { Status::Rejected } else { Status::Approved };
        let found: Vec<Entry> = (1..)
            .zip(&entries)
            .map(|(n, (status, owner, is_foreign, _))| {
                entry(n, if *is_foreign { owner + 30 } else { *owner }, today(), Status::ALL[*status])
            })
            .collect();
        // The manager saw some of them earlier than they are now.
        let expected: HashMap<TimesheetId, Instant> = found
            .iter()
            .zip(&entries)
            .map(|(found, (.., seen_before))| (found.id(), found.updated_at() - chrono::Duration::seconds(i64::from(*seen_before == 0))))
            .collect();
        let ids: Vec<u128> = (1..=found.len() as u128).collect();
        let call = if is_rejection { reject(&ids, "Why") } else { approve(&ids) };
        let is_foreign = entries.iter().any(|(_, _, is_foreign, _)| *is_foreign);
        let changing: Vec<&Entry> = found.iter().filter(|found| found.status() != wanted).collect();
        let is_old = changing.iter().any(|found| expected[&found.id()] != found.updated_at());

        let fakes = finding(found.clone());
        let before = fakes.state();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(ask(&fakes, Decision { expected: expected.clone(), ..call }));
        let after = fakes.state();
        if is_foreign || is_old {
            prop_assert!(matches!(answer, Err(Error::Forbidden(_) | Error::Conflict(_))));
            prop_assert_eq!(after, before);
        } else {
            prop_assert_eq!(answer, Ok(u32::try_from(changing.len()).unwrap()));
            let saved: Vec<_> = after.versions.iter().map(|(entry, _)| entry.id()).collect();
            prop_assert_eq!(saved, changing.iter().map(|entry| entry.id()).collect::<Vec<_>>());
            prop_assert!(after.entries.values().all(|entry| entry.status() == wanted));
            let told: BTreeSet<_> = changing.iter().map(|entry| entry.user()).collect();
            prop_assert_eq!((after.notices.len(), after.events.len()), (told.len(), told.len()));
            prop_assert_eq!(after.mails.len(), if is_rejection { told.len() } else { 0 });
        }
    }
}
