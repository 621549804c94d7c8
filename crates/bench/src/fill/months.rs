//! What everybody is paid, so that a closed month has amounts: a salary since joining, and for one in ten another one since the
//! middle of the month that is closed.

use super::{CREATED, Dialect, insert};
use crate::engine::Database;
use crate::failure::Outcome;
use crate::organisation::month_waiting;

pub(crate) async fn salaries(database: &Database) -> Outcome<()> {
    let mut session = database.open().await?;
    let dialect = Dialect(database.engine());
    for statement in dialect.before() {
        session.run(*statement).await?;
    }
    let middle = month_waiting() + chrono::Days::new(14);
    let with = format!("WITH p(starts_on, one_in, more) AS (VALUES ('2020-01-01', 1, 0), ('{middle}', 10, 300000))");
    let columns = [
        ("user_id", "u.id".to_owned()),
        ("starts_on", dialect.date("p.starts_on")),
        ("salary_cents", "3000000 + u.employee_number % 97 * 12345 + p.more".to_owned()),
        ("set_at", dialect.instant(CREATED)),
    ];
    let from = "FROM p CROSS JOIN users u WHERE u.role = 'Employee' AND u.employee_number % p.one_in = 0";
    insert(&mut session, "salaries", &columns, &with, from).await?;
    session.close().await?;
    super::settle(database).await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

    use super::*;
    use crate::engine::Engine;
    use crate::organisation::Size;
    use migrations::{Migrator, MigratorTrait};

    #[tokio::test]
    async fn everybody_is_paid_and_one_in_ten_more_since_the_middle_of_the_month() {
        let folder = std::env::temp_dir().join(format!("daybook-bench-months-{}", std::process::id()));
        let database = Database::make(Engine::Sqlite, None, &folder, "").await.unwrap();
        let connection = sea_orm::Database::connect(format!("{}?mode=rwc", database.url())).await.unwrap();
        Migrator::up(&connection, None).await.unwrap();
        connection.close().await.unwrap();
        super::super::fill(&database, Size::Small, 10, "a hash").await.unwrap();
        salaries(&database).await.unwrap();
        let mut session = database.open().await.unwrap();
        let mut changed = async |statement: &str| session.run(statement).await.unwrap();
        assert_eq!(changed("UPDATE salaries SET set_at = set_at WHERE starts_on = '2020-01-01'").await, 100);
        assert_eq!(changed("UPDATE salaries SET set_at = set_at WHERE starts_on = '2026-06-15'").await, 10);
        session.close().await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
