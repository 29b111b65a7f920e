// The blockchains of the service and how each behaves, as data. Codes: spec "Enumerations". Chain ids, confirmations
// and block times: reference/wallet.md sections 5 and 7. Fee levels are round figures of ours (design section 9).

export const blockchains = [
  'ETH',
  'ETH-SEPOLIA',
  'AVAX',
  'AVAX-FUJI',
  'MATIC',
  'MATIC-AMOY',
  'SOL',
  'SOL-DEVNET',
  'ARB',
  'ARB-SEPOLIA',
  'NEAR',
  'NEAR-TESTNET',
  'EVM',
  'EVM-TESTNET',
  'UNI',
  'UNI-SEPOLIA',
  'BASE',
  'BASE-SEPOLIA',
  'OP',
  'OP-SEPOLIA',
  'APTOS',
  'APTOS-TESTNET',
  'ARC-TESTNET',
  'MONAD',
  'MONAD-TESTNET',
] as const;

export type Blockchain = (typeof blockchains)[number];

export type Network = 'test' | 'main';

/** The cryptography of a chain: its keys, addresses and signatures. */
export type Family = 'evm' | 'solana' | 'aptos' | 'near';

/** The simulated part of a chain: blocks, a fee market, transactions. */
export interface ChainRules {
  /** EIP-155 chain id, or Aptos's own; 0 on Solana, which has none. */
  readonly chainId: number;
  readonly blockTimeMs: number;
  /** Own blocks from inclusion to COMPLETE; 0 is instant finality, without a CONFIRMED. */
  readonly confirmations: number;
  /** The base fee of a calm chain, in the smallest unit of the native token per unit of gas. */
  readonly baseFee: bigint;
  /** The most transactions of one sender in the mempool; unlimited on chains without nonces. */
  readonly pendingMax: number;
  /** Transactions of a sender are ordered by nonces (on Aptos: sequence numbers, which the service does not show). */
  readonly hasNonces: boolean;
  /** A transaction in the mempool can be replaced, so accelerate and cancel are offered. */
  readonly canReplace: boolean;
  /** A rollup: each transaction also pays for its data on the first layer. */
  readonly hasL1Fee?: true;
  /** The maximum of maxFee times gasLimit (error 155211). */
  readonly feeCap: bigint;
}

export interface Chain {
  readonly blockchain: Blockchain;
  readonly network: Network;
  readonly family: Family;
  readonly nativeDecimals: number;
  /** Absent where the service offers no transactions on the chain. */
  readonly rules?: ChainRules;
}

const gwei = 1_000_000_000n;
const unlimited = Number.MAX_SAFE_INTEGER;

/** Rules of an EVM chain: the defaults with its own values. Mempool limits are the documented ones, or those of ETH. */
function evm(chainId: number, own: Omit<Partial<ChainRules>, 'chainId'>): ChainRules {
  return {
    chainId,
    blockTimeMs: 2_000,
    confirmations: 12,
    baseFee: 10n * gwei,
    pendingMax: 32,
    hasNonces: true,
    canReplace: true,
    feeCap: 10n ** 18n,
    ...own,
  };
}

// Confirmations are in own blocks: "12 ETH blocks" are 144 s. UNI's documented 300 blocks and 3 minutes do not fit its
// block time of 1 s; what a client can see is the time, so that is kept.
const eth = { blockTimeMs: 12_000 };
const avax = { confirmations: 1, baseFee: 25n * gwei };
const matic = { confirmations: 2, baseFee: 30n * gwei, pendingMax: 16, feeCap: 10n * 10n ** 18n };
const rollup = { baseFee: gwei / 20n, hasL1Fee: true } as const;
const arb = {
  ...rollup,
  blockTimeMs: 250,
  confirmations: 576,
  baseFee: gwei / 10n,
  canReplace: false,
};
const base = { ...rollup, confirmations: 72 };
const op = { ...rollup, confirmations: 108 };
const uni = { ...rollup, blockTimeMs: 1_000, confirmations: 175 };
const arc = { blockTimeMs: 500, confirmations: 0, baseFee: 160n * gwei };
const monad = { blockTimeMs: 400, confirmations: 2, baseFee: 50n * gwei };
/** Gas is one signature, the base fee the 5,000 lamports that one costs. */
const sol: ChainRules = {
  chainId: 0,
  blockTimeMs: 400,
  confirmations: 33,
  baseFee: 5_000n,
  pendingMax: unlimited,
  hasNonces: false,
  canReplace: false,
  feeCap: 1_000_000_000n,
};

/** Rules of Aptos. Prices are in octas; a sender pays the offered price, not that of the block. */
function aptos(chainId: number): ChainRules {
  return {
    chainId,
    blockTimeMs: 500,
    confirmations: 1,
    baseFee: 100n,
    pendingMax: 100, // the default of its nodes
    hasNonces: true,
    canReplace: false,
    feeCap: 100_000_000n,
  };
}

function chain(
  blockchain: Blockchain,
  network: Network,
  family: Family,
  rules?: ChainRules,
): Chain {
  const nativeDecimals = { evm: 18, solana: 9, aptos: 8, near: 24 }[family];
  const known = { blockchain, network, family, nativeDecimals };
  return rules === undefined ? known : { ...known, rules };
}

const chains: Readonly<Record<Blockchain, Chain>> = {
  ETH: chain('ETH', 'main', 'evm', evm(1, eth)),
  'ETH-SEPOLIA': chain('ETH-SEPOLIA', 'test', 'evm', evm(11_155_111, eth)),
  AVAX: chain('AVAX', 'main', 'evm', evm(43_114, avax)),
  'AVAX-FUJI': chain('AVAX-FUJI', 'test', 'evm', evm(43_113, avax)),
  MATIC: chain('MATIC', 'main', 'evm', evm(137, matic)),
  'MATIC-AMOY': chain('MATIC-AMOY', 'test', 'evm', evm(80_002, matic)),
  SOL: chain('SOL', 'main', 'solana', sol),
  'SOL-DEVNET': chain('SOL-DEVNET', 'test', 'solana', sol),
  ARB: chain('ARB', 'main', 'evm', evm(42_161, arb)),
  'ARB-SEPOLIA': chain('ARB-SEPOLIA', 'test', 'evm', evm(421_614, arb)),
  NEAR: chain('NEAR', 'main', 'near'),
  'NEAR-TESTNET': chain('NEAR-TESTNET', 'test', 'near'),
  EVM: chain('EVM', 'main', 'evm'),
  'EVM-TESTNET': chain('EVM-TESTNET', 'test', 'evm'),
  UNI: chain('UNI', 'main', 'evm', evm(130, uni)),
  'UNI-SEPOLIA': chain('UNI-SEPOLIA', 'test', 'evm', evm(1_301, uni)),
  BASE: chain('BASE', 'main', 'evm', evm(8_453, base)),
  'BASE-SEPOLIA': chain('BASE-SEPOLIA', 'test', 'evm', evm(84_532, base)),
  OP: chain('OP', 'main', 'evm', evm(10, op)),
  'OP-SEPOLIA': chain('OP-SEPOLIA', 'test', 'evm', evm(11_155_420, op)),
  APTOS: chain('APTOS', 'main', 'aptos', aptos(1)),
  'APTOS-TESTNET': chain('APTOS-TESTNET', 'test', 'aptos', aptos(2)),
  'ARC-TESTNET': chain('ARC-TESTNET', 'test', 'evm', evm(5_042_002, arc)),
  MONAD: chain('MONAD', 'main', 'evm', evm(143, monad)),
  'MONAD-TESTNET': chain('MONAD-TESTNET', 'test', 'evm', evm(10_143, monad)),
};

/** The slowest chain that an operator can configure. */
export const blockTimeMsMax = 3_600_000;

export function chainOf(blockchain: Blockchain): Chain {
  return chains[blockchain];
}

/** The most units in a transaction of the family, and so the most in a deposit. */
export function unitsMax(family: Family): bigint {
  return family === 'evm' || family === 'near' ? 2n ** 256n - 1n : 2n ** 64n - 1n;
}

export function isBlockchain(text: string): text is Blockchain {
  return Object.hasOwn(chains, text);
}

/** All simulated chains. */
export const runningChains: readonly (Chain & { readonly rules: ChainRules })[] = blockchains
  .map((code) => chains[code])
  .filter((known): known is Chain & { readonly rules: ChainRules } => known.rules !== undefined);
