// Rejected signing requests, one for each code, in the order of the codes.

import { bytesToHex } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import type { ScaCore } from '../../../core/wallet/keys/account.ts';
import type { Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { solanaMessage } from '../../../core/wallet/broadcast/solana.ts';
import { nativeToken } from '../../../core/wallet/tokens/catalogue.ts';
import { given } from '../given.ts';
import { createWallets, firstEventOf, signing, upgrade } from './commands.ts';
import { fundedWallets, provisionSmart, type FundedWorld } from './setups.ts';
import type { Case } from './rejection-case.ts';
import { walletAt } from './world-queries.ts';

const on = (blockchain: Blockchain) => () => given(wallet, fundedWallets([blockchain], {}));

const transaction = (fields: object) => (world: FundedWorld) =>
  ({
    type: 'SignTransaction',
    ...signing(world),
    payload: { transaction: JSON.stringify(fields) },
  }) as const;

const transfer = { nonce: 0, gas: 21_000, gasPrice: 1 };

/** A request to sign these bytes with the first wallet. */
const raw = (bytesOf: (address: string) => Uint8Array) => (world: FundedWorld) =>
  ({
    type: 'SignTransaction',
    ...signing(world),
    payload: { rawTransaction: base64.encode(bytesOf(walletAt(world, 0).address)) },
  }) as const;

const stranger = base58.encode(new Uint8Array(32).fill(9));

/** A Solana transaction of one signer, with its signature as given. */
function solanaTransfer(source: string, destination: string, signature = 0): Uint8Array {
  const token = nativeToken('SOL-DEVNET');
  if (token === undefined) throw new Error('SOL-DEVNET has a native token');
  const recentBlockhash = bytesToHex(new Uint8Array(32));
  const message = solanaMessage({ source, destination, token, units: 1n, recentBlockhash });
  return Uint8Array.of(1, ...new Uint8Array(64).fill(signature), ...message);
}

/** The common members of signing requests, for a new smart account that is not deployed. */
function smart(world: FundedWorld) {
  const created = createWallets(world.walletSetId, { accountType: 'SCA' });
  const [account] = firstEventOf(world.having(created).events, 'WalletsCreated').wallets;
  return { ...signing(world), wallet: { walletId: account?.id ?? '' } } as const;
}

/** An upgrade of a new account with an older core. */
function upgradeOf(world: FundedWorld, scaCore: ScaCore) {
  return upgrade(provisionSmart(world, { scaCore }).id);
}

export const signerCases: readonly Case[] = [
  {
    code: 'ACCOUNT_TYPE_UNFIT',
    when: 'a contract is to sign a transaction',
    command: (world) => ({
      type: 'SignTransaction',
      ...smart(world),
      payload: { transaction: '{}' },
    }),
  },
  {
    code: 'SCA_CORE_UNFIT',
    when: 'the newest contract is to be upgraded',
    command: (world) => upgradeOf(world, 'circle_6900_singleowner_v3'),
  },
  {
    code: 'UPGRADE_NOT_DEPLOYED',
    when: 'a contract of the first kind that is not there yet is to be upgraded',
    command: (world) => upgradeOf(world, 'circle_4337_v1'),
  },
  {
    code: 'SIGNER_NOT_DEPLOYED',
    when: 'a contract that is not there yet is to sign a message',
    command: (world) => ({
      type: 'SignMessage',
      ...smart(world),
      message: 'hello',
      encodedByHex: false,
    }),
  },
];

export const signingCases: readonly Case[] = [
  {
    code: 'MESSAGE_NOT_HEX',
    when: 'a message is to be hex and is words',
    command: (world) => ({
      type: 'SignMessage',
      ...signing(world),
      message: 'words',
      encodedByHex: true,
    }),
  },
  {
    code: 'MESSAGE_INVALID',
    when: 'a message ends in the middle of a character',
    command: (world) => ({
      type: 'SignMessage',
      ...signing(world),
      message: '\ud83d',
      encodedByHex: false,
    }),
  },
  {
    code: 'TYPED_DATA_NOT_JSON',
    when: 'typed data is no JSON',
    command: (world) => ({ type: 'SignTypedData', ...signing(world), data: '{' }),
  },
  {
    code: 'TYPED_DATA_INVALID',
    when: 'typed data has no types',
    command: (world) => ({ type: 'SignTypedData', ...signing(world), data: '{}' }),
  },
  {
    code: 'TRANSACTION_UNUSABLE',
    when: 'a transaction has no nonce',
    world: on('EVM-TESTNET'),
    command: transaction({ ...transfer, nonce: undefined, chainId: 97 }),
  },
  {
    code: 'CHAIN_ID_MISSING',
    when: 'a transaction is for no chain',
    world: on('EVM-TESTNET'),
    command: transaction(transfer),
  },
  {
    code: 'CHAIN_ID_NOT_ALLOWED',
    when: 'a test wallet is to sign for a main network',
    world: on('EVM-TESTNET'),
    command: transaction({ ...transfer, chainId: 1 }),
  },
  {
    code: 'SOLANA_TRANSACTION_TOO_LONG',
    when: 'a transaction fits into no packet',
    world: on('SOL-DEVNET'),
    command: raw(() => new Uint8Array(1_233)),
  },
  {
    code: 'SOLANA_TRANSACTION_UNPARSABLE',
    when: 'bytes are no transaction',
    world: on('SOL-DEVNET'),
    command: raw(() => new Uint8Array(100)),
  },
  {
    code: 'SOLANA_ACCOUNT_MISSING',
    when: 'the wallet is not in the transaction',
    world: on('SOL-DEVNET'),
    command: raw(() => solanaTransfer(stranger, stranger)),
  },
  {
    code: 'SOLANA_NOT_A_SIGNER',
    when: 'the wallet only receives',
    world: on('SOL-DEVNET'),
    command: raw((own) => solanaTransfer(stranger, own)),
  },
  {
    code: 'SOLANA_SIGNED_ALREADY',
    when: 'the place of the wallet is taken',
    world: on('SOL-DEVNET'),
    command: raw((own) => solanaTransfer(own, stranger, 1)),
  },
  {
    code: 'DELEGATE_ACTION_INVALID',
    when: 'bytes are no delegate action',
    world: on('NEAR-TESTNET'),
    command: (world) => ({
      type: 'SignDelegateAction',
      ...signing(world),
      unsignedDelegateAction: 'AAAA',
    }),
  },
];
