// The replay of a hand-edited recording with a recomputed chain ends equal, different, or refused with the line.

import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { packagedFixture } from '../../adapters/fixture/files.ts';
import { storedFixture } from '../../adapters/fixture/seed-commands.ts';
import { fixtureSchema } from '../../adapters/fixture/format.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../adapters/recording/format/recording-error.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { openReprise } from '../../adapters/reprise.ts';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import { idempotentBody } from '../support/wallet/idempotent-body.ts';
import { linesOf, writeSealed, type Raw } from '../support/recording/recordings.ts';
import { runs } from '../support/runner/runs.ts';
import { runScriptedSession, openTwin } from '../support/server/scripted-session.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { worldOf } from '../support/server/server.ts';

vi.setConfig({ testTimeout: longMs });

const folder = temporaryFolder();

const names = [
  'wallet/webhooks',
  'wallet/transfer',
  'wallet/derive-across-chains',
  'calendar/publishers-day',
].map((name) => `recordings/v1/${name}.jsonl`);

/** A recording in `real` mode: time moves to the instants of its requests. */
const real = join(folder, 'real.jsonl');

beforeAll(() => {
  const lines = linesOf('recordings/v1/wallet/transfer.jsonl');
  lines[0].clock.mode = 'real';
  writeSealed(real, lines);
});

/** Started in the middle of a session: the earlier inputs are in the file. */
const late = join(folder, 'late.jsonl');

/** Of a world that starts with a fixture, which is in the header. */
const withFixture = join(folder, 'begun.jsonl');

beforeAll(async () => {
  const parsed = fixtureSchema.parse(packagedFixture('wallet/treasury'));
  const clock = { mode: 'frozen', rate: 1 } as const;
  const { engine, recordings } = await openReprise({
    store: createMemoryStore(),
    token: 'a-token-for-tests',
    defaults: { clock, fixture: storedFixture(parsed) },
  });
  const world = worldOf({ engine });
  await recordings.start(world, { file: withFixture });
  await world.advance({ byMs: 60_000 });
  await recordings.stop('default');
  await engine.close();
});

beforeAll(async () => {
  const server = await openTwin(createMemoryStore());
  const world = worldOf(server.reprise);
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.request({ world: 'default', method, path, ...(body === undefined ? {} : { body }) });
  const events = '/calendar/events/v1/events';
  const times = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };
  await runScriptedSession(server);
  await ask('POST', events, { title: 'Before', ...times });
  const { body: key } = await ask('GET', '/v1/w3s/config/entity/publicKey');
  const { body: wallets } = await ask('GET', '/v1/w3s/wallets');
  const call = {
    walletId: wallets.data.wallets.at(-1).id, // the funded one
    contractAddress: `0x${'c0'.repeat(20)}`,
    callData: '0x18160ddd',
    feeLevel: 'MEDIUM',
  };
  const { status } = await ask(
    'POST',
    '/v1/w3s/developer/transactions/contractExecution',
    idempotentBody(key.data.publicKey as string, seededRandom(2).uuid(), call),
  );
  expect(status).toBe(201);
  await ask('POST', '/__reprise/worlds/default/clock/advance', { by: '1m' });
  await server.reprise.recordings.start(world, { file: late });
  await ask('POST', events, { title: 'Behind', ...times });
  await ask('GET', events);
  await ask('GET', '/v1/w3s/transactions');
  await ask('GET', '/v1/w3s/wallets');
  await ask('POST', '/__reprise/worlds/default/clock/advance', { by: '1h' });
  await server.reprise.recordings.stop('default');
});

/**
 * Replaces a value: with a new one; with that of a member of the same name elsewhere, such as another wallet id; with a
 * changed one of the same type, which passes if only the form is checked; or with none.
 */
type Replacement =
  | { readonly value: unknown }
  | { readonly alike: number }
  | { readonly sameType: SameType }
  | { readonly isRemoved: true };

type SameType = 'negated' | 'altered' | 'longer' | 'shorter';

/** Members that no route validates again: facts and inputs, the header, positions and instants. */
const parts = {
  facts: ({ kind }: Raw, [first = '']: readonly string[]) =>
    kind !== 'header' && ['facts', 'data'].includes(first),
  header: ({ kind }: Raw) => kind === 'header',
  places: (_line: Raw, [first = '']: readonly string[]) =>
    ['at', 'input', 'position', 'after', 'idFrom', 'through', 'conn'].includes(first),
};

interface Edit {
  /** Restricts the edit to these members. */
  readonly part: keyof typeof parts | undefined;
  readonly place: number;
  readonly by: Replacement;
}

const value = fc.oneof(
  fc.constantFrom(null, '', {}, [], true, 0, 1, -1, 'none', '0'.repeat(64), '__proto__', '\ud800'),
  fc.integer(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 253_402_300_799_999),
  fc.jsonValue({ maxDepth: 1 }),
);

const sameType = fc.constantFrom<SameType>('negated', 'altered', 'longer', 'shorter');

const edit: fc.Arbitrary<Edit> = fc.record({
  part: fc.constantFrom('facts', 'facts', 'facts', 'header', 'places', undefined),
  place: fc.nat(),
  by: fc.oneof(
    fc.record({ value }),
    fc.record({ alike: fc.nat() }),
    { weight: 2, arbitrary: fc.record({ sameType }) },
    fc.record({ isRemoved: fc.constant(true as const) }),
  ),
});

/** Commands of dues. No recorded line contains one. */
const dueTypes = ['QueueTransaction', 'SendTransaction', 'MineTransaction', 'CompleteTransaction'];

/** The paths of all members below a value. */
function placesIn(value: Raw, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...path, name]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function valueAt(line: Raw, path: readonly string[]): unknown {
  return path.reduce((outer: Raw, name) => outer[name], line);
}

/** The new value for the member at a path of `line`, which is one of `lines`. */
function replacementOf(by: Replacement, line: Raw, path: readonly string[], lines: Raw[]): unknown {
  if ('value' in by) return by.value;
  if ('isRemoved' in by) return undefined;
  const present = valueAt(line, path);
  if ('sameType' in by) return otherOf(present, by.sameType);
  const alike = lines.flatMap((other) =>
    placesIn(other)
      .filter((place) => place.at(-1) === path.at(-1))
      .map((place) => valueAt(other, place)),
  );
  if (path.at(-1) === 'type') alike.push(...dueTypes);
  return structuredClone(alike[by.alike % alike.length] ?? present);
}

function otherOf(value: unknown, how: SameType): unknown {
  if (typeof value === 'number') {
    return { negated: -value, altered: value / 2, longer: value + 1, shorter: value - 1 }[how];
  }
  if (typeof value === 'string') {
    const [first, last] = [value.slice(0, -1), value.slice(-1)];
    return { negated: `-${value}`, altered: `${first}~`, longer: value + last, shorter: first }[
      how
    ];
  }
  if (!Array.isArray(value)) return value;
  const reversed = value.toReversed();
  return { negated: reversed, altered: [], longer: [...value, ...value], shorter: value.slice(1) }[
    how
  ];
}

function put(line: Raw, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length > 0) return put(line[name], rest, value);
  if (value === undefined) {
    delete line[name];
    return;
  }
  Object.defineProperty(line, name, { value, enumerable: true, configurable: true });
}

/** Describes an outcome of an edited file that is not allowed; undefined if it is allowed. */
async function faultOf(name: string, edits: readonly Edit[]): Promise<string | undefined> {
  const lines = linesOf(name);
  if (name === withFixture) return faultOfFixture(lines, edits);
  const descriptions = edits.map(({ part, place, by }) => {
    // Answers and events are only compared; the other lines drive the replay.
    const acting = lines.filter(({ kind }) => !['event', 'http.answer', 'end'].includes(kind));
    const places = acting.flatMap((line) => placesIn(line).map((path) => ({ line, path })));
    const chosen =
      part === undefined ? [] : places.filter(({ line, path }) => parts[part](line, path));
    const edited = chosen.length > 0 ? chosen : places;
    const { line, path } = edited[place % edited.length] ?? { line: acting[0], path: ['kind'] };
    const replacement = replacementOf(by, line, path, acting);
    put(line, path, replacement);
    return `${line.kind} ${path.join('.')} = ${JSON.stringify(replacement)}`;
  });
  return faultOfLines(lines, descriptions);
}

function faultOfFixture(lines: Raw[], edits: readonly Edit[]): Promise<string | undefined> {
  const { fixture } = lines[0];
  const descriptions = edits.map(({ place, by }) => {
    const places = placesIn(fixture);
    const path = places[place % places.length] ?? [];
    const replacement = replacementOf(by, fixture, path, [fixture]);
    put(fixture, path, replacement);
    return `fixture ${path.join('.')} = ${JSON.stringify(replacement)}`;
  });
  return faultOfLines(lines, descriptions);
}

async function faultOfLines(
  lines: readonly Raw[],
  descriptions: readonly string[],
): Promise<string | undefined> {
  const file = join(folder, 'edited.jsonl');
  writeSealed(file, lines);
  try {
    await replayRecording(file, await readRecording(file));
    return undefined;
  } catch (error) {
    if (error instanceof RecordingError && (error.place !== undefined || !isBroken(error))) {
      return undefined;
    }
    return `${descriptions.join('; ')}: ${String(error)}`;
  }
}

/** Whether an error reports a broken invariant: then it must name a line. */
function isBroken({ message }: RecordingError): boolean {
  return message.includes('this is a bug of Reprise');
}

it('is refused if a command has a value of another type', async () => {
  const lines = linesOf(late);
  const line = lines.find(({ data }) => data?.command?.type === 'CreateWallets');
  line.data.command.accountType = [];
  const file = writeSealed(join(folder, 'typed.jsonl'), lines);
  await expect(replayRecording(file, await readRecording(file))).rejects.toThrow(
    `entry ${line.n} has an input that no world accepts (Invariant broken: [] is one of`,
  );
});

it('is refused if a command breaks a later due', async () => {
  const lines = linesOf(late);
  const line = lines.findLast(({ data }) => data?.command?.type === 'InitiateContractExecution');
  line.data.command.callData = '0xnone';
  const file = writeSealed(join(folder, 'later.jsonl'), lines);
  const advance = lines.findLast(({ data }) => data?.kind === 'time');
  await expect(replayRecording(file, await readRecording(file))).rejects.toThrow(
    expect.objectContaining({
      name: 'RecordingError',
      message: expect.stringMatching(/cannot be replayed: entry \d+ cannot be executed/),
      place: advance.n,
    }),
  );
});

it.each([
  ['its requests', names],
  ['its inputs', [late]],
  ['its fixture', [withFixture]],
  ['its instants', [real]],
])('a replay is never broken by edits of %s', async (_name, files) => {
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
