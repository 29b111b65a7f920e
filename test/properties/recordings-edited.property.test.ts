// A recording that somebody edited, with a chain made anew, is equal, different or refused: it breaks no invariant.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { readRecording } from '../../adapters/recording/reader.ts';
import { RecordingError } from '../../adapters/recording/recording-error.ts';
import { replayRecording } from '../../adapters/recording/replay.ts';
import { linesOf, writeSealed, type Raw } from '../support/recordings.ts';
import { runs } from '../support/runs.ts';
import { makeSession, openTwin } from '../support/scripted-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-edited-'));
afterAll(() => rmSync(folder, { recursive: true }));

const names = [
  'wallet/webhooks',
  'wallet/transfer',
  'wallet/derive-across-chains',
  'calendar/publishers-day',
].map((name) => `recordings/v1/${name}.jsonl`);

/** Begun in the midst of a session: what came before are inputs of the file. */
const late = join(folder, 'late.jsonl');

beforeAll(async () => {
  const server = await openTwin(createMemoryStore());
  const world = server.reprise.engine.world('default');
  if (world === undefined) throw new Error('There is no world.');
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.ask({ world: 'default', method, path, ...(body === undefined ? {} : { body }) });
  const events = '/calendar/events/v1/events';
  const times = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };
  await makeSession(server);
  await ask('POST', events, { title: 'Before', ...times });
  await server.reprise.recordings.start(world, { file: late });
  await ask('POST', events, { title: 'Behind', ...times });
  await ask('GET', events);
  await ask('GET', '/v1/w3s/transactions');
  await ask('GET', '/v1/w3s/wallets');
  await ask('POST', '/__reprise/worlds/default/clock/advance', { by: '1h' });
  await server.reprise.recordings.stop('default');
});

interface Edit {
  readonly line: number;
  readonly member: number;
  readonly value: unknown;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  line: fc.nat(),
  member: fc.nat(),
  value: fc.oneof(
    fc.constantFrom(null, '', {}, [], true, 0, 1, -1, 'none', '0'.repeat(64), '__proto__'),
    fc.integer(),
    fc.jsonValue({ maxDepth: 1 }),
  ),
});

/** All members below a value, of facts first: services believe these. */
function placesIn(value: Raw, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...path, name]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function put(line: Raw, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length > 0) return put(line[name], rest, value);
  Object.defineProperty(line, name, { value, enumerable: true, configurable: true });
}

/** What is wrong with the outcome of an edited file; undefined if nothing is. */
async function faultOf(name: string, edits: readonly Edit[]): Promise<string | undefined> {
  const lines = linesOf(name);
  const told = edits.map(({ line: index, member, value }) => {
    // Answers and events are only compared: what is done comes from the others.
    const acting = lines.filter(({ kind }) => !['event', 'http.answer', 'end'].includes(kind));
    const line = acting[index % acting.length];
    const facts = placesIn(line).filter(([first]) => first === 'facts');
    const places = facts.length > 0 && member % 2 === 0 ? facts : placesIn(line);
    const path = places[(member >> 1) % places.length] ?? [];
    put(line, path, value);
    return `${line.kind} ${path.join('.')} = ${JSON.stringify(value)}`;
  });
  const file = join(folder, 'edited.jsonl');
  writeSealed(file, lines);
  try {
    const { broken } = await replayRecording(file, await readRecording(file));
    return broken === undefined ? undefined : `${told.join('; ')}: ${broken}`;
  } catch (error) {
    return error instanceof RecordingError ? undefined : `${told.join('; ')}: ${String(error)}`;
  }
}

it.each([
  ['over the wire', names],
  ['of the world', [late]],
])('is never broken by edits of what came in %s', async (_name, files) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(edit, { minLength: 1, maxLength: 2 }),
      async (name, edits) => {
        const fault = await faultOf(name, edits);
        if (fault !== undefined) throw new Error(fault);
      },
    ),
    runs(150),
  );
});
