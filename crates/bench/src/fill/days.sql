-- One month of entries with their newest version. Of a hundred decided days one is rejected; the newest wait for their decision.
INTO timesheets
WITH d(day, k, own) AS (VALUES {days})
id = #id(timesheet, d.k * 200000 + u.employee_number)
user_id = u.id
date = #date(d.day)
half_hours = 14 + (u.employee_number + d.k) % 5
description = 'Reviewed the delivery plan with the team, fixed two defects and wrote tests for item ' || (d.k * 7 + u.employee_number)
status = CASE WHEN {pending} THEN 'pending' WHEN (u.employee_number + d.k) % 100 = 0 THEN 'rejected' ELSE 'approved' END
comment = CASE WHEN NOT ({pending}) AND (u.employee_number + d.k) % 100 = 0 THEN 'Please say which item this was.' END
is_resubmission = false
version = CASE WHEN {pending} THEN 1 ELSE 2 END
decided_by = CASE WHEN NOT ({pending}) THEN u.manager_id END
decided_at = CASE WHEN NOT ({pending}) THEN #instant(d.day || 'T18:02:45.678901+00:00') END
rejected_on = CASE WHEN NOT ({pending}) AND (u.employee_number + d.k) % 100 = 0 THEN #date(d.day) END
created_at = #instant(d.day || 'T16:30:12.345678+00:00')
updated_at = CASE WHEN {pending} THEN #instant(d.day || 'T16:30:12.345678+00:00') ELSE #instant(d.day || 'T18:02:45.678901+00:00') END
FROM d JOIN users u ON d.own = ({is_own}) WHERE u.role = 'Employee' ORDER BY d.day, u.employee_number

INTO timesheet_versions
WITH d(day, k, own) AS (VALUES {days})
timesheet_id = #id(timesheet, d.k * 200000 + u.employee_number)
at = #instant(d.day || 'T16:30:12.345678+00:00')
actor_id = u.id
half_hours = 14 + (u.employee_number + d.k) % 5
description = 'Reviewed the delivery plan with the team, fixed two defects and wrote tests for item ' || (d.k * 7 + u.employee_number)
status = CASE WHEN {pending} THEN 'pending' WHEN (u.employee_number + d.k) % 100 = 0 THEN 'rejected' ELSE 'approved' END
comment = CASE WHEN NOT ({pending}) AND (u.employee_number + d.k) % 100 = 0 THEN 'Please say which item this was.' END
version = CASE WHEN {pending} THEN 1 ELSE 2 END
FROM d JOIN users u ON d.own = ({is_own}) WHERE u.role = 'Employee' ORDER BY d.day, u.employee_number
