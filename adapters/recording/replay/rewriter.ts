// Writes a replay as a new recording: the recorded requests, with their answers and events as they are now.

import type { JournalEntry, Json, World } from '../../../core/index.ts';
import type {
  RequestExchange,
  ExchangeHook,
  SocketExchange,
} from '../../protocol/exchange-hook.ts';
import type { RecordedFacts } from '../../protocol/messages.ts';
import { openFileWriter, type RecordingWriter } from '../format/file-writer.ts';
import {
  behaviour,
  dataEditions,
  formatVersion,
  type Header,
  type WorldPlace,
} from '../format/header.ts';
import { inputEntry } from '../format/to-entry.ts';
import { Recorder } from '../record/recorder.ts';
import { messageOf } from '../../wording.ts';
import { placeAfter } from '../base/header-world.ts';

export interface RewriteTarget {
  /** The path of the new file, which must not exist. */
  readonly file: string;
  /** The program and its version. */
  readonly writtenBy: string;
}

export interface RewriterOptions extends RewriteTarget {
  readonly world: World;
  /** Of the recording that is replayed. */
  readonly header: Header;
  /** The entries that the world has from its fixture. */
  readonly seeded: readonly JournalEntry[];
  readonly onFailed: (error: unknown) => void;
}

/** The new file cannot be written. */
export class RewriteError extends Error {
  override readonly name = 'RewriteError';
}

/** What a replay lets an act observe. */
export interface Observed extends Pick<RequestExchange, 'world' | 'facts'> {
  /** The facts of its entry: they stay with it, though it may not come to need them all. */
  readonly recorded?: Readonly<Record<string, unknown>> | undefined;
}

export class Rewriter {
  readonly #options: RewriterOptions;
  readonly #baseInputs: number;
  /** Inputs before the base. */
  readonly #before: JournalEntry[] = [];
  #writer: RecordingWriter | undefined;
  #recorder: Recorder | undefined;
  #observed: World;

  constructor(options: RewriterOptions) {
    const { world, header, seeded } = options;
    const { base, afterFixture } = header;
    this.#options = options;
    this.#observed = world;
    this.#baseInputs = base.inputs - (afterFixture?.inputs ?? 0) + seeded.length;
    world.entries$.subscribe((entry) => {
      if (this.#recorder === undefined) this.#before.push(entry);
    });
  }

  /** Creates the file, once the world is where the recording begins. Called before each step with the place of the world. */
  begin(place: WorldPlace): void {
    if (this.#recorder !== undefined || place.inputs < this.#baseInputs) return;
    const { world, file, onFailed: report } = this.#options;
    const onFailed = (error: unknown) => report(new RewriteError(messageOf(error)));
    const open = () => openFileWriter(file, this.#header(place), onFailed, { isReplay: true });
    const writer = orRewriteError(open);
    for (const entry of this.#before) writer.append(inputEntry(entry, entry.attachment));
    const { inputs, digest } = place;
    const observedWorld = () => this.#observed;
    this.#recorder = new Recorder({ world, writer, inputs, digest, observedWorld, onFailed });
    this.#writer = writer;
  }

  request(
    observed: Observed,
    ...[raw, service]: Parameters<ExchangeHook['request']>
  ): RequestExchange {
    const { hook } = this.#begun();
    this.#observed = observed.world;
    const exchange = hook.request(raw, service);
    return { ...exchange, facts: factsOf(exchange.facts, observed) };
  }

  open(
    observed: Observed,
    ...[raw, service, peer]: Parameters<ExchangeHook['open']>
  ): SocketExchange {
    const { hook } = this.#begun();
    this.#observed = observed.world;
    const socket = hook.open(raw, service, peer);
    const facts = factsOf(socket.facts, observed);
    return {
      world: socket.world,
      facts,
      peer: socket.peer,
      opened: (result) => socket.opened(result),
    };
  }

  /** Writes the end line. */
  end(): void {
    const recorder = this.#begun();
    const lastState = orRewriteError(() => recorder.lastState());
    recorder.stop();
    orRewriteError(() => this.#writer?.end(lastState));
  }

  /** Closes the file as it is. */
  abort(): void {
    this.#recorder?.stop();
    this.#writer?.abort();
  }

  #begun(): Recorder {
    if (this.#recorder === undefined) throw new Error('The recording begins later.');
    return this.#recorder;
  }

  #header(base: WorldPlace): Omit<Header, 'h'> {
    const { h: _hash, ...header } = this.#options.header;
    const { seeded, writtenBy: engine } = this.#options;
    const place = header.afterFixture === undefined ? {} : { afterFixture: placeAfter(seeded) };
    const versions = { reprise: formatVersion, behaviour, engine, data: dataEditions } as const;
    return { ...header, ...versions, ...place, base };
  }
}

function orRewriteError<Value>(write: () => Value): Value {
  try {
    return write();
  } catch (error) {
    throw new RewriteError(messageOf(error));
  }
}

/** Facts of the recording, which a recorder notes again. */
function factsOf(noted: RecordedFacts, { facts, recorded = {} }: Observed): RecordedFacts {
  for (const [name, fact] of Object.entries(recorded)) noted.find(name, () => fact as Json);
  return {
    find: (name, find, usual) => noted.find(name, () => facts.find(name, find, usual), usual),
  };
}
