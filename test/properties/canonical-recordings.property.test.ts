// A recording file contains exactly its entries, each as one line of canonical JSON with the chain hash in its place. The
// expected text is printed independently of the writer.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnsealedEntry } from '../../adapters/recording/format/entries.ts';
import { openFileWriter } from '../../adapters/recording/format/file-writer.ts';
import { eventEntries } from '../../adapters/recording/format/to-entry.ts';
import { toEnvelope } from '../../core/kernel/message.ts';
import { headerOf } from '../support/recording/recording-file.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

const digest = 'a'.repeat(64);

/** Too short to look like secrets. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '"', '\\', '\n', '\t', '\u0000', '\u007f', 'é', '\ud800'),
    maxLength: 30,
  }),
  fc.json({ maxDepth: 2 }),
);
const count = fc.nat();
const json = fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
const headers = fc.dictionary(text, text, { noNullPrototype: true });
const base64 = fc
  .uint8Array({ maxLength: 20 })
  .map((all) => Buffer.concat([Buffer.of(0xff), all]).toString('base64'));

const act = { at: count, input: count, position: count, after: count };
const facts = json;
const idFrom = fc.record(
  { position: count, ordinal: count, opening: count, claim: count },
  { requiredKeys: ['position', 'ordinal'] },
);
const request = { service: text, url: fc.constant('/v1?a=b'), origin: text, headers };

function entryOfKind(
  kind: string,
  shape: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: readonly string[] = [],
): fc.Arbitrary<UnsealedEntry> {
  const all = { kind: fc.constant(kind), ...shape };
  const requiredKeys = Object.keys(all).filter((name) => !optional.includes(name));
  return fc.record<object>(all, {
    requiredKeys: requiredKeys as never[],
  }) as fc.Arbitrary<UnsealedEntry>;
}

const touch = ['input', 'position', 'after'];

/** An entry of any kind but `event`: an exchange or an input. */
const drafts: fc.Arbitrary<UnsealedEntry> = fc.oneof(
  ...['http.request', 'clock', 'control'].map((kind) =>
    fc.oneof(
      entryOfKind(kind, { ...act, ...request, method: text, idFrom, facts, text }, [
        ...touch,
        'idFrom',
        'facts',
        'text',
      ]),
      entryOfKind(kind, { ...act, ...request, method: text, base64 }, touch),
    ),
  ),
  entryOfKind('http.answer', { at: count, to: count, status: count, headers, text }, ['text']),
  entryOfKind('http.answer', { at: count, to: count, status: count, headers, base64 }),
  entryOfKind('http.answer', {
    at: count,
    to: count,
    status: count,
    headers,
    stream: fc.constant(true),
  }),
  entryOfKind('ws.open', { ...act, ...request, conn: count, idFrom, facts }, [
    ...touch,
    'idFrom',
    'facts',
  ]),
  entryOfKind('ws.in', { ...act, conn: count, text }, touch),
  entryOfKind('ws.out', { at: count, conn: count, base64 }),
  entryOfKind('ws.close', { ...act, conn: count, by: text, code: count, reason: text }, touch),
  entryOfKind('touch', { ...act, to: count }, touch),
  entryOfKind('input', { at: count, input: count, data: json }),
  entryOfKind('webhook.attempt', {
    at: count,
    position: count,
    attempt: count,
    url: fc.constant('https://example.org/hooks'),
    headers,
    text,
  }),
);

/** An event as it is stored, and its entry. */
const event: fc.Arbitrary<{ readonly draft: UnsealedEntry; readonly entry: object }> = fc
  .record(
    {
      position: count,
      stream: text,
      version: count,
      at: count,
      cause: count,
      type: text,
      data: json,
    },
    { requiredKeys: ['position', 'stream', 'version', 'at', 'type', 'data'] },
  )
  .map(({ data: { type: _type, aside: _aside, ...data }, ...rest }) => {
    const { at, type, ...place } = rest;
    const envelope = toEnvelope({ ...place, atMs: at, event: { ...data, type } });
    const [draft] = eventEntries({ events: [envelope] }, { seed: 's' });
    return { draft: draft as UnsealedEntry, entry: { kind: 'event', ...rest, data } };
  });

/** JSON with the members of all objects sorted, printed recursively. */
function printed(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printed).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${printed(member)}`);
  return `{${members.join(',')}}`;
}

/** The whole file: header, entries and end line, chained. */
function fileOf(entries: readonly object[]): string {
  const end = { kind: 'end', entries: entries.length, digest };
  const lines = [headerOf(), ...entries.map((entry, index) => ({ ...entry, n: index + 1 })), end];
  let previous = '0'.repeat(64);
  return lines
    .map((line) => {
      const hash = createHash('sha256').update(previous + printed(line));
      previous = hash.digest('hex');
      return `${printed({ ...line, [line === end ? 'seal' : 'h']: previous })}\n`;
    })
    .join('');
}

/** Writes a file and returns its text; the writer is flushed after every `step` entries. */
function fileWith(entries: readonly UnsealedEntry[], step: number): string {
  const file = join(folder, `${(files += 1)}.jsonl`);
  const onFailed = (error: unknown) => {
    throw error;
  };
  const writer = openFileWriter(file, headerOf(), onFailed);
  for (const [index, entry] of entries.entries()) {
    writer.append(entry);
    if (index % step === step - 1) writer.flush();
  }
  writer.end({ digest });
  return readFileSync(file, 'utf8');
}

const item = fc.oneof(
  { arbitrary: drafts.map((one) => ({ draft: one, entry: { ...one } as object })), weight: 3 },
  { arbitrary: event, weight: 1 },
);

describe('a recording file', () => {
  it('contains its entries as chained lines of canonical JSON', () => {
    const items = fc.array(item, { maxLength: 20 });
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 5 }), (all, step) => {
        const expected = fileOf(all.map(({ entry }) => entry));
        expect(
          fileWith(
            all.map(({ draft: one }) => structuredClone(one)),
            step,
          ),
        ).toBe(expected);
      }),
    );
  });

  it('contains long lines among short ones', () => {
    const long = [10, 3_000_000, 20, 700_000, 5_000_000, 0].map((length): UnsealedEntry => ({
      kind: 'ws.out',
      at: 1,
      conn: 1,
      text: `"${'x '.repeat(length)}é`,
    }));
    expect(fileWith(long, 3)).toBe(fileOf(long));
  });
});
