//! The instances that serve one PostgreSQL. An SQLite file has one, which holds its lock.

use application::ports::Result;
use constcat::concat;
use migrations::Migrator;
use sea_orm::DbBackend;
use uuid::Uuid;

use crate::database::Database;
use crate::row::row;
use crate::sql;

/// An instance, with the settings in which those on one database must not differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Its id, which is new with each start.
    pub id: Uuid,
    /// What an operator knows it by: its machine and where it listens.
    pub name: String,
    pub version: String,
    pub newest_migration: String,
    /// Of the signing key, which it does not reveal.
    pub secret: String,
    /// The public address, empty where the operator has named none.
    pub public_url: String,
    /// Whether visitors may register themselves where nobody has decided that on a page.
    pub registration: String,
    /// The organisation's name, empty where the operator has named none.
    pub organisation: String,
    /// How often it has been seen.
    pub beats: i64,
}

impl Instance {
    /// Whether it serves the schema of an earlier version than this program.
    pub fn is_older(&self) -> bool {
        self.newest_migration < newest_migration()
    }
}

/// The newest migration that this program knows.
pub fn newest_migration() -> String {
    Migrator::names().into_iter().max().unwrap_or_default()
}

row! {
    COLUMNS, read("instances") -> Instance {
        id: "id",
        name: "name",
        version: "version",
        newest_migration: "newest_migration",
        secret: "secret",
        public_url: "public_url",
        registration: "registration",
        organisation: "organisation",
        beats: "beats",
    }
}

// By the database's clock, which all instances share.
const IS_LIVE: &str = "seen_at > clock_timestamp() - interval '20 seconds'";
pub(crate) const LIVE: &str = concat!("SELECT ", COLUMNS, " FROM instances WHERE ", IS_LIVE, " ORDER BY name, id");
const FORGET: &str = concat!("DELETE FROM instances WHERE NOT ", IS_LIVE);
const LEAVE: &str = "DELETE FROM instances WHERE id = $1";
const BEAT: &str = concat!(
    "INSERT INTO instances (",
    COLUMNS,
    ", seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp()) \
     ON CONFLICT (id) DO UPDATE SET beats = instances.beats + 1, seen_at = excluded.seen_at"
);

impl Database {
    /// The instances that were seen in the last 20 seconds.
    pub async fn instances(&self) -> Result<Vec<Instance>> {
        if self.backend() != DbBackend::Postgres {
            return Ok(Vec::new());
        }
        self.all(LIVE, vec![], read).await
    }

    /// Counts an instance in, unless `differs` says that another one keeps it out: then these are the answer. Of several that start at
    /// once one comes after the other.
    pub async fn join(
        &self,
        instance: &Instance,
        differs: impl Fn(&Instance) -> bool + Send + 'static,
    ) -> Result<Vec<Instance>> {
        if self.backend() != DbBackend::Postgres {
            return Ok(Vec::new());
        }
        let values = values(instance);
        let transaction = self.begin_transaction().await?;
        let differing = transaction
            .run(move |connection| async move {
                sql::serialise(&*connection, "daybook instances").await?;
                sql::change(&*connection, FORGET, vec![]).await?;
                let mut others = sql::rows(&*connection, LIVE, vec![], read).await?;
                others.retain(differs);
                if others.is_empty() {
                    sql::change(&*connection, BEAT, values).await?;
                }
                Ok(others)
            })
            .await?;
        transaction.commit().await?;
        Ok(differing)
    }

    /// Says that an instance is still there. It does also over the schema of a newer version, which takes no other write from it.
    pub async fn beat(&self, instance: &Instance) -> Result<()> {
        self.touch(BEAT, values(instance)).await
    }

    pub async fn leave(&self, instance: &Instance) -> Result<()> {
        self.touch(LEAVE, vec![instance.id.into()]).await
    }

    async fn touch(&self, statement: &'static str, values: Vec<sea_orm::Value>) -> Result<()> {
        if self.backend() != DbBackend::Postgres {
            return Ok(());
        }
        self.read(move |connection| async move { Ok(sql::change(&*connection, statement, values).await?) }).await?;
        Ok(())
    }
}

fn values(instance: &Instance) -> Vec<sea_orm::Value> {
    let Instance { id, name, version, newest_migration, secret, public_url, registration, organisation, beats } =
        instance.clone();
    vec![
        id.into(),
        name.into(),
        version.into(),
        newest_migration.into(),
        secret.into(),
        public_url.into(),
        registration.into(),
        organisation.into(),
        beats.into(),
    ]
}
