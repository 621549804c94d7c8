-- Days without entries, unlocked for every employee.
INTO unlocks
WITH d(day, k) AS (VALUES {days})
id = #id(unlock, 2000000 + d.k * 200000 + u.employee_number)
user_id = u.id
date = #date(d.day)
reason = 'Was travelling and had no connection'
created_by = u.manager_id
created_at = #instant(d.day || 'T23:20:00.123456+00:00')
FROM d CROSS JOIN users u WHERE u.role = 'Employee'
