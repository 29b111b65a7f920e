// Requests of random sessions over the wire: to all routes, chosen and filled in by numbers.

import type { RawRequest } from '../../../adapters/protocol/messages.ts';
import { malformedRequest } from './malformed-requests.ts';
import { calendarRequest } from './calendar-requests.ts';
import { otherRequest } from './wallet-requests.ts';
import {
  isOfCalendar,
  isOther,
  fundedWallet,
  sessionKeys,
  type RequestSpec,
  type Kit,
} from './request-kit.ts';
import { strangerAddress, usdcId } from '../wallet/commands.ts';

/** Chains of new wallets, and of changes of conditions. */
const chains = ['ETH-SEPOLIA', 'MATIC-AMOY', 'SOL-DEVNET', 'ETH'] as const;

const actions = [
  'stick',
  'unstick',
  'drop',
  'confirm',
  'fail',
  'deny',
  'reorg',
  'accelerate',
  'cancel',
] as const;

/** The request for these choices: of a client or the operator, sometimes malformed. */
export function requestOf(kit: Kit, asked: RequestSpec): RawRequest {
  const { ids, addresses, sent, of, raw, control, keyed, sealed } = kit;
  const { kind, x, y, text } = asked;
  if (isOther(kind)) return otherRequest(kit, kind, asked);
  if (isOfCalendar(kind)) return calendarRequest(kit, kind, asked);
  const wallet = of(ids.wallet, x);
  const transaction = of(ids.transaction, x);
  switch (kind) {
    case 'set':
      return keyed('walletSets', { name: text });
    case 'wallets': {
      const blockchain = chains[y % chains.length] ?? 'ETH-SEPOLIA';
      const key = blockchain === 'ETH' ? sessionKeys.live : sessionKeys.test;
      const metadata = y % 3 === 0 ? { metadata: [{ name: text, refId: 'r' }] } : {};
      const fields = {
        walletSetId: of(ids.set, x),
        blockchains: [blockchain],
        count: 1 + (y % 3),
      };
      return keyed('wallets', { ...fields, ...metadata }, key);
    }
    case 'fund':
      return control('POST', `/wallet/wallets/${wallet}/fund`, {
        native: String(1 + (y % 9)),
        usdc: '50',
      });
    case 'transfer': {
      const { walletId, blockchain } = fundedWallet(kit, asked);
      const isNative = y % 5 < 3 || !isUsdcThere(blockchain);
      const destinationAddress =
        y % 2 === 0 ? strangerAddress : (addresses.get(of(ids.wallet, y))?.address ?? wallet);
      const fields = {
        walletId,
        destinationAddress,
        amounts: [`0.${1 + (y % 9)}`],
        ...(isNative ? { tokenAddress: '', blockchain } : { tokenId: usdcId }),
        feeLevel: (['LOW', 'MEDIUM', 'HIGH'] as const)[y % 3],
      };
      const key = blockchain === 'ETH' ? sessionKeys.live : sessionKeys.test;
      return keyed('transactions/transfer', fields, key);
    }
    case 'accelerate':
    case 'cancel':
      return keyed(`transactions/${transaction}/${kind}`, {});
    case 'steer':
      return control(
        'POST',
        `/wallet/transactions/${transaction}/${actions[y % actions.length]}`,
        y % 14 === 13 ? { to: 'failed' } : undefined,
      );
    case 'show': {
      const paths = [
        `transactions/${transaction}`,
        `wallets/${wallet}`,
        `wallets/${wallet}/balances`,
        `walletSets/${of(ids.set, x)}`,
        `tokens/${usdcId}`,
        'config/entity/publicKey',
        'config/entity',
      ];
      return raw('GET', `/v1/w3s/${paths[y % paths.length]}`);
    }
    case 'list': {
      const paths = [
        'transactions',
        'wallets',
        'walletSets',
        `transactions?walletIds=${wallet}&pageSize=${1 + (x % 50)}`,
        `wallets?blockchain=${chains[x % 4]}`,
        'transactions?order=ASC&pageSize=2',
        `transactions?pageAfter=${transaction}`,
      ];
      return raw('GET', `/v1/w3s/${paths[y % paths.length]}`);
    }
    case 'lowest':
      return raw('GET', `/v1/w3s/transactions/lowestNonceTransaction?walletId=${wallet}`);
    case 'update':
      return y % 2 === 0
        ? raw('PUT', `/v1/w3s/wallets/${wallet}`, { name: text, refId: text })
        : raw('PUT', `/v1/w3s/developer/walletSets/${of(ids.set, x)}`, { name: text });
    case 'drip':
      return raw('POST', '/v1/faucet/drips', {
        address: '0x00000000000000000000000000000000000000aa',
        blockchain: chains[y % 4],
        native: true,
      });
    case 'repeat':
      return sent[x % Math.max(1, sent.length)] ?? raw('GET', '/ping');
    case 'register':
      return sealed('config/entity/entitySecret', {});
    case 'advance': {
      const bodies = [
        { by: x * 17 },
        { untilIdle: true, maxMs: y * 1_000 },
        { by: '2m' },
        { to: '2026-01-01T00:01:00Z' },
        { untilIdle: true },
      ];
      return control('POST', '/clock/advance', bodies[y % bodies.length]);
    }
    case 'clock': {
      const bodies = [
        { mode: 'real', rate: 1 + (x % 50) },
        { mode: 'frozen' },
        { mode: 'skip' },
        { rate: 2.5 },
        { mode: 'real', rate: 86_400_000 },
      ];
      return y % 3 === 0
        ? control('GET', '/clock')
        : control('PATCH', '/clock', bodies[x % bodies.length]);
    }
    case 'config': {
      const { later, ...keysOf } = sessionKeys;
      const walletKeys = [keysOf.test, keysOf.live, ...(x % 2 === 0 ? [later] : [])];
      const bodies = [
        { walletKeys },
        { ids: 'ordinal' },
        { walletKeys: ['no key'] },
        { ids: 'idempotency-key' },
      ];
      return control('PATCH', '/config', bodies[y % bodies.length]);
    }
    case 'chain': {
      const bodies = [
        { congestion: x % 6 },
        { paused: x % 2 === 0 },
        { blockTimeMs: 1_000 + x },
        { baseFeeGwei: String(x) },
        { congestion: -1 },
      ];
      const path = `/wallet/chains/${chains[x % 4]}`;
      return y % 4 === 0 ? control('GET', path) : control('PATCH', path, bodies[y % bodies.length]);
    }
    case 'look': {
      const paths = [
        '',
        '/events?limit=5',
        `/events?from=${x}`,
        '/state',
        '/state?table=wallet.transactions',
        `/state?at=${x % 20}`,
        '/state?at=2026-01-01T00:00:30Z',
        '/sessions',
        '/state?table=none',
        '/nothing',
      ];
      return control('GET', paths[y % paths.length] ?? '');
    }
    case 'fork': {
      const name = `fork-${x % 4 === 0 ? 1 : sent.length}`;
      const at = [{}, { at: y % 30 }, { at: '2026-01-01T00:00:20Z' }, { outbound: true }][y % 4];
      return control('POST', '/fork', { name, ...at });
    }
    case 'bad':
      return malformedRequest(kit, x, text);
  }
}

function isUsdcThere(blockchain: string): boolean {
  return blockchain === 'ETH-SEPOLIA';
}
