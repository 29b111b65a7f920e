// The channel /v2/listen: audio in, turns of the user out.

import type { RecognitionState } from '../recognition/state.ts';
import type { SpeechChannel } from '../session/channel.ts';
import { withNotes } from '../session/decision.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import { ruleFor, typesIn } from '../session/rules.ts';
import type { TurnCommand } from './commands.ts';
import { turnRules } from './decide.ts';
import type { TurnsChannelEvent } from './events.ts';
import { openTurns, turnChanges } from './evolve.ts';
import { turnDueNames, turnReactions } from './react.ts';
import type { TurnOpening, TurnSessionRecord } from './record.ts';

export const turnChannel: SpeechChannel<
  TurnSessionRecord,
  SessionOpenedOf<TurnOpening>,
  TurnsChannelEvent,
  TurnCommand,
  RecognitionState
> = {
  eventTypes: { ...typesIn(turnReactions), SessionEnded: true },
  dueNames: turnDueNames,
  open: openTurns,
  decide(command, session, state) {
    const decision = ruleFor(turnRules, command)?.(command, session, state);
    return decision && withNotes(decision, command, session);
  },
  evolve: (session, event, state) =>
    ruleFor(turnChanges, event)?.(event, session, state) ?? session,
  react: (event, session, atMs) => ruleFor(turnReactions, event)?.(event, session, atMs),
};
