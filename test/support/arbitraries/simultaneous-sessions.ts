// Random steps of several clients at once: sessions of all channels, their frames and ends, and requests between them.

import fc from 'fast-check';

export const sessionPaths = {
  speak: '/v1/speak?encoding=mulaw',
  listen:
    '/v1/listen?encoding=linear16&sample_rate=8000&interim_results=true&utterance_end_ms=1000&vad_events=true',
  turns:
    '/v2/listen?model=flux-general-en&encoding=linear16&sample_rate=8000&eager_eot_threshold=0.4',
  agent: '/v1/agent/converse',
} as const;

export type SessionChannel = keyof typeof sessionPaths;

export type SimultaneousStep =
  | { readonly kind: 'open'; readonly channel: SessionChannel }
  /** The session, and which frame of its channel. */
  | { readonly kind: 'frame'; readonly session: number; readonly frame: number }
  | { readonly kind: 'leave'; readonly session: number }
  | {
      readonly kind: 'request';
      readonly request: 'read' | 'write' | 'state' | 'advance' | 'clock';
      readonly ms: number;
    }
  /** The time of the host passes, and the world ticks. */
  | { readonly kind: 'tick'; readonly ms: number }
  /** Turns of the event loop in which nothing new arrives. */
  | { readonly kind: 'wait'; readonly turns: number };

const session = fc.nat(3);
const channel = fc.constantFrom<SessionChannel>('speak', 'speak', 'listen', 'turns', 'agent');

const step: fc.Arbitrary<SimultaneousStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('frame' as const), session, frame: fc.nat(7) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), turns: fc.nat(12) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      request: fc.constantFrom('read', 'write', 'state', 'advance', 'clock'),
      ms: fc.constantFrom(0, 10, 300, 2_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), ms: fc.nat(700) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), channel }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), session }) },
);

/** Four sessions are open from the start; the agents among them are configured by their first frame. */
export const simultaneousSteps: fc.Arbitrary<readonly SimultaneousStep[]> = fc
  .tuple(
    fc.array(channel, { minLength: 4, maxLength: 4 }),
    fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
  )
  .map(([channels, steps]) => [
    ...channels.map((one) => ({ kind: 'open' as const, channel: one })),
    { kind: 'wait', turns: 3 },
    ...channels.map((_one, index) => ({ kind: 'frame' as const, session: index, frame: 0 })),
    ...steps,
  ]);
