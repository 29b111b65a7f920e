// `npm run recordings` rewrites the recordings that have changed and no others.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { regenerate } from '../recordings/regenerate.ts';
import { recordingsFolder, scenarios, type Scenario } from '../recordings/scenarios.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

const scenario = scenarios.find(({ name }) => name === 'wallet/cancel-won') as Scenario;
const inTree = (name: string) => join(recordingsFolder, `wallet/${name}.jsonl`);
let folder: string;
let target: string;

beforeEach(() => {
  folder = testFolder();
  mkdirSync(join(folder, 'wallet'));
  target = join(folder, 'wallet/cancel-won.jsonl');
});
afterEach(() => {
  expect(readdirSync(join(folder, 'wallet'))).toEqual(
    existsSync(target) ? ['cancel-won.jsonl'] : [],
  );
});

it('leaves an equal recording unchanged, byte for byte', async () => {
  copyFileSync(inTree('cancel-won'), target);
  expect(await regenerate(scenario, { folder })).toEqual({ result: 'unchanged' });
  expect(readFileSync(target, 'utf8')).toBe(readFileSync(inTree('cancel-won'), 'utf8'));
});

it('replaces it on request', async () => {
  copyFileSync(inTree('cancel-won'), target);
  expect(await regenerate(scenario, { folder, isForced: true })).toMatchObject({
    result: 'replaced',
  });
  expect(readFileSync(target, 'utf8')).not.toBe(readFileSync(inTree('cancel-won'), 'utf8'));
  expect(await regenerate(scenario, { folder })).toEqual({ result: 'unchanged' });
});

it('replaces a different one, and reports the difference', async () => {
  copyFileSync(inTree('cancel-lost'), target);
  expect(await regenerate(scenario, { folder })).toEqual({
    result: 'replaced',
    reason:
      "It was a world with seed 'wallet/cancel-lost', clock frozen; it is a world with seed 'wallet/cancel-won', clock frozen.",
  });
  expect(await regenerate(scenario, { folder })).toEqual({ result: 'unchanged' });
});

it('replaces a damaged one, and reports the line', async () => {
  const text = readFileSync(inTree('cancel-won'), 'utf8');
  writeFileSync(target, text.replace('"CancellationConfirmed"', '"CancellationConfirmer"'));
  expect(await regenerate(scenario, { folder })).toMatchObject({
    result: 'replaced',
    reason: expect.stringMatching(/^wallet\/cancel-won is damaged in entry \d+: /),
  });
});

it('replaces a cut one', async () => {
  const text = readFileSync(inTree('cancel-won'), 'utf8');
  writeFileSync(target, text.slice(0, text.lastIndexOf('{')));
  expect(await regenerate(scenario, { folder })).toEqual({
    result: 'replaced',
    reason: 'It does not come to its end.',
  });
});

it('creates a missing one', async () => {
  expect(await regenerate(scenario, { folder })).toEqual({ result: 'new' });
  expect(existsSync(target)).toBe(true);
});

it('writes nothing if the scenario fails', async () => {
  copyFileSync(inTree('cancel-won'), target);
  const record = async (file: string) => {
    await scenario.record(file);
    throw new Error('The transfer was to be cancelled.');
  };
  expect(await regenerate({ ...scenario, record }, { folder })).toEqual({
    result: 'failed',
    reason: 'The transfer was to be cancelled.',
  });
  expect(readFileSync(target, 'utf8')).toBe(readFileSync(inTree('cancel-won'), 'utf8'));
});

it('does not write one without an end', async () => {
  const record = async (file: string) => {
    await scenario.record(file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, text.lastIndexOf('{')));
  };
  expect(await regenerate({ ...scenario, record }, { folder })).toEqual({
    result: 'failed',
    reason: 'It does not come to its end.',
  });
  expect(existsSync(target)).toBe(false);
});
