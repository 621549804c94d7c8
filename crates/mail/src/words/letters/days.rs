//! The letters about recorded days.

use super::{Text, Wording, Writer, name};
use crate::words::{list, quote, says};
use application::absences::DaysFrozenLetter;
use application::approvals::{DaysApprovedLetter, DaysRejectedLetter};
use application::timesheets::DayResubmittedLetter;

impl Wording for DayResubmittedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (name, date) = (name(&self.employee), self.date);
        let blocks = vec![
            says(format!("{name} has corrected {date} and submitted it again. It is waiting for your review.")),
            writer.link("/login"),
        ];
        Text { subject: format!("{name} has resubmitted a day"), blocks }
    }
}

impl Wording for DaysApprovedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (subject, days_were) = match self.dates.len() {
            1 => ("A day in your {} timesheet was approved", "This day in your timesheet was"),
            _ => ("Days in your {} timesheet were approved", "These days in your timesheet were"),
        };
        let blocks =
            vec![says(format!("{days_were} approved:")), list(&self.dates), writer.link("/employee/timesheet")];
        Text { subject: writer.subject(subject), blocks }
    }
}

impl Wording for DaysFrozenLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (subject, days, they_are, them, each) = match self.dates.len() {
            1 => ("A day in your {} timesheet was frozen", "this day", "it is", "it", "The day"),
            _ => ("Days in your {} timesheet were frozen", "these days", "they are", "them", "Each day"),
        };
        let blocks = vec![
            says(format!("No timesheet was submitted for {days}, and {they_are} now frozen:")),
            list(&self.dates),
            says(format!(
                "Before you can record {them}, somebody has to unlock {them} for you. {each} in the portal says who can:"
            )),
            writer.link("/employee/timesheet"),
        ];
        Text { subject: writer.subject(subject), blocks }
    }
}

impl Wording for DaysRejectedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (subject, days, they) = match self.dates.len() {
            1 => ("A day in your {} timesheet was rejected", "this day", "it"),
            _ => ("Days in your {} timesheet were rejected", "these days", "them"),
        };
        let by = match &self.stand_in {
            None => "Your manager".to_owned(),
            Some((substitute, manager)) => format!("{}, for {},", name(substitute), name(manager)),
        };
        let blocks = vec![
            says(format!("{by} has rejected {days} in your timesheet:")),
            list(&self.dates),
            says("The reason:"),
            quote(&self.reason),
            says(format!(
                "You can correct {they} and submit {they} again within {} days of the rejection. After that \
                 your manager has to unlock {they} first.",
                self.correct_within
            )),
            writer.link("/login"),
        ];
        Text { subject: writer.subject(subject), blocks }
    }
}
