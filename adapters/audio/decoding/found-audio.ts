// Collects the output of a stream's reader until it is decoded: samples, packets and captions of a message, the format and the text.

import { UndecodableAudio, type FileText, type SampleFormat } from './decoder.ts';
import type { OpusHead } from './opus-head.ts';
import type { OpusRate } from './opus.ts';
import { checkedFormat, type OpusPackets, type StreamOutput } from './stream-reader.ts';

/** The most samples of one message, all channels together: 11 minutes of one at 48 kHz. A few bytes can be minutes of silence. */
export const samplesMax = 32 * 1024 * 1024;
/** The most samples for each byte of a long message. Silent Opus packets have 480. */
export const samplesPerByteMax = 512;

export type FoundItem =
  | { readonly type: 'samples'; readonly channels: readonly Int16Array[] }
  | { readonly type: 'caption'; readonly caption: FileText }
  | { readonly type: 'head'; readonly head: OpusHead }
  | { readonly type: 'packets'; readonly packets: OpusPackets };

export class FoundAudio implements StreamOutput {
  readonly #opusRate: OpusRate;
  readonly #items: FoundItem[] = [];
  #format: SampleFormat | undefined;
  #text: string | undefined;
  /** The number of samples that the message may still add. */
  #room = 0;

  /** `format`: of streams without a header. */
  constructor(opusRate: OpusRate, format?: SampleFormat) {
    this.#opusRate = opusRate;
    this.#format = format;
  }

  get streamFormat(): SampleFormat | undefined {
    return this.#format;
  }

  get streamText(): string | undefined {
    return this.#text;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  startMessage(byteLength: number): void {
    this.#room = Math.max(samplesMax, byteLength * samplesPerByteMax);
  }

  /** Removes the first item. */
  next(): FoundItem | undefined {
    return this.#items.shift();
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** Throws UndecodableAudio if the message has too many samples. */
  spendRoom(samples: number): void {
    this.#room -= samples;
    if (this.#room < 0) throw new UndecodableAudio('too much audio in one message');
  }

  spendRoomOf(channels: readonly Int16Array[]): void {
    this.spendRoom(channels.length * (channels[0]?.length ?? 0));
  }

  format(stated: SampleFormat): void {
    const checked = checkedFormat(stated.sampleRate, stated.channels);
    this.#format ??= checked;
    const { sampleRate, channels } = this.#format;
    const isSame = sampleRate === checked.sampleRate && channels === checked.channels;
    if (!isSame) throw new UndecodableAudio('another format in the middle of the stream');
  }

  text(text: string): void {
    this.#text ??= text;
  }

  caption(caption: FileText): void {
    this.#items.push({ type: 'caption', caption });
  }

  samples(channels: readonly Int16Array[]): void {
    this.spendRoomOf(channels);
    this.#items.push({ type: 'samples', channels });
  }

  opusHead(head: OpusHead): void {
    this.format({ sampleRate: this.#opusRate, channels: head.channels });
    this.#items.push({ type: 'head', head });
  }

  opusPackets(packets: OpusPackets): void {
    this.#items.push({ type: 'packets', packets });
  }
}
