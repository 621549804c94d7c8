use super::*;
use crate::approvals::{Decision, Verdict, decide, mark_viewed};
use crate::events::Change;
use crate::memory::State;
use crate::people::{AccountUpdate, update_account};
use crate::portal::current;
use crate::ports::{Badge, InboxReads};
use crate::sessions::Caller;
use crate::testing::{Fakes, Given, account, at, caller, day, employment, entry, form, record, user};
use crate::unlocks::{DirectUnlockRequest, unlock};
use crate::{Conflict, Invalid};
use domain::access::{Forbidden, Leads};
use domain::id::UserId;
use domain::person::{Role, Standing};
use domain::timesheet::Status;
use std::collections::HashMap;

/// Managers 7 and 8, HR 5, the administrator 9; Employees 1 of the team of 7 and 2 of the team of 8, each with an entry that waits.
fn state() -> State {
    let people = vec![employment(1, Some(7)), employment(2, Some(8))];
    let mut state = State::from(Given { people, entries: vec![waiting(1), waiting(2)], ..Given::default() });
    for (n, role) in [(5, Role::Hr), (9, Role::Admin)] {
        state.people.insert(user(n), account(n, role));
    }
    state
}

fn waiting(n: u128) -> domain::timesheet::Entry {
    entry(n, n, day("2026-06-09"), Status::Pending)
}

fn wish(manager: Option<u128>, substitute: u128, from: &str, to: &str) -> SubstitutionWish {
    SubstitutionWish {
        manager: manager.map(user),
        substitute: Some(user(substitute)),
        from: Some(day(from)),
        to: Some(day(to)),
        reason: "  On holiday ".into(),
    }
}

/// Manager 8 stands in for manager 7 on these days.
async fn stood_in(fakes: &Fakes, from: &str, to: &str) -> SubstitutionId {
    name(&fakes.ports(), &caller(7, Role::Manager), wish(None, 8, from, to)).await.unwrap().view.id
}

fn substitute(n: u128, role: Role, managers: &[u128]) -> Caller {
    let mut caller = caller(n, role);
    caller.actor.leads = Leads::standing_in_for(user(n), managers.iter().map(|manager| user(*manager)));
    caller
}

fn blamed(field: &'static str, sentence: &str) -> Error {
    Invalid::field(field, sentence).into()
}

#[tokio::test]
async fn a_manager_names_a_substitute_for_themselves() {
    let fakes = Fakes::over(state());
    let made =
        name(&fakes.ports(), &caller(7, Role::Manager), wish(None, 8, "2026-06-10", "2026-06-12")).await.unwrap();
    assert_eq!(
        (made.status, made.view.manager.id, made.view.substitute.id),
        (SubstitutionStatus::Running, user(7), user(8))
    );
    assert_eq!((made.view.reason.as_str(), made.view.created_by.id), ("On holiday", user(7)));
    let state = fakes.state();
    let [event] = state.events.as_slice() else { panic!("{:?}", state.events) };
    assert_eq!(
        (event.record.kind.as_ref(), event.record.subjects.iter().copied().collect::<Vec<_>>()),
        ("substitution-made", vec![user(7), user(8)])
    );
    let mails: Vec<_> = state.mails.values().map(|mail| mail.mail.to.clone()).collect();
    assert_eq!(mails, ["p8@x.org"], "and not to who did it");
    let both = vec![user(7), user(8)];
    let expected = [
        Push::Changed { topic: Topic::Settings, audience: Audience::Readers(both.clone()) },
        Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(both.clone()) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(both) },
    ];
    assert_eq!(event.pushes, expected);
    let mut crowd = fakes.state();
    crowd.person(7).record.standing.is_blocked = true;
    let blocked = Fakes::over(crowd);
    name(&blocked.ports(), &caller(5, Role::Hr), wish(Some(7), 9, "2026-07-10", "2026-07-12")).await.unwrap();
    let told = Push::Changed { topic: Topic::Timesheets, audience: Audience::Everyone };
    assert!(blocked.state().pushes().contains(&told), "the calendars of the team say who can help");
}

#[tokio::test]
async fn every_refusal_in_its_order() {
    let mut state = state();
    for (n, role, is_active, is_blocked) in [(11, Role::Manager, false, false), (12, Role::Manager, true, true)] {
        let mut account = account(n, role);
        account.record.standing = Standing { role, is_active, is_blocked };
        state.people.insert(user(n), account);
    }
    let fakes = Fakes::over(state);
    let ask = async |n, role, wish| name(&fakes.ports(), &caller(n, role), wish).await.map(|made| made.view.manager.id);
    let days = |manager, substitute| wish(manager, substitute, "2026-06-10", "2026-06-12");
    assert_eq!(ask(1, Role::Employee, days(None, 8)).await, Err(Forbidden::Role.into()));
    let blank = SubstitutionWish { manager: None, substitute: None, from: None, to: None, reason: " ".into() };
    let missing = |fields: &[(&'static str, &str)]| -> Result<UserId, Error> {
        let fields = fields.iter().map(|(field, label)| (*field, format!("{label} is required"))).collect();
        Err(Invalid { message: Some("Please fill in all fields".into()), fields }.into())
    };
    let all = [
        ("managerId", "Manager"),
        ("substituteId", "Substitute"),
        ("from", "First day"),
        ("to", "Last day"),
        ("reason", "Reason"),
    ];
    assert_eq!(ask(5, Role::Hr, blank.clone()).await, missing(&all));
    assert_eq!(ask(7, Role::Manager, blank).await, missing(&all[1..]), "a manager means themselves");
    for (from, to, field, sentence) in [
        ("2026-06-09", "2026-06-12", "from", "A substitution cannot begin in the past"),
        ("2026-06-12", "2026-06-11", "to", "The last day must not be before the first"),
        ("2026-06-10", "2027-06-11", "to", "A substitution lasts at most 366 days"),
    ] {
        assert_eq!(ask(7, Role::Manager, wish(None, 99, from, to)).await, Err(blamed(field, sentence)));
    }
    let long = SubstitutionWish { reason: "x".repeat(501), ..days(None, 8) };
    assert_eq!(ask(7, Role::Manager, long).await, Err(blamed("reason", "The reason must be at most 500 characters")));
    let unknown = || Err(Error::NotFound("User"));
    assert_eq!(
        [ask(7, Role::Manager, days(None, 99)).await, ask(5, Role::Hr, days(Some(99), 8)).await],
        [unknown(), unknown()]
    );
    assert_eq!(ask(7, Role::Manager, days(Some(8), 7)).await, Err(Forbidden::SubstituteOfOthers.into()));
    let no_manager = || Err(blamed("managerId", "Only an active manager can have a substitute"));
    assert_eq!(
        [ask(5, Role::Hr, days(Some(1), 2)).await, ask(9, Role::Admin, days(Some(11), 8)).await],
        [no_manager(), no_manager()]
    );
    for unfit in [1, 11, 12] {
        let sentence = "The substitute must be an active Manager, HR or Admin";
        assert_eq!(ask(7, Role::Manager, days(None, unfit)).await, Err(blamed("substituteId", sentence)), "{unfit}");
    }
    assert_eq!(
        ask(7, Role::Manager, days(None, 7)).await,
        Err(blamed("substituteId", "A manager cannot be their own substitute"))
    );
    assert_eq!(ask(5, Role::Hr, days(Some(12), 9)).await, Ok(user(12)), "a blocked manager needs one");
    assert_eq!(ask(7, Role::Manager, days(None, 8)).await, Ok(user(7)));
    assert_eq!(ask(8, Role::Manager, days(None, 7)).await, Ok(user(8)), "each for the other");
    let again = ask(7, Role::Manager, wish(None, 9, "2026-06-12", "2026-06-20")).await;
    let taken = Conflict::AlreadySubstituted { name: crate::testing::person(7).name, day: day("2026-06-12") };
    assert_eq!(taken.sentence(), "First7 Last7 already has a substitute on 2026-06-12");
    assert_eq!(again, Err(taken.into()));
    assert_eq!(ask(7, Role::Manager, wish(None, 9, "2026-06-13", "2026-06-20")).await, Ok(user(7)));
}

#[tokio::test]
async fn the_manager_hr_and_administrators_end_it_and_it_ends_once() {
    for (n, role) in [(7, Role::Manager), (5, Role::Hr), (9, Role::Admin)] {
        let fakes = Fakes::over(state());
        let ports = fakes.ports();
        let id = stood_in(&fakes, "2026-06-10", "2026-06-12").await;
        let unknown = SubstitutionId::new(uuid::Uuid::from_u128(1));
        assert_eq!(end(&ports, &caller(n, role), unknown).await, Err(Error::NotFound("Substitution")));
        let own = Err(Forbidden::SubstitutionOfOthers.into());
        assert_eq!(end(&ports, &caller(8, Role::Manager), id).await, own, "the substitute does not end it");
        assert_eq!(end(&ports, &caller(1, Role::Employee), id).await, Err(Forbidden::Role.into()));
        let ended = end(&ports, &caller(n, role), id).await.unwrap();
        assert_eq!((ended.status, ended.view.ended_by.map(|by| by.id)), (SubstitutionStatus::Ended, Some(user(n))));
        assert_eq!(end(&ports, &caller(n, role), id).await, Err(Conflict::SubstitutionOver.into()));
        let state = fakes.state();
        let to: Vec<_> = state.mails.values().skip(1).map(|mail| mail.mail.to.as_str()).collect();
        let both = ["p7@x.org", "p8@x.org"];
        assert_eq!(to, if n == 7 { &both[1..] } else { &both[..] }, "that it has ended");
        let kinds: Vec<_> = state.events.iter().map(|event| event.record.kind.as_ref()).collect();
        assert_eq!(kinds, ["substitution-made", "substitution-ended"]);
        let told = |before: &str, after: &str| Change::Told {
            field: "status".into(),
            before: Some(before.into()),
            after: Some(after.into()),
        };
        assert_eq!(state.events[1].record.changes, [told("running", "ended")]);
        stood_in(&fakes, "2026-06-10", "2026-06-12").await;
    }
    let mut over = Fakes::over(state());
    let id = stood_in(&over, "2026-06-10", "2026-06-12").await;
    over.now = at("2026-06-13T00:00:00Z");
    let late = end(&over.ports(), &caller(7, Role::Manager), id).await;
    assert_eq!(late, Err(Conflict::SubstitutionOver.into()));
}

fn update(n: u128, role: Role, is_active: bool) -> AccountUpdate {
    AccountUpdate { is_active: Some(is_active), ..form(&record(n, role)) }
}

#[tokio::test]
async fn it_ends_by_itself_when_one_of_the_two_can_be_no_part_of_it() {
    for (n, role, is_active, ends) in [
        (7, Role::Hr, true, true),
        (7, Role::Manager, false, true),
        (8, Role::Manager, false, true),
        (8, Role::Employee, true, true),
        (8, Role::Hr, true, false),
        (7, Role::Manager, true, false),
    ] {
        let fakes = Fakes::plain(state());
        let id = stood_in(&fakes, "2026-06-12", "2026-06-13").await;
        update_account(&fakes.ports(), &caller(9, Role::Admin), user(n), update(n, role, is_active)).await.unwrap();
        let view = fakes.memory.substitution(id).await.unwrap().unwrap();
        assert_eq!((view.ended_at.is_some(), view.ended_by), (ends, None), "{n} {role:?} {is_active}");
        let state = fakes.state();
        let ended = state.events.iter().find(|event| event.record.kind == "substitution-ended");
        assert_eq!(ended.map(|event| event.origin.actor), ends.then_some(Some((user(9), Role::Admin))));
    }
}

use crate::ports::SubstitutionReads;

#[tokio::test]
async fn a_substitute_decides_for_the_manager_and_both_names_stay() {
    let fakes = Fakes::over(state());
    let anna = substitute(8, Role::Manager, &[7]);
    let decision =
        |verdict| Decision { ids: vec![waiting(1).id(), waiting(2).id()], expected: HashMap::new(), verdict };
    let updated = decide(&fakes.ports(), &anna, decision(Verdict::Reject("Which project?".into()))).await;
    assert_eq!(updated, Ok(2));
    let state = fakes.state();
    let decided: Vec<_> =
        state.entries.values().map(|entry| entry.decided().unwrap()).map(|d| (d.by, d.on_behalf_of)).collect();
    assert_eq!(decided, [(user(8), Some(user(7))), (user(8), None)]);
    let notices: Vec<_> =
        state.notices.values().map(|(notice, _)| (notice.user, notice.notice.body.as_str())).collect();
    let expected = [
        (user(1), "2026-06-09: Which project? (First8 Last8 for First7 Last7)"),
        (user(2), "2026-06-09: Which project?"),
    ];
    assert_eq!(notices, expected);
    let origins: Vec<_> = state.events.iter().map(|event| event.origin.on_behalf_of).collect();
    assert_eq!(origins, [Some(user(7)), None]);
    assert!(state.events[0].pushes.contains(&Push::Changed {
        topic: Topic::Notifications,
        audience: Audience::Users(vec![user(1), user(8), user(7)])
    }));
    let nobody = decide(&fakes.ports(), &caller(5, Role::Hr), decision(Verdict::Approve)).await;
    assert_eq!(nobody, Err(Forbidden::Role.into()), "HR decides only while they stand in");
    let hal = substitute(5, Role::Hr, &[7]);
    let foreign = decide(&fakes.ports(), &hal, decision(Verdict::Approve)).await;
    assert_eq!(foreign, Err(Forbidden::NotInTeam.into()));
}

#[tokio::test]
async fn a_resubmission_that_one_has_viewed_both_have() {
    let mut state = state();
    let first = waiting(1);
    let id = domain::id::ResubmissionId::new(uuid::Uuid::from_u128(70));
    let resubmission = crate::ports::NewResubmission {
        id,
        timesheet: first.id(),
        version: 3,
        user: user(1),
        previous_hours: first.hours(),
        previous_description: "Before".into(),
        original_comment: "Why?".into(),
        created_at: at("2026-06-10T08:00:00Z"),
    };
    state.resubmissions.insert(id, (resubmission, None));
    let fakes = Fakes::over(state);
    let hal = substitute(5, Role::Hr, &[7]);
    assert_eq!(current(&fakes.ports(), &hal).await.unwrap().notifications, 1, "the badge of a substitute");
    assert_eq!(mark_viewed(&fakes.ports(), &hal, &[id]).await, Ok(1));
    assert_eq!(fakes.memory.count(Badge::PendingResubmissions(Leads::own(user(7)))).await, Ok(0));
    let told = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(5), user(7)]) };
    assert_eq!(fakes.state().pushes(), [told]);
}

#[tokio::test]
async fn a_substitute_opens_dates_of_the_team_as_its_manager_would() {
    let fakes = Fakes::over(state());
    let request = DirectUnlockRequest { employee: Some(user(1)), date: Some(day("2026-06-10")), reason: "Ill".into() };
    let own = unlock(&fakes.ports(), &caller(8, Role::Manager), request.clone()).await.unwrap_err();
    assert_eq!(own, Forbidden::UnlockOutsideTeam.into());
    unlock(&fakes.ports(), &substitute(8, Role::Manager, &[7]), request).await.unwrap();
    let state = fakes.state();
    let decided = state.unlocks.values().next().unwrap().decided.unwrap();
    assert_eq!((decided.0, decided.1), (user(8), Some(user(7))));
    assert_eq!(state.entries.values().next().unwrap().status(), Status::Pending);
}
