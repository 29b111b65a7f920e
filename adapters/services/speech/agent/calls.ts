// The outbound calls of the voice agent, to live thinkers and to functions with endpoints. Their answers are inputs.

import { speech } from '../../../../core/index.ts';
import type { ServiceCalls } from '../../../contracts/calls.ts';
import { functionCall } from './function-call.ts';
import { thinkCall } from './think-call.ts';

export const agentCalls: ServiceCalls = {
  domain: 'speech',
  callsOf(event, world) {
    if (speech.isLive(event)) {
      const asked = world.peek((states) => speech.startedThinkRequest(states.speech, event));
      return asked === undefined ? [] : [thinkCall(asked, world)];
    }
    if (!speech.isCall(event)) return []; // most events
    return world
      .peek((states) => speech.startedFunctionCalls(states.speech, event))
      .map((called) => functionCall(called, world));
  },
  inFlight: (world) =>
    world.peek(({ speech: state }) => [
      ...speech.thinkRequests(state).map((asked) => thinkCall(asked, world)),
      ...speech.functionCallsInFlight(state).map((called) => functionCall(called, world)),
    ]),
  interruptedBy: speech.stoppedSession,
};
