//! The standby that answers reports: its setting, and the way to it.

use persistence::{Settings, Standby};
use std::sync::Arc;

/// The address of the standby of the database at `primary`, which is `None` if its own setting is invalid. The error continues a
/// sentence that begins with the name of the setting, and repeats no address, which may hold a password.
pub(crate) fn settings(url: &str, primary: Option<&str>) -> Result<Settings, String> {
    let is_sqlite = |url: &str| url.starts_with("sqlite://");
    if primary.is_some_and(is_sqlite) {
        return Err("needs a PostgreSQL in DAYBOOK_DATABASE_URL, whose standby it names".to_owned());
    }
    if is_sqlite(url) {
        return Err("must be the address of a PostgreSQL standby".to_owned());
    }
    let settings = Settings::new(url);
    settings.check().map_err(|why| format!("cannot be used: {why}"))?;
    Ok(settings)
}

/// Lends the reads of the standby to reports.
pub(crate) fn lend(standby: Standby) -> web::Standby {
    Arc::new(move |within| {
        let standby = standby.clone();
        Box::pin(async move {
            let lent = standby.lend(within).await?;
            Some(web::Lent { reads: Arc::new(lent.reads), lag: lent.lag })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standby_is_a_postgresql_beside_a_postgresql() {
        let (postgres, sqlite) = ("postgres://me:12345@host/daybook", "sqlite://data/daybook.db");
        for primary in [Some(postgres), None] {
            assert_eq!(settings(postgres, primary).unwrap().url, postgres);
        }
        let away = "postgres://me:12345@host:port/daybook";
        for (standby, primary) in [(postgres, sqlite), (sqlite, postgres), (away, postgres), ("12345", postgres)] {
            let error = settings(standby, Some(primary)).unwrap_err();
            assert!(!error.contains("12345"), "{error}");
        }
    }
}
