//! Reading the fields of an account: all that is wrong is told at once, each at its field.

use crate::{Invalid, Result};
use chrono::NaiveDate;
use domain::person::{EXTERNAL_ID_MAX, EmailAddress, NAME_MAX, PHONE_MAX, Salary};
use domain::text::{self, TextError};
use domain::time::check_year;

/// A field that was left out (it stays), cleared, or given.
pub type Patch<T> = Option<Option<T>>;

/// Reads fields and collects what is wrong with them.
#[derive(Default)]
pub(crate) struct Fields(Invalid);

impl Fields {
    /// A name that has to be there.
    pub(crate) fn name(&mut self, field: &'static str, label: &str, typed: &str) -> String {
        text::line(typed, NAME_MAX).unwrap_or_else(|why| {
            self.wrong(field, why.sentence(label));
            String::new()
        })
    }

    /// A line that may be missing. Blank is missing.
    pub(crate) fn line(&mut self, field: &'static str, label: &str, typed: Option<&str>) -> Option<String> {
        self.optional(field, label, typed, NAME_MAX)
    }

    /// The number that a person has in another program, which may be missing.
    pub(crate) fn external_id(&mut self, typed: Option<&str>) -> Option<String> {
        self.optional("externalId", "External ID", typed, EXTERNAL_ID_MAX)
    }

    /// A telephone number, which may be missing.
    pub(crate) fn phone(&mut self, typed: Option<&str>) -> Option<String> {
        self.optional("phoneNumber", "Phone number", typed, PHONE_MAX)
    }

    /// An address that has to be there.
    pub(crate) fn email(&mut self, typed: &str) -> Option<EmailAddress> {
        EmailAddress::parse(typed).map_err(|why| self.wrong("email", why.sentence())).ok()
    }

    /// A salary, which may be missing.
    pub(crate) fn salary(&mut self, amount: Option<f64>) -> Option<Salary> {
        Salary::from_amount(amount?).map_err(|why| self.wrong("salary", why.sentence())).ok()
    }

    /// The first day that can have an entry, which may be missing.
    pub(crate) fn joining_date(&mut self, typed: Option<NaiveDate>) -> Option<NaiveDate> {
        check_year(typed?).map_err(|why| self.wrong("joiningDate", why.sentence("Joining date"))).ok()
    }

    /// Notes an error in a field.
    pub(crate) fn wrong(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.0.fields.push((field, sentence.into()));
    }

    /// Returns `value` if nothing was wrong; it is missing only if something was.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T> {
        match value {
            Some(value) if self.0.fields.is_empty() => Ok(value),
            _ => Err(self.0.into()),
        }
    }

    fn optional(&mut self, field: &'static str, label: &str, typed: Option<&str>, max: usize) -> Option<String> {
        match text::line(typed?, max) {
            Ok(line) => Some(line),
            Err(TextError::Blank) => None,
            Err(why) => {
                self.wrong(field, why.sentence(label));
                None
            }
        }
    }
}
