//! Sealing: every committed event gets the next position of the chain and a hash that covers it and the hash before.
//!
//! What is to be sealed is read and hashed outside of any transaction; the transaction enters the seals and nothing else, and only on
//! the chain as it was read. So a writer never waits for a hash, and of several sealers one is right and the others look again.

use crate::ports::Unsealed;
use crate::{Ports, Result};
use domain::oversight::audit::Sealing;

/// So many events are sealed in one step.
const TOGETHER: u32 = 1_000;

/// Seals the next events, and says whether there may be more at once.
pub async fn seal_next(ports: &Ports) -> Result<bool> {
    let Unsealed { chain, gaps, late, newer, unreadable } = ports.reads.audit().unsealed(TOGETHER).await?;
    let step = Sealing::step(chain.newest, chain.newest_seq, &gaps, &late, &newer, &unreadable);
    if step.is_empty(chain.newest_seq) {
        return Ok(false);
    }
    let work = ports.store.begin().await?;
    if work.audit().lock_chain().await? != chain {
        // Another instance was quicker.
        return Ok(true);
    }
    work.audit().seal(&step, ports.clock.now()).await?;
    work.commit().await?;
    let read = late.len().max(newer.len()) + unreadable.len();
    Ok(read >= usize::try_from(TOGETHER).unwrap_or(usize::MAX))
}
