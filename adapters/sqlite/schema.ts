// The tables of a store file. A row's key is its world's number and its own place in one integer, so that a world's rows
// lie together and need no second index. `type` and `stream` of events are read out of the text and cost nothing to write.

/** Places in one world; 2^17 worlds times 2^36 places stay exact in a JavaScript number. */
export const placesPerWorld = 2 ** 36;
export const worldsMax = 2 ** 17;

/** The version of this schema, kept in the file's user_version. */
export const schemaVersion = 1;

/** Marks the file as a store of ours: 'Repr'. */
export const applicationId = 0x52657072;

export const schema = `
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
