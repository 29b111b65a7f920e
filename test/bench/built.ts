// The built product, which is measured: types come from the source, code from dist.

import { existsSync, readFileSync } from 'node:fs';
import type * as entityKeys from '../../adapters/services/wallet/entity-keys.ts';
import type * as twin from '../../adapters/hosts/in-process/twin.ts';
import type * as fixtureFiles from '../../adapters/fixture/files.ts';
import type * as reprise from '../../adapters/reprise.ts';
import type * as memoryStore from '../../adapters/stores/memory/event-store.ts';
import type * as postgresStore from '../../adapters/stores/postgres/event-store.ts';
import type * as eventStore from '../../adapters/stores/sqlite/event-store.ts';
import type * as eventList from '../../core/calendar/views/event-list.ts';
import type * as engine from '../../core/engine/engine.ts';
import type * as journal from '../../core/engine/history/journal.ts';
import type * as oracle from '../../core/engine/oracle-cache.ts';
import type * as registry from '../../core/engine/registry.ts';
import type * as replay from '../../core/engine/replay.ts';
import type * as step from '../../core/engine/step.ts';
import type * as worldState from '../../core/engine/world-state.ts';
import type * as digest from '../../core/kernel/digest.ts';
import type * as dueQueue from '../../core/engine/due-queue.ts';
import type * as message from '../../core/kernel/message.ts';
import type * as walletEvolve from '../../core/wallet/evolve.ts';
import type * as ledger from '../../core/wallet/evolve/ledger.ts';
import type * as catalogue from '../../core/wallet/tokens/catalogue.ts';
import type * as holdingViews from '../../core/wallet/views/holdings.ts';
import type * as walletViews from '../../core/wallet/views/wallet.ts';
import type * as core from '../../core/index.ts';
import type * as flite from '../../adapters/voice/flite.ts';
import type * as speakPiece from '../../adapters/voice/speak-piece.ts';
import type * as signedTransfer from '../../core/wallet/broadcast/evm.ts';

/** The modules that the benchmarks use. */
interface Modules {
  readonly 'adapters/services/wallet/entity-keys.js': typeof entityKeys;
  readonly 'adapters/hosts/in-process/twin.js': typeof twin;
  readonly 'adapters/fixture/files.js': typeof fixtureFiles;
  readonly 'adapters/reprise.js': typeof reprise;
  readonly 'adapters/stores/memory/event-store.js': typeof memoryStore;
  readonly 'adapters/stores/postgres/event-store.js': typeof postgresStore;
  readonly 'adapters/stores/sqlite/event-store.js': typeof eventStore;
  readonly 'adapters/voice/flite.js': typeof flite;
  readonly 'adapters/voice/speak-piece.js': typeof speakPiece;
  readonly 'core/calendar/views/event-list.js': typeof eventList;
  readonly 'core/engine/engine.js': typeof engine;
  readonly 'core/engine/history/journal.js': typeof journal;
  readonly 'core/engine/oracle-cache.js': typeof oracle;
  readonly 'core/engine/registry.js': typeof registry;
  readonly 'core/engine/replay.js': typeof replay;
  readonly 'core/engine/step.js': typeof step;
  readonly 'core/engine/world-state.js': typeof worldState;
  readonly 'core/index.js': typeof core;
  readonly 'core/kernel/digest.js': typeof digest;
  readonly 'core/engine/due-queue.js': typeof dueQueue;
  readonly 'core/kernel/message.js': typeof message;
  readonly 'core/wallet/broadcast/evm.js': typeof signedTransfer;
  readonly 'core/wallet/evolve.js': typeof walletEvolve;
  readonly 'core/wallet/evolve/ledger.js': typeof ledger;
  readonly 'core/wallet/tokens/catalogue.js': typeof catalogue;
  readonly 'core/wallet/views/holdings.js': typeof holdingViews;
  readonly 'core/wallet/views/wallet.js': typeof walletViews;
}

const dist = new URL('../../dist/', import.meta.url);

/** A module of the built product. */
export async function importBuilt<Path extends keyof Modules>(path: Path): Promise<Modules[Path]> {
  const file = new URL(path, dist);
  if (!existsSync(file)) throw new Error(`There is no dist/${path}; run npm run build first.`);
  return (await import(file.href)) as Modules[Path];
}

/** Node's flags in `npm start`, which is measured. */
export const startFlags: readonly string[] = (() => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { readonly scripts: { readonly start: string } };
  return manifest.scripts.start.match(/--\S+-size=\d+/g) ?? [];
})();
