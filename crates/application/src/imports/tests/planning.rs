use super::super::{Action, Counts, apply as apply_own, plan as read_own, refused, rows as rows_of};
use super::*;
use crate::events::{Audience, Push, Topic};
use crate::testing::{at, user};
use crate::{Conflict, Error};
use domain::access::Forbidden;

const MESSY: &str =
    "2026-12-25,Christmas\n2026-12-26,Boxing Day\n2027-01-01,New Year\n2027-02-30,Never\n2027-05-01,refuse it";

#[tokio::test]
async fn a_plan_says_what_each_row_would_do_and_writes_nothing_else() {
    let fakes = portal(&[("2026-12-25", "Christmas"), ("2026-12-26", "Day off")]);
    let before = fakes.memory.state();
    let ports = fakes.ports();
    let made = plan(&ports, MESSY).await;
    assert_eq!(made.counts, Counts { create: 1, change: 1, same: 1, refuse: 2 });
    assert_eq!(found(&ports, made.id).await, made);
    assert!(is_ready(&made) && made.owner == Some(user(5)) && made.expires_at == at("2026-06-11T10:00:00Z"));
    let mut after = fakes.memory.state();
    assert_eq!(after.imports.len(), 1);
    assert_eq!(kinds(&fakes), ["import-planned"]);
    let told = [Push::Changed { topic: Topic::Imports, audience: Audience::Users(vec![user(5)]) }];
    assert_eq!(after.pushes(), told);
    (after.imports, after.events) = (before.imports.clone(), before.events.clone());
    assert_eq!(after, before);

    let planned = rows(&ports, made.id).await;
    let said: Vec<(u32, Action)> = planned.iter().map(|row| (row.planned.line, row.planned.action)).collect();
    let (same, change, create, refuse) = (Action::Same, Action::Change, Action::Create, Action::Refuse);
    assert_eq!(said, [(2, same), (3, change), (4, create), (5, refuse), (6, refuse)]);
    assert_eq!(planned[3].planned.problem.as_ref().unwrap().column, "Date");
    assert_eq!(planned[4].planned.problem.as_ref().unwrap().sentence, "Not this one");
    let (page, total) = rows_of(&ports, &hr(), made.id, Some(Action::Refuse), 2, 1).await.unwrap();
    assert_eq!((page[0].planned.line, total), (6, 2));
}

#[tokio::test]
async fn the_event_names_the_file_and_the_counts() {
    let fakes = portal(&[]);
    let made = plan(&fakes.ports(), MESSY).await;
    let record = fakes.memory.state().events[0].record.clone();
    assert!(record.subjects.is_empty());
    assert_eq!(record.details.text("kind").as_deref(), Some("holidays"));
    assert_eq!(record.details.text("sha256"), made.file.sha256);
    assert_eq!(record.details.text("sha256").unwrap().len(), 64);
    let count = |name: &str| record.details.count(name);
    assert_eq!(
        [count("create"), count("change"), count("same"), count("refuse")],
        [Some(3), Some(0), Some(0), Some(2)]
    );
}

#[tokio::test]
async fn a_file_that_can_be_read_in_two_ways_is_asked_about() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let asking = plan(&ports, "03/04/2026,One\n05/06/2026,Other").await;
    assert_eq!((asking.state, asking.counts), (ImportState::Asking, Counts::default()));
    assert_eq!((asking.file.questions[0].column.as_str(), rows(&ports, asking.id).await.len()), ("Date", 0));
    let refusal = Err(Error::Conflict(Conflict::ImportAsks));
    assert_eq!(apply(&ports, asking.id, ImportMode::All).await, refusal);
    let choices = Choices { dates: Some(domain::import::DateForm::Dmy), decimal: None };
    let answered = SentFile { choices, ..file("03/04/2026,One\n05/06/2026,Other") };
    let ready = plan_sent(&ports, &Author::from(&hr()), Probe, answered).await.unwrap();
    assert_eq!(ready.counts.create, 2);
    let applied = apply(&ports, ready.id, ImportMode::All).await.unwrap();
    assert_eq!(applied.state, ImportState::Applied);
    let days: Vec<String> = fakes.memory.state().holidays.into_values().map(|(day, _)| day.date.to_string()).collect();
    assert_eq!(days, ["2026-04-03", "2026-06-05"], "as it was read when it was planned");
}

#[tokio::test]
async fn an_unusable_file_is_refused_with_its_sentence() {
    let fakes = portal(&[]);
    let nameless = SentFile { bytes: b"Date\n2026-12-25".as_slice().into(), ..file("") };
    let error = plan_sent(&fakes.ports(), &Author::from(&hr()), Probe, nameless).await.unwrap_err();
    let Error::Invalid(invalid) = error else { panic!("{error}") };
    assert_eq!(invalid.sentence(), "The file has no column Name");
    let calendar = SentFile { is_calendar: true, ..file("") };
    let error = plan_sent(&fakes.ports(), &Author::from(&hr()), Probe, calendar).await.unwrap_err();
    let Error::Invalid(invalid) = error else { panic!("{error}") };
    assert_eq!(invalid.sentence(), "Only holidays can be imported from a calendar");
    assert_eq!(fakes.memory.state().imports.len(), 0);
}

#[tokio::test]
async fn a_plan_is_of_one_person_for_a_day() {
    let mut fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, MESSY).await;
    assert_eq!(read_own(&ports, &hr(), made.id).await, Ok(made.clone()));
    let missing = Err(Error::NotFound("Import"));
    let other = caller(6, Role::Hr);
    assert_eq!(read_own(&ports, &other, made.id).await, missing);
    let wanted = Wanted { mode: ImportMode::Good, invite: None };
    assert_eq!(apply_own(&ports, &other, made.id, wanted).await, missing);
    for role in [Role::Employee, Role::Manager, Role::Boss] {
        let refused = Err(Error::Forbidden(Forbidden::Role));
        assert_eq!(read_own(&ports, &caller(5, role), made.id).await, refused);
        assert_eq!(apply_own(&ports, &caller(5, role), made.id, wanted).await, refused);
    }
    fakes.now = at("2026-06-11T09:59:59Z");
    assert!(read_own(&fakes.ports(), &hr(), made.id).await.is_ok());
    fakes.now = at("2026-06-11T10:00:00Z");
    assert_eq!(read_own(&fakes.ports(), &hr(), made.id).await, missing);
    assert_eq!(apply_own(&fakes.ports(), &hr(), made.id, wanted).await, missing);
}

#[tokio::test]
async fn refused_rows_are_taken_along_with_their_problem() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, "2026-12-25,Christmas\n2027-02-30,=1+1\n2027-05-01,refuse").await;
    let file = refused(&ports, &hr(), made.id).await.unwrap();
    assert_eq!(file.name, "Days_off_refused.csv");
    let bytes: Vec<u8> = file.pieces.flat_map(Result::unwrap).collect();
    let text = String::from_utf8(bytes).unwrap();
    let (head, rest) = text.split_once("\r\n").unwrap();
    assert_eq!(head, "\u{feff}Date,Name,Problem");
    let lines: Vec<&str> = rest.split("\r\n").collect();
    assert!(lines[0].starts_with("2027-02-30,'=1+1,") && lines[0].contains("Date: "), "{rest}");
    assert_eq!(lines[1..], ["2027-05-01,refuse,Name: Not this one", ""]);
    assert_eq!(kinds(&fakes), ["import-planned", "file-downloaded"]);
}
