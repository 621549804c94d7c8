-- Who calls: before every request.
session
SELECT s.id, s.end_reason, s.created_at, s.expires_at, s.issuer IS NOT NULL, u.id, u.employee_number, u.first_name, u.last_name,
u.email, u.role, u.is_active AND NOT u.is_blocked, u.is_first_login, u.role_since, u.created_at,
EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = u.id AND c.kind = 'totp'),
x.manager_id FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN substitutions x ON x.substitute_id = u.id
AND x.ended_at IS NULL AND x.first_day <= $2 AND x.last_day >= $2 WHERE s.id = $1

own
t.id, t.date, t.half_hours, t.description, t.status, t.comment, t.rejected_on, t.is_resubmission, t.created_at, t.updated_at

-- A person's entries, and a team's.
of_user
SELECT {own} FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 ORDER BY t.date DESC

of_team
SELECT {own}, u.id, u.employee_number, u.first_name, u.last_name
FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date BETWEEN $1 AND $2
AND u.manager_id = $3
ORDER BY t.date DESC, u.first_name, u.last_name, u.employee_number

-- The closed months of a team's week.
closed_between
SELECT m.first_day, m.revision, v.closed_at FROM months m
JOIN month_revisions v ON v.month = m.first_day AND v.revision = m.revision
WHERE m.is_closed AND m.last_day >= $1 AND m.first_day <= $2 ORDER BY m.first_day

people sqlite
IN (SELECT unhex(value) FROM json_each($3))

people postgres
= ANY(string_to_array($3, ',')::uuid[])

-- What the remarks on a team's weeks go by.
week_facts
SELECT s.user_id, s.first_day, s.last_day, CAST(NULL AS date), CAST(NULL AS date), CAST(NULL AS bigint) FROM service_periods s
WHERE s.user_id {people} AND s.first_day <= $2 AND (s.last_day IS NULL OR s.last_day >= $1)
UNION ALL SELECT k.user_id, NULL, NULL, k.date, NULL, NULL FROM unlocks k
JOIN timesheets e ON e.user_id = k.user_id AND e.date = k.date
WHERE k.user_id {people} AND k.used_at IS NOT NULL AND (e.decided_at IS NULL OR e.decided_at <> k.used_at)
AND k.date BETWEEN $1 AND $2
UNION ALL SELECT h.user_id, NULL, NULL, NULL, h.date, NULL FROM leave_halves h
JOIN leave_requests l ON l.id = h.request_id
WHERE h.user_id {people} AND h.date BETWEEN $1 AND $2 AND h.counts AND l.status IN ('approved', 'cancellation-asked')
GROUP BY h.user_id, h.date HAVING count(*) = 2
UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, value FROM counters WHERE name = 'holidays'

-- A team's leave.
leave_of_team
SELECT h.user_id, h.request_id, h.date, min(h.half), max(h.half), y.name, r.status
FROM leave_halves h JOIN users u ON u.id = h.user_id JOIN leave_requests r ON r.id = h.request_id
JOIN leave_types y ON y.id = r.leave_type_id WHERE h.counts AND h.date BETWEEN $1 AND $2 AND u.manager_id = $3
GROUP BY h.user_id, h.request_id, h.date, y.name, r.status ORDER BY h.user_id, h.date, min(h.half)

held sqlite
(SELECT m.is_closed FROM months m WHERE m.first_day = $4 AND (m.is_closed OR (m.close_id IS NOT NULL AND
m.closing_until > strftime('%Y-%m-%d %H:%M:%f', 'now', '+0 seconds'))))

held postgres
CASE WHEN $4::date IS NOT NULL THEN hold_month($4) END

-- Who submits, and what there is of the day already.
read_day
SELECT u.id, u.joining_date, u.records_from, u.role = 'Employee' AND u.is_active, u.manager_id,
coalesce(m.role = 'Manager' AND m.is_active AND (NOT m.is_blocked OR EXISTS (SELECT 1 FROM substitutions x
JOIN users d ON d.id = x.substitute_id WHERE x.manager_id = m.id AND d.is_active AND NOT d.is_blocked
AND x.ended_at IS NULL AND x.first_day <= $2 AND x.last_day >= $2)), false),
(SELECT value FROM counters WHERE name = 'holidays'),
(SELECT count(*) FROM leave_halves h WHERE h.user_id = u.id AND h.date = $3 AND h.counts), {held}, k.id, t.id,
t.id, t.user_id, t.date, t.half_hours, t.description, t.status, t.comment, t.is_resubmission, t.version,
t.decided_by, t.decided_at, t.decided_for, t.rejected_on, t.created_at, t.updated_at
FROM users u LEFT JOIN users m ON m.id = u.manager_id
LEFT JOIN unlocks k ON k.user_id = u.id AND k.date = $3 AND k.used_at IS NULL AND k.status = 'approved'
LEFT JOIN timesheets t ON t.user_id = u.id AND t.date = $3 WHERE u.id = $1

for_submission sqlite
{read_day}

for_submission postgres
{read_day} FOR SHARE OF u

-- A new entry, its version, what happened, and whom it is about: each for itself on SQLite, and all in one on PostgreSQL.
entry
INSERT INTO timesheets (id, user_id, date, half_hours, description, status, comment, is_resubmission, version, decided_by,
decided_at, rejected_on, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)

version_of
INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, description, status, comment)
SELECT id, version, updated_at, user_id, half_hours, description, status, comment FROM

event_of
INSERT INTO events (id, kind, actor_id, payload, audience, at, actor_role, session_id, request_id, address, source)

insert sqlite
{entry}

version sqlite
{version_of} timesheets WHERE id = $1

event sqlite
{event_of} VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)

subject sqlite
INSERT INTO event_subjects (event_seq, user_id) VALUES (last_insert_rowid(), $1)

insert postgres
WITH changed AS ({entry} RETURNING timesheets.*), versions AS ({version_of} changed), appended AS ({event_of}
VALUES ($15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25) RETURNING seq)
INSERT INTO event_subjects (event_seq, user_id) SELECT seq, $17 FROM appended
