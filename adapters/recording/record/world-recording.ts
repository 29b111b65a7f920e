// One recording of a world: writes the journal so far, then follows the world, until it ends or fails.

import { readFileSync } from 'node:fs';
import { StoreError, type JournalEntry, type World } from '../../../core/index.ts';
import type { RecordingStatus } from '../../contracts/recording-control.ts';
import type { ExchangeHook } from '../../protocol/exchange-hook.ts';
import { withEndLine } from '../format/end-line.ts';
import { openFileWriter, type RecordingWriter } from '../format/file-writer.ts';
import type { Header } from '../format/header.ts';
import { eventEntries, inputEntry } from '../format/to-entry.ts';
import { Recorder } from './recorder.ts';
import { audioBeside, type SessionAudioSource } from './session-audio.ts';
import { nextLoopTurn, queueMicrotask } from '../../host-timers.ts';

export interface WorldRecordingOptions {
  readonly world: World;
  readonly file: string;
  readonly header: Omit<Header, 'h'>;
  /** Called in the turn from which on every exchange has to pass through the hook. */
  readonly onFollowing: (hook: ExchangeHook) => void;
  /** Called once, with the last status. */
  readonly onOver: (recording: WorldRecording, status: RecordingStatus) => void;
}

/** How many journal entries are read from the store at once. */
const entriesPerRead = 250;

export class WorldRecording {
  readonly #options: WorldRecordingOptions;
  readonly #writer: RecordingWriter;
  #recorder: Recorder | undefined;
  /** Set once the end line is being written. */
  #ending: Promise<RecordingStatus> | undefined;
  #failed: RecordingStatus | undefined;
  #isStopping = false;
  readonly #listeners = new Set<() => void>();

  /** Creates the file. Throws the error of the file system. */
  constructor(options: WorldRecordingOptions) {
    this.#options = options;
    const onFailed = (error: unknown) => void this.fail(error);
    const onWritten = () => this.#tell();
    this.#writer = openFileWriter(options.file, options.header, onFailed, { onWritten });
  }

  get world(): World {
    return this.#options.world;
  }

  get file(): string {
    return this.#options.file;
  }

  /** Whether every exchange is recorded: it has begun, and was not stopped. */
  get isFollowing(): boolean {
    return this.#recorder !== undefined && !this.#isStopping && this.#ending === undefined;
  }

  get status(): RecordingStatus {
    const { world, file, header } = this.#options;
    const entries = this.#writer.entryCount();
    return { world: world.record.name, file, base: header.base, state: 'recording', entries };
  }

  /**
   * Writes the journal up to the last stored input, then follows the world. Rejects if the store cannot be read, or the
   * recording fails meanwhile.
   */
  async follow(source: SessionAudioSource, storedInputs: () => number): Promise<void> {
    const { world, header, onFollowing } = this.#options;
    const { base, afterFixture } = header;
    const writer = this.#writer;
    const written = { inputs: afterFixture?.inputs ?? 0, digest: base.digest };
    const write = (entry: JournalEntry, attachment: Uint8Array | undefined) => {
      writer.append(inputEntry(entry, attachment));
      written.inputs = entry.input.n;
      ({ digest: written.digest } = entry);
      if (written.inputs <= base.inputs) return;
      eventEntries(entry, world.record).forEach(writer.append);
    };
    // Reads inputs that are stored meanwhile, too; the recorder takes over in the turn in which none is left.
    while (written.inputs < storedInputs() && this.#failed === undefined) {
      const next = written.inputs + 1;
      const entries = await source.store.read(world.record.name, next, entriesPerRead);
      const audio = await audioBeside(world, entries, source);
      for (const entry of entries) write(entry, audio.get(entry.input.n));
      writer.flush();
      await nextLoopTurn();
    }
    if (this.#failed !== undefined) {
      throw new StoreError('unavailable', this.#failed.reason ?? 'It failed.');
    }
    const onFailed = (error: unknown) => void this.fail(error);
    this.#recorder = new Recorder({ world, writer, onFailed, ...written });
    onFollowing(this.#recorder.hook);
  }

  /** Ends the recording once it has everything that arrived before, with its consequences. */
  async stop(): Promise<RecordingStatus> {
    this.#isStopping = true;
    await this.#recorder?.settled();
    return this.end('');
  }

  /** Ends the recording at once, and once. One that does not follow the world yet fails for the reason. */
  end(reason: string): Promise<RecordingStatus> {
    this.#ending ??= Promise.resolve(this.#end(reason));
    return this.#ending;
  }

  #end(reason: string): RecordingStatus {
    if (this.#failed !== undefined) return this.#failed;
    if (this.#recorder === undefined) return this.fail(new StoreError('unavailable', reason));
    try {
      const lastState = this.#recorder.lastState();
      this.#recorder.stop();
      const { status } = this;
      const { digest } = lastState;
      const seal = this.#writer.end(lastState);
      if (this.#failed !== undefined) return this.#failed;
      const complete = { ...status, state: 'complete' as const, digest, seal };
      this.#options.onOver(this, complete);
      this.#tell();
      return complete;
    } catch (error) {
      return this.fail(error);
    }
  }

  /** Ends the recording without an end line, unless it has failed before. */
  fail(error: unknown): RecordingStatus {
    if (this.#failed !== undefined) return this.#failed;
    this.#recorder?.stop();
    this.#writer.abort();
    const reason = error instanceof Error ? error.message : String(error);
    this.#failed = { ...this.status, state: 'failed', reason };
    this.#options.onOver(this, this.#failed);
    this.#tell();
    return this.#failed;
  }

  /** The text of the file as if the recording was stopped now; undefined before it follows the world, or once it has failed. */
  async textSoFar(): Promise<string | undefined> {
    await this.#recorder?.settled();
    if (this.#recorder === undefined || this.#failed !== undefined) return undefined;
    const lastState = this.#recorder.lastState();
    this.flush();
    const text = readFileSync(this.file, 'utf8');
    return this.#ending === undefined ? withEndLine(text, lastState) : text;
  }

  /** Calls back after entries were written, and when it is over; returns the end of that. */
  readonly onWritten = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** In a turn of its own: no listener may throw into a writer. */
  #tell(): void {
    for (const listener of this.#listeners) queueMicrotask(listener);
  }

  /** Whether it has ended or failed. */
  get isOver(): boolean {
    return this.#ending !== undefined || this.#failed !== undefined;
  }

  /** Writes all entries to the file. */
  flush(): void {
    this.#writer.flush();
  }

  /** Closes the file without an end line. */
  abort(): void {
    this.#writer.abort();
  }
}
