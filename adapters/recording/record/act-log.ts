// Logs one act of a client: an entry with its first touch of the world, and one for each further touch, each once it is stored.
// Inputs that are lost again have no entry.

import type {
  Json,
  TaskPosition,
  RequestIdOrigin,
  TaskObserver,
  World,
} from '../../../core/index.ts';
import type { HttpResponse, RecordedFacts } from '../../http/messages.ts';
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
  /** Frames that sessions are handling. */
  readonly handling: Set<Promise<void>>;
  isStopped: boolean;
}

/** Observes one act: its facts, and its touches of the world. */
export class ActLog implements TaskObserver, RecordedFacts {
  readonly #state: RecorderState;
  readonly #line: () => ActLine;
  #facts: Record<string, Json> | undefined;
  readonly #touches: Touch[] = [];
  #idFrom: RequestIdOrigin | undefined;
  #number: number | undefined;
  /** How many touches are written or lost. */
  #doneCount = 0;
  #isOver = false;

  /** `line` is called once, when the entry is written; the log changes the object that it returns. */
  constructor(state: RecorderState, line: () => ActLine) {
    this.#state = state;
    this.#line = line;
  }

  find<Fact extends Json>(name: string, find: () => Fact, usual?: Fact): Fact {
    const fact = find();
    if (fact !== usual) (this.#facts ??= {})[name] = fact;
    return fact;
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

  /** Writes the entry, unless it is written, and all reads so far; returns its number. */
  write(): number {
    this.#writeReads();
    const { world, recordedInputs } = this.#state;
    return this.#number ?? this.#open({ at: world.nowMs(), after: recordedInputs });
  }

  /** Writes what is left, at a time when everything is stored or lost; returns the number of the entry. */
  settle(): number {
    const { pendingInputs } = this.#state;
    for (this.#writeReads(); this.#doneCount < this.#touches.length; this.#writeReads()) {
      const lost = this.#touches[this.#doneCount]?.input;
      if (lost !== undefined && pendingInputs.get(lost) === this) pendingInputs.delete(lost);
      this.#doneCount += 1;
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
    if (this.#number === undefined) this.#open(touch);
    else this.#state.writer.append({ kind: 'touch', to: this.#number, ...touch });
  }

  /** Writes the reads up to the next input. */
  #writeReads(): void {
    for (;;) {
      const touch = this.#touches[this.#doneCount];
      if (touch === undefined || touch.input !== undefined) return;
      this.#writeTouch(touch);
    }
  }
}
