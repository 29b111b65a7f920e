// Starts and stops recordings of the worlds of an engine, at any time, one at a time for each world.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { map, merge, type Subscription } from 'rxjs';
import {
  omitUndefined,
  StoreError,
  type NotedRecording,
  type Engine,
  type World,
} from '../../../core/index.ts';
import {
  RecordingStateError,
  type RecordingControl,
  type RecordingStatus,
} from '../../contracts/recording-control.ts';
import type { SessionBook } from '../../protocol/channel.ts';
import type { ExchangeHook } from '../../protocol/exchange-hook.ts';
import { exchangePages, type RecordedFile } from '../exchanges/exchange-pages.ts';
import { createFixturePlaces } from '../base/fixture-places.ts';
import { worldHeader, type WorldHeaderOptions } from './world-header.ts';
import { WorldRecording } from './world-recording.ts';

export interface RecordingsOptions extends WorldHeaderOptions {
  readonly engine: Engine;
  /** The sessions of all services. */
  readonly sessions: readonly SessionBook[];
  /** Returns a name for the file if a caller gives none; its folder exists. */
  readonly newFile: (world: string) => string;
  /** The address of this process, if it is a node. */
  readonly node?: string;
  /** Called when a recording ends by itself: its world was removed or reset, or the file cannot be written. */
  readonly onEnded?: (status: RecordingStatus) => void;
}

/** Its methods are bound: programs may pass them on. */
export class Recordings implements RecordingControl {
  readonly #options: RecordingsOptions;
  readonly #following: Subscription;
  readonly #hooks = new Map<string, ExchangeHook>();
  readonly #running = new Map<string, WorldRecording>();
  readonly #starting = new Set<string>();
  readonly #ended = new Map<string, RecordingStatus>();
  readonly #placesIn = createFixturePlaces();

  constructor(options: RecordingsOptions) {
    this.#options = options;
    const { moved$, stopped$ } = options.engine;
    this.#following = merge(
      moved$.pipe(map((world) => ({ world, isMoved: true }))),
      stopped$.pipe(map((world) => ({ world, isMoved: false }))),
    ).subscribe(({ world, isMoved }) => void this.#endOf(world, isMoved));
  }

  /** The hooks of recorded worlds, by name. */
  get hooks(): ReadonlyMap<string, ExchangeHook> {
    return this.#hooks;
  }

  readonly start = async (
    world: World,
    { file }: { readonly file?: string } = {},
  ): Promise<RecordingStatus> => {
    const { name } = world.record;
    if (this.#running.has(name) || this.#starting.has(name)) {
      throw new RecordingStateError(
        'recording',
        `World '${name}' is recorded already; stop it with POST /__reprise/worlds/${name}/recording/stop.`,
      );
    }
    this.#starting.add(name);
    try {
      return await this.#start(world, file);
    } catch (error) {
      this.#running.get(name)?.abort();
      this.#running.delete(name);
      throw error;
    } finally {
      this.#starting.delete(name);
    }
  };

  readonly stop = async (name: string): Promise<RecordingStatus> => {
    const recording = this.#running.get(name);
    if (recording?.isFollowing !== true) {
      const { state, reason } = this.#ended.get(name) ?? {};
      const why = state === 'failed' ? ` Its recording has failed: ${reason}` : '';
      throw new RecordingStateError(
        'not-recording',
        `World '${name}' is not recorded; start it with POST /__reprise/worlds/${name}/recording/start.${why}`,
      );
    }
    this.#hooks.delete(name);
    const status = await recording.stop();
    if (status.state === 'complete') await this.#forget(status);
    return status;
  };

  readonly statusOf = (name: string): RecordingStatus | undefined =>
    this.#running.get(name)?.status ?? this.#ended.get(name);

  readonly cutRecordingOf: RecordingControl['cutRecordingOf'] = async (name) => {
    if (this.#running.has(name)) return undefined;
    const noted = await this.#options.engine.store.recordings?.find(name);
    const ended = this.#ended.get(name);
    const isOwn = noted?.file === ended?.file && noted?.node === this.#options.node;
    return noted === undefined || isOwn ? undefined : { ...noted, state: 'cut' };
  };

  readonly textOf = async (name: string): Promise<AsyncIterable<string> | undefined> => {
    const recording = this.#running.get(name);
    recording?.flush();
    const file = recording?.file ?? this.#ended.get(name)?.file;
    const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
    return file === undefined || size === undefined ? undefined : textOf(file, size);
  };

  /** The newest recording of a world as if it was stopped now; undefined if there is none, or it has failed. */
  readonly wholeTextOf = async (name: string): Promise<string | undefined> => {
    const recording = this.#running.get(name);
    if (recording !== undefined) return recording.textSoFar();
    const { state, file } = this.#ended.get(name) ?? {};
    return state === 'complete' && file !== undefined ? readFileSync(file, 'utf8') : undefined;
  };

  readonly exchangesOf: RecordingControl['exchangesOf'] = (name, query) => {
    const recording = this.#running.get(name);
    const file = recording?.file ?? this.#ended.get(name)?.file;
    if (file === undefined || !existsSync(file)) return undefined;
    const source: RecordedFile =
      recording === undefined
        ? { file, flush: () => undefined, isOver: () => true, onWritten: () => () => undefined }
        : {
            file,
            flush: () => recording.flush(),
            isOver: () => recording.isOver,
            onWritten: recording.onWritten,
          };
    return exchangePages(source, query);
  };

  /** Ends all recordings. */
  readonly close = async (): Promise<void> => {
    this.#following.unsubscribe();
    const ends = [...this.#running.values()].map(async (it) => {
      const status = await it.end('The server stops.');
      if (status.state === 'complete') await this.#forget(status);
    });
    await Promise.all(ends);
  };

  async #start(world: World, path: string | undefined): Promise<RecordingStatus> {
    const options = this.#options;
    const { store } = options.engine;
    const { name } = world.record;
    /** The number of the last stored input. */
    let stored = 0;
    let isRemoved = false;
    const watching = world.entries$.subscribe({
      next: ({ input }) => (stored = input.n),
      complete: () => (isRemoved = true),
    });
    try {
      const { inputs, position, digest } = await world.describe();
      stored = Math.max(stored, inputs);
      const file = path ?? options.newFile(name);
      const base = { inputs, position, digest };
      const placeIn = this.#placesIn(world.record);
      const recording = new WorldRecording({
        world,
        file,
        header: await worldHeader(world, base, options, store, placeIn),
        onFollowing: (hook) => void this.#hooks.set(name, hook),
        onOver: (over, status) => this.#onOver(over, status),
      });
      this.#running.set(name, recording);
      try {
        await store.recordings?.begin(this.#noted(recording.status));
        // Otherwise it would record a stopped world under the name of the next one.
        if (isRemoved) recording.fail(new StoreError('unavailable', removedReason(name)));
        await recording.follow({ store, sessions: options.sessions }, () => stored);
      } catch (error) {
        await this.#forget(recording.status);
        throw error;
      }
      return recording.status;
    } finally {
      watching.unsubscribe();
    }
  }

  async #endOf(world: World, isMoved: boolean): Promise<void> {
    const { name } = world.record;
    const recording = this.#running.get(name);
    if (recording?.world !== world) return;
    const reason = isMoved ? movedReason(name) : removedReason(name);
    const status = await recording.end(reason);
    if (status.state !== 'complete') return;
    this.#options.onEnded?.({ ...status, reason });
    // If another process serves the world now, the note stays: by it, that process tells that the recording was cut off.
    if (!isMoved) await this.#forget(status);
  }

  #noted({ world, file, base }: RecordingStatus): NotedRecording {
    return { world, file, base, ...omitUndefined({ node: this.#options.node }) };
  }

  /** If the store is away, it still has the recording as one that was cut off. */
  async #forget(status: RecordingStatus): Promise<void> {
    try {
      await this.#options.engine.store.recordings?.end(this.#noted(status));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  #onOver(recording: WorldRecording, status: RecordingStatus): void {
    const name = status.world;
    if (this.#running.get(name) === recording) {
      this.#running.delete(name);
      this.#hooks.delete(name);
    }
    this.#ended.set(name, status);
    if (status.state === 'failed') this.#options.onEnded?.(status);
  }
}

function removedReason(name: string): string {
  return `World '${name}' was removed or reset.`;
}

function movedReason(name: string): string {
  return `Another process goes on with world '${name}'.`;
}

/** The present text of a file, without lines that are added while it is read. */
async function* textOf(file: string, size: number): AsyncGenerator<string> {
  const end = size - 1;
  for await (const text of createReadStream(file, { encoding: 'utf8', end })) yield text as string;
}
