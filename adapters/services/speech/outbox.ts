// Messages of a session to its client, in order. Audio is queued as a reference and computed when it is sent, in frames, as fast
// as the client reads.

import { speech } from '../../../core/index.ts';
import type { Peer } from '../../http/channel.ts';
import { messageOf } from '../../wording.ts';

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

/** The length of an audio frame (reference/speech.md section 3, "Flow"). */
const frameSeconds = 0.2;

export class SpeechOutbox {
  readonly #peer: Peer;
  readonly #audioOf: AudioOf;
  #items: OutboxItem[] = [];
  #isSending = false;
  #isStopped = false;
  #isClientSlow = false;
  /** Calls of `whenSent`. */
  #waiting: (() => void)[] = [];

  constructor(peer: Peer, audioOf: AudioOf) {
    this.#peer = peer;
    this.#audioOf = audioOf;
  }

  push(item: OutboxItem): void {
    if (this.#isStopped) return;
    this.#items.push(item);
    if (!this.#isSending) void this.#sendAll();
  }

  /** Drops what is not sent yet, and sends nothing more: the client is gone. */
  stop(): void {
    this.#isStopped = true;
    this.#items = [];
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
      for (let item = this.#items.shift(); item !== undefined;) {
        const sent = this.#send(item);
        if (sent !== undefined) await sent;
        item = this.#items.shift();
      }
    } catch (error) {
      this.stop();
      this.#peer.close(1011, messageOf(error));
    } finally {
      this.#isSending = false;
      this.#release();
    }
  }

  #send(item: OutboxItem): Promise<void> | undefined {
    switch (item.kind) {
      case 'audio':
        return this.#sendAudio(item, 0);
      case 'close':
        closePeer(this.#peer, item);
        return undefined;
      case 'text':
        this.#peer.send({ kind: 'text', text: item.text });
        return undefined;
    }
  }

  /** `sent`: bytes of it that the client has. */
  #sendAudio(audio: SpokenAudio, sent: number): Promise<void> | undefined {
    const bytes = this.#audioOf(audio.speech);
    return bytes instanceof Promise
      ? bytes.then((ready) => this.#sendFrames(audio, ready, sent))
      : this.#sendFrames(audio, bytes, sent);
  }

  /** Frames of whole samples. The bytes are not retained while the client reads. */
  #sendFrames(audio: SpokenAudio, bytes: Buffer, sent: number): Promise<void> | undefined {
    if (this.#isStopped) return undefined;
    const { encoding, sampleRate } = audio.speech;
    const first = speech.audioBytes(encoding, audio.from);
    const part = bytes.subarray(first, first + speech.audioBytes(encoding, audio.samples));
    const frameBytes = speech.audioBytes(encoding, sampleRate * frameSeconds);
    for (let start = sent; start < part.length;) {
      const end = start + frameBytes;
      const frame = part.subarray(start, end);
      const { header } = audio;
      const isFirst = start === 0 && header !== undefined;
      this.#peer.send({ kind: 'binary', data: isFirst ? Buffer.concat([header, frame]) : frame });
      const drained = this.#peer.drained();
      if (drained !== undefined) {
        return this.#whenRead(drained).then(() => this.#sendAudio(audio, end));
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

/** What a client sees of a close frame without a code (RFC 6455 section 7.1.5). */
const closedWithoutCode = 1005;

export function closePeer(peer: Peer, { code, reason }: speech.CloseMessage): void {
  if (code === closedWithoutCode) peer.close();
  else peer.close(code, reason);
}
