// Messages of a session to its client, in order. Audio is queued as a reference and computed when it is sent, in frames, as fast
// as the client reads.

import { speech } from '../../../core/index.ts';
import type { Peer } from '../../http/channel.ts';
import { messageOf } from '../../wording.ts';
import { textOf } from './frames/speak.ts';

/** The audio of a sentence: at once if it is cached. */
export type AudioOf = (question: speech.SynthesisQuestion) => Buffer | Promise<Buffer>;

/** The length of an audio frame (reference/speech.md section 3, "Flow"). */
const frameSeconds = 0.2;

export class SpeechOutbox {
  readonly #peer: Peer;
  readonly #audioOf: AudioOf;
  #messages: speech.SpeakMessage[] = [];
  #isSending = false;
  #isStopped = false;
  #isClientSlow = false;
  /** Calls of `whenSent`. */
  #waiting: (() => void)[] = [];

  constructor(peer: Peer, audioOf: AudioOf) {
    this.#peer = peer;
    this.#audioOf = audioOf;
  }

  push(message: speech.SpeakMessage): void {
    if (this.#isStopped) return;
    this.#messages.push(message);
    if (!this.#isSending) void this.#sendAll();
  }

  /** Drops what is not sent yet, and sends nothing more: the client is gone. */
  stop(): void {
    this.#isStopped = true;
    this.#messages = [];
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
      for (let message = this.#messages.shift(); message !== undefined;) {
        const sent = this.#send(message);
        if (sent !== undefined) await sent;
        message = this.#messages.shift();
      }
    } catch (error) {
      this.stop();
      this.#peer.close(1011, messageOf(error));
    } finally {
      this.#isSending = false;
      this.#release();
    }
  }

  #send(message: speech.SpeakMessage): Promise<void> | undefined {
    switch (message.kind) {
      case 'audio':
        return this.#sendAudio(message.speech, 0);
      case 'close':
        this.#peer.close(message.code, message.reason);
        return undefined;
      case 'metadata':
      case 'flushed':
      case 'cleared':
      case 'warning':
        this.#peer.send({ kind: 'text', text: textOf(message) });
        return undefined;
    }
  }

  #sendAudio(question: speech.SynthesisQuestion, start: number): Promise<void> | undefined {
    const audio = this.#audioOf(question);
    return audio instanceof Promise
      ? audio.then((bytes) => this.#sendFrames(question, bytes, start))
      : this.#sendFrames(question, audio, start);
  }

  /** Frames of whole samples. The bytes are not retained while the client reads. */
  #sendFrames(
    question: speech.SynthesisQuestion,
    bytes: Buffer,
    first: number,
  ): Promise<void> | undefined {
    if (this.#isStopped) return undefined;
    const { encoding, sampleRate } = question;
    const frameBytes = speech.audioBytes(encoding, sampleRate * frameSeconds);
    for (let start = first; start < bytes.length;) {
      const end = start + frameBytes;
      this.#peer.send({ kind: 'binary', data: bytes.subarray(start, end) });
      const drained = this.#peer.drained();
      if (drained !== undefined) {
        return this.#whenRead(drained).then(() => this.#sendAudio(question, end));
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
