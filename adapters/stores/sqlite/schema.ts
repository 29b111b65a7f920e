// The tables of a store file, and migrations from earlier versions. A row's key combines the numbers of its world and of its
// input or event in one integer, so that the rows of a world are adjacent and need no second index.

/** 2^17 worlds times 2^36 rows stay exact in a JavaScript number. */
export const rowsPerWorld = 2 ** 36;
export const worldsMax = 2 ** 17;

/** 'Repr': marks the file as a store. */
export const applicationId = 0x52657072;

/** Version 1: worlds with their journals. */
const journals = `
  CREATE TABLE worlds (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL,
    -- The number of the last input and its seal.
    inputs INTEGER NOT NULL,
    seal TEXT NOT NULL
  ) STRICT;

  CREATE TABLE inputs (
    key INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    first_event INTEGER NOT NULL,
    events INTEGER NOT NULL,
    digest TEXT NOT NULL,
    seal TEXT NOT NULL
  ) STRICT;

  CREATE TABLE events (
    key INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    aside TEXT,
    type TEXT GENERATED ALWAYS AS (json_extract(text, '$.type')) VIRTUAL,
    stream TEXT GENERATED ALWAYS AS (json_extract(text, '$.stream')) VIRTUAL
  ) STRICT;
`;

/** Version 2: forks, which share their parent's rows up to a base; removed worlds with shared rows; a count of worlds; snapshots. */
const forksAndSnapshots = `
  CREATE TABLE worlds_of_2 (
    id INTEGER PRIMARY KEY,
    -- Null once the world is removed, while forks still share its rows, or its rows are still being deleted.
    name TEXT UNIQUE,
    record TEXT NOT NULL,
    inputs INTEGER NOT NULL,
    seal TEXT NOT NULL,
    parent INTEGER,
    base_inputs INTEGER NOT NULL DEFAULT 0,
    base_position INTEGER NOT NULL DEFAULT 0,
    base_seal TEXT
  ) STRICT;
  INSERT INTO worlds_of_2 (id, name, record, inputs, seal)
    SELECT id, name, record, inputs, seal FROM worlds;
  DROP TABLE worlds;
  ALTER TABLE worlds_of_2 RENAME TO worlds;
  CREATE INDEX forks ON worlds (parent) WHERE parent IS NOT NULL;

  -- How many worlds there are, and how many of them have a name, so that a missing one is missed.
  CREATE TABLE census (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    worlds INTEGER NOT NULL,
    named INTEGER NOT NULL
  ) STRICT;
  INSERT INTO census SELECT 1, count(*), count(name) FROM worlds;

  CREATE TABLE snapshots (
    world INTEGER NOT NULL,
    inputs INTEGER NOT NULL,
    position INTEGER NOT NULL,
    head TEXT NOT NULL,
    seal TEXT NOT NULL,
    PRIMARY KEY (world, inputs)
  ) STRICT, WITHOUT ROWID;

  -- Versions of pages: a snapshot has the newest of each that is not newer than itself.
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    world INTEGER NOT NULL,
    collection TEXT NOT NULL,
    page INTEGER NOT NULL,
    inputs INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (world, collection, page, inputs)
  ) STRICT;
`;

/** Version 3: events without generated columns, which cost 2 us for each inserted event. */
const plainEvents = `
  ALTER TABLE events DROP COLUMN type;
  ALTER TABLE events DROP COLUMN stream;
`;

/** Version 4: the same tables; new seals do not cover the texts of events, which digests cover. Earlier seals stay. */
const shorterSeals = '';

/** Version 5: a count of openings, so that request ids do not repeat. */
const openings = `
  ALTER TABLE census ADD COLUMN openings INTEGER NOT NULL DEFAULT 0;
`;

/** Version 6: the bytes beside inputs. */
const attachments = `
  CREATE TABLE attachments (
    -- That of the input's row.
    key INTEGER PRIMARY KEY,
    -- Older ones have smaller ordinals. Dropped ones have neither ordinal nor bytes.
    ordinal INTEGER,
    bytes BLOB
  ) STRICT;
  CREATE INDEX attachments_by_age ON attachments (ordinal) WHERE ordinal IS NOT NULL;
  ALTER TABLE census ADD COLUMN attachment_bytes INTEGER NOT NULL DEFAULT 0;
`;

/** Version 7: when worlds wake and what they go on with then; how often removed names have begun. Worlds of earlier files wake once. */
const sleep = `
  -- Milliseconds after the last input; null if the world has nothing to do by itself.
  ALTER TABLE worlds ADD COLUMN wake_after INTEGER;
  ALTER TABLE worlds ADD COLUMN sleep TEXT;
  UPDATE worlds SET wake_after = 0 WHERE name IS NOT NULL;
  CREATE INDEX wakes ON worlds (name) WHERE wake_after IS NOT NULL;

  CREATE TABLE removed_names (
    -- Names that were removed later have greater ones.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    begun INTEGER NOT NULL
  ) STRICT;
`;

/** Version 8: tenants, of whose tokens only hashes are stored; when worlds were last asked for, if that is noted at all. */
const tenantsAndUses = `
  CREATE TABLE tenants (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    -- JSON.
    limits TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE uses (
    world INTEGER PRIMARY KEY,
    -- Seconds since 1970.
    used INTEGER NOT NULL
  ) STRICT;
`;

/** Version 9: the recordings that are running, or were when their process died. */
const recordings = `
  CREATE TABLE recordings (
    world INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    -- The address of the process that writes the file; null if it is no node.
    node TEXT,
    -- The world at the start of the recording.
    inputs INTEGER NOT NULL,
    position INTEGER NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
`;

/** The migration to version n is at index n - 1; an empty file has version 0. Append only. */
export const migrations: readonly string[] = [
  journals,
  forksAndSnapshots,
  plainEvents,
  shorterSeals,
  openings,
  attachments,
  sleep,
  tenantsAndUses,
  recordings,
];

/** Stored in the file's user_version. */
export const schemaVersion = migrations.length;
