// Starts and stops recordings of the worlds of an engine, at any time, one at a time for each world.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { StoreError, type Engine, type World } from '../../../core/index.ts';
import {
  RecordingStateError,
  type RecordingControl,
  type RecordingStatus,
} from '../../contracts/recording-control.ts';
import type { SessionBook } from '../../http/channel.ts';
import type { ExchangeHook } from '../../http/exchange-hook.ts';
import { createFixturePlaces } from './fixture-places.ts';
import { worldHeader, type WorldHeaderOptions } from './world-header.ts';
import { WorldRecording } from './world-recording.ts';

export interface RecordingsOptions extends WorldHeaderOptions {
  readonly engine: Engine;
  /** The sessions of all services. */
  readonly sessions: readonly SessionBook[];
  /** Returns a name for the file if a caller gives none; its folder exists. */
  readonly newFile: (world: string) => string;
  /** Called when a recording ends by itself: its world was removed or reset, or the file cannot be written. */
  readonly onEnded?: (status: RecordingStatus) => void;
}

export interface Recordings extends RecordingControl {
  /** The hooks of recorded worlds, by name. */
  readonly hooks: ReadonlyMap<string, ExchangeHook>;
  /** The newest recording of a world as if it was stopped now; undefined if there is none, or it has failed. */
  readonly wholeTextOf: (worldName: string) => Promise<string | undefined>;
  /** Ends all recordings. */
  readonly close: () => Promise<void>;
}

export function createRecordings(options: RecordingsOptions): Recordings {
  const { engine, sessions, onEnded = () => undefined } = options;
  const hooks = new Map<string, ExchangeHook>();
  const running = new Map<string, WorldRecording>();
  const starting = new Set<string>();
  const ended = new Map<string, RecordingStatus>();
  const placesIn = createFixturePlaces();

  const following = engine.stopped$.subscribe((world) => {
    const { name } = world.record;
    const recording = running.get(name);
    if (recording?.world !== world) return;
    const reason = removedReason(name);
    void recording.end(reason).then((status) => {
      if (status.state === 'complete') onEnded({ ...status, reason });
    });
  });

  function onOver(recording: WorldRecording, status: RecordingStatus): void {
    const name = status.world;
    if (running.get(name) === recording) {
      running.delete(name);
      hooks.delete(name);
    }
    ended.set(name, status);
    if (status.state === 'failed') onEnded(status);
  }

  async function start(world: World, path: string | undefined): Promise<RecordingStatus> {
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
      const placeIn = placesIn(world.record);
      const header = await worldHeader(world, base, options, engine.store, placeIn);
      const onFollowing = (hook: ExchangeHook) => void hooks.set(name, hook);
      const recording = new WorldRecording({ world, file, header, onFollowing, onOver });
      running.set(name, recording);
      // Otherwise it would record a stopped world under the name of the next one.
      if (isRemoved) recording.fail(new StoreError('unavailable', removedReason(name)));
      await recording.follow({ store: engine.store, sessions }, () => stored);
      return recording.status;
    } finally {
      watching.unsubscribe();
    }
  }

  return {
    hooks,
    async start(world, { file } = {}) {
      const { name } = world.record;
      if (running.has(name) || starting.has(name)) {
        throw new RecordingStateError(
          'recording',
          `World '${name}' is recorded already; stop it with POST /__reprise/worlds/${name}/recording/stop.`,
        );
      }
      starting.add(name);
      try {
        return await start(world, file);
      } catch (error) {
        running.get(name)?.abort();
        running.delete(name);
        throw error;
      } finally {
        starting.delete(name);
      }
    },
    async stop(name) {
      const recording = running.get(name);
      if (recording?.isFollowing !== true) {
        const { state, reason } = ended.get(name) ?? {};
        const why = state === 'failed' ? ` Its recording has failed: ${reason}` : '';
        throw new RecordingStateError(
          'not-recording',
          `World '${name}' is not recorded; start it with POST /__reprise/worlds/${name}/recording/start.${why}`,
        );
      }
      hooks.delete(name);
      return recording.stop();
    },
    statusOf: (name) => running.get(name)?.status ?? ended.get(name),
    async textOf(name) {
      const recording = running.get(name);
      recording?.flush();
      const file = recording?.file ?? ended.get(name)?.file;
      const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
      return file === undefined || size === undefined ? undefined : textOf(file, size);
    },
    async wholeTextOf(name) {
      const recording = running.get(name);
      if (recording !== undefined) return recording.textSoFar();
      const { state, file } = ended.get(name) ?? {};
      return state === 'complete' && file !== undefined ? readFileSync(file, 'utf8') : undefined;
    },
    async close() {
      following.unsubscribe();
      await Promise.all([...running.values()].map((it) => it.end('The server stops.')));
    },
  };
}

function removedReason(name: string): string {
  return `World '${name}' was removed or reset.`;
}

/** The present text of a file, without lines that are added while it is read. */
async function* textOf(file: string, size: number): AsyncGenerator<string> {
  const end = size - 1;
  for await (const text of createReadStream(file, { encoding: 'utf8', end })) yield text as string;
}
