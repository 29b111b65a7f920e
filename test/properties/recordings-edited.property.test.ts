// A recording that somebody edited, with a chain made anew, is equal, different or refused: it breaks no invariant.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { readRecording } from '../../adapters/recording/reader.ts';
import { RecordingError } from '../../adapters/recording/recording-error.ts';
import { replayRecording } from '../../adapters/recording/replay.ts';
import { linesOf, writeSealed, type Raw } from '../support/recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-edited-'));
afterAll(() => rmSync(folder, { recursive: true }));

const names = [
  'wallet/webhooks',
  'wallet/transfer',
  'wallet/derive-across-chains',
  'calendar/publishers-day',
];

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
  const lines = linesOf(`recordings/v1/${name}.jsonl`);
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

it('is never broken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(edit, { minLength: 1, maxLength: 2 }),
      async (name, edits) => {
        const fault = await faultOf(name, edits);
        if (fault !== undefined) throw new Error(fault);
      },
    ),
    { numRuns: 150 },
  );
});
