// `reprise replay --against` a server that ends, or becomes silent, while a session with WebSockets is performed.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startServer, token } from '../../../support/server/server.ts';
import { openShell, type CommandResult, type Shell } from '../shell.ts';

const file = 'booking.jsonl';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
  shell.write(file, readFileSync(`recordings/v1/speech/${file}`));
});
afterEach(() => shell.close());

/** Performs the call, and acts once it has come to an entry. */
function performUntil(url: string, entry: number, act: () => unknown): Promise<CommandResult> {
  let isOver = false;
  const progress = (text: string) => {
    const [, at = 0] = /entry (\d+)/.exec(text) ?? [];
    if (isOver || Number(at) < entry) return;
    isOver = true;
    act();
  };
  const args = ['replay', '--against', url, '--wait', '2s', file];
  return shell.run(args, { REPRISE_TOKEN: token }, { progress, showsProgress: true });
}

it('says where a Reprise has stopped answering in the middle of a call', async () => {
  const { url, close } = await startServer({ defaults: { clock: 'frozen' } });
  let ended = Promise.resolve();
  onTestFinished(() => ended);
  const { exitCode, out, errors } = await performUntil(url, 40, () => (ended = close()));
  expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
  expect(out[0]).toBe(`different  ${file}`);
  expect(out.slice(1)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^ {2}${url} stopped answering at entry \\d+ \\(No server answers at ${url}\\)\\.$`,
      ),
    ),
  ]);
});

it('says why a Reprise cannot be used any more, as when its world is removed', async () => {
  const { url, close, control } = await startServer({ defaults: { clock: 'frozen' } });
  onTestFinished(close);
  await control('POST', '/worlds', { name: 'shop' });
  let removed: Promise<unknown> = Promise.resolve();
  onTestFinished(async () => void (await removed));
  const remove = () => (removed = control('DELETE', '/worlds/shop'));
  const { exitCode, out, errors } = await performUntil(`${url}/w/shop`, 40, remove);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
  expect(errors).toEqual([
    expect.stringMatching(new RegExp(`^Cannot use ${url}/w/shop of --against: .*'shop'`)),
  ]);
});
