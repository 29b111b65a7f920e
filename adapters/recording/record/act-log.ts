// Logs one act of a client: an entry with its first touch of the world, and one for each further touch, each once it is stored.
// Inputs that are lost again have no entry.

import type {
  Json,
  TaskPosition,
  RequestIdOrigin,
  TaskObserver,
  World,
} from '../../../core/index.ts';
import type { HttpResponse, RecordedFacts } from '../../protocol/messages.ts';
import type { ActEntry, Touch, UnsealedEntry } from '../format/entries.ts';
import type { RecordingWriter } from '../format/file-writer.ts';
import { responseContent } from '../format/to-entry.ts';

/** The entry of an act without its touch, which the log adds. */
export type ActLine = ActEntry extends infer Act
  ? Act extends ActEntry
    ? Omit<UnsealedEntry<Act>, 'at' | 'input' | 'position' | 'after' | 'idFrom' | 'facts'>
    : never
  : never;

/** The state of a recorder, shared by the logs of its acts. */
export interface RecorderState {
  readonly world: World;
  readonly writer: RecordingWriter;
  /** How many inputs have an entry. */
  recordedInputs: number;
  /** The act of each input that is not stored yet. */
  pendingInputs: Map<number, ActLog>;
  /** How many requests and upgrades are not answered yet. */
  unanswered: number;
  /** Frames, and ends of connections, that sessions are handling; each promise resolves once its act is settled. */
  readonly handling: Map<ActLog, Promise<void>>;
  /** The open connections. */
  readonly sockets: Set<OpenSocket>;
  isStopped: boolean;
}

interface OpenSocket {
  readonly conn: number;
  /** Whether its session has messages that it has not sent yet. */
  readonly hasUnsent: boolean;
}

/** Where an act begins: its instant, and the last input before it. */
type ActStart = Pick<Touch, 'at' | 'after'>;

/** Observes one act: its facts, and its touches of the world. */
export class ActLog implements TaskObserver, RecordedFacts {
  readonly #state: RecorderState;
  readonly #line: () => ActLine;
  readonly #start: ActStart | undefined;
  /** Of its entry. */
  #facts: Record<string, Json> | undefined;
  /** Those that were found when its entry was written. They are in its next line. */
  #laterFacts: Record<string, Json> | undefined;
  readonly #touches: Touch[] = [];
  #idFrom: RequestIdOrigin | undefined;
  #number: number | undefined;
  /** How many touches are written or lost. */
  #doneCount = 0;
  #isOver = false;

  /**
   * `line` is called once, when the entry is written; the log changes the object that it returns. `start`: where the act begins, if
   * it depends on what has happened until then, as frames of a session do; default: with its first touch.
   */
  constructor(state: RecorderState, line: () => ActLine, start?: ActStart) {
    this.#state = state;
    this.#line = line;
    this.#start = start;
  }

  find<Fact extends Json>(name: string, find: () => Fact, usual?: Fact): Fact {
    const fact = find();
    if (fact !== usual) this.#factsNow()[name] = fact;
    return fact;
  }

  /** Those of the line that can still have more. */
  #factsNow(): Record<string, Json> {
    const number = this.#number;
    if (number === undefined) return (this.#facts ??= {});
    const isOpen = this.#facts !== undefined && this.#state.writer.writtenCount() < number;
    return (isOpen ? this.#facts : undefined) ?? (this.#laterFacts ??= {});
  }

  #takeLaterFacts(): { readonly facts?: Readonly<Record<string, Json>> } {
    const facts = this.#laterFacts;
    this.#laterFacts = undefined;
    return facts === undefined ? {} : { facts };
  }

  afterTask({ atMs, inputs, position, input }: TaskPosition): void {
    if (this.#isOver) return;
    if (input === undefined) {
      this.#touches.push({ at: atMs, position, after: inputs });
    } else {
      this.#touches.push({ at: atMs, input });
      if (!this.#state.isStopped) this.#state.pendingInputs.set(input, this);
    }
  }

  onRequestId(taken: RequestIdOrigin): RequestIdOrigin {
    this.#idFrom = taken;
    return taken;
  }

  /** Writes the touch of an input that is stored now, and the reads before it. */
  onStored(input: number): void {
    for (;;) {
      this.#writeReads();
      const touch = this.#touches[this.#doneCount];
      if (touch === undefined) return;
      if (touch.input === input) return this.#writeTouch(touch);
      this.#doneCount += 1; // lost: this input came after it
    }
  }

  /** Writes the entry, unless it is written, and all reads of what is recorded; returns its number. */
  write(): number {
    this.#writeReads();
    const { world, recordedInputs } = this.#state;
    return this.#number ?? this.#open(this.#start ?? { at: world.nowMs(), after: recordedInputs });
  }

  /** Writes what is left, at a time when everything is stored or lost; returns the number of the entry. */
  settle(): number {
    const { pendingInputs } = this.#state;
    for (this.#writeReads(); this.#doneCount < this.#touches.length; this.#writeReads()) {
      const lost = this.#touches[this.#doneCount]?.input;
      if (lost !== undefined && pendingInputs.get(lost) === this) pendingInputs.delete(lost);
      this.#doneCount += 1; // an input, or a read of one
    }
    return this.write();
  }

  /** As `settle`, and later touches are ignored: a streaming answer is not replayed. */
  end(): number {
    this.#isOver = true;
    return this.settle();
  }

  /** Writes the response to the act, whose entry has this number. */
  writeAnswer(to: number, response: HttpResponse): void {
    const { status, headers, stream, delivery } = response;
    this.#state.writer.append({
      kind: 'http.answer',
      at: this.atMs(),
      to,
      ...this.#takeLaterFacts(),
      status,
      headers,
      ...responseContent(response),
      ...(stream === undefined ? {} : { stream: true }),
      ...(delivery === undefined ? {} : { delivery }),
    });
  }

  /** The instant of the last touch, or the present one. */
  atMs(): number {
    return this.#touches.at(-1)?.at ?? this.#state.world.nowMs();
  }

  #open(touch: Touch): number {
    const line = Object.assign(this.#line(), touch) as ActEntry;
    if (this.#idFrom !== undefined) line.idFrom = this.#idFrom;
    if (this.#facts !== undefined) line.facts = this.#facts;
    this.#number = this.#state.writer.append(line);
    return this.#number;
  }

  #writeTouch(touch: Touch): void {
    this.#doneCount += 1;
    const start = this.#start;
    if (this.#number === undefined) {
      const isFirst = start === undefined || isDirectlyAfter(start, touch);
      this.#open(isFirst ? touch : start);
      if (isFirst) return;
    }
    this.#state.writer.append({
      kind: 'touch',
      to: this.#number ?? 0,
      ...this.#takeLaterFacts(),
      ...touch,
    });
  }

  /** Writes the reads up to the next input, unless they have seen inputs that are not stored yet: those are no part of the file. */
  #writeReads(): void {
    for (;;) {
      const touch = this.#touches[this.#doneCount];
      if (touch?.after === undefined || touch.after > this.#state.recordedInputs) return;
      this.#writeTouch(touch);
    }
  }
}

/** Whether nothing was recorded between the start of an act and its first touch. */
function isDirectlyAfter(start: ActStart, { input, after }: Touch): boolean {
  return start.after === (input === undefined ? after : input - 1);
}
