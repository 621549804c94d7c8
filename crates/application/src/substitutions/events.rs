//! What is recorded of substitutions.

use crate::events::Record;
use crate::ports::Substitution;
use domain::substitution::SubstitutionStatus;

/// A substitute was named.
#[derive(Debug, Clone, Copy)]
pub struct SubstitutionMade<'a>(pub &'a Substitution);

impl From<SubstitutionMade<'_>> for Record {
    fn from(SubstitutionMade(substitution): SubstitutionMade<'_>) -> Self {
        told(Self::of("substitution-made"), substitution)
    }
}

/// A substitution was ended before its last day was over, by somebody or by itself.
#[derive(Debug, Clone, Copy)]
pub struct SubstitutionEnded<'a> {
    pub substitution: &'a Substitution,
    pub before: SubstitutionStatus,
}

impl From<SubstitutionEnded<'_>> for Record {
    fn from(SubstitutionEnded { substitution, before }: SubstitutionEnded<'_>) -> Self {
        let after = SubstitutionStatus::Ended;
        told(Self::of("substitution-ended"), substitution).change("status", Some(before.name()), Some(after.name()))
    }
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
