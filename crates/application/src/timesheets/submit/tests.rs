mod any_day;
mod around;

use super::*;
use crate::events::Record;
use crate::ports::NewResubmission;
use crate::testing::{Fakes, at, away, caller, day, employment, hours, today, unlock_id, user};
use around::{Day, on};
use domain::mail_choices::MailTiming;
use domain::person::Role;
use domain::time::DayOff;
use domain::timesheet::Unlockers;
use uuid::Uuid;

const EVERYONE: Unlockers = Unlockers { has_manager: true, manager: true, hr: true, admin: true };
const ONLY_ADMIN: Unlockers = Unlockers { has_manager: true, manager: false, hr: false, admin: true };

#[tokio::test]
async fn every_day_that_cannot_be_saved_says_why_and_keeps_nothing() {
    let newcomer = Employment { joining_date: Some(day("2026-06-09")), ..employment(1, Some(7)) };
    let cases = [
        (on("2026-06-11"), Refusal::Future),
        (on("2026-06-11").unlocked(), Refusal::Future),
        (Day { person: newcomer, ..on("2026-06-08") }.unlocked(), Refusal::BeforeJoining(day("2026-06-09"))),
        (on("2026-06-10").with(Status::Approved), Refusal::AlreadyApproved),
        (on("2026-06-09").with(Status::Approved).unlocked(), Refusal::AlreadyApproved),
        (on("2026-06-10").with(Status::Pending), Refusal::AlreadySubmitted),
        (on("2026-06-01").rejected_on("2026-06-02"), Refusal::RejectedTooLongAgo(EVERYONE)),
        (on("2026-06-10").holiday("2026-06-10", false), Refusal::DayOff(DayOff::Holiday, EVERYONE)),
        (on("2026-06-10").holiday("2020-06-10", true), Refusal::DayOff(DayOff::Holiday, EVERYONE)),
        (on("2026-06-07"), Refusal::DayOff(DayOff::Weekend, ONLY_ADMIN)),
        (on("2026-06-09"), Refusal::Locked(EVERYONE)),
        (on("2026-06-05"), Refusal::Locked(ONLY_ADMIN)),
        // The day before is no working day, so that the unlock reaches a day further.
        (on("2026-06-08").holiday("2026-06-09", false), Refusal::Locked(EVERYONE)),
    ];
    for (day, refusal) in cases {
        assert_eq!(day.refusal().await, refusal.into(), "{}", day.date);
    }
}

#[tokio::test]
async fn a_person_whose_role_has_changed_records_nothing() {
    let day = on("2026-06-10");
    let fakes = day.fakes();
    fakes.memory.before("Store::begin", |state| state.person(1).record.standing.role = Role::Manager);
    let typed = Submission { date: today(), hours: 8.0, description: "x".into() };
    let refused = submit(&fakes.ports(), &caller(1, Role::Employee), typed).await;
    assert_eq!(refused.unwrap_err(), Forbidden::Role.into());
    assert!(fakes.state().entries.is_empty() && fakes.state().events.is_empty());
}

#[tokio::test]
async fn a_day_on_which_the_employee_was_marked_absent_says_so() {
    let powerless = Employment { manager_can_act: false, ..employment(1, Some(7)) };
    for (day, refusal) in [
        (on("2026-06-09"), Refusal::Frozen(EVERYONE)),
        (on("2026-06-05"), Refusal::Frozen(ONLY_ADMIN)),
        (Day { person: powerless, ..on("2026-06-09") }, Refusal::Frozen(Unlockers { has_manager: false, ..EVERYONE })),
        // Entered as a holiday since: nobody was absent.
        (on("2026-06-09").holiday("2026-06-09", false), Refusal::DayOff(DayOff::Holiday, EVERYONE)),
        // Filled in since.
        (on("2026-06-09").with(Status::Pending), Refusal::AlreadySubmitted),
        (on("2026-06-09").with(Status::Approved), Refusal::AlreadyApproved),
        (on("2026-05-12").rejected_on("2026-05-20"), Refusal::RejectedTooLongAgo(EVERYONE)),
    ] {
        assert_eq!(day.absent().refusal().await, refusal.into());
    }
    assert_eq!(
        Refusal::Frozen(EVERYONE).sentence(),
        "Frozen – no timesheet was submitted. Please contact your manager to unlock it."
    );
}

#[tokio::test]
async fn an_unlock_lifts_what_was_frozen() {
    let day = on("2026-06-09").absent().unlocked();
    let fakes = day.fakes();
    assert!(day.submit(&fakes).await.unwrap().is_new);
    let kept = fakes.state();
    assert_eq!((kept.entries.len(), kept.unlocks[&unlock_id(60)].used_at), (1, Some(fakes.now)));
}

#[tokio::test]
async fn a_mark_that_cannot_be_looked_up_is_no_answer() {
    let day = on("2026-06-09");
    let fakes = day.fakes();
    fakes.memory.breaks("AbsenceRepository::is_marked", away());
    assert_eq!(day.error(&fakes).await, Error::Store(away()));
}

#[tokio::test]
async fn a_manager_who_is_missing_or_cannot_act_is_not_named() {
    let nobody = Unlockers { has_manager: false, ..EVERYONE };
    let powerless = Employment { manager_can_act: false, ..employment(1, Some(7)) };
    for person in [employment(1, None), powerless] {
        assert_eq!(Day { person, ..on("2026-06-09") }.refusal().await, Refusal::Locked(nobody).into());
    }
}

#[tokio::test]
async fn today_becomes_a_new_entry_that_waits() {
    let day = on("2026-06-10");
    let fakes = day.fakes();
    let Submitted { entry, is_new } = day.submit(&fakes).await.unwrap();
    assert!(is_new);
    assert_eq!((entry.entry.date, entry.entry.hours, entry.entry.status), (today(), hours(7.5), Status::Pending));
    assert_eq!((entry.entry.description.as_str(), entry.entry.is_resubmission), ("Wrote\nit down", false));
    assert_eq!(entry.person.id, user(1));
    let pushed = Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(vec![user(1), user(7)]) };
    let kept = fakes.state();
    let [(version, actor)] = kept.versions.as_slice() else { panic!("{:?}", kept.versions) };
    assert_eq!((version.version(), *actor, &kept.entries[&entry.entry.id]), (1, user(1), version));
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!(event.pushes, [pushed]);
    let what = Record::of("day-submitted")
        .about([user(1)])
        .detail("date", today())
        .detail("version", 1u32)
        .detail("isResubmission", false)
        .change("hours", None, Some(hours(7.5)))
        .change("status", None, Some("pending"));
    assert_eq!((&event.record, event.at), (&what, entry.entry.updated_at));
    assert_eq!(event.origin, (&caller(1, Role::Employee)).into());
}

#[tokio::test]
async fn a_rejected_day_comes_back_unlocked_or_not_and_the_manager_sees_what_it_was() {
    for is_unlocked in [false, true] {
        let rejected_on = if is_unlocked { "2026-05-20" } else { "2026-06-03" };
        let day = Day { is_unlocked, ..on("2026-06-01").rejected_on(rejected_on) };
        let fakes = day.fakes();
        let submitted = day.submit(&fakes).await.unwrap();
        assert!(!submitted.is_new && submitted.entry.entry.is_resubmission);
        let kept = fakes.state();
        let [(entry, actor)] = kept.versions.as_slice() else { panic!("one day, one version more") };
        assert_eq!((entry.status(), entry.version(), entry.is_resubmission()), (Status::Pending, 3, true));
        assert_eq!((entry.rejection(), *actor), (None, user(1)));
        assert_eq!(kept.entries[&entry.id()], *entry);
        let used: Vec<_> = kept.unlocks.values().map(|unlock| unlock.used_at).collect();
        assert_eq!(used, if is_unlocked { vec![Some(fakes.now)] } else { vec![] });
        let [(told, viewed_at)] = &kept.resubmissions.into_values().collect::<Vec<_>>()[..] else {
            panic!("one is told")
        };
        let expected = NewResubmission {
            id: told.id,
            timesheet: TimesheetId::new(Uuid::from_u128(50)),
            version: 3,
            user: user(1),
            previous_hours: hours(8.0),
            previous_description: "Work 50".into(),
            original_comment: "Too short".into(),
            created_at: fakes.now,
        };
        assert_eq!((told, *viewed_at), (&expected, None));
        let pushed = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(7)]) };
        assert!(kept.events[0].pushes.contains(&pushed));
    }
}

#[tokio::test]
async fn a_resubmission_is_mailed_to_those_who_lead_the_team_and_chose_so() {
    for (chosen, expected) in [(None, vec![]), (Some(MailTiming::Instant), vec!["p7@x.org"])] {
        let day = Day { is_unlocked: false, ..on("2026-06-01").rejected_on("2026-06-03") };
        let fakes = day.fakes();
        fakes.memory.change(|state| {
            state.mail_choices = chosen.map(|chosen| ((user(7), MailKind::Resubmission), chosen)).into_iter().collect();
        });
        day.submit(&fakes).await.unwrap();
        let mails: Vec<_> = fakes.state().mails.into_values().map(|mail| mail.mail).collect();
        assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), expected);
        let letter =
            super::DayResubmittedLetter { employee: "First1 Last1".into(), date: crate::testing::day("2026-06-01") };
        for mail in mails {
            assert_eq!((mail.letter.about(), mail.letter.chosen_as()), (Some(letter.clone()), Some(Role::Manager)));
        }
    }
}

#[tokio::test]
async fn a_day_that_was_not_rejected_asks_nobody_about_mails() {
    let day = on("2026-06-10");
    let fakes = day.fakes();
    fakes.memory.breaks("MailChoiceRepository::wanting", away());
    assert!(day.submit(&fakes).await.is_ok());
}

#[tokio::test]
async fn without_a_manager_a_resubmission_waits_for_the_next_manager() {
    let day = Day { person: employment(1, None), ..on("2026-06-01").rejected_on("2026-06-03") };
    let fakes = day.fakes();
    day.submit(&fakes).await.unwrap();
    let kept = fakes.state();
    let own = Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(vec![user(1)]) };
    assert_eq!((kept.resubmissions.len(), &kept.events[0].pushes), (1, &vec![own]));
}

#[tokio::test]
async fn an_unlock_opens_a_pending_entry_once() {
    let day = on("2026-06-09").with(Status::Pending).unlocked();
    let fakes = day.fakes();
    let submitted = day.submit(&fakes).await.unwrap();
    assert!(!submitted.is_new && !submitted.entry.entry.is_resubmission);
    let kept = fakes.state();
    assert_eq!((kept.versions[0].0.version(), kept.unlocks[&unlock_id(60)].used_at), (2, Some(fakes.now)));
    assert_eq!(day.error(&fakes).await, Refusal::AlreadySubmitted.into(), "and not again");
}

/// Why a day was not saved when one call failed.
async fn failing(day: &Day, call: &'static str, fault: StoreError) -> Error {
    let fakes = day.fakes();
    fakes.memory.breaks(call, fault);
    day.error(&fakes).await
}

#[tokio::test]
async fn the_loser_of_a_race_is_told_what_a_later_one_would_be_told() {
    let day = on("2026-06-10");
    for (error, told) in [
        (StoreError::Conflict(UniqueKey::EntryOfDay), Refusal::AlreadySubmitted.into()),
        (StoreError::Conflict(UniqueKey::Other), Error::Store(StoreError::Conflict(UniqueKey::Other))),
        (away(), Error::Store(away())),
    ] {
        assert_eq!(failing(&day, "TimesheetRepository::record", error).await, told);
    }

    let day = on("2026-06-09").with(Status::Pending).unlocked();
    for call in ["TimesheetRepository::rewrite", "UnlockRepository::use_up"] {
        assert_eq!(failing(&day, call, StoreError::Stale).await, Error::Conflict(Conflict::EntriesChanged), "{call}");
    }
}

#[tokio::test]
async fn who_loses_a_race_is_decided_once_more() {
    let day = on("2026-06-09").with(Status::Pending).unlocked();
    let fakes = day.fakes();
    fakes.memory.before("UnlockRepository::use_up", |state| {
        state.unlocks.values_mut().for_each(|unlock| unlock.used_at = Some(at("2026-06-10T08:00:00Z")));
    });
    // The other one was rolled back after all, so the unlock is there the second time.
    assert_eq!(day.submit(&fakes).await.map(|saved| saved.is_new), Ok(false));
}

#[tokio::test]
async fn a_day_that_was_not_kept_is_no_success() {
    let day = on("2026-06-10");
    assert_eq!(failing(&day, "Store::commit", away()).await, Error::Store(away()));
}

#[tokio::test]
async fn what_does_not_fit_is_said_of_every_field_at_once_and_before_the_date() {
    let long = "d".repeat(2_001);
    for (number, text, fields) in [
        (0.25, "x", vec![("hours", "Hours must be between 0 and 24 in steps of 0.5")]),
        (
            24.5,
            " ",
            vec![
                ("hours", "Hours must be between 0 and 24 in steps of 0.5"),
                ("description", "Task description is required"),
            ],
        ),
        (8.0, &long, vec![("description", "Task description must be at most 2000 characters")]),
        (8.0, "a\0b", vec![("description", "Task description contains characters that are not allowed")]),
    ] {
        // A future day: its refusal comes later than that of the fields.
        let submission = Submission { date: day("2026-07-01"), hours: number, description: text.into() };
        let error = submit(&Fakes::default().ports(), &caller(1, Role::Employee), submission).await.unwrap_err();
        let Error::Invalid(invalid) = error else { panic!("{error:?}") };
        assert_eq!(invalid.fields, fields.into_iter().map(|(name, said)| (name, said.to_owned())).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn only_employees_record_days_and_the_role_comes_before_the_fields() {
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        let submission = Submission { date: today(), hours: -1.0, description: String::new() };
        let refused = submit(&Fakes::default().ports(), &caller(1, role), submission).await;
        assert_eq!(refused, Err(domain::access::Forbidden::Role.into()));
    }
}
