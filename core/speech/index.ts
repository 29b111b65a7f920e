// The speech domain as one value.

import type { Domain } from '../decider.ts';
import type { SpeechCommand } from './commands.ts';
import { decide, decideInPieces } from './decide.ts';
import { eventTypes } from './channels.ts';
import type { SpeechEvent } from './events.ts';
import { evolve, evolveInPieces } from './evolve.ts';
import { react } from './react.ts';
import type { SpeechRejection } from './rejections.ts';
import { answerIn } from './shown-answer.ts';
import { initialState, type SpeechState } from './state.ts';
import { isCall } from './agent/views/function-calls.ts';
import { isLive } from './agent/views/think-request.ts';

export type { SpeechState } from './state.ts';

export const speech: Domain<SpeechState, SpeechCommand, SpeechEvent, SpeechRejection> = {
  name: 'speech',
  eventTypes,
  decider: { initialState, decide, decideInPieces, evolve, evolveInPieces },
  react,
  sends: (event) => event.type === 'CallbackQueued' || isLive(event) || isCall(event),
  answerIn,
  streamOf(event) {
    if (event.type === 'ScriptSet') return 'script';
    if (event.type === 'AgentRegistered' || event.type === 'AgentRemoved') {
      return `agent/${event.agentId}`;
    }
    if (event.type === 'SoundRemembered') return `sound/${event.sound.id}`;
    return `session/${event.sessionId}`;
  },
};
