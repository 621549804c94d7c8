//! What each use case answers, and what a repeat of it does.

use application::{Conflict, Error, Invalid};
use domain::leave::{DayPart, LeavePeriod, RequestRefusal, StepRefusal};
use domain::month::{CloseRefusal, ReopenRefusal};
use domain::person::FullName;
use domain::person::reset::BAD_LINK;
use domain::session::SessionEnd;
use domain::time::Month;
use domain::timesheet::Refusal;
use domain::unlock::{AskRefusal, Settled, UnlockRefusal};

use crate::cases::Case;
use crate::portal::{june, may};

impl Case {
    /// What the undisturbed use case answers.
    pub(crate) fn outcome(self) -> Result<String, Error> {
        let answer = match self {
            Self::LoginWithAWrongPassword => return Err(Error::InvalidCredentials),
            Self::LoginWhileBlocked => return Err(Error::AccountBlocked),
            Self::LoginWhileTheQueueIsFull | Self::RegisterWhileTheQueueIsFull => return Err(Error::Overloaded),
            Self::Login | Self::LoginAtAKnownAddress => "\"person1@example.org\"",
            Self::FirstPassword
            | Self::Logout
            | Self::InTwoHalves
            | Self::Forgot
            | Self::Reset
            | Self::ChangePassword
            | Self::EndLeaveFeed => "()",
            Self::DeleteHoliday => "None",
            Self::DownloadMonth => "\"First1_Last1_timesheet_June_2026.csv\"",
            Self::TakeReport => "\"Team_Report_6_2026.csv\"",
            Self::EndHoliday => "Some(2026)",
            Self::CloseMonth => "Some((1, 2, 2))",
            Self::ReopenMonth => "Reopened",
            Self::RemindManagers | Self::RemindEmployees => "(1, 0)",
            Self::Unlock | Self::UnlockAsAsked => "(2026-06-09, \"First1 Last1\")",
            Self::AskForUnlock | Self::AskAgain => "(2026-06-09, Some(Manager))",
            Self::ApproveRequest => "(2026-06-09, Approved)",
            Self::DeclineRequest => "(2026-06-09, Declined)",
            Self::Freeze => "Marked(3)",
            Self::AddHoliday => "2026-06-19",
            Self::AddLeaveType => "\"Study\"",
            Self::AskForLeave => "3.0",
            Self::ShortenLeave => "Shortened",
            Self::CancelLeave => "Cancelled",
            Self::AskToCancelLeave => "CancellationAsked",
            Self::KeepLeave => "Approved",
            Self::ChangeHoliday => "\"Summer day\"",
            Self::RegisterOneself => "(\"nina@example.org\", None)",
            Self::RegisterSomebody => "(\"nina@example.org\", Some(52400.5))",
            Self::UpdateAccount => "(\"bo@example.org\", Employee)",
            Self::AssignManager => "Some(\"First10 Last10\")",
            Self::UpdateProfile => "Some(\"Bridges\")",
            Self::CreateAdmin => "(\"ada@example.org\", \"EMP1009\")",
            Self::NewDay => "(2026-06-10, true, false)",
            Self::Correction => "(2026-06-05, false, false)",
            Self::Resubmission => "(2026-06-08, false, true)",
            Self::NameSubstitute => "Running",
            Self::EndSubstitution => "(Ended, Some(Hr))",
            Self::Approval | Self::Rejection | Self::ApprovalForAManager => "4",
            Self::SetOpenPositions | Self::Announce => "3",
            Self::ViewedResubmissions
            | Self::ExpireRequests
            | Self::AnswerResets
            | Self::ApproveLeave
            | Self::RejectLeave
            | Self::ChangeLeaveType
            | Self::ChangeSetting
            | Self::ChangeWorkPattern
            | Self::ExportMonth
            | Self::AcceptDays => "1",
            Self::ReadNotices => "2",
            Self::Digest => "Made(1)",
            Self::Remind => "Made(3)",
            Self::ChooseMails => "7",
            Self::AdjustLeave => "2025",
            Self::FirstAdmin
            | Self::Block
            | Self::SettleLeave
            | Self::MakeLeaveFeed
            | Self::TellOfClose
            | Self::CheckMonths => "true",
        };
        Ok(answer.to_owned())
    }

    /// What it answers where everything had happened already: a success without an effect, or a refusal that says so.
    pub(crate) fn outcome_of_a_repeat(self) -> Result<String, Error> {
        match self {
            Self::Logout => Err(Error::SessionEnded(SessionEnd::Logout)),
            Self::FirstPassword => Err(Conflict::NotFirstLogin.into()),
            Self::NewDay | Self::Correction | Self::Resubmission => Err(Refusal::AlreadySubmitted.into()),
            Self::Approval
            | Self::ApprovalForAManager
            | Self::Rejection
            | Self::ViewedResubmissions
            | Self::ReadNotices
            | Self::AnswerResets
            | Self::ExpireRequests
            | Self::ApproveLeave
            | Self::RejectLeave
            | Self::AcceptDays
            | Self::Announce => Ok("0".into()),
            Self::CloseMonth => Err(CloseRefusal::AlreadyClosed(Month::of(may(1))).into()),
            Self::ReopenMonth => Err(ReopenRefusal::NotClosed(Month::of(may(1))).into()),
            Self::RemindManagers | Self::RemindEmployees => Ok("(0, 1)".into()),
            Self::EndHoliday => Err(Conflict::MonthClosed(Month::of(may(1))).into()),
            Self::AskForLeave => Err(RequestRefusal::Taken(june(10)).into()),
            Self::ShortenLeave => Err(too_short().into()),
            Self::KeepLeave => Err(StepRefusal::NothingAsked.into()),
            Self::NameSubstitute => {
                let name = FullName { first: "First7".into(), last: "Last7".into() };
                Err(Conflict::AlreadySubstituted { name, day: june(10) }.into())
            }
            Self::EndSubstitution => Err(Conflict::SubstitutionOver.into()),
            Self::Unlock | Self::UnlockAsAsked => Err(UnlockRefusal::AlreadyUnlocked.into()),
            Self::AskForUnlock | Self::AskAgain => Err(AskRefusal::AlreadyAsked.into()),
            Self::ApproveRequest | Self::DeclineRequest => Err(Settled::Decided.into()),
            Self::Freeze => Ok("Done".into()),
            Self::Digest | Self::Remind => Ok("Idle".into()),
            Self::AddHoliday => Err(Conflict::HolidayExists.into()),
            Self::AddLeaveType => Err(Conflict::LeaveTypeNameTaken.into()),
            Self::ChangeLeaveType => Err(Conflict::LeaveTypeChanged.into()),
            Self::DeleteHoliday => Err(Error::NotFound("Holiday")),
            Self::FirstAdmin | Self::SettleLeave | Self::TellOfClose => Ok("false".into()),
            Self::RegisterOneself | Self::RegisterSomebody | Self::CreateAdmin => Err(Conflict::EmailTaken.into()),
            Self::Reset => Err(Invalid::message(BAD_LINK).into()),
            Self::ChangePassword => Err(Invalid::field("currentPassword", "Current password is incorrect").into()),
            _ => self.outcome(),
        }
    }

    /// Whether it takes places in budgets before it does anything else.
    pub(crate) fn counts_attempts(self) -> bool {
        matches!(
            self,
            Self::Login
                | Self::LoginAtAKnownAddress
                | Self::LoginWithAWrongPassword
                | Self::LoginWhileBlocked
                | Self::LoginWhileTheQueueIsFull
                | Self::FirstPassword
                | Self::RegisterOneself
                | Self::RegisterWhileTheQueueIsFull
                | Self::Forgot
                | Self::Reset
                | Self::ChangePassword
        )
    }

    /// How many attempts stay counted when nothing goes wrong.
    pub(crate) fn attempts_kept(self) -> usize {
        // A registration, a request for a link and a sign-in that fails stay counted: that is what the budget is for.
        usize::from(matches!(
            self,
            Self::LoginWithAWrongPassword
                | Self::LoginWhileBlocked
                | Self::RegisterOneself
                | Self::Forgot
                | Self::AnswerResets
        ))
    }

    /// The table that a repeat is meant to add to: a login starts another session, and ends the one before it; a request for a
    /// link is one more request; a balance that is adjusted twice is adjusted by both; a number that is set twice was said twice; a
    /// new link to a feed replaces the one that nobody was told of; each export and each file is an event; and two refusals are two
    /// attempts.
    pub(crate) fn adds_each_time_to(self) -> Option<&'static str> {
        match self {
            Self::Login | Self::LoginAtAKnownAddress => Some("sessions"),
            Self::Forgot => Some("reset_requests"),
            Self::AdjustLeave => Some("notices"),
            Self::SetOpenPositions
            | Self::MakeLeaveFeed
            | Self::ExportMonth
            | Self::DownloadMonth
            | Self::TakeReport
            | Self::LoginWithAWrongPassword
            | Self::LoginWhileBlocked => Some("events"),
            _ => None,
        }
    }
}

/// What a request that ends with the 11th already is told that is to end with it.
fn too_short() -> StepRefusal {
    let period = LeavePeriod::new(june(9), DayPart::Full, june(11), DayPart::Full);
    let why = period.ok().and_then(|period| period.shortened(june(11)).err());
    why.map_or(StepRefusal::Changed, StepRefusal::LastDay)
}
