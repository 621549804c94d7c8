//! Things that are picked from a list: at least one, not too many, each once.

use crate::{Error, Invalid};
use domain::timesheet::BULK_MAX;
use std::collections::BTreeSet;

/// The picked ids in order, without repeats. `field` gets the blame if there are none or too many. `nouns` is what they are
/// called.
pub(crate) fn picked<T: Ord + Copy>(field: &'static str, nouns: &str, ids: &[T]) -> Result<Vec<T>, Error> {
    if ids.is_empty() || ids.len() > BULK_MAX {
        return Err(Invalid::field(field, format!("Select between 1 and {BULK_MAX} {nouns}")).into());
    }
    Ok(ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect())
}
