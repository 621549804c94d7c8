//! The standby that answers reports: its setting, and the way to it.

use crate::config::Config;
use crate::wiring::StartError;
use persistence::{Database, Settings, Standby};
use std::sync::Arc;

/// The address of a standby of the database at `primary`. The error goes on from the name of the setting, and repeats no address, which
/// may hold a password.
pub(crate) fn address(url: &str, primary: &str) -> Result<String, String> {
    let is_sqlite = |url: &str| url.starts_with("sqlite://");
    if is_sqlite(primary) {
        return Err("needs a PostgreSQL in DAYBOOK_DATABASE_URL, whose standby it names".to_owned());
    }
    if is_sqlite(url) {
        return Err("must be the address of a PostgreSQL standby".to_owned());
    }
    Settings::new(url).check().map_err(|why| format!("cannot be used: {why}"))?;
    Ok(url.to_owned())
}

/// Where the standby is, where the operator names one.
pub(crate) fn settings(config: &Config) -> Option<Settings> {
    config.database_read_url.clone().map(Settings::new)
}

/// Looks after the standby from now on, where the operator names one. It may be away.
pub(crate) fn follow(config: &Config, primary: &Database) -> Result<Option<Standby>, StartError> {
    Ok(settings(config).map(|settings| Standby::follow(primary, &settings)).transpose()?)
}

/// Lends the reads of the standby to reports.
pub(crate) fn lend(standby: Standby) -> web::Standby {
    Arc::new(move || {
        let standby = standby.clone();
        Box::pin(async move {
            let lent = standby.lend().await?;
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
        assert_eq!(address(postgres, postgres).unwrap(), postgres);
        let away = "postgres://me:12345@host:port/daybook";
        for (standby, primary) in [(postgres, sqlite), (sqlite, postgres), (away, postgres), ("12345", postgres)] {
            let error = address(standby, primary).unwrap_err();
            assert!(!error.contains("12345"), "{error}");
        }
    }
}
