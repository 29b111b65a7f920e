import { describe, expect, it } from 'vitest';
import {
  blockchains,
  chainOf,
  type Blockchain,
} from '../../../../core/wallet/chain/blockchains.ts';
import type { CreateWallets } from '../../../../core/wallet/commands.ts';
import { walletsPerSetMax } from '../../../../core/wallet/decide/wallet.ts';
import { isAddress } from '../../../../core/wallet/keys/address.ts';
import { addressOf } from '../../../../core/wallet/keys/hd-tree.ts';
import { createContext } from '../../../../core/kernel/context.ts';
import { epochMs, genesisOf, hash, pureWorld } from '../../../support/engine/pure-world.ts';
import {
  createWallets,
  createWalletSet,
  pick,
  secret,
  transfer,
} from '../../../support/wallet/commands.ts';

/** A world with a set, and what its requests for wallets give. */
function tree() {
  const world = pureWorld();
  const newSet = () => pick(world.did(createWalletSet()), 'WalletSetCreated').walletSetId;
  const walletSetId = newSet();
  const make = (
    codes: readonly Blockchain[],
    own: Partial<CreateWallets> = {},
    setId = walletSetId,
  ) => {
    const command = createWallets(setId, { blockchains: codes, ...own });
    return pick(world.did(command), 'WalletsCreated').wallets;
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

  it('leaves the gap on a chain that fell behind', () => {
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

  it('gives one address on all EVM chains, even in separate requests', () => {
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

  it('bears at most ten million wallets', () => {
    const { world, walletSetId, make } = tree();
    make(['ETH-SEPOLIA']);
    const chains = { blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA'] } as const;
    expect(walletsPerSetMax).toBe(10_000_000);
    expect(world.refused(createWallets(walletSetId, { ...chains, count: 5_000_000 })).code).toBe(
      'WALLET_SET_FULL',
    );
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

  it('describes the wallets of an index alike on each chain', () => {
    const { make } = tree();
    const metadata = [{ name: 'till', refId: 'r-1' }, { refId: 'r-2' }];
    const wallets = make(['ETH-SEPOLIA', 'BASE-SEPOLIA'], { count: 2, metadata });
    expect(wallets).toMatchObject([...metadata, ...metadata]);
    expect(wallets[1]).not.toHaveProperty('name');
  });

  it('refuses a request with one chain of the other network', () => {
    const { world, walletSetId } = tree();
    const mixed = createWallets(walletSetId, { blockchains: ['ETH-SEPOLIA', 'BASE'] });
    expect(world.refused(mixed).code).toBe('KEY_KIND_MISMATCH');
  });

  it('makes wallets on every chain of the service', () => {
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
  it('makes wallets on chains of both networks, along the tree that requests go on with', () => {
    const { world, walletSetId, make } = tree();
    const { wallets } = pick(
      world.did({
        type: 'ProvisionWallets',
        walletSetId,
        blockchains: ['ETH', 'ETH-SEPOLIA', 'SOL'],
        count: 2,
        accountType: 'EOA',
        metadata: [{ name: 'till' }, { refId: 'r-2' }],
      }),
      'WalletsCreated',
    );
    expect(indices(wallets)).toEqual([1, 2, 1, 2, 1, 2]);
    expect(wallets[1]).toMatchObject({ refId: 'r-2', address: wallets[3]?.address });
    expect(indices(make(['ETH-SEPOLIA']))).toEqual([3]);
    expect(world.wallet.idempotencyEntries.size).toBe(2); // of the requests alone
  });

  it('refuses what requests are refused', () => {
    const { world, walletSetId } = tree();
    const provision = {
      type: 'ProvisionWallets',
      walletSetId,
      count: 2,
      accountType: 'EOA',
    } as const;
    const blockchains = ['ETH-SEPOLIA'] as const;
    expect(world.refused({ ...provision, blockchains, walletSetId: 'nowhere' }).code).toBe(
      'WALLET_SET_UNKNOWN',
    );
    expect(world.refused({ ...provision, blockchains, metadata: [{}] }).code).toBe(
      'METADATA_COUNT_MISMATCH',
    );
    expect(world.refused({ ...provision, blockchains, count: 10_000_001 }).code).toBe(
      'WALLET_SET_FULL',
    );
  });
});

describe('provisioned smart accounts', () => {
  const order = { type: 'ProvisionWallets', count: 1, accountType: 'SCA' } as const;

  it('have a core of choice', () => {
    const { world, walletSetId } = tree();
    const scaCore = 'circle_4337_v1';
    const wanted = { scaCore, blockchains: ['ETH-SEPOLIA'] } as const;
    const events = world.did({ ...order, ...wanted, walletSetId });
    const [{ id } = { id: '' }] = pick(events, 'WalletsCreated').wallets;
    expect(world.wallet.wallets.get(id)?.scaCore).toBe(scaCore);
  });

  it('are refused where requests for them are', () => {
    const { world, walletSetId } = tree();
    const refused = world.refused({ ...order, walletSetId, blockchains: ['SOL'] });
    expect(refused.code).toBe('ACCOUNT_TYPE_NOT_OFFERED');
  });
});

describe('updateWallet', () => {
  it('changes what is given and keeps the rest', () => {
    const { world, make } = tree();
    const [{ id } = { id: '' }] = make(['ETH-SEPOLIA'], {
      metadata: [{ name: 'old', refId: 'r-1' }],
    });
    world.pass(1_000);
    world.did({ type: 'UpdateWallet', walletId: id, name: 'new' });
    expect(world.wallet.wallets.get(id)).toMatchObject({
      name: 'new',
      refId: 'r-1',
      createdMs: epochMs,
      updatedMs: epochMs + 1_000,
    });
  });

  it('refuses a wallet that is not there', () => {
    const update = { type: 'UpdateWallet', walletId: 'nowhere', name: 'x' } as const;
    expect(tree().world.refused(update).code).toBe('WALLET_UNKNOWN');
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

  it('are made with the newest core, and not deployed', () => {
    const { world, make } = tree();
    const [{ id } = { id: '' }] = make(['ETH-SEPOLIA'], smart);
    const wallet = world.wallet.wallets.get(id);
    expect(wallet).toMatchObject({ ...smart, scaCore: 'circle_6900_singleowner_v3' });
    expect(wallet).not.toHaveProperty('isDeployed');
  });

  it('are deployed by their first mined transaction', () => {
    const { world, make } = tree();
    const [{ id } = { id: '' }] = make(['ETH-SEPOLIA'], smart);
    world.did({ type: 'FundWallet', walletId: id, amounts: { native: '1', usdc: '5' } });
    world.did(transfer(id));
    expect(world.wallet.wallets.get(id)?.isDeployed).toBeUndefined();
    world.pass(600_000);
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
      expect(world.refused(command)).toMatchObject({
        code: 'ACCOUNT_TYPE_NOT_OFFERED',
        detail: `on ${blockchain}`,
      });
    },
  );
});

describe('the wallets of an end user', () => {
  const userId = 'user-1';

  function withUser() {
    const world = pureWorld();
    const { walletSetId } = pick(
      world.did({ type: 'ProvisionWalletSet', custodyType: 'ENDUSER', userId }),
      'WalletSetCreated',
    );
    const order = { type: 'ProvisionWallets', walletSetId, count: 1, accountType: 'EOA' } as const;
    const added = world.did({ ...order, blockchains: ['ETH-SEPOLIA'] });
    const [wallet] = pick(added, 'WalletsCreated').wallets;
    if (wallet === undefined) throw new Error('one wallet was added');
    return { world, walletSetId, wallet };
  }

  it('carry the id of the user', () => {
    const { world, wallet } = withUser();
    expect(world.wallet.wallets.get(wallet.id)?.userId).toBe(userId);
  });

  it('are unknown to every request that would change something', () => {
    const { world, walletSetId, wallet } = withUser();
    const walletId = wallet.id;
    const source = { address: wallet.address, blockchain: wallet.blockchain };
    const message = { message: 'x', encodedByHex: false };
    const refused = [
      { type: 'UpdateWallet', walletId, name: 'x' },
      { type: 'DeriveWallet', network: 'test', source, blockchain: 'BASE-SEPOLIA' },
      transfer(walletId),
      { type: 'SignMessage', network: 'test', wallet: { walletId }, secret, ...message },
    ] as const;
    for (const command of refused) expect(world.refused(command).code).toBe('WALLET_UNKNOWN');
    const ofSet = [createWallets(walletSetId), { type: 'UpdateWalletSet', walletSetId }] as const;
    for (const command of ofSet) expect(world.refused(command).code).toBe('WALLET_SET_UNKNOWN');
  });
});

describe('freezing', () => {
  it('marks a wallet, and thawing lets it go', () => {
    const { world, make } = tree();
    const [{ id: walletId } = { id: '' }] = make(['ETH-SEPOLIA']);
    const status = () => world.wallet.wallets.get(walletId)?.status;
    expect(world.did({ type: 'FreezeWallet', walletId })).toEqual([
      { type: 'WalletFrozen', walletId },
    ]);
    expect(status()).toBe('FROZEN');
    expect(world.did({ type: 'FreezeWallet', walletId })).toEqual([]);
    expect(world.refused({ type: 'UpdateWallet', walletId, name: 'x' }).code).toBe('WALLET_FROZEN');
    world.did({ type: 'UnfreezeWallet', walletId });
    expect(status()).toBe('LIVE');
    expect(world.did({ type: 'UnfreezeWallet', walletId })).toEqual([]);
  });

  it.each(['FreezeWallet', 'UnfreezeWallet'] as const)('%s wants a wallet', (type) => {
    expect(tree().world.refused({ type, walletId: 'nowhere' }).code).toBe('WALLET_UNKNOWN');
  });
});
