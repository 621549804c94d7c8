//! Months: which ones a write has to find open, what of a month is still open, what its figures are, and what payroll gets.

mod blockers;
mod changed_days;
mod checks;
mod differences;
mod facts;
mod figures;
mod nightly;
mod pay;
pub mod payroll;
mod refusal;
mod state;

pub use blockers::{Blocker, Blockers, can_be_accepted};
pub use changed_days::{ChangedDays, ChangedHoliday, Concerned};
pub use checks::{CheckResult, ChecksumError, Claim, parse_checksum};
pub use differences::{Difference, DifferenceKind, FieldChange, compare, drift, is_another_statement};
pub use facts::MonthFacts;
pub use figures::Figures;
pub(crate) use nightly::BEGINS_AT as CHECKED_FROM;
pub use nightly::NightlyCheck;
pub use pay::Pay;
pub(crate) use payroll::hexadecimal;
pub use payroll::{PayrollDigest, PayrollFile, PayrollForm, PayrollRow};
pub(crate) use refusal::in_words;
pub use refusal::{
    AcceptRefusal, CloseRefusal, MissingOfMonth, ReopenRefusal, closed_message, closed_sentence, closing_sentence,
    may_close, may_reopen, parse_note, parse_reason, reopened_message, unsettled_sentence,
};
pub use state::{Held, MonthState, Standing};

#[cfg(test)]
mod tests;
