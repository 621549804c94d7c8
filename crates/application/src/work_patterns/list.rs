//! A list of patterns.

use super::may_keep;
use crate::ports::{StoredPattern, StoredPatterns};
use crate::sessions::Caller;
use crate::{Moment, Ports, Result};
use domain::access::Capability;
use domain::time::WorkPattern;
use domain::work_patterns::PatternOwner;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternList {
    /// The rows, newest first.
    pub rows: Vec<StoredPattern>,
    /// What holds before all of them; nothing in the list of a person.
    pub first: Option<WorkPattern>,
    pub current: WorkPattern,
    pub version: u32,
}

pub async fn list(ports: &Ports, caller: &Caller, owner: PatternOwner) -> Result<PatternList> {
    caller.actor.require(Capability::KeepHrSettings)?;
    if let PatternOwner::Person(user) = owner {
        let view = ports.reads.people().person(user).await?;
        may_keep(&caller.actor, owner, view.map(|view| view.role))?;
    }
    let stored = ports.reads.work_patterns().list_of(owner).await?;
    Ok(PatternList::new(&ports.moment(), owner, stored))
}

impl PatternList {
    /// What is stored, seen today.
    pub(super) fn new(moment: &Moment, owner: PatternOwner, stored: StoredPatterns) -> Self {
        let history = stored.history(owner);
        let organisations = *moment.rules.work_patterns.of_organisation().on(moment.today);
        Self {
            first: *history.first(),
            current: history.on(moment.today).unwrap_or(organisations),
            version: stored.version,
            rows: stored.rows.into_iter().rev().collect(),
        }
    }
}
