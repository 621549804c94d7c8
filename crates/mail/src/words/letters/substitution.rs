//! Somebody stands in for a manager, or does so no longer.

use super::{Text, Wording, Writer, by_role, name};
use crate::words::{quote, says};
use application::substitutions::SubstitutionLetter;

impl Wording for SubstitutionLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let [manager, substitute] = [&self.manager, &self.substitute].map(|person| name(person));
        let (from, to) = (self.from, self.to);
        let link = writer.link(by_role(self.reader, ["/manager/profile", "/hr/settings", "/admin/settings?tab=hr"]));
        let Some(reason) = &self.reason else {
            let blocks = vec![
                says(format!("The substitution for {manager} has ended before its last day, {to}.")),
                says(format!("{substitute} no longer stands in for {manager}.")),
                link,
            ];
            return Text { subject: format!("The substitution for {manager} has ended"), blocks };
        };
        let blocks = vec![
            says(format!(
                "From {from} to {to}, {substitute} stands in for {manager} and can also decide for the team."
            )),
            says("The reason:"),
            quote(reason),
            link,
        ];
        Text { subject: format!("{substitute} substitutes for {manager} from {from} to {to}"), blocks }
    }
}
