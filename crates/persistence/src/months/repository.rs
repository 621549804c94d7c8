//! The ports of months.

use application::ports::{
    EmployeeIds, MonthCheck, MonthReads, MonthRepository, MonthView, NewRevision, OwnRow, PayrollTotals, PersonOfMonth,
    ReminderKind, Result, Revision, StoreError, Untold,
};
use async_trait::async_trait;
use chrono::{Datelike, NaiveDate};
use domain::Instant;
use domain::access::Scope;
use domain::id::{CloseId, LeaveRequestId, UserId};
use domain::month::{ChangedDays, Concerned, Held, MonthFacts, PayrollRow, Standing};
use domain::person::EmployeeId;
use domain::time::Month;
use domain::timesheet::Hours;
use sea_orm::{DbBackend, Value};

use super::facts::Whose;
use super::people::Asked;
use super::{facts, gate, notes, people, reads, rows, standing, standing_statement};
use crate::database::Database;
use crate::people::sort_name;
use crate::row::Columns;
use crate::sql;
use crate::unit::Unit;

/// The employee number behind which a list begins.
fn number(after: Option<EmployeeId>) -> Value {
    after.map_or(0, |id| id.number().cast_signed()).into()
}

#[async_trait]
impl MonthRepository for Unit {
    async fn hold_open(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Result<Held> {
        let backend = self.backend();
        let Some(values) = gate::values(backend, days, concerned, today) else { return Ok(Held::Open) };
        let statement =
            if backend == DbBackend::Postgres { gate::HOLD_POSTGRES.to_owned() } else { gate::look_statement(backend) };
        Ok(gate::held(&self.all(statement, values, gate::found).await?))
    }

    async fn hold_all(&self, days: &[(ChangedDays, Concerned)], today: NaiveDate) -> Result<Vec<Held>> {
        let backend = self.backend();
        let statement =
            if backend == DbBackend::Postgres { gate::HOLD_POSTGRES.to_owned() } else { gate::look_statement(backend) };
        let Some(values) = gate::values_of_all(backend, days, today) else {
            return Ok(gate::held_each(days, &[], &[]));
        };
        let found = self.all(statement, values, gate::found).await?;
        let Some(values) = gate::people_values(backend, days, &found) else {
            return Ok(gate::held_each(days, &found, &[]));
        };
        let rows = self.all(gate::people_statement(backend), values, gate::person_found).await?;
        Ok(gate::held_each(days, &found, &rows))
    }

    async fn standing(&self, month: Month) -> Result<Standing> {
        let found = self.first(standing_statement(self.backend()), vec![month.first().into()], standing).await?;
        Ok(found.unwrap_or(Standing::NEVER_CLOSED))
    }

    async fn begin_close(&self, month: Month, close: CloseId) -> Result<bool> {
        self.begin_the_close(month, close).await
    }

    async fn discard_rows(&self, month: Month, close: CloseId, limit: u32) -> Result<bool> {
        self.discard(month, close, limit).await
    }

    async fn add_rows(&self, month: Month, close: CloseId, rows: &[PayrollRow]) -> Result<()> {
        self.add(month, close, rows).await
    }

    async fn finish_close(&self, month: Month, close: CloseId, revision: &NewRevision) -> Result<()> {
        self.finish(month, close, revision).await
    }

    async fn abandon_close(&self, month: Month, close: CloseId) -> Result<()> {
        self.abandon(month, close).await
    }

    async fn reopen(&self, month: Month, by: UserId, reason: &str, at: Instant) -> Result<()> {
        self.open_again(month, by, reason, at).await
    }

    async fn note_export(&self, month: Month, revision: u32, by: UserId, at: Instant) -> Result<bool> {
        let values = vec![month.first().into(), revision.cast_signed().into(), at.into(), by.uuid().into()];
        Ok(self.change(notes::NOTE_EXPORT, values).await? == 1)
    }

    async fn has_row_besides(&self, month: Month, users: &[UserId]) -> Result<bool> {
        let users = sql::ids(self.backend(), users.iter().map(|user| user.uuid()));
        let read = |columns: &mut Columns<'_>| Ok(columns.take::<bool>()?);
        let found = self.first(rows::has_besides(self.backend()), vec![month.first().into(), users], read).await?;
        Ok(found.unwrap_or_default())
    }

    async fn is_exported(&self, month: Month) -> Result<bool> {
        let read = |columns: &mut Columns<'_>| Ok(columns.take::<bool>()?);
        Ok(self.first(notes::IS_EXPORTED, vec![month.first().into()], read).await?.unwrap_or_default())
    }

    async fn accept(
        &self,
        days: &[(UserId, NaiveDate)],
        note: &str,
        by: UserId,
        at: Instant,
    ) -> Result<Vec<(UserId, NaiveDate)>> {
        let mut accepted = Vec::new();
        for days in days.chunks(notes::ACCEPTED_TOGETHER) {
            let values = vec![note.into(), by.uuid().into(), at.into(), notes::days_as_json(days)];
            let read = |columns: &mut Columns<'_>| Ok((UserId::new(columns.take()?), columns.take()?));
            accepted.extend(self.all(notes::accept(self.backend()), values, read).await?);
        }
        Ok(accepted)
    }

    async fn end_acceptance(&self, user: UserId, day: NaiveDate) -> Result<()> {
        self.change(notes::END_ACCEPTANCE, vec![user.uuid().into(), day.into()]).await?;
        Ok(())
    }

    async fn end_acceptance_on_leave(&self, requests: &[LeaveRequestId]) -> Result<()> {
        let backend = self.backend();
        let ids = sql::ids(backend, requests.iter().map(|request| request.uuid()));
        self.change(notes::end_acceptance_on_leave(backend), vec![ids]).await?;
        Ok(())
    }

    async fn facts_of(&self, month: Month, users: &[UserId], half_days: &[Hours]) -> Result<Vec<(UserId, MonthFacts)>> {
        let backend = self.backend();
        let ids = sql::ids(backend, users.iter().map(|user| user.uuid()));
        // A write that records, unlocks or gives up a day holds the account, too: what is read afterwards stays.
        self.change(crate::leave_ledger::lock_people(backend), vec![ids]).await?;
        let (statement, values) = facts::statement(backend, month, month.first(), half_days, Whose::People(users));
        let asked = Asked { month, half_days: half_days.to_vec() };
        self.run(move |connection| async move {
            let found = people::read(&*connection, &statement, values, &asked).await?;
            Ok(found.into_iter().map(|found| (found.person.id, found.facts)).collect())
        })
        .await
    }

    async fn remind(&self, month: Month, kind: ReminderKind, users: &[UserId], day: NaiveDate) -> Result<Vec<UserId>> {
        let backend = self.backend();
        let people = sql::ids(backend, users.iter().map(|user| user.uuid()));
        let values = vec![month.first().into(), day.into(), kind.name().into(), people];
        self.all(notes::remind(backend), values, |columns| Ok(UserId::new(columns.take()?))).await
    }

    async fn keep_check(&self, month: Month, revision: u32, check: &MonthCheck) -> Result<bool> {
        let values = vec![
            month.first().into(),
            revision.cast_signed().into(),
            check.checked_at.into(),
            check.differences.cast_signed().into(),
            check.checksum_holds.into(),
            notes::samples_as_json(&check.samples).into(),
        ];
        Ok(self.change(notes::KEEP_CHECK, values).await? == 1)
    }

    async fn untold(&self, limit: u32) -> Result<Option<Untold>> {
        let read = |columns: &mut Columns<'_>| {
            let (month, revision, through): (_, i32, i32) = (rows::month(columns)?, columns.take()?, columns.take()?);
            Ok((month, revision, through))
        };
        let found = self.first(notes::untold_month(self.backend()), vec![], read).await?;
        let Some((month, revision, through)) = found else { return Ok(None) };
        let values = vec![month.first().into(), revision.into(), through.into(), i64::from(limit).into()];
        let rows = self.all(rows::UNTOLD, values, rows::untold).await?;
        Ok(Some(Untold { month, revision: revision.cast_unsigned(), rows }))
    }

    async fn told(&self, month: Month, revision: u32, through: Option<EmployeeId>) -> Result<()> {
        let through = through.map(|id| id.number().cast_signed());
        let values = vec![month.first().into(), revision.cast_signed().into(), through.into()];
        self.change(notes::TOLD, values).await?;
        Ok(())
    }
}

#[async_trait]
impl MonthReads for Database {
    async fn look(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Result<Held> {
        let backend = self.backend();
        let Some(values) = gate::values(backend, days, concerned, today) else { return Ok(Held::Open) };
        Ok(gate::held(&self.all(gate::look_statement(backend), values, gate::found).await?))
    }

    async fn closing(&self) -> Result<Option<Month>> {
        self.first(reads::closing_statement(self.backend()), vec![], rows::month).await
    }

    async fn has_untold(&self) -> Result<bool> {
        Ok(self.first(notes::HAS_UNTOLD, vec![], |_| Ok(())).await?.is_some())
    }

    async fn standing_of(&self, month: Month) -> Result<Standing> {
        let found = self.first(standing_statement(self.backend()), vec![month.first().into()], standing).await?;
        Ok(found.unwrap_or(Standing::NEVER_CLOSED))
    }

    async fn closed_between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<(Month, u32, Instant)>> {
        let read = |columns: &mut Columns<'_>| {
            let (month, revision): (_, i32) = (rows::month(columns)?, columns.take()?);
            Ok((month, revision.cast_unsigned(), columns.take()?))
        };
        self.all(reads::CLOSED_BETWEEN, vec![from.into(), to.into()], read).await
    }

    async fn months_of(&self, year: i32) -> Result<Vec<MonthView>> {
        let month = |number| Month::new(year, number).map_err(|_| StoreError::Backend("a year without months".into()));
        let values = vec![month(1)?.first().into(), month(12)?.last().into()];
        self.all(reads::of_year_statement(self.backend()), values, reads::view).await
    }

    async fn month(&self, month: Month) -> Result<MonthView> {
        let found = self.first(reads::one_statement(self.backend()), vec![month.first().into()], reads::view).await?;
        Ok(found.unwrap_or_else(|| MonthView::never_closed(month)))
    }

    async fn years_closed(&self) -> Result<Vec<i32>> {
        let read = |columns: &mut Columns<'_>| Ok(columns.take::<NaiveDate>()?.year());
        let mut years = self.all(reads::EVER_CLOSED, vec![], read).await?;
        years.dedup();
        Ok(years)
    }

    async fn revisions(&self, month: Month) -> Result<Vec<Revision>> {
        self.all(reads::REVISIONS, vec![month.first().into()], reads::revision).await
    }

    async fn people_of(
        &self,
        month: Month,
        today: NaiveDate,
        half_days: &[Hours],
        ids: EmployeeIds,
        after: Option<EmployeeId>,
        limit: u32,
    ) -> Result<Vec<PersonOfMonth>> {
        let whose = Whose::After(ids, after, limit);
        let (statement, values) = facts::statement(self.backend(), month, today, half_days, whose);
        let asked = Asked { month, half_days: half_days.to_vec() };
        self.read(move |connection| async move { people::read(&*connection, &statement, values, &asked).await }).await
    }

    async fn reminded(&self, month: Month, day: NaiveDate) -> Result<Vec<(ReminderKind, UserId)>> {
        let read = |columns: &mut Columns<'_>| {
            let place = columns.place("month_reminders");
            Ok((columns.column(&place, "kind")?, columns.column(&place, "user_id")?))
        };
        self.all(notes::REMINDED, vec![month.first().into(), day.into()], read).await
    }

    async fn rows_after(
        &self,
        month: Month,
        revision: u32,
        after: Option<EmployeeId>,
        limit: u32,
    ) -> Result<Vec<PayrollRow>> {
        let more = [number(after), i64::from(limit).into()];
        let values = rows::of_revision((month, revision)).into_iter().chain(more).collect();
        self.all(rows::AFTER, values, rows::row).await
    }

    async fn rows_page(
        &self,
        month: Month,
        revision: u32,
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<PayrollRow>, u32)> {
        let (backend, of) = (self.backend(), (month, revision));
        let (count, values) = rows::count_statement(backend, of, search);
        let total = self.first(count, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default();
        let (statement, values) = rows::page_statement(backend, of, search, page, limit);
        Ok((self.all(statement, values, rows::row).await?, total))
    }

    async fn totals(&self, month: Month, revision: u32) -> Result<PayrollTotals> {
        let values = rows::of_revision((month, revision));
        Ok(self.first(rows::TOTALS, values, rows::totals).await?.unwrap_or_default())
    }

    async fn rows_in(&self, month: Month, revision: u32, scope: &Scope) -> Result<Vec<PayrollRow>> {
        let (statement, values) = rows::in_scope_statement((month, revision), scope);
        let mut rows = self.all(statement, values, rows::row).await?;
        rows.sort_by_cached_key(|row| (sort_name(&row.name), row.employee_id));
        Ok(rows)
    }

    async fn by_checksum(&self, checksum: &str) -> Result<Option<(Month, u32)>> {
        let read = |columns: &mut Columns<'_>| Ok((rows::month(columns)?, columns.take::<i32>()?.cast_unsigned()));
        self.first(reads::BY_CHECKSUM, vec![checksum.into()], read).await
    }

    async fn own_rows(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<OwnRow>, u32)> {
        let user: Value = user.uuid().into();
        let count = self.first(rows::COUNT_OWN, vec![user.clone()], |columns| Ok(columns.count()?)).await?;
        let offset = i64::from(page.saturating_sub(1)) * i64::from(limit);
        let found = self.all(rows::OWN_PAGE, vec![user, i64::from(limit).into(), offset.into()], rows::own).await?;
        Ok((found, count.unwrap_or_default()))
    }

    async fn own_row(&self, user: UserId, month: Month) -> Result<Option<OwnRow>> {
        self.first(rows::OWN_OF_MONTH, vec![user.uuid().into(), month.first().into()], rows::own).await
    }

    async fn all_closed(&self) -> Result<Vec<Month>> {
        self.all(reads::ALL_CLOSED, vec![], rows::month).await
    }
}
