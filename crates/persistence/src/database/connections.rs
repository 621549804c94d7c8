//! How busy the connections are, for monitoring.

use std::sync::Arc;

use super::{Database, Engine, Pools};

/// The connections of this process to its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    pub in_use: u32,
    pub idle: u32,
    /// How many there may be.
    pub most: u32,
    /// The calls that wait for one, or for the right to write.
    pub waiting: u32,
}

impl Database {
    pub fn connections(&self) -> Connections {
        let Pools { reading, writing, .. } = self.pools();
        let (open, idle, most) = match self.inner.engine {
            Engine::Postgres { .. } => {
                let pool = reading.get_postgres_connection_pool();
                (pool.size(), pool.num_idle(), pool.options().get_max_connections())
            }
            Engine::Sqlite { .. } => {
                let [reading, writing] = [&reading, &writing].map(|pool| pool.get_sqlite_connection_pool());
                let most = [reading, writing].map(|pool| pool.options().get_max_connections());
                (reading.size() + writing.size(), reading.num_idle() + writing.num_idle(), most.iter().sum())
            }
        };
        let idle = u32::try_from(idle).unwrap_or(u32::MAX);
        let in_use = open.saturating_sub(idle);
        // One is the database's own.
        let asking = u32::try_from(Arc::strong_count(&self.inner.asking) - 1).unwrap_or(u32::MAX);
        Connections { in_use, idle, most, waiting: asking.saturating_sub(in_use) }
    }

    /// Counts a call that wants a connection, until the answer is dropped.
    pub(super) fn asking(&self) -> Arc<()> {
        Arc::clone(&self.inner.asking)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use std::time::Duration;

    #[tokio::test]
    async fn who_waits_for_a_connection_is_counted() {
        let folder = std::env::temp_dir().join(format!("daybook-connections-{}", std::process::id()));
        let database =
            Database::open(&Settings::new(format!("sqlite://{}/daybook.db", folder.display()))).await.unwrap();
        let writer = database.begin_transaction().await.unwrap();
        // The connection that the opening has used comes back a moment later.
        while database.connections().in_use > 1 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let busy = database.connections();
        assert_eq!((busy.in_use, busy.most, busy.waiting), (1, 4, 0), "{busy:?}");
        let other = database.clone();
        let waiter = tokio::spawn(async move { other.begin_transaction().await.map(drop) });
        while database.connections().waiting == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        drop(writer);
        waiter.await.unwrap().unwrap();
        assert_eq!(database.connections().waiting, 0);
        database.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
