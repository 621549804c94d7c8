//! Verifying: everything from the checkpoint on is computed anew, and the first position that does not fit is named.
//!
//! A verification is a row that one instance has at a time. It is read in parts that are small enough to keep nobody from anything, and
//! goes on where it was when its instance ended.

use super::AuditBrokenLetter;
use crate::mail::send_to_admins;
use crate::ports::{AuditChain, AuditVerification, Reads, StoreError};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::Duration;
use domain::access::Capability;
use domain::oversight::audit::{Break, ChainEntry, ChainPoint, VERIFY_AT, night};
use futures_util::future::join;
use uuid::Uuid;

/// So many entries are read together.
const TOGETHER: u32 = 500;
/// So often are they read before what was found is kept.
const READS: i64 = 40;
/// How long an instance has a verification after its last word. Keeping what was found prolongs it.
const LEASE: Duration = Duration::seconds(30);

/// As whom an instance has a verification, the same for all of its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holder(Uuid);

impl Holder {
    pub fn new(ports: &Ports) -> Self {
        Self(ports.ids.next())
    }
}

/// What was found of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// How many entries there are to be verified.
    pub entries: i64,
    pub chain: AuditChain,
    pub found: Option<Break>,
}

/// Begins a verification, where none is running; the one or the other, and the chain.
pub async fn begin_verification(ports: &Ports, caller: &Caller) -> Result<(AuditVerification, AuditChain)> {
    caller.actor.require(Capability::ReadAuditLog)?;
    let work = ports.store.begin().await?;
    if work.audit().begin_verification(None, ports.clock.now()).await? {
        work.commit().await?;
    } else {
        drop(work);
    }
    let last = last_verification(ports, caller).await?;
    last.ok_or_else(|| StoreError::Backend("the verification that was begun is gone".into()).into())
}

/// The running verification, or the last one, and the chain.
pub async fn last_verification(ports: &Ports, caller: &Caller) -> Result<Option<(AuditVerification, AuditChain)>> {
    caller.actor.require(Capability::ReadAuditLog)?;
    let reads = ports.reads.audit();
    let Some(last) = reads.last_verification().await? else { return Ok(None) };
    Ok(Some((last, reads.chain().await?)))
}

/// Takes a step of the verification that was asked for or is due this night, and says whether there is another one to take.
pub async fn verify_next(ports: &Ports, Holder(holder): Holder) -> Result<bool> {
    let now = ports.clock.now();
    let reads = ports.reads.audit();
    if reads.last_verification().await?.is_none_or(|last| last.finished_at.is_some()) {
        let night = night(now, &ports.zones(), VERIFY_AT);
        // A clock that was set back makes no night twice.
        if reads.last_night_verified().await?.is_some_and(|last| last >= night) {
            return Ok(false);
        }
        let work = ports.store.begin().await?;
        let has_begun = work.audit().begin_verification(Some(night), now).await?;
        if has_begun {
            work.commit().await?;
        }
        return Ok(has_begun);
    }
    let work = ports.store.begin().await?;
    let Some(taken) = work.audit().take_verification(holder, now, now + LEASE).await? else { return Ok(false) };
    work.commit().await?;
    let after = advance(ports.reads.as_ref(), taken).await?;
    keep(ports, holder, after).await?;
    Ok(true)
}

/// The verification after some more entries.
async fn advance(reads: &dyn Reads, mut verification: AuditVerification) -> Result<AuditVerification> {
    let AuditVerification { reached, through, .. } = verification;
    let mut walk = Walk::begin(reads, reached, through, reached.position + READS * i64::from(TOGETHER)).await?;
    while verification.found.is_none() && walk.has_more() {
        verification.found = walk.step().await?;
    }
    verification.reached = walk.reached;
    let looked_at = verification.found.as_ref().map_or(verification.reached.position, |found| found.position);
    verification.checked = (looked_at - verification.checkpoint.position).min(verification.total);
    Ok(verification)
}

/// Keeps what was found, ends the verification where it is at its end, and tells administrators of a break that is news.
async fn keep(ports: &Ports, holder: Uuid, mut verification: AuditVerification) -> Result<()> {
    let is_over = verification.found.is_some() || verification.reached.position >= verification.through.position;
    let mut is_news = false;
    if is_over {
        verification.finished_at = Some(ports.clock.now());
        let last = ports.reads.audit().last_finished_verification().await?;
        let known = last.and_then(|last| last.found).map(|found| found.position);
        is_news = verification.found.as_ref().is_some_and(|found| Some(found.position) != known);
    }
    let work = ports.store.begin().await?;
    if !work.audit().keep_verification(holder, &verification).await? {
        return Ok(());
    }
    if let Some(found) = verification.found.as_ref().filter(|_| is_news) {
        send_to_admins(ports, work.as_ref(), &AuditBrokenLetter::from(found), ports.clock.now()).await?;
    }
    Ok(work.commit().await?)
}

/// A walk along the chain. While it looks at some entries, the database reads the next ones.
struct Walk<'a> {
    reads: &'a dyn Reads,
    /// Everything up to here fits.
    reached: ChainPoint,
    /// Where the chain was to lead when the verification began.
    through: ChainPoint,
    /// No further than this position.
    until: i64,
    next: Vec<ChainEntry>,
}

impl<'a> Walk<'a> {
    async fn begin(
        reads: &'a dyn Reads,
        reached: ChainPoint,
        through: ChainPoint,
        until: i64,
    ) -> Result<Self, StoreError> {
        let mut walk = Self { reads, reached, through, until: until.min(through.position), next: Vec::new() };
        walk.next = walk.entries_behind(reached.position).await?;
        Ok(walk)
    }

    const fn has_more(&self) -> bool {
        self.reached.position < self.until
    }

    /// The next entries; none behind the last one.
    async fn entries_behind(&self, position: i64) -> Result<Vec<ChainEntry>, StoreError> {
        let room = u32::try_from((self.until - position).max(0)).unwrap_or(u32::MAX);
        if room == 0 {
            return Ok(Vec::new());
        }
        self.reads.audit().chain_entries(position, room.min(TOGETHER)).await
    }

    /// Goes past the entries that were read, and gives the first break.
    async fn step(&mut self) -> Result<Option<Break>, StoreError> {
        let (before, through, entries) = (self.reached, self.through, std::mem::take(&mut self.next));
        let behind = entries.last().map_or(before.position, |last| last.position);
        let look = async {
            match (before.follow(&entries), entries.last()) {
                (Ok(_), None) => Err(before.break_behind()),
                // The chain was sealed as far as there with another hash.
                (Ok(after), Some(last)) if after.position == through.position && after.hash != through.hash => {
                    Err(Break::at(last))
                }
                (followed, _) => followed,
            }
        };
        // In this order: what is asked first is on its way meanwhile.
        let (next, followed) = join(self.entries_behind(behind), look).await;
        let found = match followed {
            Ok(after) => {
                (self.reached, self.next) = (after, next?);
                return Ok(None);
            }
            Err(found) => found,
        };
        // What was removed meanwhile is no break.
        let checkpoint = self.reads.audit().chain().await?.checkpoint;
        if checkpoint.position <= before.position {
            return Ok(Some(found));
        }
        (self.reached, self.next) = (checkpoint, self.entries_behind(checkpoint.position).await?);
        Ok(None)
    }
}

/// Verifies the whole chain, for a command.
pub async fn verify_all(reads: &dyn Reads) -> Result<Checked, StoreError> {
    let chain = reads.audit().chain().await?;
    verify_from(reads, chain, chain.checkpoint).await
}

/// Verifies the newest `entries` of the chain.
pub async fn verify_newest(reads: &dyn Reads, entries: i64) -> Result<Checked, StoreError> {
    let chain = reads.audit().chain().await?;
    let before = chain.newest.position - entries;
    if before <= chain.checkpoint.position {
        return verify_from(reads, chain, chain.checkpoint).await;
    }
    let found = reads.audit().chain_entries(before - 1, 1).await?;
    let at_it = found.first().filter(|entry| entry.position == before);
    let Some(hash) = at_it.and_then(|entry| entry.hash.parse().ok()) else {
        let gone = Break { position: before, seq: None, at: None, kind: None };
        return Ok(Checked { entries, chain, found: Some(at_it.map_or(gone, Break::at)) });
    };
    verify_from(reads, chain, ChainPoint { position: before, hash }).await
}

async fn verify_from(reads: &dyn Reads, chain: AuditChain, from: ChainPoint) -> Result<Checked, StoreError> {
    let (mut walk, mut found) = (Walk::begin(reads, from, chain.newest, i64::MAX).await?, None);
    while found.is_none() && walk.has_more() {
        found = walk.step().await?;
    }
    Ok(Checked { entries: chain.newest.position - from.position, chain, found })
}
