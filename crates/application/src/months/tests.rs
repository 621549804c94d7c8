//! June 2026 of two Employees, looked at on 2 July.

mod accepting;
mod checking;
mod closing;
mod elsewhere;
mod exporting;
mod reading;
mod reminding;
mod telling;

use super::*;
use crate::memory::State;
use crate::ports::{Documents, KeptValue, MockDocuments, Report};
use crate::sessions::Caller;
use crate::testing::{Fakes, Given, at, caller, day, employment, entry, user};
use chrono::Datelike;
use chrono::Weekday::{Sat, Sun};
use domain::id::UserId;
use domain::month::MonthState;
use domain::person::Role;
use domain::timesheet::{Entry, Status};
use std::sync::{Arc, Mutex};

const ANN: u128 = 1;
const BEN: u128 = 2;
const MANAGER: u128 = 7;
const HR: u128 = 5;
const ADMIN: u128 = 9;

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn hr() -> Caller {
    caller(HR, Role::Hr)
}

fn admin() -> Caller {
    caller(ADMIN, Role::Admin)
}

/// The id of the entry of a person on a day of June.
fn entry_id(owner: u128, date: chrono::NaiveDate) -> u128 {
    owner * 100 + u128::from(date.day())
}

/// Eight hours on each weekday of June, decided like this.
fn entries(owner: u128, status: Status) -> Vec<Entry> {
    let weekdays = june().days().filter(|date| ![Sat, Sun].contains(&date.weekday()));
    weekdays.map(|date| entry(entry_id(owner, date), owner, date, status)).collect()
}

/// Ann and Ben, whose June is approved, their manager, HR and an administrator. Every day has been looked at.
fn full() -> State {
    let people = vec![employment(ANN, Some(MANAGER)), employment(BEN, Some(MANAGER))];
    let entries = [entries(ANN, Status::Approved), entries(BEN, Status::Approved)].concat();
    let mut state = State::from(Given { people, entries, ..Given::default() });
    state.people.extend(State::of(&[(HR, Role::Hr), (ADMIN, Role::Admin)]).people);
    state.kept_values.insert(KeptValue::FrozenThrough.name(), "2026-07-01".into());
    state.paid()
}

/// The same with a change.
fn with(change: impl FnOnce(&mut State)) -> State {
    let mut state = full();
    change(&mut state);
    state
}

/// Puts another entry in the place of that of a day.
fn put(state: &mut State, owner: u128, date: &str, status: Status) {
    let made = entry(entry_id(owner, day(date)), owner, day(date), status);
    state.entries.insert(made.id(), made);
}

/// Takes the entry of a day away; the day is frozen then.
fn freeze(state: &mut State, owner: u128, date: &str) {
    let gone = entry(entry_id(owner, day(date)), owner, day(date), Status::Pending);
    state.entries.remove(&gone.id());
    let mark = crate::memory::Mark { at: at("2026-06-30T00:00:00Z"), mailed_on: None };
    state.marks.insert((user(owner), day(date)), mark);
}

fn on(state: State, now: &str) -> Fakes {
    Fakes { now: at(now), ..Fakes::plain(state) }
}

/// On Thursday, 2 July.
fn in_july(state: State) -> Fakes {
    on(state, "2026-07-02T09:00:00Z")
}

fn forced(reason: &str) -> Closing {
    Closing { force: true, reason: Some(reason.to_owned()) }
}

/// Closes June as it stands.
async fn close_june(fakes: &Fakes) -> MonthLine {
    close(&fakes.ports(), &hr(), "2026-06", forced("As agreed")).await.unwrap()
}

fn state_of(fakes: &Fakes) -> MonthState {
    fakes.state().months.get(&june()).map_or(MonthState::Open, |kept| kept.standing().state)
}

/// Documents that keep the report and answer with a PDF.
fn printing(fakes: Fakes) -> (Fakes, Arc<Mutex<Option<Report>>>) {
    let (mut documents, kept) = (MockDocuments::new(), Arc::new(Mutex::new(None)));
    let keep = kept.clone();
    documents.expect_table_pdf().returning(move |report| {
        *keep.lock().unwrap() = Some(report);
        Ok(b"%PDF".to_vec())
    });
    (Fakes { documents: Arc::new(documents) as Arc<dyn Documents>, ..fakes }, kept)
}

fn sentence<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    match answer {
        Err(Error::Refused(why)) => why.sentence,
        Err(Error::Conflict(why)) => why.sentence().into_owned(),
        Err(Error::Invalid(why)) => why.sentence().to_owned(),
        Err(Error::NotFound(what)) => format!("{what} not found"),
        other => panic!("{other:?}"),
    }
}

fn notices_of(state: &State, to: u128) -> Vec<String> {
    let theirs = state.notices.values().filter(|(notice, _)| notice.user == user(to));
    theirs.map(|(notice, _)| notice.notice.title.clone()).collect()
}

/// To whom which letters wait.
fn mails(state: &State) -> Vec<(String, &'static str)> {
    state.mails.values().map(|kept| (kept.mail.to.clone(), kept.mail.letter.kind())).collect()
}
