//! What the reports about the portal itself ask for, by hand: each question counts over one or more tables in one statement.

pub(crate) mod accounts;
pub(crate) mod activity;
pub(crate) mod approvals;
pub(crate) mod health;
pub(crate) mod mails;

use application::ports::{
    Activity, DecidedTogether, FoundPeople, MailFigures, ManagerWaiting, Result, RoleAccounts, StoreError,
    SystemReportReads, UnsentMail,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::time::Month;

use crate::database::Database;
use crate::reports::decisions::between;
use crate::sql;

#[async_trait]
impl SystemReportReads for Database {
    async fn accounts(&self, lately: Instant) -> Result<Vec<RoleAccounts>> {
        self.all(accounts::BY_ROLE, vec![lately.into()], accounts::by_role).await
    }

    async fn activity(&self, from: Instant, before: Instant) -> Result<Vec<(Instant, Activity)>> {
        self.all(activity::by_quarter(self.backend()), between(from, before), activity::of_quarter).await
    }

    async fn managers(&self, today: NaiveDate, page: u32, limit: u32) -> Result<(Vec<ManagerWaiting>, u32)> {
        let total = self.first(approvals::MANAGERS_COUNT, vec![], |columns| Ok(columns.count()?)).await?;
        let before = i64::from(page.saturating_sub(1)) * i64::from(limit);
        let values = vec![today.into(), i64::from(limit).into(), before.into()];
        let managers = self.all(approvals::managers(self.backend()), values, approvals::manager).await?;
        Ok((managers, total.unwrap_or_default()))
    }

    async fn decided_by_team(
        &self,
        managers: &[UserId],
        from: Instant,
        before: Instant,
    ) -> Result<Vec<(UserId, DecidedTogether)>> {
        let mut values = between(from, before);
        values.push(sql::ids(self.backend(), managers.iter().map(|manager| manager.uuid())));
        self.all(approvals::decided_by_team(self.backend()), values, approvals::of_team).await
    }

    async fn waiting_for_nobody(&self, today: NaiveDate) -> Result<(u32, Option<Instant>)> {
        let waiting = self
            .first(approvals::for_nobody(self.backend()), vec![today.into()], |columns| {
                Ok((columns.count()?, columns.take()?))
            })
            .await?;
        Ok(waiting.unwrap_or_default())
    }

    async fn mail_figures(&self, since: Instant) -> Result<MailFigures> {
        let figures = self.first(mails::FIGURES, vec![since.into()], mails::figures).await?;
        figures.ok_or_else(|| StoreError::Backend("a count without a row".into()))
    }

    async fn unsent_mails(&self, limit: u32) -> Result<Vec<UnsentMail>> {
        self.all(mails::UNSENT, vec![i64::from(limit).into()], mails::unsent).await
    }

    async fn newest_backup(&self) -> Result<Option<Instant>> {
        self.first(activity::NEWEST_BACKUP, vec![], |columns| Ok(columns.take()?)).await
    }

    async fn people_found(&self, today: NaiveDate, temporary_before: Instant, limit: u32) -> Result<Vec<FoundPeople>> {
        let values = vec![today.into(), temporary_before.into(), i64::from(limit).into()];
        Ok(health::gathered(self.all(health::people_found(), values, health::person_found).await?))
    }

    async fn drifted_months(&self) -> Result<Vec<Month>> {
        self.all(health::DRIFTED_MONTHS, vec![], |columns| Ok(Month::of(columns.take()?))).await
    }
}
