//! Plans of imports with the rows of their files, and how far each is applied.

mod json;

use application::imports::{
    Action, Counts, Import, ImportMode, ImportRow, ImportState, ImportedFile, PlannedRow, Progress,
};
use application::ports::{AppliedPiece, ImportEnd, ImportReads, ImportRepository, Result, StoreError};
use async_trait::async_trait;
use constcat::concat;
use domain::Instant;
use domain::id::{ApplyId, ImportId};
use domain::import::ImportKind;
use sea_orm::{DbBackend, Value};

use crate::database::Database;
use crate::fault::Failure;
use crate::row::{Columns, corrupt, from_column, ids, row};
use crate::sql::{self, seconds_from_now};
use crate::unit::Unit;

ids!(ImportId, ApplyId);

from_column! {
    ImportKind: String => |name| Self::named(&name),
    ImportState: String => |name| Self::named(&name),
    ImportMode: String => |name| Self::named(&name),
    Action: String => |name| Self::named(&name),
    ImportedFile: String => |text| json::read_file(&text),
}

/// For how many real seconds an import is held, from the last time on.
const HELD: u32 = 30;

/// An import that begins waits for another that does the same.
const BEGINS: &str = "daybook import";

row! {
    COUNTS, counts("imports") -> Counts {
        create: "to_create",
        change: "to_change",
        same: "same",
        refuse: "refused",
    }
}

row! {
    PROGRESS, progress("imports") -> Progress {
        pass: "pass",
        through: "through_line",
        applied: "applied_rows",
    }
}

row! {
    IMPORT, import("imports") -> Import {
        id: "id",
        kind: "kind",
        owner: "owner_id",
        file: "file",
        records_from: "records_from",
        counts: [COUNTS => counts],
        created_at: "created_at",
        expires_at: "expires_at",
        state: "state",
        mode: "mode",
        invite: "invite_at",
        progress: [PROGRESS => progress],
        applied_at: "applied_at",
        reason: "reason",
    }
}

const ROW: &str = "line, action, who, changes, problem, seen, cells, is_readable";

fn import_row(columns: &mut Columns<'_>) -> Result<ImportRow, Failure> {
    let place = columns.place("import_rows");
    let line: u32 = columns.column(&place, "line")?;
    let wrong = |column: &'static str| corrupt("import_rows", column, line);
    let action = columns.column(&place, "action")?;
    let who = columns.take()?;
    let changes: String = columns.take()?;
    let problem: Option<String> = columns.take()?;
    let seen = columns.take()?;
    let cells: String = columns.take()?;
    let problem = problem.map(|text| json::read_problem(&text).ok_or_else(|| wrong("problem"))).transpose()?;
    let changes = json::read_changes(&changes).ok_or_else(|| wrong("changes"))?;
    Ok(ImportRow {
        planned: PlannedRow { line, action, who, changes, problem, seen },
        cells: json::read_cells(&cells).ok_or_else(|| wrong("cells"))?,
        is_readable: columns.take()?,
    })
}

const ADD: &str = concat!(
    "INSERT INTO imports (",
    IMPORT,
    ", is_complete) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, false)"
);

/// The rows in the JSON parameter `$1`.
fn add_rows(backend: DbBackend) -> String {
    let rows = sql::unfolded(
        backend,
        &[
            ("line", "integer"),
            ("action", "text"),
            ("who", "text"),
            ("changes", "text"),
            ("problem", "text"),
            ("seen", "text"),
            ("cells", "text"),
            ("is_readable", "boolean"),
        ],
    );
    format!("INSERT INTO import_rows (import_id, {ROW}) SELECT $2, {ROW} FROM {rows}")
}

const COMPLETE: &str = "UPDATE imports SET is_complete = true WHERE id = $1";

const IS_APPLYING: &str = "SELECT EXISTS (SELECT 1 FROM imports WHERE state = 'applying')";

fn begin(backend: DbBackend) -> String {
    format!(
        "UPDATE imports SET state = 'applying', holder = $2, mode = $3, invite_at = $4, pass = 0, through_line = 0, \
           applied_rows = 0, reason = NULL, held_until = {} WHERE id = $1 AND is_complete AND state IN ('ready', 'failed')",
        seconds_from_now(backend, HELD)
    )
}

fn hold(backend: DbBackend, seconds: u32) -> String {
    format!(
        "UPDATE imports SET held_until = {} WHERE id = $1 AND holder = $2 AND state = 'applying'",
        seconds_from_now(backend, seconds)
    )
}

const NOTE: &str = "\
    UPDATE imports SET to_create = $2, to_change = $3, same = $4, refused = $5, pass = $6, through_line = $7, applied_rows = $8 \
    WHERE id = $1";

/// The lines in the JSON parameter `$1`, each with its problem.
pub(crate) fn leave_out(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &[("line", "integer"), ("problem", "text")]);
    format!(
        "UPDATE import_rows SET action = 'refuse', \
         problem = (SELECT n.problem FROM {rows} WHERE n.line = import_rows.line) \
         WHERE import_id = $2 AND line IN (SELECT n.line FROM {rows})"
    )
}

const END: &str = "\
    UPDATE imports SET state = $3, applied_at = $4, reason = $5, holder = NULL, held_until = NULL \
    WHERE id = $1 AND holder = $2 AND state = 'applying'";

/// That nobody holds the import that is being applied. The mark of an instance that has died ends by itself.
fn abandoned(backend: DbBackend) -> String {
    format!("state = 'applying' AND held_until <= {}", seconds_from_now(backend, 0))
}

pub(crate) fn is_abandoned(backend: DbBackend) -> String {
    format!("SELECT EXISTS (SELECT 1 FROM imports WHERE {})", abandoned(backend))
}

fn take_over(backend: DbBackend) -> String {
    format!(
        "UPDATE imports SET holder = $1, held_until = {} WHERE id = (SELECT id FROM imports WHERE {} LIMIT 1{}) RETURNING {IMPORT}",
        seconds_from_now(backend, HELD),
        abandoned(backend),
        // Who holds it in a transaction goes on.
        sql::lock(backend, " FOR UPDATE SKIP LOCKED")
    )
}

pub(crate) const FIND: &str = concat!("SELECT ", IMPORT, " FROM imports WHERE id = $1 AND is_complete");

pub(crate) const COUNT_ALL: &str = "SELECT count(*) FROM import_rows WHERE import_id = $1";
pub(crate) const COUNT: &str = "SELECT count(*) FROM import_rows WHERE import_id = $1 AND action = $2";
const ALL: &str = concat!("SELECT ", ROW, " FROM import_rows WHERE import_id = $1");
pub(crate) const PAGE_ALL: &str = concat!(ALL, " ORDER BY line LIMIT $2 OFFSET $3");
pub(crate) const PAGE: &str = concat!(ALL, " AND action = $2 ORDER BY line LIMIT $3 OFFSET $4");
pub(crate) const AFTER_ALL: &str = concat!(ALL, " AND line > $2 ORDER BY line LIMIT $3");
pub(crate) const AFTER: &str = concat!(ALL, " AND action = $2 AND line > $3 ORDER BY line LIMIT $4");

fn is_there(columns: &mut Columns<'_>) -> Result<bool, Failure> {
    Ok(columns.take()?)
}

/// One row was changed, or another instance has the import.
fn one(changed: u64) -> Result<()> {
    if changed == 1 { Ok(()) } else { Err(StoreError::Stale) }
}

#[async_trait]
impl ImportRepository for Unit {
    async fn add(&self, import: &Import) -> Result<()> {
        let Import { counts, progress, .. } = import;
        let values = vec![
            import.id.uuid().into(),
            import.kind.name().into(),
            import.owner.map(domain::id::UserId::uuid).into(),
            json::file(&import.file).into(),
            import.records_from.into(),
            counts.create.cast_signed().into(),
            counts.change.cast_signed().into(),
            counts.same.cast_signed().into(),
            counts.refuse.cast_signed().into(),
            import.created_at.into(),
            import.expires_at.into(),
            import.state.name().into(),
            import.mode.map(ImportMode::name).into(),
            import.invite.into(),
            progress.pass.cast_signed().into(),
            progress.through.cast_signed().into(),
            progress.applied.cast_signed().into(),
            import.applied_at.into(),
            import.reason.clone().into(),
        ];
        self.change(ADD, values).await?;
        Ok(())
    }

    async fn add_rows(&self, import: ImportId, rows: &[ImportRow]) -> Result<()> {
        let rows = serde_json::Value::Array(rows.iter().map(json::row).collect()).to_string();
        self.change(add_rows(self.backend()), vec![rows.into(), import.uuid().into()]).await?;
        Ok(())
    }

    async fn complete(&self, import: ImportId) -> Result<()> {
        self.change(COMPLETE, vec![import.uuid().into()]).await?;
        Ok(())
    }

    async fn begin(&self, import: ImportId, by: ApplyId, mode: ImportMode, invite: Option<Instant>) -> Result<bool> {
        let begin = begin(self.backend());
        let values = vec![import.uuid().into(), by.uuid().into(), mode.name().into(), invite.into()];
        self.run(move |connection| async move {
            sql::serialise(&*connection, BEGINS).await?;
            if sql::row(&*connection, IS_APPLYING, vec![], is_there).await? == Some(true) {
                return Ok(false);
            }
            one(sql::change(&*connection, &begin, values).await?)?;
            Ok(true)
        })
        .await
    }

    async fn hold(&self, import: ImportId, by: ApplyId) -> Result<()> {
        one(self.change(hold(self.backend(), HELD), of(import, by)).await?)
    }

    async fn note(&self, import: ImportId, piece: &AppliedPiece) -> Result<()> {
        let AppliedPiece { progress, counts, left_out } = piece;
        let values = vec![
            import.uuid().into(),
            counts.create.cast_signed().into(),
            counts.change.cast_signed().into(),
            counts.same.cast_signed().into(),
            counts.refuse.cast_signed().into(),
            progress.pass.cast_signed().into(),
            progress.through.cast_signed().into(),
            progress.applied.cast_signed().into(),
        ];
        self.change(NOTE, values).await?;
        if !left_out.is_empty() {
            let row = |(line, problem): &(u32, _)| serde_json::json!({"line": line, "problem": json::problem(problem)});
            let rows = serde_json::Value::Array(left_out.iter().map(row).collect()).to_string();
            self.change(leave_out(self.backend()), vec![rows.into(), import.uuid().into()]).await?;
        }
        Ok(())
    }

    async fn end(&self, import: ImportId, by: ApplyId, end: &ImportEnd) -> Result<()> {
        let ImportEnd { state, applied_at, reason } = end;
        let mut values = of(import, by);
        values.extend([state.name().into(), (*applied_at).into(), reason.clone().into()]);
        one(self.change(END, values).await?)
    }

    async fn let_go(&self, import: ImportId, by: ApplyId) -> Result<()> {
        self.change(hold(self.backend(), 0), of(import, by)).await?;
        Ok(())
    }

    async fn take_over(&self, by: ApplyId) -> Result<Option<Import>> {
        self.first(take_over(self.backend()), vec![by.uuid().into()], import).await
    }
}

fn of(import: ImportId, by: ApplyId) -> Vec<Value> {
    vec![import.uuid().into(), by.uuid().into()]
}

#[async_trait]
impl ImportReads for Database {
    async fn import(&self, id: ImportId) -> Result<Option<Import>> {
        self.first(FIND, vec![id.uuid().into()], import).await
    }

    async fn import_page(
        &self,
        import: ImportId,
        action: Option<Action>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<ImportRow>, u32)> {
        let (count, rows, mut values) = of_action(import, action, (COUNT_ALL, COUNT), (PAGE_ALL, PAGE));
        let total = self.first(count, values.clone(), crate::row::number).await?.unwrap_or_default();
        let offset = i64::from(page.saturating_sub(1)) * i64::from(limit);
        values.extend([i64::from(limit).into(), offset.into()]);
        Ok((self.all(rows, values, import_row).await?, total))
    }

    async fn import_rows(
        &self,
        import: ImportId,
        action: Option<Action>,
        after: u32,
        limit: u32,
    ) -> Result<Vec<ImportRow>> {
        let (_, rows, mut values) = of_action(import, action, (COUNT_ALL, COUNT), (AFTER_ALL, AFTER));
        values.extend([after.cast_signed().into(), i64::from(limit).into()]);
        self.all(rows, values, import_row).await
    }

    async fn is_abandoned(&self) -> Result<bool> {
        Ok(self.first(is_abandoned(self.backend()), vec![], is_there).await?.unwrap_or_default())
    }
}

/// Two statements, each for all rows or for those of one action, with their first parameters.
fn of_action(
    import: ImportId,
    action: Option<Action>,
    one: (&'static str, &'static str),
    other: (&'static str, &'static str),
) -> (&'static str, &'static str, Vec<Value>) {
    match action {
        None => (one.0, other.0, vec![import.uuid().into()]),
        Some(action) => (one.1, other.1, vec![import.uuid().into(), action.name().into()]),
    }
}
