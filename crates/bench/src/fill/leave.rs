//! The organisation's leave: what everybody is given, and two years of requests.
//!
//! Everybody takes leave of one to three days in every fifth week, from Tuesday or Wednesday on, so that whichever pattern they work
//! by all of it counts; and besides one Monday, which is everybody's.

use super::{CREATED, Dialect, insert, is_own};
use crate::engine::{Database, Engine, Session};
use crate::failure::Outcome;
use crate::organisation::{
    Kind, LEAVE_MONDAY, LEAVE_SLOTS, LEAVE_SLOTS_PAST, LEAVE_START, LEAVES_A_PERSON, People, Size,
};

/// The numbers of Annual Leave and Sick Leave, the half days that a year gives of them, and how many are added to this year for the
/// requests that the benchmark makes.
const TYPES: [(u32, u32, u32); 2] = [(1, 40, 120), (2, 20, 0)];
/// The leave year of the portal's clock. It sees to this one and the next.
const YEAR: i32 = 2026;

/// What everybody has been given, so that the portal has nothing to enter while it is measured.
pub(super) async fn allocations(session: &mut Session, dialect: Dialect) -> Outcome<()> {
    let listed: Vec<String> = [YEAR, YEAR + 1]
        .into_iter()
        .flat_map(|year| TYPES.map(|(of, half_days, _)| (year, of, half_days)))
        .map(|(year, of, half_days)| format!("({year}, {of}, {half_days})"))
        .collect();
    let with = format!("WITH a(year, of_type, half_days) AS (VALUES {})", listed.join(", "));
    // The smallest numbers, of which requests have none.
    let id = dialect
        .id(Kind::LedgerRow, &format!("u.employee_number * {LEAVES_A_PERSON} + (a.year - {YEAR}) * 2 + a.of_type"));
    let from = "FROM a CROSS JOIN users u WHERE u.role = 'Employee'";
    ledger(session, dialect, &id, ["a.of_type", "a.year", "'allocation'", "a.half_days", "NULL"], &with, from).await
}

/// Two years of requests: those that have begun are decided, and two of those to come wait.
pub(crate) async fn requests(database: &Database, size: Size, own_patterns: u32) -> Outcome<()> {
    let mut session = database.open().await?;
    let dialect = Dialect(database.engine());
    for statement in dialect.before() {
        session.run(*statement).await?;
    }
    let is_own = is_own(People::of(size), own_patterns);
    let is_monday = format!("s.k = {LEAVE_SLOTS}");
    let e = "u.employee_number";
    let after = format!("CASE WHEN {is_monday} THEN {LEAVE_MONDAY} ELSE (s.k * 5 + {e} % 5) * 7 + 1 + {e} % 2 END");
    let more = format!("CASE WHEN {is_monday} THEN 0 ELSE ({e} + s.k) % 3 END");
    let counts = format!("CASE WHEN {is_monday} AND ({is_own}) THEN 0 ELSE 2 END");
    let status = format!(
        "CASE WHEN s.k <= {LEAVE_SLOTS_PAST} AND s.k % 7 = 3 THEN 'rejected' \
         WHEN s.k > {LEAVE_SLOTS_PAST} AND s.k % 4 = 0 AND NOT ({is_monday}) THEN 'pending' ELSE 'approved' END"
    );
    let is_live = format!("({status}) <> 'rejected'");
    let with = format!("WITH RECURSIVE s(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM s WHERE k < {LEAVE_SLOTS})");
    let from = "FROM s CROSS JOIN users u WHERE u.role = 'Employee'";
    let (start, created) = (dialect.days_after(LEAVE_START, &after), dialect.instant(CREATED));
    let id = dialect.id(Kind::Leave, &format!("{e} * {LEAVES_A_PERSON} + s.k"));
    let columns = [
        ("id", id.clone()),
        ("user_id", "u.id".to_owned()),
        ("leave_type_id", dialect.id(Kind::LeaveType, "1")),
        ("start_date", start.clone()),
        ("start_part", "'full'".to_owned()),
        ("end_date", dialect.days_after(LEAVE_START, &format!("({after}) + ({more})"))),
        ("end_part", "'full'".to_owned()),
        ("half_days", format!("(1 + ({more})) * ({counts})")),
        ("reason", "'A few days with the family'".to_owned()),
        ("status", status.clone()),
        ("created_at", created.clone()),
        ("updated_at", created.clone()),
    ];
    insert(&mut session, "leave_requests", &columns, &with, from).await?;
    let columns = [
        ("user_id", "u.id".to_owned()),
        ("date", dialect.days_after(LEAVE_START, &format!("({after}) + d.d"))),
        ("half", "h.h".to_owned()),
        ("request_id", id.clone()),
        ("counts", format!("({counts}) > 0")),
    ];
    let both = format!("{with}, d(d) AS (VALUES (0), (1), (2)), h(h) AS (VALUES (0), (1))");
    let halves = format!(
        "FROM s CROSS JOIN d CROSS JOIN h CROSS JOIN users u WHERE u.role = 'Employee' AND d.d <= ({more}) AND {is_live}"
    );
    insert(&mut session, "leave_halves", &columns, &both, &halves).await?;
    for (step, what, who, of) in
        [(0, "asked", "u.id", "1 = 1"), (1, "approved", "u.manager_id", &*format!("({status}) = 'approved'"))]
    {
        let columns = [
            ("id", dialect.id(Kind::LeaveStep, &format!("({e} * {LEAVES_A_PERSON} + s.k) * 2 + {step}"))),
            ("request_id", id.clone()),
            ("at", created.clone()),
            ("what", format!("'{what}'")),
            ("by_id", who.to_owned()),
        ];
        insert(&mut session, "leave_steps", &columns, &with, &format!("{from} AND {of}")).await?;
    }
    let year = match dialect.0 {
        Engine::Sqlite => format!("CAST(strftime('%Y', {start}) AS integer)"),
        Engine::Postgres => format!("extract(year FROM {start})::integer"),
    };
    let half_days = format!("-(1 + ({more})) * ({counts})");
    let used = ["1", &year, "'usage'", &half_days, &id];
    let row = dialect.id(Kind::LedgerRow, &format!("{e} * {LEAVES_A_PERSON} + 20 + s.k"));
    ledger(&mut session, dialect, &row, used, &with, &format!("{from} AND {is_live} AND ({counts}) > 0")).await?;
    let listed: Vec<String> = TYPES.into_iter().map(|(of, _, more)| format!("({of}, {more})")).collect();
    let with = format!("WITH a(of_type, half_days) AS (VALUES {})", listed.join(", "));
    let row = dialect.id(Kind::LedgerRow, &format!("{e} * {LEAVES_A_PERSON} + 10 + a.of_type"));
    let added = ["a.of_type", &YEAR.to_string(), "'adjustment'", "a.half_days", "NULL"];
    ledger(
        &mut session,
        dialect,
        &row,
        added,
        &with,
        "FROM a CROSS JOIN users u WHERE u.role = 'Employee' AND a.half_days > 0",
    )
    .await?;
    session.close().await?;
    super::settle(database).await
}

/// Rows of the ledger of people `u`: of which type, which year, of which kind, how many half days, and of which request.
async fn ledger(
    session: &mut Session,
    dialect: Dialect,
    id: &str,
    [of_type, year, kind, half_days, request]: [&str; 5],
    with: &str,
    from: &str,
) -> Outcome<()> {
    let request = if request == "NULL" && dialect.0 == Engine::Postgres { "NULL::uuid" } else { request };
    let columns = [
        ("id", id.to_owned()),
        ("user_id", "u.id".to_owned()),
        ("leave_type_id", dialect.id(Kind::LeaveType, of_type)),
        ("year", year.to_owned()),
        ("kind", kind.to_owned()),
        ("half_days", half_days.to_owned()),
        ("date", dialect.date("'2026-01-01'")),
        ("note", if kind == "'adjustment'" { "'For the measurement'".to_owned() } else { "NULL".to_owned() }),
        ("request_id", request.to_owned()),
        ("created_at", dialect.instant(CREATED)),
    ];
    insert(session, "leave_ledger", &columns, with, from).await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets the impossible should stop")]

    use super::*;
    use migrations::{Migrator, MigratorTrait};

    #[tokio::test]
    async fn everybody_has_leave_of_which_all_counts() {
        let folder = std::env::temp_dir().join(format!("daybook-bench-leave-{}", std::process::id()));
        let database = Database::make(Engine::Sqlite, None, &folder, "").await.unwrap();
        let connection = sea_orm::Database::connect(format!("{}?mode=rwc", database.url())).await.unwrap();
        Migrator::up(&connection, None).await.unwrap();
        connection.close().await.unwrap();
        super::super::fill(&database, Size::Small, 10, "a hash").await.unwrap();
        requests(&database, Size::Small, 10).await.unwrap();
        let mut session = database.open().await.unwrap();
        let mut changed = async |statement: &str| session.run(statement).await.unwrap();
        assert_eq!(changed("UPDATE leave_requests SET reason = reason").await, 2_100);
        assert_eq!(changed("UPDATE leave_requests SET reason = reason WHERE status = 'pending'").await, 200);
        // The rejected ones have no halves; of the Monday nothing counts for the ten who are off then.
        assert_eq!(changed("UPDATE leave_halves SET counts = counts WHERE NOT counts").await, 20);
        let weekend = "UPDATE leave_halves SET counts = counts WHERE strftime('%w', date) IN ('0', '6')";
        assert_eq!(changed(weekend).await, 0);
        let without = "UPDATE leave_requests SET reason = reason WHERE status <> 'rejected' AND half_days > 0 AND half_days <> \
             (SELECT count(*) FROM leave_halves h WHERE h.request_id = leave_requests.id AND h.counts)";
        assert_eq!(changed(without).await, 0);
        let unused = "UPDATE leave_requests SET reason = reason WHERE status <> 'rejected' AND half_days > 0 AND NOT EXISTS \
             (SELECT 1 FROM leave_ledger l WHERE l.request_id = leave_requests.id AND l.half_days = -leave_requests.half_days)";
        assert_eq!(changed(unused).await, 0);
        session.close().await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
