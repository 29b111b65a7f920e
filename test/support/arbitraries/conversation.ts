// Random steps of a client of /v1/agent/converse: audio, silence, messages at any moment, answers to function calls or none.

import fc from 'fast-check';
import type { AnswerRule } from '../../../core/speech/recognition/script/answers.ts';

export type ConversationStep =
  | { readonly kind: 'voice' | 'silence' | 'wait'; readonly ms: number }
  | { readonly kind: 'say' | 'inject' | 'queue' | 'interrupt'; readonly text: string }
  /** Ends the turn of the user. */
  | { readonly kind: 'force' }
  /** Answers the n-th open function call, or an unknown one. */
  | { readonly kind: 'answer'; readonly index: number; readonly content: string }
  /** The endpoint of the n-th call answers, or fails. */
  | { readonly kind: 'report'; readonly index: number; readonly hasFailed: boolean }
  /** A part of a live thinker's answer, for this turn or an earlier one. */
  | { readonly kind: 'thought'; readonly part: ThoughtKind; readonly isLate: boolean }
  | { readonly kind: 'update'; readonly what: UpdateKind };

export type UpdateKind = 'prompt' | 'think' | 'speak' | 'v1' | 'v2';

type ThoughtKind = 'sentence' | 'thinking' | 'calls' | 'done' | 'failed' | 'refused';

const ms = (max: number) => fc.integer({ min: 1, max: max / 10 }).map((tens) => tens * 10);
const words = [
  'hello',
  'weather',
  'time',
  'memorable words, and more.',
  'Stop. Go on.',
  'hush',
  '',
];

export const conversationStep: fc.Arbitrary<ConversationStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('voice' as const), ms: ms(900) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('silence' as const), ms: ms(1_500) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: ms(3_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('say' as const, 'inject' as const),
      text: fc.constantFrom(...words),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('queue' as const, 'interrupt' as const),
      text: fc.constantFrom(...words),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'force' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      index: fc.nat(1),
      content: fc.constantFrom('rain', '{"at":"noon"}', ''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      index: fc.nat(1),
      hasFailed: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('thought' as const),
      part: fc.constantFrom<ThoughtKind>(
        'sentence',
        'sentence',
        'sentence',
        'thinking',
        'calls',
        'done',
        'failed',
        'refused',
      ),
      isLate: fc.nat(4).map((late) => late === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      what: fc.constantFrom<UpdateKind>('prompt', 'think', 'speak', 'v1', 'v2'),
    }),
  },
);

/** Rules of every kind. Inputs without a match go to the live thinker or to the plain one. */
export const answerRules: readonly AnswerRule[] = [
  { hears: 'weather', calls: [{ name: 'weather' }, { name: 'time' }], thinks: 'Look outside.' },
  { hears: 'time', says: 'One moment.', calls: [{ name: 'hosted' }] },
  { after: 'hosted', failed: true, says: 'It cannot be known.' },
  { after: 'time', says: 'A memorable day. {result}' },
  { hears: 'stop go on', fails: { provider: 'think', times: 1 }, says: 'Going on.' },
  { hears: 'hush', says: 'A hush falls. And again.' },
];
