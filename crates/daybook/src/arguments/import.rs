//! The command line of `daybook import`.

use super::date;
use chrono::NaiveDate;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use domain::import::{DateForm, DecimalSign, Encoding, ImportKind};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
pub(crate) struct Import {
    #[arg(value_parser = named(ImportKind::ALL.map(ImportKind::name), ImportKind::named))]
    pub(crate) kind: ImportKind,
    /// A table (CSV), or for holidays also a calendar (.ics)
    pub(crate) file: PathBuf,
    /// Apply the plan, where no row is refused
    #[arg(long)]
    pub(crate) apply: bool,
    /// With --apply: leave refused rows out
    #[arg(long, requires = "apply")]
    pub(crate) good: bool,
    /// Read the file in this encoding instead of the detected one
    #[arg(long, ignore_case = true, value_parser = named(Encoding::ALL.map(Encoding::name), Encoding::named))]
    pub(crate) encoding: Option<Encoding>,
    /// How dates are written: 2026-04-03, 3.4.2026 or 4/3/2026
    #[arg(long, ignore_case = true, value_parser = named(DateForm::ALL.map(DateForm::name), DateForm::named))]
    pub(crate) dates: Option<DateForm>,
    /// The decimal sign of numbers
    #[arg(long, value_parser = named([",", "."], sign))]
    pub(crate) decimal: Option<DecimalSign>,
    /// With --apply: mail new active people a link for their first password
    #[arg(long, requires = "apply")]
    pub(crate) invite: bool,
    /// The day on which the records of new people begin; today without it
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) records_from: Option<NaiveDate>,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

fn sign(text: &str) -> Option<DecimalSign> {
    match text {
        "," => Some(DecimalSign::Comma),
        "." => Some(DecimalSign::Point),
        _ => None,
    }
}

/// One of these names.
fn named<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    value_of: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names)
        .try_map(move |name| value_of(&name.to_lowercase()).ok_or_else(|| format!("{name} is not one of the names")))
}

pub(super) const HELP: &str = "\
It prints what each row of FILE would do, and changes nothing without --apply. Then
everything is imported or, where a row is refused, nothing; with --good the rows that
are not refused. Events name no person, only the command.

More than 1,000 rows are imported in pieces of 500. If the command is stopped in the
middle, the portal goes on with them, or the next daybook import --apply.

Run it on the portal's machine, with the same settings (DAYBOOK_DATABASE_URL,
DAYBOOK_DATA_DIR) and as the same user as the server, which may keep running.

Exit status: 0 done, 1 rows are refused or it could not be done, 2 the file, the
command or a setting is invalid.";
