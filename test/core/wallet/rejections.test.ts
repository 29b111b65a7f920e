import { describe, expect, it, vi } from 'vitest';
import { wallet } from '../../../core/wallet/index.ts';
import type {
  InitiateContractExecution,
  InitiateTransfer,
  WalletCommand,
} from '../../../core/wallet/commands.ts';
import { openTransactionsMax } from '../../../core/wallet/records/transaction.ts';
import { rejectionCodes } from '../../../core/wallet/rejections.ts';
import { given } from '../../support/given.ts';
import { fundedWallets, type FundedWorld, start } from '../../support/wallet/setups.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  execution,
  firstEventOf,
  secret,
  strangerAddress,
  transfer,
} from '../../support/wallet/commands.ts';
import type { Case } from '../../support/wallet/rejection-case.ts';
import { signerCases, signingCases } from '../../support/wallet/signing-cases.ts';
import { nativeIdOf, steer, walletAt } from '../../support/wallet/world-queries.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
const sepolia = { blockchain: 'ETH-SEPOLIA' } as const;

/** A transfer command for the first wallet. */
const from = (own: Partial<InitiateTransfer>) => (world: FundedWorld) =>
  transfer(walletAt(world, 0).id, own);

/** A transfer command for the first wallet, of a token of a new collection of unique NFTs. */
const ofCollection = (own: Partial<InitiateTransfer>) => (world: FundedWorld) => {
  const { id: walletId } = walletAt(world, 0);
  const token = { address: strangerAddress };
  const minted = world.having({ type: 'MintTokens', walletId, token, nftTokenId: '7' }).events;
  return transfer(walletId, {
    token: { tokenId: firstEventOf(minted, 'TokenRegistered').tokenId },
    ...own,
  });
};

/** A contract execution of the first wallet with call data. */
const calling = (world: FundedWorld, own: Partial<InitiateContractExecution> = {}) =>
  execution(walletAt(world, 0).id, { callData: '0x', ...own });

const smart = () => given(wallet, fundedWallets(['ETH-SEPOLIA'], undefined, 'SCA'));
const solana = () => given(wallet, fundedWallets(['SOL-DEVNET']));

const count = { type: 'CountRequest', network: 'test', kind: 'get', perSecond: 1 } as const;

const cases: readonly Case[] = [
  {
    code: 'RATE_LIMITED',
    when: 'a second request comes where there may be one',
    command: (world) => {
      world.having(count);
      return count;
    },
  },
  {
    code: 'IDEMPOTENCY_KEY_TAKEN',
    when: 'a key comes again for another operation',
    command: (world) => {
      world.having(createWalletSet({ idempotencyKey: 'taken' }));
      return createWallets(world.walletSetId, { idempotencyKey: 'taken' });
    },
  },
  {
    code: 'CIPHERTEXT_INVALID',
    when: 'a ciphertext cannot be opened',
    command: () => createWalletSet({ secret: { kind: 'undecryptable' } }),
  },
  {
    code: 'CIPHERTEXT_REUSED',
    when: 'a ciphertext comes again',
    command: () => createWalletSet({ secret: { ...secret, isReused: true } as typeof secret }),
  },
  {
    code: 'ENTITY_SECRET_WRONG',
    when: 'a ciphertext holds another secret',
    command: () =>
      createWalletSet({
        secret: { kind: 'opened', fingerprint: '0'.repeat(64), isReused: false },
      }),
  },
  {
    code: 'ENTITY_SECRET_UNREGISTERED',
    when: 'a set is wanted before a secret is registered, where it must be',
    world: () => ({ ...given(wallet, fundedWallets()), ...given(wallet) }),
    command: () =>
      createWalletSet({ secret: { ...secret, mustBeRegistered: true } as typeof secret }),
  },
  {
    code: 'ENTITY_SECRET_REGISTERED',
    when: 'a secret is registered while there is one',
    command: () => ({ type: 'RegisterEntitySecret', secret }),
  },
  {
    code: 'WALLET_SET_UNKNOWN',
    when: 'wallets are wanted in no set',
    command: () => createWallets(unknown),
  },
  { code: 'WALLET_UNKNOWN', when: 'no wallet pays', command: () => transfer(unknown) },
  {
    code: 'TRANSACTION_UNKNOWN',
    when: 'nothing is to be cancelled',
    command: () => cancel(unknown),
  },
  {
    code: 'TOKEN_UNKNOWN',
    when: 'a token has never been heard of',
    command: from({ token: { tokenId: unknown } }),
  },
  {
    code: 'SUBSCRIPTION_UNKNOWN',
    when: 'nobody is subscribed under an id',
    command: () => ({ type: 'RemoveSubscription', network: 'test', subscriptionId: unknown }),
  },
  {
    code: 'SUBSCRIPTIONS_FULL',
    when: 'twenty are subscribed',
    command: (world) => {
      const subscribe: WalletCommand = {
        type: 'CreateSubscription',
        network: 'test',
        endpoint: 'https://hooks.example/',
        notificationTypes: ['*'],
      };
      for (let made = 0; made < 20; made += 1) world.having(subscribe);
      world.after(0); // the test messages
      return subscribe;
    },
  },
  {
    code: 'KEY_KIND_MISMATCH',
    when: 'a key of the main network meets a test chain',
    command: from({ network: 'main' }),
  },
  {
    code: 'WALLET_SETS_FULL',
    when: 'there are a thousand sets',
    command: (world) => {
      for (let count = 1; count < 1_000; count += 1) world.having(createWalletSet());
      return createWalletSet();
    },
  },
  {
    code: 'WALLET_SET_FULL',
    when: 'a set would have more than ten million wallets',
    command: (world) => createWallets(world.walletSetId, { count: 9_999_999 }),
  },
  {
    code: 'METADATA_COUNT_MISMATCH',
    when: 'two wallets have one description',
    command: (world) => createWallets(world.walletSetId, { count: 2, metadata: [{ name: 'one' }] }),
  },
  {
    code: 'ACCOUNT_TYPE_NOT_OFFERED',
    when: 'a smart account is wanted on Solana',
    command: (world) =>
      createWallets(world.walletSetId, { accountType: 'SCA', blockchains: ['SOL-DEVNET'] }),
  },
  {
    code: 'WALLET_FROZEN',
    when: 'a frozen wallet is to pay',
    command: (world) => {
      world.having({ type: 'FreezeWallet', walletId: walletAt(world, 0).id });
      return transfer(walletAt(world, 0).id);
    },
  },
  ...signerCases,
  {
    code: 'OPERATION_NOT_OFFERED',
    when: 'a transaction on Solana is to be accelerated',
    world: solana,
    command: (world) =>
      accelerate(start(world, transfer(walletAt(world, 0).id, solanaTerms(world)))),
  },
  ...signingCases,
  {
    code: 'CHAIN_MISMATCH',
    when: 'a token is named by an address on another chain',
    command: from({
      token: {
        tokenAddress: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
        blockchain: 'BASE-SEPOLIA',
      },
    }),
  },
  {
    code: 'TOKEN_ADDRESS_INVALID',
    when: 'a token is named by no address',
    command: from({ token: { tokenAddress: 'nowhere', ...sepolia } }),
  },
  {
    code: 'TOKEN_NOT_NAMED',
    when: 'a wallet is named by its id, and no token',
    command: from({ token: { unnamed: true } }),
  },
  {
    code: 'TOKEN_ON_OTHER_CHAIN',
    when: 'a token is named by its id and lives on another chain',
    command: from({ token: { tokenId: nativeIdOf('BASE-SEPOLIA') } }),
  },
  { code: 'TOKEN_UNFIT', when: 'USDC is to have NFTs', command: from({ nftTokenIds: ['1'] }) },
  {
    code: 'NFT_EXISTS',
    when: 'an NFT is minted twice',
    command: (world) => {
      const token = { address: strangerAddress };
      const { id: walletId } = walletAt(world, 0);
      const mint = { type: 'MintTokens', walletId, token, nftTokenId: '7' } as const;
      world.having(mint);
      return { ...mint, nftTokenId: '07' };
    },
  },
  {
    code: 'DESTINATION_INVALID',
    when: 'money goes to no address',
    command: from({ destination: '0x123' }),
  },
  {
    code: 'NFTS_SEVERAL',
    when: 'two unique NFTs are to go at once',
    command: ofCollection({ nftTokenIds: ['7', '8'], amounts: ['1', '1'] }),
  },
  {
    code: 'NFT_AMOUNTS_MISMATCH',
    when: 'an NFT has two amounts',
    command: ofCollection({ nftTokenIds: ['7'], amounts: ['1', '1'] }),
  },
  {
    code: 'AMOUNTS_INVALID',
    when: 'a plain token has two amounts',
    command: from({ amounts: ['1', '2'] }),
  },
  {
    code: 'AMOUNT_NOT_DECIMAL',
    when: 'an amount has an exponent',
    command: from({ amounts: ['1e3'] }),
  },
  {
    code: 'CALL_MISSING',
    when: 'nothing is said of what a contract is to do',
    command: (world) => ({ ...calling(world), callData: undefined }) as never,
  },
  {
    code: 'CALL_AMBIGUOUS',
    when: 'a call is written and given as data too',
    command: (world) => calling(world, { signature: 'f()' }),
  },
  {
    code: 'CALL_PARAMETERS_UNFIT',
    when: 'a function lacks its parameters',
    command: (world) => execution(walletAt(world, 0).id, { signature: 'f(uint8)' }),
  },
  {
    code: 'CALL_AMOUNT_INVALID',
    when: 'less than nothing goes along with a call',
    command: (world) => calling(world, { amount: '-1' }),
  },
  { code: 'FEE_MISSING', when: 'no fee is given', command: from({ fee: {} }) },
  {
    code: 'FEE_LEVEL_MISSING',
    when: 'a smart account is offered terms',
    world: smart,
    command: from({ fee: { gasLimit: '65000', maxFee: '30', priorityFee: '1' } }),
  },
  {
    code: 'GAS_LIMIT_TOO_LOW',
    when: 'the gas does not suffice',
    command: from({ fee: { gasLimit: '64999', maxFee: '30', priorityFee: '1' } }),
  },
  {
    code: 'FEE_LEVEL_EXCLUSIVE',
    when: 'a level comes with terms',
    command: from({ fee: { feeLevel: 'LOW', maxFee: '30' } }),
  },
  {
    code: 'FEE_TERMS_MISSING',
    when: 'an EVM chain is offered a gas limit alone',
    command: from({ fee: { gasLimit: '65000' } }),
  },
  {
    code: 'FEE_TERMS_NOT_OFFERED',
    when: 'Solana is offered a maxFee beside a gas price',
    world: solana,
    command: (world) =>
      transfer(walletAt(world, 0).id, {
        ...solanaTerms(world),
        fee: { gasLimit: '1', gasPrice: '1', maxFee: '1' },
      }),
  },
  {
    code: 'FEE_NOT_DECIMAL',
    when: 'a fee is a word',
    command: from({ fee: { gasLimit: '65000', maxFee: 'much', priorityFee: '1' } }),
  },
  {
    code: 'PRIORITY_FEE_ABOVE_MAX',
    when: 'the tip is above all that may be paid',
    command: from({ fee: { gasLimit: '65000', maxFee: '1', priorityFee: '2' } }),
  },
  {
    code: 'GAS_PRICE_MISSING',
    when: 'Solana is offered a gas limit alone',
    world: solana,
    command: (world) =>
      transfer(walletAt(world, 0).id, { ...solanaTerms(world), fee: { gasLimit: '1' } }),
  },
  {
    code: 'FEE_ABOVE_CAP',
    when: 'the gas could cost more than 1 ETH',
    command: from({ fee: { gasLimit: '100000', maxFee: '10001', priorityFee: '1' } }),
  },
  {
    code: 'BALANCE_TOO_LOW',
    when: 'the wallet does not have the amount',
    command: from({ amounts: ['1000.000001'] }),
  },
  {
    code: 'NATIVE_BALANCE_TOO_LOW',
    when: 'the wallet cannot pay for the acceleration',
    world: () => given(wallet, fundedWallets(['ETH-SEPOLIA'], { native: '0.0008', usdc: '10' })),
    command: (world) => {
      const id = start(world, transfer(walletAt(world, 0).id, { fee: { feeLevel: 'LOW' } }));
      world.after('1s');
      return accelerate(id);
    },
  },
  {
    code: 'SENDER_BUSY',
    when: 'as many transactions of a sender wait as may',
    command: (world) => {
      vi.spyOn(world.wallet.transactions, 'count').mockReturnValue(openTransactionsMax);
      return execution(walletAt(world, 0).id);
    },
  },
  {
    code: 'TRANSACTION_INBOUND',
    when: 'a deposit is to be cancelled',
    command: (world) => {
      const by = { walletId: walletAt(world, 0).id };
      const [deposit] = world.wallet.transactions.list({ by, order: 'ascending', limit: 1 });
      return cancel(deposit?.id ?? '');
    },
  },
  {
    code: 'TRANSACTION_PAST_HELP',
    when: 'a complete transaction is to be cancelled',
    command: (world) => {
      const id = start(world, transfer(walletAt(world, 0).id));
      world.after('5m');
      return cancel(id);
    },
  },
  {
    code: 'STATE_UNFIT',
    when: 'a transaction that is in no block is to be reorganised',
    command: (world) => steer(start(world, transfer(walletAt(world, 0).id)), 'reorg'),
  },
  {
    code: 'FUNDS_SPENT',
    when: 'the receiver has promised the money on before the reorganisation',
    command: (world) => {
      const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
      const { address: destination } = receiver;
      const id = start(world, transfer(sender.id, { destination, amounts: ['1000'] }));
      world
        .after('30s')
        .having(transfer(receiver.id, { destination: strangerAddress, amounts: ['1500'] }));
      return steer(id, 'reorg');
    },
  },
  {
    code: 'CONDITION_INVALID',
    when: 'blocks are to take no time',
    command: () => ({ type: 'ChangeChain', ...sepolia, blockTimeMs: 0 }),
  },
];

function solanaTerms(world: FundedWorld): Partial<InitiateTransfer> {
  const { address: destination } = walletAt(world, 1);
  return { token: { tokenId: nativeIdOf('SOL-DEVNET') }, destination };
}

describe('rejections', () => {
  it.each(cases)('$code when $when', ({ code, world: create, command }) => {
    const world = create?.() ?? given(wallet, fundedWallets());
    const refused = command(world);
    const before = { events: world.state.position, digest: world.state.digest };
    world.when(refused).refused(code);
    expect({ events: world.state.position, digest: world.state.digest }).toEqual(before);
  });

  it('are all produced here', () => {
    expect(cases.map(({ code }) => code)).toEqual(rejectionCodes);
  });
});
