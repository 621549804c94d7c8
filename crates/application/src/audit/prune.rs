//! Removing what is too old: the beginning of the chain goes, and its last position and hash stay as the checkpoint.

use super::events;
use crate::events::{Event, Origin};
use crate::ports::KeptValue;
use crate::{Ports, Result};
use domain::Instant;
use domain::oversight::audit::{ChainEntry, ChainPoint, Night, PRUNED_MAX, older_than};
use domain::settings::Key;

/// So many entries are removed in one transaction, so that none of them lasts long.
const TOGETHER: u32 = 500;

/// Takes a step of the removal of this night, and says whether there is another one to take. Of several instances that try at once one
/// takes it.
pub async fn prune_next(ports: &Ports) -> Result<bool> {
    let kept = ports.reads.kept_values().get(KeptValue::AuditPruned).await?;
    let now = ports.clock.now();
    let Some(begun) = Night::due(kept.as_deref().and_then(Night::parse), now, &ports.zones()) else {
        return Ok(false);
    };
    let months = ports.policy.in_force().settings.integer(Key::AuditRetentionMonths);
    let cut = older_than(now, &ports.zones(), months);
    let checkpoint = ports.reads.audit().chain().await?.checkpoint;
    let room = PRUNED_MAX.saturating_sub(begun.removed).min(TOGETHER);
    let entries = ports.reads.audit().chain_entries(checkpoint.position, room).await?;
    let through = end_of_the_old(checkpoint, &entries, cut);
    let removed =
        begun.removed.saturating_add(u32::try_from(through.position - checkpoint.position).unwrap_or(u32::MAX));
    let is_done = through == checkpoint || removed >= PRUNED_MAX;
    let after = Night { removed, is_done, ..begun };

    let work = ports.store.begin().await?;
    if work.kept_values().lock(KeptValue::AuditPruned).await? != kept
        || work.audit().lock_chain().await?.checkpoint != checkpoint
    {
        // Another instance was quicker.
        return Ok(true);
    }
    if through != checkpoint {
        work.audit().prune(through).await?;
    }
    work.kept_values().set(KeptValue::AuditPruned, &after.to_string()).await?;
    if is_done && removed > 0 {
        let what = events::audit_pruned(removed, through);
        work.events().append(&[Event::new(ports, now, Origin::job(), what, Vec::new())]).await?;
    }
    work.commit().await?;
    Ok(!is_done)
}

/// Where the old entries right behind the checkpoint end. What does not fit stays, and all behind it, because it is what a verification
/// is to find.
fn end_of_the_old(checkpoint: ChainPoint, entries: &[ChainEntry], cut: Instant) -> ChainPoint {
    let is_old = |entry: &&ChainEntry| entry.event.as_ref().is_some_and(|event| event.at < cut);
    let old = entries.iter().take_while(is_old).scan(checkpoint, |reached, entry| {
        *reached = reached.follow(std::slice::from_ref(entry)).ok()?;
        Some(*reached)
    });
    old.last().unwrap_or(checkpoint)
}
