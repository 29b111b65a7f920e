// Collects a range of the samples of an audio stream, as many as fit into one answer.

import { audioAnswerSamplesMax } from '../../../protocol/limits.ts';
import type { AudioQuery, SideAudio } from '../../../protocol/channel.ts';

export class SampleRange {
  readonly #from: number;
  #until: number;
  readonly #total: number;
  readonly #parts: (readonly Int16Array[])[] = [];
  #at = 0;

  /** `total`: the samples of each channel that count; what is decoded beyond them is ignored. */
  constructor({ from, limit }: AudioQuery, total: number) {
    this.#from = Math.min(from, total);
    this.#until = Math.min(from + limit, total);
    this.#total = total;
  }

  get isFull(): boolean {
    return this.#at >= this.#until;
  }

  /** Passes over samples before the range; false if some of them are in it. */
  skips(samples: number): boolean {
    if (this.#at + samples > this.#from) return false;
    this.#at += samples;
    return true;
  }

  add(channels: readonly Int16Array[]): void {
    const most = Math.floor(audioAnswerSamplesMax / Math.max(1, channels.length));
    this.#until = Math.min(this.#until, this.#from + most);
    const length = channels[0]?.length ?? 0;
    const start = Math.max(0, this.#from - this.#at);
    const end = Math.min(length, this.#until - this.#at);
    if (start < end) this.#parts.push(channels.map((samples) => samples.subarray(start, end)));
    this.#at += length;
  }

  audio(sampleRate: number): SideAudio {
    const channels = this.#parts[0]?.length ?? 1;
    const length = this.#parts.reduce((sum, [part]) => sum + (part?.length ?? 0), 0);
    const samples = new Int16Array(length * channels);
    let at = 0;
    for (const part of this.#parts) {
      part.forEach((own, channel) => {
        for (let index = 0; index < own.length; index += 1) {
          samples[(at + index) * channels + channel] = own[index] ?? 0;
        }
      });
      at += part[0]?.length ?? 0;
    }
    return { sampleRate, channels, samples, total: this.#total };
  }
}
