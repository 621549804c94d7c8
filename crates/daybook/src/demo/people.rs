//! The sample organisation: its people and teams. Every name is made up.

use chrono::NaiveDate;
use domain::person::Role;
use domain::time::days_before;

/// The password of every sample account.
pub(crate) const PASSWORD: &str = "daybook";

pub(crate) struct Sample {
    pub(crate) name: (&'static str, &'static str),
    /// What stands before the `@`.
    pub(crate) mailbox: &'static str,
    pub(crate) role: Role,
    pub(crate) department: &'static str,
    pub(crate) position: &'static str,
    pub(crate) manager: Option<&'static str>,
    /// The mailbox of the manager whom they had until they left or were blocked.
    pub(crate) former_manager: Option<&'static str>,
    /// How many days ago the person joined.
    pub(crate) joined_days_ago: u64,
    pub(crate) since: Since,
    /// The salary of a year after a raise, in cents, where there was one.
    pub(crate) raised_to: Option<i64>,
}

/// What came of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Since {
    /// Its owner works here.
    Here,
    /// Its owner left this many days ago.
    Left(u64),
    Blocked,
}

impl Sample {
    pub(crate) fn email(&self) -> String {
        format!("{}@daybook.example", self.mailbox)
    }

    pub(crate) fn joined(&self, today: NaiveDate) -> NaiveDate {
        days_before(today, self.joined_days_ago)
    }

    /// The mailbox of the person who decided on their days.
    pub(crate) fn decider(&self) -> Option<&'static str> {
        self.manager.or(self.former_manager)
    }
}

const fn sample(
    name: (&'static str, &'static str),
    mailbox: &'static str,
    role: Role,
    department: &'static str,
    position: &'static str,
    manager: Option<&'static str>,
    joined_days_ago: u64,
) -> Sample {
    let (former_manager, since, raised_to) = (None, Since::Here, None);
    Sample { name, mailbox, role, department, position, manager, former_manager, joined_days_ago, since, raised_to }
}

impl Sample {
    const fn but(self, since: Since, former_manager: Option<&'static str>) -> Self {
        Self { former_manager, since, ..self }
    }

    const fn raised_to(self, cents: i64) -> Self {
        Self { raised_to: Some(cents), ..self }
    }
}

const STUDIO: Option<&str> = Some("manager");
const WORKSHOP: Option<&str> = Some("marta");

/// Everybody; managers stand before their teams.
pub(crate) const PEOPLE: [Sample; 20] = [
    sample(("Ada", "Lindqvist"), "admin", Role::Admin, "Operations", "Administrator", None, 1900),
    sample(("Helen", "Fischer"), "hr", Role::Hr, "People", "HR Partner", None, 1400),
    sample(("Daniel", "Okafor"), "manager", Role::Manager, "Studio", "Studio Lead", None, 1100),
    sample(("Marta", "Nowak"), "marta", Role::Manager, "Workshop", "Workshop Lead", None, 980),
    sample(("Emma", "Larsen"), "employee", Role::Employee, "Studio", "Designer", STUDIO, 700),
    sample(("Jonas", "Weber"), "jonas", Role::Employee, "Studio", "Engineer", STUDIO, 655),
    sample(("Amélie", "Dubois"), "amelie", Role::Employee, "Studio", "Engineer", STUDIO, 420),
    sample(("Κώστας", "Παππάς"), "kostas", Role::Employee, "Studio", "Researcher", STUDIO, 300),
    sample(("Noor", "Haddad"), "noor", Role::Employee, "Studio", "Writer", STUDIO, 34),
    sample(("Tomás", "Silva"), "tomas", Role::Employee, "Workshop", "Machinist", WORKSHOP, 870),
    sample(("Yuki", "Tanaka"), "yuki", Role::Employee, "Workshop", "Machinist", WORKSHOP, 512).raised_to(4_914_000),
    sample(("Олена", "Бондар"), "olena", Role::Employee, "Workshop", "Electrician", WORKSHOP, 460),
    sample(("Samuel", "Mensah"), "samuel", Role::Employee, "Workshop", "Apprentice", WORKSHOP, 75),
    sample(("Ingrid", "Berg"), "ingrid", Role::Employee, "Workshop", "Planner", WORKSHOP, 205),
    sample(("Priya", "Raman"), "priya", Role::Hr, "People", "Recruiter", None, 260),
    sample(("Lucas", "Moreau"), "lucas", Role::Employee, "Studio", "Engineer", None, 12),
    sample(("Greta", "Holm"), "greta", Role::Employee, "Workshop", "Welder", None, 1500).but(Since::Left(60), WORKSHOP),
    sample(("Oskar", "Lund"), "oskar", Role::Employee, "Studio", "Designer", None, 820).but(Since::Left(200), STUDIO),
    sample(("Bilal", "Aziz"), "bilal", Role::Employee, "Workshop", "Driver", None, 340).but(Since::Blocked, WORKSHOP),
    sample(("Beatrice", "Hall"), "boss", Role::Boss, "Management", "Managing Director", None, 2000),
];

/// What everyone with this role is paid, before any raise, in cents a year.
pub(crate) const fn salary_cents(role: Role) -> i64 {
    match role {
        Role::Employee => 4_680_000,
        Role::Manager => 6_240_050,
        Role::Hr => 5_400_000,
        Role::Admin => 5_900_000,
        Role::Boss => 9_600_000,
    }
}

/// What people of a department write into their days.
pub(crate) fn work_of(department: &str) -> &'static [&'static str] {
    match department {
        "Studio" => &[
            "Drew the second round of the ticket screens, reviewed them with Daniel",
            "Interviewed two visitors, wrote the notes into the shared folder",
            "Fixed the export of long names, paired on the review",
            "Planned the sprint, then tidied the icon set",
            "Measured the start page on old phones and made the pictures smaller",
            "Wrote the help page on holidays and asked Helen to read it",
        ],
        _ => &[
            "Milled the housings for order 1182, checked every tenth",
            "Set up the lathe after maintenance, ran the test pieces",
            "Wired the control cabinet of line 2, tested the emergency stop",
            "Stocktaking in the steel store, ordered screws and oil",
            "Repaired the loading ramp with Marta",
            "Safety training in the morning, deburring in the afternoon",
        ],
    }
}
