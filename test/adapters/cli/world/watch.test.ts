import { expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();
it('prints a line for each change, and ends with 0 at the final state', async ({
  shell,
  served,
  transferId: id,
}) => {
  const { exitCode, out, errors } = await shell.follow(['tx', 'watch', id], () =>
    served.advance('10m'),
  );
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
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

it('prints changes as JSON, and the final state at once if it is reached', async ({
  shell,
  served,
  transferId: id,
}) => {
  const { out } = await shell.follow(['tx', 'watch', id, '--json'], () => served.advance('10m'));
  const states = out.map((line) => JSON.parse(line).state);
  expect(states).toEqual(['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE']);
  const again = await shell.json('tx', 'watch', id);
  expect(again.state).toBe('COMPLETE');
  const { body } = await served.control('GET', `/worlds/default/wallet/transactions/${id}`);
  expect(again).toEqual(body);
});

it('ends with 2 after its timeout, and with 1 for an unknown transaction', async ({
  shell,
  transferId: id,
}) => {
  expect(await shell.run(['tx', 'watch', id, '--within', '200ms'])).toMatchObject({ exitCode: 2 });
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await shell.refuses('tx', 'watch', unknown)).toBe(
    `There is no transaction '${unknown}'; reprise tx list prints the newest.`,
  );
});
