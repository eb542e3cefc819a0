/** Engine's time now, milliseconds since 1970. */
const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** A standby may lack records that were acknowledged. */
const isPrimary = 'NOT pg_is_in_recovery()'

/** A new sandbox has all of its beats. $1 sandbox. */
export const insertSandbox = `
WITH made AS (
  INSERT INTO snowglobe_sandbox (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name
)
INSERT INTO snowglobe_beats (sandbox, since_ms) SELECT name, 0 FROM made ON CONFLICT DO NOTHING`

/**
 * One statement and therefore one transaction: the update waits for the row's lock, and the number
 * that it gives is visible only with the record. $1 sandbox, $2 body, $3 expected position or null,
 * $4 channel.
 */
export const appendRecord = `
WITH next AS (
  UPDATE snowglobe_sandbox
  SET position = position + 1,
      chain = sha256(chain || convert_to($2::text, 'UTF8')),
      at_ms = greatest(at_ms, ${nowMs})
  WHERE name = $1 AND ($3::bigint IS NULL OR position = $3::bigint)
  RETURNING position, chain, at_ms
), record AS (
  INSERT INTO snowglobe_record (sandbox, position, at_ms, chain, body)
  SELECT $1, position, at_ms, chain, $2 FROM next
  RETURNING position, at_ms, chain
)
SELECT position, at_ms, encode(chain, 'hex') AS chain, pg_notify($4, '') FROM record`

/** $1 sandbox, $2 position, $3 maximum. A single snapshot sees the head and its records. */
export const selectRecords = `
SELECT compacted, sandbox.position AS head, encode(sandbox.chain, 'hex') AS head_chain,
       record.position, record.at_ms, encode(record.chain, 'hex') AS chain, body
FROM snowglobe_sandbox AS sandbox
LEFT JOIN LATERAL (
  SELECT * FROM snowglobe_record
  WHERE snowglobe_record.sandbox = $1 AND snowglobe_record.position > $2
  ORDER BY snowglobe_record.position
  LIMIT $3
) AS record ON true
WHERE name = $1 AND ${isPrimary}
ORDER BY record.position`

/** $1 sandbox. */
export const selectHead = `
SELECT position, encode(chain, 'hex') AS chain, ${nowMs} AS now_ms
FROM snowglobe_sandbox WHERE name = $1 AND ${isPrimary}`

/** Time since which the engine has all beats: not before now when it has none. $1 sandbox. */
const sinceMs =
  'coalesce((SELECT since_ms FROM snowglobe_beats WHERE sandbox = $1), now_ms) AS since_ms'

/**
 * Beats, and returns the live replicas; the statement does not see the rows that it writes. $1
 * sandbox, $2 name, $3 position, $4 version, $5 options, $6 milliseconds that a beat counts.
 */
export const upsertBeat = `
WITH clock AS (
  SELECT ${nowMs} AS now_ms
), began AS (
  INSERT INTO snowglobe_beats (sandbox, since_ms) SELECT $1, now_ms FROM clock
  ON CONFLICT DO NOTHING
), beat AS (
  INSERT INTO snowglobe_replica (sandbox, name, at_ms, position, version, options, is_ended)
  SELECT $1, $2, now_ms, $3, $4, $5, false FROM clock
  ON CONFLICT (sandbox, name) DO UPDATE
  SET at_ms = excluded.at_ms, position = excluded.position, version = excluded.version,
      options = excluded.options, is_ended = false
  RETURNING name, position, version, options
), live AS (
  SELECT name, position, version, options FROM beat
  UNION ALL
  SELECT name, position, version, options
  FROM clock JOIN snowglobe_replica ON sandbox = $1 AND now_ms - at_ms <= $6 AND NOT is_ended
  WHERE name <> $2
)
SELECT now_ms, ${sinceMs}, live.* FROM clock, live ORDER BY name`

/** $1 sandbox, $2 milliseconds that a beat counts. */
export const selectLive = `
SELECT now_ms, ${sinceMs}, name, position, version, options
FROM (SELECT ${nowMs} AS now_ms) AS clock
LEFT JOIN snowglobe_replica ON sandbox = $1 AND now_ms - at_ms <= $2 AND NOT is_ended
ORDER BY name`

/**
 * Ends the beats of a replica. Its row tells when the sandbox was last in use, and those of earlier
 * replicas go. $1 sandbox, $2 name.
 */
export const endBeat = `
WITH ended AS (
  UPDATE snowglobe_replica SET at_ms = ${nowMs}, is_ended = true
  WHERE sandbox = $1 AND name = $2
)
DELETE FROM snowglobe_replica WHERE sandbox = $1 AND name <> $2 AND is_ended`

/** $1 sandbox. */
export const selectLastLive = 'SELECT max(at_ms) AS at_ms FROM snowglobe_replica WHERE sandbox = $1'

/** $1 sandbox, $2 counter, $3 period or 0, $4 cost, $5 limit. */
export const takeCount = `
INSERT INTO snowglobe_count AS current (sandbox, counter, began, used, is_taken)
SELECT $1, $2,
       CASE WHEN $3::bigint = 0 THEN 0 ELSE ${nowMs} / $3::bigint * $3::bigint END,
       CASE WHEN $4::bigint <= $5::bigint THEN $4::bigint ELSE 0 END,
       $4::bigint <= $5::bigint
ON CONFLICT (sandbox, counter) DO UPDATE
SET began = greatest(current.began, excluded.began),
    used = CASE
      WHEN excluded.began > current.began THEN excluded.used
      WHEN current.used + $4::bigint <= $5::bigint THEN current.used + $4::bigint
      ELSE current.used END,
    is_taken = CASE
      WHEN excluded.began > current.began THEN excluded.is_taken
      ELSE current.used + $4::bigint <= $5::bigint END
RETURNING is_taken, used, began`

/** $1 sandbox, $2 name, $3 holder, $4 duration. */
export const takeLease = `
INSERT INTO snowglobe_lease AS current (sandbox, name, holder, until_ms)
VALUES ($1, $2, $3, ${nowMs} + $4)
ON CONFLICT (sandbox, name) DO UPDATE
SET holder = excluded.holder, until_ms = excluded.until_ms
WHERE current.holder = excluded.holder OR current.until_ms <= ${nowMs}
RETURNING holder`

/** $1 sandbox, $2 name, $3 holder. */
export const deleteLease =
  'DELETE FROM snowglobe_lease WHERE sandbox = $1 AND name = $2 AND holder = $3'

/** $1 sandbox, $2 list, $3 generation, $4 replica, $5 numbers, $6 times, $7 items. */
export const upsertItems = `
INSERT INTO snowglobe_report (sandbox, list, generation, replica, number, at_ms, item)
SELECT $1, $2, $3, $4, number, at_ms, item
FROM unnest($5::bigint[], $6::double precision[], $7::text[]) AS added (number, at_ms, item)
ON CONFLICT (sandbox, list, generation, replica, number) DO UPDATE SET item = excluded.item`

/** $1 sandbox, $2 list, $3 generation. Under a lock: two at once would give ids twice. */
export const numberItems = `
WITH list AS (
  SELECT replica, number, at_ms, id FROM snowglobe_report
  WHERE sandbox = $1 AND list = $2 AND generation = $3
), fresh AS (
  SELECT replica, number, row_number() OVER (ORDER BY at_ms, replica, number) AS place
  FROM list WHERE id IS NULL
)
UPDATE snowglobe_report AS item
SET id = fresh.place + (SELECT coalesce(max(id), 0) FROM list)
FROM fresh
WHERE item.sandbox = $1 AND item.list = $2 AND item.generation = $3
  AND item.replica = fresh.replica AND item.number = fresh.number`

/** $1 sandbox, $2 list, $3 generation, $4 maximum. */
export const selectItems = `
SELECT id, item FROM snowglobe_report
WHERE sandbox = $1 AND list = $2 AND generation = $3 AND id IS NOT NULL
ORDER BY id DESC LIMIT $4`

/** $1 sandbox, $2 list, $3 generation, $4 id of the first item that stays. */
export const deleteItems = `
DELETE FROM snowglobe_report
WHERE sandbox = $1 AND list = $2 AND (generation < $3 OR (generation = $3 AND id < $4))`

/** Makes an id that separates two bodies that are written under one name at once. */
export const selectNewId = 'SELECT gen_random_uuid() AS id'

/** $1 id of the body, $2 number, $3 sandbox, $4 bytes. May be repeated. */
export const insertPart = `
INSERT INTO snowglobe_part (id, number, sandbox, at_ms, bytes) VALUES ($1, $2, $3, ${nowMs}, $4)
ON CONFLICT (id, number) DO NOTHING`

/**
 * $1 sandbox, $2 name, $3 id, $4 parts, $5 digest: makes a body visible, and removes the old one.
 * May be repeated.
 */
export const completeBody = `
WITH old AS (
  SELECT id FROM snowglobe_body WHERE sandbox = $1 AND name = $2 AND id <> $3 FOR UPDATE
), body AS (
  INSERT INTO snowglobe_body (sandbox, name, id, parts, digest) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (sandbox, name) DO UPDATE
  SET id = excluded.id, parts = excluded.parts, digest = excluded.digest
)
DELETE FROM snowglobe_part WHERE id IN (SELECT id FROM old)`

/** $1 sandbox: removes parts of bodies that were never completed, after an hour. */
export const deleteUnfinished = `
DELETE FROM snowglobe_part
WHERE sandbox = $1 AND at_ms < ${nowMs} - 3600000
  AND NOT EXISTS (SELECT FROM snowglobe_body WHERE snowglobe_body.id = snowglobe_part.id)`

/** $1 sandbox, $2 name. */
export const selectBody =
  'SELECT id, parts, digest FROM snowglobe_body WHERE sandbox = $1 AND name = $2'

/** $1 id, $2 number. The client gets bytes as hex, which is half as long again as base64. */
export const selectPart = `
SELECT encode(bytes, 'base64') AS base64 FROM snowglobe_part WHERE id = $1 AND number = $2`

/** $1 sandbox, $2 prefix. */
export const selectBodyNames = `
SELECT name FROM snowglobe_body WHERE sandbox = $1 AND starts_with(name, $2) ORDER BY name`

/** $1 sandbox, $2 names. */
export const deleteBodies = `
WITH old AS (DELETE FROM snowglobe_body WHERE sandbox = $1 AND name = ANY($2) RETURNING id)
DELETE FROM snowglobe_part WHERE id IN (SELECT id FROM old) RETURNING number`

/** Makes the space of removed parts usable. */
export const vacuumParts = 'VACUUM (SKIP_LOCKED) snowglobe_part'

/** $1 sandbox, $2 position. */
export const deleteRecords = `
WITH sandbox AS (
  UPDATE snowglobe_sandbox SET compacted = greatest(compacted, least($2::bigint, position))
  WHERE name = $1 RETURNING compacted
)
DELETE FROM snowglobe_record
WHERE sandbox = $1 AND position <= (SELECT compacted FROM sandbox)`
