//! Settings: what the organisation has decided, value by value, and how often and by whom it was changed.

use application::ports::{Result, SettingReads, SettingRepository, StoredSetting};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::settings::{Decided, Key, Rhythm};
use domain::time::FIRST_BEGINNING;

use crate::database::Database;
use crate::row::{Columns, row};
use crate::sql;
use crate::unit::Unit;

/// A value as it is stored, with what is known of its setting.
pub(crate) struct Row {
    key: String,
    starts_on: NaiveDate,
    value: String,
    version: u32,
    changed_at: Instant,
    changed_by: Option<domain::person::FullName>,
}

row! {
    COLUMNS, read("setting_values") -> Row {
        key: "v.key",
        starts_on: "v.starts_on",
        value: "v.value",
        version: "c.version",
        changed_at: "c.changed_at",
        changed_by: ["u.first_name, u.last_name" => Columns::maybe_name],
    }
}

const FROM: &str =
    " FROM setting_values v JOIN setting_changes c ON c.key = v.key LEFT JOIN users u ON u.id = c.changed_by";
const ALL: &str = concat!("SELECT ", COLUMNS, FROM, " ORDER BY v.key, v.starts_on");
const OF_ONE: &str = concat!("SELECT ", COLUMNS, FROM, " WHERE v.key = $1 ORDER BY v.starts_on");

const COUNT: &str = "\
    INSERT INTO setting_changes (key, version, changed_at, changed_by) VALUES ($1, 1, $2, $3) \
    ON CONFLICT (key) DO UPDATE SET version = setting_changes.version + 1, changed_at = excluded.changed_at, \
    changed_by = excluded.changed_by";
const KEEP: &str = "\
    INSERT INTO setting_values (key, starts_on, value) VALUES ($1, $2, $3) \
    ON CONFLICT (key, starts_on) DO UPDATE SET value = excluded.value";

/// The rows of one setting after the other, as settings in the order of the pages. What the registry does not know is left out.
fn gathered(rows: Vec<Row>) -> Vec<StoredSetting> {
    let mut found: Vec<StoredSetting> = Vec::new();
    for row in rows {
        let Some(key) = Key::named(&row.key) else { continue };
        let definition = key.definition();
        let Some(value) = definition.kind.read(&row.value) else { continue };
        // The first zone is that of all days before the next one.
        let from = match definition.rhythm {
            Rhythm::Always => None,
            Rhythm::ByMonth => Some(row.starts_on),
            Rhythm::ByDay => Some(row.starts_on).filter(|day| *day > FIRST_BEGINNING),
        };
        let decided = Decided { key, from, value };
        match found.last_mut() {
            Some(last) if last.key == key => last.values.push(decided),
            _ => found.push(StoredSetting {
                key,
                version: row.version,
                values: vec![decided],
                changed_at: row.changed_at,
                changed_by: row.changed_by,
            }),
        }
    }
    found.sort_unstable_by_key(|setting| setting.key);
    found
}

#[async_trait]
impl SettingRepository for Unit {
    async fn lock(&self, key: Key) -> Result<Option<StoredSetting>> {
        let name = key.definition().name;
        self.run(move |connection| async move {
            sql::serialise(&*connection, &format!("daybook setting {name}")).await?;
            Ok(gathered(sql::rows(&*connection, OF_ONE, vec![name.into()], read).await?).pop())
        })
        .await
    }

    async fn save(&self, decided: &Decided, by: Option<UserId>, at: Instant) -> Result<()> {
        let (name, from) = (decided.key.definition().name, decided.from.unwrap_or(FIRST_BEGINNING));
        let value = decided.value.to_string();
        self.run(move |connection| async move {
            sql::change(&*connection, COUNT, vec![name.into(), at.into(), by.map(UserId::uuid).into()]).await?;
            sql::change(&*connection, KEEP, vec![name.into(), from.into(), value.into()]).await?;
            Ok(())
        })
        .await
    }
}

#[async_trait]
impl SettingReads for Database {
    async fn stored(&self) -> Result<Vec<StoredSetting>> {
        Ok(gathered(self.all(ALL, vec![], read).await?))
    }
}
