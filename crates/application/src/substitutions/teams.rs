//! For whom the caller stands in, and whose team somebody is in.

use crate::ports::StoodInFor;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Leads;
use domain::id::UserId;
use domain::person::FullName;
use std::collections::HashMap;

/// The managers for whom somebody stands in, by the people of their teams.
pub type ManagersStoodInFor = HashMap<UserId, (UserId, FullName)>;

/// The managers for whom the caller stands in today, by name.
pub async fn stood_in_for(ports: &Ports, caller: &Caller) -> Result<Vec<StoodInFor>> {
    if !caller.actor.leads.stand_in() {
        return Ok(Vec::new());
    }
    Ok(ports.reads.substitutions().stood_in_for(caller.actor.id, ports.moment().today).await?)
}

/// The people in the teams for which somebody stands in, each with the manager. A person who stands in for nobody asks nothing.
pub(crate) async fn managers_stood_in_for(ports: &Ports, leads: &Leads) -> Result<ManagersStoodInFor> {
    if !leads.stand_in() {
        return Ok(HashMap::new());
    }
    Ok(ports.reads.people().managed_by(leads.others()).await?.into_iter().collect())
}
