// What `reprise replay --against` keeps of the recording of a world: acts of its operator are in no session of a client.

import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startServer, token } from '../../../support/server/server.ts';
import { openShell, type CommandResult, type Shell } from '../shell.ts';

const demo = readFileSync('recordings/v1/wallet/demo.jsonl', 'utf8');

let shell: Shell;
beforeEach(() => {
  shell = openShell();
  shell.write('demo.jsonl', demo);
});
afterEach(() => shell.close());

async function against(...flags: string[]): Promise<CommandResult> {
  const { url, close } = await startServer({ defaults: { clock: 'frozen' } });
  onTestFinished(close);
  const args = ['replay', '--against', url, ...flags, 'demo.jsonl'];
  return shell.run(args, { REPRISE_TOKEN: token });
}

it('is said with -o', async () => {
  const { out, errors } = await against('-o', 'new.jsonl');
  expect(out[0]).toMatch(/demo\.jsonl$/);
  expect(errors).toEqual([
    expect.stringMatching(/^\d+ acts of the operator are not in new\.jsonl, /),
  ]);
  expect(existsSync(shell.path('new.jsonl'))).toBe(true);
});

it('replaces no file', async () => {
  expect(await against('--update')).toEqual({
    exitCode: 1,
    out: [],
    errors: [
      '--update would replace demo.jsonl, the recording of a world, by what its clients saw alone: set -o to another file, or leave out --against.',
    ],
  });
  expect(shell.read('demo.jsonl')).toBe(demo);
});
