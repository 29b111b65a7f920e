// Messages of a session to its client, in order. Audio is queued as a reference and computed when it is sent, in frames, as fast
// as the client reads.

import { speech, type faults } from '../../../../core/index.ts';
import type { Peer } from '../../../protocol/channel.ts';
import { messageOf } from '../../../wording.ts';
import type { StruckFrames } from './session-events.ts';

/** What a client is sent. */
export type OutboxItem =
  { readonly kind: 'text'; readonly text: string } | SpokenAudio | speech.CloseMessage;

/** Audio of a sentence. */
interface SpokenAudio {
  readonly kind: 'audio';
  readonly speech: speech.SynthesisQuestion;
  /** Samples of the sentence. */
  readonly from: number;
  readonly samples: number;
  /** In front of the audio, in its first frame. */
  readonly header?: Buffer;
}

/** The audio of a sentence: at once if it is cached. */
export type AudioOf = (question: speech.SynthesisQuestion) => Buffer | Promise<Buffer>;

interface Queued {
  readonly item: OutboxItem;
  /** The place of its first frame among those of its event. */
  readonly first: number;
  /** On the frames of its event. */
  readonly strikes: StruckFrames;
}

/** The length of an audio frame (reference/speech.md section 3, "Flow"). */
const frameSeconds = 0.2;

export class SpeechOutbox {
  readonly #peer: Peer;
  readonly #audioOf: AudioOf;
  #queue: Queued[] = [];
  #isSending = false;
  #isStopped = false;
  #isClientSlow = false;
  /** Calls of `whenSent`. */
  #waiting: (() => void)[] = [];

  constructor(peer: Peer, audioOf: AudioOf) {
    this.#peer = peer;
    this.#audioOf = audioOf;
  }

  /** Sends what an event leads to. `strikes`: of faults, on its frames. */
  push(items: readonly OutboxItem[], strikes: StruckFrames): void {
    if (this.#isStopped) return;
    let first = 0;
    for (const item of items) {
      this.#queue.push({ item, first, strikes });
      if (strikes.length > 0) first += framesIn(item).length;
    }
    if (!this.#isSending && this.#queue.length > 0) void this.#sendAll();
  }

  /** Drops what is not sent yet, and sends nothing more: the client is gone. */
  stop(): void {
    this.#isStopped = true;
    this.#queue = [];
  }

  /** Whether it waits for a slow client or for audio. */
  get isSending(): boolean {
    return this.#isSending;
  }

  /** Resolves once everything is sent, or only the client is waited for; undefined if that is so already. */
  whenSent(): Promise<void> | undefined {
    if (!this.#isSending || this.#isClientSlow) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends at once what it can, so that frames keep their place among those of other sessions. */
  async #sendAll(): Promise<void> {
    this.#isSending = true;
    try {
      for (let next = this.#queue.shift(); next !== undefined;) {
        const sent = this.#send(next);
        if (sent !== undefined) await sent;
        next = this.#queue.shift();
      }
    } catch (error) {
      this.stop();
      this.#peer.close(1011, messageOf(error));
    } finally {
      this.#isSending = false;
      this.#release();
    }
  }

  #send(queued: Queued): Promise<void> | undefined {
    const { item } = queued;
    switch (item.kind) {
      case 'audio':
        return this.#sendAudio(item, 0, queued);
      case 'close':
        closePeer(this.#peer, item);
        return undefined;
      case 'text':
        this.#peer.send(item, strikeOn(queued, 0));
        return undefined;
    }
  }

  /** `sent`: bytes of it that the client has. */
  #sendAudio(audio: SpokenAudio, sent: number, queued: Queued): Promise<void> | undefined {
    const bytes = this.#audioOf(audio.speech);
    return bytes instanceof Promise
      ? bytes.then((ready) => this.#sendFrames(audio, ready, sent, queued))
      : this.#sendFrames(audio, bytes, sent, queued);
  }

  /** Frames of whole samples. The bytes are not retained while the client reads. */
  #sendFrames(
    audio: SpokenAudio,
    bytes: Buffer,
    sent: number,
    queued: Queued,
  ): Promise<void> | undefined {
    if (this.#isStopped) return undefined;
    const { encoding } = audio.speech;
    const first = speech.audioBytes(encoding, audio.from);
    const part = bytes.subarray(first, first + speech.audioBytes(encoding, audio.samples));
    const frameBytes = frameBytesOf(audio);
    for (let start = sent; start < part.length;) {
      const end = start + frameBytes;
      const frame = part.subarray(start, end);
      const { header } = audio;
      const isFirst = start === 0 && header !== undefined;
      const data = isFirst ? Buffer.concat([header, frame]) : frame;
      this.#peer.send({ kind: 'binary', data }, strikeOn(queued, start / frameBytes));
      const drained = this.#peer.drained();
      if (drained !== undefined) {
        return this.#whenRead(drained).then(() => this.#sendAudio(audio, end, queued));
      }
      start = end;
    }
    return undefined;
  }

  async #whenRead(drained: Promise<void>): Promise<void> {
    this.#isClientSlow = true;
    this.#release();
    await drained;
    this.#isClientSlow = false;
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The frames of an item: the text of each; null for a binary one. */
export function framesIn(item: OutboxItem): readonly (string | null)[] {
  switch (item.kind) {
    case 'audio': {
      const bytes = speech.audioBytes(item.speech.encoding, item.samples);
      return Array.from({ length: Math.ceil(bytes / frameBytesOf(item)) }, () => null);
    }
    case 'text':
      return [item.text];
    case 'close':
      return [];
  }
}

function frameBytesOf({ speech: { encoding, sampleRate } }: SpokenAudio): number {
  return speech.audioBytes(encoding, sampleRate * frameSeconds);
}

/** `frame`: its number in the item, from 0. */
function strikeOn({ first, strikes }: Queued, frame: number): faults.FrameStruck | undefined {
  return strikes.find(({ request }) => request.index === first + frame);
}

/** What a client sees of a close frame without a code (RFC 6455 section 7.1.5). */
const closedWithoutCode = 1005;

export function closePeer(peer: Peer, { code, reason }: speech.CloseMessage): void {
  if (code === closedWithoutCode) peer.close();
  else peer.close(code, reason);
}
