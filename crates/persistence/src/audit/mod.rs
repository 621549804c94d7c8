//! The audit log: the chain of seals, verifications of it, and events as they are read from it.

pub(crate) mod chain;
pub(crate) mod page;
pub(crate) mod verifications;

use application::ports::{
    AuditChain, AuditFilter, AuditOrder, AuditPart, AuditReads, AuditRepository, AuditVerification, Backlog, Result,
    StoreError, Unsealed,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::oversight::audit::{ChainEntry, ChainPoint, Sealing};
use sea_orm::DbBackend;
use uuid::Uuid;

use crate::database::Database;
use crate::row::{Columns, corrupt};
use crate::sql;
use crate::unit::Unit;

/// Whether a column is one of any number of numbers, in one parameter; see [`numbers`].
fn among_numbers(backend: DbBackend, column: &str, n: u8) -> String {
    if backend == DbBackend::Postgres {
        format!("{column} = ANY(string_to_array(${n}, ',')::bigint[])")
    } else {
        format!("{column} IN (SELECT value FROM json_each('[' || ${n} || ']'))")
    }
}

/// The parameter for [`among_numbers`].
fn numbers(numbers: impl IntoIterator<Item = i64>) -> sea_orm::Value {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(",").into()
}

/// The migration has made the one row of the chain.
fn gone() -> StoreError {
    corrupt("audit_chain", "position", 1)
}

#[async_trait]
impl AuditRepository for Unit {
    async fn lock_chain(&self) -> Result<AuditChain> {
        let statement = format!("{}{}", chain::CHAIN, sql::lock(self.backend(), " FOR UPDATE"));
        self.first(statement, vec![], chain::chain).await?.ok_or_else(gone)
    }

    async fn seal(&self, sealing: &Sealing, at: Instant) -> Result<()> {
        let backend = self.backend();
        for (statement, values) in chain::sealing_statements(backend, sealing, at) {
            self.change(statement, values).await?;
        }
        Ok(())
    }

    async fn begin_verification(&self, night: Option<NaiveDate>, at: Instant) -> Result<bool> {
        Ok(self.change(verifications::BEGIN, vec![at.into(), night.into()]).await? == 1)
    }

    async fn take_verification(&self, holder: Uuid, now: Instant, until: Instant) -> Result<Option<AuditVerification>> {
        if self.change(verifications::TAKE, vec![holder.into(), now.into(), until.into()]).await? == 0 {
            return Ok(None);
        }
        self.first(verifications::LAST, vec![], verifications::verification).await
    }

    async fn keep_verification(&self, holder: Uuid, verification: &AuditVerification) -> Result<bool> {
        Ok(self.change(verifications::KEEP, verifications::kept(holder, verification)).await? == 1)
    }

    async fn prune(&self, through: ChainPoint) -> Result<()> {
        self.change(chain::MOVE_CHECKPOINT, vec![through.position.into(), through.hash.to_string().into()]).await?;
        for statement in chain::PRUNE {
            self.change(statement, vec![through.position.into()]).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl AuditReads for Database {
    async fn chain(&self) -> Result<AuditChain> {
        self.first(chain::CHAIN, vec![], chain::chain).await?.ok_or_else(gone)
    }

    async fn unsealed(&self, limit: u32) -> Result<Unsealed> {
        let backend = self.backend();
        self.read(move |connection| async move {
            let chain = sql::row(&*connection, chain::CHAIN, vec![], chain::chain).await?.ok_or_else(gone)?;
            // In this order: those who were at work are done only when the look that follows can see what they wrote.
            let gaps = sql::rows(&*connection, &chain::gaps_statement(backend), vec![], chain::gap).await?;
            let late = if gaps.is_empty() {
                Vec::new()
            } else {
                let values = vec![i64::from(limit).into()];
                sql::rows(&*connection, &chain::late_statement(backend), values, chain::unsealed).await?
            };
            let values = vec![chain.newest_seq.into(), i64::from(limit).into()];
            let newer = sql::rows(&*connection, &chain::newer_statement(backend), values, chain::unsealed).await?;
            let mut unreadable = Vec::new();
            let [late, newer] = [late, newer].map(|found| {
                let events = found.into_iter().filter_map(|event| event.map_err(|seq| unreadable.push(seq)).ok());
                events.collect::<Vec<_>>()
            });
            Ok(Unsealed { chain, gaps, late, newer, unreadable })
        })
        .await
    }

    async fn backlog(&self) -> Result<Backlog> {
        let backlog = |columns: &mut Columns<'_>| {
            let events = columns.count()?;
            Ok(Backlog { events, since: columns.take::<Option<Instant>>().unwrap_or_default() })
        };
        Ok(self.first(chain::BACKLOG, vec![], backlog).await?.unwrap_or_default())
    }

    async fn chain_entries(&self, after: i64, limit: u32) -> Result<Vec<ChainEntry>> {
        self.all(chain::entries_statement(self.backend(), limit), vec![after.into()], chain::entry).await
    }

    async fn audit_part(
        &self,
        filter: &AuditFilter,
        order: AuditOrder,
        limit: u32,
        subjects: u32,
    ) -> Result<AuditPart> {
        let filter = filter.clone();
        self.read(move |connection| async move { page::read(&*connection, &filter, order, limit, subjects).await })
            .await
    }

    async fn count_audit(&self, filter: &AuditFilter, limit: u32) -> Result<u32> {
        let (statement, values) = page::count_statement(self.backend(), filter, limit);
        Ok(self.first(statement, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default())
    }

    async fn last_verification(&self) -> Result<Option<AuditVerification>> {
        self.first(verifications::LAST, vec![], verifications::verification).await
    }

    async fn last_finished_verification(&self) -> Result<Option<AuditVerification>> {
        self.first(verifications::LAST_FINISHED, vec![], verifications::verification).await
    }

    async fn last_night_verified(&self) -> Result<Option<NaiveDate>> {
        let night = |columns: &mut Columns<'_>| Ok(columns.take::<Option<NaiveDate>>()?);
        Ok(self.first(verifications::LAST_NIGHT, vec![], night).await?.flatten())
    }
}
