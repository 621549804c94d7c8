use super::super::Action;
use super::super::resume::{resume_next, taken_over};
use super::*;
use crate::events::{Origin, Push, Topic};
use crate::testing::user;
use chrono::{Days, NaiveDate};
use std::time::Instant;

/// Rows on so many days from 2030 on. The names of some of them begin with `late`.
fn many(count: u32) -> String {
    let first = NaiveDate::from_ymd_opt(2030, 1, 1).unwrap();
    let row = |n: u32| {
        let name = if n % 400 == 399 { "late" } else { "Day" };
        format!("{},{name} {n}", first + Days::new(n.into()))
    };
    (0..count).map(row).collect::<Vec<_>>().join("\n")
}

fn commits(fakes: &Fakes) -> usize {
    fakes.memory.calls().iter().filter(|call| **call == "Store::commit").count()
}

#[tokio::test]
async fn a_thousand_rows_are_one_transaction_and_more_are_pieces() {
    for (count, transactions) in [(1_000, 4), (1_001, 4 + 2 * 3)] {
        let fakes = portal(&[]);
        let ports = fakes.ports();
        let made = plan(&ports, &many(count)).await;
        let before = commits(&fakes);
        let applied = apply(&ports, made.id, ImportMode::Good).await.unwrap();
        // The mark is one and prolonged twice, and after pieces the end is another.
        assert_eq!(commits(&fakes) - before, transactions, "{count}");
        assert_eq!(applied.state, ImportState::Applied);
        assert_eq!((applied.counts.create, applied.counts.refuse), (count - 2, 2));
        assert_eq!(applied.progress.applied, count - 2);
        assert_eq!(found(&ports, made.id).await, applied);
    }
}

#[tokio::test]
async fn a_row_that_a_rule_refuses_to_write_does_not_take_its_piece_along() {
    let rows = many(1_600).replace("Day 700", "taken");
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, &rows).await;
    let applied = apply(&ports, made.id, ImportMode::Good).await.unwrap();
    assert_eq!((applied.state, applied.counts.create, applied.counts.refuse), (ImportState::Applied, 1_595, 5));
    assert_eq!(holidays(&fakes).len(), 1_599, "the four that are late are there in part");
    let refused = ports.reads.imports().import_rows(made.id, Some(Action::Refuse), 0, 100).await.unwrap();
    let said = refused.into_iter().map(|row| (row.planned.line, row.planned.problem.unwrap().sentence));
    let late = |line| (line, "This row was imported in part. Too late".to_owned());
    let taken = (702, "An account with this email already exists".to_owned());
    assert_eq!(said.collect::<Vec<_>>(), [late(401), taken, late(801), late(1_201), late(1_601)]);
}

#[tokio::test]
async fn progress_is_told_at_most_twice_a_second() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, &many(2_600)).await;
    apply(&ports, made.id, ImportMode::Good).await.unwrap();
    let is_progress = |push: &Push| matches!(push, Push::Changed { topic: Topic::Imports, .. });
    let told = fakes.memory.state().pushes().into_iter().filter(is_progress).count();
    assert_eq!(told, 3, "with the plan, the first piece, and the end: the clock stands still");
}

/// What is there once an import of these rows is over: holidays, refused lines, and events of holidays.
async fn outcome(fakes: &Fakes, id: ImportId) -> (Vec<String>, Vec<u32>, usize) {
    let ports = fakes.ports();
    let applied = found(&ports, id).await;
    assert_eq!(applied.state, ImportState::Applied);
    let refused = ports.reads.imports().import_rows(id, Some(Action::Refuse), 0, 100).await.unwrap();
    let added = kinds(fakes).iter().filter(|kind| *kind == "holiday-added").count();
    (holidays(fakes), refused.iter().map(|row| row.planned.line).collect(), added)
}

/// The mark of whoever applies the import has ended.
fn let_the_mark_end(fakes: &Fakes) {
    fakes.memory.change(|state| {
        state.imports.values_mut().for_each(|kept| kept.holder = kept.holder.map(|(by, _)| (by, Instant::now())));
    });
}

#[tokio::test]
async fn an_import_survives_a_death_at_any_of_its_writes() {
    for count in [40, 1_600] {
        let whole = portal(&[]);
        let made = plan(&whole.ports(), &many(count)).await;
        let before = whole.memory.calls().len();
        apply(&whole.ports(), made.id, ImportMode::Good).await.unwrap();
        let expected = outcome(&whole, made.id).await;
        let is_write = |call: &str| matches!(call, "ImportRepository::hold" | "EventLog::append" | "Store::commit");
        let calls = whole.memory.calls().split_off(before);
        let writes: Vec<usize> = (0..).zip(&calls).filter(|(_, call)| is_write(call)).map(|(at, _)| at).collect();
        assert!(writes.len() > 4, "{calls:?}");
        for deadly in writes {
            let fakes = portal(&[]);
            let ports = fakes.ports();
            let made = plan(&ports, &many(count)).await;
            let mut calls = 0;
            fakes.memory.meanwhile(move |_, _| {
                calls += 1;
                assert_ne!(calls, deadly + 1, "the instance dies");
            });
            let dies = tokio::spawn(async move { apply(&ports, made.id, ImportMode::Good).await });
            assert!(dies.await.is_err());
            let ports = fakes.ports();
            if is_ready(&found(&ports, made.id).await) {
                // Not even the mark was there.
                apply(&ports, made.id, ImportMode::Good).await.unwrap();
            } else {
                assert_eq!(resume_next(&ports).await, Ok(false), "the mark has still to end");
                let_the_mark_end(&fakes);
                let (author, import, by) = taken_over(&ports).await.unwrap().unwrap();
                assert_eq!(author.origin, Origin::resumed(user(5), Role::Hr));
                go_on(&ports, &author, Probe, import, by, false).await.unwrap();
            }
            assert_eq!(outcome(&fakes, made.id).await, expected, "{count} rows, call {deadly}");
        }
    }
}

#[tokio::test]
async fn a_failure_that_passes_is_gone_on_with_at_once() {
    let whole = portal(&[]);
    let made = plan(&whole.ports(), &many(1_600)).await;
    let before = whole.memory.calls().len();
    apply(&whole.ports(), made.id, ImportMode::Good).await.unwrap();
    let calls = whole.memory.calls().split_off(before);
    let second_note = calls.iter().enumerate().filter(|(_, call)| **call == "ImportRepository::note").nth(1).unwrap().0;

    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, &many(1_600)).await;
    fakes.memory.fails_at(second_note + 1);
    let stopped = apply(&ports, made.id, ImportMode::Good).await.unwrap();
    assert_eq!((stopped.state, stopped.progress.through), (ImportState::Applying, 501));
    assert_eq!(ports.reads.imports().is_abandoned().await, Ok(true));
    let (author, import, by) = taken_over(&ports).await.unwrap().unwrap();
    go_on(&ports, &author, Probe, import, by, false).await.unwrap();
    let expected = outcome(&whole, *whole.memory.state().imports.keys().next().unwrap()).await;
    assert_eq!(outcome(&fakes, made.id).await, expected);
}

#[tokio::test]
async fn an_instance_that_has_lost_the_mark_does_nothing_more() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, &many(1_600)).await;
    let mut holds = 0;
    fakes.memory.meanwhile(move |call, state| {
        holds += u32::from(call == "ImportRepository::hold");
        if holds == 5 {
            let other = (domain::id::ApplyId::new(uuid::Uuid::max()), Instant::now());
            state.imports.values_mut().for_each(|kept| kept.holder = Some(other));
        }
    });
    let stopped = apply(&ports, made.id, ImportMode::Good).await.unwrap();
    assert_eq!((stopped.state, stopped.progress.through), (ImportState::Applying, 1_001));
    assert_eq!(found(&ports, made.id).await, stopped);
    assert_eq!(holidays(&fakes).len(), 1_000);
}

#[tokio::test]
async fn nobody_goes_on_for_a_person_who_may_no_longer_import() {
    let fakes = portal(&[]);
    let ports = fakes.ports();
    let made = plan(&ports, &many(3)).await;
    begun(&ports, &Author::from(&hr()), made.id, Wanted { mode: ImportMode::All, invite: None }).await.unwrap();
    fakes.memory.change(|state| state.people.get_mut(&user(5)).unwrap().record.standing.role = Role::Employee);
    let_the_mark_end(&fakes);
    assert_eq!(resume_next(&ports).await, Ok(true));
    let failed = found(&ports, made.id).await;
    assert_eq!(failed.state, ImportState::Failed);
    assert_eq!(failed.reason.as_deref(), Some("The person who began this import may no longer import"));
    assert_eq!((holidays(&fakes), resume_next(&ports).await), (vec![], Ok(false)));
}
