//! The days of a person lie together on SQLite, and how many of them are decided is kept.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000001_foundation::Dialect;
use crate::m20261121_000003_absences::run;
use crate::rebuild::rebuild;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        if backend == DbBackend::Sqlite {
            rebuild_both(manager, &days_together(), "ux_timesheets_id ON timesheets (id)", "WITHOUT ROWID").await?;
            run(manager, TOLD_SQLITE).await?;
        } else {
            run(manager, &["DROP INDEX ix_timesheets_status"]).await?;
        }
        run(manager, COUNTS).await?;
        run(manager, if backend == DbBackend::Sqlite { TRIGGERS_SQLITE } else { TRIGGERS_POSTGRES }).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Sqlite {
            // The triggers that count go with the table.
            rebuild_both(manager, &days_as_they_come(), "ux_timesheets_user_date ON timesheets (user_id, date)", "")
                .await?;
            run(manager, &["DELETE FROM sqlite_stat1", "ANALYZE sqlite_schema"]).await?;
        } else {
            run(manager, DOWN_POSTGRES).await?;
        }
        run(manager, DOWN).await
    }
}

/// Makes entries and versions anew, with the other key of an entry and the indexes and triggers that stay.
async fn rebuild_both(
    manager: &SchemaManager<'_>,
    entries: &str,
    other_key: &str,
    kind_of_versions: &str,
) -> Result<(), DbErr> {
    let dialect = Dialect::of(DbBackend::Sqlite);
    rebuild(manager, "timesheets", &dialect.fill(entries), ENTRY_COLUMNS, "user_id, date").await?;
    // Versions refer to the ids, so there is an index of them before they are written.
    run(manager, &[&format!("CREATE UNIQUE INDEX {other_key}")]).await?;
    let versions = dialect.fill(&versions(kind_of_versions));
    rebuild(manager, "timesheet_versions", &versions, VERSION_COLUMNS, "timesheet_id, version").await?;
    run(manager, KEPT_SQLITE).await
}

const ENTRY_COLUMNS: &str = "\
    id, user_id, date, half_hours, description, status, comment, is_resubmission, version, decided_by, decided_at, decided_for, \
    rejected_on, created_at, updated_at";

const VERSION_COLUMNS: &str =
    "timesheet_id, version, at, actor_id, half_hours, description, status, comment, on_behalf_of";

/// What an entry is, but for its key.
const ENTRY: &str = "
    user_id {uuid} NOT NULL,
    date {date} NOT NULL,
    half_hours integer NOT NULL,
    description text NOT NULL,
    status {string}(16) NOT NULL,
    comment text,
    is_resubmission boolean NOT NULL,
    version integer NOT NULL,
    decided_by {uuid},
    decided_at {instant},
    rejected_on {date},
    created_at {instant} NOT NULL,
    updated_at {instant} NOT NULL,
    decided_for {uuid} CONSTRAINT fk_timesheets_decided_for REFERENCES users (id),
    CONSTRAINT ck_timesheets_hours CHECK (half_hours BETWEEN 0 AND 48),
    CONSTRAINT ck_timesheets_description CHECK (length(description) BETWEEN 1 AND 2000),
    CONSTRAINT ck_timesheets_status CHECK (status IN ('pending', 'approved', 'rejected')),
    CONSTRAINT ck_timesheets_comment CHECK ((status = 'rejected') = (comment IS NOT NULL)),
    CONSTRAINT ck_timesheets_version CHECK (version >= 1),
    CONSTRAINT fk_timesheets_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT fk_timesheets_decided_by FOREIGN KEY (decided_by) REFERENCES users (id)";

/// The rows of a table without row numbers stand in the order of its key: a month of somebody lies on two or three pages, which
/// lay on as many as it has days while entries stood in the order in which everybody wrote them.
fn days_together() -> String {
    format!("(id {{uuid}} NOT NULL, {ENTRY}, CONSTRAINT pk_timesheets PRIMARY KEY (user_id, date)) WITHOUT ROWID")
}

fn days_as_they_come() -> String {
    format!("(id {{uuid}} NOT NULL CONSTRAINT pk_timesheets PRIMARY KEY, {ENTRY})")
}

/// Versions have always been found by their key alone, which is then all that has to be written.
fn versions(kind: &str) -> String {
    format!(
        "(timesheet_id {{uuid}} NOT NULL,
        version integer NOT NULL,
        at {{instant}} NOT NULL,
        actor_id {{uuid}} NOT NULL,
        half_hours integer NOT NULL,
        description text NOT NULL,
        status {{string}}(16) NOT NULL,
        comment text,
        on_behalf_of {{uuid}} CONSTRAINT fk_timesheet_versions_on_behalf_of REFERENCES users (id),
        CONSTRAINT pk_timesheet_versions PRIMARY KEY (timesheet_id, version),
        CONSTRAINT fk_timesheet_versions_timesheet FOREIGN KEY (timesheet_id) REFERENCES timesheets (id),
        CONSTRAINT fk_timesheet_versions_actor FOREIGN KEY (actor_id) REFERENCES users (id)) {kind}"
    )
}

// What the planner is told of the entries of a large organisation, as ANALYZE would find it: so many, and so many of one person. Without
// it a person's rejected entries are looked for among all of theirs. The first statement only makes the table that holds it.
const TOLD_SQLITE: &[&str] = &[
    "ANALYZE counters",
    "DELETE FROM sqlite_stat1",
    "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('timesheets', 'timesheets', '1000000 500 1'),
        ('timesheets', 'ux_timesheets_id', '1000000 1'), ('timesheets', 'ix_timesheets_pending', '20000 10 1'),
        ('timesheets', 'ix_timesheets_rejected', '10000 5 1')",
    "ANALYZE sqlite_schema",
];

const KEPT_SQLITE: &[&str] = &[
    "CREATE INDEX ix_timesheets_pending ON timesheets (user_id, date) WHERE status = 'pending'",
    "CREATE INDEX ix_timesheets_rejected ON timesheets (user_id, date) WHERE status = 'rejected'",
    "CREATE TRIGGER tr_timesheet_versions_no_update BEFORE UPDATE ON timesheet_versions
        BEGIN SELECT RAISE(ABORT, 'timesheet_versions is append-only'); END",
    "CREATE TRIGGER tr_timesheet_versions_no_delete BEFORE DELETE ON timesheet_versions
        BEGIN SELECT RAISE(ABORT, 'timesheet_versions is append-only'); END",
];

// Few entries of a person wait, and these have an index of their own; all the others are decided, years of them.
const COUNTS: &[&str] = &[
    "CREATE TABLE decided_counts (
        user_id {uuid} NOT NULL CONSTRAINT pk_decided_counts PRIMARY KEY,
        approved bigint NOT NULL,
        rejected bigint NOT NULL,
        CONSTRAINT fk_decided_counts_user FOREIGN KEY (user_id) REFERENCES users (id)
    )",
    "INSERT INTO decided_counts (user_id, approved, rejected)
        SELECT user_id, count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'rejected')
        FROM timesheets WHERE status <> 'pending' GROUP BY user_id",
];

const DOWN: &[&str] =
    &["DROP TABLE decided_counts", "CREATE INDEX ix_timesheets_status ON timesheets (user_id, status)"];

const TRIGGERS_SQLITE: &[&str] = &[
    "CREATE TRIGGER tr_timesheets_decided AFTER UPDATE OF status ON timesheets WHEN new.status <> old.status
        BEGIN INSERT INTO decided_counts (user_id, approved, rejected)
            VALUES (new.user_id, (new.status = 'approved') - (old.status = 'approved'),
                (new.status = 'rejected') - (old.status = 'rejected'))
            ON CONFLICT (user_id) DO UPDATE
                SET approved = approved + excluded.approved, rejected = rejected + excluded.rejected; END",
    "CREATE TRIGGER tr_timesheets_inserted AFTER INSERT ON timesheets WHEN new.status <> 'pending'
        BEGIN INSERT INTO decided_counts (user_id, approved, rejected)
            VALUES (new.user_id, new.status = 'approved', new.status = 'rejected')
            ON CONFLICT (user_id) DO UPDATE
                SET approved = approved + excluded.approved, rejected = rejected + excluded.rejected; END",
    "CREATE TRIGGER tr_timesheets_deleted AFTER DELETE ON timesheets WHEN old.status <> 'pending'
        BEGIN UPDATE decided_counts SET approved = approved - (old.status = 'approved'),
            rejected = rejected - (old.status = 'rejected') WHERE user_id = old.user_id; END",
];

// A decision on a hundred entries counts once for each of its people, in the order of their ids, so that two decisions never wait for
// each other. A new entry waits, and costs no more than a look at its status.
const TRIGGERS_POSTGRES: &[&str] = &[
    "CREATE FUNCTION count_decided() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO decided_counts AS c (user_id, approved, rejected)
            SELECT user_id, coalesce(sum(n) FILTER (WHERE status = 'approved'), 0),
                coalesce(sum(n) FILTER (WHERE status = 'rejected'), 0)
            FROM (SELECT user_id, status, 1 AS n FROM after UNION ALL SELECT user_id, status, -1 FROM before) AS changed
            WHERE status <> 'pending' GROUP BY user_id ORDER BY user_id
            ON CONFLICT (user_id) DO UPDATE
                SET approved = c.approved + excluded.approved, rejected = c.rejected + excluded.rejected;
        RETURN NULL; END $$",
    "CREATE TRIGGER tr_timesheets_decided AFTER UPDATE ON timesheets
        REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_decided()",
    "CREATE FUNCTION count_decided_row() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END; changed timesheets := coalesce(NEW, OLD); BEGIN
        INSERT INTO decided_counts AS c (user_id, approved, rejected)
            VALUES (changed.user_id, sign * (changed.status = 'approved')::integer, sign * (changed.status = 'rejected')::integer)
            ON CONFLICT (user_id) DO UPDATE
                SET approved = c.approved + excluded.approved, rejected = c.rejected + excluded.rejected;
        RETURN NULL; END $$",
    "CREATE TRIGGER tr_timesheets_inserted AFTER INSERT ON timesheets FOR EACH ROW WHEN (NEW.status <> 'pending')
        EXECUTE FUNCTION count_decided_row()",
    "CREATE TRIGGER tr_timesheets_deleted AFTER DELETE ON timesheets FOR EACH ROW WHEN (OLD.status <> 'pending')
        EXECUTE FUNCTION count_decided_row()",
];

const DOWN_POSTGRES: &[&str] = &[
    "DROP TRIGGER tr_timesheets_deleted ON timesheets",
    "DROP TRIGGER tr_timesheets_inserted ON timesheets",
    "DROP TRIGGER tr_timesheets_decided ON timesheets",
    "DROP FUNCTION count_decided_row()",
    "DROP FUNCTION count_decided()",
];
