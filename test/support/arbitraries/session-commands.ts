// Commands of random sessions other than transactions: create, update and freeze wallets, mint and transfer NFTs, sign
// payloads, manage subscriptions.

import { hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { scaCores } from '../../../core/wallet/keys/account.ts';
import { chainOf, type Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import type { MintTokens, WalletCommand } from '../../../core/wallet/commands.ts';
import { solanaMessage } from '../../../core/wallet/broadcast/solana.ts';
import { walletNamed } from '../../../core/wallet/state.ts';
import type { Wallet } from '../../../core/wallet/records/wallet.ts';
import { nativeToken, stablecoinOf } from '../../../core/wallet/tokens/catalogue.ts';
import { webhooksInFlight } from '../../../core/wallet/views/webhooks.ts';
import type { DeliveryOutcome } from '../../../core/wallet/commands/webhooks.ts';
import type { PureWorld } from '../engine/pure-world.ts';
import { secret } from '../wallet/commands.ts';
import type { OtherAction } from './actions.ts';
import { collections } from './session-calls.ts';

/** Chains on which sessions create wallets; on some of them wallets have no funds for fees. */
const growing: readonly Blockchain[] = [
  'ETH-SEPOLIA',
  'BASE-SEPOLIA',
  'SOL-DEVNET',
  'APTOS-TESTNET',
  'NEAR-TESTNET',
  'MATIC',
];

const evmChains = growing.filter((blockchain) => chainOf(blockchain).family === 'evm');

const outcomes: readonly DeliveryOutcome[] = [
  { kind: 'answered', status: 200 },
  { kind: 'answered', status: 204 },
  { kind: 'answered', status: 500 },
  { kind: 'timeout' },
  { kind: 'refused' },
  { kind: 'forbidden' },
];

const wholeList = { order: 'ascending', limit: Number.MAX_SAFE_INTEGER } as const;

/** The command of an action; undefined if the world has no record for it. */
export function otherCommand(
  { wallet: state }: PureWorld,
  { do: kind, x, y }: OtherAction,
  key: () => string,
): WalletCommand | undefined {
  const wallet = of([...state.wallets.values()], x);
  const set = of([...state.walletSets.values()], x);
  if (wallet === undefined || set === undefined) return undefined;
  const walletId = wallet.id;
  const { network } = chainOf(wallet.blockchain);
  switch (kind) {
    case 'mint':
      return mintCommand(wallet, y);
    case 'nft': {
      const owned = [...state.nftHoldings.values()].flatMap((holding) => {
        const [blockchain, address] = holding.holder.split('/') as [Blockchain, string];
        const owner = walletNamed(state, { blockchain, address });
        return owner === undefined || holding.units === 0n ? [] : [{ ...holding, owner }];
      });
      const item = of(owned, x);
      if (item === undefined) return undefined;
      const { tokenId, nftTokenId, owner } = item;
      const near = state.wallets.list({ ...wholeList, by: { blockchain: owner.blockchain } });
      return {
        type: 'InitiateTransfer',
        idempotencyKey: key(),
        secret,
        network: chainOf(owner.blockchain).network,
        wallet: { walletId: owner.id },
        token: { tokenId },
        destination: of(near, y)?.address ?? '',
        amounts: ['1'],
        ...(nftTokenId === undefined ? {} : { nftTokenIds: [nftTokenId] }),
        fee: { feeLevel: 'HIGH' },
      };
    }
    case 'upgrade': {
      const old = state.wallets.list({ ...wholeList, by: { scaCore: scaCores[y % 2] ?? '' } });
      const account = of(old, x);
      if (account === undefined) return undefined;
      return {
        type: 'InitiateWalletUpgrade',
        idempotencyKey: key(),
        secret,
        network: chainOf(account.blockchain).network,
        walletId: account.id,
        newScaCore: 'circle_6900_singleowner_v2',
        fee: { feeLevel: 'MEDIUM' },
      };
    }
    case 'make': {
      if (y % 4 === 0) return { type: 'CreateWalletSet', idempotencyKey: key(), secret };
      const isSmart = y % 3 === 0;
      const blockchain = of(isSmart ? evmChains : growing, y) ?? 'ETH-SEPOLIA';
      return {
        type: 'CreateWallets',
        idempotencyKey: key(),
        secret,
        network: chainOf(blockchain).network,
        walletSetId: set.id,
        blockchains: [blockchain],
        count: 1 + (y % 2),
        accountType: isSmart ? 'SCA' : 'EOA',
      };
    }
    case 'derive': {
      const { address, blockchain } = wallet;
      const source = y % 2 === 0 ? { walletId } : { address, blockchain };
      const name = y % 3 === 0 ? { name: `derived ${y}` } : {};
      const onto = of(evmChains, y) ?? 'ETH-SEPOLIA';
      return { type: 'DeriveWallet', network, source, blockchain: onto, ...name };
    }
    case 'provision':
      if (y % 2 === 0) {
        return { type: 'ProvisionWalletSet', custodyType: 'ENDUSER', userId: `user-${y}` };
      }
      return {
        type: 'ProvisionWallets',
        walletSetId: set.id,
        blockchains: [of(evmChains, y) ?? 'ETH-SEPOLIA'],
        count: 1,
        accountType: 'SCA',
        scaCore: scaCores[y % scaCores.length] ?? scaCores[0],
      };
    case 'freeze':
      return { type: y % 3 === 0 ? 'FreezeWallet' : 'UnfreezeWallet', walletId };
    case 'describe':
      return y % 3 === 0
        ? { type: 'UpdateWalletSet', walletSetId: set.id, name: `set ${y}` }
        : { type: 'UpdateWallet', walletId, name: `wallet ${y}`, refId: `ref ${y % 2}` };
    case 'sign':
      return sign(wallet, y);
    case 'drip': {
      const { address, blockchain } = wallet;
      const coins = { native: y % 2 === 0, usdc: y % 3 === 0, eurc: y % 5 === 0 };
      return { type: 'RequestDrip', network, address, blockchain, ...coins };
    }
    case 'store': {
      const stored = state.wallets.list({ ...wholeList, by: { blockchain: 'APTOS-TESTNET' } });
      const amounts = { native: `${1 + y}` };
      return { type: 'FundWallet', walletId: of(stored, x)?.id ?? '', amounts, secondary: true };
    }
    case 'monitor': {
      if (y % 4 === 0) {
        return { type: 'SetMonitoringScope', scope: x % 3 === 0 ? 'SELECTED' : 'MONITOR_ALL' };
      }
      const tokens = [nativeToken(wallet.blockchain), stablecoinOf(wallet.blockchain, 'USDC')];
      const tokenIds = tokens.flatMap((token) => token?.id ?? []);
      const change = (['add', 'replace', 'remove'] as const)[y % 3] ?? 'add';
      return { type: 'ChangeMonitoredTokens', change, tokenIds };
    }
    case 'subscribe': {
      const subscription = of([...state.subscriptions.values()], x);
      const named = {
        network: subscription?.network ?? 'test',
        subscriptionId: subscription?.id ?? '',
      };
      if (y % 5 === 0) return { type: 'RemoveSubscription', ...named };
      if (y % 5 === 1) {
        const isEnabled = y % 2 === 0;
        return { type: 'UpdateSubscription', ...named, name: `hook ${y}`, isEnabled };
      }
      const inbound = y % 4 === 0 ? (['transactions.inbound'] as const) : (['*'] as const);
      const endpoint = 'https://hooks.example/?key=of-ours';
      return { type: 'CreateSubscription', network, endpoint, notificationTypes: inbound };
    }
    case 'report': {
      const sent = of(webhooksInFlight(state), x);
      if (sent === undefined) return undefined;
      const { notificationId, attempt } = sent;
      const outcome = of(outcomes, y) ?? { kind: 'timeout' };
      // Sometimes for an earlier attempt.
      return {
        type: 'ReportDelivery',
        notificationId,
        attempt: y % 11 === 0 ? attempt - 1 : attempt,
        outcome,
      };
    }
    case 'limit':
      return { type: 'CountRequest', network, kind: y % 2 === 0 ? 'get' : 'post', perSecond: 2 };
  }
}

function of<T>(list: readonly T[], place: number): T | undefined {
  return list[place % Math.max(1, list.length)];
}

/** Mints an NFT of a single or a multi-token collection, or units of a custom currency. */
export function mintCommand({ id: walletId, blockchain }: Wallet, y: number): MintTokens {
  const type = 'MintTokens';
  switch (chainOf(blockchain).family) {
    case 'evm': {
      const nftTokenId = `${y % 4}`;
      if (y % 3 === 0) {
        const token = { address: collections.several, standard: 'ERC1155' } as const;
        return { type, walletId, token, nftTokenId, amount: '3' };
      }
      if (y % 3 === 1) {
        return { type, walletId, token: { address: collections.single }, nftTokenId };
      }
      const token = { address: `0x${'e2'.repeat(20)}`, standard: 'ERC20' } as const;
      return { type, walletId, token, amount: `1.${y}` };
    }
    case 'solana':
      return { type, walletId, token: { address: base58.encode(new Uint8Array(32).fill(1 + y)) } };
    case 'aptos':
      return { type, walletId, token: { address: `0x${'a5'.repeat(32)}` }, amount: `0.${1 + y}` };
    case 'near':
      return { type, walletId, token: { address: 'token.near' } };
  }
}

function sign(wallet: Wallet, y: number): WalletCommand {
  const { network } = chainOf(wallet.blockchain);
  const common = { secret, network, wallet: { walletId: wallet.id } };
  switch (y % 4) {
    case 0: {
      const message = y % 8 === 0 ? '0xc0ffee' : 'grüße';
      return { type: 'SignMessage', ...common, message, encodedByHex: y % 8 === 0, memo: `${y}` };
    }
    case 1:
      return { type: 'SignTypedData', ...common, data: typedData };
    case 2:
      return { type: 'SignTransaction', ...common, payload: payloadOf(wallet) };
    default:
      return { type: 'SignDelegateAction', ...common, unsignedDelegateAction: delegate(wallet) };
  }
}

const typedData = JSON.stringify({
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Note: [{ name: 'n', type: 'uint8' }] },
  primaryType: 'Note',
  domain: { name: 'law' },
  message: { n: 7 },
});

function payloadOf({ blockchain, address: source }: Wallet) {
  const { family } = chainOf(blockchain);
  if (family === 'evm') {
    const fields = { nonce: 0, gas: 21_000, gasPrice: 1, chainId: 97, to: source, value: '1' };
    return { transaction: JSON.stringify(fields) };
  }
  const token = nativeToken(blockchain);
  if (family !== 'solana' || token === undefined) return { rawTransaction: 'AAAA' };
  const recentBlockhash = '00'.repeat(32);
  const destination = base58.encode(new Uint8Array(32).fill(9));
  const message = solanaMessage({ source, destination, token, units: 1n, recentBlockhash });
  return {
    rawTransaction: base64.encode(Uint8Array.of(1, ...new Uint8Array(64), ...message)),
  };
}

/** A NEAR delegate action without effect, for an account named by its key. */
function delegate({ blockchain, address }: Wallet): string {
  if (chainOf(blockchain).family !== 'near') return 'AAAA';
  const text = (words: string) => [words.length, 0, 0, 0, ...Buffer.from(words)];
  const number = [1, 0, 0, 0, 0, 0, 0, 0];
  const none = [0, 0, 0, 0];
  const key = [0, ...hexToBytes(address)];
  const parts = [text(address), text('app.near'), none, number, number, key];
  return base64.encode(Uint8Array.from(parts.flat()));
}
