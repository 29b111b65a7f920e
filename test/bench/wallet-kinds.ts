// The memory use of a wallet, by kind, created in bulk and one by one, each with a name and a refId. It includes the stored
// results for repeated requests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewWallets } from '../../core/wallet/commands.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';
import {
  createStoreFile,
  usedBytes,
  createWallets,
  memory,
  loadProduct,
  runningWorld,
} from './wallet-filling.ts';

type Kind = Pick<NewWallets, 'accountType' | 'blockchains'>;

const kinds: Readonly<Record<string, Kind>> = {
  EOA: { accountType: 'EOA', blockchains: ['ETH-SEPOLIA'] },
  SCA: { accountType: 'SCA', blockchains: ['ETH-SEPOLIA'] },
  'on three chains': {
    accountType: 'EOA',
    blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA', 'MATIC-AMOY'],
  },
  'on Solana': { accountType: 'EOA', blockchains: ['SOL-DEVNET'] },
};

/** The number of wallets per call and chain, and in total. */
const fillings = [
  { perCall: 200, wallets: 200_000 },
  { perCall: 1, wallets: 60_000 },
];

const bytesMax = 400;

export async function walletKindFigures({ scale }: Effort): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    for (const { perCall, wallets } of fillings) {
      const bytes = await bytesOfOne(kind, perCall, wallets * scale);
      const called = `a wallet ${name}, ${perCall} a call, memory held`;
      figures.push(plainFigure(called, 'bytes', [bytes], { most: bytesMax }));
    }
  }
  return figures;
}

async function bytesOfOne(kind: Kind, perCall: number, wallets: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    const file = join(folder, 'wallets.db');
    const product = await loadProduct();
    const walletSetId = await createStoreFile(product, file);
    const engine = await product.open(file);
    const world = runningWorld(engine);
    const asked = (call: number): NewWallets => ({
      ...kind,
      walletSetId,
      count: perCall,
      metadata: Array.from({ length: perCall }, (_, index) => {
        const ordinal = (call * perCall + index).toString().padStart(8, '0');
        return { name: `wallet ${ordinal}`, refId: `cust${ordinal}` };
      }),
    });
    await createWallets(world, asked(0), -1); // warms up permanent caches of the process
    const before = usedBytes(memory());
    const calls = Math.ceil(wallets / (perCall * kind.blockchains.length));
    for (let call = 0; call < calls; call += 1) await createWallets(world, asked(call + 1), call);
    const held = usedBytes(memory()) - before;
    await engine.close();
    return held / (calls * perCall * kind.blockchains.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
