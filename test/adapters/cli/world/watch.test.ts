import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFundedWallets, startTransfer, waitUntil } from '../../../support/server/requests.ts';
import { openShell, type RunningServer, type Shell } from '../shell.ts';

let shell: Shell;
let served: RunningServer;
let id: string;
beforeEach(async () => {
  shell = openShell();
  served = await shell.serve(['--memory', '--clock', 'frozen']);
  const { from } = await createFundedWallets(served.server);
  id = await startTransfer(served.server, { walletId: from.id });
});
afterEach(() => shell.close());

const advance = (by: string) =>
  served.server.control('POST', '/worlds/default/clock/advance', { by });

/** Watches the transfer, and advances the clock once its present state is printed. */
async function watched(...flags: string[]) {
  const out: string[] = [];
  const print = (line: string) => void out.push(line);
  const ran = shell.run(['tx', 'watch', id, ...flags], {}, { print });
  await waitUntil('the present state is printed', () => out.length > 0);
  await advance('10m');
  const { exitCode, errors } = await ran;
  expect(errors).toEqual([]);
  return { exitCode, out };
}

it('prints a line for each change, and ends with 0 at the final state', async () => {
  const { exitCode, out } = await watched();
  expect(exitCode).toBe(0);
  expect(out.map((line) => line.split(/ {2,}|, /).slice(0, 3))).toEqual([
    ['2026-01-01T00:00:00.000Z', 'INITIATED', expect.stringMatching(/^max fee /)],
    ['2026-01-01T00:00:00.200Z', 'CLEARED', 'TransactionCleared'],
    ['2026-01-01T00:00:00.400Z', 'QUEUED', 'TransactionQueued'],
    ['2026-01-01T00:00:01.000Z', 'SENT', 'TransactionSent'],
    [expect.any(String), 'CONFIRMED', 'TransactionConfirmed'],
    [expect.any(String), 'COMPLETE', 'TransactionCompleted'],
  ]);
  expect(out[3]).toMatch(/, attempt 0x[0-9a-f]{64}, max fee [\d.]+, base fee [\d.]+$/);
  expect(out.at(-1)).toMatch(
    /, block \d+, attempt 0x[0-9a-f]{64}, max fee [\d.]+, base fee [\d.]+$/,
  );
});

it('prints changes as JSON, and the final state at once if it is reached', async () => {
  const { out } = await watched('--json');
  const states = out.map((line) => JSON.parse(line).state);
  expect(states).toEqual(['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE']);
  const again = await shell.run(['tx', 'watch', id, '--json']);
  expect(again.exitCode).toBe(0);
  expect(again.out.map((line) => JSON.parse(line).state)).toEqual(['COMPLETE']);
  const { body } = await served.server.control('GET', `/worlds/default/wallet/transactions/${id}`);
  expect(JSON.parse(again.out[0] ?? '')).toEqual(body);
});

it('ends with 2 after its timeout, and with 1 for an unknown transaction', async () => {
  expect(await shell.run(['tx', 'watch', id, '--within', '200ms'])).toMatchObject({ exitCode: 2 });
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { exitCode, errors } = await shell.run(['tx', 'watch', unknown]);
  expect({ exitCode, errors }).toEqual({
    exitCode: 1,
    errors: [`There is no transaction '${unknown}'; reprise tx list prints the newest.`],
  });
});
