// The recordings in the tree, printed by `inspect` with names, amounts and states.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryStory } from '../../../../adapters/recording/inspect/story.ts';
import type { Entry, EntryOf } from '../../../../adapters/recording/format/entries.ts';
import { openShell, type Shell } from '../../cli/shell.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** One recording of each kind of session. */
const files = [
  'calendar/publishers-day',
  'speech/booking',
  'speech/two-speakers',
  'wallet/demo',
  'wallet/webhooks',
].map((name) => `recordings/v1/${name}.jsonl`);

let shell: Shell;
beforeAll(() => (shell = openShell()));
afterAll(() => shell.close());

async function linesOf(file: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const { out, exitCode } = await shell.run(['inspect', join(root, file), ...flags]);
  expect(exitCode).toBe(0);
  return out.slice(out.indexOf('') + 1, out.lastIndexOf(''));
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

describe('a recording in the tree', () => {
  it.each(files)(
    '%s has short ids, durations of audio, and times that never decrease',
    async (file) => {
      const lines = await linesOf(file);
      const times = lines.map((line) => /^ *\d+ {2}\+(\S+(?: \d\S+)?)/.exec(line)?.[1] ?? '');
      const order = times.map((time) => (time.includes('d') ? time : `0d ${time}`).padStart(20));
      expect(order.filter((time, index) => time < (order[index - 1] ?? ''))).toEqual([]);
      expect(lines.filter((line) => uuid.test(line))).toEqual([]);
      expect(lines.filter((line) => / [<>] \d+ bytes/.test(line))).toEqual([]);
    },
  );

  it('prints names, amounts and states', async () => {
    const text = (await linesOf('recordings/v1/wallet/transfer.jsonl')).join('\n');
    for (const part of [
      /FundsDeposited {2}transaction \w{8}: 100 USDC to wallet 48d0796e$/m,
      /WalletUpdated {2}wallet 48d0796e: wallet 48d0796e: name 'Sender', refId 'who pays'$/m,
      /TransferInitiated {2}transaction 282da305: 1\.25 USDC from wallet 'Sender' to wallet 80c53d93, fee MEDIUM$/m,
      /TransactionSent {2}transaction 282da305: 1\.25 USDC: SENT, max fee [\d.]+ gwei, because of #9$/m,
      /GET \/v1\/w3s\/wallets\/48d0796e\/balances -> 200 [\d.]+ ETH-SEPOLIA, 98\.75 USDC/,
      /POST \/__reprise\/worlds\/default\/clock\/advance by 200ms -> 200/,
    ]) {
      expect(text).toMatch(part);
    }
  });

  it('prints names of a fixture outside the file, and the effects of faults', async () => {
    const file = 'test/examples/payouts/test/__recordings__/lost-answer.jsonl';
    const text = (await linesOf(file)).join('\n');
    const transfers = 'POST /v1/w3s/developer/transactions/transfer';
    for (const part of [
      /: 12\.5 USDC from wallet 'operations' to wallet 'till', fee MEDIUM$/m,
      new RegExp(`FaultAdded  fault \\w{8}: lose-answer of ${transfers}, count 1$`, 'm'),
      new RegExp(`FaultStruck  fault \\w{8}: lose-answer on ${transfers}$`, 'm'),
      new RegExp(` wallet +${transfers} -> reset: 201 INITIATED`),
    ]) {
      expect(text).toMatch(part);
    }
    expect((await linesOf(file, '--full-ids')).join('\n')).toContain(
      ' POST /w/a-payout-is-paid-once-',
    );
  });

  it('prints the content of webhooks', async () => {
    const lines = await linesOf('recordings/v1/wallet/webhooks.jsonl', '--grep', 'hooks.example');
    expect(lines[1]).toMatch(
      /webhook +POST https:\/\/hooks\.example\/wallet transactions\.outbound: 1 USDC \(35a32445\) QUEUED$/,
    );
  });

  it('has the names from its beginning also when it is printed in part', async () => {
    const lines = await linesOf(
      'recordings/v1/wallet/transfer.jsonl',
      '--from',
      '76',
      '--to',
      '76',
    );
    expect(lines.join('')).toMatch(/transaction 282da305: 1\.25 USDC: COMPLETE, because of #11$/);
  });

  it('has full ids on request', async () => {
    const lines = await linesOf('recordings/v1/wallet/transfer.jsonl', '--full-ids');
    expect(lines.filter((line) => uuid.test(line)).length).toBeGreaterThan(10);
  });
});

it('an event of another version is printed by its stream', () => {
  const story = new EntryStory();
  const told = (event: Entry) => {
    story.observe(event, true);
    return event.kind === 'event' ? story.take(event) : undefined;
  };
  const event = {
    kind: 'event',
    type: 'TransactionSent',
    stream: 'wallet/transaction/t1',
    data: { transactionId: 't1' },
  } as unknown as EntryOf<'event'>;
  expect(told(event)).toBe('transaction t1');
  expect(told({ ...event, stream: 'other/thing' })).toBe('thing');
});
