// Sends the messages of a session to its client, in order. Audio is queued as a reference, computed when its turn comes, and sent in
// frames as fast as the client reads.

import { speech, type faults } from '../../../../core/index.ts';
import type { Peer } from '../../../protocol/channel.ts';
import { messageOf } from '../../../wording.ts';
import type { StruckFrames } from './session-events.ts';

/** A message to the client. */
export type OutboxItem =
  { readonly kind: 'text'; readonly text: string } | SpokenAudio | speech.CloseMessage;

/** Samples of a sentence. */
interface SpokenAudio {
  readonly kind: 'audio';
  readonly speech: speech.SynthesisQuestion;
  /** The first sample. */
  readonly from: number;
  readonly samples: number;
  /** Bytes before the audio, in the first frame. */
  readonly header?: Buffer;
}

/** Returns the audio of a sentence, at once if it is cached. */
export type AudioOf = (question: speech.SynthesisQuestion) => Buffer | Promise<Buffer>;

interface Queued {
  readonly item: OutboxItem;
  /** The index of its first frame among the frames of its event. */
  readonly first: number;
  /** Strikes of faults on the frames of its event. */
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
  /** Resolves pending calls of `whenSent`. */
  #waiting: (() => void)[] = [];

  constructor(peer: Peer, audioOf: AudioOf) {
    this.#peer = peer;
    this.#audioOf = audioOf;
  }

  /** Enqueues the messages of an event. `strikes`: of faults, on its frames. */
  push(items: readonly OutboxItem[], strikes: StruckFrames): void {
    if (this.#isStopped) return;
    let first = 0;
    for (const item of items) {
      this.#queue.push({ item, first, strikes });
      if (strikes.length > 0) first += framesIn(item).length;
    }
    if (!this.#isSending && this.#queue.length > 0) void this.#sendAll();
  }

  /** Drops queued messages, and ignores later ones: the client is gone. */
  stop(): void {
    this.#isStopped = true;
    this.#queue = [];
  }

  /** Whether it waits for a slow client, or for audio. */
  get isSending(): boolean {
    return this.#isSending;
  }

  /** Resolves once all is sent, or only the client delays it; undefined if that is the case already. */
  whenSent(): Promise<void> | undefined {
    if (!this.#isSending || this.#isClientSlow) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends synchronously as far as possible, so that the order among the frames of all sessions is deterministic. */
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

  /** `sent`: bytes that were sent before. */
  #sendAudio(audio: SpokenAudio, sent: number, queued: Queued): Promise<void> | undefined {
    const bytes = this.#audioOf(audio.speech);
    return bytes instanceof Promise
      ? bytes.then((ready) => this.#sendFrames(audio, ready, sent, queued))
      : this.#sendFrames(audio, bytes, sent, queued);
  }

  /** Sends frames of whole samples. Does not retain the bytes while the client reads. */
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

/** `frame`: its index in the item. */
function strikeOn({ first, strikes }: Queued, frame: number): faults.FrameStruck | undefined {
  return strikes.find(({ request }) => request.index === first + frame);
}

/** The code that a client reports for a close frame without one (RFC 6455 section 7.1.5). */
const closedWithoutCode = 1005;

export function closePeer(peer: Peer, { code, reason }: speech.CloseMessage): void {
  if (code === closedWithoutCode) peer.close();
  else peer.close(code, reason);
}
