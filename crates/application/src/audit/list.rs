//! Reading the audit log.

use crate::events::SIGN_INS;
use crate::ports::{ActedBy, AuditChain, AuditFilter, AuditOrder, AuditPart};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::id::UserId;
use domain::oversight::audit::SUBJECTS_SHOWN;
use domain::time::days_after;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditQuery {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub actor: Option<ActedBy>,
    pub subject: Option<UserId>,
    /// Of these kinds; of every kind where there are none.
    pub kinds: Vec<&'static str>,
    /// Without those that tell of somebody signing in or out, where no kind is named.
    pub without_sign_ins: bool,
}

impl AuditQuery {
    /// The same with the moments at which its days begin and end for the organisation.
    pub(in crate::audit) fn filter(self, ports: &Ports) -> AuditFilter {
        AuditFilter {
            from: self.from.map(|day| ports.zones().start_of(day)),
            until: self.to.map(|day| ports.zones().start_of(days_after(day, 1))),
            actor: self.actor,
            subject: self.subject,
            except: if self.without_sign_ins && self.kinds.is_empty() { &SIGN_INS } else { &[] },
            kinds: self.kinds,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct AuditPage {
    /// The entries, the newest first.
    pub part: AuditPart,
    /// Below which number the next page begins; `None` where there is none.
    pub next: Option<i64>,
    pub chain: AuditChain,
}

/// The newest entries, or those below a number.
pub async fn audit_log(
    ports: &Ports,
    caller: &Caller,
    query: AuditQuery,
    below: Option<i64>,
    limit: u32,
) -> Result<AuditPage> {
    caller.actor.require(Capability::ReadAuditLog)?;
    let (reads, filter) = (ports.reads.audit(), query.filter(ports));
    let order = AuditOrder::Below(below.unwrap_or(i64::MAX));
    // One more, which tells whether there is another page.
    let mut part = reads.audit_part(&filter, order, limit.saturating_add(1), SUBJECTS_SHOWN).await?;
    let shown = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = part.entries.len() > shown;
    part.entries.truncate(shown);
    let next = part.entries.last().map(|last| last.event.seq).filter(|_| has_more);
    Ok(AuditPage { part, next, chain: reads.chain().await? })
}
