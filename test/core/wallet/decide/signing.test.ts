import { describe, expect, it } from 'vitest';
import { verifyMessage, verifyTypedData } from 'ethers';
import { scaCoreOfNew, smartAccountAddress } from '../../../../core/wallet/keys/account.ts';
import {
  blockchains,
  chainOf,
  type Blockchain,
} from '../../../../core/wallet/chain/blockchains.ts';
import {
  createWallets,
  fundedWorld,
  pick,
  secret,
  signing,
  transfer,
  type FundedWorld,
} from '../../../support/wallet/commands.ts';
import { walletAt } from '../../../support/wallet/world-queries.ts';

const message = { type: 'SignMessage', message: 'hello', encodedByHex: false } as const;
const typedData = {
  type: 'SignTypedData',
  data: JSON.stringify({
    types: { Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    domain: { name: 'Notes' },
    message: { text: 'hello' },
  }),
} as const;
const transaction = {
  type: 'SignTransaction',
  payload: {
    transaction: JSON.stringify({ nonce: 0, gas: 21_000, gasPrice: 1, chainId: 97 }),
  },
} as const;
const delegateAction = {
  type: 'SignDelegateAction',
  unsignedDelegateAction: 'AAAA',
} as const;

const kinds = { message, typedData, transaction, delegateAction };

const testChains = blockchains.filter((blockchain) => chainOf(blockchain).network === 'test');
const world = (blockchain: Blockchain = 'EVM-TESTNET') => fundedWorld([blockchain], {});

describe('signing', () => {
  it('tells the signature, and what the client said about it', () => {
    const here = world();
    const { id: walletId } = walletAt(here, 0);
    const told = here.did({ ...message, ...signing(here), memo: 'for the demo' });
    const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/);
    const event = { type: 'PayloadSigned', walletId, operation: 'message', signature };
    expect(told).toEqual([{ ...event, memo: 'for the demo' }]);
    expect(here.did({ ...message, ...signing(here) })).toEqual([event]);
  });

  it('changes neither balances nor transactions nor nonces', () => {
    const here = world();
    const before = [
      here.wallet.transactions.size,
      here.wallet.lanes.size,
      here.wallet.balances.size,
    ];
    for (const kind of [message, typedData, transaction]) here.did({ ...kind, ...signing(here) });
    const { transactions, lanes, balances } = here.wallet;
    expect([transactions.size, lanes.size, balances.size]).toEqual(before);
  });

  it('is the same in every world of a seed, and different for each wallet', () => {
    const [one, other] = [world(), world()];
    const signed = (here: FundedWorld, index: number) =>
      pick(here.did({ ...message, ...signing(here, index) }), 'PayloadSigned').signature;
    expect(signed(one, 0)).toBe(signed(other, 0));
    expect(signed(one, 0)).not.toBe(signed(one, 1));
  });

  it('finds the wallet by its address and chain', () => {
    const here = world();
    const { address } = walletAt(here, 0);
    const wallet = {
      address: address.toUpperCase().replace('0X', '0x'),
      blockchain: 'EVM-TESTNET',
    } as const;
    const byId = pick(here.did({ ...message, ...signing(here) }), 'PayloadSigned');
    expect(here.did({ ...message, ...signing(here), wallet })).toEqual([byId]);
    const elsewhere = { ...wallet, blockchain: 'ETH-SEPOLIA' } as const;
    const refused = here.refused({ ...message, ...signing(here), wallet: elsewhere });
    expect(refused.code).toBe('WALLET_UNKNOWN');
  });

  it.each(Object.entries(kinds))('of a %s is offered where the reference says', (kind, command) => {
    const offered = testChains.filter((blockchain) => {
      const here = world(blockchain);
      const { send } = here;
      const outcome = send({ ...command, ...signing(here) });
      return outcome.ok || outcome.error.code !== 'OPERATION_NOT_OFFERED';
    });
    const evm = testChains.filter((blockchain) => chainOf(blockchain).family === 'evm');
    const wanted: Record<string, readonly Blockchain[]> = {
      message: [...evm, 'SOL-DEVNET', 'APTOS-TESTNET'],
      typedData: evm,
      transaction: ['EVM-TESTNET', 'SOL-DEVNET', 'NEAR-TESTNET'],
      delegateAction: ['NEAR-TESTNET'],
    };
    expect([...offered].sort()).toEqual([...(wanted[kind] ?? [])].sort());
  });

  it('by a smart account is done by its owner, over the hash that a wallet with a key would sign', () => {
    const here = fundedWorld(['ETH-SEPOLIA']);
    const created = createWallets(here.walletSetId, { accountType: 'SCA' });
    const [account] = pick(here.did(created), 'WalletsCreated').wallets;
    if (account === undefined) throw new Error('There is no smart account');
    const own = { ...signing(here), wallet: { walletId: account.id } };
    expect(here.refused({ ...message, ...own }).code).toBe('SIGNER_NOT_DEPLOYED');
    const amounts = { native: '1', usdc: '1' };
    here.did({ type: 'FundWallet', walletId: account.id, amounts });
    here.start(transfer(account.id));
    here.pass(300_000); // its first transaction brings the contract to the chain

    const { signature } = pick(here.did({ ...message, ...own }), 'PayloadSigned');
    const owner = verifyMessage('hello', signature);
    const typed = pick(here.did({ ...typedData, ...own }), 'PayloadSigned').signature;
    const { domain, types, message: note } = JSON.parse(typedData.data);
    expect(verifyTypedData(domain, types, note, typed)).toBe(owner);
    const addresses = [...here.wallets, account].map(({ address }) => address);
    expect(addresses).not.toContain(owner.toLowerCase());
    const address = smartAccountAddress(owner.toLowerCase(), scaCoreOfNew, account.index);
    expect(account.address).toBe(address);
  });

  it('takes no transaction object on Solana and NEAR', () => {
    for (const blockchain of ['SOL-DEVNET', 'NEAR-TESTNET'] as const) {
      const here = world(blockchain);
      const refused = here.refused({ ...transaction, ...signing(here) });
      expect(refused.code).toBe('TRANSACTION_UNUSABLE');
    }
  });

  it.each(Object.values(kinds))('is refused in the order of the codes: $type', (command) => {
    const here = world();
    const unknown = { wallet: { walletId: '00000000-0000-4000-8000-000000000000' } };
    const refused = (own: object) => here.refused({ ...command, ...signing(here), ...own }).code;
    const undecryptable = { kind: 'undecryptable' };
    expect(refused({ ...unknown, secret: undecryptable })).toBe('CIPHERTEXT_INVALID');
    expect(refused({ ...unknown, secret: { ...secret, isReused: true } })).toBe(
      'CIPHERTEXT_REUSED',
    );
    const foreign = { ...secret, fingerprint: '0'.repeat(64) };
    expect(refused({ ...unknown, secret: foreign })).toBe('ENTITY_SECRET_WRONG');
    expect(refused({ ...unknown, network: 'main' })).toBe('WALLET_UNKNOWN');
    here.did({ type: 'FreezeWallet', walletId: walletAt(here, 0).id });
    expect(refused({ network: 'main' })).toBe('KEY_KIND_MISMATCH');
    expect(refused({})).toBe('WALLET_FROZEN');
  });
});
