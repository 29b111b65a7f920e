// Records one world: its exchanges, the events that they lead to, and all other inputs. A replay needs nothing else.

import type { Subscription } from 'rxjs';
import type { JournalEntry, World } from '../../../core/index.ts';
import type { RawRequest, RawUpgrade } from '../../protocol/messages.ts';
import type { Peer } from '../../protocol/channel.ts';
import { bodyBytesPerTurn } from '../../protocol/limits.ts';
import type { Service } from '../../protocol/service.ts';
import { inSlices } from '../../protocol/slices.ts';
import type {
  RequestExchange,
  SocketExchange,
  ExchangeHook,
} from '../../protocol/exchange-hook.ts';
import type { LastState } from '../format/end-line.ts';
import type { RecordingWriter } from '../format/file-writer.ts';
import { eventEntries, inputEntry, requestContent } from '../format/to-entry.ts';
import { ActLog, type RecorderState } from './act-log.ts';
import { SocketRecorder } from './socket-recorder.ts';
import { setTimeout, clearTimeout, nextLoopTurn } from '../../host-timers.ts';

export interface RecorderOptions {
  readonly world: World;
  readonly writer: RecordingWriter;
  /** How many inputs of the world are recorded already, and its digest after them. */
  readonly inputs: number;
  readonly digest: string;
  /** The world as the next exchange sees it. Default: the world. */
  readonly observedWorld?: () => World;
  /** Called with an error of the recorder, which must not reach the client. */
  readonly onFailed: (error: unknown) => void;
}

/** Event-loop turns to wait for answers, some of which never come. */
const settleTurnsMax = 100;
/** How long to wait for a world that is busy, and for frames, which may need a voice. */
const settleMsMax = 10_000;

export class Recorder {
  readonly #world: World;
  readonly #writer: RecordingWriter;
  readonly #observedWorld: () => World;
  readonly #onFailed: (error: unknown) => void;
  readonly #state: RecorderState;
  readonly #following: Subscription;
  /** Of the world after the last recorded input. */
  #digest: string;
  #connections = 0;
  readonly hook: ExchangeHook = {
    request: (raw, service) => this.#request(raw, service),
    open: (raw, service, client) => this.#open(raw, service, client),
  };

  /** Follows the world from now on. */
  constructor(options: RecorderOptions) {
    const { world, writer, inputs, digest, observedWorld = () => world, onFailed } = options;
    this.#world = world;
    this.#writer = writer;
    this.#observedWorld = observedWorld;
    this.#onFailed = onFailed;
    this.#digest = digest;
    this.#state = {
      world,
      writer,
      recordedInputs: inputs,
      pendingInputs: new Map(),
      unanswered: 0,
      handling: new Map(),
      sockets: new Set(),
      isStopped: false,
    };
    this.#following = world.entries$.subscribe((entry) => this.#record(() => this.#follow(entry)));
  }

  /** What the end line says if the recording ends now. Writes the acts that are under way. */
  lastState(): LastState {
    const { handling, sockets } = this.#state;
    const underWay = [...handling.keys()].map((act) => act.write());
    const unsent = [...sockets].flatMap(({ conn, hasUnsent }) => (hasUnsent ? [conn] : []));
    return {
      digest: this.#digest,
      ...(underWay.length === 0 ? {} : { underWay }),
      ...(unsent.length === 0 ? {} : { unsent }),
    };
  }

  /** Resolves once everything is recorded that arrived before, with its consequences, unless that takes too long. */
  async settled(): Promise<void> {
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(void (isLate = true)), settleMsMax);
    });
    let turns = 0;
    do {
      // The read waits until everything is stored that was sent to the world before.
      const work = [this.#world.read(() => undefined), ...this.#state.handling.values()];
      await Promise.race([Promise.allSettled(work), late]);
      await nextLoopTurn(); // answers and frames follow
      turns += 1;
    } while (this.#isUnderWay() && !isLate && turns < settleTurnsMax);
    clearTimeout(timer);
  }

  /** Stops recording. */
  stop(): void {
    this.#state.isStopped = true;
    this.#following.unsubscribe();
    this.#state.pendingInputs.clear();
  }

  #request(raw: RawRequest, service: Service): RequestExchange {
    const { url, method, origin, body } = raw;
    const headers = raw.headers as Record<string, string>; // those without a value are left out
    const content = requestContent(body);
    const prepared =
      body.length > bodyBytesPerTurn && content.text !== undefined
        ? inSlices(this.#writer.prepare({ url, headers, text: content.text }))
        : undefined;
    const log = new ActLog(this.#state, () => {
      return {
        kind: kindOf(raw, service),
        service: service.name,
        method,
        origin,
        url,
        headers,
        ...content,
      };
    });
    this.#state.unanswered += 1;
    return {
      world: this.#observedWorld().observedBy(log),
      facts: log,
      ...(prepared === undefined ? {} : { prepared }),
      answered: (response) => {
        this.#state.unanswered -= 1;
        this.#record(() => log.writeAnswer(log.end(), response));
      },
    };
  }

  #open(raw: RawUpgrade, service: Service, client: Peer): SocketExchange {
    this.#connections += 1;
    this.#state.unanswered += 1;
    return new SocketRecorder({
      state: this.#state,
      record: (write) => this.#record(write),
      observed: this.#observedWorld(),
      conn: this.#connections,
      raw,
      service,
      client,
    });
  }

  /** Writes an input that is stored now, unless it belongs to an act, and its events. */
  #follow(entry: JournalEntry): void {
    const { n } = entry.input;
    const act = this.#takeActOf(n);
    if (act === undefined) this.#writer.append(inputEntry(entry));
    else act.onStored(n);
    eventEntries(entry, this.#world.record).forEach(this.#writer.append);
    this.#state.recordedInputs = n;
    this.#digest = entry.digest;
  }

  #takeActOf(input: number): ActLog | undefined {
    const state = this.#state;
    const act = state.pendingInputs.get(input);
    state.pendingInputs.delete(input);
    // A Map that is filled and emptied again and again retains deleted entries for long.
    if (state.pendingInputs.size === 0) state.pendingInputs = new Map();
    return act;
  }

  /** Calls `write` unless the recording has ended. */
  #record(write: () => void): void {
    if (this.#state.isStopped) return;
    try {
      write();
    } catch (error) {
      this.#onFailed(error);
    }
  }

  #isUnderWay(): boolean {
    const { isStopped, unanswered, handling, pendingInputs } = this.#state;
    return !isStopped && unanswered + handling.size + pendingInputs.size > 0;
  }
}

function kindOf({ url }: RawRequest, { isInWorld }: Service): 'http.request' | 'clock' | 'control' {
  if (isInWorld) return 'http.request';
  return /\/worlds\/[^/?]*\/clock(\/|\?|$)/.test(url) ? 'clock' : 'control';
}
