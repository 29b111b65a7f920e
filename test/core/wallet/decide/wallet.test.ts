import { describe, expect, it } from 'vitest';
import { createContext } from '../../../../core/kernel/context.ts';
import {
  type Blockchain,
  blockchains,
  chainOf,
} from '../../../../core/wallet/chain/blockchains.ts';
import type { CreateWallets } from '../../../../core/wallet/commands.ts';
import { walletsPerSetMax } from '../../../../core/wallet/decide/wallet.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { isAddress } from '../../../../core/wallet/keys/address.ts';
import { addressOf } from '../../../../core/wallet/keys/hd-tree.ts';
import { epochMs, genesisOf, hash } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import {
  createWallets,
  createWalletSet,
  firstEventOf,
  secret,
  transfer,
} from '../../../support/wallet/commands.ts';

/** A world with a set, and the results of its requests for wallets. */
function tree() {
  const world = given(wallet);
  const newSet = () =>
    firstEventOf(world.having(createWalletSet()).events, 'WalletSetCreated').walletSetId;
  const walletSetId = newSet();
  const make = (
    codes: readonly Blockchain[],
    own: Partial<CreateWallets> = {},
    setId = walletSetId,
  ) => {
    const command = createWallets(setId, { blockchains: codes, ...own });
    return firstEventOf(world.having(command).events, 'WalletsCreated').wallets;
  };
  return { world, walletSetId, newSet, make };
}

const indices = (wallets: readonly { readonly index: number }[]) =>
  wallets.map(({ index }) => index);

describe('the index of a wallet', () => {
  it('starts at 1 and is the highest of the chain plus one', () => {
    const { make } = tree();
    expect(indices(make(['ETH-SEPOLIA'], { count: 2 }))).toEqual([1, 2]);
    expect(indices(make(['ETH-SEPOLIA']))).toEqual([3]);
    expect(indices(make(['BASE-SEPOLIA']))).toEqual([1]);
  });

  it('is one above all EVM chains of the request, which share index and address', () => {
    const { make } = tree();
    make(['ETH-SEPOLIA'], { count: 4 });
    make(['AVAX-FUJI']);
    const wallets = make(['AVAX-FUJI', 'ETH-SEPOLIA', 'BASE-SEPOLIA'], { count: 2 });
    expect(indices(wallets)).toEqual([5, 6, 5, 6, 5, 6]);
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(2);
    expect(wallets[0]?.address).toBe(wallets[2]?.address);
    expect(indices(make(['AVAX-FUJI']))).toEqual([7]);
  });

  it('leaves a gap on a chain with fewer wallets', () => {
    const { make } = tree();
    make(['ETH-SEPOLIA'], { count: 3 });
    make(['ETH-SEPOLIA', 'BASE-SEPOLIA']);
    expect(indices(make(['BASE-SEPOLIA']))).toEqual([5]);
  });

  it('of Solana does not follow the EVM chains', () => {
    const { make } = tree();
    make(['ETH-SEPOLIA'], { count: 3 });
    expect(indices(make(['ETH-SEPOLIA', 'SOL-DEVNET']))).toEqual([4, 1]);
  });

  it('derives one address on all EVM chains, also in separate requests', () => {
    const { make } = tree();
    expect(make(['ETH-SEPOLIA'])[0]?.address).toBe(make(['MATIC-AMOY'])[0]?.address);
  });
});

describe('the tree of a set', () => {
  it('grows from the seeded bytes of the set', () => {
    const { make } = tree();
    const context = createContext(genesisOf('test'), hash, epochMs);
    const secret = context.bytes('wallet-set/0');
    const [evm, solana] = make(['ETH-SEPOLIA', 'SOL-DEVNET']);
    expect(evm?.address).toBe(addressOf(secret, 'evm', 1));
    expect(solana?.address).toBe(addressOf(secret, 'solana', 1));
  });

  it('has indices and addresses of its own', () => {
    const { make, newSet } = tree();
    const [first] = make(['ETH-SEPOLIA']);
    const [second] = make(['ETH-SEPOLIA'], {}, newSet());
    expect(second?.index).toBe(1);
    expect(second?.address).not.toBe(first?.address);
  });

  it('has at most ten million wallets', () => {
    const { world, walletSetId, make } = tree();
    make(['ETH-SEPOLIA']);
    const chains = { blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA'] } as const;
    expect(walletsPerSetMax).toBe(10_000_000);
    world
      .when(createWallets(walletSetId, { ...chains, count: 5_000_000 }))
      .refused('WALLET_SET_FULL');
  });
});

describe('createWallets', () => {
  it('lists all wallets of the first chain, then of the next', () => {
    const { make } = tree();
    const wallets = make(['BASE-SEPOLIA', 'SOL-DEVNET', 'ETH-SEPOLIA'], { count: 2 });
    expect(wallets.map(({ blockchain }) => blockchain)).toEqual([
      'BASE-SEPOLIA',
      'BASE-SEPOLIA',
      'SOL-DEVNET',
      'SOL-DEVNET',
      'ETH-SEPOLIA',
      'ETH-SEPOLIA',
    ]);
    expect(new Set(wallets.map(({ id }) => id)).size).toBe(6);
  });

  it('sets the same metadata for an index on each chain', () => {
    const { make } = tree();
    const metadata = [{ name: 'till', refId: 'r-1' }, { refId: 'r-2' }];
    const wallets = make(['ETH-SEPOLIA', 'BASE-SEPOLIA'], { count: 2, metadata });
    expect(wallets).toMatchObject([...metadata, ...metadata]);
    expect(wallets[1]).not.toHaveProperty('name');
  });

  it('refuses a request with one chain of the other network', () => {
    const { world, walletSetId } = tree();
    const mixed = createWallets(walletSetId, { blockchains: ['ETH-SEPOLIA', 'BASE'] });
    world.when(mixed).refused('KEY_KIND_MISMATCH');
  });

  it('creates wallets on every chain of the service', () => {
    const { make } = tree();
    const test = blockchains.filter((code) => chainOf(code).network === 'test');
    const main = blockchains.filter((code) => chainOf(code).network === 'main');
    for (const wallet of [...make(test), ...make(main, { network: 'main' })]) {
      expect(isAddress(chainOf(wallet.blockchain).family, wallet.address)).toBe(true);
      expect(wallet.index).toBe(1);
    }
    expect(test.length + main.length).toBe(25);
  });
});

describe('provisionWallets', () => {
  it('creates wallets on chains of both networks, along the same tree as requests', () => {
    const { world, walletSetId, make } = tree();
    const { wallets } = firstEventOf(
      world.having({
        type: 'ProvisionWallets',
        walletSetId,
        blockchains: ['ETH', 'ETH-SEPOLIA', 'SOL'],
        count: 2,
        accountType: 'EOA',
        metadata: [{ name: 'till' }, { refId: 'r-2' }],
      }).events,
      'WalletsCreated',
    );
    expect(indices(wallets)).toEqual([1, 2, 1, 2, 1, 2]);
    expect(wallets[1]).toMatchObject({ refId: 'r-2', address: wallets[3]?.address });
    expect(indices(make(['ETH-SEPOLIA']))).toEqual([3]);
    expect(world.wallet.idempotencyEntries.size).toBe(2); // only requests have entries
  });

  it('has the rejections of requests', () => {
    const { world, walletSetId } = tree();
    const provision = {
      type: 'ProvisionWallets',
      walletSetId,
      count: 2,
      accountType: 'EOA',
    } as const;
    const blockchains = ['ETH-SEPOLIA'] as const;
    world
      .when({ ...provision, blockchains, walletSetId: 'nowhere' })
      .refused('WALLET_SET_UNKNOWN')
      .when({ ...provision, blockchains, metadata: [{}] })
      .refused('METADATA_COUNT_MISMATCH')
      .when({ ...provision, blockchains, count: 10_000_001 })
      .refused('WALLET_SET_FULL');
  });
});

describe('provisioned smart accounts', () => {
  const order = { type: 'ProvisionWallets', count: 1, accountType: 'SCA' } as const;

  it('have the selected core', () => {
    const { world, walletSetId } = tree();
    const scaCore = 'circle_4337_v1';
    const wanted = { scaCore, blockchains: ['ETH-SEPOLIA'] } as const;
    const events = world.having({ ...order, ...wanted, walletSetId }).events;
    const [{ id } = { id: '' }] = firstEventOf(events, 'WalletsCreated').wallets;
    expect(world.wallet.wallets.get(id)?.scaCore).toBe(scaCore);
  });

  it('are refused in the same cases as requests for them', () => {
    const { world, walletSetId } = tree();
    world
      .when({ ...order, walletSetId, blockchains: ['SOL'] })
      .refused('ACCOUNT_TYPE_NOT_OFFERED', { detail: 'on SOL' });
  });
});

describe('updateWallet', () => {
  it('changes the given fields only', () => {
    const { world, make } = tree();
    const [{ id } = { id: '' }] = make(['ETH-SEPOLIA'], {
      metadata: [{ name: 'old', refId: 'r-1' }],
    });
    world.after('1s').having({ type: 'UpdateWallet', walletId: id, name: 'new' });
    expect(world.wallet.wallets.get(id)).toMatchObject({
      name: 'new',
      refId: 'r-1',
      createdMs: epochMs,
      updatedMs: epochMs + 1_000,
    });
  });

  it('refuses an unknown wallet', () => {
    const update = { type: 'UpdateWallet', walletId: 'nowhere', name: 'x' } as const;
    tree().world.when(update).refused('WALLET_UNKNOWN');
  });
});

describe('smart accounts', () => {
  const smart = { accountType: 'SCA' } as const;

  it('have indices of their own, beside those of plain accounts', () => {
    const { make } = tree();
    make(['ETH-SEPOLIA'], { count: 3 });
    expect(indices(make(['ETH-SEPOLIA', 'BASE-SEPOLIA'], smart))).toEqual([1, 1]);
    expect(indices(make(['ETH-SEPOLIA'], { ...smart, count: 2 }))).toEqual([2, 3]);
    expect(indices(make(['ETH-SEPOLIA']))).toEqual([4]);
  });

  it('have one address on all EVM chains, which is that of no plain account', () => {
    const { make } = tree();
    const plain = make(['ETH-SEPOLIA'], { count: 5 }).map(({ address }) => address);
    const [first, second] = make(['ETH-SEPOLIA', 'MATIC-AMOY'], smart);
    expect(first?.address).toBe(second?.address);
    expect(plain).not.toContain(first?.address);
  });

  it('are created with the newest core, not deployed', () => {
    const { world, make } = tree();
    const [{ id } = { id: '' }] = make(['ETH-SEPOLIA'], smart);
    const wallet = world.wallet.wallets.get(id);
    expect(wallet).toMatchObject({ ...smart, scaCore: 'circle_6900_singleowner_v3' });
    expect(wallet).not.toHaveProperty('isDeployed');
  });

  it('are deployed by their first mined transaction', () => {
    const { world, make } = tree();
    const [{ id } = { id: '' }] = make(['ETH-SEPOLIA'], smart);
    world
      .having({ type: 'FundWallet', walletId: id, amounts: { native: '1', usdc: '5' } })
      .having(transfer(id));
    expect(world.wallet.wallets.get(id)?.isDeployed).toBeUndefined();
    world.after('10m');
    expect(world.wallet.wallets.get(id)?.isDeployed).toBe(true);
  });

  it.each(['SOL-DEVNET', 'APTOS-TESTNET', 'NEAR-TESTNET', 'EVM-TESTNET'] as const)(
    'are not offered on %s',
    (blockchain) => {
      const { world, walletSetId } = tree();
      const command = createWallets(walletSetId, {
        ...smart,
        blockchains: ['ETH-SEPOLIA', blockchain],
      });
      world.when(command).refused('ACCOUNT_TYPE_NOT_OFFERED', { detail: `on ${blockchain}` });
    },
  );
});

describe('the wallets of an end user', () => {
  const userId = 'user-1';

  function withUser() {
    const world = given(wallet);
    const { walletSetId } = firstEventOf(
      world.having({ type: 'ProvisionWalletSet', custodyType: 'ENDUSER', userId }).events,
      'WalletSetCreated',
    );
    const order = { type: 'ProvisionWallets', walletSetId, count: 1, accountType: 'EOA' } as const;
    const added = world.having({ ...order, blockchains: ['ETH-SEPOLIA'] }).events;
    const [account] = firstEventOf(added, 'WalletsCreated').wallets;
    if (account === undefined) throw new Error('one wallet was added');
    return { world, walletSetId, account };
  }

  it('carry the id of the user', () => {
    const { world, account } = withUser();
    expect(world.wallet.wallets.get(account.id)?.userId).toBe(userId);
  });

  it('are unknown to every request that would change them', () => {
    const { world, walletSetId, account } = withUser();
    const walletId = account.id;
    const source = { address: account.address, blockchain: account.blockchain };
    const message = { message: 'x', encodedByHex: false };
    const refused = [
      { type: 'UpdateWallet', walletId, name: 'x' },
      { type: 'DeriveWallet', network: 'test', source, blockchain: 'BASE-SEPOLIA' },
      transfer(walletId),
      { type: 'SignMessage', network: 'test', wallet: { walletId }, secret, ...message },
    ] as const;
    for (const command of refused) world.when(command).refused('WALLET_UNKNOWN');
    const ofSet = [createWallets(walletSetId), { type: 'UpdateWalletSet', walletSetId }] as const;
    for (const command of ofSet) world.when(command).refused('WALLET_SET_UNKNOWN');
  });
});

describe('freezing', () => {
  it('marks a wallet, and unfreezing removes the mark', () => {
    const { world, make } = tree();
    const [{ id: walletId } = { id: '' }] = make(['ETH-SEPOLIA']);
    const status = () => world.wallet.wallets.get(walletId)?.status;
    world.when({ type: 'FreezeWallet', walletId }).thenExactly({ type: 'WalletFrozen', walletId });
    expect(status()).toBe('FROZEN');
    world
      .when({ type: 'FreezeWallet', walletId })
      .then()
      .when({ type: 'UpdateWallet', walletId, name: 'x' })
      .refused('WALLET_FROZEN')
      .having({ type: 'UnfreezeWallet', walletId });
    expect(status()).toBe('LIVE');
    world.when({ type: 'UnfreezeWallet', walletId }).then();
  });

  it.each(['FreezeWallet', 'UnfreezeWallet'] as const)('%s requires a wallet', (type) => {
    tree().world.when({ type, walletId: 'nowhere' }).refused('WALLET_UNKNOWN');
  });
});
