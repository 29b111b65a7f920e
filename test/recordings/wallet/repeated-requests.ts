// A client that repeats its requests under the same keys, reads lists page by page, and is told of two transfers by webhooks.

import { strict as assert } from 'node:assert';
import { blockchain, must, type Session } from '../session.ts';

const repeated = '00000000-0000-4000-9000-000000000001';

export async function repeatedRequests(session: Session): Promise<void> {
  const { client, transaction } = session;
  const { setId, sender, receiver } = await session.createWalletPair('repeated');
  const order = { walletSetId: setId, blockchains: [blockchain], count: 3 } as const;
  const wallets = async () => {
    const { status, data } = await client.createWallets({
      ...order,
      blockchains: [...order.blockchains],
      idempotencyKey: repeated,
    });
    return { status, ids: must(data).wallets.map(({ id }) => id) };
  };
  const [first, again] = [await wallets(), await wallets()];
  assert.deepEqual([first.status, again.status, again.ids], [201, 200, first.ids]);
  assert.deepEqual(await pagesOf(session, setId), [2, 2, 1]);

  await session.fund(sender, { native: '5', usdc: '100' });
  await session.settle();
  await client.createSubscription({ endpoint: 'https://hooks.example/wallet' });
  await session.send(sender, receiver, '1', 'MEDIUM');
  await session.pass('60s');
  const second = await session.send(sender, receiver, '2', 'MEDIUM');
  await session.pass('2s');
  assert.equal((await transaction(second)).state, 'SENT');
  await session.pass('30s');
  assert.equal((await transaction(second)).state, 'CONFIRMED');
  await session.settle();
  assert.equal((await transaction(second)).state, 'COMPLETE');
  const { data } = await client.listTransactions({ walletIds: [receiver.id], txType: 'INBOUND' });
  assert.equal(must(data?.transactions).length, 2);
  await session.pass('2m');
}

/** The sizes of the pages of a set's wallets. */
async function pagesOf({ client }: Session, walletSetId: string): Promise<readonly number[]> {
  const sizes: number[] = [];
  let pageAfter: string | undefined;
  for (;;) {
    const cursor = pageAfter === undefined ? {} : { pageAfter };
    const { data } = await client.listWallets({ walletSetId, pageSize: 2, ...cursor });
    const { wallets } = must(data);
    if (wallets.length === 0) return sizes;
    sizes.push(wallets.length);
    pageAfter = must(wallets.at(-1)).id;
  }
}
