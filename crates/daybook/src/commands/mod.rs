//! Short commands for the operator. They work beside a server that is running on the same database, and start none.

pub(crate) mod create_admin;
pub(crate) mod mail;
