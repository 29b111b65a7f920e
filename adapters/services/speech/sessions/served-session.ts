// A session that this process serves, for its client, or for the control plane in place of one: frames become commands, events become messages.
// The phases drive it; a class for each channel handles its frames and sends its messages.

import type { Request, speech, States, World } from '../../../../core/index.ts';
import type { Frame, Peer } from '../../../protocol/channel.ts';
import type { HttpRequest } from '../../../protocol/messages.ts';
import type { FrameCommand } from '../frame-command.ts';
import { phases, type Phase, type PhaseAction, type PhaseChange } from './phases.ts';
import type { SessionEvents, SessionListener, StruckFrames } from './session-events.ts';

export interface SessionParts {
  readonly world: World;
  readonly events: SessionEvents;
  readonly peer: Peer;
  /** The upgrade, or the control plane's request with frames. Its facts are recorded for the frame that is being handled. */
  readonly request?: Pick<HttpRequest, 'facts'>;
}

/** A command to the world, and the answer to compute from its outcome. */
interface SentCommand<Answer> {
  readonly command: FrameCommand;
  readonly attachment?: Uint8Array | undefined;
  /** Called with the state in which the command is decided. */
  readonly onPrepared?: ((state: States['speech']) => void) | undefined;
  readonly respond: Request<Answer, 'speech'>['respond'];
}

export abstract class ServedSession<
  Parts extends SessionParts = SessionParts,
> implements SessionListener {
  protected readonly id: string;
  protected readonly parts: Parts;
  #phase: Phase = 'open';

  constructor(id: string, parts: Parts) {
    this.id = id;
    this.parts = parts;
  }

  /** Whether messages are queued. */
  abstract readonly hasUnsent: () => boolean;
  /** Stops sending and decoding. The session in the world stays open. */
  abstract release(): void;
  /** Resolves once all dues of this instant that the frame has set have fired, and their messages are sent unless the client is slow. */
  protected abstract handle(frame: Frame): void | Promise<void>;
  /** Sends the messages of an event. */
  protected abstract deliver(event: speech.SessionEvent, strikes: StruckFrames): void;

  /** Starts to deliver events to it. */
  attach(): void {
    this.parts.events.add(this.id, this);
  }

  detach(): void {
    this.parts.events.remove(this.id, this);
  }

  readonly receive = (frame: Frame): void | Promise<void> =>
    this.#phase === 'open' ? this.handle(frame) : undefined;

  onEvent(event: speech.SessionEvent, strikes: StruckFrames): void {
    if (event.type === 'SessionClosing') this.change('closing');
    if (event.type === 'SessionEnded') this.change('ended');
    this.deliver(event, strikes);
  }

  onWorldEnded(): void {
    this.change('worldEnded');
  }

  /** The client has closed the connection, or is gone. See Session. */
  readonly closed = (code: number): void | Promise<void> => {
    const actions = this.change('disconnected');
    if (!actions.includes('report')) return;
    return this.send({ command: { type: 'EndSession', code }, respond: () => undefined });
  };

  protected get isOver(): boolean {
    return this.#phase === 'over';
  }

  /** Called with each change to the phase `over`. */
  protected onOver(): void {}

  /** Moves to the next phase. Returns the actions that it led to. */
  protected change(change: PhaseChange): readonly PhaseAction[] {
    const [phase, ...actions] = phases[this.#phase][change];
    this.#phase = phase;
    if (phase === 'over') this.onOver();
    for (const action of actions) {
      if (action === 'release') this.release();
      if (action === 'detach') this.detach();
      if (action === 'close') this.parts.peer.close(1001, worldEndedReason);
    }
    return actions;
  }

  protected send<Answer>({
    command,
    attachment,
    onPrepared,
    respond,
  }: SentCommand<Answer>): Promise<Answer> {
    const complete = { ...command, sessionId: this.id } as speech.SessionCommand;
    return this.parts.world.send({
      domain: 'speech',
      prepare: ({ speech: state }) => {
        onPrepared?.(state);
        return { command: complete, attachment };
      },
      respond,
    });
  }
}

const worldEndedReason = 'The world of this session was removed or reset.';

/** Creates a session that has just been opened, or one that is resumed. */
export interface SessionFactory {
  readonly opened: (view: speech.SessionView, parts: SessionParts) => ServedSession;
  /** Rejects with ControlError if it cannot be resumed. */
  readonly resumed: (view: speech.SessionView, parts: SessionParts) => Promise<ServedSession>;
}
