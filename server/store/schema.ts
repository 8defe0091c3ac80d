/**
 * The tables, and the triggers that keep history from being rewritten. A migration is never changed once it was
 * released: a new one is added after it.
 */

/** Marks the file as ours (`PRAGMA application_id`): "HOFF" in ASCII. */
export const applicationId = 0x48_4f_46_46

const tables = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE handoffs (
  id TEXT PRIMARY KEY,
  thread_id TEXT NOT NULL,
  parent_id TEXT REFERENCES handoffs (id),
  depth INTEGER NOT NULL CHECK (depth >= 0),
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL CHECK (recipient <> sender),
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  request TEXT NOT NULL,
  context_refs TEXT NOT NULL CHECK (json_valid(context_refs)),
  artifact_refs TEXT NOT NULL CHECK (json_valid(artifact_refs)),
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  sensitivity TEXT NOT NULL CHECK (sensitivity IN ('public-safe', 'internal', 'restricted')),
  priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired')),
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  expires_at TEXT
) STRICT;

CREATE INDEX handoffs_received ON handoffs (recipient, status, created_at DESC, id DESC);
CREATE INDEX handoffs_sent ON handoffs (sender, status, created_at DESC, id DESC);
CREATE INDEX handoffs_children ON handoffs (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX handoffs_due ON handoffs (expires_at) WHERE status = 'queued' AND expires_at IS NOT NULL;

CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  handoff_id TEXT NOT NULL REFERENCES handoffs (id),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  actor TEXT NOT NULL,
  type TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  note TEXT,
  policy_revision TEXT NOT NULL,
  created_at TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  store_prev_hash TEXT NOT NULL,
  store_hash TEXT NOT NULL,
  UNIQUE (handoff_id, seq)
) STRICT;

CREATE TABLE idempotency_records (
  identity TEXT NOT NULL,
  key TEXT NOT NULL,
  tool TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  handoff_id TEXT NOT NULL REFERENCES handoffs (id),
  result TEXT NOT NULL CHECK (json_valid(result)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (identity, key)
) STRICT, WITHOUT ROWID;
`

// INSERT OR REPLACE deletes the old row without firing DELETE triggers, hence the guards on insertion.
const triggers = `
CREATE TRIGGER events_not_updated BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_not_replaced BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
  OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM events WHERE handoff_id = NEW.handoff_id AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_without_gap BEFORE INSERT ON events
WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM events)
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TRIGGER idempotency_records_not_updated BEFORE UPDATE ON idempotency_records
BEGIN SELECT RAISE(ABORT, 'idempotency records are append-only'); END;
CREATE TRIGGER idempotency_records_not_deleted BEFORE DELETE ON idempotency_records
BEGIN SELECT RAISE(ABORT, 'idempotency records are append-only'); END;
CREATE TRIGGER idempotency_records_not_replaced BEFORE INSERT ON idempotency_records
WHEN EXISTS (SELECT 1 FROM idempotency_records WHERE identity = NEW.identity AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'idempotency records are append-only'); END;

CREATE TRIGGER handoffs_not_deleted BEFORE DELETE ON handoffs
BEGIN SELECT RAISE(ABORT, 'handoffs are never deleted'); END;
CREATE TRIGGER handoffs_not_replaced BEFORE INSERT ON handoffs
WHEN EXISTS (SELECT 1 FROM handoffs WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'handoffs are never deleted'); END;
CREATE TRIGGER handoffs_content_kept BEFORE UPDATE OF
  id, thread_id, parent_id, depth, sender, recipient, title, summary, request,
  context_refs, artifact_refs, tags, sensitivity, priority, created_at, expires_at ON handoffs
BEGIN SELECT RAISE(ABORT, 'only the state of a handoff can change'); END;
CREATE TRIGGER handoffs_version_counts BEFORE UPDATE ON handoffs
WHEN NEW.version <> OLD.version + 1
BEGIN SELECT RAISE(ABORT, 'every change of a handoff counts its version up by one'); END;
`

// Goal tokens are no history: they are deleted when they are forgotten. Until then a token is consumed at most once.
const goalTokens = `
CREATE TABLE goal_tokens (
  token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 64),
  project_id TEXT NOT NULL,
  body_sha256 TEXT CHECK (length(body_sha256) = 64),
  issued_by TEXT NOT NULL,
  issued_at_us INTEGER NOT NULL,
  expires_at_us INTEGER NOT NULL CHECK (expires_at_us > issued_at_us),
  consumed_at_us INTEGER,
  consumed_by TEXT,
  CHECK ((consumed_at_us IS NULL) = (consumed_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX goal_tokens_ended ON goal_tokens (coalesce(consumed_at_us, expires_at_us));

CREATE TRIGGER goal_tokens_consumed_once BEFORE UPDATE ON goal_tokens
WHEN OLD.consumed_at_us IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a goal token is consumed once'); END;
CREATE TRIGGER goal_tokens_binding_kept BEFORE UPDATE OF
  token_sha256, project_id, body_sha256, issued_by, issued_at_us, expires_at_us ON goal_tokens
BEGIN SELECT RAISE(ABORT, 'a goal token can only be consumed'); END;
CREATE TRIGGER goal_tokens_not_replaced BEFORE INSERT ON goal_tokens
WHEN EXISTS (SELECT 1 FROM goal_tokens WHERE token_sha256 = NEW.token_sha256)
BEGIN SELECT RAISE(ABORT, 'a goal token is issued once'); END;
`

// The lists tell from their index alone who the other party is and how sensitive a handoff is, so that what may not be
// seen is passed over without a look at its row. Written with OR, since only then SQLite sees that `status = 'queued'`
// implies the condition of the last one.
const indexes = `
DROP INDEX handoffs_received;
DROP INDEX handoffs_sent;
CREATE INDEX handoffs_received ON handoffs (recipient, status, created_at DESC, id DESC, sender, sensitivity);
CREATE INDEX handoffs_sent ON handoffs (sender, status, created_at DESC, id DESC, recipient, sensitivity);
CREATE INDEX handoffs_open ON handoffs (status, created_at, expires_at)
  WHERE status = 'queued' OR status = 'accepted' OR status = 'blocked';
`

/** SQL by schema version: entry 0 leads from an empty file to version 1, and so on. */
export const migrations: readonly string[] = [tables + triggers, goalTokens, indexes]
