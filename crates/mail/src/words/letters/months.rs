//! The letters about months.

use super::{Text, Wording, Writer};
use crate::words::says;
use application::months::{MonthDriftedLetter, OwnMonthLetter, TeamMonthLetter};
use domain::notice::month_reminder::{OWN_LINK, decider_link, own_words};
use domain::time::Month;

impl Wording for OwnMonthLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        Text {
            subject: writer.subject(&format!("Your {{}} timesheet of {} is not complete", in_words(self.month))),
            blocks: vec![says(own_words(&self.rejected, &self.frozen)), writer.link(OWN_LINK)],
        }
    }
}

impl Wording for TeamMonthLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        Text {
            subject: writer.subject(&format!("Your team's {{}} timesheets of {} wait for you", in_words(self.month))),
            blocks: vec![says(self.waiting.in_words()), writer.link(decider_link(self.to))],
        }
    }
}

impl Wording for MonthDriftedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (month, count) = (in_words(self.month), self.differences);
        let rows = if count == 1 { "1 row differs".to_owned() } else { format!("{count} rows differ") };
        let blocks = vec![
            says(format!("The payroll of {month} was checked against the days it is based on: {rows}.")),
            says("Nothing was changed. The month in the portal shows the differences:"),
            writer.link(&format!("/admin/payroll?month={}", self.month)),
        ];
        Text { subject: writer.subject(&format!("{{}}: {month} no longer agrees")), blocks }
    }
}

/// The month as a letter has it: `June 2026`.
fn in_words(month: Month) -> String {
    format!("{} {}", month.name(), month.year())
}
