-- In the month that is read everybody was once found absent, had the day unlocked and recorded it after all, and has one day off that is
-- still unlocked: a Saturday, or a Monday by patterns of their own.
INTO absences
WITH d(day, k, own) AS (VALUES {working})
user_id = u.id
date = #date(d.day)
marked_at = #instant(d.day || 'T23:10:00.123456+00:00')
mailed_on = #date(d.day)
FROM d JOIN users u ON u.employee_number % 23 = d.k AND d.own = ({is_own}) WHERE u.role = 'Employee'

INTO unlocks
WITH d(day, k, own) AS (VALUES {working})
id = #id(unlock, u.employee_number)
user_id = u.id
date = #date(d.day)
reason = 'Was travelling and had no connection'
created_by = u.manager_id
created_at = #instant(d.day || 'T23:20:00.123456+00:00')
used_at = #instant(d.day || 'T23:30:00.123456+00:00')
FROM d JOIN users u ON u.employee_number % 23 = d.k AND d.own = ({is_own}) WHERE u.role = 'Employee'

INTO unlocks
WITH d(day, k, own) AS (VALUES {off})
id = #id(unlock, 1000000 + u.employee_number)
user_id = u.id
date = #date(d.day)
reason = 'Was travelling and had no connection'
created_by = u.manager_id
created_at = #instant(d.day || 'T23:20:00.123456+00:00')
FROM d JOIN users u ON u.employee_number % 4 = d.k AND d.own = ({is_own}) WHERE u.role = 'Employee'

-- SQLite's triggers have counted; PostgreSQL's are silent while the database is filled.
INTO decided_counts
user_id = t.user_id
approved = sum(CASE WHEN t.status = 'approved' THEN 1 ELSE 0 END)
rejected = sum(CASE WHEN t.status = 'rejected' THEN 1 ELSE 0 END)
FROM timesheets t WHERE t.status <> 'pending' AND {is_postgres} GROUP BY t.user_id
