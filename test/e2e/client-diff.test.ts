// `reprise diff --client` over recordings of the real client, which draws an idempotency key and a ciphertext for each request:
// two runs of one program are equal, and a changed field is named.

import { expect } from 'vitest';
import type { Shell } from '../adapters/cli/shell.ts';
import { openSession, type Session } from '../recordings/session.ts';
import { shellTest } from '../support/runner/shell-test.ts';

const it = shellTest();

type FeeLevel = Parameters<Session['send']>[3];

/** A small program: pays twice, and polls each payment until it is final. */
async function payOut(session: Session, feeLevel: FeeLevel): Promise<void> {
  const { sender, receiver } = await session.createWalletPair('payouts');
  await session.fund(sender, { native: '5', usdc: '100' });
  for (const payment of [1, 2]) {
    const id = await session.send(sender, receiver, `${payment}.5`, feeLevel);
    for (const by of ['1s', '20s', '3m']) {
      await session.pass(by);
      await session.transaction(id);
    }
    await session.balances(receiver);
  }
  await session.client.listTransactions({ walletIds: [receiver.id] });
}

async function recorded(shell: Shell, name: string, feeLevel: FeeLevel): Promise<string> {
  const flags = ['--clock', 'frozen', '--seed', 'one', '--record', name];
  const { ready, stop } = await shell.serve(['--memory', ...flags]);
  await payOut(openSession(ready), feeLevel);
  expect(await stop()).toBe(0);
  return name;
}

it('two runs are equal; two with different fee levels are not, and the field is named', async ({
  shell,
}) => {
  const first = await recorded(shell, 'first.jsonl', 'LOW');
  const again = await recorded(shell, 'again.jsonl', 'LOW');
  const changed = await recorded(shell, 'changed.jsonl', 'HIGH');

  expect(await shell.prints('diff', '--client', first, again)).toBe(
    'The clients did the same: 14 requests sent, 14 messages received.',
  );
  const other = await shell.run(['diff', '--client', first, changed]);
  expect(other).toMatchObject({ exitCode: 2, errors: [] });
  const change = ['    body.feeLevel', '      - "LOW"', '      + "HIGH"'];
  const transfer = (entry: number) =>
    `~ POST /v1/w3s/developer/transactions/transfer (entry ${entry})`;
  expect(other.out).toEqual([
    expect.stringMatching(
      /^2 of your requests changed \(feeLevel LOW to HIGH\); [1-9]\d* consequences, --all shows them\.$/,
    ),
    '',
    'Requests:',
    transfer(14),
    ...change,
    transfer(40),
    ...change,
  ]);
});
