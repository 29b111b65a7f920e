// A growing set: wallets created by the command of the API, 200 per call, and their cost in time, memory and storage. The cost
// of ten million is a projection: every figure except the page grows in proportion.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewWallets } from '../../core/wallet/commands.ts';
import type { WalletFilter } from '../../core/wallet/views/wallet.ts';
import { importBuilt } from './built.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';
import { record } from './session.ts';
import {
  createStoreFile,
  usedBytes,
  createWallets,
  memory,
  loadProduct,
  runningWorld,
  type Product,
} from './wallet-filling.ts';

const walletCount = 1_000_000;
const walletsPerCall = 200;
/** The most wallets of a set (spec "Limits"). */
const walletsMax = 10_000_000;
const pageSize = 50;
const pagesRead = 200;

export async function walletFigures({ scale }: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    const file = join(folder, 'wallets.db');
    const calls = Math.ceil((walletCount * scale) / walletsPerCall);
    const count = calls * walletsPerCall;
    const product = await loadProduct();
    const walletSetId = await createStoreFile(product, file);
    const filling = await fill(product, file, walletSetId, calls);
    const perWallet = (bytes: number) => bytes / count;
    const logBytes = statSync(file).size;
    await writeSnapshot(product, file, walletSetId);
    const snapshotBytes = statSync(file).size - logBytes;
    const restarted = await restart(product, file, walletSetId);
    const { restartMs, processorMs, ofSetMs, ofChainMs } = restarted;
    const times = walletsMax / count;
    return [
      plainFigure(`wallets made, of ${count.toLocaleString('en')}`, '/s', [
        count / (filling.elapsedMs / 1_000),
      ]),
      plainFigure('a wallet, memory held', 'bytes', [perWallet(filling.heldBytes)], { most: 400 }),
      plainFigure('a wallet, resident memory', 'bytes', [perWallet(filling.residentBytes)]),
      plainFigure('a wallet, in the log', 'bytes', [perWallet(logBytes)]),
      plainFigure('a wallet, in the snapshot', 'bytes', [perWallet(snapshotBytes)]),
      plainFigure('restart from the snapshot', 'ms', [restartMs]),
      plainFigure('restart from the snapshot, of the processor', 'ms', [processorMs]),
      plainFigure(`page of ${pageSize} at the far end`, 'ms', [ofSetMs], { most: 2 }),
      plainFigure(`page of ${pageSize} of the set on a chain, there`, 'ms', [ofChainMs], {
        most: 2,
      }),
      plainFigure('10,000,000 wallets, filling, from this', 'minutes', [
        (filling.elapsedMs * times) / 60_000,
      ]),
      plainFigure('10,000,000 wallets, memory held, from this', 'GiB', [
        (filling.heldBytes * times) / 2 ** 30,
      ]),
      plainFigure('10,000,000 wallets, restart, from this', 's', [(restartMs * times) / 1_000]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function manyPlain(walletSetId: string): NewWallets {
  return { walletSetId, blockchains: ['ETH-SEPOLIA'], count: walletsPerCall, accountType: 'EOA' };
}

async function fill({ open }: Product, file: string, walletSetId: string, calls: number) {
  const engine = await open(file);
  const world = runningWorld(engine);
  await createWallets(world, manyPlain(walletSetId), -1); // warms up permanent caches of the process
  const before = memory();
  const startedMs = performance.now();
  for (let call = 0; call < calls; call += 1)
    await createWallets(world, manyPlain(walletSetId), call);
  const elapsedMs = performance.now() - startedMs;
  const after = memory();
  await engine.close();
  return {
    elapsedMs,
    heldBytes: usedBytes(after) - usedBytes(before),
    residentBytes: after.rss - before.rss,
  };
}

async function writeSnapshot({ open }: Product, file: string, walletSetId: string): Promise<void> {
  const engine = await open(file, 1);
  await createWallets(runningWorld(engine), manyPlain(walletSetId), 1e6);
  while ((await engine.store.snapshots(record.name)).length === 0) {
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  await engine.close();
}

/** The duration of a start, and of a page of wallets after all others. */
async function restart({ open }: Product, file: string, walletSetId: string) {
  const { walletsView } = await importBuilt('core/wallet/views/wallet.js');
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const engine = await open(file);
  const restartMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  const processorMs = (user + system) / 1_000;
  const pageMs = (filter: WalletFilter) =>
    runningWorld(engine).read(({ wallet: state }) => {
      const page = () => {
        const pageAfter = state.wallets.at(pageSize)?.id;
        const listed = walletsView(state, filter, { pageSize, pageAfter, order: 'DESC' });
        const count = listed.ok ? listed.value.items.length : 0;
        if (count !== pageSize) throw new Error('The page is short.');
      };
      page();
      const beganMs = performance.now();
      for (let read = 0; read < pagesRead; read += 1) page();
      return (performance.now() - beganMs) / pagesRead;
    });
  const ofSetMs = await pageMs({ walletSetId });
  const ofChainMs = await pageMs({ walletSetId, blockchain: 'ETH-SEPOLIA' });
  await engine.close();
  return { restartMs, processorMs, ofSetMs, ofChainMs };
}
