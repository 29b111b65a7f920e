import { getAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import type { InitiateTransfer } from '../../../../core/wallet/commands.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { formatAmount } from '../../../../core/wallet/tokens/amount.ts';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { given } from '../../../support/given.ts';
import {
  createWallets,
  firstEventOf,
  strangerAddress,
  transfer,
  usdcId,
} from '../../../support/wallet/commands.ts';
import {
  fundedWallets,
  balanceAt,
  outboundOfId,
  start,
  stateOfId,
} from '../../../support/wallet/setups.ts';
import {
  holding,
  nativeIdOf,
  outboundOf,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const ether = 10n ** 18n;
const nativeId = nativeIdOf('ETH-SEPOLIA');

/** The transfer of the first wallet of a world. */
function started(own: Partial<InitiateTransfer>) {
  const world = given(wallet, fundedWallets());
  return firstEventOf(
    world.having(transfer(walletAt(world, 0).id, own)).events,
    'TransferInitiated',
  );
}

/** The code with which the transfer of the first wallet is rejected. */
function refusal(own: Partial<InitiateTransfer>) {
  const world = given(wallet, fundedWallets());
  const outcome = world.outcome(transfer(walletAt(world, 0).id, own));
  return outcome.ok ? 'accepted' : outcome.error.code;
}

describe('the wallet of a transfer', () => {
  it('is found by its address on its chain, in any case', () => {
    const world = given(wallet, fundedWallets());
    const { id, address } = walletAt(world, 1);
    for (const text of [address, getAddress(address)]) {
      const wallet = { address: text, blockchain: 'ETH-SEPOLIA' } as const;
      const events = world.having(transfer(id, { wallet })).events;
      expect(firstEventOf(events, 'TransferInitiated').walletId).toBe(id);
    }
    const elsewhere = { address, blockchain: 'BASE-SEPOLIA' } as const;
    world.when(transfer(id, { wallet: elsewhere })).refused('WALLET_UNKNOWN');
  });
});

describe('the token of a transfer', () => {
  const address = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238';

  it('is found by its address on the chain of the wallet or the named one', () => {
    expect(started({ token: { tokenAddress: address } }).tokenId).toBe(usdcId);
    const named = { tokenAddress: getAddress(address), blockchain: 'ETH-SEPOLIA' } as const;
    expect(started({ token: named }).tokenId).toBe(usdcId);
  });

  it('is the native one if wallet and chain are named and no token is', () => {
    const world = given(wallet, fundedWallets());
    const { id, address } = walletAt(world, 0);
    const sender = { address, blockchain: 'ETH-SEPOLIA' } as const;
    for (const token of [{ unnamed: true }, { tokenAddress: '' }] as const) {
      const events = world.having(transfer(id, { wallet: sender, token })).events;
      expect(firstEventOf(events, 'TransferInitiated').tokenId).toBe(nativeId);
    }
  });

  it('is refused at an address without a token', () => {
    expect(refusal({ token: { tokenAddress: strangerAddress } })).toBe('TOKEN_UNKNOWN');
  });

  it('is refused on a chain that has no transactions', () => {
    const world = given(wallet, fundedWallets());
    const created = createWallets(world.walletSetId, { blockchains: ['EVM-TESTNET'] });
    const [{ id, address } = walletAt(world, 0)] = firstEventOf(
      world.having(created).events,
      'WalletsCreated',
    ).wallets;
    const sender = { address, blockchain: 'EVM-TESTNET' } as const;
    const unnamed = transfer(id, { wallet: sender, token: { unnamed: true } });
    world
      .when(unnamed)
      .refused('OPERATION_NOT_OFFERED')
      .when(transfer(id))
      .refused('OPERATION_NOT_OFFERED');
  });
});

describe('the destination of a transfer', () => {
  it('is stored in lower case', () => {
    const destination = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
    expect(started({ destination }).destination).toBe(destination.toLowerCase());
  });

  it('must have the right checksum and be of the chain', () => {
    const wrong = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(refusal({ destination: wrong })).toBe('DESTINATION_INVALID');
    expect(refusal({ destination: '1'.repeat(32) })).toBe('DESTINATION_INVALID');
  });
});

describe('the amount of a transfer', () => {
  it.each([
    ['.01', '10000'],
    ['1.5', '1500000'],
    ['0.000001', '1'],
  ])('%s of USDC is %s units', (amount, units) => {
    expect(started({ amounts: [amount] }).units).toBe(units);
  });

  it.each([
    [[], 'AMOUNTS_INVALID'],
    [['1', '1'], 'AMOUNTS_INVALID'],
    [['0'], 'AMOUNTS_INVALID'],
    [['0.000000'], 'AMOUNTS_INVALID'],
    [[formatAmount(2n ** 256n, 6)], 'AMOUNTS_INVALID'], // above the maximum of the chain
    [[formatAmount(2n ** 256n - 1n, 6)], 'BALANCE_TOO_LOW'], // the maximum
    [['-1'], 'AMOUNTS_INVALID'],
    [['0.0000001'], 'AMOUNT_NOT_DECIMAL'],
    [['1e3'], 'AMOUNT_NOT_DECIMAL'],
    [[''], 'AMOUNT_NOT_DECIMAL'],
    [['1'.repeat(100)], 'AMOUNT_NOT_DECIMAL'],
  ] as const)('%j is refused with %s', (amounts, code) => {
    expect(refusal({ amounts })).toBe(code);
  });
});

describe('an amount that no transaction of the chain can carry', () => {
  it('is refused even if the wallet has it', () => {
    const world = given(wallet, fundedWallets(['SOL-DEVNET'], { native: '18000000000' })); // nearly 2^64 lamports
    const [one, two] = [walletAt(world, 0), walletAt(world, 1)];
    const token = { tokenId: nativeIdOf('SOL-DEVNET') };
    const send = (from: typeof one, to: typeof one, amount: string) =>
      transfer(from.id, { token, destination: to.address, amounts: [amount] });
    world.having(send(one, two, '10000000000')).after('1m');
    expect(holding(world, two).units).toBe(28n * 10n ** 18n);
    world
      .when(send(two, one, '19000000000'))
      .refused('AMOUNTS_INVALID')
      .having(send(two, one, '18000000000'));
  });
});

describe('the reservation of a transfer', () => {
  it('reserves amount and gas, and does not change the balance', () => {
    const world = given(wallet, fundedWallets());
    const sender = walletAt(world, 0);
    const id = start(world, transfer(sender.id, { amounts: ['400'] }));
    const { fee, gasReserved } = outboundOf(world, id);
    world.showsExactly(balanceAt(sender, usdcId), {
      units: 1_000_000_000n,
      reserved: 400_000_000n,
    });
    expect(gasReserved).toBe(fee.maxFee * 65_000n);
    world.showsExactly(balanceAt(sender), { units: 10n * ether, reserved: gasReserved });
  });

  it('leaves the rest to later transfers', () => {
    const world = given(wallet, fundedWallets());
    const { id } = walletAt(world, 0);
    const send = (amount: string) => transfer(id, { amounts: [amount] });
    world
      .having(send('600'))
      .when(send('400.000001'))
      .refused('BALANCE_TOO_LOW')
      .having(send('400'))
      .when(send('0.000001'))
      .refused('BALANCE_TOO_LOW');
  });

  it('distinguishes reserved native tokens from missing ones', () => {
    const world = given(wallet, fundedWallets());
    const { id } = walletAt(world, 0);
    const token = { tokenId: nativeId };
    const send = (amount: string) => transfer(id, { token, amounts: [amount] });
    world.having(send('6'));
    for (const amount of ['4', '6', '10']) {
      world.when(send(amount)).refused('NATIVE_BALANCE_TOO_LOW');
    }
    world
      .when(send('10.1'))
      .refused('BALANCE_TOO_LOW')
      .after('5m')
      .when(send('6'))
      .refused('BALANCE_TOO_LOW')
      .having(send('3'));
  });

  it('counts amount and gas together for the native token', () => {
    const world = given(wallet, fundedWallets());
    const sender = walletAt(world, 0);
    const token = { tokenId: nativeId };
    const id = start(world, transfer(sender.id, { token, amounts: ['9'] }));
    expect(holding(world, sender).reserved).toBe(9n * ether + outboundOf(world, id).gasReserved);
    world.when(transfer(sender.id, { token, amounts: ['1'] })).refused('NATIVE_BALANCE_TOO_LOW');
  });

  it('accepts a transfer that leaves nothing for gas, which screening fails', () => {
    const world = given(wallet, fundedWallets());
    const sender = walletAt(world, 0);
    const whole = transfer(sender.id, { token: { tokenId: nativeId }, amounts: ['10'] });
    const id = start(world, whole);
    world
      .shows(outboundOfId(id), { state: 'INITIATED', gasReserved: 0n })
      .after('200ms')
      .shows(outboundOfId(id), {
        state: 'FAILED',
        failure: { reason: 'INSUFFICIENT_NATIVE_TOKEN' },
      })
      .showsExactly(balanceAt(sender), { units: 10n * ether, reserved: 0n });
  });

  it('is completed at screening if gas has arrived by then', () => {
    const world = given(wallet, fundedWallets(['ETH-SEPOLIA'], { usdc: '10' }));
    const sender = walletAt(world, 0);
    const id = start(world, transfer(sender.id));
    world
      .having({ type: 'FundWallet', walletId: sender.id, amounts: { native: '1' } })
      .after('200ms')
      .shows(stateOfId(id), 'CLEARED');
    expect(holding(world, sender).reserved).toBe(outboundOf(world, id).fee.maxFee * 65_000n);
  });
});

describe('a transfer', () => {
  it('has a reference only if one was given', () => {
    expect(started({ refId: 'inv-9' }).refId).toBe('inv-9');
    expect(started({})).not.toHaveProperty('refId');
  });

  it('of a token that the wallet never had is refused', () => {
    const eurc = stablecoinOf('ETH-SEPOLIA', 'EURC');
    expect(refusal({ token: { tokenId: eurc?.id ?? '' } })).toBe('BALANCE_TOO_LOW');
  });
});
