//! What each use case does, as a whole request: the session is looked up first, where there is one.

use std::collections::HashMap;

use application::absences::{announce, freeze};
use application::accounts::{FirstAdmin, NewAdmin, Registrar, create_admin, first_admin};
use application::approvals::{Decision, Verdict, decide, mark_viewed};
use application::events::{Request, RequestId};
use application::holidays::{self, Draft};
use application::leave::LeaveVerdict;
use application::mail_choices::choose_mails;
use application::mail_rounds::{digest, remind};
use application::notices::mark_read;
use application::passwords::{PasswordChange, answer_resets, change_password, forgot_password, reset_password};
use application::people::{assign_manager, set_open_positions, toggle_block, update_account};
use application::people_reports::team_csv;
use application::ports::ReminderKind;
use application::sessions::{
    Caller, Credentials, ProfileUpdate, authenticate, first_password, login, logout, update_profile,
};
use application::settings::{Change, change};
use application::substitutions::{self, SubstitutionWish};
use application::timesheets::{Submission, download, submit};
use application::unlocks::{self, AskForUnlock, DirectUnlockRequest, unlock};
use application::work_patterns::{self, PatternWish};
use application::{Error, Ports};
use domain::id::{NoticeId, ResubmissionId};
use domain::person::{EmailAddress, NewPassword};
use domain::settings::Typed;
use domain::time::{Month, TypedPattern};
use domain::work_patterns::PatternOwner;
use uuid::Uuid;

use crate::accounts::{demotion, enrol};
use crate::cases::Case;
use crate::portal::{
    self, ADMIN, ANN, BLOCKED, BOBS, HR, MANAGER, NEWCOMER, OTHER_MANAGER, PENDING, RETURNED, TOO_MUCH, UNLOCKED, june,
};
use crate::{leave, leave_feeds, leave_types, months};

impl Case {
    pub(crate) async fn act(self, ports: &Ports) -> Result<String, Error> {
        match self {
            Self::Login => sign_in(ports, ANN, &portal::password(ANN), "192.0.2.7").await,
            Self::LoginAtAKnownAddress => sign_in(ports, ANN, &portal::password(ANN), "192.0.2.9").await,
            Self::LoginWithAWrongPassword => sign_in(ports, ANN, "a guess", "192.0.2.7").await,
            Self::LoginWhileBlocked => sign_in(ports, BLOCKED, &portal::password(BLOCKED), "192.0.2.7").await,
            Self::LoginWhileTheQueueIsFull => sign_in(ports, ANN, TOO_MUCH, "192.0.2.7").await,
            Self::FirstPassword => {
                let caller = caller(ports, NEWCOMER).await?;
                told(first_password(ports, &caller, "my own secret", "my own secret").await)
            }
            Self::Logout => {
                let caller = caller(ports, ANN).await?;
                told(logout(ports, &caller).await)
            }
            Self::NewDay => record(ports, 10).await,
            Self::Correction => record(ports, portal::UNLOCKED).await,
            Self::Resubmission => record(ports, portal::REJECTED).await,
            Self::Approval => judge(ports, MANAGER, Verdict::Approve).await,
            Self::Rejection => judge(ports, MANAGER, Verdict::Reject("Please add the project".into())).await,
            Self::ViewedResubmissions => {
                let caller = caller(ports, MANAGER).await?;
                told(mark_viewed(ports, &caller, &[ResubmissionId::new(Uuid::from_u128(700))]).await)
            }
            Self::ReadNotices => {
                let caller = caller(ports, ANN).await?;
                told(mark_read(ports, &caller, &[900, 901].map(|n| NoticeId::new(Uuid::from_u128(n)))).await)
            }
            Self::FirstAdmin => {
                let admin = FirstAdmin {
                    email: EmailAddress::parse("admin@example.org").unwrap(),
                    password: NewPassword::generated("first secret").unwrap(),
                    is_generated: true,
                };
                told(first_admin(ports, &admin).await)
            }
            Self::RegisterOneself => told(enrol(ports, Registrar::Visitor(request("192.0.2.7")), "Nina").await),
            Self::RegisterSomebody => {
                let caller = caller(ports, HR).await?;
                told(enrol(ports, Registrar::Staff(Box::new(caller)), "Nina").await)
            }
            Self::RegisterWhileTheQueueIsFull => {
                told(enrol(ports, Registrar::Visitor(request("192.0.2.7")), TOO_MUCH).await)
            }
            Self::UpdateAccount => {
                let caller = caller(ports, ADMIN).await?;
                let updated = update_account(ports, &caller, portal::user(MANAGER), demotion()).await;
                told(updated.map(|profile| (profile.person.email, profile.person.role)))
            }
            Self::Block => {
                let caller = caller(ports, ADMIN).await?;
                let blocked = toggle_block(ports, &caller, portal::user(ANN), true).await;
                told(blocked.map(|profile| profile.person.is_blocked))
            }
            Self::AssignManager => {
                let caller = caller(ports, HR).await?;
                let assigned =
                    assign_manager(ports, &caller, portal::user(ANN), Some(portal::user(OTHER_MANAGER))).await;
                told(assigned.map(|profile| profile.person.manager.map(|(_, name)| name.to_string())))
            }
            Self::Forgot => told(forgot_password(ports, "nobody@example.org", request("192.0.2.7")).await),
            Self::AnswerResets => told(answer_resets(ports).await.map(|answered| answered.count)),
            Self::Reset => told(reset_password(ports, portal::TOKEN, "my own secret", request("192.0.2.7")).await),
            Self::ChangePassword => {
                let caller = caller(ports, ANN).await?;
                let typed = PasswordChange {
                    current: portal::password(ANN),
                    new: "my own secret".into(),
                    repeated: "my own secret".into(),
                };
                told(change_password(ports, &caller, &typed).await)
            }
            Self::UpdateProfile => {
                let caller = caller(ports, ANN).await?;
                let typed = ProfileUpdate { department: Some(Some("Bridges".into())), position: None };
                told(update_profile(ports, &caller, typed).await.map(|profile| profile.person.department))
            }
            Self::SetOpenPositions => {
                let caller = caller(ports, HR).await?;
                told(set_open_positions(ports, &caller, 3).await)
            }
            Self::ChangeSetting => {
                let caller = caller(ports, HR).await?;
                let wanted = Change { value: Typed::Number(70), from: None, version: 0 };
                told(change(ports, &caller, "attendance.goodPercent", wanted).await.map(|setting| setting.version))
            }
            Self::ChangeWorkPattern => {
                let caller = caller(ports, HR).await?;
                let typed = TypedPattern { working_days: vec![2.0, 6.0], full_day_hours: 8.0, half_day_hours: 4.0 };
                let wish = PatternWish { from: june(15), pattern: Some(typed), version: 0 };
                let owner = PatternOwner::Person(portal::user(ANN));
                told(work_patterns::change(ports, &caller, owner, wish).await.map(|list| list.version))
            }
            Self::NameSubstitute => {
                let caller = caller(ports, MANAGER).await?;
                let wish = SubstitutionWish {
                    manager: None,
                    substitute: Some(portal::user(OTHER_MANAGER)),
                    from: Some(june(10)),
                    to: Some(june(12)),
                    reason: "On holiday".into(),
                };
                told(substitutions::name(ports, &caller, wish).await.map(|made| made.status))
            }
            Self::EndSubstitution => {
                let caller = caller(ports, HR).await?;
                let ended = substitutions::end(ports, &caller, portal::substitution_id()).await;
                told(ended.map(|ended| (ended.status, ended.view.ended_by.map(|by| by.role))))
            }
            Self::ApprovalForAManager => judge(ports, OTHER_MANAGER, Verdict::Approve).await,
            Self::CreateAdmin => {
                let admin =
                    NewAdmin { first_name: "Ada".into(), last_name: "Admin".into(), email: "ada@example.org".into() };
                told(create_admin(ports, admin).await.map(|made| (made.email, made.employee_id.to_string())))
            }
            Self::AskForUnlock | Self::AskAgain => {
                let caller = caller(ports, ANN).await?;
                let typed = AskForUnlock { date: Some(june(9)), reason: "I was ill".into() };
                told(unlocks::ask(ports, &caller, typed).await.map(|asked| (asked.view.date, asked.waits_for)))
            }
            Self::ApproveRequest => {
                let caller = caller(ports, MANAGER).await?;
                let approved = unlocks::approve(ports, &caller, portal::request_id()).await;
                told(approved.map(|opened| (opened.unlock.view.date, opened.unlock.view.status)))
            }
            Self::DeclineRequest => {
                let caller = caller(ports, MANAGER).await?;
                let declined = unlocks::decline(ports, &caller, portal::request_id(), "You were here").await;
                told(declined.map(|declined| (declined.view.date, declined.view.status)))
            }
            Self::ExpireRequests => told(unlocks::expire(ports).await),
            Self::Unlock | Self::UnlockAsAsked => {
                let caller = caller(ports, MANAGER).await?;
                let request = DirectUnlockRequest {
                    employee: Some(portal::user(ANN)),
                    date: Some(june(9)),
                    reason: "You were ill".into(),
                };
                told(
                    unlock(ports, &caller, request)
                        .await
                        .map(|opened| (opened.unlock.view.date, opened.name.to_string())),
                )
            }
            Self::ChooseMails => {
                let caller = caller(ports, ANN).await?;
                let wanted = [("approved", "instant"), ("frozen", "off")].map(|(k, t)| (k.to_owned(), t.to_owned()));
                told(choose_mails(ports, &caller, &wanted).await.map(|all| all.kinds.len()))
            }
            Self::Digest => told(digest(ports).await),
            Self::Remind => told(remind(&portal::in_the_evening(ports)).await),
            Self::Freeze => told(freeze(ports).await),
            Self::Announce => told(announce(ports).await),
            Self::AddHoliday => {
                let caller = caller(ports, HR).await?;
                told(holidays::add(ports, &caller, bridge_day("Bridge day")).await.map(|holiday| holiday.date))
            }
            Self::ChangeHoliday => {
                let caller = caller(ports, HR).await?;
                let changed = holidays::change(ports, &caller, portal::holiday_id(), bridge_day("Summer day")).await;
                told(changed.map(|holiday| holiday.view.holiday.name))
            }
            Self::DeleteHoliday | Self::EndHoliday => {
                let caller = caller(ports, ADMIN).await?;
                told(holidays::delete(ports, &caller, portal::holiday_id()).await)
            }
            Self::AdjustLeave => leave::adjusted(ports).await,
            Self::SettleLeave => told(application::leave_ledger::settle(ports).await),
            Self::AskForLeave => leave::asked(ports).await,
            Self::ApproveLeave => leave::judged(ports, LeaveVerdict::Approve).await,
            Self::RejectLeave => leave::judged(ports, LeaveVerdict::Reject("Too many are away".into())).await,
            Self::ShortenLeave => leave::shortened(ports, MANAGER).await,
            Self::CancelLeave => leave::cancelled(ports, MANAGER).await,
            Self::AskToCancelLeave => leave::cancelled(ports, ANN).await,
            Self::KeepLeave => leave::kept(ports).await,
            Self::MakeLeaveFeed => leave_feeds::made(ports).await,
            Self::EndLeaveFeed => leave_feeds::ended(ports).await,
            Self::AddLeaveType => leave_types::added(ports).await,
            Self::ChangeLeaveType => leave_types::changed(ports).await,
            Self::CloseMonth => months::closed(ports).await,
            Self::ReopenMonth => months::reopened(ports).await,
            Self::ExportMonth => months::exported(ports).await,
            Self::AcceptDays => months::accepted(ports).await,
            Self::RemindManagers => months::reminded(ports, ReminderKind::Manager).await,
            Self::RemindEmployees => months::reminded(ports, ReminderKind::Employee).await,
            Self::TellOfClose => told(application::months::tell_next(ports).await),
            Self::CheckMonths => told(application::months::check_next(ports).await),
            Self::DownloadMonth => {
                let caller = caller(ports, HR).await?;
                let file = download(ports, &caller, portal::user(ANN), Month::of(june(1))).await;
                told(file.map(|file| file.name))
            }
            Self::TakeReport => {
                let caller = caller(ports, MANAGER).await?;
                told(team_csv(ports, &caller, Month::of(june(1))).await.map(|file| file.name))
            }
            Self::InTwoHalves => told(in_two_halves(ports).await),
        }
    }
}

pub(crate) fn told<T: std::fmt::Debug>(answer: Result<T, Error>) -> Result<String, Error> {
    answer.map(|answer| format!("{answer:?}"))
}

pub(crate) async fn caller(ports: &Ports, n: u128) -> Result<Caller, Error> {
    authenticate(ports, &n.to_string(), request("192.0.2.7")).await
}

fn request(address: &str) -> Request {
    Request { id: RequestId::new(7), address: address.parse().unwrap() }
}

async fn sign_in(ports: &Ports, n: u128, password: &str, address: &str) -> Result<String, Error> {
    let typed = Credentials { email: portal::email(n), password: password.into(), request: request(address) };
    told(login(ports, typed).await.map(|signed_in| signed_in.email))
}

async fn record(ports: &Ports, day: u128) -> Result<String, Error> {
    let caller = caller(ports, ANN).await?;
    let submission = Submission { date: june(day), hours: 7.5, description: "Wrote it down".into() };
    let submitted = submit(ports, &caller, submission).await;
    told(submitted.map(|done| (done.entry.entry.date, done.is_new, done.entry.entry.is_resubmission)))
}

/// The holiday on the 19th, as typed.
fn bridge_day(name: &str) -> Draft {
    Draft { date: Some(june(19)), name: name.into(), description: None, is_recurring: false }
}

async fn judge(ports: &Ports, by: u128, verdict: Verdict) -> Result<String, Error> {
    let caller = caller(ports, by).await?;
    let ids = [PENDING, RETURNED, UNLOCKED, BOBS].map(portal::entry_id).to_vec();
    told(decide(ports, &caller, Decision { ids, expected: HashMap::new(), verdict }).await)
}

async fn in_two_halves(ports: &Ports) -> Result<(), Error> {
    for notice in [900, 901] {
        let work = ports.store.begin().await?;
        work.inbox().read_notices(&[NoticeId::new(Uuid::from_u128(notice))], portal::now()).await?;
        work.commit().await?;
    }
    Ok(())
}
