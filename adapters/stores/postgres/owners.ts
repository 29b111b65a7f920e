// The worlds that this open store owns, and the fence around them. A world's row has the owner and the number of its claim, its
// token: a statement with an earlier token changes nothing. A world whose owner has a lease is claimed by no other.

import { randomUUID } from 'node:crypto';
import type { RunSql } from './connection.ts';

export interface OwnedWorld {
  readonly name: string;
  /** Of its row. */
  readonly id: number;
  readonly token: number;
  /** The last stored input and its seal. */
  readonly inputs: number;
  readonly seal: string;
}

export interface Owners {
  /** Of this open store, or its lease; no two are equal. */
  readonly owner: string;
  /** Goes on as a new owner, which owns no world yet. */
  readonly begin: () => string;
  readonly get: (name: string) => OwnedWorld | undefined;
  /** It is awake. */
  readonly set: (world: OwnedWorld) => void;
  /** It sleeps, unless it was used while that was stored: it may be forgotten soon. */
  readonly sleep: (name: string) => void;
  readonly forget: (name: string) => void;
}

/** The most worlds asleep that are not forgotten. One that was used meanwhile, and stays awake, is found again by its owner. */
export const sleepingMax = 1_000;

export function createOwners(): Owners {
  const awake = new Map<string, OwnedWorld>(); // as many as the engine has awake
  const asleep = new Map<string, OwnedWorld>(); // the first are forgotten first
  const forget = (name: string): void => {
    awake.delete(name);
    asleep.delete(name);
  };
  const get = (name: string) => awake.get(name) ?? asleep.get(name);
  let owner: string = randomUUID();
  return {
    get owner() {
      return owner;
    },
    begin() {
      owner = randomUUID();
      awake.clear();
      asleep.clear();
      return owner;
    },
    get,
    set(world) {
      asleep.delete(world.name);
      awake.set(world.name, world);
    },
    sleep(name) {
      const world = get(name);
      if (world === undefined) return;
      forget(name);
      asleep.set(name, world);
      const [first] = asleep.keys();
      if (asleep.size > sleepingMax && first !== undefined) asleep.delete(first);
    },
    forget,
  };
}

/** The world as it is owned now; as it was, if it is not any more. */
export function presentOf(owners: Owners, world: OwnedWorld): OwnedWorld {
  const present = owners.get(world.name);
  return present?.id === world.id ? present : world;
}

/**
 * Raises the tokens of worlds that this store still owns: it waits for statements of theirs that are being carried out, and those
 * that arrive later change nothing. May be repeated. Forgets worlds that have another owner.
 */
export async function fence(
  run: RunSql,
  owners: Owners,
  worlds: readonly OwnedWorld[],
): Promise<void> {
  const raised = await run<{ readonly id: number; readonly token: number }>(
    `WITH locked AS (
      SELECT id FROM reprise_worlds WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE reprise_worlds w SET token = w.token + 1 FROM locked l
    WHERE w.id = l.id AND w.owner = $2 RETURNING w.id, w.token`,
    [worlds.map(({ id }) => id), owners.owner],
  );
  const tokens = new Map(raised.map(({ id, token }) => [id, token]));
  for (const world of worlds) {
    const present = presentOf(owners, world);
    const token = tokens.get(world.id);
    const isReplaced = (owners.get(world.name) ?? world).id !== world.id; // by a reset
    if (isReplaced) continue;
    if (token === undefined) owners.forget(world.name);
    // What was appended meanwhile stays, and so does the token of a later fence.
    else owners.set({ ...present, token: Math.max(present.token, token) });
  }
}
