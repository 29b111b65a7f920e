// What one act of a client does to the world, written down as it becomes certain: its own line with the first touch, and a
// line for each further one. What is lost again is in no line.

import type { Json, TaskPosition, RequestIdOrigin, Observer, World } from '../../../core/index.ts';
import type { RecordedFacts } from '../../http/messages.ts';
import type { ActEntry, Touch, UnsealedEntry } from '../format/entries.ts';
import type { RecordingWriter } from '../format/file-writer.ts';

/** The line of an act, without where it touched the world. */
export type ActLine = ActEntry extends infer Act
  ? Act extends ActEntry
    ? Omit<UnsealedEntry<Act>, 'at' | 'input' | 'position' | 'after' | 'idFrom' | 'facts'>
    : never
  : never;

/** What all tracks of a recording have in common. */
export interface RecorderState {
  readonly world: World;
  readonly writer: RecordingWriter;
  /** How many inputs are written down. */
  recordedInputs: number;
  /** Who made an input that is not stored yet. */
  pendingInputs: Map<number, ActLog>;
  isStopped: boolean;
}

/** One for each act: what it finds out, and where it touches the world. */
export class ActLog implements Observer, RecordedFacts {
  readonly #ledger: RecorderState;
  readonly #line: () => ActLine;
  #facts: Record<string, Json> | undefined;
  readonly #touches: Touch[] = [];
  #idFrom: RequestIdOrigin | undefined;
  #number: number | undefined;
  /** Of the touches so many are written down, or were lost. */
  #told = 0;
  #isOver = false;

  /** `line` is asked once, when the line is to be written, and gives it away. */
  constructor(ledger: RecorderState, line: () => ActLine) {
    this.#ledger = ledger;
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
      if (!this.#ledger.isStopped) this.#ledger.pendingInputs.set(input, this);
    }
  }

  onRequestId(taken: RequestIdOrigin): RequestIdOrigin {
    this.#idFrom = taken;
    return taken;
  }

  /** Its input is stored: that, and what came before, is certain. */
  onStored(input: number): void {
    for (;;) {
      this.#tellLooks();
      const touch = this.#touches[this.#told];
      if (touch === undefined) return;
      if (touch.input === input) return this.#tell(touch);
      this.#told += 1; // it was lost, and this is what was done after that
    }
  }

  /** Writes its line, if it is not there, with what it touched so far; gives its number. */
  write(): number {
    this.#tellLooks();
    const { world, recordedInputs } = this.#ledger;
    return this.#number ?? this.#open({ at: world.nowMs(), after: recordedInputs });
  }

  /** What was to be stored was; the rest is lost. Gives the number of its line. */
  settle(): number {
    const { pendingInputs } = this.#ledger;
    for (this.#tellLooks(); this.#told < this.#touches.length; this.#tellLooks()) {
      const lost = this.#touches[this.#told]?.input;
      if (lost !== undefined && pendingInputs.get(lost) === this) pendingInputs.delete(lost);
      this.#told += 1;
    }
    return this.write();
  }

  /** The same, and what it still touches is none of its doing: an answer that goes on, by which nothing is done again. */
  end(): number {
    this.#isOver = true;
    return this.settle();
  }

  /** When it touched the world last, or when it is. */
  atMs(): number {
    return this.#touches.at(-1)?.at ?? this.#ledger.world.nowMs();
  }

  #open(touch: Touch): number {
    const line = Object.assign(this.#line(), touch) as ActEntry;
    if (this.#idFrom !== undefined) line.idFrom = this.#idFrom;
    if (this.#facts !== undefined) line.facts = this.#facts;
    this.#number = this.#ledger.writer.append(line);
    return this.#number;
  }

  #tell(touch: Touch): void {
    this.#told += 1;
    if (this.#number === undefined) this.#open(touch);
    else this.#ledger.writer.append({ kind: 'touch', to: this.#number, ...touch });
  }

  /** Writes down what it looked at up to its next input. */
  #tellLooks(): void {
    for (;;) {
      const touch = this.#touches[this.#told];
      if (touch === undefined || touch.input !== undefined) return;
      this.#tell(touch);
    }
  }
}
