//! Reading everything that a database holds at one moment, while others write.

use std::fs::File;
use std::time::{Duration, Instant as Clock};

use application::backups::Contents;
use domain::Instant;
use futures_util::TryStreamExt;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement, StreamTrait};
use tokio::sync::mpsc::{self, Sender};

use super::file::{self, Heading};
use super::tables::{TABLES, schema, select};
use super::{BYTES_TOGETHER, BackupError, PIECES_WAITING, Piece, ROWS_TOGETHER, Result, RowCounts, beside, contents};
use crate::database::{Database, applied};

/// What a backup has become.
#[derive(Debug, Clone)]
pub struct BackedUp {
    pub contents: Contents,
    pub bytes: u64,
    /// The SHA-256 of the file, as 64 small hexadecimal digits.
    pub sha256: String,
}

impl Database {
    /// Writes everything into `file`, which is empty or a pipe, and flushes it to the disk. Later writes are not in it, and nobody
    /// waits for it. Memory does not grow with the database. The schema may be that of an earlier version, which the file names.
    /// `made_at` and `version`: the time, and the version of Daybook that makes it.
    pub async fn back_up(&self, file: File, made_at: Instant, version: &str) -> Result<BackedUp> {
        let backend = self.backend();
        let snapshot = self.begin_snapshot().await?;
        if backend == DbBackend::Postgres {
            snapshot.execute_unprepared(WITHOUT_LIMITS).await?;
        }
        let newest = applied(&snapshot, backend).await?.pop().unwrap_or_default();
        let heading = Heading { made_at, version: version.to_owned(), schema: newest };
        let (pieces, taken) = mpsc::channel(PIECES_WAITING);
        let writing = tokio::spawn(beside(move || file::write(file, &heading, taken)));
        let read = read_everything(&snapshot, &pieces).await;
        drop(pieces);
        let written = writing.await.map_err(|error| BackupError::Failed(error.to_string()))?;
        // Where both fail it is because the file cannot be written.
        let (bytes, sha256) = written?;
        let contents = contents(&read?);
        snapshot.rollback().await?;
        Ok(BackedUp { contents, bytes, sha256 })
    }
}

async fn read_everything(snapshot: &DatabaseTransaction, pieces: &Sender<Piece>) -> Result<RowCounts> {
    let backend = ConnectionTrait::get_database_backend(snapshot);
    let schema = schema(snapshot).await?;
    let mut rows = RowCounts::new();
    // Of an earlier schema some tables are not there yet.
    for (table, columns) in TABLES.iter().filter_map(|table| Some((*table, schema.get(*table)?))) {
        let names = columns.iter().map(|column| column.name.clone()).collect();
        hand_on(pieces, Piece::Table { name: table.to_owned(), columns: names }).await?;
        let statement = Statement::from_string(backend, select(backend, table, columns));
        rows.insert(table.to_owned(), read_table(snapshot, statement, pieces).await?);
    }
    hand_on(pieces, Piece::End(rows.clone())).await?;
    Ok(rows)
}

/// The limits of a request are none of a backup's, and instants are written in UTC.
pub(crate) const WITHOUT_LIMITS: &str = "\
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TIME ZONE 'UTC'";

/// After so much work a backup rests twice as long, so that people who use the portal meanwhile hardly wait for it.
const WORK: Duration = Duration::from_millis(5);

async fn read_table(snapshot: &DatabaseTransaction, statement: Statement, pieces: &Sender<Piece>) -> Result<u64> {
    let mut found = snapshot.stream_raw(statement).await?;
    let (mut lines, mut bytes, mut count, mut began) = (Vec::new(), 0, 0, Clock::now());
    while let Some(row) = found.try_next().await? {
        let line: String = row.try_get_by_index(0)?;
        bytes += line.len();
        count += 1;
        lines.push(line);
        if lines.len() == ROWS_TOGETHER || bytes >= BYTES_TOGETHER {
            hand_on(pieces, Piece::Rows(std::mem::take(&mut lines))).await?;
            bytes = 0;
            let worked = began.elapsed();
            if worked >= WORK {
                tokio::time::sleep(worked * 2).await;
                began = Clock::now();
            }
        }
    }
    if !lines.is_empty() {
        hand_on(pieces, Piece::Rows(lines)).await?;
    }
    Ok(count)
}

async fn hand_on(pieces: &Sender<Piece>, piece: Piece) -> Result<()> {
    pieces.send(piece).await.map_err(|_| BackupError::Failed("the file is not written any more".to_owned()))
}
