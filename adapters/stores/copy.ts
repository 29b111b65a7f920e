// Copies worlds, counts and tenants from one store into another: ancestors first, so that forks share their past in the target, too.
// A copy that was interrupted is continued by the next one. The source is only read.

import { StoreError, type EventStore } from '../../core/index.ts';
import type { StoreReader } from './store-reader.ts';
import { copyOpenings, copyRemovedNames } from './count-copy.ts';
import { copyTenants, type CopiedTenants } from './tenant-copy.ts';
import { defectsIn, isDamage, worldIn } from './verify.ts';
import { WorldChecker, type CheckedWorld } from './world-check.ts';
import {
  TargetError,
  WorldCopier,
  type SharedPast,
  type WorldCopyOptions,
  type WrittenWorld,
} from './world-copy.ts';
import { worldNames } from './world-names.ts';

/**
 * - `different`: the target has another world of this name, or refuses this one.
 * - `damaged`: the world is damaged in the source, or in the target.
 *
 * Nothing was written for either, unless the source or the target was changed by others meanwhile.
 */
export interface CopiedWorld {
  readonly world: string;
  readonly result: WrittenWorld['result'] | 'different' | 'damaged';
  /** Its last input, and the inputs that were written. */
  readonly inputs: number;
  readonly written: number;
  /** After its last input; absent if it was not copied. */
  readonly digest?: string;
  /** Why it was not copied. */
  readonly message?: string;
}

export interface CopyProgress {
  readonly action: 'checking' | 'copying';
  /** Worlds that are done. */
  readonly worlds: number;
  /** The present one, the last input that was read or written, and its last one. */
  readonly world: string;
  readonly input: number;
  readonly of: number;
}

export interface StoreCopyOptions extends Omit<WorldCopyOptions, 'onPiece'> {
  /** Only these worlds, without tenants and counts of removed names. A fork of a world that is not copied has all of its past itself. */
  readonly names?: readonly string[] | undefined;
  readonly onWorld?: ((world: CopiedWorld) => void) | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

export interface StoreCopy extends CopiedTenants {
  /** In the order in which they were copied. */
  readonly worlds: readonly CopiedWorld[];
  /** Damage of the source that is of no world. */
  readonly defects: readonly string[];
  /** Snapshots that were left out, because they are not as written. */
  readonly damagedSnapshots: readonly string[];
  /** Whether it was ended before all worlds were copied. */
  readonly isStopped: boolean;
}

/** Journals that are remembered with a world of the target that has them; a fork of a forgotten one shares less of its past. */
const journalsMax = 1_000_000;

/** Goes on after a world that cannot be copied. Rejects with StoreError 'unavailable' if a store fails. */
export async function copyStore(
  from: StoreReader,
  to: EventStore,
  options: StoreCopyOptions = {},
): Promise<StoreCopy> {
  return new StoreCopier(from, to, options).run();
}

class StoreCopier {
  readonly #from: StoreReader;
  readonly #to: EventStore;
  readonly #options: StoreCopyOptions;
  readonly #checker: WorldChecker;
  readonly #copier: WorldCopier;
  readonly #names: ReadonlySet<string> | undefined;
  readonly #worlds = new Map<string, CopiedWorld>();
  /** Worlds whose tables are damaged, with the reasons. */
  readonly #damaged = new Map<string, string>();
  readonly #defects: string[] = [];
  readonly #damagedSnapshots: string[] = [];
  /** By the number of a journal in the source: the world of the target that has most of its inputs. */
  readonly #copies = new Map<number, SharedPast>();

  constructor(from: StoreReader, to: EventStore, options: StoreCopyOptions) {
    const { names, onWorld: _onWorld, onProgress, ...writing } = options;
    this.#from = from;
    this.#to = to;
    this.#options = options;
    this.#names = names && new Set(names);
    const report = (action: CopyProgress['action']) => (world: string, input: number, of: number) =>
      onProgress?.({ action, worlds: this.#worlds.size, world, input, of });
    this.#checker = new WorldChecker(from, {
      signal: writing.signal,
      onPiece: report('checking'),
    });
    this.#copier = new WorldCopier(from, to, { ...writing, onPiece: report('copying') });
  }

  async run(): Promise<StoreCopy> {
    const { names, signal } = this.#options;
    let tenants: CopiedTenants = { tenants: 0, differentTenants: [] };
    let isStopped = false;
    try {
      for (const error of await defectsIn(this.#from, names)) {
        const world = worldIn(error);
        if (world === undefined) this.#defects.push(error.message);
        else this.#damaged.set(world, error.message);
      }
      await copyOpenings(this.#from, this.#to);
      if (names === undefined) {
        await copyRemovedNames(this.#from, this.#to);
        tenants = await copyTenants(this.#from, this.#to);
      }
      for await (const name of worldNames(this.#from, names)) await this.#copyFamily(name);
    } catch (error) {
      if (signal?.aborted !== true || error !== signal.reason) throw error;
      isStopped = true;
    }
    return {
      worlds: [...this.#worlds.values()],
      ...tenants,
      defects: this.#defects,
      damagedSnapshots: this.#damagedSnapshots,
      isStopped,
    };
  }

  /** Copies a world after its ancestors. */
  async #copyFamily(name: string): Promise<void> {
    for (const ancestor of await this.#ancestorsOf(name)) await this.#copyOnce(ancestor);
    await this.#copyOnce(name);
  }

  /** Those that are to be copied, too, oldest first. */
  async #ancestorsOf(name: string): Promise<readonly string[]> {
    try {
      const [, ...shared] = await this.#from.lineage(name);
      return shared
        .flatMap(({ world }) => world ?? [])
        .filter((world) => this.#names?.has(world) !== false)
        .reverse();
    } catch (error) {
      if (!(error instanceof StoreError) || error.code === 'unavailable') throw error;
      return []; // the check of the world says why
    }
  }

  async #copyOnce(name: string): Promise<void> {
    if (this.#worlds.has(name)) return;
    this.#options.signal?.throwIfAborted();
    const copied = await this.#copyOrRefuse(name);
    if (copied === undefined) return;
    this.#worlds.set(name, copied);
    this.#options.onWorld?.(copied);
  }

  /** Undefined if the world was removed meanwhile. */
  async #copyOrRefuse(world: string): Promise<CopiedWorld | undefined> {
    const refused = (result: 'different' | 'damaged', message: string, inputs = 0) =>
      ({ world, result, inputs, written: 0, message }) as const;
    const damage = this.#damaged.get(world);
    if (damage !== undefined) return refused('damaged', damage);
    let inputs = 0;
    try {
      const source = await this.#checker.check(world);
      if (source === undefined) return undefined;
      ({ inputs } = source);
      const done = await this.#copier.copy(source, this.#pastOf(source));
      this.#remember(source);
      for (const { message } of source.damagedSnapshots) this.#damagedSnapshots.push(message);
      return { world, ...done, inputs, digest: source.digest };
    } catch (error) {
      if (error instanceof TargetError) {
        return refused(error.isDamage ? 'damaged' : 'different', error.message, inputs);
      }
      if (isDamage(error)) return refused('damaged', error.message, inputs);
      if (!(error instanceof StoreError) || error.code === 'unavailable') throw error;
      return refused('different', error.message, inputs);
    }
  }

  /** The world of the target that shares most inputs with a new one. */
  #pastOf({ parts }: CheckedWorld): SharedPast | undefined {
    for (const { id, first, last } of parts) {
      const copy = this.#copies.get(id);
      if (copy !== undefined && copy.inputs >= first) {
        return { world: copy.world, inputs: Math.min(copy.inputs, last) };
      }
    }
    return undefined;
  }

  #remember({ record, parts }: CheckedWorld): void {
    for (const { id, last } of parts) {
      if ((this.#copies.get(id)?.inputs ?? -1) >= last) continue;
      this.#copies.set(id, { world: record.name, inputs: last });
      if (this.#copies.size <= journalsMax) continue;
      for (const oldest of this.#copies.keys()) {
        this.#copies.delete(oldest);
        break;
      }
    }
  }
}
