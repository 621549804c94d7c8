//! The statements that the portal runs for the calls that are compared, word for word.
//!
//! A test holds them against what the portal sends, so that the comparison stays one of equals.

use std::collections::HashMap;

/// SQL statements by their names.
pub(super) type Statements = HashMap<&'static str, &'static str>;

/// The statements of the file beside this one on an engine. There each has a name on the line above it, and others stand in it in braces;
/// behind the name stands the engine where it is of one alone.
pub(super) fn of(engine: &str) -> Statements {
    let mut all = Statements::new();
    for block in include_str!("statements.sql").split("\n\n") {
        let mut lines = block.lines().filter(|line| !line.starts_with("--"));
        let (name, only) = lines.next().map(|line| line.split_once(' ').unwrap_or((line, engine))).unwrap_or_default();
        let text = lines.collect::<Vec<_>>().join(" ");
        let text = all.iter().fold(text, |text, (name, of)| text.replace(&format!("{{{name}}}"), of));
        if only == engine {
            all.insert(name, text.leak());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::of;
    use application::ports::{LeaveDayReads, MonthReads, SessionReads, Store, TimesheetReads};
    use domain::access::{Leads, Scope};
    use domain::id::{SessionId, UserId};
    use testkit::database::TestDatabase;
    use uuid::Uuid;

    async fn they_are_the_portals_own(database: TestDatabase, engine: &str) {
        let (store, heard) = (database.database(), database.statements());
        let (user, day) = (UserId::new(Uuid::nil()), chrono::NaiveDate::default());
        let team = Scope::Team(Leads::own(user));
        // Reads the holidays, which are then kept.
        store.week_facts(&[], day, day).await.unwrap();
        heard.take();
        store.session(SessionId::new(Uuid::nil()), day).await.unwrap();
        store.of_user(user, day, day).await.unwrap();
        store.of_scope(team.clone(), None, day, day).await.unwrap();
        store.closed_between(day, day).await.unwrap();
        store.week_facts(&[user], day, day).await.unwrap();
        store.leave_days(&team, day, day).await.unwrap();
        let unit = store.begin().await.unwrap();
        unit.timesheets().for_submission(user, day, day).await.unwrap();
        let names =
            ["session", "of_user", "of_team", "closed_between", "week_facts", "leave_of_team", "for_submission"];
        let (own, squeezed) = (of(engine), |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(
            heard.take().iter().map(squeezed).collect::<Vec<_>>(),
            names.map(|name| own.get(name).copied().unwrap_or_default())
        );
    }

    #[tokio::test]
    async fn they_are_the_portals_own_on_sqlite() {
        they_are_the_portals_own(TestDatabase::sqlite().await, "sqlite").await;
    }

    #[tokio::test]
    async fn they_are_the_portals_own_on_postgres() {
        they_are_the_portals_own(TestDatabase::postgres().await, "postgres").await;
    }
}
