// What follows from a change: no more than differs, and all that does, each under the change that it follows from.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingChange } from '../../../../adapters/recording/edit/change.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { isRequest } from '../../../../adapters/recording/format/entries.ts';
import { alternativeOf } from '../../../../adapters/recording/whatif/alternative.ts';
import { separatedMax } from '../../../../adapters/recording/whatif/both-runs.ts';
import type { Consequence } from '../../../../adapters/recording/whatif/consequences.ts';
import { consequenceReport } from '../../../../adapters/recording/whatif/report.ts';
import {
  startReprise,
  type TestReprise,
  type TestWorld,
} from '../../../../adapters/testing/index.ts';
import { root } from '../../../support/documents/page.ts';
import { linesOf, recordingFolder, writeSealed } from '../../../support/recording/recordings.ts';
import { transferIn } from '../../../support/server/in-process.ts';

const folder = recordingFolder();
let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise({ fixture: 'wallet/treasury' });
});
afterAll(() => reprise.close());

async function request(world: TestWorld, method: string, path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${world.walletKey}`,
    'content-type': 'application/json',
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await world.fetch(path, { method, headers, ...sent })).json();
}

/** Writes the recording of a world; resolves with its file. */
async function saved(world: TestWorld): Promise<string> {
  const file = join(folder, `${world.name}.jsonl`);
  writeFileSync(file, await world.recording());
  return file;
}

/** The numbers of the requests of a recording to a path. */
async function requestsTo(file: string, path: string): Promise<readonly number[]> {
  const { entries } = await readRecording(file);
  return entries.flatMap((entry) =>
    'method' in entry && entry.url.split('?')[0]?.endsWith(path) === true ? [entry.n] : [],
  );
}

async function alternative(file: string, ...changes: readonly RecordingChange[]) {
  const recording = await readRecording(file);
  return alternativeOf(file, recording, changes, { writtenBy: recording.header.engine });
}

/** Each consequence in few words. */
function shown(one: Consequence): string {
  switch (one.kind) {
    case 'entity':
      return `${one.name.split(' ')[0]} ${one.before?.state} -> ${one.after?.state}`;
    case 'holding':
      return `${one.name.split(' ')[0]} without ${one.missing}`;
    case 'answer':
      return `answer ${one.entries.join()}`;
    case 'spoken':
    case 'webhook':
      return one.kind;
  }
}

describe('a list that is read in another order', () => {
  it('has another answer, and nothing else differs', async () => {
    const world = await reprise.createWorld();
    await transferIn(world);
    const path = '/v1/w3s/transactions';
    await request(world, 'GET', `${path}?pageSize=50&order=DESC`);
    await world.clock.untilIdle();
    const file = await saved(world);
    const [entry = 0] = await requestsTo(file, path);
    const { groups, digests } = await alternative(file, {
      kind: 'set',
      entry,
      path: 'query.order',
      value: 'ASC',
    });
    expect(digests[0]).toBe(digests[1]);
    const consequences = groups.flatMap((group) => group.consequences.map(shown));
    expect(consequences).toEqual([`answer ${entry}`]);
  });
});

describe('a transaction from before the recording', () => {
  it('ends in the state that it had, if nothing more happens to it', async () => {
    const world = await reprise.createWorld({ record: false });
    const id = await transferIn(world);
    await world.clock.advance('1s');
    const file = join(folder, 'late.jsonl');
    await reprise.reprise.recordings.start(world.running, { file });
    await world.operator.clock.advance({ by: '10m' });
    await reprise.reprise.recordings.stop(world.name);
    const [entry = 0] = await requestsTo(file, '/clock/advance');
    const { groups, before, after } = await alternative(file, { kind: 'drop', entry });
    const stream = `wallet/transaction/${id}`;
    expect(
      [before, after].map(({ lives }) => lives.paths.get(stream)?.points.at(-1)?.state),
    ).toEqual(['COMPLETE', 'SENT']);
    const consequences = groups.flatMap((group) => group.consequences);
    const own = consequences.find((one) => 'name' in one && one.name.endsWith(id));
    expect(own).toMatchObject({ before: { state: 'COMPLETE' }, after: { state: 'SENT' } });
    const inbound = consequences.filter((one) => one.kind === 'entity' && one.after === undefined);
    expect(inbound).toHaveLength(1); // the receiver's side of the transfer
  });
});

const walletsPath = '/v1/w3s/developer/wallets';

async function createWallets(world: TestWorld): Promise<void> {
  const ids = ['1', '2'].map((digit) => `6f1a3a1e-6d2f-4c62-9f7a-00000000000${digit}`);
  const [setKey, key] = ids;
  const { data } = await request(world, 'POST', '/v1/w3s/developer/walletSets', {
    idempotencyKey: setKey,
    entitySecretCiphertext: world.entitySecretCiphertext(),
    name: 'payouts',
  });
  await request(world, 'POST', walletsPath, {
    idempotencyKey: key,
    entitySecretCiphertext: world.entitySecretCiphertext(),
    walletSetId: data.walletSet.id,
    blockchains: ['ETH-SEPOLIA'],
    count: 1,
  });
}

describe('a wallet of one run only', () => {
  it('is a consequence, though it has no state', async () => {
    const world = await reprise.createWorld();
    await createWallets(world);
    const file = await saved(world);
    const [entry = 0] = await requestsTo(file, walletsPath);
    const { groups } = await alternative(file, { kind: 'drop', entry });
    const consequences = groups.flatMap((group) => group.consequences.map(shown));
    expect(consequences).toEqual(['wallet without after']);
  });
});

describe('equal requests that are inserted', () => {
  it('have each its own consequences', async () => {
    const world = await reprise.createWorld();
    await transferIn(world);
    await world.clock.advance('1s');
    await request(world, 'GET', '/v1/w3s/wallets');
    const file = await saved(world);
    const { entries } = await readRecording(file);
    const url = '/v1/w3s/wallets/unknown';
    const places = [1, entries.length + 1];
    const { groups } = await alternative(
      file,
      ...places.map((entry): RecordingChange => ({ kind: 'insert', entry, method: 'GET', url })),
    );
    expect(groups.map(({ changed }) => changed?.entry)).toEqual(places);
  });
});

describe('a recording that does not replay equal', () => {
  it('has the same consequences as if it did, by the numbers of its own entries', async () => {
    const path = 'recordings/v1/wallet/demo.jsonl';
    const lines = linesOf(path);
    const place = lines.findIndex(({ kind }) => kind === 'event');
    const removed: number = lines[place].n;
    const moved = (n: number) => (n > removed ? n - 1 : n);
    const planted = lines
      .toSpliced(place, 1)
      .map((line) => (line.to === undefined ? line : { ...line, to: moved(line.to) }));
    const file = writeSealed(join(folder, 'planted.jsonl'), planted);
    const { entries } = await readRecording(path);
    const entry = entries.findLast(
      (one) => one.kind === 'http.request' && one.text?.includes('feeLevel') === true,
    )!.n;
    const set = { kind: 'set', path: 'body.feeLevel', value: 'HIGH' } as const;
    const whole = await alternative(path, { ...set, entry });
    const now = await alternative(file, { ...set, entry: moved(entry) });
    expect([whole, now].map(({ isOtherNow }) => isOtherNow)).toEqual([false, true]);
    const parts = whole.groups.map(({ change: _change, ...group }) => withNumbers(group, moved));
    expect(now.groups.map(({ change: _change, ...group }) => group)).toEqual(parts);
    expect(parts.length).toBeGreaterThan(1);
  });
});

/** The same with other numbers of entries. */
function withNumbers(value: unknown, numberOf: (n: number) => number): unknown {
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, numberOf));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => {
    if (name === 'entry' && typeof one === 'number') return [name, numberOf(one)];
    if (name === 'entries' && Array.isArray(one))
      return [name, one.map((n: number) => numberOf(n))];
    return [name, withNumbers(one, numberOf)];
  });
  return Object.fromEntries(members);
}

describe('several changes', () => {
  const demo = join(root, 'recordings/v1/wallet/demo.jsonl');
  const low: RecordingChange = { kind: 'set', entry: 22, path: 'body.feeLevel', value: 'LOW' };
  const without = (entry: number): RecordingChange => ({ kind: 'drop', entry });
  const texts = { low: 'set 22.body.feeLevel="LOW"', calm: 'drop 44' };

  it('have each consequence under those without which it would be another', async () => {
    for (const changes of [
      [without(44), low],
      [low, without(44)],
    ]) {
      const { groups } = await alternative(demo, ...changes);
      const takenBy = (pattern: RegExp) =>
        groups
          .filter(({ consequences }) => pattern.test(JSON.stringify(consequences)))
          .map(({ change, also }) => [change, ...also].toSorted());
      // The first transfer is slower, whether or not the chain is congested later.
      expect(takenBy(/"name":"transaction cf0b114d/)).toEqual([[texts.low]]);
      // Without congestion nothing is stuck, so there is nothing to accelerate.
      expect(takenBy(/accelerate","fields"/)).toEqual([[texts.calm]]);
      // The second transfer is sent once the first one is there, and is in a block at once.
      expect(takenBy(/"name":"transaction ee3abd45/)).toEqual([[texts.calm, texts.low]]);
    }
  });

  it('are all named, also one from which nothing follows', async () => {
    const { groups, changes } = await alternative(demo, without(25), low);
    const lines = consequenceReport(groups, { epochMs: 0, changes }).map(({ text }) => text);
    expect(lines).toContain('drop 25: nothing follows from it.');
    expect(lines.filter((line) => line.startsWith(texts.low))).toHaveLength(1);
  });

  it('are separated up to a limit, since each takes one more run', async () => {
    const { entries } = await readRecording(demo);
    const reads = entries.flatMap((entry) =>
      isRequest(entry) && entry.method === 'GET' && entry.n !== 22 ? [without(entry.n)] : [],
    );
    const few = await alternative(demo, ...reads.slice(0, 2), without(44), low);
    expect(few.groups.some(({ also }) => also.length > 0)).toBe(true);
    const many = await alternative(demo, ...reads.slice(0, separatedMax - 1), without(44), low);
    expect(many.changes).toHaveLength(separatedMax + 1);
    expect(many.groups.every(({ also }) => also.length === 0)).toBe(true);
  });

  it('share one that each of them has alone: it takes neither with the other', async () => {
    // Without funds there is no transfer; without its request, either.
    const { groups } = await alternative(demo, without(16), without(22));
    const gone = groups.filter(({ consequences }) =>
      JSON.stringify(consequences).includes('"name":"transaction cf0b114d'),
    );
    expect(gone.map(({ also }) => also)).toEqual([[]]);
    const funds = groups.filter(({ consequences }) =>
      JSON.stringify(consequences).includes('"name":"transaction 7e8d22cc'),
    );
    expect(funds.map(({ change, also }) => [change, also])).toEqual([['drop 16', []]]);
  });
});
