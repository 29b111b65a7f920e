// Verifies a whole store through its port: its tables, and each world by seals, digests, attachments and snapshots. Changes nothing.

import { StoreError } from '../../core/index.ts';
import type { StoreReader } from './store-reader.ts';
import { WorldChecker } from './world-check.ts';
import { worldNames } from './world-names.ts';

/** Something that is not as it was written. */
export interface StoreFinding {
  /** Absent if it is not of one world. */
  readonly world?: string;
  /** Names the world and the place. */
  readonly message: string;
}

export interface VerifyProgress {
  /** Worlds that are verified. */
  readonly worlds: number;
  /** The present one, its last verified input, and its last one. */
  readonly world: string;
  readonly input: number;
  readonly of: number;
}

export interface VerifyOptions {
  /** Only these worlds, and what belongs to none. */
  readonly names?: readonly string[] | undefined;
  /** Ends the verification; what was found so far is returned. */
  readonly signal?: AbortSignal | undefined;
  readonly onFinding?: ((finding: StoreFinding) => void) | undefined;
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

export interface VerifiedStore {
  readonly worlds: number;
  /** Shared ones counted once for each world that has them. */
  readonly inputs: number;
  readonly snapshots: number;
  /** Snapshots that an earlier version wrote: they are ignored. */
  readonly outdatedSnapshots: number;
  readonly findings: readonly StoreFinding[];
  /** Whether it was ended before all worlds were verified. */
  readonly isStopped: boolean;
}

/** Goes on after a damaged world. Rejects with StoreError 'unavailable' if the store cannot be read. */
export async function verifyStore(
  store: StoreReader,
  { names, signal, onFinding, onProgress }: VerifyOptions = {},
): Promise<VerifiedStore> {
  const findings = new Findings(onFinding);
  const counts = { worlds: 0, inputs: 0, snapshots: 0, outdatedSnapshots: 0 };
  const checker = new WorldChecker(store, {
    signal,
    onPiece: (world, input, of) => onProgress?.({ worlds: counts.worlds, world, input, of }),
  });
  try {
    for (const defect of await defectsIn(store, names)) findings.add(defect);
    for await (const name of worldNames(store, names)) {
      signal?.throwIfAborted();
      const checked = await checkedOr(findings, async () => checker.check(name));
      counts.worlds += 1;
      if (checked === undefined) continue;
      counts.inputs += checked.inputs;
      counts.snapshots += checked.snapshots.length;
      counts.outdatedSnapshots += checked.outdated;
      for (const error of checked.damagedSnapshots) findings.add(error);
    }
    return { ...counts, findings: findings.all, isStopped: false };
  } catch (error) {
    if (signal?.aborted !== true || error !== signal.reason) throw error;
    return { ...counts, findings: findings.all, isStopped: true };
  }
}

/** What is wrong beside the journals: of the store as a whole, and of these worlds. */
export async function defectsIn(
  store: StoreReader,
  names?: readonly string[],
): Promise<readonly StoreError[]> {
  let defects: readonly StoreError[];
  try {
    defects = await store.defects();
  } catch (error) {
    if (!isDamage(error)) throw error;
    defects = [error];
  }
  if (names === undefined) return defects;
  return defects.filter((error) => {
    const world = worldIn(error);
    return world === undefined || names.includes(world);
  });
}

/** The world that an error of a store names. */
export function worldIn({ message }: StoreError): string | undefined {
  return /\bworld '([^']*)'/.exec(message)?.[1];
}

export function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'damaged';
}

/** Each message once: the tables and the journal of a world may show the same damage. */
class Findings {
  readonly #messages = new Map<string, StoreFinding>();
  readonly #onFinding: VerifyOptions['onFinding'];

  constructor(onFinding: VerifyOptions['onFinding']) {
    this.#onFinding = onFinding;
  }

  get all(): readonly StoreFinding[] {
    return [...this.#messages.values()];
  }

  add(error: StoreError): void {
    const { message } = error;
    if (this.#messages.has(message)) return;
    const world = worldIn(error);
    const finding = world === undefined ? { message } : { world, message };
    this.#messages.set(message, finding);
    this.#onFinding?.(finding);
  }
}

/** The value; undefined if there is damage, which is noted. */
async function checkedOr<T>(findings: Findings, check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!isDamage(error)) throw error;
    findings.add(error);
    return undefined;
  }
}
