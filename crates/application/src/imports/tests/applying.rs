use super::super::{Action, Counts};
use super::probe::problem;
use super::*;
use crate::ports::StoreError;
use crate::testing::{at, away};
use crate::{Conflict, Error};

const GOOD: &str = "2026-12-25,Christmas\n2026-12-26,Boxing Day\n2027-01-01,New Year";
const KNOWN: &[(&str, &str)] = &[("2026-12-25", "Christmas"), ("2026-12-26", "Day off")];

fn refused_as(conflict: Conflict) -> Result<Import> {
    Err(Error::Conflict(conflict))
}

#[tokio::test]
async fn a_plan_is_applied_once() {
    let fakes = portal(KNOWN);
    let ports = fakes.ports();
    let made = plan(&ports, GOOD).await;
    let applied = apply(&ports, made.id, ImportMode::All).await.unwrap();
    assert_eq!(holidays(&fakes), ["Christmas", "Boxing Day", "New Year"]);
    assert_eq!((applied.state, applied.applied_at), (ImportState::Applied, Some(at("2026-06-10T10:00:00Z"))));
    assert_eq!((applied.progress.applied, applied.counts), (2, Counts { create: 1, change: 1, same: 1, refuse: 0 }));
    assert_eq!(applied.message().as_deref(), Some("1 holiday added, 1 changed"));
    assert_eq!(found(&ports, made.id).await, applied);
    assert_eq!(kinds(&fakes), ["import-planned", "holiday-added", "holiday-added", "import-applied"]);
    let record = fakes.memory.state().events[3].record.clone();
    assert_eq!(record.details.text("mode").as_deref(), Some("all"));
    assert_eq!(apply(&ports, made.id, ImportMode::All).await, refused_as(Conflict::ImportApplied));
    let again = plan(&ports, GOOD).await;
    assert_eq!(again.counts, Counts { same: 3, ..Counts::default() });
}

#[tokio::test]
async fn refused_rows_keep_everything_out_or_only_themselves() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, "2026-12-25,Christmas\n2026-12-26,refuse").await;
    let refusal = apply(&ports, made.id, ImportMode::All).await;
    assert_eq!(refusal, refused_as(Conflict::RowsRefused(1)));
    assert_eq!(holidays(&fakes), [""; 0]);
    let applied = apply(&ports, made.id, ImportMode::Good).await.unwrap();
    assert_eq!((holidays(&fakes), applied.counts.refuse), (vec!["Christmas".to_owned()], 1));
}

#[tokio::test]
async fn what_has_changed_since_the_plan_makes_a_new_one() {
    let fakes = portal(KNOWN);
    let ports = fakes.ports();
    let made = plan(&ports, GOOD).await;
    fakes.memory.change(|state| add(state, "2027-01-01", "New Year"));
    let error = apply(&ports, made.id, ImportMode::All).await.unwrap_err();
    let Error::ImportChanged(anew) = error else { panic!("{error}") };
    assert_eq!(anew.counts, Counts { create: 0, change: 1, same: 2, refuse: 0 });
    assert!(anew.id != made.id && is_ready(&anew) && anew.file == made.file);
    assert_eq!(holidays(&fakes), ["Christmas", "Day off", "New Year"]);
    assert!(is_ready(&found(&ports, made.id).await), "it can be looked at still");
    assert_eq!(apply(&ports, anew.id, ImportMode::All).await.unwrap().state, ImportState::Applied);
    assert_eq!(holidays(&fakes), ["Christmas", "Boxing Day", "New Year"]);
}

/// Somebody is quicker between the last look and the lock.
#[tokio::test]
async fn what_changes_at_the_last_moment_makes_a_new_plan_too() {
    let fakes = portal(KNOWN);
    let ports = fakes.ports();
    let made = plan(&ports, GOOD).await;
    fakes.memory.before("HolidayRepository::all", |state| add(state, "2027-01-01", "Else"));
    let error = apply(&ports, made.id, ImportMode::Good).await.unwrap_err();
    assert!(matches!(error, Error::ImportChanged(_)), "{error}");
    assert_eq!(holidays(&fakes), ["Christmas", "Day off"], "everything of the import is taken back");
    assert!(fakes.memory.state().imports.values().all(|kept| kept.holder.is_none()));
}

#[tokio::test]
async fn what_no_longer_fits_is_left_out_of_the_good_rows_only() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, "2026-12-25,Christmas\n2026-12-26,late").await;
    let error = apply(&ports, made.id, ImportMode::All).await.unwrap_err();
    assert!(matches!(error, Error::ImportChanged(_)), "{error}");
    assert_eq!(holidays(&fakes), [""; 0]);
    let applied = apply(&ports, made.id, ImportMode::Good).await.unwrap();
    assert_eq!(applied.counts, Counts { create: 1, change: 0, same: 0, refuse: 1 });
    assert_eq!(applied.message().as_deref(), Some("1 holiday added, 0 changed"));
    let kept = rows(&ports, made.id).await;
    assert_eq!((kept[1].planned.action, kept[1].planned.problem.clone()), (Action::Refuse, Some(problem("Too late"))));
    assert_eq!(holidays(&fakes), ["Christmas"], "of the other one nothing");
}

#[tokio::test]
async fn what_a_rule_refuses_to_write_makes_a_new_plan() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, "2026-12-25,Christmas\n2026-12-26,taken").await;
    let error = apply(&ports, made.id, ImportMode::Good).await.unwrap_err();
    assert!(matches!(error, Error::ImportChanged(_)), "{error}");
    assert_eq!(holidays(&fakes), [""; 0]);
}

#[tokio::test]
async fn one_import_is_applied_at_a_time() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let (first, second) = (plan(&ports, GOOD).await, plan(&ports, "2027-05-01,May Day").await);
    let author = Author::from(&hr());
    let wanted = Wanted { mode: ImportMode::All, invite: None };
    let (import, by) = begun(&ports, &author, first.id, wanted).await.unwrap();
    for id in [first.id, second.id] {
        assert_eq!(apply(&ports, id, ImportMode::All).await, refused_as(Conflict::ImportUnderWay));
    }
    go_on(&ports, &author, Probe, import, by, true).await.unwrap();
    assert_eq!(apply(&ports, second.id, ImportMode::All).await.unwrap().state, ImportState::Applied);
}

#[tokio::test]
async fn an_import_of_which_nothing_was_written_can_be_applied_again() {
    for call in ["ImportReads::import_rows", "HolidayReads::between", "ImportRepository::hold", "EventLog::append"] {
        let fakes = portal(&[]);
        let ports = fakes.ports();
        let made = plan(&ports, GOOD).await;
        fakes.memory.breaks(call, away());
        assert_eq!(apply(&ports, made.id, ImportMode::All).await, Err(Error::Store(away())), "{call}");
        fakes.memory.mend();
        assert_eq!(holidays(&fakes), [""; 0]);
        assert!(is_ready(&found(&ports, made.id).await), "{call}");
        assert_eq!(apply(&ports, made.id, ImportMode::All).await.unwrap().state, ImportState::Applied);
    }
}

#[tokio::test]
async fn a_clash_with_another_writer_is_tried_once_more() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, GOOD).await;
    let clash = || StoreError::Clash("a deadlock".into());
    fakes.memory.breaks("HolidayRepository::insert", clash());
    assert_eq!(apply(&ports, made.id, ImportMode::All).await, Err(Error::Store(clash())));
    let tries = fakes.memory.calls().iter().filter(|call| **call == "HolidayRepository::insert").count();
    assert_eq!(tries, 2);
}
