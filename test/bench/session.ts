// The journal of a busy wallet world, for all groups that need one: wallets send transfers to each other and to a stranger,
// each from its request to its completion. Stores nothing by itself.

import type { Rules, WorldState } from '../../core/engine/world-state.ts';
import type { Hash } from '../../core/kernel/digest.ts';
import type { JournalEntry } from '../../core/kernel/input.ts';
import type { EventStore, WorldRecord } from '../../core/ports/event-store.ts';
import type { WalletCommand } from '../../core/wallet/commands.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import { importBuilt } from './built.ts';

const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
const stranger = '0x00000000000000000000000000000000000000aa';
const walletCount = 50;
const roundMs = 60_000;

export const record: WorldRecord = {
  name: 'bench',
  seed: 'bench',
  epochMs: 1_767_225_600_000,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
};

/** Adds a world with these entries to a store, in batches. */
export async function storeEntries(store: EventStore, all: Iterable<JournalEntry>): Promise<void> {
  await store.create(record);
  let entries: JournalEntry[] = [];
  const flush = async () => {
    const expectedInput = (entries[0]?.input.n ?? 1) - 1;
    if (entries.length > 0) await store.append([{ world: record.name, expectedInput, entries }]);
    entries = [];
  };
  for (const entry of all) {
    entries.push(entry);
    if (entries.length >= 1_000) await flush();
  }
  await flush();
}

/** Adds a world with this many transfers to a store. */
export function storeSession(
  store: EventStore,
  { opening, transfers }: Session,
  count: number,
): Promise<void> {
  function* all(): Iterable<JournalEntry> {
    yield* opening;
    yield* transfers(count);
  }
  return storeEntries(store, all());
}

export interface SessionFactory {
  readonly rules: (hash: Hash) => Rules;
  /** A world with funded wallets, and the entries that created them. */
  readonly openSession: (rules: Rules) => Session;
}

export interface Session {
  readonly world: WorldState;
  readonly opening: readonly JournalEntry[];
  readonly walletSetId: string;
  readonly walletIds: readonly string[];
  /** Executes transfers, a few of them at a time, with all of their dues. */
  readonly transfers: (count: number) => Iterable<JournalEntry>;
  /** Requests transfers without advancing time. */
  readonly requests: (count: number) => Iterable<JournalEntry>;
}

export async function createSessionFactory(): Promise<SessionFactory> {
  const { step } = await importBuilt('core/engine/step.js');
  const { createOracleCache } = await importBuilt('core/engine/oracle-cache.js');
  const { domains } = await importBuilt('core/engine/registry.js');
  const { initialWorld } = await importBuilt('core/engine/world-state.js');

  function begin(rules: Rules): Session {
    const world = initialWorld(record, rules);
    const opening: JournalEntry[] = [];
    const send = (command: WalletCommand): JournalEntry => {
      const input = { n: world.inputs + 1, atMs: world.nowMs, kind: 'command' } as const;
      const { entry, outcome } = step(world, { ...input, domain: 'wallet', command });
      if (!outcome.ok) throw new Error(`Refused: ${outcome.error.code}`);
      return entry;
    };
    const did = (command: WalletCommand): readonly WalletEvent[] => {
      const entry = send(command);
      opening.push(entry);
      return entry.events.map(({ event }) => event as WalletEvent);
    };
    const [set] = did({ type: 'CreateWalletSet', ...idempotentFields(0) }).slice(-1);
    const walletSetId = set?.type === 'WalletSetCreated' ? set.walletSetId : '';
    const [made] = did({
      type: 'CreateWallets',
      ...idempotentFields(1),
      network: 'test',
      walletSetId,
      blockchains: ['ETH-SEPOLIA'],
      count: walletCount,
      accountType: 'EOA',
    });
    const wallets = made?.type === 'WalletsCreated' ? made.wallets : [];
    for (const { id } of wallets) {
      did({ type: 'FundWallet', walletId: id, amounts: { native: '100000', usdc: '100000' } });
    }
    let sent = 0;
    const request = () => {
      const place = sent % wallets.length;
      const receiver = place % 2 === 0 ? wallets[(place + 1) % wallets.length] : undefined;
      sent += 1;
      return send(transfer(wallets[place]?.id ?? '', receiver?.address ?? stranger, sent));
    };
    return {
      world,
      opening,
      walletSetId,
      walletIds: wallets.map(({ id }) => id),
      *requests(count) {
        for (let index = 0; index < count; index += 1) yield request();
      },
      *transfers(count) {
        for (let index = 0; index < count; index += 1) {
          yield request();
          if (sent % wallets.length !== 0) continue;
          const atMs = world.nowMs + roundMs;
          yield step(world, { n: world.inputs + 1, atMs, kind: 'time' }).entry;
        }
      },
    };
  }

  return {
    rules: (hash) => ({ domains, hash, oracles: createOracleCache({}), reactions: [] }),
    openSession: begin,
  };
}

export function transfer(walletId: string, destination: string, ordinal: number): WalletCommand {
  return {
    type: 'InitiateTransfer',
    ...idempotentFields(1_000 + ordinal),
    network: 'test',
    wallet: { walletId },
    token: { tokenId: usdc },
    destination,
    amounts: ['0.001'],
    fee: { feeLevel: 'MEDIUM' },
  };
}

export function idempotentFields(ordinal: number) {
  return {
    idempotencyKey: `00000000-0000-4000-8000-${ordinal.toString(16).padStart(12, '0')}`,
    secret: { kind: 'opened', fingerprint: 'f'.repeat(64), isReused: false } as const,
  };
}
