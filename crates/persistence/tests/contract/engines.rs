//! The engines that the contract is kept on: the two databases, and the store in memory that the use cases are tested over.
//!
//! What only a database has stays with the two (`on_both_engines!`): schema and constraints by name, plans and statements,
//! connections that break, opening and upgrading, the event feed and the signal that mails wait, housekeeping, rows that
//! nobody can read, and locks finer than one unit of work at a time.

use std::ops::Deref;
use std::sync::Arc;

use application::ports::{
    AccountReads, AuditReads, HolidayReads, IdentityReads, ImportReads, InboxReads, InvitationReads, JobRunReads,
    KeptValueReads, LeaveCalendarReads, LeaveDayReads, LeaveFeedReads, LeaveLedgerReads, LeaveRequestReads,
    LeaveTypeReads, MailChoiceReads, MailQueue, MonthReads, PeopleReads, ReportReads, ResetReads, SalaryReads,
    SecondFactorReads, SessionReads, SettingReads, Store, SubstitutionReads, SystemReportReads, TimesheetReads,
    UnlockReads, WorkPatternReads,
};
use domain::id::UserId;
use persistence::Database;
use testkit::database::TestDatabase;
use testkit::memory::Memory;

use crate::support::{self, number};

/// All that the contract speaks of.
pub(crate) trait Engine:
    Store
    + SessionReads
    + PeopleReads
    + AccountReads
    + TimesheetReads
    + UnlockReads
    + HolidayReads
    + ImportReads
    + LeaveLedgerReads
    + LeaveTypeReads
    + LeaveDayReads
    + LeaveRequestReads
    + LeaveCalendarReads
    + LeaveFeedReads
    + InboxReads
    + InvitationReads
    + MailChoiceReads
    + MonthReads
    + ReportReads
    + ResetReads
    + SecondFactorReads
    + IdentityReads
    + KeptValueReads
    + SettingReads
    + WorkPatternReads
    + SalaryReads
    + SubstitutionReads
    + JobRunReads
    + SystemReportReads
    + AuditReads
    + MailQueue
{
}

impl Engine for Database {}

impl Engine for Memory {}

/// One of them, whichever it is.
pub(crate) type AnyEngine = dyn Engine;

/// An engine with nothing in it.
pub(crate) struct Subject {
    store: Arc<dyn Engine>,
    kept: Kept,
}

enum Kept {
    InDatabase(TestDatabase),
    InMemory(Memory),
}

impl Subject {
    pub(crate) fn database(database: TestDatabase) -> Self {
        Self { store: Arc::new(database.database().clone()), kept: Kept::InDatabase(database) }
    }

    pub(crate) fn memory() -> Self {
        let memory = Memory::default();
        Self { store: Arc::new(memory.clone()), kept: Kept::InMemory(memory) }
    }

    /// The same handle for a task of its own.
    pub(crate) fn shared(&self) -> Arc<dyn Engine> {
        self.store.clone()
    }

    /// A second handle on what is stored, as another instance of the portal would have one.
    pub(crate) async fn another_instance(&self) -> Arc<dyn Engine> {
        match &self.kept {
            Kept::InDatabase(database) => Arc::new(database.another_instance().await),
            Kept::InMemory(_) => self.store.clone(),
        }
    }

    /// Checks that `sql` counts `rows` rows, if the engine is a database.
    pub(crate) async fn holds(&self, rows: i64, sql: &str) {
        if let Kept::InDatabase(database) = &self.kept {
            assert_eq!(number(database, sql).await, rows, "{sql}");
        }
    }
}

impl Deref for Subject {
    type Target = dyn Engine;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}

/// What each of so many answers who do `work` at once, on this instance and on others in turn.
pub(crate) async fn at_once<T, F>(engine: &Subject, count: usize, work: impl Fn(usize, Arc<dyn Engine>) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut tasks = Vec::new();
    for n in 0..count {
        let store = if n % 2 == 0 { engine.shared() } else { engine.another_instance().await };
        tasks.push(tokio::spawn(work(n, store)));
    }
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

pub(crate) async fn set(engine: &Subject, user: UserId, change: &str) {
    let memory = match &engine.kept {
        Kept::InDatabase(database) => return support::set(database, user, change).await,
        Kept::InMemory(memory) => memory,
    };
    memory.change(|state| {
        let account = state.people.get_mut(&user).unwrap();
        for assignment in change.split(", ") {
            let (column, value) = assignment.split_once(" = ").unwrap();
            let (standing, text) = (&mut account.record.standing, value.trim_matches('\''));
            match column {
                "is_active" => standing.is_active = value == "true",
                "is_blocked" => standing.is_blocked = value == "true",
                "role" => standing.role = text.parse().unwrap(),
                "first_name" => account.record.name.first = text.to_owned(),
                "joining_date" => account.record.joining_date = (value != "NULL").then(|| text.parse().unwrap()),
                "records_from" => account.record.records_from = (value != "NULL").then(|| text.parse().unwrap()),
                "manager_id" if value == "NULL" => account.record.manager = None,
                _ => panic!("nobody sets {assignment} in memory"),
            }
        }
    });
}

/// Writes each test once and runs it on the three engines: in a module `sqlite`, a module `postgres` and a module `memory`.
///
/// Each test takes what it needs of these: `async fn a_sentence(store: &AnyEngine, subject: &Subject) { … }`.
macro_rules! on_every_engine {
    ($($(#[$doc:meta])* async fn $name:ident($($given:ident: &$what:ident),+) $body:block)*) => {
        $($(#[$doc])* async fn $name($($given: &$crate::engines::$what),+) $body)*

        testkit::tests_over! {
            sqlite: $crate::engines::Subject::database(testkit::TestDatabase::sqlite().await); $($name($($what),+))*
        }
        testkit::tests_over! {
            postgres: $crate::engines::Subject::database(testkit::TestDatabase::postgres().await); $($name($($what),+))*
        }
        testkit::tests_over! { memory: $crate::engines::Subject::memory(); $($name($($what),+))* }
    };
}

/// Beside those: each test on the two databases alone.
macro_rules! on_databases {
    ($($tests:tt)*) => {
        mod on_databases {
            use super::*;

            testkit::on_both_engines! { $($tests)* }
        }
    };
}
