// Random wallet sections of fixtures: sets, wallets on several blockchains, funds, mints.

import fc from 'fast-check';

export interface WalletSection {
  readonly walletSets: readonly object[];
}

const names = fc.constantFrom('till', 'operations', 'Ünïcode: "x" #1', '- dash', '');
const amounts = fc
  .tuple(fc.nat(1_000_000), fc.constantFrom('', '.5', '.000001'))
  .map(([whole, fraction]) => `${whole + 1}${fraction}`);
const address = fc.nat(3).map((digit) => `0x${String(digit + 1).repeat(40)}`);

const evmChains = fc.uniqueArray(
  fc.constantFrom('ETH-SEPOLIA', 'BASE-SEPOLIA', 'MATIC-AMOY', 'ETH'),
  { minLength: 1, maxLength: 3 },
);
const blockchains = fc.oneof(evmChains, fc.constantFrom(['SOL-DEVNET'], ['EVM-TESTNET']));

/** Tokens have one standard for each address, as a chain has one contract there. */
const mints = fc.uniqueArray(
  fc.record({ tokenAddress: address, amount: fc.constantFrom('1', '12.34') }).map((mint) => ({
    ...mint,
    standard: 'ERC20',
    symbol: `T${mint.tokenAddress[2]}`,
    decimals: 2,
  })),
  { maxLength: 2, selector: ({ tokenAddress }) => tokenAddress },
);

const wallets = fc
  .record(
    {
      blockchains,
      count: fc.integer({ min: 1, max: 2 }),
      name: names,
      refId: names,
      funds: fc.record({ native: amounts, usdc: amounts }, { requiredKeys: [] }),
      mints,
      frozen: fc.constant(true),
    },
    { requiredKeys: ['blockchains'] },
  )
  .map(({ funds, mints: minted, ...entry }) => {
    const [chain = ''] = entry.blockchains;
    const hasFunds = funds !== undefined && !chain.startsWith('EVM');
    const isEvm = hasFunds && !chain.startsWith('SOL');
    const allFunds = hasFunds && Object.keys(funds).length > 0 ? { funds } : {};
    return { ...entry, ...allFunds, ...(isEvm && minted !== undefined ? { mints: minted } : {}) };
  });

export const walletSection: fc.Arbitrary<WalletSection> = fc.record({
  walletSets: fc.array(
    fc.record(
      {
        name: names,
        userId: fc.constantFrom('customer-1', 'customer-2'),
        wallets: fc.array(wallets, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
});
