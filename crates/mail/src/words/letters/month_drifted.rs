//! A closed month no longer agrees with what it was made of.

use super::{Wording, in_words};
use crate::words::{Block, Text, Writer};
use application::months::MonthDriftedLetter;

impl Wording for MonthDriftedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (month, count) = (in_words(self.month), self.differences);
        let rows = if count == 1 { "1 row differs".to_owned() } else { format!("{count} rows differ") };
        let blocks = vec![
            Block::Says(format!("The payroll of {month} was checked against the days it is based on: {rows}.")),
            Block::Says("Nothing was changed. The month in the portal shows the differences:".to_owned()),
            writer.link(&format!("/admin/payroll?month={}", self.month)),
        ];
        Text { subject: writer.subject(&format!("{{}}: {month} no longer agrees")), blocks }
    }
}
