//! Plans of imports, and who applies them.

use application::imports::{
    Action, AskedQuestion, Counts, FieldChange, Import, ImportMode, ImportRow, ImportState, ImportedFile, PlannedRow,
    Problem, Progress,
};
use application::ports::{AppliedPiece, ImportEnd, StoreError};
use domain::id::{ApplyId, ImportId, UserId};
use domain::import::{Choices, DateForm, DecimalSign, Encoding, ImportKind, Separator};
use domain::person::Role;
use persistence::Transient;
use uuid::Uuid;

use crate::engines::{Engine, at_once};
use crate::support::{begin, committed, day, later, person};

fn plan(owner: Option<UserId>) -> Import {
    Import {
        id: ImportId::new(Uuid::now_v7()),
        kind: ImportKind::People,
        owner,
        file: ImportedFile {
            name: "Staff, \"final\".csv".to_owned(),
            sha256: Some("ab".repeat(32)),
            encoding: Some(Encoding::Windows1252),
            separator: Some(Separator::Semicolon),
            dates: Some(DateForm::Dmy),
            decimal: Some(DecimalSign::Comma),
            choices: Choices { dates: None, decimal: Some(DecimalSign::Comma) },
            questions: vec![AskedQuestion {
                column: "Joining Date".to_owned(),
                samples: vec!["03/04/2026".to_owned()],
                choices: vec!["dmy".to_owned(), "mdy".to_owned()],
            }],
            ignored_columns: vec!["Shoe size".to_owned()],
            headings: vec!["Email".to_owned(), "Shoe size".to_owned()],
        },
        records_from: Some(day("2026-06-01")),
        counts: Counts { create: 1, change: 1, same: 1, refuse: 1 },
        created_at: later(0),
        expires_at: later(100),
        state: ImportState::Ready,
        mode: None,
        invite: None,
        progress: Progress::default(),
        applied_at: None,
        reason: None,
    }
}

fn problem(sentence: &str) -> Problem {
    Problem { column: "Email".into(), value: "x".to_owned(), sentence: sentence.to_owned() }
}

fn row(line: u32, action: Action) -> ImportRow {
    let change = FieldChange {
        field: "Department".into(),
        before: None,
        after: Some("Würks 'n' \"more\"".to_owned()),
        is_masked: false,
    };
    let masked = FieldChange { field: "Salary".into(), before: None, after: None, is_masked: true };
    ImportRow {
        planned: PlannedRow {
            line,
            action,
            who: format!("Person {line}"),
            changes: if action == Action::Change { vec![change, masked] } else { Vec::new() },
            problem: (action == Action::Refuse).then(|| problem("No")),
            seen: (action != Action::Create).then(|| "then".to_owned()),
        },
        cells: vec![format!("p{line}@x.org"), "\n\"43\"".to_owned()],
        is_readable: action != Action::Refuse,
    }
}

fn rows() -> Vec<ImportRow> {
    vec![row(2, Action::Create), row(3, Action::Change), row(5, Action::Same), row(6, Action::Refuse)]
}

/// A plan of these rows that is complete.
async fn kept(store: &dyn Engine, import: &Import, rows: &[ImportRow]) {
    committed(store, async |unit| {
        unit.imports().add(import).await?;
        unit.imports().add_rows(import.id, rows).await?;
        unit.imports().complete(import.id).await
    })
    .await;
}

fn applier() -> ApplyId {
    ApplyId::new(Uuid::now_v7())
}

async fn begun(store: &dyn Engine, import: ImportId, by: ApplyId) -> Result<bool, StoreError> {
    let unit = begin(store).await;
    let begun = unit.imports().begin(import, by, ImportMode::Good, Some(later(7))).await?;
    unit.commit().await?;
    Ok(begun)
}

async fn ended(store: &dyn Engine, import: ImportId, by: ApplyId, state: ImportState) -> Result<(), StoreError> {
    let unit = begin(store).await;
    let end = ImportEnd { state, applied_at: Some(later(9)), reason: Some("Because".to_owned()) };
    unit.imports().end(import, by, &end).await?;
    unit.commit().await
}

async fn taken_over(store: &dyn Engine) -> Option<Import> {
    let unit = begin(store).await;
    let taken = unit.imports().take_over(applier()).await.unwrap();
    unit.commit().await.unwrap();
    taken
}

on_every_engine! {
    async fn a_plan_is_found_as_it_was_made_once_it_is_complete(store: &AnyEngine) {
        let made = plan(Some(person(store, Role::Hr, None).await));
        committed(store, async |unit| {
            unit.imports().add(&made).await?;
            unit.imports().add_rows(made.id, &rows()).await
        })
        .await;
        assert_eq!(store.import(made.id).await, Ok(None));
        assert_eq!(begun(store, made.id, applier()).await, Err(StoreError::Stale));
        committed(store, async |unit| unit.imports().complete(made.id).await).await;
        assert_eq!(store.import(made.id).await, Ok(Some(made)));
        let bare = Import {
            file: ImportedFile {
                sha256: None,
                encoding: None,
                separator: None,
                dates: None,
                decimal: None,
                choices: Choices::default(),
                questions: vec![],
                ..plan(None).file
            },
            records_from: None,
            ..plan(None)
        };
        kept(store, &bare, &[]).await;
        assert_eq!(store.import(bare.id).await, Ok(Some(bare)));
        assert_eq!(store.import(plan(None).id).await, Ok(None));
    }

    async fn rows_are_read_in_the_order_of_the_file(store: &AnyEngine) {
        let (made, other) = (plan(None), plan(None));
        let mut mixed = rows();
        mixed.reverse();
        kept(store, &made, &mixed).await;
        kept(store, &other, &[row(2, Action::Same)]).await;
        assert_eq!(store.import_page(made.id, None, 1, 10).await, Ok((rows(), 4)));
        assert_eq!(store.import_page(made.id, None, 2, 3).await, Ok((rows()[3..].to_vec(), 4)));
        assert_eq!(store.import_page(made.id, Some(Action::Same), 1, 10).await, Ok((rows()[2..3].to_vec(), 1)));
        assert_eq!(store.import_page(made.id, Some(Action::Same), 2, 10).await, Ok((vec![], 1)));
        assert_eq!(store.import_rows(made.id, None, 2, 2).await, Ok(rows()[1..3].to_vec()));
        assert_eq!(store.import_rows(made.id, Some(Action::Refuse), 0, 2).await, Ok(rows()[3..].to_vec()));
        assert_eq!(store.import_rows(made.id, Some(Action::Refuse), 6, 2).await, Ok(vec![]));
    }

    async fn one_import_is_applied_at_a_time(store: &AnyEngine, subject: &Subject) {
        let plans: Vec<Import> = (0..6).map(|_| plan(None)).collect();
        for made in &plans {
            kept(store, made, &[]).await;
        }
        let ids: Vec<ImportId> = plans.iter().map(|made| made.id).collect();
        let begun_at_once = at_once(subject, 6, |n, store| {
            let id = ids[n];
            async move { begun(&*store, id, applier()).await.unwrap() }
        })
        .await;
        assert_eq!(begun_at_once.iter().filter(|begun| **begun).count(), 1, "{begun_at_once:?}");
        let applying = plans[begun_at_once.iter().position(|begun| *begun).unwrap()].clone();
        let found = store.import(applying.id).await.unwrap().unwrap();
        let (state, mode, invite) = (ImportState::Applying, Some(ImportMode::Good), Some(later(7)));
        assert_eq!(found, Import { state, mode, invite, ..applying });
    }

    async fn an_import_goes_on_while_it_is_held_and_ends_once(store: &AnyEngine) {
        let (made, by, other) = (plan(None), applier(), applier());
        kept(store, &made, &rows()).await;
        assert_eq!(begun(store, made.id, by).await, Ok(true));
        assert_eq!(store.is_abandoned().await, Ok(false));
        let left_out = vec![(3, problem("It is too late"))];
        let progress = Progress { pass: 1, through: 3, applied: 1 };
        let counts = Counts { create: 1, change: 0, same: 1, refuse: 2 };
        committed(store, async |unit| {
            unit.imports().hold(made.id, by).await?;
            unit.imports().note(made.id, &AppliedPiece { progress, counts, left_out: left_out.clone() }).await
        })
        .await;
        let found = store.import(made.id).await.unwrap().unwrap();
        assert_eq!((found.progress, found.counts), (progress, counts));
        let refused = store.import_rows(made.id, Some(Action::Refuse), 0, 9).await.unwrap();
        assert_eq!(refused.iter().map(|row| row.planned.line).collect::<Vec<_>>(), [3, 6]);
        assert_eq!(refused[0].planned.problem, Some(problem("It is too late")));
        assert_eq!(refused[0].planned.changes.len(), 2);
        let unit = begin(store).await;
        assert_eq!(unit.imports().hold(made.id, other).await, Err(StoreError::Stale));
        drop(unit);
        assert_eq!(ended(store, made.id, other, ImportState::Applied).await, Err(StoreError::Stale));
        assert_eq!(ended(store, made.id, by, ImportState::Applied).await, Ok(()));
        let found = store.import(made.id).await.unwrap().unwrap();
        let end = (found.state, found.applied_at, found.reason);
        assert_eq!(end, (ImportState::Applied, Some(later(9)), Some("Because".to_owned())));
        assert_eq!(ended(store, made.id, by, ImportState::Applied).await, Err(StoreError::Stale));
        assert_eq!(begun(store, made.id, applier()).await, Err(StoreError::Stale), "it is over");
    }

    async fn a_failed_import_begins_anew(store: &AnyEngine) {
        let (made, by) = (plan(None), applier());
        kept(store, &made, &rows()).await;
        assert_eq!(begun(store, made.id, by).await, Ok(true));
        let progress = Progress { pass: 1, through: 3, applied: 1 };
        let piece = AppliedPiece { progress, counts: made.counts, left_out: vec![] };
        committed(store, async |unit| unit.imports().note(made.id, &piece).await).await;
        assert_eq!(ended(store, made.id, by, ImportState::Failed).await, Ok(()));
        assert_eq!(begun(store, made.id, applier()).await, Ok(true));
        let found = store.import(made.id).await.unwrap().unwrap();
        assert_eq!((found.progress, found.reason), (Progress::default(), None));
    }

    async fn another_instance_goes_on_with_what_nobody_holds(store: &AnyEngine, subject: &Subject) {
        let (made, by) = (plan(None), applier());
        kept(store, &made, &rows()).await;
        kept(store, &plan(None), &[]).await;
        assert_eq!(begun(store, made.id, by).await, Ok(true));
        committed(store, async |unit| unit.imports().let_go(made.id, applier()).await).await;
        assert_eq!(taken_over(store).await, None, "it is held");
        committed(store, async |unit| unit.imports().let_go(made.id, by).await).await;
        assert_eq!(store.is_abandoned().await, Ok(true));
        assert_eq!(begun(store, plan(None).id, applier()).await, Ok(false), "it has still to be gone on with");
        let taken = at_once(subject, 6, |_, store| async move { taken_over(&*store).await }).await;
        let taken: Vec<Import> = taken.into_iter().flatten().collect();
        assert_eq!(taken, [store.import(made.id).await.unwrap().unwrap()]);
        assert_eq!(store.is_abandoned().await, Ok(false));
        let unit = begin(store).await;
        assert_eq!(unit.imports().hold(made.id, by).await, Err(StoreError::Stale), "another one has it");
    }
}

on_databases! {
    async fn expired_plans_are_forgotten_with_their_rows(database: &TestDatabase, store: &Database) {
        let (old, applying) = (plan(None), plan(None));
        let new = Import { expires_at: later(101), ..plan(None) };
        for made in [&old, &applying, &new] {
            kept(store, made, &rows()).await;
        }
        assert_eq!(begun(store, applying.id, applier()).await, Ok(true));
        assert_eq!(store.forget(Transient::Imports, later(100)).await, Ok(0), "its rows go first");
        assert_eq!(store.forget(Transient::ImportRows, later(100)).await, Ok(4));
        assert_eq!(store.forget(Transient::Imports, later(100)).await, Ok(1));
        assert_eq!(crate::support::number(database, "SELECT count(*) FROM imports").await, 2);
    }

    /// A piece and its mark are one: whoever takes the import over has waited for the piece.
    async fn nobody_takes_an_import_over_in_the_middle_of_a_piece(_database: &TestDatabase, store: &Database) {
        let (made, by) = (plan(None), applier());
        kept(store, &made, &rows()).await;
        assert_eq!(begun(store, made.id, by).await, Ok(true));
        committed(store, async |unit| unit.imports().let_go(made.id, by).await).await;
        let piece = begin(store).await;
        piece.imports().hold(made.id, by).await.unwrap();
        let other = store.clone();
        let taken = tokio::spawn(async move { taken_over(&other).await });
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        piece.commit().await.unwrap();
        assert_eq!(taken.await.unwrap(), None);
    }
}
