// The channel /v2/listen: audio in, turns of the user out.

import { atOnce } from '../../kernel/pieces.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { SpeechChannel } from '../session/channel.ts';
import { withNotesInPieces } from '../session/decision.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import { ruleFor, typesIn } from '../session/rules.ts';
import type { TurnCommand } from './commands.ts';
import { turnRules } from './decide.ts';
import type { TurnsChannelEvent } from './events.ts';
import { openTurns, turnChanges } from './evolve.ts';
import { turnDueNames, turnReactions } from './react.ts';
import type { TurnOpening, TurnSessionRecord } from './record.ts';

type Channel = SpeechChannel<
  TurnSessionRecord,
  SessionOpenedOf<TurnOpening>,
  TurnsChannelEvent,
  TurnCommand,
  RecognitionState
>;

const decideInPieces: NonNullable<Channel['decideInPieces']> = (command, session, state) => {
  const deciding = ruleFor(turnRules, command)?.(command, session, state);
  return deciding && withNotesInPieces(deciding, command, session);
};

export const turnChannel: Channel = {
  eventTypes: { ...typesIn(turnReactions), SessionEnded: true },
  dueNames: turnDueNames,
  open: openTurns,
  decide(command, session, state, context) {
    const deciding = decideInPieces(command, session, state, context);
    return deciding && atOnce(deciding);
  },
  decideInPieces,
  evolve: (session, event, state) =>
    ruleFor(turnChanges, event)?.(event, session, state) ?? session,
  react: (event, session, atMs) => ruleFor(turnReactions, event)?.(event, session, atMs),
};
