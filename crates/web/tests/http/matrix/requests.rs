//! The request that each row of the table stands for.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::{PASSWORD, TestPerson};

use super::super::leave_types::ANNUAL_LEAVE;
use super::super::{TODAY, entry};
use super::Whose::{self, AnEmployee, AnHr, Everyone, Nobodys, Own, Unknown};
use super::bodies::{holiday, leave, list, registration, role_of, substitution, unlocked_by};
use super::table::{
    Caller, EMPTY, MALFORMED, NOT_OFFERED, OF_HR, OF_THE_SYSTEM, Row, TO_ADMIN, TO_BOSS, TO_HR, TO_MANAGER, WITH_FEED,
    WITH_LINK,
};
use super::world::World;
use super::{imports, months, oversight};

/// A request as it goes out.
pub(super) struct Request {
    pub(super) path: String,
    pub(super) body: Option<Value>,
}

impl World {
    /// Whom the row is about; nobody where it names none.
    fn person(&self, row: &Row, caller: Caller) -> Option<&TestPerson> {
        match (row.operation, row.whose) {
            (_, Own) => Some(&self.callers[&caller].0),
            ("updateUser", AnEmployee) if !row.how.is_empty() => self.spares.get(row.how),
            (_, whose) => self.people.get(&whose),
        }
    }

    fn id(&self, row: &Row, caller: Caller) -> Option<String> {
        match row.whose {
            Nobodys if ["updateHoliday", "deleteHoliday"].contains(&row.operation) => {
                self.holidays.get(&caller).cloned()
            }
            Nobodys if row.operation == "changeLeaveType" => Some(ANNUAL_LEAVE.to_owned()),
            Nobodys | Everyone => None,
            whose if row.operation == "endSubstitution" => {
                Some(self.substitutions.get(&(whose, caller)).cloned().unwrap_or_else(unknown_id))
            }
            Unknown if row.how == MALFORMED => Some("no-id".to_owned()),
            Unknown => Some(unknown_id()),
            // Nobody but the Employee has entries or leave of their own.
            Own if row.operation == "timesheetHistory" && caller != Caller::Employee => Some(unknown_id()),
            whose if row.operation == "timesheetHistory" => {
                self.entries.get(&whose).and_then(Value::as_str).map(str::to_owned)
            }
            Own if row.operation == "cancelLeave" && caller != Caller::Employee => Some(unknown_id()),
            whose if ["cancelLeave", "keepLeave", "approveLeave", "rejectLeave"].contains(&row.operation) => {
                self.leaves.get(&(row.operation, whose)).cloned()
            }
            _ if row.operation.ends_with("UnlockRequest") => {
                let of = |caller| self.requests.get(&(row.operation, row.whose, caller));
                of(caller).or_else(|| of(Caller::Manager)).cloned()
            }
            _ => self.person(row, caller).map(|person| person.id.to_string()),
        }
    }

    /// The request of a row by a caller, to the address that the document has for its operation.
    pub(super) fn request(&self, row: &Row, caller: Caller, path: &str) -> Request {
        let id = self.id(row, caller);
        let named = |name: &str| id.as_ref().map(|id| format!("{name}={id}")).unwrap_or_default();
        let one = |things: &BTreeMap<Whose, Value>| {
            json!([things.get(&row.whose).cloned().unwrap_or_else(|| unknown_id().into())])
        };
        let (query, body) = match row.operation {
            "login" => (String::new(), Some(json!({"email": self.visitor.email, "password": PASSWORD}))),
            "secondFactor" => (String::new(), Some(json!({"ticket": "no ticket", "code": "287082"}))),
            "exchangeCode" | "confirmTotp" => (String::new(), Some(json!({"code": "no code"}))),
            "beginTotp" => (String::new(), Some(json!({"password": PASSWORD}))),
            "turnOffTotp" | "makeRecoveryCodes" => {
                (String::new(), Some(json!({"password": PASSWORD, "code": "287082"})))
            }
            "markBreakGlass" => (String::new(), Some(json!({"isBreakGlass": true, "reason": "In the safe"}))),
            "resetSecondFactor" => (String::new(), Some(json!({"reason": "Lost the phone"}))),
            "removeUserIdentity" => (String::new(), Some(json!({"reason": "Left the group"}))),
            "register" => (String::new(), Some(registration(row, caller))),
            "forgotPassword" => (String::new(), Some(json!({"email": self.visitor.email}))),
            "resetPassword" => (String::new(), Some(json!({"password": "a new one"}))),
            "chooseMails" => {
                let kind = match caller {
                    _ if row.how == NOT_OFFERED => "weekly",
                    Caller::Employee => "frozen",
                    _ => "waiting",
                };
                (String::new(), Some(json!({"preferences": {kind: "off"}})))
            }
            "updateProfile" => (String::new(), Some(json!({"department": "Works"}))),
            "users" => (list(row.whose), None),
            "updateUser" => (String::new(), Some(self.update(row, caller))),
            "resetPasswordFor" => (String::new(), Some(json!({"reason": "Locked out", "mail": true}))),
            "toggleBlock" => (String::new(), Some(json!({"isBlocked": false}))),
            "assignManager" => {
                let manager = self.managers.get(&row.whose).map_or(String::new(), |manager| manager.id.to_string());
                (String::new(), Some(json!({"employeeId": id, "managerId": manager})))
            }
            "approvalStats" => (format!("?{}", named("userIds")), None),
            "setOpenPositions" => (String::new(), Some(json!({"value": 3}))),
            "settings" => (format!("?scope={}", if row.how == OF_HR { "hr" } else { "system" }), None),
            "nameSubstitute" => {
                (String::new(), Some(substitution(id.clone(), &self.people[&AnHr], "10", row.whose, caller)))
            }
            "changeSetting" => (String::new(), Some(json!({"value": 2, "version": 0}))),
            "changeWorkPattern" => {
                let pattern = json!({"workingDays": [1, 2, 3, 4, 5], "fullDayHours": 9, "halfDayHours": 5});
                (String::new(), Some(json!({"from": TODAY, "version": 0, "pattern": pattern, "userId": id})))
            }
            "addLeaveType" => {
                let name = format!("Leave of {caller:?}");
                let typed = json!({"name": name, "annualDays": null, "isPaid": true, "needsApproval": true});
                (String::new(), Some(typed))
            }
            "changeLeaveType" => (String::new(), Some(json!({"version": 0, "isPaid": true}))),
            "previewLeave" | "askForLeave" => (String::new(), Some(leave(row.whose, id.as_deref(), caller))),
            "approveLeave" => (String::new(), Some(json!({"ids": [id]}))),
            "rejectLeave" => (String::new(), Some(json!({"ids": [id], "comment": "no"}))),
            "changePassword" => {
                let (current, new) = (PASSWORD, "another horse");
                let change = json!({"currentPassword": current, "newPassword": new, "confirmPassword": new});
                (String::new(), Some(change))
            }
            "adjustLeave" => {
                let days =
                    json!({"year": 2026, "days": 0.5, "note": "Moved in", "leaveTypeId": ANNUAL_LEAVE, "userId": id});
                (String::new(), Some(days))
            }
            "myTimesheets" | "workPatterns" | "myLeave" | "leaveLedger" => (format!("?{}", named("userId")), None),
            "calendar" => (format!("?month=6&year=2026&{}", named("userId")), None),
            "teamTimesheets" | "unlockWindow" => (format!("?{}", named("employeeId")), None),
            "submitTimesheet" => (String::new(), Some(entry(TODAY, 8.0, "x"))),
            "bulkApprove" => (String::new(), Some(json!({"ids": one(&self.entries)}))),
            "bulkReject" => (String::new(), Some(json!({"ids": one(&self.entries), "comment": "no"}))),
            "viewResubmissions" => (String::new(), Some(json!({"notificationIds": one(&self.resubmissions)}))),
            "viewNotices" if (row.whose, caller) == (Own, Caller::Manager) => {
                (String::new(), Some(json!({"notificationIds": [self.reminder]})))
            }
            "viewNotices" => (String::new(), Some(json!({"notificationIds": one(&self.notices)}))),
            "holidays" | "downloadLeaveBalances" => ("?year=2026".to_owned(), None),
            "addHoliday" => (String::new(), Some(holiday("11", caller))),
            "updateHoliday" => (String::new(), Some(holiday("12", caller))),
            "attendanceSummary" | "attendanceSummaryPdf" | "leaveCalendar" => ("?month=6&year=2026".to_owned(), None),
            "downloadTimesheet" => {
                let month = if row.how == EMPTY { 2 } else { 6 };
                (format!("?month={month}&year=2026&{}", named("userId")), None)
            }
            "askForUnlock" => (String::new(), Some(json!({"requestedDate": "2026-06-08", "reason": "forgotten"}))),
            "declineUnlockRequest" | "cancelLeave" | "keepLeave" => (String::new(), Some(json!({"comment": "no"}))),
            "directUnlock" => {
                let request = json!({"employeeId": id, "requestedDate": unlocked_by(caller), "reason": "forgotten"});
                (String::new(), Some(request))
            }
            "changeFirstLoginPassword" => {
                (String::new(), Some(json!({"newPassword": "a new one", "confirmPassword": "a new one"})))
            }
            "logout" => (String::new(), Some(json!({}))),
            _ => oversight::request(row)
                .or_else(|| imports::request(row))
                .or_else(|| months::request(row, id.as_deref()))
                .unwrap_or_default(),
        };
        let link = match row.how {
            WITH_LINK => self.links[&caller].as_str(),
            WITH_FEED => self.feed.as_str(),
            _ => "no-such-link",
        };
        let setting = match row.how {
            OF_HR => "unlock.hrDays",
            OF_THE_SYSTEM => "accounts.sessionHours",
            _ => "colour",
        };
        let path =
            path.replace("{key}", setting).replace("{token}", link).replace("{id}", id.as_deref().unwrap_or_default());
        // There is no provider.
        let path = path.replace("{month}", months::month_of(row, caller)).replace("{name}", "acme");
        Request { path: format!("{path}{query}"), body }
    }

    /// A change that leaves everything as it is, but for the role where the row is about that.
    fn update(&self, row: &Row, caller: Caller) -> Value {
        let email = self.person(row, caller).map_or("nobody@daybook.example", |person| person.email.as_str());
        let name = email.split('@').next().unwrap_or_default();
        let role = match (row.how, row.whose) {
            (TO_MANAGER, _) => "Manager",
            (TO_HR, _) => "HR",
            (TO_ADMIN, _) => "Admin",
            (TO_BOSS, _) => "Boss",
            (_, Own) => match caller {
                Caller::Visitor | Caller::New | Caller::Employee => "Employee",
                Caller::Manager | Caller::Hr | Caller::Admin | Caller::Boss => caller.heading(),
            },
            (_, whose) => role_of(whose),
        };
        json!({"firstName": name, "lastName": "Example", "email": email, "role": role})
    }
}
