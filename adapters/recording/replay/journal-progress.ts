// The progress of a replayed world in its journal.

import type { Input, JournalEntry } from '../../../core/index.ts';
import { placeAfter } from '../base/header-world.ts';
import type { WorldPlace } from '../format/header.ts';

export class JournalProgress {
  /** The position before each input. */
  readonly positions: number[] = [];
  position: number;
  digest: string;
  lastInput: Input | undefined;

  constructor() {
    ({ position: this.position, digest: this.digest } = placeAfter([]));
  }

  get inputs(): number {
    return this.positions.length;
  }

  get place(): WorldPlace {
    const { inputs, position, digest } = this;
    return { inputs, position, digest };
  }

  add({ input, events, digest }: JournalEntry): void {
    this.positions.push(this.position);
    this.lastInput = input;
    this.position = events.at(-1)?.position ?? this.position;
    this.digest = digest;
  }
}
