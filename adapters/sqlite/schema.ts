// The tables of a store file, and how files of earlier versions become files of this one. A row's key is its world's number
// and its own place in one integer, so that a world's rows lie together and need no second index.

/** Places in one world; 2^17 worlds times 2^36 places stay exact in a JavaScript number. */
export const placesPerWorld = 2 ** 36;
export const worldsMax = 2 ** 17;

/** Marks the file as a store of ours: 'Repr'. */
export const applicationId = 0x52657072;

/** The first version: worlds with their journals. */
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

/** The second: forks, which share their parent's rows up to a base; worlds that are gone but shared; a count of worlds; snapshots. */
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

/** The third: events without columns that SQLite had to read out of their texts whenever it wrote one, in 2 us. */
const plainEvents = `
  ALTER TABLE events DROP COLUMN type;
  ALTER TABLE events DROP COLUMN stream;
`;

/** The fourth: the same tables, whose seals leave out what digests cover. Those of earlier versions stay as they are. */
const shorterSeals = '';

/** The fifth: how often a file was opened, so that request ids do not repeat. */
const openings = `
  ALTER TABLE census ADD COLUMN openings INTEGER NOT NULL DEFAULT 0;
`;

/** What makes a file of version n out of one of version n - 1; an empty file has version 0. Never changed, only added to. */
export const migrations: readonly string[] = [
  journals,
  forksAndSnapshots,
  plainEvents,
  shorterSeals,
  openings,
];

/** The version of this schema, kept in the file's user_version. */
export const schemaVersion = migrations.length;
