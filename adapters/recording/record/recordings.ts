// Starts and stops recordings of the worlds of an engine, at any time, one at a time for each world.

import { randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import {
  changedClock,
  StoreError,
  type Engine,
  type JournalEntry,
  type Settings,
  type World,
  type WorldRecord,
} from '../../../core/index.ts';
import {
  RecordingStateError,
  type RecordingControl,
  type RecordingStatus,
} from '../../contracts/recording-control.ts';
import type { RsaBits } from '../../services/wallet/entity-keys.ts';
import type { ExchangeHook } from '../../http/exchange-hook.ts';
import { behaviour, dataEditions, formatVersion, type Header } from '../format/header.ts';
import { placeAfterFixture } from '../replay/header-world.ts';
import { openFileWriter, type RecordingWriter } from '../format/file-writer.ts';
import { eventEntries, inputEntry } from '../format/to-entry.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createRedactor } from '../redaction/redactor.ts';

export interface RecordingsOptions {
  readonly engine: Engine;
  /** The program and its version, for the header. */
  readonly writtenBy: string;
  readonly services: readonly string[];
  readonly rsaBits: RsaBits;
  /** Returns a name for the file if a caller gives none; its folder exists. */
  readonly newFile: (world: string) => string;
  /** The time of day, for the header. */
  readonly now: () => Date;
  /** Called when a recording ends by itself: its world was removed or reset, or the file cannot be written. */
  readonly onEnded?: (status: RecordingStatus) => void;
}

export interface Recordings extends RecordingControl {
  /** The hooks of recorded worlds, by name. */
  readonly hooks: ReadonlyMap<string, ExchangeHook>;
  /** The newest recording of a world, running or ended. */
  readonly statusOf: (worldName: string) => RecordingStatus | undefined;
  /** Ends all recordings. */
  readonly close: () => Promise<void>;
}

/** How many journal entries are read from the store at once. */
const entriesPerRead = 250;

interface Running {
  readonly world: World;
  readonly file: string;
  readonly base: Header['base'];
  readonly writer: RecordingWriter;
  recorder?: Recorder;
  /** Set once the end line is being written. */
  ending?: Promise<RecordingStatus>;
  failed?: RecordingStatus;
}

export function createRecordings(options: RecordingsOptions): Recordings {
  const { engine, now, onEnded = () => undefined } = options;
  const hooks = new Map<string, ExchangeHook>();
  const running = new Map<string, Running>();
  const starting = new Set<string>();
  const ended = new Map<string, RecordingStatus>();

  const following = engine.stopped$.subscribe((world) => {
    const { name } = world.record;
    if (running.get(name)?.world !== world) return;
    const reason = removedReason(name);
    void finish(name, reason).then((status) => {
      if (status.state === 'complete') onEnded({ ...status, reason });
    });
  });

  function headerOf(world: World, base: Header['base'], salt: string): Omit<Header, 'h'> {
    const { record } = world;
    const { name, forkedFrom, resets, outbound, fixture } = record;
    const redactor = createRedactor({ salt });
    const { config } = redactor.json(settingsOf(record)) as Pick<Header, 'config'>;
    return {
      reprise: formatVersion,
      kind: 'header',
      engine: options.writtenBy,
      behaviour,
      source: 'world',
      world: {
        name,
        ...(forkedFrom === undefined ? {} : { forkedFrom }),
        ...(resets === undefined ? {} : { resets }),
        ...(outbound === undefined ? {} : { outbound }),
      },
      seed: record.seed,
      epoch: new Date(record.epochMs).toISOString(),
      clock: changedClock(record.clock, {}) as Header['clock'],
      config: { ...config, ids: record.ids },
      fixture: fixture === undefined ? null : (redactor.json(fixture.content) as Header['fixture']),
      fixtureDigest: fixture?.digest ?? null,
      base,
      data: dataEditions,
      services: [...options.services],
      rsaBits: options.rsaBits,
      redaction: { salt },
      recordedAt: now().toISOString(),
    };
  }

  /** Ends a recording, once. One that has not caught up with the journal yet fails for the reason. */
  function finish(name: string, reason: string): Promise<RecordingStatus> {
    const recording = running.get(name) as Running;
    recording.ending ??= end(recording, reason);
    return recording.ending;
  }

  async function end(recording: Running, reason: string): Promise<RecordingStatus> {
    const { world, file, base, writer, recorder } = recording;
    const { name } = world.record;
    if (recorder === undefined) return fail(recording, new StoreError('unavailable', reason));
    const digest = recorder.stop();
    const entries = writer.entryCount();
    hooks.delete(name);
    try {
      const seal = writer.end(digest);
      if (recording.failed !== undefined) return recording.failed;
      const status = { world: name, file, base, state: 'complete' as const, entries, digest, seal };
      if (running.get(name) === recording) running.delete(name);
      ended.set(name, status);
      return status;
    } catch (error) {
      return fail(recording, error);
    }
  }

  function fail(recording: Running, error: unknown): RecordingStatus {
    if (recording.failed !== undefined) return recording.failed;
    const { world, file, base, writer, recorder } = recording;
    const { name } = world.record;
    recorder?.stop();
    if (running.get(name) === recording) {
      running.delete(name);
      hooks.delete(name);
    }
    writer.abort();
    const reason = error instanceof Error ? error.message : String(error);
    const entries = writer.entryCount();
    const status = { world: name, file, base, state: 'failed' as const, entries, reason };
    recording.failed = status;
    ended.set(name, status);
    onEnded(status);
    return status;
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
      const base = { inputs, position, digest };
      const file = path ?? options.newFile(name);
      const salt = randomBytes(16).toString('hex');
      const described = headerOf(world, base, salt);
      const afterFixture = await placeAfterFixture(described, engine.store);
      const header = afterFixture === undefined ? described : { ...described, afterFixture };
      const onFailed = (error: unknown): void => void fail(recording, error);
      const writer = openFileWriter(file, header, onFailed);
      const recording: Running = { world, file, base, writer };
      running.set(name, recording);
      // Otherwise it would record a stopped world under the name of the next one.
      if (isRemoved) fail(recording, new StoreError('unavailable', removedReason(name)));
      const written = { inputs: afterFixture?.inputs ?? 0, digest: base.digest };
      const write = (entry: JournalEntry) => {
        writer.append(inputEntry(entry));
        written.inputs = entry.input.n;
        ({ digest: written.digest } = entry);
        if (written.inputs <= base.inputs) return;
        eventEntries(entry, world.record).forEach(writer.append);
      };
      // Reads inputs that are stored meanwhile, too; the recorder takes over in the turn in which none is left.
      while (written.inputs < stored && running.get(name) === recording) {
        const entries = await engine.store.read(name, written.inputs + 1, entriesPerRead);
        entries.forEach(write);
        writer.flush();
        await new Promise<void>((resolve) => void setImmediate(resolve));
      }
      if (running.get(name) !== recording) {
        throw new StoreError('unavailable', ended.get(name)?.reason ?? 'It failed.');
      }
      recording.recorder = createRecorder({ world, writer, onFailed, ...written });
      hooks.set(name, recording.recorder.hook);
      return statusOf(recording);
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
        running.get(name)?.writer.abort();
        running.delete(name);
        throw error;
      } finally {
        starting.delete(name);
      }
    },
    async stop(name) {
      const found = running.get(name);
      if (found?.recorder === undefined || found.ending !== undefined) {
        const { state, reason } = ended.get(name) ?? {};
        const why = state === 'failed' ? ` Its recording has failed: ${reason}` : '';
        throw new RecordingStateError(
          'not-recording',
          `World '${name}' is not recorded; start it with POST /__reprise/worlds/${name}/recording/start.${why}`,
        );
      }
      return finish(name, '');
    },
    statusOf: (name) => {
      const found = running.get(name);
      return found === undefined ? ended.get(name) : statusOf(found);
    },
    async textOf(name) {
      const found = running.get(name);
      found?.writer.flush();
      const file = found?.file ?? ended.get(name)?.file;
      const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
      return file === undefined || size === undefined ? undefined : textOf(file, size);
    },
    async close() {
      following.unsubscribe();
      await Promise.all([...running.keys()].map((name) => finish(name, 'The server stops.')));
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

function statusOf({ world, file, base, writer }: Running): RecordingStatus {
  const { name } = world.record;
  return { world: name, file, base, state: 'recording', entries: writer.entryCount() };
}

/** The initial settings of a world. */
function settingsOf({
  ids,
  config,
}: WorldRecord): { readonly config: object } & Pick<Settings, 'ids'> {
  const isObject = typeof config === 'object' && config !== null && !Array.isArray(config);
  return { ids, config: isObject ? config : {} };
}
