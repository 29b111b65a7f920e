// Both sides of a call as they are heard: the user at the left, the agent at the right, at their times.

import { writeWav } from '../../audio/wav.ts';

interface Stretch {
  /** The number of its first sample in the call. */
  readonly at: number;
  samples: Int16Array;
}

/** A side of a call. A stretch that comes while another one sounds is played after it. */
export class CallSide {
  readonly #sampleRate: number;
  #stretches: Stretch[] = [];
  #end = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** When all of it has been played, in milliseconds. */
  get endMs(): number {
    return (this.#end * 1_000) / this.#sampleRate;
  }

  add(samples: Int16Array, atMs: number): void {
    const at = Math.max(this.#end, this.#sampleAt(atMs));
    this.#stretches.push({ at, samples });
    this.#end = at + samples.length;
  }

  /** Drops what has not been played by then. */
  cut(atMs: number): void {
    const end = this.#sampleAt(atMs);
    if (end >= this.#end) return;
    this.#stretches = this.#stretches.filter(({ at }) => at < end);
    for (const stretch of this.#stretches) {
      stretch.samples = stretch.samples.subarray(0, end - stretch.at);
    }
    this.#end = end;
  }

  writeTo(samples: Int16Array, channel: number, channels: number): void {
    for (const { at, samples: own } of this.#stretches) {
      for (const [index, sample] of own.entries())
        samples[(at + index) * channels + channel] = sample;
    }
  }

  #sampleAt(atMs: number): number {
    return Math.round((atMs * this.#sampleRate) / 1_000);
  }
}

/** A stereo file of 16-bit samples. */
export function writeCall(user: CallSide, agent: CallSide, sampleRate: number): Buffer {
  const endMs = Math.max(user.endMs, agent.endMs);
  const samples = new Int16Array(Math.round((endMs * sampleRate) / 1_000) * 2);
  user.writeTo(samples, 0, 2);
  agent.writeTo(samples, 1, 2);
  const audio = Buffer.from(samples.buffer);
  return writeWav({ encoding: 'linear16', sampleRate, channels: 2, audio });
}
