// The channel /v1/speak: text in, audio out.

import { soundOf } from '../recognition/evolve.ts';
import type { KnownSound } from '../recognition/sounds/record.ts';
import type { SpeechChannel } from '../session/channel.ts';
import { withNotes } from '../session/decision.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import { ruleFor, typesIn, type RulesByType } from '../session/rules.ts';
import type { SpeakCommand } from './commands.ts';
import { speakRules } from './decide.ts';
import type { SentenceSpoken, SpeakChannelEvent } from './events.ts';
import { openSpeaking, speakChanges } from './evolve.ts';
import { speakDueNames, speakReactions } from './react.ts';
import type { SpeakOpening, SpeakSessionRecord } from './record.ts';

const sounds: RulesByType<SentenceSpoken, [SpeakSessionRecord], KnownSound | undefined> = {
  SentenceSpoken: (event, { parameters }) => soundOf(event, parameters.model),
};

export const speakChannel: SpeechChannel<
  SpeakSessionRecord,
  SessionOpenedOf<SpeakOpening>,
  SpeakChannelEvent,
  SpeakCommand,
  unknown
> = {
  eventTypes: { ...typesIn(speakReactions), SessionEnded: true },
  dueNames: speakDueNames,
  open: openSpeaking,
  decide(command, session, _state, context) {
    const decision = ruleFor(speakRules, command)?.(command, session, context);
    return decision && withNotes(decision, command, session);
  },
  evolve(session, event, _state, atMs) {
    const change = ruleFor(speakChanges, event)?.(event, session, atMs);
    return change === undefined ? session : { ...session, ...change };
  },
  spokenSound: (event, session) => ruleFor(sounds, event)?.(event, session),
  react: (event, session, atMs) => ruleFor(speakReactions, event)?.(event, session, atMs),
};
