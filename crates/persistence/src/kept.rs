//! What is read often and changes rarely, kept in memory together with the number that the database counts up with each change of it,
//! see the migration `changes_counted`. Where the number is still the same nobody has changed it, on whatever instance.

use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{Mutex, MutexGuard};

/// Something as it was when the database had counted so many changes.
pub(crate) struct Kept<T> {
    newest: RwLock<Option<(i64, Arc<T>)>>,
    turn: Mutex<()>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { newest: RwLock::new(None), turn: Mutex::default() }
    }
}

impl<T> Kept<T> {
    /// What is kept, and its number.
    pub(crate) fn newest(&self) -> Option<(i64, Arc<T>)> {
        self.newest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is kept, if it is as of this number.
    pub(crate) fn at(&self, version: i64) -> Option<Arc<T>> {
        self.newest().filter(|(kept, _)| *kept == version).map(|(_, value)| value)
    }

    /// Keeps what was read after the number was: what changed in between counts as unread, and is read the next time.
    pub(crate) fn keep(&self, version: i64, value: T) -> Arc<T> {
        let value = Arc::new(value);
        *self.newest.write().unwrap_or_else(PoisonError::into_inner) = Some((version, Arc::clone(&value)));
        value
    }

    /// Waits for the caller that is reading it anew.
    pub(crate) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }
}
