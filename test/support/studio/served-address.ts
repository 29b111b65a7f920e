// A server as a newcomer starts it, for tests of the studio.

import { onTestFinished } from 'vitest';
import { openShell, type Shell } from '../../adapters/cli/shell.ts';
import { waitUntil } from '../server/requests.ts';

/** Serves until the end of the test; resolves with the address of the studio that is printed, and a shell in the same folder. */
export async function servedAddress(
  ...flags: readonly string[]
): Promise<{ readonly address: string; readonly shell: Shell }> {
  const shell = openShell();
  const out: string[] = [];
  let stop: () => void = () => undefined;
  const stopped = new Promise<string>((resolve) => (stop = () => resolve('SIGTERM')));
  const ended = shell.run(
    ['serve', '--port', '0', ...flags],
    {},
    { print: (text) => void out.push(text), stopped: () => stopped },
  );
  onTestFinished(async () => {
    stop();
    await ended;
    await shell.close();
  });
  const printed = () => /^ +studio +(\S+)$/m.exec(out.join('\n'))?.[1];
  await waitUntil('the address is printed', () => printed() !== undefined);
  return { address: printed() ?? '', shell };
}
