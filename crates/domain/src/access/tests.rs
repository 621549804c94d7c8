use super::*;
use crate::testing::user;

#[test]
fn an_actor_can_do_what_the_table_says() {
    for role in Role::ALL {
        let actor = Actor::new(user(1), role);
        let able: Vec<_> = actor.capabilities().collect();
        for capability in Capability::ALL {
            assert_eq!(
                able.contains(capability),
                !matches!(reach(role, *capability), Reach::Nothing | Reach::TeamsOfOthers),
                "{role:?} {capability:?}"
            );
        }
    }
    let employees: Vec<_> = Actor::new(user(1), Role::Employee).capabilities().collect();
    assert_eq!(
        employees,
        [
            Capability::RecordDays,
            Capability::ReadNotices,
            Capability::ChooseMails,
            Capability::ReadTimesheets,
            Capability::ReadHolidays,
            Capability::ReadLeaveTypes,
            Capability::ReadLeave,
            Capability::AskForLeave,
            Capability::CancelLeave,
            Capability::KeepLeaveFeed,
            Capability::SeePhoneNumbers,
            Capability::ReadStatements,
            Capability::ReadEntryHistory,
        ]
    );
}

#[test]
fn a_refusal_says_why() {
    for (refused, sentence) in [
        (Forbidden::Role, "You do not have permission to do this"),
        (Forbidden::NotInTeam, "You can only do this for your team members"),
        (Forbidden::OwnEntry, "You cannot decide on your own timesheet"),
        (Forbidden::AdminRole, "Only an administrator can assign this role"),
        (Forbidden::AdminAccount, "Only an administrator can manage this account"),
        (Forbidden::OwnRole, "You cannot change your own role"),
        (Forbidden::OwnAccount, "You cannot deactivate yourself!"),
        (Forbidden::RegistrationClosed, "Self-registration is closed. Please contact HR."),
        (Forbidden::NoUnlock, "No unlock permissions"),
        (Forbidden::SubstituteOfOthers, "You can only name a substitute for yourself"),
        (Forbidden::SubstitutionOfOthers, "You can only end a substitution of your own"),
        (Forbidden::OldSignIn, "Please sign in again before you link another account"),
        (Forbidden::UnlockOutsideTeam, "You can only unlock timesheets for your team members"),
    ] {
        assert_eq!(refused.sentence(), sentence);
    }
}

#[test]
fn a_boss_reads_days_attendance_reports_and_holidays_of_everyone_and_does_nothing_else() {
    let boss = Actor::new(user(1), Role::Boss);
    let able: Vec<_> = boss.capabilities().collect();
    let expected = [
        Capability::ReadTimesheets,
        Capability::ReadAllTimesheets,
        Capability::ReadHolidays,
        Capability::ReadAttendance,
        Capability::SeeReports,
    ];
    assert_eq!(able, expected);
    assert!(able.into_iter().all(|capability| boss.scope(capability) == Ok(Scope::Everyone)));
    // Whomever they might be said to stand in for.
    let substitute = Actor { leads: Leads::standing_in_for(user(1), [user(3)]), ..boss };
    assert!(substitute.capabilities().eq(expected));
}

#[test]
fn employees_see_themselves_managers_their_team_the_others_everyone() {
    let reads = |role| Actor::new(user(1), role).scope(Capability::ReadTimesheets).unwrap();
    assert!(reads(Role::Employee).covers(user(1), None));
    assert!(!reads(Role::Employee).covers(user(2), Some(user(1))));
    assert!(reads(Role::Manager).covers(user(2), Some(user(1))));
    assert!(!reads(Role::Manager).covers(user(1), None), "a manager has no timesheet");
    assert!(reads(Role::Hr).covers(user(2), None) && reads(Role::Admin).covers(user(2), None));
}

#[test]
fn a_stand_in_for_a_manager_covers_that_team_too() {
    let leads = Leads::standing_in_for(user(1), [user(3)]);
    let actor = Actor { leads: leads.clone(), ..Actor::new(user(1), Role::Manager) };
    let scope = actor.scope(Capability::ReadTimesheets).unwrap();
    assert!(scope.covers(user(2), Some(user(1))) && scope.covers(user(2), Some(user(3))));
    assert!(!scope.covers(user(2), Some(user(4))) && !scope.covers(user(2), None));
    assert_eq!(actor.teams(Capability::DecideTimesheets), Ok(&leads));
}

#[test]
fn hr_and_administrators_decide_only_for_those_whom_they_stand_in_for() {
    let decide = Capability::DecideTimesheets;
    for role in [Role::Hr, Role::Admin] {
        let actor = Actor::new(user(1), role);
        assert_eq!((actor.require(decide), actor.scope(decide)), (Err(Forbidden::Role), Err(Forbidden::Role)));
        assert_eq!(may_decide(&actor, user(2), Some(user(3))), Err(Forbidden::Role));
        let leads = Leads::standing_in_for(user(1), [user(3)]);
        let substitute = Actor { leads: leads.clone(), ..actor };
        assert_eq!((substitute.require(decide), substitute.teams(decide)), (Ok(()), Ok(&leads)));
        assert!(substitute.capabilities().any(|capability| capability == decide));
        let decides = |manager| may_decide(&substitute, user(2), manager).map(|proof| proof.on_behalf_of());
        assert_eq!(decides(Some(user(3))), Ok(Some(user(3))));
        assert_eq!((decides(Some(user(4))), decides(None)), (Err(Forbidden::NotInTeam), Err(Forbidden::NotInTeam)));
        assert_eq!(substitute.require(Capability::SeeTeamDashboard), Err(Forbidden::Role));
    }
}

#[test]
fn those_who_lead_a_team_decide_on_its_leave_and_nobody_else_does() {
    let decides = |actor: &Actor| may_decide_leave(actor, user(2), Some(user(3))).map(|proof| proof.on_behalf_of());
    assert_eq!(decides(&Actor::new(user(3), Role::Manager)), Ok(None));
    assert_eq!(decides(&Actor::new(user(1), Role::Manager)), Err(Forbidden::NotInTeam));
    for role in [Role::Employee, Role::Hr, Role::Admin] {
        assert_eq!(decides(&Actor::new(user(1), role)), Err(Forbidden::Role), "{role}");
    }
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        let leads = Leads::standing_in_for(user(1), [user(3)]);
        assert_eq!(decides(&Actor { leads, ..Actor::new(user(1), role) }), Ok(Some(user(3))), "{role}");
    }
}

#[test]
fn managers_name_substitutes_for_themselves_and_hr_and_administrators_for_everyone() {
    for (role, for_oneself, for_another) in [
        (Role::Employee, Err(Forbidden::Role), Err(Forbidden::Role)),
        (Role::Manager, Ok(()), Err(Forbidden::SubstituteOfOthers)),
        (Role::Hr, Ok(()), Ok(())),
        (Role::Admin, Ok(()), Ok(())),
        (Role::Boss, Err(Forbidden::Role), Err(Forbidden::Role)),
    ] {
        let actor = Actor::new(user(1), role);
        assert_eq!((may_name(&actor, user(1)), may_name(&actor, user(2))), (for_oneself, for_another), "{role}");
        let ends = |manager| may_end(&actor, manager).map_err(|why| why == Forbidden::SubstitutionOfOthers);
        assert_eq!(ends(user(2)), for_another.map_err(|why| why == Forbidden::SubstituteOfOthers), "{role}");
    }
}

#[test]
fn months_are_kept_by_hr_and_administrators_and_statements_are_the_employees_own() {
    let scope = |role, capability| Actor::new(user(1), role).scope(capability).ok();
    let (own, everyone) = (Some(Scope::Own(user(1))), Some(Scope::Everyone));
    let of = |capability| Role::ALL.map(|role| scope(role, capability));
    assert_eq!(of(Capability::KeepMonths), [None, None, everyone.clone(), everyone, None]);
    assert_eq!(of(Capability::ReadStatements), [own.clone(), None, None, None, None]);
    assert_eq!(of(Capability::ReadNotices), [own.clone(), own, None, None, None]);
}

#[test]
fn an_entrys_history_is_for_those_it_concerns_and_each_report_for_its_readers() {
    let scope = |role, capability| Actor::new(user(1), role).scope(capability).ok();
    let of = |capability| Role::ALL.map(|role| scope(role, capability));
    let (own, team, everyone) =
        (Some(Scope::Own(user(1))), Some(Scope::Team(Leads::own(user(1)))), Some(Scope::Everyone));
    assert_eq!(of(Capability::ReadEntryHistory), [own, team.clone(), everyone.clone(), everyone.clone(), None]);
    assert_eq!(of(Capability::SeeTeamReport), [None, team, None, None, None]);
    assert_eq!(of(Capability::SeeReports), [None, None, everyone.clone(), everyone.clone(), everyone.clone()]);
    for capability in [Capability::ReadAuditLog, Capability::SeeSystemReports] {
        assert_eq!(of(capability), [None, None, None, everyone.clone(), None]);
    }
}
