//! Mocks of the two read ports that take a borrowed value or none, which cannot be mocked as they stand: the mock takes
//! the value as its own.

use crate::ports::{
    ApprovalCount, Credentials, DirectoryEntry, EntryView, FrozenDays, HeadCount, MonthRecord, OwnEntry, PeopleFigures,
    PeopleFilter, PeopleReads, PersonView, StoreError, TeamPresence, TimesheetReads, UnlockView,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::person::{Employment, Role};
use domain::time::Month;

type Page<T> = (Vec<T>, u32);

mockall::mock! {
    pub(crate) PeopleReads {
        pub(crate) fn credentials(&self, email: &str, address: &str, known_since: Instant) -> Result<Option<Credentials>, StoreError>;
        pub(crate) fn person(&self, user: UserId) -> Result<Option<PersonView>, StoreError>;
        pub(crate) fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError>;
        pub(crate) fn presence(&self, manager: UserId, today: NaiveDate) -> Result<TeamPresence, StoreError>;
        pub(crate) fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<Page<PersonView>, StoreError>;
        pub(crate) fn directory(&self, roles: &[Role], search: Option<String>, page: u32, limit: u32) -> Result<Page<DirectoryEntry>, StoreError>;
        pub(crate) fn head_count(&self) -> Result<HeadCount, StoreError>;
        pub(crate) fn figures(&self, today: NaiveDate, new_since: NaiveDate, left_since: Instant) -> Result<PeopleFigures, StoreError>;
        pub(crate) fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>, StoreError>;
        pub(crate) fn month_records(&self, scope: Scope, month: Month) -> Result<Vec<MonthRecord>, StoreError>;
    }
}

#[async_trait]
impl PeopleReads for MockPeopleReads {
    async fn credentials(
        &self,
        email: &str,
        address: &str,
        known_since: Instant,
    ) -> Result<Option<Credentials>, StoreError> {
        Self::credentials(self, email, address, known_since)
    }
    async fn person(&self, user: UserId) -> Result<Option<PersonView>, StoreError> {
        Self::person(self, user)
    }
    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        Self::employment(self, user)
    }
    async fn presence(&self, manager: UserId, today: NaiveDate) -> Result<TeamPresence, StoreError> {
        Self::presence(self, manager, today)
    }
    async fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<Page<PersonView>, StoreError> {
        Self::list(self, filter, page, limit)
    }
    async fn directory(
        &self,
        roles: &[Role],
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<Page<DirectoryEntry>, StoreError> {
        Self::directory(self, roles, search.map(str::to_owned), page, limit)
    }
    async fn head_count(&self) -> Result<HeadCount, StoreError> {
        Self::head_count(self)
    }
    async fn figures(
        &self,
        today: NaiveDate,
        new_since: NaiveDate,
        left_since: Instant,
    ) -> Result<PeopleFigures, StoreError> {
        Self::figures(self, today, new_since, left_since)
    }
    async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>, StoreError> {
        Self::frozen(self, since, limit)
    }
    async fn month_records(&self, scope: Scope, month: Month) -> Result<Vec<MonthRecord>, StoreError> {
        Self::month_records(self, scope, month)
    }
}

mockall::mock! {
    pub(crate) TimesheetReads {
        pub(crate) fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>, StoreError>;
        pub(crate) fn of_scope(&self, scope: Scope, employee: Option<UserId>, from: NaiveDate, to: NaiveDate) -> Result<Vec<EntryView>, StoreError>;
        pub(crate) fn waiting_weeks(&self, scope: Scope, employee: Option<UserId>, before: NaiveDate) -> Result<Vec<EntryView>, StoreError>;
        pub(crate) fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError>;
        pub(crate) fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>, StoreError>;
        pub(crate) fn approval_counts(&self, users: Option<Vec<UserId>>) -> Result<Vec<ApprovalCount>, StoreError>;
        pub(crate) fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError>;
        pub(crate) fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>, StoreError>;
        pub(crate) fn unlocks(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>, StoreError>;
        pub(crate) fn page(&self, from: NaiveDate, to: NaiveDate, page: u32, limit: u32) -> Result<Page<EntryView>, StoreError>;
        pub(crate) fn newest(&self, limit: u32) -> Result<Vec<EntryView>, StoreError>;
    }
}

#[async_trait]
impl TimesheetReads for MockTimesheetReads {
    async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>, StoreError> {
        Self::of_user(self, user, from, to)
    }
    async fn of_scope(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError> {
        Self::of_scope(self, scope, employee, from, to)
    }
    async fn waiting_weeks(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        before: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError> {
        Self::waiting_weeks(self, scope, employee, before)
    }
    async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError> {
        Self::unlocked_days(self, user, from, to)
    }
    async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>, StoreError> {
        Self::oldest_fillable(self, user)
    }
    async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>, StoreError> {
        Self::approval_counts(self, users.map(<[UserId]>::to_vec))
    }
    async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError> {
        Self::absent_days(self, user, from, to)
    }
    async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>, StoreError> {
        Self::rejected_days(self, user, before, limit)
    }
    async fn unlocks(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>, StoreError> {
        Self::unlocks(self, user, limit)
    }
    async fn page(&self, from: NaiveDate, to: NaiveDate, page: u32, limit: u32) -> Result<Page<EntryView>, StoreError> {
        Self::page(self, from, to, page, limit)
    }
    async fn newest(&self, limit: u32) -> Result<Vec<EntryView>, StoreError> {
        Self::newest(self, limit)
    }
}
