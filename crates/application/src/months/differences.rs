//! What changed from one revision of a month to another.

use super::{all_rows, named, pick};
use crate::ports::PayrollTotals;
use crate::sessions::Caller;
use crate::{Invalid, Ports, Result};
use domain::access::Capability;
use domain::month::{Difference, DifferenceKind, PayrollRow, compare};
use domain::person::EmployeeId;
use domain::time::Month;
use std::collections::BTreeMap;

/// A page of the differences between two revisions of the payroll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferencesPage {
    pub month: Month,
    /// The page, by employee ID.
    pub differences: Vec<Difference>,
    /// How many people are in the second revision alone.
    pub added: u32,
    /// How many are in the first one alone.
    pub removed: u32,
    /// How many are in both with another row.
    pub changed: u32,
    /// How many are in both with the same row.
    pub unchanged: u32,
    pub from: PayrollTotals,
    pub to: PayrollTotals,
}

impl DifferencesPage {
    /// How many differences there are in all.
    pub const fn total(&self) -> u32 {
        self.added + self.removed + self.changed
    }
}

/// Compares the revisions `from` and `to`. `month` as in the path; `page` from 1.
pub async fn differences(
    ports: &Ports,
    caller: &Caller,
    month: &str,
    (from, to): (u32, u32),
    page: u32,
    limit: u32,
) -> Result<DifferencesPage> {
    caller.actor.require(Capability::KeepMonths)?;
    if from >= to {
        return Err(Invalid::field("from", "from must be lower than to").into());
    }
    let month = named(month, ports.moment().today)?;
    let reads = ports.reads.months();
    let revisions = reads.revisions(month).await?;
    let (from, to) = (pick(revisions.clone(), Some(from))?, pick(revisions, Some(to))?);
    let (first, second) = (from.file(month), to.file(month));
    let mut found = DifferencesPage {
        month,
        differences: Vec::new(),
        added: 0,
        removed: 0,
        changed: 0,
        unchanged: 0,
        from: reads.totals(month, from.revision).await?,
        to: reads.totals(month, to.revision).await?,
    };
    let mut people: BTreeMap<EmployeeId, [Option<PayrollRow>; 2]> = BTreeMap::new();
    for (at, revision) in [from.revision, to.revision].into_iter().enumerate() {
        for row in all_rows(ports.reads.as_ref(), month, revision).await? {
            if let Some(place) = people.entry(row.employee_id).or_default().get_mut(at) {
                *place = Some(row);
            }
        }
    }
    let skipped = page.saturating_sub(1).saturating_mul(limit);
    for [before, after] in people.values() {
        let Some(difference) = compare((&first, before.as_ref()), (&second, after.as_ref())) else {
            found.unchanged += 1;
            continue;
        };
        let is_on_page = (skipped..skipped.saturating_add(limit)).contains(&found.total());
        match difference.kind {
            DifferenceKind::Added => found.added += 1,
            DifferenceKind::Removed => found.removed += 1,
            DifferenceKind::Changed => found.changed += 1,
        }
        if is_on_page {
            found.differences.push(difference);
        }
    }
    Ok(found)
}
