// The interface of a channel: one object for each path of the service. The domain finds it by the path of a session.

import type { Millis } from '../../kernel/brand.ts';
import type { Context } from '../../kernel/context.ts';
import type { DueChange } from '../../kernel/due.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import type { KnownSound } from '../recognition/sounds/record.ts';
import type { NotedMessage } from './commands.ts';
import type { SpeechDecision } from './decision.ts';

interface Typed {
  readonly type: string;
}

/** A command of any channel. */
export interface ChannelCommand extends Typed, NotedMessage {}

/** `State` is the part of the domain's state that the rules of the channel read. */
export interface SpeechChannel<Session, Opened, Event extends Typed, Command, State> {
  /** The types of its events. */
  readonly eventTypes: Readonly<Record<Event['type'], true>>;
  /** The names of the dues that its sessions may have. */
  readonly dueNames: readonly string[];
  /** `ordinal`: the number of the session among those of its path, from 1. */
  readonly open: (event: Opened, ordinal: number, openedMs: Millis) => Session;
  /** Undefined for a command that the channel does not have. */
  readonly decide: (
    command: ChannelCommand,
    session: Session,
    state: State,
    context: Context,
  ) => SpeechDecision<Event> | undefined;
  /** As `decide`, with breaks. Absent: no command is long work. */
  readonly decideInPieces?: (
    command: ChannelCommand,
    session: Session,
    state: State,
    context: Context,
  ) => InPieces<SpeechDecision<Event>> | undefined;
  /** The session after an event. An event of another channel changes nothing; no command leads to one. */
  readonly evolve: (session: Session, event: Typed, state: State, atMs: number) => Session;
  /** As `evolve`, with breaks; undefined for an event that is not long work. Absent: none is. */
  readonly evolveInPieces?: (session: Session, event: Typed) => InPieces<Session> | undefined;
  /** The session after another script was set. Absent: it does not change. */
  readonly withNewScript?: (session: Session) => Session;
  /** The sound of a sentence that an event says was spoken. Absent: no event does. */
  readonly spokenSound?: (event: Typed, session: Session) => KnownSound | undefined;
  /** The dues that an event sets or clears; undefined for an event that the channel does not have. */
  readonly react: (
    event: Typed,
    session: Session,
    atMs: number,
  ) => readonly DueChange<Command>[] | undefined;
}
