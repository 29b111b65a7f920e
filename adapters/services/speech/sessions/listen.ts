// A session of /v1/listen or /v2/listen that is served by this process: frames to commands, events to messages.

import { speech } from '../../../../core/index.ts';
import type { Frame } from '../../../protocol/channel.ts';
import { unknownMembersRule } from '../../unknown-members.ts';
import { createAudioPipeline, type AudioPipeline } from '../audio/pipeline.ts';
import { ReceivedStream } from '../audio/received-stream.ts';
import type { ResumedAudio } from '../audio/resume.ts';
import { formOf } from '../audio/stream-form.ts';
import type { FrameCommand } from '../frame-command.ts';
import { hearingCommandOf, type HearingView } from '../frames/hearing.ts';
import { closePeer } from './outbox.ts';
import { PacedSending } from './paced-sending.ts';
import { hearingItems } from './sent-items.ts';
import { ServedSession, type SessionParts } from './served-session.ts';
import type { StruckFrames } from './session-events.ts';

export class ServedListenSession extends ServedSession {
  readonly #view: HearingView;
  readonly #stream: ReceivedStream;
  readonly #pipeline: AudioPipeline;
  readonly #sending = new PacedSending();

  /** `audio`: the stream as it was received so far. */
  constructor(view: HearingView, parts: SessionParts, audio: ResumedAudio) {
    super(view.id, parts);
    this.#view = view;
    this.#stream = audio.stream;
    this.#pipeline = createAudioPipeline({
      ...audio,
      deliver: (command, bytes) => this.#execute(command, bytes),
      isOver: () => this.isOver,
    });
  }

  override readonly hasUnsent = () => this.#sending.whenSent() !== undefined;

  override release(): void {
    this.#pipeline.close();
  }

  protected override handle(frame: Frame): void | Promise<void> {
    return frame.kind === 'text' ? this.#handleText(frame.text) : this.#handleAudio(frame.data);
  }

  protected override deliver(event: speech.SessionEvent, strikes: StruckFrames): void {
    const words = 'words' in event ? event.words.length : 0;
    this.#sending.push(words, () => this.#sendMessages(event, strikes));
  }

  #handleText(text: string): void | Promise<void> {
    const { request = {}, world } = this.parts;
    const command = hearingCommandOf(text, this.#view, unknownMembersRule(request, world));
    if (command === undefined) return;
    if (command.type !== 'CloseSession') return this.#execute(command);
    this.change('closing');
    return this.#execute(this.#rejectedEnd() ?? command);
  }

  #handleAudio(bytes: Buffer): Promise<void> {
    const isKeepAlive = bytes.length === 0 && this.#view.path === '/v1/listen';
    return isKeepAlive ? this.#execute({ type: 'KeepAlive' }) : this.#pipeline.receive(bytes);
  }

  /** Later frames wait until the client has read the messages. */
  async #execute(command: FrameCommand, attachment?: Uint8Array): Promise<void> {
    await this.send({ command, attachment, respond: () => undefined });
    await this.#sending.whenSent();
    await this.parts.peer.drained();
  }

  #sendMessages(event: speech.SessionEvent, strikes: StruckFrames): void {
    for (const item of hearingItems(event, this.#view)) {
      if (item.kind === 'close') closePeer(this.parts.peer, item);
      else if (item.kind === 'text') this.parts.peer.send(item, strikes[0]);
    }
  }

  /** The command of a stream that ends before any of it was decodable. */
  #rejectedEnd(): FrameCommand | undefined {
    const undecodable = this.#stream.end();
    if (undecodable === undefined) return undefined;
    return { type: 'RejectAudio', description: undecodable.message };
  }
}

/** The audio of a new session. */
export function newAudio({ parameters }: HearingView): ResumedAudio {
  return { stream: new ReceivedStream(formOf(parameters)), sound: speech.initialSound };
}
