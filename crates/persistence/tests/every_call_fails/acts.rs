//! What each use case does, as a whole request: the session is looked up first, where there is one.

use std::collections::HashMap;

use application::absences::{announce, freeze};
use application::accounts::{FirstAdmin, NewAdmin, Registrar, create_admin, first_admin};
use application::approvals::{Decision, Verdict, decide, mark_viewed};
use application::events::{Request, RequestId};
use application::holidays::{self, Draft};
use application::invitations::{invite_everybody, invite_person, send_due};
use application::leave::LeaveVerdict;
use application::mail_choices::choose_mails;
use application::mail_rounds::{digest, remind};
use application::notices::mark_read;
use application::passwords::{PasswordChange, answer_resets, change_password, forgot_password, reset_password};
use application::people::{
    PasswordReset, ProfileUpdate, assign_manager, operate, reset_password_for, reset_second_factor, set_break_glass,
    set_open_positions, toggle_block, update_account, update_profile,
};
use application::people_reports::team_csv;
use application::ports::ReminderKind;
use application::second_factors::{self, Proof};
use application::sessions::{
    Caller, Credentials, LoggedIn, SecondStep, authenticate, first_password, login, logout, second_step,
};
use application::settings::{Change, change};
use application::sign_in::{end_there, exchange, remove_link, remove_own_link};
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
    self, ADMIN, ANN, BLOCKED, BOBS, HR, INVITEE, MANAGER, NEWCOMER, OTHER_MANAGER, PENDING, RETURNED, TOO_MUCH,
    UNLOCKED, june, user,
};
use crate::{imports, leave, months, outside, provider};

impl Case {
    pub(crate) async fn act(self, ports: &Ports) -> Result<String, Error> {
        let by = |n| caller(ports, n);
        match self {
            Self::Login => sign_in(ports, ANN, &portal::password(ANN), "192.0.2.7").await,
            Self::LoginAtAKnownAddress => sign_in(ports, ANN, &portal::password(ANN), "192.0.2.9").await,
            Self::LoginWithAWrongPassword => sign_in(ports, ANN, "a guess", "192.0.2.7").await,
            Self::LoginWhileBlocked => sign_in(ports, BLOCKED, &portal::password(BLOCKED), "192.0.2.7").await,
            Self::LoginWhileTheQueueIsFull => sign_in(ports, ANN, TOO_MUCH, "192.0.2.7").await,
            Self::LoginWithAFactor => {
                let credentials = Credentials {
                    email: portal::email(ANN),
                    password: portal::password(ANN),
                    request: request("192.0.2.7"),
                };
                told!(matches!(login(ports, credentials).await?, LoggedIn::NeedsCode { .. }))
            }
            Self::SecondStep => code(ports, ANN, outside::CODE).await,
            Self::SecondStepByRecovery => code(ports, ANN, outside::RECOVERY_CODE).await,
            Self::SecondStepWithAWrongCode => code(ports, ANN, "000000").await,
            Self::SecondStepByBreakGlass => code(&portal::break_glass(ports), ADMIN, outside::CODE).await,
            Self::MarkBreakGlass => {
                let ports = portal::break_glass(ports);
                told!(set_break_glass(&ports, &by(ADMIN).await?, user(ADMIN), true, "In the safe").await?)
            }
            Self::BeginFactor => {
                told!(second_factors::begin(ports, &by(ANN).await?, &portal::password(ANN)).await?.key.reveal())
            }
            Self::ConfirmFactor => {
                told!(second_factors::confirm(ports, &by(ANN).await?, outside::CODE).await?.len())
            }
            Self::TurnFactorOff => told!(second_factors::turn_off(ports, &by(ANN).await?, &proof()).await?),
            Self::MakeRecoveryCodes => {
                told!(second_factors::new_recovery_codes(ports, &by(ANN).await?, &proof()).await?.len())
            }
            Self::ResetFactor => {
                told!(reset_second_factor(ports, &by(ADMIN).await?, user(ANN), "Lost the phone").await?)
            }
            Self::ExchangeCode => {
                let ports = provider::with_provider(ports);
                told!(exchange(&ports, provider::CODE, true, request("192.0.2.7")).await?.email)
            }
            Self::LogoutThere => {
                told!(end_there(&provider::with_provider(ports), "acme", "a token", request("192.0.2.7")).await?)
            }
            Self::RemoveOwnLink => {
                told!(remove_own_link(&provider::with_provider(ports), &by(ANN).await?, "acme").await?)
            }
            Self::RemoveLink => {
                let ports = provider::with_provider(ports);
                told!(remove_link(&ports, &by(ADMIN).await?, user(ANN), "acme", "Left the group").await?)
            }
            Self::FirstPassword => {
                told!(first_password(ports, &by(NEWCOMER).await?, "my own secret", "my own secret").await?)
            }
            Self::Logout => told!(logout(ports, &by(ANN).await?).await?),
            Self::NewDay => record(ports, 10).await,
            Self::Correction => record(ports, portal::UNLOCKED).await,
            Self::Resubmission => record(ports, portal::REJECTED).await,
            Self::Approval => judge(ports, MANAGER, Verdict::Approve).await,
            Self::Rejection => judge(ports, MANAGER, Verdict::Reject("Please add the project".into())).await,
            Self::ViewedResubmissions => {
                let ids = [ResubmissionId::new(Uuid::from_u128(700))];
                told!(mark_viewed(ports, &by(MANAGER).await?, &ids).await?)
            }
            Self::ReadNotices => {
                let ids = [900, 901].map(|n| NoticeId::new(Uuid::from_u128(n)));
                told!(mark_read(ports, &by(ANN).await?, &ids).await?)
            }
            Self::FirstAdmin => {
                let admin = FirstAdmin {
                    email: EmailAddress::parse("admin@example.org").unwrap(),
                    password: NewPassword::generated("first secret").ok(),
                    is_generated: true,
                };
                told!(first_admin(ports, &admin).await?)
            }
            Self::RegisterOneself => told!(enrol(ports, Registrar::Visitor(request("192.0.2.7")), "Nina").await?),
            Self::RegisterSomebody => {
                told!(enrol(ports, Registrar::Staff(Box::new(by(HR).await?)), "Nina").await?)
            }
            Self::RegisterWhileTheQueueIsFull => {
                told!(enrol(ports, Registrar::Visitor(request("192.0.2.7")), TOO_MUCH).await?)
            }
            Self::UpdateAccount => {
                let person = update_account(ports, &by(ADMIN).await?, user(MANAGER), demotion()).await?.person;
                told!((person.email, person.role))
            }
            Self::Block => told!(toggle_block(ports, &by(ADMIN).await?, user(ANN), true).await?.person.is_blocked),
            Self::ResetPasswordFor => {
                let typed = PasswordReset { reason: "Locked out".into(), mail: true };
                told!(reset_password_for(ports, &by(HR).await?, user(ANN), typed).await?.0)
            }
            Self::EndSessions => told!(operate::end_sessions(ports, user(ANN)).await?),
            Self::AssignManager => {
                let assigned = assign_manager(ports, &by(HR).await?, user(ANN), Some(user(OTHER_MANAGER))).await?;
                told!(assigned.person.manager.map(|(_, name)| name.to_string()))
            }
            Self::Forgot => told!(forgot_password(ports, "nobody@example.org", request("192.0.2.7")).await?),
            Self::AnswerResets => told!(answer_resets(ports).await?.count),
            Self::InvitePerson => told!(invite_person(ports, &by(HR).await?, user(INVITEE)).await?),
            Self::InviteEverybody => told!(invite_everybody(ports, &by(HR).await?).await?),
            Self::SendInvitations => told!(send_due(ports).await?),
            Self::Reset => told!(reset_password(ports, portal::TOKEN, "my own secret", request("192.0.2.7")).await?),
            Self::ChangePassword => {
                let new = "my own secret".to_owned();
                let typed = PasswordChange { current: portal::password(ANN), repeated: new.clone(), new };
                told!(change_password(ports, &by(ANN).await?, &typed).await?)
            }
            Self::UpdateProfile => {
                let typed = ProfileUpdate { department: Some(Some("Bridges".into())), position: None };
                told!(update_profile(ports, &by(ANN).await?, typed).await?.person.department)
            }
            Self::SetOpenPositions => told!(set_open_positions(ports, &by(HR).await?, 3).await?),
            Self::ChangeSetting => {
                let wanted = Change { value: Typed::Number(70), from: None, version: 0 };
                told!(change(ports, &by(HR).await?, "attendance.goodPercent", wanted).await?.version)
            }
            Self::ChangeWorkPattern => {
                let typed = TypedPattern { working_days: vec![2.0, 6.0], full_day_hours: 8.0, half_day_hours: 4.0 };
                let wish = PatternWish { from: june(15), pattern: Some(typed), version: 0 };
                let owner = PatternOwner::Person(user(ANN));
                told!(work_patterns::change(ports, &by(HR).await?, owner, wish).await?.version)
            }
            Self::NameSubstitute => {
                let wish = SubstitutionWish {
                    manager: None,
                    substitute: Some(user(OTHER_MANAGER)),
                    from: Some(june(10)),
                    to: Some(june(12)),
                    reason: "On holiday".into(),
                };
                told!(substitutions::name(ports, &by(MANAGER).await?, wish).await?.status)
            }
            Self::EndSubstitution => {
                let ended = substitutions::end(ports, &by(HR).await?, portal::substitution_id()).await?;
                told!((ended.status, ended.view.ended_by.map(|by| by.role)))
            }
            Self::ApprovalForAManager => judge(ports, OTHER_MANAGER, Verdict::Approve).await,
            Self::CreateAdmin => {
                let admin = NewAdmin {
                    first_name: "Ada".into(),
                    last_name: "Admin".into(),
                    email: "ada@example.org".into(),
                    is_break_glass: true,
                };
                let made = create_admin(ports, admin).await?;
                told!((made.email, made.employee_id.to_string()))
            }
            Self::AskForUnlock | Self::AskAgain => {
                let typed = AskForUnlock { date: Some(june(9)), reason: "I was ill".into() };
                let asked = unlocks::ask(ports, &by(ANN).await?, typed).await?;
                told!((asked.view.date, asked.waits_for))
            }
            Self::ApproveRequest => {
                let approved = unlocks::approve(ports, &by(MANAGER).await?, portal::request_id()).await?;
                told!((approved.unlock.view.date, approved.unlock.view.status))
            }
            Self::DeclineRequest => {
                let id = portal::request_id();
                let declined = unlocks::decline(ports, &by(MANAGER).await?, id, "You were here").await?;
                told!((declined.view.date, declined.view.status))
            }
            Self::ExpireRequests => told!(unlocks::expire(ports).await?),
            Self::Unlock | Self::UnlockAsAsked => {
                let (employee, date) = (Some(user(ANN)), Some(june(9)));
                let request = DirectUnlockRequest { employee, date, reason: "You were ill".into() };
                let opened = unlock(ports, &by(MANAGER).await?, request).await?;
                told!((opened.unlock.view.date, opened.name.to_string()))
            }
            Self::ChooseMails => {
                let wanted = [("approved", "instant"), ("frozen", "off")].map(|(k, t)| (k.to_owned(), t.to_owned()));
                told!(choose_mails(ports, &by(ANN).await?, &wanted).await?.kinds.len())
            }
            Self::Digest => told!(digest(ports).await?),
            Self::Remind => told!(remind(&portal::in_the_evening(ports)).await?),
            Self::Freeze => told!(freeze(ports).await?),
            Self::Announce => told!(announce(ports).await?),
            Self::AddHoliday => told!(holidays::add(ports, &by(HR).await?, bridge_day("Bridge day")).await?.date),
            Self::ChangeHoliday => {
                let (id, typed) = (portal::holiday_id(), bridge_day("Summer day"));
                told!(holidays::change(ports, &by(HR).await?, id, typed).await?.view.holiday.name)
            }
            Self::DeleteHoliday | Self::EndHoliday => {
                told!(holidays::delete(ports, &by(ADMIN).await?, portal::holiday_id()).await?)
            }
            Self::AdjustLeave => leave::adjusted(ports).await,
            Self::SettleLeave => told!(application::leave_ledger::settle(ports).await?),
            Self::AskForLeave => leave::asked(ports).await,
            Self::ApproveLeave => leave::judged(ports, LeaveVerdict::Approve).await,
            Self::RejectLeave => leave::judged(ports, LeaveVerdict::Reject("Too many are away".into())).await,
            Self::ShortenLeave => leave::shortened(ports, MANAGER).await,
            Self::CancelLeave => leave::cancelled(ports, MANAGER).await,
            Self::AskToCancelLeave => leave::cancelled(ports, ANN).await,
            Self::KeepLeave => leave::kept(ports).await,
            Self::MakeLeaveFeed => leave::feed_made(ports).await,
            Self::EndLeaveFeed => leave::feed_ended(ports).await,
            Self::AddLeaveType => leave::type_added(ports).await,
            Self::ChangeLeaveType => leave::type_changed(ports).await,
            Self::PlanImport => imports::planned(ports).await,
            Self::ApplyImport => imports::applied(ports).await,
            Self::CloseMonth => months::closed(ports).await,
            Self::ReopenMonth => months::reopened(ports).await,
            Self::ExportMonth => months::exported(ports).await,
            Self::AcceptDays => months::accepted(ports).await,
            Self::RemindManagers => months::reminded(ports, ReminderKind::Manager).await,
            Self::RemindEmployees => months::reminded(ports, ReminderKind::Employee).await,
            Self::TellOfClose => told!(application::months::tell_next(ports).await?),
            Self::CheckMonths => told!(application::months::check_next(ports).await?),
            Self::DownloadMonth => {
                told!(download(ports, &by(HR).await?, user(ANN), Month::of(june(1))).await?.name)
            }
            Self::TakeReport => told!(team_csv(ports, &by(MANAGER).await?, Month::of(june(1))).await?.name),
            Self::InTwoHalves => told!(in_two_halves(ports).await?),
        }
    }
}

pub(crate) async fn caller(ports: &Ports, n: u128) -> Result<Caller, Error> {
    authenticate(ports, &n.to_string(), request("192.0.2.7")).await
}

fn request(address: &str) -> Request {
    Request { id: RequestId::new(7), address: address.parse().unwrap() }
}

async fn sign_in(ports: &Ports, n: u128, password: &str, address: &str) -> Result<String, Error> {
    let typed = Credentials { email: portal::email(n), password: password.into(), request: request(address) };
    match login(ports, typed).await? {
        LoggedIn::SignedIn(signed_in) => told!(signed_in.email),
        LoggedIn::NeedsCode { .. } => panic!("a code is asked for"),
    }
}

/// The second step of somebody's sign-in.
async fn code(ports: &Ports, n: u128, code: &str) -> Result<String, Error> {
    let typed = SecondStep { ticket: n.to_string(), code: code.into(), request: request("192.0.2.7") };
    told!(second_step(ports, typed).await?.email)
}

fn proof() -> Proof {
    Proof { password: portal::password(ANN), code: outside::CODE.into() }
}

async fn record(ports: &Ports, day: u128) -> Result<String, Error> {
    let submission = Submission { date: june(day), hours: 7.5, description: "Wrote it down".into() };
    let done = submit(ports, &caller(ports, ANN).await?, submission).await?;
    told!((done.entry.entry.date, done.is_new, done.entry.entry.is_resubmission))
}

/// The holiday on the 19th, as typed.
fn bridge_day(name: &str) -> Draft {
    Draft { date: Some(june(19)), name: name.into(), description: None, is_recurring: false }
}

async fn judge(ports: &Ports, by: u128, verdict: Verdict) -> Result<String, Error> {
    let ids = [PENDING, RETURNED, UNLOCKED, BOBS].map(portal::entry_id).to_vec();
    told!(decide(ports, &caller(ports, by).await?, Decision { ids, expected: HashMap::new(), verdict }).await?)
}

async fn in_two_halves(ports: &Ports) -> Result<(), Error> {
    for notice in [900, 901] {
        let work = ports.store.begin().await?;
        work.inbox().read_notices(&[NoticeId::new(Uuid::from_u128(notice))], portal::now()).await?;
        work.commit().await?;
    }
    Ok(())
}
