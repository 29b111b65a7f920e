// A session of /v1/speak that is served by this process: frames to commands, events to frames.

import { speech } from '../../../core/index.ts';
import type { Frame } from '../../protocol/channel.ts';
import { unknownMembersRule } from '../unknown-members.ts';
import { commandOf } from './frames/speak.ts';
import { SpeechOutbox, type AudioOf } from './outbox.ts';
import { speakItems } from './sent-items.ts';
import type { ServedSession, SessionParts } from './served-session.ts';
import type { StruckFrames } from './session-events.ts';

interface SpeakParts extends SessionParts {
  readonly audioOf: AudioOf;
}

export class SpeakSession implements ServedSession {
  readonly #id: string;
  readonly #parts: SpeakParts;
  readonly #outbox: SpeechOutbox;
  /** Whether later frames are ignored: the client sent Close, or the session is over. */
  #isClosing = false;
  #isOver = false;
  /** Called with the next event of the session. */
  #onNextEvent: () => void = () => undefined;

  constructor(id: string, parts: SpeakParts) {
    this.#id = id;
    this.#parts = parts;
    this.#outbox = new SpeechOutbox(parts.peer, parts.audioOf);
  }

  attach(): void {
    this.#parts.events.add(this.#id, this);
  }

  detach(): void {
    this.#parts.events.remove(this.#id, this);
  }

  release(): void {
    this.#outbox.stop();
  }

  onEvent(event: speech.SessionEvent, strikes: StruckFrames): void {
    if (!speech.isOfChannel(event, '/v1/speak')) return;
    this.#outbox.push(speakItems(event), strikes);
    if (event.type === 'SessionClosing') this.#isClosing = true;
    if (event.type === 'SessionEnded') this.#end();
    this.#onNextEvent();
  }

  onWorldEnded(): void {
    this.#end();
    this.#outbox.stop();
    this.#parts.peer.close(1001, 'The world of this session was removed or reset.');
    this.#onNextEvent();
  }

  /** Resolves once everything has happened that the frame made due at this instant, and is sent unless the client is slow. */
  receive(frame: Frame): void | Promise<void> {
    if (this.#isClosing) return;
    const { request = {}, world } = this.#parts;
    const rule = frame.kind === 'text' ? unknownMembersRule(request, world) : undefined;
    const command = commandOf(frame, rule);
    if (command === undefined) return;
    return this.#execute({ ...command, sessionId: this.#id });
  }

  /** The client has closed the connection, or is gone. */
  async closed(code: number): Promise<void> {
    this.#outbox.stop();
    const isEnded = this.#isOver;
    this.#end();
    this.detach();
    this.#onNextEvent();
    if (isEnded) return;
    await this.#send({ type: 'EndSession', sessionId: this.#id, code });
  }

  hasUnsent(): boolean {
    return this.#outbox.isSending;
  }

  async #execute(command: speech.SessionCommand): Promise<void> {
    const isWaiting = await this.#send(command);
    if (isWaiting) await this.#speak();
    await this.#outbox.whenSent();
  }

  /** Lets the sentences be spoken that are due now. A clock in mode `real` does not wait for a voice: its events come later. */
  async #speak(): Promise<void> {
    const { world } = this.#parts;
    await this.#prepareAudio();
    const advanced = await world.advance({ byMs: 0 });
    if (!advanced.ok) return;
    const isWaiting = () => world.peek((states) => speech.isWaiting(states.speech, this.#id));
    while (!this.#isOver && isWaiting()) {
      await new Promise<void>((resolve) => (this.#onNextEvent = resolve));
    }
  }

  /** An advance that needs audio stops its whole world until the audio is there, unless it is cached. */
  async #prepareAudio(): Promise<void> {
    const { world, audioOf } = this.#parts;
    for (const question of world.peek((states) => speech.waitingSpeech(states.speech, this.#id))) {
      if (this.#isOver) return;
      try {
        await audioOf(question);
      } catch {
        // Unspeakable: the oracle answers so.
      }
    }
  }

  /** Whether the session has sentences to speak after the command. */
  #send(command: speech.SessionCommand): Promise<boolean> {
    return this.#parts.world.send({
      domain: 'speech',
      prepare: () => ({ command }),
      respond: (_outcome, states) => speech.isWaiting(states.speech, this.#id),
    });
  }

  #end(): void {
    this.#isClosing = true;
    this.#isOver = true;
  }
}
