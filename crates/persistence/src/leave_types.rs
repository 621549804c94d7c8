//! Leave types, and what each leave year gives of them.

use application::ports::{LeaveTypeReads, LeaveTypeRepository, Result};
use async_trait::async_trait;
use constcat::concat;
use domain::id::LeaveTypeId;
use domain::leave::{LeaveDays, LeaveTerms, LeaveType, TermsByYear};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use self::leave_term::Entity as Terms;
use self::leave_type::{ActiveModel, Entity};
use crate::database::Database;
use crate::entity::entity;
use crate::row::{from_column, ids, row};
use crate::sql;
use crate::unit::Unit;

ids!(LeaveTypeId);

from_column! {
    LeaveDays: i32 => |half_days| Some(Self::from_half_days(half_days)),
}

entity! {
    leave_type("leave_types") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        name: String,
        name_key: String,
        is_paid: bool,
        needs_approval: bool,
        backdate_days: i32,
        is_active: bool,
        version: i32,
    }
}

entity! {
    /// What it gives from a leave year on.
    leave_term("leave_terms") {
        #[sea_orm(primary_key, auto_increment = false)]
        leave_type_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        from_year: i32,
        annual_half_days: Option<i32>,
        carry_over_half_days: i32,
        carry_over_until: Option<i32>,
    }
}

row! {
    TERMS_COLUMNS, terms("leave_terms") -> LeaveTerms {
        annual: "t.annual_half_days",
        carry_over: "t.carry_over_half_days",
        carry_over_until: "t.carry_over_until",
    }
}

/// A leave type with the terms that hold from one of its years on.
pub(crate) struct Row {
    id: LeaveTypeId,
    name: String,
    is_paid: bool,
    needs_approval: bool,
    backdate_days: u32,
    is_active: bool,
    version: u32,
    from_year: i32,
    terms: LeaveTerms,
}

row! {
    COLUMNS, read("leave_types") -> Row {
        id: "y.id",
        name: "y.name",
        is_paid: "y.is_paid",
        needs_approval: "y.needs_approval",
        backdate_days: "y.backdate_days",
        is_active: "y.is_active",
        version: "y.version",
        from_year: "t.from_year",
        terms: [TERMS_COLUMNS => terms],
    }
}

/// By hand, because it joins.
pub(crate) const ALL: &str = concat!(
    "SELECT ",
    COLUMNS,
    " FROM leave_types y JOIN leave_terms t ON t.leave_type_id = y.id ORDER BY y.id, t.from_year"
);

/// The year from which the first terms of a type hold.
const BEGINNING: i32 = 0;

/// Only one transaction at a time changes the leave types.
const LOCK: &str = "daybook leave types";

/// The rows of one type after the other, as types.
pub(crate) fn gathered(rows: Vec<Row>) -> Vec<LeaveType> {
    let mut found: Vec<LeaveType> = Vec::new();
    for row in rows {
        let Row { id, name, is_paid, needs_approval, backdate_days, is_active, version, from_year, terms } = row;
        if let Some(last) = found.pop_if(|last| last.id == id) {
            found.push(LeaveType { terms: last.terms.with(from_year, terms), ..last });
        } else {
            let terms = TermsByYear::always(terms);
            found.push(LeaveType { id, name, is_paid, needs_approval, backdate_days, is_active, version, terms });
        }
    }
    found
}

/// What may change of a type.
fn of_type(leave_type: &LeaveType) -> ActiveModel {
    ActiveModel {
        name: Set(leave_type.name.clone()),
        name_key: Set(leave_type.name_key()),
        is_paid: Set(leave_type.is_paid),
        needs_approval: Set(leave_type.needs_approval),
        backdate_days: Set(leave_type.backdate_days.cast_signed()),
        is_active: Set(leave_type.is_active),
        version: Set(leave_type.version.cast_signed()),
        ..ActiveModel::default()
    }
}

fn of_terms(leave_type: &LeaveType) -> Vec<leave_term::ActiveModel> {
    let id = leave_type.id.uuid();
    std::iter::once((BEGINNING, leave_type.terms.first()))
        .chain(leave_type.terms.changes())
        .map(|(from_year, terms)| leave_term::ActiveModel {
            leave_type_id: Set(id),
            from_year: Set(from_year),
            annual_half_days: Set(terms.annual.map(LeaveDays::half_days)),
            carry_over_half_days: Set(terms.carry_over.half_days()),
            carry_over_until: Set(terms.carry_over_until.map(u32::cast_signed)),
        })
        .collect()
}

#[async_trait]
impl LeaveTypeRepository for Unit {
    async fn all(&self) -> Result<Vec<LeaveType>> {
        self.run(move |connection| async move {
            sql::serialise(&*connection, LOCK).await?;
            Ok(gathered(sql::rows(&*connection, ALL, vec![], read).await?))
        })
        .await
    }

    async fn insert(&self, leave_type: &LeaveType) -> Result<()> {
        let new = ActiveModel { id: Set(leave_type.id.uuid()), ..of_type(leave_type) };
        let terms = of_terms(leave_type);
        self.run(move |connection| async move {
            Entity::insert(new).exec_without_returning(&*connection).await?;
            Terms::insert_many(terms).exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }

    async fn update(&self, leave_type: &LeaveType) -> Result<()> {
        let (id, changed, terms) = (leave_type.id.uuid(), of_type(leave_type), of_terms(leave_type));
        self.update_row(Entity::update_many().set(changed).filter(leave_type::Column::Id.eq(id))).await?;
        self.run(move |connection| async move {
            let of_it = leave_term::Column::LeaveTypeId.eq(id);
            Terms::delete_many().filter(of_it).exec(&*connection).await?;
            Terms::insert_many(terms).exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }
}

#[async_trait]
impl LeaveTypeReads for Database {
    async fn leave_types(&self) -> Result<Vec<LeaveType>> {
        Ok(gathered(self.all(ALL, vec![], read).await?))
    }
}
