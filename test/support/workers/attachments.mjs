// Appends inputs with attachments to a world of the given store file, through the built store, with a limit that drops most of
// them. Prints the number of the last input of each commit, until it is killed.

import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { nodeHash } from '../../../dist/adapters/node-hash.js';
import { openSqliteStore } from '../../../dist/adapters/stores/sqlite/event-store.js';

const [file, attachmentBytesMax] = process.argv.slice(2);
const store = openSqliteStore({ file, attachmentBytesMax: Number(attachmentBytesMax) });
const world = 'w';
if ((await store.find(world)) === undefined) {
  const clock = { mode: 'frozen', rate: 1 };
  const record = { name: world, seed: 's', epochMs: 0, ids: 'ordinal', clock, config: null };
  await store.create(record);
}
let inputs = (await store.read(world, 1, 1_000_000)).length;

function entryOf(n) {
  const attachment = Buffer.from(`bytes of ${n} `.repeat((n * 37) % 500));
  const command = { type: 'HearSound', attachment: nodeHash(attachment) };
  const input = { n, atMs: 0, kind: 'command', domain: 'talk', command };
  return { input, events: [], digest: '', attachment };
}

for (;;) {
  const entries = Array.from({ length: 1 + (inputs % 5) }, (_, index) =>
    entryOf(inputs + 1 + index),
  );
  const [refused] = await store.append([{ world, expectedInput: inputs, entries }]);
  if (refused !== undefined) throw refused.error;
  inputs += entries.length;
  writeSync(1, `${inputs}\n`);
  await setImmediate();
}
