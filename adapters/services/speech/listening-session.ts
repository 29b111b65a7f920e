// A session of /v1/listen or /v2/listen that is served by this process: frames to commands, events to messages.

import { speech } from '../../../core/index.ts';
import type { Frame } from '../../protocol/channel.ts';
import { unknownMembersRule } from '../unknown-members.ts';
import { createAudioPipeline, type AudioPipeline } from './audio/pipeline.ts';
import { ReceivedStream } from './audio/received-stream.ts';
import type { ResumedAudio } from './audio/resume.ts';
import { formOf } from './audio/stream-form.ts';
import type { FrameCommand } from './frame-command.ts';
import { listenCommandOf } from './frames/listen.ts';
import { turnCommandOf } from './frames/turns.ts';
import { closePeer } from './outbox.ts';
import { PacedSending } from './paced-sending.ts';
import { hearingItems } from './sent-items.ts';
import type { HearingView, ServedSession, SessionParts } from './served-session.ts';
import type { StruckFrames } from './session-events.ts';

export class ListeningSession implements ServedSession {
  readonly #view: HearingView;
  readonly #parts: SessionParts;
  readonly #stream: ReceivedStream;
  readonly #pipeline: AudioPipeline;
  readonly #sending = new PacedSending();
  /** Whether later frames are ignored: the client sent CloseStream, or the session is over. */
  #isClosing = false;
  #isOver = false;

  /** `audio`: what was received before. */
  constructor(view: HearingView, parts: SessionParts, audio: ResumedAudio) {
    this.#view = view;
    this.#parts = parts;
    this.#stream = audio.stream;
    this.#pipeline = createAudioPipeline({
      ...audio,
      deliver: (command, bytes) => this.#answer(command, bytes),
      isOver: () => this.#isOver,
    });
  }

  attach(): void {
    this.#parts.events.add(this.#view.id, this);
  }

  detach(): void {
    this.#parts.events.remove(this.#view.id, this);
  }

  release(): void {
    this.#pipeline.close();
  }

  onEvent(event: speech.SessionEvent, strikes: StruckFrames): void {
    if (event.type === 'SessionEnded') this.#end();
    const words = 'words' in event ? event.words.length : 0;
    this.#sending.push(words, () => this.#sendMessages(event, strikes));
  }

  hasUnsent(): boolean {
    return this.#sending.whenSent() !== undefined;
  }

  onWorldEnded(): void {
    this.#end();
    this.#parts.peer.close(1001, 'The world of this session was removed or reset.');
  }

  receive(frame: Frame): void | Promise<void> {
    if (this.#isClosing) return;
    const isTurns = this.#view.path === '/v2/listen';
    if (frame.kind === 'binary') {
      if (frame.data.length === 0 && !isTurns) return this.#answer({ type: 'KeepAlive' });
      return this.#pipeline.receive(frame.data);
    }
    const { request = {}, world } = this.#parts;
    const rule = unknownMembersRule(request, world);
    const command = isTurns ? turnCommandOf(frame.text, rule) : listenCommandOf(frame.text, rule);
    if (command === undefined) return;
    if (command.type !== 'CloseSession') return this.#answer(command);
    this.#isClosing = true;
    return this.#answer(this.#rejectedEnd() ?? command);
  }

  async closed(code: number): Promise<void> {
    const isEnded = this.#isOver;
    this.#end();
    this.detach();
    this.release();
    if (isEnded) return;
    await this.#execute({ type: 'EndSession', code });
  }

  /** Later frames wait until the client has read what was sent. */
  async #answer(command: FrameCommand, attachment?: Uint8Array): Promise<void> {
    await this.#execute(command, attachment);
    await this.#sending.whenSent();
    await this.#parts.peer.drained();
  }

  #sendMessages(event: speech.SessionEvent, strikes: StruckFrames): void {
    for (const item of hearingItems(event, this.#view)) {
      if (item.kind === 'close') closePeer(this.#parts.peer, item);
      else if (item.kind === 'text') this.#parts.peer.send(item, strikes[0]);
    }
  }

  /** A stream that ends before anything of it could be decoded is none. */
  #rejectedEnd(): FrameCommand | undefined {
    const undecodable = this.#stream.end();
    if (undecodable === undefined) return undefined;
    return { type: 'RejectAudio', description: undecodable.message };
  }

  #execute(command: FrameCommand, attachment?: Uint8Array): Promise<void> {
    const complete = { ...command, sessionId: this.#view.id } as speech.SessionCommand;
    return this.#parts.world.send({
      domain: 'speech',
      prepare: () => ({ command: complete, attachment }),
      respond: () => undefined,
    });
  }

  #end(): void {
    this.#isClosing = true;
    this.#isOver = true;
  }
}

/** The audio of a new session. */
export function newAudio({ parameters }: HearingView): ResumedAudio {
  return { stream: new ReceivedStream(formOf(parameters)), sound: speech.initialSound };
}
