-- Events with the numbers from {start} up to {end}, neighbours of different kinds and about people of different teams. As `e`: `x` is the
-- employee it is about, `who` acts, `day` is when, and `t` the microseconds since six in the morning. No two of the past are at the same
-- moment. What happened in the past has its number of the log from its own; what happens now gets it from the database.
LET events
g(n) AS (SELECT CAST({start} AS bigint) UNION ALL SELECT n + 1 FROM g WHERE n + 1 < {end}),
  kinds(low, high, kind, actor, payload) AS (VALUES
  (0, 449, 'day-submitted', 'Employee', '{"changes":[{"after":8,"before":null,"field":"hours"},{"after":"pending","before":null,"field":"status"}],"date":"<day>","isResubmission":false,"version":1}'),
  (450, 669, 'signed-in', 'Employee', '{"session":"<session>"}'),
  (670, 769, 'days-decided', 'Manager', '{"changes":[{"after":"approved","before":"pending","field":"status"}],"dates":["<day>"]}'),
  (770, 854, 'signed-out', 'Employee', '{"session":"<session>"}'),
  (855, 914, 'notices-read', 'Employee', '{"count":2}'),
  (915, 944, 'sign-in-failed', 'Visitor', '{"outcome":"wrong-password"}'),
  (945, 964, 'file-downloaded', 'HR', '{"fileName":"Timesheet_7_2026.csv"}'),
  (965, 974, 'day-unlocked', 'Manager', '{"date":"<day>","reason":"Was travelling and had no connection"}'),
  (975, 984, 'password-changed', 'Employee', '{}'),
  (985, 992, 'account-changed', 'HR', '{"changes":[{"after":"Department 3","before":"Department 2","field":"department"}]}'),
  (993, 996, 'salary-set', 'HR', '{"changes":[{"field":"salary"}],"from":"<day>"}'),
  (997, 998, 'unlock-expired', 'Job', '{"date":"<day>","reason":"Was travelling and had no connection"}'),
  (999, 999, 'day-frozen', 'Job', '{"date":"<day>"}')),
  s AS (SELECT n, n * 617 % 1000 AS k, (n * 7919 + n / 1000 * 104729) % {employees} AS x, n / {a_day} AS d, n % {a_day} * {step} + 123456 AS t FROM g),
  e AS (SELECT s.n, s.k, s.x, s.t, kinds.kind, kinds.actor, kinds.payload, CAST(#after('{first_day}', s.d / 5 * 7 + s.d % 5) AS text) AS day,
  CASE kinds.actor WHEN 'Employee' THEN {managers} + 1 + s.x WHEN 'Manager' THEN 1 + s.x / 20 WHEN 'HR' THEN {hr} END AS who
  FROM s JOIN kinds ON s.k BETWEEN kinds.low AND kinds.high)

LET past
#instant(e.day || 'T' || #dec(2, 6 + e.t / 3600000000) || ':' || #dec(2, e.t / 60000000 % 60) || ':' || #dec(2, e.t / 1000000 % 60)
  || '.' || #dec(6, e.t % 1000000) || '+00:00')

INTO events
WITH RECURSIVE {events}
seq = {seq}
id = #id(event, e.n)
kind = e.kind
actor_id = CASE WHEN e.who IS NOT NULL THEN #id(user, e.who) END
actor_role = CASE WHEN e.who IS NOT NULL THEN e.actor END
session_id = CASE WHEN e.who IS NOT NULL THEN #id(session, e.who) END
request_id = CASE WHEN e.actor <> 'Job' THEN #hex(16, e.n) END
address = CASE WHEN e.actor <> 'Job' THEN '10.0.' || (e.x / 250) || '.' || (1 + e.x % 250) END
source = CASE WHEN e.actor = 'Job' THEN 'job' ELSE 'portal' END
payload = replace(replace(e.payload, '<day>', e.day), '<session>', #text(session, coalesce(e.who, 0)))
audience = CASE WHEN e.kind IN ('day-submitted', 'days-decided') THEN '[{"changed":"timesheets","users":["'
  || #text(user, {managers} + 1 + e.x) || '","' || #text(user, 1 + e.x / 20) || '"]}]' ELSE '[]' END
at = {at}
FROM e ORDER BY e.n

INTO event_subjects
WITH RECURSIVE {events}
event_seq = {subject_seq}
user_id = #id(user, {managers} + 1 + e.x)
FROM e {join}

-- The last kind is about a whole team.
INTO event_subjects
WITH RECURSIVE {events}, t(j) AS (SELECT 1 UNION ALL SELECT j + 1 FROM t WHERE j < 19)
event_seq = {subject_seq}
user_id = #id(user, {managers} + 1 + e.x / 20 * 20 + (e.x + t.j) % 20)
FROM e {join} CROSS JOIN t WHERE e.k = 999
