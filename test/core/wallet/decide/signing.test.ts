import { verifyMessage, verifyTypedData } from 'ethers';
import { describe, expect, it } from 'vitest';
import {
  type Blockchain,
  blockchains,
  chainOf,
} from '../../../../core/wallet/chain/blockchains.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { scaCoreOfNew, smartAccountAddress } from '../../../../core/wallet/keys/account.ts';
import { given } from '../../../support/given.ts';
import {
  createWallets,
  firstEventOf,
  secret,
  signing,
  transfer,
} from '../../../support/wallet/commands.ts';
import { fundedWallets, type FundedWorld, start } from '../../../support/wallet/setups.ts';
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
const world = (blockchain: Blockchain = 'EVM-TESTNET') =>
  given(wallet, fundedWallets([blockchain], {}));

describe('signing', () => {
  it("records the signature and the client's memo", () => {
    const here = world();
    const { id: walletId } = walletAt(here, 0);
    const told = here.having({ ...message, ...signing(here), memo: 'for the demo' }).events;
    const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/);
    const event = { type: 'PayloadSigned', walletId, operation: 'message', signature } as const;
    expect(told).toEqual([{ ...event, memo: 'for the demo' }]);
    here.when({ ...message, ...signing(here) }).thenExactly(event);
  });

  it('changes neither balances nor transactions nor nonces', () => {
    const here = world();
    const before = [
      here.wallet.transactions.size,
      here.wallet.lanes.size,
      here.wallet.balances.size,
    ];
    for (const kind of [message, typedData, transaction])
      here.having({ ...kind, ...signing(here) });
    const { transactions, lanes, balances } = here.wallet;
    expect([transactions.size, lanes.size, balances.size]).toEqual(before);
  });

  it('is the same in every world of a seed, and different for each wallet', () => {
    const [one, other] = [world(), world()];
    const signed = (here: FundedWorld, index: number) =>
      firstEventOf(here.having({ ...message, ...signing(here, index) }).events, 'PayloadSigned')
        .signature;
    expect(signed(one, 0)).toBe(signed(other, 0));
    expect(signed(one, 0)).not.toBe(signed(one, 1));
  });

  it('finds the wallet by its address and chain', () => {
    const here = world();
    const { address } = walletAt(here, 0);
    const source = {
      address: address.toUpperCase().replace('0X', '0x'),
      blockchain: 'EVM-TESTNET',
    } as const;
    const byId = firstEventOf(
      here.having({ ...message, ...signing(here) }).events,
      'PayloadSigned',
    );
    here.when({ ...message, ...signing(here), wallet: source }).thenExactly(byId);
    const elsewhere = { ...source, blockchain: 'ETH-SEPOLIA' } as const;
    here.when({ ...message, ...signing(here), wallet: elsewhere }).refused('WALLET_UNKNOWN');
  });

  it.each(Object.entries(kinds))('of a %s is offered on documented chains', (kind, command) => {
    const offered = testChains.filter((blockchain) => {
      const here = world(blockchain);
      const outcome = here.outcome({ ...command, ...signing(here) });
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
    const here = given(wallet, fundedWallets(['ETH-SEPOLIA']));
    const created = createWallets(here.walletSetId, { accountType: 'SCA' });
    const [account] = firstEventOf(here.having(created).events, 'WalletsCreated').wallets;
    if (account === undefined) throw new Error('There is no smart account');
    const own = { ...signing(here), wallet: { walletId: account.id } };
    here.when({ ...message, ...own }).refused('SIGNER_NOT_DEPLOYED');
    const amounts = { native: '1', usdc: '1' };
    here.having({ type: 'FundWallet', walletId: account.id, amounts });
    start(here, transfer(account.id));
    here.after('5m'); // its first transaction deploys the contract

    const { signature } = firstEventOf(here.having({ ...message, ...own }).events, 'PayloadSigned');
    const owner = verifyMessage('hello', signature);
    const typed = firstEventOf(
      here.having({ ...typedData, ...own }).events,
      'PayloadSigned',
    ).signature;
    const { domain, types, message: note } = JSON.parse(typedData.data);
    expect(verifyTypedData(domain, types, note, typed)).toBe(owner);
    const addresses = [...here.wallets, account].map(({ address }) => address);
    expect(addresses).not.toContain(owner.toLowerCase());
    const address = smartAccountAddress(owner.toLowerCase(), scaCoreOfNew, account.index);
    expect(account.address).toBe(address);
  });

  it('accepts no transaction object on Solana and NEAR', () => {
    for (const blockchain of ['SOL-DEVNET', 'NEAR-TESTNET'] as const) {
      const here = world(blockchain);
      here.when({ ...transaction, ...signing(here) }).refused('TRANSACTION_UNUSABLE');
    }
  });

  it.each(Object.values(kinds))('is refused in the order of the codes: $type', (command) => {
    const here = world();
    const unknown = { wallet: { walletId: '00000000-0000-4000-8000-000000000000' } };
    const refused = (own: object) => {
      const outcome = here.outcome({ ...command, ...signing(here), ...own });
      return outcome.ok ? 'accepted' : outcome.error.code;
    };
    const undecryptable = { kind: 'undecryptable' };
    expect(refused({ ...unknown, secret: undecryptable })).toBe('CIPHERTEXT_INVALID');
    expect(refused({ ...unknown, secret: { ...secret, isReused: true } })).toBe(
      'CIPHERTEXT_REUSED',
    );
    const foreign = { ...secret, fingerprint: '0'.repeat(64) };
    expect(refused({ ...unknown, secret: foreign })).toBe('ENTITY_SECRET_WRONG');
    expect(refused({ ...unknown, network: 'main' })).toBe('WALLET_UNKNOWN');
    here.having({ type: 'FreezeWallet', walletId: walletAt(here, 0).id });
    expect(refused({ network: 'main' })).toBe('KEY_KIND_MISMATCH');
    expect(refused({})).toBe('WALLET_FROZEN');
  });
});
