import { describe, expect, it } from 'vitest';
import { wallet } from '../../../../core/wallet/index.ts';
import { type TransactionFilter, transactionsView } from '../../../../core/wallet/views.ts';
import type { PageQuery } from '../../../../core/wallet/views/page.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import { accelerate, strangerAddress, transfer } from '../../../support/wallet/commands.ts';
import { fundedWallets, start } from '../../../support/wallet/setups.ts';
import { broadcastOf, outboundOf, walletAt } from '../../../support/wallet/world-queries.ts';

const everything = { order: 'ASC', pageSize: 50 } as const;

/** Two wallets with deposits, three transfers between them and to a stranger, one of them confirmed. */
function world() {
  const world = given(wallet, fundedWallets());
  const [one, two] = [walletAt(world, 0), walletAt(world, 1)];
  world.after('1s');
  const first = start(world, transfer(one.id, { destination: two.address, refId: 'r-1' }));
  world.after('30s');
  const second = start(world, transfer(one.id, { refId: 'r-2' }));
  const third = start(world, transfer(two.id));
  world.after('1s');
  const list = (filter: TransactionFilter, query: Partial<PageQuery> = {}) => {
    const page = transactionsView(world.wallet, filter, { ...everything, ...query });
    if (!page.ok) throw new Error(page.error);
    return page.value.items.map(({ id }) => id);
  };
  return { world, one, two, first, second, third, list };
}

describe('the list of transactions', () => {
  it('is filtered by wallets, one or several, each once', () => {
    const { one, two, second, third, list } = world();
    expect(list({})).toHaveLength(8); // 4 deposits, 3 transfers, 1 record of a receiver
    expect(list({ walletIds: [one.id] })).toHaveLength(4);
    expect(list({ walletIds: [two.id] })).toHaveLength(4);
    expect(list({ walletIds: [two.id, one.id, two.id] })).toEqual(list({}));
    expect(list({ walletIds: [two.id, one.id] }, { order: 'DESC', pageSize: 2 })).toEqual([
      third,
      second,
    ]);
    expect(list({ walletIds: ['nowhere'] })).toEqual([]);
    expect(list({ walletIds: [] })).toEqual([]);
  });

  it('of several wallets is divided into pages without gaps', () => {
    const { one, two, list } = world();
    const walletIds = [one.id, two.id];
    const met: string[] = [];
    for (let pageAfter: string | undefined; ; pageAfter = met.at(-1)) {
      const page = list({ walletIds }, { pageSize: 3, pageAfter });
      if (page.length === 0) break;
      met.push(...page);
    }
    expect(met).toEqual(list({}));
  });

  it('is filtered by state, type and reference', () => {
    const { first, second, third, list } = world();
    expect(list({ state: 'SENT' })).toEqual([second, third]);
    expect(list({ transactionType: 'OUTBOUND' })).toEqual([first, second, third]);
    expect(list({ transactionType: 'INBOUND' })).toHaveLength(5);
    expect(list({ refId: 'r-2' })).toEqual([second]);
    expect(list({ refId: 'r-1', state: 'SENT' })).toEqual([]);
  });

  it('is filtered by chain and destination, in any case', () => {
    const { second, third, list } = world();
    expect(list({ blockchain: 'BASE-SEPOLIA' })).toEqual([]);
    expect(list({ blockchain: 'ETH-SEPOLIA' })).toHaveLength(8);
    const destinationAddress = strangerAddress.replace('aa', 'AA');
    expect(list({ destinationAddress })).toEqual([second, third]);
  });

  it('finds both records of a transfer by their hash, and none by one that was replaced', () => {
    const { world: own, first, second, list } = world();
    const settled = outboundOf(own, first);
    const txHash = 'mined' in settled ? settled.mined?.txHash : undefined;
    expect(list({ txHash })).toEqual([first, ...(settled.inboundIds ?? [])]);
    const replaced = broadcastOf(own, second).attempt.txHash;
    own.having(accelerate(second));
    expect(list({ txHash: replaced })).toEqual([]);
    expect(list({ txHash: broadcastOf(own, second).attempt.txHash })).toEqual([second]);
  });

  it('is filtered by dates, both ends included', () => {
    const { first, second, third, list } = world();
    expect(list({}, { fromMs: epochMs + 1_000, toMs: epochMs + 1_000 })).toEqual([first]);
    expect(list({}, { fromMs: epochMs + 31_000 })).toEqual([second, third]);
    expect(list({}, { toMs: epochMs })).toHaveLength(4);
  });

  it('has only transfers of the developer', () => {
    const { list } = world();
    expect(list({ operation: 'TRANSFER', custodyType: 'DEVELOPER' })).toHaveLength(8);
    expect(list({ operation: 'CONTRACT_EXECUTION' })).toEqual([]);
    expect(list({ custodyType: 'ENDUSER' })).toEqual([]);
  });

  it('refuses an unknown cursor', () => {
    const { world: own } = world();
    const query = { ...everything, pageAfter: 'unknown' };
    expect(transactionsView(own.wallet, {}, query)).toEqual({ ok: false, error: 'CURSOR_UNKNOWN' });
  });
});
