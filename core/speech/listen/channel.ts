// The channel /v1/listen: audio in, transcripts out, by the socket or to a callback.

import { atOnce } from '../../kernel/pieces.ts';
import type { RecognitionState } from '../recognition/state.ts';
import { withCallbacks, type CallbackState } from '../session/callbacks.ts';
import type { SpeechChannel } from '../session/channel.ts';
import { withNotesInPieces } from '../session/decision.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import { ruleFor, typesIn } from '../session/rules.ts';
import type { ListenCommand } from './commands.ts';
import { listenRules } from './decide.ts';
import type { ListenChannelEvent } from './events.ts';
import { listenChanges, listenChangesInPieces, openListening } from './evolve.ts';
import { listeningEndings } from './limits.ts';
import { callbackMessage } from './message.ts';
import { listenDueNames, listenReactions } from './react.ts';
import type { ListenOpening, ListenSessionRecord } from './record.ts';

type Channel = SpeechChannel<
  ListenSessionRecord,
  SessionOpenedOf<ListenOpening>,
  ListenChannelEvent,
  ListenCommand,
  RecognitionState & CallbackState
>;

/** All commands have breaks: a session may have many channels with thousands of words. */
const decideInPieces: NonNullable<Channel['decideInPieces']> = (
  command,
  session,
  state,
  context,
) => {
  const deciding = ruleFor(listenRules, command)?.(command, session, state);
  if (deciding === undefined) return undefined;
  const noted = withNotesInPieces(deciding, command, session);
  const { callbackUrl, parameters } = session;
  if (callbackUrl === null || parameters.callback === null) return noted;
  const target = {
    session,
    callbackUrl,
    method: parameters.callback.method,
    messageOf: (event: ListenChannelEvent) => callbackMessage(event, session),
    overflow: listeningEndings.callbacksFull,
  };
  return withCallbacks(noted, target, state, context);
};

export const listenChannel: Channel = {
  eventTypes: { ...typesIn(listenReactions), SessionEnded: true },
  dueNames: listenDueNames,
  open: openListening,
  decide(command, session, state, context) {
    const deciding = decideInPieces(command, session, state, context);
    return deciding && atOnce(deciding);
  },
  decideInPieces,
  evolve: (session, event, state) =>
    ruleFor(listenChanges, event)?.(event, session, state) ?? session,
  evolveInPieces: (session, event) => ruleFor(listenChangesInPieces, event)?.(event, session),
  react: (event, session, atMs) => ruleFor(listenReactions, event)?.(event, session, atMs),
};
