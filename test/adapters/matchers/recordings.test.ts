// `toMatchRecording`: what is written when, and what a difference says.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReprise, type TestReprise } from '../../../adapters/testing/index.ts';
import { matchesRecording, type RecordingUpdate } from '../../../adapters/matchers/recordings.ts';
import { transferIn } from '../../support/server/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-recordings-'));
const testFile = join(folder, 'payouts.test.ts');
const file = join(folder, '__recordings__/pays-out.jsonl');
let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise({ fixture: 'wallet/treasury' });
});
afterAll(async () => {
  await reprise.close();
  rmSync(folder, { recursive: true });
});

/** Compares a client that pays out. Ciphertexts and the key of its subscription are random. */
async function matched(amount: string, update: RecordingUpdate, ignore: readonly string[] = []) {
  const world = await reprise.createWorld({ seed: 'pays-out' });
  await transferIn(world, amount);
  await world.clock.untilIdle();
  const { pass, message } = await matchesRecording(world, 'pays-out', {
    runner: 'vitest',
    update,
    testFile,
    ignore,
  });
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

it('is equal for the same client, and is not written then', async () => {
  const before = readFileSync(file, 'utf8');
  for (const update of ['none', 'new', 'all'] as const) {
    expect(await matched('1', update)).toMatchObject({ pass: true });
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
});

it('names what another client sends, unless that is ignored or accepted', async () => {
  const { pass, message } = await matched('2', 'new');
  expect(pass).toBe(false);
  expect(message).toMatch(/1 of your requests changed \(.*amounts.*\).*consequences/);
  expect(message).toContain('If that is meant, run vitest with -u.');
  expect(readFileSync(file, 'utf8')).not.toContain('[\\"2\\"]');
  expect(await matched('2', 'all')).toMatchObject({ pass: true });
  expect(readFileSync(file, 'utf8')).toContain('[\\"2\\"]');
});

it('has a plain name', async () => {
  const world = await reprise.createWorld();
  const refused = matchesRecording(world, '../x', { runner: 'vitest', update: 'new', testFile });
  await expect(refused).rejects.toThrow("'../x' must have letters");
});
