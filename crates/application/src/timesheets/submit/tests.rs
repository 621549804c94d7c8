mod any_day;
mod around;

use super::*;
use crate::ports::NewResubmission;
use crate::testing::{Fakes, at, away, caller, day, employment, hours, today, user};
use around::{Day, on};
use domain::mail_choices::MailTiming;
use domain::person::Role;
use uuid::Uuid;

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
async fn a_resubmission_is_later_than_what_it_replaces_even_where_the_clock_was_set_back() {
    let day = Day { is_unlocked: false, ..on("2026-06-01").rejected_on("2026-06-03") };
    let rejected_at = day.existing.as_ref().unwrap().updated_at();
    let fakes = Fakes { now: rejected_at - chrono::TimeDelta::minutes(5), ..day.fakes() };
    day.submit(&fakes).await.unwrap();
    let kept = fakes.state();
    let entry = kept.entries.values().next().unwrap();
    assert!(entry.updated_at() > rejected_at);
    assert_eq!(kept.events[0].at, entry.updated_at());
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
async fn what_does_not_fit_is_said_of_every_field_at_once_and_before_the_date() {
    for (description, sentence) in [
        (" ".to_owned(), "Task description is required"),
        ("d".repeat(2_001), "Task description must be at most 2000 characters"),
        ("a\0b".to_owned(), "Task description contains characters that are not allowed"),
    ] {
        // A future day: its refusal comes later than that of the fields.
        let submission = Submission { date: day("2026-07-01"), hours: 24.5, description };
        let error = submit(&Fakes::default().ports(), &caller(1, Role::Employee), submission).await.unwrap_err();
        let Error::Invalid(invalid) = error else { panic!("{error:?}") };
        let fields = [("hours", "Hours must be between 0 and 24 in steps of 0.5"), ("description", sentence)];
        assert_eq!(invalid.fields, fields.map(|(name, said)| (name, said.to_owned())));
    }
}
