// What one act of a client does to the world, written down as it becomes certain: its own line with the first touch, and a
// line for each further one. What is lost again is in no line.

import type { Json, Place, RequestPlace, World } from '../../core/index.ts';
import type { Facts } from '../http/tap.ts';
import type { ActEntry, Touch, Unplaced } from './format.ts';
import type { RecordingWriter } from './writer.ts';

/** The line of an act, without where it touched the world. */
export type ActLine = ActEntry extends infer Act
  ? Act extends ActEntry
    ? Omit<Unplaced<Act>, 'at' | 'input' | 'position' | 'after' | 'idFrom' | 'facts'>
    : never
  : never;

/** What all tracks of a recording have in common. */
export interface Ledger {
  readonly world: World;
  readonly writer: RecordingWriter;
  /** How many inputs are written down. */
  inputs: number;
  /** Who made an input that is not stored yet. */
  readonly makers: Map<number, Track>;
  isStopped: boolean;
}

export interface Track {
  readonly facts: Facts;
  readonly after: (place: Place) => void;
  readonly identified: (taken: RequestPlace) => RequestPlace;
  /** Its input is stored: that, and what came before, is certain. */
  readonly stored: (input: number) => void;
  /** Writes its line, if it is not there, with what it touched so far; gives its number. */
  readonly write: () => number;
  /** What was to be stored was; the rest is lost. Gives the number of its line. */
  readonly settle: () => number;
  /** The same, and what it still touches is none of its doing: an answer that goes on, by which nothing is done again. */
  readonly end: () => number;
  /** When it touched the world last, or when it is. */
  readonly atMs: () => number;
}

/** `line` is asked once, when the line is to be written. */
export function createTrack(ledger: Ledger, line: () => ActLine): Track {
  const { world, writer, makers } = ledger;
  const facts: Record<string, Json> = {};
  const touches: Touch[] = [];
  let idFrom: RequestPlace | undefined;
  let number: number | undefined;
  /** Of the touches so many are written down, or were lost. */
  let told = 0;
  let isOver = false;

  function open(touch: Touch): number {
    number = writer.append({
      ...line(),
      ...touch,
      ...(idFrom === undefined ? {} : { idFrom }),
      ...(Object.keys(facts).length === 0 ? {} : { facts }),
    });
    return number;
  }

  function tell(touch: Touch): void {
    told += 1;
    if (number === undefined) open(touch);
    else writer.append({ kind: 'touch', to: number, ...touch });
  }

  /** Writes down what it looked at up to its next input. */
  function tellLooks(): void {
    for (;;) {
      const touch = touches[told];
      if (touch === undefined || touch.input !== undefined) return;
      tell(touch);
    }
  }

  function write(): number {
    tellLooks();
    return number ?? open({ at: world.nowMs(), after: ledger.inputs });
  }

  function settle(): number {
    for (tellLooks(); told < touches.length; tellLooks()) {
      const lost = touches[told]?.input;
      if (lost !== undefined && makers.get(lost) === track) makers.delete(lost);
      told += 1;
    }
    return write();
  }

  const track: Track = {
    facts: {
      find: (name, find, usual) => {
        const fact = find();
        if (fact !== usual) facts[name] = fact;
        return fact;
      },
    },
    after: ({ atMs, inputs, position, input }) => {
      if (isOver) return;
      if (input === undefined) touches.push({ at: atMs, position, after: inputs });
      else {
        touches.push({ at: atMs, input });
        if (!ledger.isStopped) makers.set(input, track);
      }
    },
    identified: (taken) => {
      idFrom = taken;
      return taken;
    },
    stored: (input) => {
      for (;;) {
        tellLooks();
        const touch = touches[told];
        if (touch === undefined) return;
        if (touch.input === input) return tell(touch);
        told += 1; // it was lost, and this is what was done after that
      }
    },
    write,
    settle,
    end: () => {
      isOver = true;
      return settle();
    },
    atMs: () => touches.at(-1)?.at ?? world.nowMs(),
  };
  return track;
}
