//! What is recorded of leave types. They concern everybody, so they are about nobody.

use crate::events::Record;
use domain::leave::{LeaveTerms, LeaveType};

/// A leave type was added.
pub fn leave_type_added(made: &LeaveType) -> Record {
    fields(Record::of("leave-type-added").detail("leaveType", made.id), None, (made, *made.terms.first()))
}

/// A leave type was changed. `from_year`: the leave year from which its terms hold.
pub fn leave_type_changed(before: &LeaveType, after: &LeaveType, from_year: i32) -> Record {
    let terms = |of: &LeaveType| of.terms_in(from_year);
    let record = Record::of("leave-type-changed")
        .detail("leaveType", after.id)
        .optional("fromYear", (before.terms != after.terms).then(|| from_year.unsigned_abs()));
    fields(record, Some((before, terms(before))), (after, terms(after)))
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
