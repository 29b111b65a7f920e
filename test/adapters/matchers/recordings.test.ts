// `toMatchRecording`: when recordings are written, and the messages of differences.

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReprise, type TestReprise, type TestWorld } from '../../../adapters/testing/index.ts';
import { markEnded, rememberFiles } from '../../../adapters/testing/test-place.ts';
import { matchesRecording, type RecordingUpdate } from '../../../adapters/matchers/recordings.ts';
import { transferIn } from '../../support/server/in-process.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';

const folder = temporaryFolder();
const testFile = join(folder, 'payouts.test.ts');
const file = join(folder, '__recordings__/pays-out.jsonl');
let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise({ fixture: 'wallet/treasury' });
});
afterAll(async () => {
  await reprise.close();
});

/** Compares the traffic of a client that transfers `amount` with its recording. */
async function matched(amount: string, update: RecordingUpdate, ignore: readonly string[] = []) {
  const world = await reprise.createWorld({ seed: 'pays-out' });
  await transferIn(world, amount);
  await world.clock.untilIdle();
  const runner = { runner: 'npx vitest run', update, testFile };
  const { pass, message } = await matchesRecording(world, 'pays-out', { ignore }, runner);
  await world.dispose();
  return { pass, message: message() };
}

it('is refused in CI where it is missing, and written elsewhere', async () => {
  expect(await matched('1', 'none')).toMatchObject({
    pass: false,
    message: expect.stringMatching(
      /^There is no .*__recordings__\/pays-out\.jsonl, and recordings are not written in CI/,
    ),
  });
  expect(existsSync(file)).toBe(false);
  expect(await matched('1', 'new')).toMatchObject({ pass: true });
  expect(readFileSync(file, 'utf8')).toContain('"kind":"end"');
});

it.each([
  ['whose test is over', async (world: TestWorld) => markEnded(world)],
  ['that is gone', (world: TestWorld) => world.dispose()],
])('is not written from a world %s, missing or not', async (_name, end) => {
  const before = readFileSync(file, 'utf8');
  const world = await reprise.createWorld({ seed: 'late' });
  await transferIn(world, '3');
  await end(world);
  const late = (name: string) => {
    const runner = { runner: 'npx vitest run', update: 'all', testFile } as const;
    return matchesRecording(world, name, {}, runner);
  };
  for (const name of ['pays-out', 'never']) {
    const { pass, message } = await late(name);
    expect([pass, message()]).toEqual([false, expect.stringContaining('was not written')]);
  }
  await world.dispose();
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(existsSync(file.replace('pays-out', 'never'))).toBe(false);
});

it('is equal for the same client, and is not written then', async () => {
  const before = readFileSync(file, 'utf8');
  for (const update of ['none', 'new', 'all'] as const) {
    expect(await matched('1', update)).toMatchObject({ pass: true });
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
});

it('names changed requests, unless they are ignored or accepted', async () => {
  const { pass, message } = await matched('2', 'new');
  expect(pass).toBe(false);
  expect(message).toMatch(/1 of your requests changed \(.*amounts.*\).*consequences/);
  expect(message).toContain('If that is meant: npx vitest run ');
  expect(readFileSync(file, 'utf8')).not.toContain('[\\"2\\"]');
  expect(await matched('2', 'all')).toMatchObject({ pass: true });
  expect(readFileSync(file, 'utf8')).toContain('[\\"2\\"]');
});

it.each([
  ['', (_whole: string) => '', /pays-out\.jsonl is empty/],
  [
    'cut inside its first line',
    (whole: string) => whole.slice(0, 100),
    /was cut inside its first line/,
  ],
  ['without its end', (whole: string) => whole.slice(0, whole.lastIndexOf('{')), /has no end line/],
  ['edited', (whole: string) => whole.replace('"n":2', '"n":3'), /entry 2/],
])(
  'says of a damaged file what -u does, which writes it again: %s',
  async (_name, damaged, why) => {
    await matched('1', 'all');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, damaged(whole));
    const { pass, message } = await matched('1', 'new');
    expect(pass).toBe(false);
    expect(message).toMatch(why);
    expect(message).toContain('To write it again: npx vitest run ');
    expect(readFileSync(file, 'utf8')).toBe(damaged(whole));
    expect(await matched('1', 'all')).toMatchObject({ pass: true });
    expect(readFileSync(file, 'utf8')).toContain('"kind":"end"');
  },
);

it('is equal for a client that sends the time of the host, which services repeat', async () => {
  const run = async (nowMs: number) => {
    const world = await reprise.createWorld({ seed: 'times' });
    const send = async (method: string, path: string, body: object) => {
      const response = await world.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${world.walletKey}`,
          'content-type': 'application/json',
          'idempotency-key': Math.random().toString(36),
          'x-request-id': randomUUID(),
        },
        body: JSON.stringify(body),
      });
      expect(await response.json()).not.toHaveProperty('message');
    };
    const till = `/v1/w3s/wallets/${world.wallet('till').id}`;
    await send('PUT', till, { name: 'till', refId: `payout-${nowMs}` });
    const now = new Date(nowMs).toISOString();
    for (const title of [String(nowMs), now]) {
      const event = { title, start_date: now, end_date: '2027-05-01 12:00:00' };
      await send('POST', '/wp-json/tribe/events/v1/events', event);
    }
    const runner = { runner: 'npx vitest run', update: 'new', testFile } as const;
    const { pass, message } = await matchesRecording(world, 'times', undefined, runner);
    await world.dispose();
    return { pass, message: message() };
  };
  const nowMs = Date.now();
  expect(await run(nowMs)).toMatchObject({
    pass: true,
    message: expect.stringContaining('was written'),
  });
  expect(await run(nowMs + 1_234)).toMatchObject({ pass: true });
});

it('prints a command that ignores the same, with quotes where the shell needs them', async () => {
  const world = await reprise.createWorld({ seed: 'pays-out' });
  await transferIn(world, '3');
  const files = {
    test: join(folder, "its payouts' test.ts"),
    owner: 'a test',
    result: join(process.cwd(), "test-results/it's.jsonl"),
  };
  await matchesRecording(world, 'quoted', undefined, {
    runner: 'npx vitest run',
    update: 'all',
    testFile,
  });
  rememberFiles(world, files);
  await transferIn(world, '4');
  const runner = { runner: 'npx vitest run', update: 'new', testFile } as const;
  const ignore = ['refId', 'metadata.*.name'];
  const { pass, message } = await matchesRecording(world, 'quoted', { ignore }, runner);
  await world.dispose();
  const shown = relative(process.cwd(), folder);
  expect(pass).toBe(false);
  expect(message().split('\n').slice(-2)).toEqual([
    `If that is meant: npx vitest run '${shown}/its payouts'\\'' test.ts' -u`,
    "All differences: npx reprise diff --client --all --ignore refId --ignore 'metadata.*.name' " +
      `${shown}/__recordings__/quoted.jsonl 'test-results/it'\\''s.jsonl'`,
  ]);
});

it.each([
  ['../x', undefined, /name must be .* letters, digits.*, not '..\/x'/],
  ['.', undefined, /name must be .*, and more than dots, not '\.'/],
  ['..', undefined, /and more than dots/],
  [undefined, undefined, 'toMatchRecording: name is missing; it must be a text.'],
  [5, undefined, 'name must be a text, not 5'],
  ['', undefined, /name must be 1 to 200 letters/],
  ['a\u0000b', undefined, /name must be 1 to 200 letters/],
  ['x', { ignores: ['a'] }, 'toMatchRecording: it must not have "ignores"; allowed: ignore.'],
  ['x', { ignore: 'body.refId' }, "ignore must be a list, not 'body.refId'"],
  ['x', { ignore: ['..'] }, /ignore\.0 must be names joined by dots, such as body\.refId/],
  ['x', 'body.refId', 'toMatchRecording: it must be an object'],
])(
  'refuses the name %j with the options %j, and writes nothing',
  async (name, options, message) => {
    const world = await reprise.createWorld();
    const before = readdirSync(join(folder, '__recordings__'));
    const runner = { runner: 'npx vitest run', update: 'new', testFile } as const;
    await expect(matchesRecording(world, name, options, runner)).rejects.toThrow(message);
    expect(readdirSync(join(folder, '__recordings__'))).toEqual(before);
  },
);

it('refuses a recording of another test', async () => {
  const world = await reprise.createWorld({ seed: 'owned' });
  const runner = { runner: 'npx vitest run', update: 'all', testFile } as const;
  const owned = () => matchesRecording(world, 'owned', undefined, runner);
  for (const run of ['first run', 'retry']) {
    rememberFiles(world, { test: testFile, owner: 'one test', result: run });
    expect(await owned()).toMatchObject({ pass: true });
  }
  rememberFiles(world, { test: testFile, owner: 'another test', result: 'first run' });
  await expect(owned()).rejects.toThrow(
    /owned\.jsonl is the recording of another test already\. Use another name\.$/,
  );
});
