//! The use cases that write leave types.

use application::leave_types::{self, LeaveTypeWish};
use application::{Error, Ports};
use domain::id::LeaveTypeId;
use domain::leave::{TypedEdit, TypedLeaveType};
use uuid::Uuid;

use crate::acts::{caller, told};
use crate::portal::{ADMIN, HR};

/// HR adds a type.
pub(crate) async fn added(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, HR).await?;
    let typed = TypedLeaveType {
        name: "Study".into(),
        annual_days: Some(2.5),
        is_paid: true,
        needs_approval: true,
        carry_over_days: 0.0,
        carry_over_until: None,
        backdate_days: 0.0,
        is_active: true,
    };
    told(leave_types::add(ports, &caller, typed).await.map(|view| view.leave_type.name))
}

/// An administrator gives annual leave more days from the next year on; how often it was changed then.
pub(crate) async fn changed(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, ADMIN).await?;
    let annual_leave = LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0001));
    let typed = TypedEdit { annual_days: Some(Some(25.0)), from_year: Some(2027), ..TypedEdit::default() };
    let wish = LeaveTypeWish { typed, version: 0 };
    told(leave_types::change(ports, &caller, annual_leave, wish).await.map(|view| view.leave_type.version))
}
