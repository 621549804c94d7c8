//! The use cases that write, by name, and what each of them begins with.

use testkit::database::TestDatabase;

use crate::portal::{self, ANN, MANAGER};
use crate::{accounts, leave, leave_feeds, months};

macro_rules! cases {
    ($(fn $test:ident() = $case:ident;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Case {
            $($case,)+
            /// No use case of the portal: one that does its work in two halves, to see that this is noticed.
            InTwoHalves,
        }

        testkit::on_both_engines! {
            $(async fn $test(database: &TestDatabase) {
                crate::both_ways(database, Case::$case).await;
            })+
        }
    };
}

cases! {
    fn signing_in() = Login;
    fn signing_in_where_one_is_known() = LoginAtAKnownAddress;
    fn signing_in_with_a_wrong_password() = LoginWithAWrongPassword;
    fn signing_in_while_blocked() = LoginWhileBlocked;
    fn signing_in_while_the_queue_is_full() = LoginWhileTheQueueIsFull;
    fn setting_the_first_password() = FirstPassword;
    fn signing_out() = Logout;
    fn recording_a_day() = NewDay;
    fn correcting_an_unlocked_day() = Correction;
    fn resubmitting_a_rejected_day() = Resubmission;
    fn approving() = Approval;
    fn rejecting() = Rejection;
    fn viewing_resubmissions() = ViewedResubmissions;
    fn reading_notices() = ReadNotices;
    fn creating_the_first_administrator() = FirstAdmin;
    fn registering_oneself() = RegisterOneself;
    fn registering_somebody() = RegisterSomebody;
    fn registering_while_the_queue_is_full() = RegisterWhileTheQueueIsFull;
    fn changing_an_account() = UpdateAccount;
    fn blocking_somebody() = Block;
    fn assigning_a_manager() = AssignManager;
    fn forgetting_the_password() = Forgot;
    fn answering_a_request_for_a_reset_link() = AnswerResets;
    fn resetting_the_password() = Reset;
    fn changing_the_password() = ChangePassword;
    fn changing_ones_own_profile() = UpdateProfile;
    fn setting_the_open_positions() = SetOpenPositions;
    fn changing_a_setting() = ChangeSetting;
    fn changing_a_work_pattern() = ChangeWorkPattern;
    fn unlocking_a_date() = Unlock;
    fn unlocking_a_date_that_was_asked_for() = UnlockAsAsked;
    fn asking_for_an_unlock() = AskForUnlock;
    fn asking_again_after_a_request_expired() = AskAgain;
    fn approving_a_request() = ApproveRequest;
    fn declining_a_request() = DeclineRequest;
    fn letting_requests_expire() = ExpireRequests;
    fn freezing_a_day() = Freeze;
    fn mailing_frozen_days() = Announce;
    fn choosing_mails() = ChooseMails;
    fn making_the_digests() = Digest;
    fn reminding_people() = Remind;
    fn adding_a_holiday() = AddHoliday;
    fn changing_a_holiday() = ChangeHoliday;
    fn deleting_a_holiday() = DeleteHoliday;
    fn adding_a_leave_type() = AddLeaveType;
    fn changing_a_leave_type() = ChangeLeaveType;
    fn adjusting_a_balance() = AdjustLeave;
    fn allocating_and_settling_leave() = SettleLeave;
    fn asking_for_leave() = AskForLeave;
    fn approving_leave() = ApproveLeave;
    fn rejecting_leave() = RejectLeave;
    fn shortening_leave() = ShortenLeave;
    fn cancelling_leave() = CancelLeave;
    fn asking_to_cancel_leave() = AskToCancelLeave;
    fn keeping_leave() = KeepLeave;
    fn making_a_calendar_feed() = MakeLeaveFeed;
    fn ending_a_calendar_feed() = EndLeaveFeed;
    fn naming_a_substitute() = NameSubstitute;
    fn ending_a_substitution() = EndSubstitution;
    fn approving_for_a_manager() = ApprovalForAManager;
    fn creating_another_administrator() = CreateAdmin;
    fn closing_a_month() = CloseMonth;
    fn reopening_a_month() = ReopenMonth;
    fn exporting_a_month() = ExportMonth;
    fn accepting_days_as_absent() = AcceptDays;
    fn reminding_managers_about_a_month() = RemindManagers;
    fn reminding_employees_about_a_month() = RemindEmployees;
    fn telling_people_of_a_close() = TellOfClose;
    fn checking_closed_months() = CheckMonths;
    fn ending_a_holiday_of_a_closed_month() = EndHoliday;
    fn taking_somebodys_month_along() = DownloadMonth;
    fn taking_a_report_along() = TakeReport;
}

impl Case {
    /// Brings an empty database to where the use case begins.
    pub(crate) async fn prepare(self, database: &TestDatabase) {
        if self != Self::FirstAdmin {
            portal::fill(database).await;
        }
        match self {
            Self::AnswerResets => accounts::ask_for_a_reset(database).await,
            Self::Reset | Self::ChangePassword => accounts::keep_a_link(database, ANN).await,
            Self::UpdateAccount => {
                accounts::keep_a_link(database, MANAGER).await;
                portal::name_a_substitute(database).await;
                leave_feeds::keep_one(database, MANAGER).await;
            }
            Self::EndLeaveFeed => leave_feeds::keep_one(database, ANN).await,
            Self::EndSubstitution | Self::ApprovalForAManager => portal::name_a_substitute(database).await,
            Self::UnlockAsAsked | Self::ApproveRequest | Self::DeclineRequest => portal::ask_for(database, 9, 0).await,
            Self::AskAgain | Self::ExpireRequests => portal::ask_for(database, 9, 8).await,
            Self::Freeze => portal::look_at_the_days_before_yesterday(database).await,
            Self::Announce => portal::mark_yesterday(database).await,
            Self::ChangeHoliday | Self::DeleteHoliday => portal::keep_a_holiday(database).await,
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
            _ => {}
        }
    }
}
