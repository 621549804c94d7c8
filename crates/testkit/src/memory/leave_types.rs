//! Leave types.

use super::{Memory, Unit};
use application::ports::{LeaveTypeReads, LeaveTypeRepository, Result, StoreError, UniqueKey};
use async_trait::async_trait;
use domain::id::LeaveTypeId;
use domain::leave::{LeaveType, TypedLeaveType};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Leave types. There are three from the beginning, as in a database after its migrations.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaveTypes(pub BTreeMap<LeaveTypeId, LeaveType>);

impl Default for LeaveTypes {
    fn default() -> Self {
        let seed = |name: &str, annual_days, is_paid, needs_approval, backdate_days| TypedLeaveType {
            name: name.to_owned(),
            annual_days,
            is_paid,
            needs_approval,
            carry_over_days: 0.0,
            carry_over_until: None,
            backdate_days,
            is_active: true,
        };
        let annual = seed("Annual Leave", Some(20.0), true, true, 30.0);
        let seeds = [
            TypedLeaveType { carry_over_days: 5.0, carry_over_until: Some(3.0), ..annual },
            seed("Sick Leave", Some(10.0), true, false, 7.0),
            seed("Unpaid Leave", None, false, true, 30.0),
        ];
        let first = 0x019a_b000_0000_7000_8000_0000_0000_0001;
        let made = (first..).zip(seeds).map(|(id, typed)| {
            let id = LeaveTypeId::new(Uuid::from_u128(id));
            (id, LeaveType::new(id, &typed).unwrap_or_else(|wrong| panic!("{wrong:?}")))
        });
        Self(made.collect())
    }
}

impl LeaveTypes {
    /// No other type has its name.
    fn keep(&mut self, leave_type: &LeaveType) -> Result<()> {
        let key = leave_type.name_key();
        if self.0.values().any(|other| other.id != leave_type.id && other.name_key() == key) {
            return Err(StoreError::Conflict(UniqueKey::LeaveTypeName));
        }
        self.0.insert(leave_type.id, leave_type.clone());
        Ok(())
    }
}

#[async_trait]
impl LeaveTypeRepository for Unit {
    async fn all(&self) -> Result<Vec<LeaveType>> {
        self.ask("LeaveTypeRepository::all", |state| state.leave_types.0.values().cloned().collect())
    }

    async fn insert(&self, leave_type: &LeaveType) -> Result<()> {
        self.run("LeaveTypeRepository::insert", |state| state.leave_types.keep(leave_type))
    }

    async fn update(&self, leave_type: &LeaveType) -> Result<()> {
        self.run("LeaveTypeRepository::update", |state| {
            if state.leave_types.0.contains_key(&leave_type.id) {
                state.leave_types.keep(leave_type)
            } else {
                Err(StoreError::Stale)
            }
        })
    }
}

#[async_trait]
impl LeaveTypeReads for Memory {
    async fn leave_types(&self) -> Result<Vec<LeaveType>> {
        self.read("LeaveTypeReads::leave_types", |state| state.leave_types.0.values().cloned().collect())
    }
}
