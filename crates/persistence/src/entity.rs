//! The rows of tables, one entity each, for both engines.
//!
//! They serve what reads and writes a single table, and stand in the file that does so. What joins, groups, locks in an order of its
//! own or is written for one engine is SQL beside the port that needs it, and says why.

/// Declares the entity of a table: a module with what sea-orm makes of the columns.
macro_rules! entity {
    ($(#[$doc:meta])* $name:ident($table:tt) { $($(#[$column:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$doc])*
        #[allow(unreachable_pub, reason = "the macros of sea-orm make their items public; nothing here leaves the crate")]
        pub(crate) mod $name {
            use sea_orm::entity::prelude::*;

            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
            #[sea_orm(table_name = $table)]
            pub struct Model {
                $($(#[$column])* pub $field: $type,)+
            }

            #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
            pub enum Relation {}

            impl ActiveModelBehavior for ActiveModel {}
        }
    };
}
pub(crate) use entity;
