//! The use cases that write, by name: what each of them begins with, what it answers, and what a repeat of it does.

use application::{Conflict, Error, Invalid};
use domain::leave::{DayPart, LeavePeriod, RequestRefusal, StepRefusal};
use domain::month::{CloseRefusal, ReopenRefusal};
use domain::person::FullName;
use domain::person::reset::BAD_LINK;
use domain::second_factor::{SIGN_IN_EXPIRED, WRONG_CODE};
use domain::session::SessionEnd;
use domain::time::Month;
use domain::timesheet::Refusal;
use domain::unlock::{AskRefusal, Settled, UnlockRefusal};
use testkit::database::TestDatabase;

use crate::portal::{self, ADMIN, ANN, MANAGER, june, may};
use crate::{accounts, imports, leave, months, provider};

/// Each use case with its answer; and what it answers where everything had happened already, if that is another one: a success without
/// an effect, or a refusal that says so.
macro_rules! cases {
    ($(fn $test:ident() = $case:ident => $answer:expr $(, then $repeated:expr)?;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Case {
            $($case,)+
            /// No use case of the portal: one that does its work in two halves, to see that this is noticed.
            InTwoHalves,
        }

        #[allow(clippy::match_same_arms, reason = "each case stands for itself")]
        impl Case {
            /// What the undisturbed use case answers.
            pub(crate) fn outcome(self) -> Result<String, Error> {
                let answer: Result<&str, Error> = match self {
                    $(Self::$case => $answer,)+
                    Self::InTwoHalves => Ok("()"),
                };
                answer.map(str::to_owned)
            }

            /// What it answers where everything had happened already.
            pub(crate) fn outcome_of_a_repeat(self) -> Result<String, Error> {
                let answer: Result<&str, Error> = match self {
                    $($(Self::$case => $repeated,)?)+
                    _ => return self.outcome(),
                };
                answer.map(str::to_owned)
            }
        }

        testkit::on_both_engines! {
            $(async fn $test(database: &TestDatabase) {
                crate::both_ways(database, Case::$case).await;
            })+
        }
    };
}

cases! {
    fn signing_in() = Login => Ok("\"person1@example.org\"");
    fn signing_in_where_one_is_known() = LoginAtAKnownAddress => Ok("\"person1@example.org\"");
    fn signing_in_with_a_wrong_password() = LoginWithAWrongPassword => Err(Error::InvalidCredentials);
    fn signing_in_while_blocked() = LoginWhileBlocked => Err(Error::AccountBlocked);
    fn signing_in_while_the_queue_is_full() = LoginWhileTheQueueIsFull => Err(Error::Overloaded);
    fn signing_in_with_a_second_factor() = LoginWithAFactor => Ok("true");
    fn signing_in_with_a_code() = SecondStep => Ok("\"person1@example.org\""), then Err(Invalid::message(SIGN_IN_EXPIRED).into());
    fn signing_in_with_a_recovery_code() = SecondStepByRecovery => Ok("\"person1@example.org\""), then Err(Invalid::message(SIGN_IN_EXPIRED).into());
    fn signing_in_with_a_wrong_code() = SecondStepWithAWrongCode => Err(wrong_code());
    fn signing_in_to_a_break_glass_account() = SecondStepByBreakGlass => Ok("\"person9@example.org\""), then Err(Invalid::message(SIGN_IN_EXPIRED).into());
    fn marking_a_break_glass_account() = MarkBreakGlass => Ok("()");
    fn beginning_a_second_factor() = BeginFactor => Ok("\"KEY\"");
    fn confirming_a_second_factor() = ConfirmFactor => Ok("10"), then Err(Conflict::SecondFactorSet.into());
    fn turning_a_second_factor_off() = TurnFactorOff => Ok("()"), then Err(Conflict::NoSecondFactor.into());
    fn making_recovery_codes() = MakeRecoveryCodes => Ok("10"), then Err(wrong_code());
    fn resetting_a_second_factor() = ResetFactor => Ok("()"), then Err(Conflict::NoSecondFactor.into());
    fn exchanging_a_code_for_a_session() = ExchangeCode => Ok("\"person1@example.org\""), then Err(Invalid::message(SIGN_IN_EXPIRED).into());
    fn signing_out_at_the_provider() = LogoutThere => Ok("Done"), then Ok("Refused(\"the token has come before\")");
    fn removing_ones_own_link() = RemoveOwnLink => Ok("()"), then Err(Error::NotFound("Provider"));
    fn removing_somebodys_link() = RemoveLink => Ok("()"), then Err(Error::NotFound("Provider"));
    fn setting_the_first_password() = FirstPassword => Ok("()"), then Err(Conflict::NotFirstLogin.into());
    fn signing_out() = Logout => Ok("None"), then Err(Error::SessionEnded(SessionEnd::Logout));
    fn recording_a_day() = NewDay => Ok("(2026-06-10, true, false)"), then Err(Refusal::AlreadySubmitted.into());
    fn correcting_an_unlocked_day() = Correction => Ok("(2026-06-05, false, false)"), then Err(Refusal::AlreadySubmitted.into());
    fn resubmitting_a_rejected_day() = Resubmission => Ok("(2026-06-08, false, true)"), then Err(Refusal::AlreadySubmitted.into());
    fn approving() = Approval => Ok("4"), then Ok("0");
    fn rejecting() = Rejection => Ok("4"), then Ok("0");
    fn viewing_resubmissions() = ViewedResubmissions => Ok("1"), then Ok("0");
    fn reading_notices() = ReadNotices => Ok("2"), then Ok("0");
    fn creating_the_first_administrator() = FirstAdmin => Ok("true"), then Ok("false");
    fn registering_oneself() = RegisterOneself => Ok("(\"nina@example.org\", None)"), then Err(Conflict::EmailTaken.into());
    fn registering_somebody() = RegisterSomebody => Ok("(\"nina@example.org\", Some(52400.5))"), then Err(Conflict::EmailTaken.into());
    fn registering_while_the_queue_is_full() = RegisterWhileTheQueueIsFull => Err(Error::Overloaded);
    fn changing_an_account() = UpdateAccount => Ok("(\"bo@example.org\", Employee)");
    fn blocking_somebody() = Block => Ok("true");
    fn giving_a_temporary_password() = ResetPasswordFor => Ok("\"generated\"");
    fn signing_somebody_out() = EndSessions => Ok("true"), then Ok("false");
    fn assigning_a_manager() = AssignManager => Ok("Some(\"First10 Last10\")");
    fn forgetting_the_password() = Forgot => Ok("()");
    fn answering_a_request_for_a_reset_link() = AnswerResets => Ok("1"), then Ok("0");
    fn inviting_somebody() = InvitePerson => Ok("()");
    fn inviting_everybody() = InviteEverybody => Ok("1");
    fn sending_invitations() = SendInvitations => Ok("false");
    fn resetting_the_password() = Reset => Ok("()"), then Err(Invalid::message(BAD_LINK).into());
    fn changing_the_password() = ChangePassword => Ok("()"), then Err(Invalid::field("currentPassword", "Current password is incorrect").into());
    fn changing_ones_own_profile() = UpdateProfile => Ok("Some(\"Bridges\")");
    fn setting_the_open_positions() = SetOpenPositions => Ok("3");
    fn changing_a_setting() = ChangeSetting => Ok("1");
    fn changing_a_work_pattern() = ChangeWorkPattern => Ok("1");
    fn unlocking_a_date() = Unlock => Ok("(2026-06-09, \"First1 Last1\")"), then Err(UnlockRefusal::AlreadyUnlocked.into());
    fn unlocking_a_date_that_was_asked_for() = UnlockAsAsked => Ok("(2026-06-09, \"First1 Last1\")"), then Err(UnlockRefusal::AlreadyUnlocked.into());
    fn asking_for_an_unlock() = AskForUnlock => Ok("(2026-06-09, Some(Manager))"), then Err(AskRefusal::AlreadyAsked.into());
    fn asking_again_after_a_request_expired() = AskAgain => Ok("(2026-06-09, Some(Manager))"), then Err(AskRefusal::AlreadyAsked.into());
    fn approving_a_request() = ApproveRequest => Ok("(2026-06-09, Approved)"), then Err(Settled::Decided.into());
    fn declining_a_request() = DeclineRequest => Ok("(2026-06-09, Declined)"), then Err(Settled::Decided.into());
    fn letting_requests_expire() = ExpireRequests => Ok("1"), then Ok("0");
    fn freezing_a_day() = Freeze => Ok("Marked(3)"), then Ok("Done");
    fn mailing_frozen_days() = Announce => Ok("3"), then Ok("0");
    fn choosing_mails() = ChooseMails => Ok("7");
    fn making_the_digests() = Digest => Ok("Made(1)"), then Ok("Idle");
    fn reminding_people() = Remind => Ok("Made(3)"), then Ok("Idle");
    fn adding_a_holiday() = AddHoliday => Ok("2026-06-19"), then Err(Conflict::HolidayExists.into());
    fn changing_a_holiday() = ChangeHoliday => Ok("\"Summer day\"");
    fn deleting_a_holiday() = DeleteHoliday => Ok("None"), then Err(Error::NotFound("Holiday"));
    fn adding_a_leave_type() = AddLeaveType => Ok("\"Study\""), then Err(Conflict::LeaveTypeNameTaken.into());
    fn changing_a_leave_type() = ChangeLeaveType => Ok("1"), then Err(Conflict::LeaveTypeChanged.into());
    fn adjusting_a_balance() = AdjustLeave => Ok("2025");
    fn allocating_and_settling_leave() = SettleLeave => Ok("true"), then Ok("false");
    fn asking_for_leave() = AskForLeave => Ok("3.0"), then Err(RequestRefusal::Taken(june(10)).into());
    fn approving_leave() = ApproveLeave => Ok("1"), then Ok("0");
    fn rejecting_leave() = RejectLeave => Ok("1"), then Ok("0");
    fn shortening_leave() = ShortenLeave => Ok("Shortened"), then Err(too_short().into());
    fn cancelling_leave() = CancelLeave => Ok("Cancelled");
    fn asking_to_cancel_leave() = AskToCancelLeave => Ok("CancellationAsked");
    fn keeping_leave() = KeepLeave => Ok("Approved"), then Err(StepRefusal::NothingAsked.into());
    fn making_a_calendar_feed() = MakeLeaveFeed => Ok("true");
    fn ending_a_calendar_feed() = EndLeaveFeed => Ok("()");
    fn naming_a_substitute() = NameSubstitute => Ok("Running"), then Err(already_substituted());
    fn ending_a_substitution() = EndSubstitution => Ok("(Ended, Some(Hr))"), then Err(Conflict::SubstitutionOver.into());
    fn approving_for_a_manager() = ApprovalForAManager => Ok("4"), then Ok("0");
    fn creating_another_administrator() = CreateAdmin => Ok("(\"ada@example.org\", \"EMP1009\")"), then Err(Conflict::EmailTaken.into());
    fn closing_a_month() = CloseMonth => Ok("Some((1, 2, 2))"), then Err(CloseRefusal::AlreadyClosed(Month::of(may(1))).into());
    fn reopening_a_month() = ReopenMonth => Ok("Reopened"), then Err(ReopenRefusal::NotClosed(Month::of(may(1))).into());
    fn exporting_a_month() = ExportMonth => Ok("1");
    fn accepting_days_as_absent() = AcceptDays => Ok("1"), then Ok("0");
    fn reminding_managers_about_a_month() = RemindManagers => Ok("(1, 0)"), then Ok("(0, 1)");
    fn reminding_employees_about_a_month() = RemindEmployees => Ok("(1, 0)"), then Ok("(0, 1)");
    fn telling_people_of_a_close() = TellOfClose => Ok("true"), then Ok("false");
    fn checking_closed_months() = CheckMonths => Ok("true");
    fn ending_a_holiday_of_a_closed_month() = EndHoliday => Ok("Some(2026)"), then Err(Conflict::MonthClosed(Month::of(may(1))).into());
    fn taking_somebodys_month_along() = DownloadMonth => Ok("\"First1_Last1_timesheet_June_2026.csv\"");
    fn planning_an_import() = PlanImport => Ok("1");
    fn applying_an_import() = ApplyImport => Ok("1 holiday added, 0 changed"), then Err(Conflict::ImportApplied.into());
    fn taking_a_report_along() = TakeReport => Ok("\"Team_Report_6_2026.csv\"");
}

impl Case {
    /// Brings an empty database to where the use case begins.
    pub(crate) async fn prepare(self, database: &TestDatabase) {
        if self != Self::FirstAdmin {
            portal::fill(database).await;
        }
        match self {
            Self::AnswerResets => accounts::ask_for_a_reset(database).await,
            Self::InvitePerson | Self::InviteEverybody => accounts::add_invitee(database).await,
            Self::SendInvitations => accounts::plan_an_invitation(database).await,
            Self::ConfirmFactor => accounts::keep_a_key(database, ANN).await,
            Self::LoginWithAFactor
            | Self::SecondStep
            | Self::SecondStepByRecovery
            | Self::SecondStepWithAWrongCode
            | Self::TurnFactorOff
            | Self::MakeRecoveryCodes
            | Self::ResetFactor => accounts::keep_a_factor(database, ANN).await,
            Self::RemoveOwnLink => provider::link_ann(database).await,
            Self::RemoveLink | Self::LogoutThere => provider::sign_ann_in(database).await,
            Self::ExchangeCode => provider::let_ann_come_back(database).await,
            Self::MarkBreakGlass => accounts::keep_a_factor(database, ADMIN).await,
            Self::SecondStepByBreakGlass => accounts::keep_a_break_glass_account(database).await,
            Self::Reset | Self::ChangePassword | Self::ResetPasswordFor => accounts::keep_a_link(database, ANN).await,
            Self::UpdateAccount => {
                accounts::keep_a_link(database, MANAGER).await;
                portal::name_a_substitute(database).await;
                leave::keep_a_feed(database, MANAGER).await;
            }
            Self::EndLeaveFeed => leave::keep_a_feed(database, ANN).await,
            Self::EndSubstitution | Self::ApprovalForAManager => portal::name_a_substitute(database).await,
            Self::UnlockAsAsked | Self::ApproveRequest | Self::DeclineRequest => portal::ask_for(database, 9, 0).await,
            Self::AskAgain | Self::ExpireRequests => portal::ask_for(database, 9, 8).await,
            Self::Freeze => portal::look_at_the_days_before_yesterday(database).await,
            Self::Announce => portal::mark_yesterday(database).await,
            Self::ChangeHoliday | Self::DeleteHoliday => portal::keep_holiday(database, june(19), false).await,
            Self::ApproveLeave
            | Self::RejectLeave
            | Self::ShortenLeave
            | Self::CancelLeave
            | Self::AskToCancelLeave
            | Self::KeepLeave
            // They count it anew.
            | Self::AddHoliday
            | Self::ChangeWorkPattern => leave::keep(database, self).await,
            Self::CloseMonth | Self::AcceptDays | Self::RemindManagers | Self::RemindEmployees => months::keep(database).await,
            Self::ReopenMonth | Self::ExportMonth | Self::TellOfClose => months::keep_closed(database).await,
            Self::CheckMonths => months::keep_changed(database).await,
            Self::EndHoliday => months::keep_with_holiday(database).await,
            Self::ApplyImport => imports::keep(database).await,
            _ => {}
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
                | Self::LoginWithAFactor
                | Self::SecondStep
                | Self::SecondStepByRecovery
                | Self::SecondStepByBreakGlass
                | Self::SecondStepWithAWrongCode
                | Self::BeginFactor
                | Self::ConfirmFactor
                | Self::TurnFactorOff
                | Self::MakeRecoveryCodes
        )
    }

    /// How many attempts stay counted when nothing goes wrong.
    pub(crate) fn attempts_kept(self) -> usize {
        // A registration, a request for a link and a sign-in that fails stay counted: that is what the budget is for.
        usize::from(matches!(
            self,
            Self::LoginWithAWrongPassword
                | Self::LoginWhileBlocked
                | Self::SecondStepWithAWrongCode
                | Self::RegisterOneself
                | Self::Forgot
                | Self::AnswerResets
        ))
    }

    /// The table that a repeat is meant to add to: a login starts another session, and ends the one before it; a request for a
    /// link is one more request; a balance that is adjusted twice is adjusted by both; a file that is planned twice has two plans; a temporary password that nobody was told of is replaced; a number that is set twice was said twice; an invitation that was asked for twice was; a
    /// new link to a feed replaces the one that nobody was told of; each export and each file is an event; and two refusals are two
    /// attempts.
    pub(crate) fn adds_each_time_to(self) -> Option<&'static str> {
        match self {
            Self::Login | Self::LoginAtAKnownAddress => Some("sessions"),
            Self::Forgot => Some("reset_requests"),
            Self::AdjustLeave => Some("notices"),
            Self::PlanImport => Some("imports"),
            Self::ResetPasswordFor => Some("mails"),
            Self::SetOpenPositions
            | Self::InvitePerson
            | Self::InviteEverybody
            | Self::MakeLeaveFeed
            | Self::ExportMonth
            | Self::DownloadMonth
            | Self::TakeReport
            | Self::LoginWithAWrongPassword
            | Self::LoginWhileBlocked
            | Self::SecondStepWithAWrongCode => Some("events"),
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

fn wrong_code() -> Error {
    Invalid::field("code", WRONG_CODE).into()
}

fn already_substituted() -> Error {
    let name = FullName { first: "First7".into(), last: "Last7".into() };
    Conflict::AlreadySubstituted { name, day: june(10) }.into()
}
