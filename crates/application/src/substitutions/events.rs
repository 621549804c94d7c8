//! What is recorded of substitutions.

use crate::events::Record;
use crate::ports::Substitution;
use domain::substitution::SubstitutionStatus;

/// A substitute was named.
pub fn substitution_made(substitution: &Substitution) -> Record {
    told(Record::of("substitution-made"), substitution)
}

/// A substitution was ended before its last day was over, by somebody or by itself.
pub fn substitution_ended(substitution: &Substitution, before: SubstitutionStatus) -> Record {
    let after = SubstitutionStatus::Ended;
    told(Record::of("substitution-ended"), substitution).change("status", Some(before.name()), Some(after.name()))
}

fn told(record: Record, substitution: &Substitution) -> Record {
    record
        .about([substitution.manager, substitution.substitute])
        .detail("manager", substitution.manager)
        .detail("substitute", substitution.substitute)
        .detail("from", substitution.days.from)
        .detail("to", substitution.days.to)
        .detail("reason", substitution.reason.as_str())
}
