//! The letters about accounts and their passwords.

use super::{Text, Wording, Writer, fact};
use crate::words::{Block, says};
use application::accounts::{AccountCreatedLetter, CredentialsLetter, EmployeeArrivedLetter};
use application::invitations::InvitationLetter;
use application::passwords::PasswordResetLetter;
use application::people::{AddressChangedLetter, BlockedLetter, TemporaryPasswordLetter, UnblockedLetter};
use application::second_factors::{SecondFactorLetter, SecondFactorNews};
use application::sessions::BreakGlassUsedLetter;
use application::sign_in::AccountLinkedLetter;
use domain::person::invitation::LIFETIME_DAYS;
use domain::person::reset::LIFETIME_MINUTES;
use domain::sign_in::one_of;

impl Wording for CredentialsLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let blocks = vec![
            writer.says(
                "An account has been created for you in the timesheet portal of {}. These are your sign-in details:",
            ),
            Block::Facts(vec![
                ("Employee ID", fact(&self.employee_id)),
                ("Email", fact(&self.email)),
                ("Password", fact(&self.password.0)),
            ]),
            says("Sign in here:"),
            writer.link("/login"),
            says(
                "The password is a temporary one: you will be asked to change it at your first sign-in. Please keep it to \
                 yourself until then.",
            ),
        ];
        Text { subject: writer.subject("Your {} account"), blocks }
    }
}

impl Wording for AccountCreatedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let providers: Vec<&str> = self.providers.iter().map(String::as_str).collect();
        let blocks = vec![
            writer.says("An account has been created for you in the timesheet portal of {}:"),
            Block::Facts(vec![("Employee ID", fact(&self.employee_id)), ("Email", fact(&self.email))]),
            says(format!("You need no password for it. Sign in here with {}:", fact(&one_of(&providers)))),
            writer.link("/login"),
        ];
        Text { subject: writer.subject("Your {} account"), blocks }
    }
}

impl Wording for EmployeeArrivedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let blocks = vec![
            writer.says(
                "Somebody who had no account has signed in to the timesheet portal of {} and is an Employee there now:",
            ),
            Block::Facts(vec![
                ("Name", fact(&self.employee)),
                ("Employee ID", fact(&self.employee_id)),
                ("Email", fact(&self.email)),
                ("Signed in with", fact(&self.provider)),
            ]),
            says("Please enter their joining date, their department and their manager:"),
            writer.link("/hr/employees"),
        ];
        Text { subject: writer.subject("A new employee has signed in to {}"), blocks }
    }
}

impl Wording for InvitationLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let zone = writer.head.zone_at(self.expires_at);
        let until = self.expires_at.with_timezone(&zone).format("%Y-%m-%d %H:%M");
        let mut blocks = vec![
            writer.says("You have an account in the timesheet portal of {}. You sign in with this address:"),
            Block::Facts(vec![("Email", fact(&self.email))]),
            says("To begin, set your password here:"),
            writer.link(&format!("/auth/reset-password/{}?welcome", fact(&self.token.0))),
            says(format!(
                "The link works once and expires after {LIFETIME_DAYS} days, at {until} ({zone}). A newer link replaces it. If it \
                 has expired, ask for another one here:"
            )),
            writer.link("/auth/forgot-password"),
        ];
        let providers: Vec<&str> = self.providers.iter().map(String::as_str).collect();
        if !providers.is_empty() {
            blocks.push(says(format!("You can also sign in with {}, without a password.", fact(&one_of(&providers)))));
        }
        Text { subject: writer.subject("Welcome to {}"), blocks }
    }
}

impl Wording for PasswordResetLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let zone = writer.head.zone_at(self.expires_at);
        let until = self.expires_at.with_timezone(&zone).format("%Y-%m-%d %H:%M");
        let blocks = vec![
            writer.says("Somebody has asked to reset the password of your account in the timesheet portal of {}."),
            says("To set a new password, open this link:"),
            writer.link(&format!("/auth/reset-password/{}", fact(&self.token.0))),
            says(format!(
                "The link works once and expires {LIFETIME_MINUTES} minutes after the request, at {until} ({zone}). A newer link replaces it."
            )),
            says("If it was not you, you can ignore this mail. Your password stays as it is."),
        ];
        Text { subject: writer.subject("Reset your {} password"), blocks }
    }
}

impl Wording for BlockedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let blocks = vec![
            writer.says("Your account in the timesheet portal of {} has been blocked. You have been signed out and cannot sign in for now."),
            says("Your entries are kept. Please contact your administrator."),
        ];
        Text { subject: writer.subject("Your {} account has been blocked"), blocks }
    }
}

impl Wording for UnblockedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let text = if self.providers.is_empty() {
            "Your account in the timesheet portal of {} is no longer blocked. You can sign in again with your existing password:"
        } else {
            "Your account in the timesheet portal of {} is no longer blocked. You can sign in again:"
        };
        let blocks = vec![writer.says(text), writer.link("/login")];
        Text { subject: writer.subject("Your {} account has been unblocked"), blocks }
    }
}

impl Wording for TemporaryPasswordLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let mut blocks = vec![writer.says(
            "The password of your account in the timesheet portal of {} has been reset by your HR department or an administrator. \
             You have been signed out, and your former password no longer works.",
        )];
        match &self.password {
            Some(password) => {
                blocks.push(says("Sign in with this temporary password:"));
                blocks.push(Block::Facts(vec![("Password", fact(&password.0))]));
            }
            None => blocks.push(says("They will give you a temporary password. Sign in with it here:")),
        }
        blocks.extend([
            writer.link("/login"),
            says("You will be asked to change it at once. Please keep it to yourself until then."),
            says("If you did not expect this, please tell your HR department or your administrator at once."),
        ]);
        Text { subject: writer.subject("Your {} password has been reset"), blocks }
    }
}

impl Wording for AddressChangedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        if writer.to == self.after { to_the_new_address(self, writer) } else { to_the_former_address(writer) }
    }
}

impl Wording for SecondFactorLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (happened, then, subject) = match self.news {
            SecondFactorNews::Set => (
                "Two-step sign-in has been set up for your account in the timesheet portal of {}.",
                "From now on you need your password and a code of your app to sign in. Keep the recovery codes in a safe place: each                  of them lets you in once without the app.",
                "Two-step sign-in is set up for your {} account",
            ),
            SecondFactorNews::Removed => (
                "Two-step sign-in has been turned off for your account in the timesheet portal of {}.",
                "From now on your password alone is enough to sign in.",
                "Two-step sign-in is turned off for your {} account",
            ),
            SecondFactorNews::Reset => (
                "Two-step sign-in has been reset for your account in the timesheet portal of {}, by an administrator. You have been \
                 signed out.",
                "Your password alone is enough to sign in. You can set up two-step sign-in again in your profile.",
                "Two-step sign-in is reset for your {} account",
            ),
        };
        let blocks = vec![
            writer.says(happened),
            says(then),
            says("If you did not expect this, please tell your HR department or your administrator at once."),
        ];
        Text { subject: writer.subject(subject), blocks }
    }
}

impl Wording for AccountLinkedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let provider = fact(&self.provider);
        let blocks = vec![
            writer.says(&format!(
                "Your account in the timesheet portal of {{}} has been linked to your account at {provider}."
            )),
            says(format!("You can sign in with {provider} from now on. You can remove the link in your profile.")),
            says("If you did not expect this, please tell your HR department or your administrator at once."),
        ];
        Text { subject: writer.subject("Your {} account has been linked"), blocks }
    }
}

impl Wording for BreakGlassUsedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let zone = writer.head.zone_at(self.at);
        let at = self.at.with_timezone(&zone).format("%Y-%m-%d %H:%M");
        let blocks = vec![
            writer.says(
                "Somebody has signed in to the timesheet portal of {} with the password of a break-glass account:",
            ),
            Block::Facts(vec![
                ("Name", fact(&self.owner.to_string())),
                ("Email", fact(&self.email)),
                ("Time", fact(&format!("{at} ({zone})"))),
                ("IP address", fact(&self.address)),
            ]),
            says("If no administrator did this on purpose, block the account at once."),
        ];
        Text { subject: writer.subject("A break-glass account of {} was used"), blocks }
    }
}

fn to_the_new_address(letter: &AddressChangedLetter, writer: &Writer<'_>) -> Text {
    let blocks = vec![
        writer.says("The email address of your account in the timesheet portal of {} has been changed. From now on, sign in with the new one."),
        Block::Facts(vec![("Former address", fact(&letter.before)), ("New address", fact(&letter.after))]),
        says("If you did not expect this, please tell your HR department or your administrator at once."),
    ];
    Text { subject: writer.subject("The email address of your {} account has changed"), blocks }
}

/// It may have been a slip, and the reader a stranger, who learns of no other address.
fn to_the_former_address(writer: &Writer<'_>) -> Text {
    let blocks = vec![
        writer.says("The email address of your account in the timesheet portal of {} has been changed. This address no longer belongs to it."),
        says("If you did not expect this, please contact your HR department at once."),
    ];
    Text { subject: writer.subject("This address no longer belongs to your {} account"), blocks }
}
