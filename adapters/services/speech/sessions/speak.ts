// A session of /v1/speak that is served by this process: frames to commands, events to frames.

import { speech } from '../../../../core/index.ts';
import type { Frame } from '../../../protocol/channel.ts';
import { unknownMembersRule } from '../../unknown-members.ts';
import type { FrameCommand } from '../frame-command.ts';
import { commandOf } from '../frames/speak.ts';
import { SpeechOutbox, type AudioOf } from './outbox.ts';
import { speakItems } from './sent-items.ts';
import { ServedSession, type SessionParts } from './served-session.ts';
import type { StruckFrames } from './session-events.ts';

interface SpeakParts extends SessionParts {
  readonly audioOf: AudioOf;
}

export class ServedSpeakSession extends ServedSession<SpeakParts> {
  readonly #outbox: SpeechOutbox;
  /** Called with the next event of the session. */
  #onNextEvent: () => void = () => undefined;

  constructor(id: string, parts: SpeakParts) {
    super(id, parts);
    this.#outbox = new SpeechOutbox(parts.peer, parts.audioOf);
  }

  override readonly hasUnsent = () => this.#outbox.isSending;

  override release(): void {
    this.#outbox.stop();
  }

  protected override handle(frame: Frame): void | Promise<void> {
    const { request = {}, world } = this.parts;
    const rule = frame.kind === 'text' ? unknownMembersRule(request, world) : undefined;
    const command = commandOf(frame, rule);
    return command === undefined ? undefined : this.#execute(command);
  }

  protected override deliver(event: speech.SessionEvent, strikes: StruckFrames): void {
    this.#outbox.push(speakItems(event), strikes);
    this.#onNextEvent();
  }

  protected override onOver(): void {
    this.#onNextEvent();
  }

  async #execute(command: FrameCommand): Promise<void> {
    const isWaiting = await this.send({
      command,
      respond: (_outcome, states) => speech.isWaiting(states.speech, this.id),
    });
    if (isWaiting) await this.#speak();
    await this.#outbox.whenSent();
  }

  /** Speaks the sentences that are due now. A clock in mode `real` does not wait for a voice: its events come later. */
  async #speak(): Promise<void> {
    const { world } = this.parts;
    await this.#prepareAudio();
    const advanced = await world.advance({ byMs: 0 });
    if (!advanced.ok) return;
    const isWaiting = () => world.peek((states) => speech.isWaiting(states.speech, this.id));
    while (!this.isOver && isWaiting()) {
      await new Promise<void>((resolve) => (this.#onNextEvent = resolve));
    }
  }

  /** Computes the audio first: an advance that waits for audio blocks its whole world. */
  async #prepareAudio(): Promise<void> {
    const { world, audioOf } = this.parts;
    for (const question of world.peek((states) => speech.waitingSpeech(states.speech, this.id))) {
      if (this.isOver) return;
      try {
        await audioOf(question);
      } catch {
        // Unspeakable: the oracle answers so.
      }
    }
  }
}
