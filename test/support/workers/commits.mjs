// Commits row after row to the given file, while the built checkpointer continuously checkpoints the log. Prints the number of
// each row once it is committed, until it is killed.

import { writeSync } from 'node:fs';
import { createCheckpointer } from '../../../dist/adapters/stores/sqlite/checkpointer.js';
import { openDatabase } from '../../../dist/adapters/stores/sqlite/database.js';

const [file] = process.argv.slice(2);
const database = openDatabase(file, 'normal');
database.exec('CREATE TABLE IF NOT EXISTS filling (n INTEGER PRIMARY KEY, text TEXT) STRICT');
const insert = database.prepare('INSERT INTO filling (text) VALUES (?)');
const options = { file, durability: 'normal', everyBytes: 50_000, logPagesMax: 50 };
const { committed } = createCheckpointer(database, options);

/** Prints synchronously, before the process may be killed; waits for a slow reader. */
function print(text) {
  for (;;) {
    try {
      return writeSync(1, text);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function commit() {
  const { lastInsertRowid } = insert.run('x'.repeat(5_000));
  print(`${lastInsertRowid}\n`);
  committed(5_000);
  setImmediate(commit);
}
commit();
