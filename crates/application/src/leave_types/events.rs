//! What is recorded of leave types. They concern everybody, so they are about nobody.

use crate::events::Record;
use domain::leave::{LeaveTerms, LeaveType};

/// A leave type was added.
#[derive(Debug, Clone, Copy)]
pub struct LeaveTypeAdded<'a>(pub &'a LeaveType);

impl From<LeaveTypeAdded<'_>> for Record {
    fn from(LeaveTypeAdded(made): LeaveTypeAdded<'_>) -> Self {
        let record = Self::of("leave-type-added").detail("leaveType", made.id);
        fields(record, None, (made, *made.terms.first()))
    }
}

/// A leave type was changed.
#[derive(Debug, Clone, Copy)]
pub struct LeaveTypeChanged<'a> {
    pub before: &'a LeaveType,
    pub after: &'a LeaveType,
    /// The leave year from which its terms hold.
    pub from_year: i32,
}

impl From<LeaveTypeChanged<'_>> for Record {
    fn from(LeaveTypeChanged { before, after, from_year }: LeaveTypeChanged<'_>) -> Self {
        let mut record = Self::of("leave-type-changed").detail("leaveType", after.id);
        if before.terms != after.terms {
            record = record.detail("fromYear", from_year.unsigned_abs());
        }
        let terms = |of: &LeaveType| of.terms_in(from_year);
        fields(record, Some((before, terms(before))), (after, terms(after)))
    }
}

type Told<'a> = (&'a LeaveType, LeaveTerms);

fn fields(record: Record, before: Option<Told<'_>>, (after, terms): Told<'_>) -> Record {
    let (then, held) = (before.map(|(leave_type, _)| leave_type), before.map(|(_, terms)| terms));
    record
        .change("name", then.map(|it| it.name.as_str()), Some(after.name.as_str()))
        .change("annualDays", held.and_then(|it| it.annual), terms.annual)
        .change("isPaid", then.map(|it| it.is_paid), Some(after.is_paid))
        .change("needsApproval", then.map(|it| it.needs_approval), Some(after.needs_approval))
        .change("carryOverDays", held.map(|it| it.carry_over), Some(terms.carry_over))
        .change("carryOverUntil", held.and_then(|it| it.carry_over_until), terms.carry_over_until)
        .change("backdateDays", then.map(|it| it.backdate_days), Some(after.backdate_days))
        .change("isActive", then.map(|it| it.is_active), Some(after.is_active))
}
