//! The letters about unlocked dates and the requests for them.

use super::{Text, Wording, Writer, by_role, name};
use crate::words::{list, quote, says};
use application::unlocks::{DayUnlockedLetter, RequestDeclinedLetter, RequestExpiredLetter, UnlockRequestedLetter};

impl Wording for DayUnlockedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let date = self.date;
        let mut blocks = match &self.reason {
            None => vec![says(format!("{date} is open for you to fill in, as you asked."))],
            Some(reason) => {
                vec![says(format!("{date} is open for you to fill in.")), says("The reason:"), quote(reason)]
            }
        };
        blocks.push(writer.link(&format!("/employee/timesheet?date={date}")));
        Text { subject: writer.subject("A day in your {} timesheet was unlocked"), blocks }
    }
}

impl Wording for UnlockRequestedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let name = name(&self.employee.to_string());
        let paths = ["/manager/direct-unlock", "/hr/direct-unlock", "/admin/direct-unlock"];
        let blocks = vec![
            says(format!("{name} asks you to unlock {}.", self.date)),
            says("The reason:"),
            quote(&self.reason),
            says(format!("You can decide on it until {}.", self.until)),
            writer.link(by_role(self.to, paths)),
        ];
        Text { subject: format!("{name} asks to unlock a day"), blocks }
    }
}

impl Wording for RequestDeclinedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let date = self.date;
        let blocks = vec![
            says(format!("Your request to unlock {date} was declined.")),
            says("The reason:"),
            quote(&self.comment),
            writer.link(&format!("/employee/timesheet?date={date}")),
        ];
        Text { subject: "Your request to unlock a day was declined".to_owned(), blocks }
    }
}

impl Wording for RequestExpiredLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let asked = match self.dates.len() {
            1 => "your request to unlock this day",
            _ => "your requests to unlock these days",
        };
        let blocks = vec![
            says(format!("Nobody decided on {asked} within seven days:")),
            list(&self.dates),
            says("You can ask again."),
            writer.link("/employee/timesheet"),
        ];
        Text { subject: "Your request to unlock a day expired".to_owned(), blocks }
    }
}
