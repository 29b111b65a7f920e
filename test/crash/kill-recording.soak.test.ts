// A server is killed while it records under load, repeatedly on one store (CRASH_RUNS times): the recording can be read to its
// last whole entry, replays equal up to there, and contains every acknowledged request. CRASH_SEED repeats the random choices.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Entry } from '../../adapters/recording/format/entries.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { waitUntil } from '../support/server/requests.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { journalsOfFile, type Journal } from '../support/store/journals.ts';
import { createLoad, type SentRequest } from '../support/server/load.ts';
import { inputsIn } from '../support/recording/recordings.ts';
import { spawnServe } from '../support/server/serve-child.ts';
import { rounds } from '../support/runner/soak.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const runs = rounds('CRASH_RUNS', 2, 5);
const seed = seedOf('CRASH_SEED');
const clients = 6;
/** The longest time that a server is under load. */
const loadMsMax = 900;

const folder = temporaryFolder();

/** The idempotency keys of recorded requests, with the numbers of their inputs. */
function keysIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'http.request' || entry.input === undefined) continue;
    const key = /"idempotencyKey":"([^"]+)"/.exec(entry.text ?? '')?.[1];
    if (key !== undefined) keys.set(key, entry.input);
  }
  return keys;
}

const isKeyedAndAnswered = ({ answer, body }: SentRequest) =>
  answer !== undefined && body?.['idempotencyKey'] !== undefined;

/** Every acknowledged request with an input is in the file. */
function expectThere(
  asked: readonly SentRequest[],
  journal: Journal,
  entries: readonly Entry[],
): void {
  const keys = keysIn(entries);
  for (const { answer, body, world } of asked) {
    const key = body?.['idempotencyKey'];
    if (answer === undefined || typeof key !== 'string' || world !== 'default') continue;
    const { input } =
      journal.entries.find(
        ({ input: made }) =>
          made.kind === 'command' &&
          (made.command as { idempotencyKey?: unknown }).idempotencyKey === key,
      ) ?? {};
    if (input !== undefined) expect(keys.get(key), `input ${input.n}`).toBe(input.n);
  }
}

it(
  `recordings replay up to their last whole entry after ${runs} kills (CRASH_SEED=${seed})`,
  { timeout: 60_000 + runs * 30_000 },
  async () => {
    const chance = seededRandom(seed);
    const load = createLoad(['default'], chance);
    const store = join(folder, 'kept.db');
    let checked = 0;
    let exchanges = 0;
    for (let run = 0; run < runs; run += 1) {
      const file = join(folder, `run-${run}.jsonl`);
      const mode = chance.pick(['frozen', 'frozen', 'real', 'skip']);
      const flags = ['--data', store, '--clock', mode, '--rate', '500', '--record', file];
      const child = spawnServe(flags, { cwd: folder });
      const running = load.run(await child.ready, clients);
      // On a busy machine, the first response may take longer than the load lasts.
      const hasAnswered = () => load.sent.slice(checked).filter(isKeyedAndAnswered).length > 1;
      await waitUntil('it has answered two requests that act', hasAnswered);
      await wait(chance.below(loadMsMax));
      child.kill('SIGKILL');
      await child.exited;
      await running;

      const text = readFileSync(file, 'utf8');
      const recording = await readRecording(file);
      const { header, entries, ending } = recording;
      expect(ending).toEqual({ kind: 'cut', entries: entries.length });
      expect(entries).toHaveLength(text.split('\n').length - 2); // without the header and the rest after the last line break

      const journal = (await journalsOfFile(store, join(folder, 'copy.db'))).get('default');
      if (journal === undefined) throw new Error('The world is gone.');
      const inputs = inputsIn(entries);
      expect(inputs).toEqual(inputs.map((_one, index) => index + 1));
      expect(inputs.length).toBeGreaterThanOrEqual(header.base.inputs);
      expect(inputs.length).toBeLessThanOrEqual(journal.entries.length); // the recording has no input that is not stored
      expectThere(load.sent.slice(checked), journal, entries);

      const replay = await replayRecording(file, recording);
      expect({ run, mode, ...replay }).toMatchObject({ run, mode, ending });
      expect(replay.divergence, `${mode}: ${JSON.stringify(replay.divergence)}`).toBeUndefined();
      expect(replay.digest).toBe(journal.entries[inputs.length - 1]?.digest ?? header.base.digest);
      checked = load.sent.length;
      exchanges += replay.compared.exchanges;
    }
    expect(exchanges).toBeGreaterThan(runs);
  },
);
