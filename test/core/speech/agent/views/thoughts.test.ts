import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../../core/kernel/pieces.ts';
import { scriptedThought } from '../../../../../core/speech/agent/thinking/script.ts';
import type { ThinkingWork } from '../../../../../core/speech/agent/thought.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import type { AnswerRule } from '../../../../../core/speech/recognition/script/answers.ts';
import {
  explainThought,
  ThoughtLog,
  type LoggedThought,
} from '../../../../../core/speech/views.ts';
import { answerRules, conversationStep } from '../../../../support/arbitraries/conversation.ts';
import { runs } from '../../../../support/runner/runs.ts';
import { script } from '../../../../support/speech/agent-commands.ts';
import {
  functionAnswered,
  functionNamed,
  functionsCalled,
  openedAgent,
  thinkerAt,
  thinkingStarted,
  userTextReceived,
} from '../../../../support/speech/agent-events.ts';
import {
  openPureConversation,
  runStep,
  send,
  setup,
} from '../../../../support/speech/pure-conversation.ts';

const thinker = thinkerAt('https://llm.example/', { functions: [functionNamed('lookup')] });

const scriptSet = (...answers: readonly AnswerRule[]): SpeechEvent => {
  return { type: 'ScriptSet', script: { parts: [], answers } };
};

const said = (text: string) =>
  thinkingStarted({ work: { kind: 'thought', thought: { text, calls: [] } } });

/** The thoughts in events, at positions from 1 on. */
function thoughtsIn(...events: readonly SpeechEvent[]): readonly LoggedThought[] {
  const log = new ThoughtLog();
  return events.flatMap((event, index) => {
    return log.apply({ position: index + 1, atMs: 1_000 * index, event }) ?? [];
  });
}

const explained = (thought: LoggedThought | undefined) =>
  thought && { ...atOnce(explainThought(thought)), outcome: thought.outcome };

const changedRules: readonly AnswerRule[] = [
  { hears: '{word}', when: { city: '' }, says: 'Noted: {word}.', once: true },
  { after: 'time', says: 'So late: {result}.' },
  { hears: '* more', says: 'More?' },
];

/** What rules say, up to their first value. */
const rulesTexts = [...answerRules, ...changedRules].map(({ says = '' }) => says.split(/ ?\{/)[0]!);

/** The script gives this thought again, or fails again. */
function expectOf({ origin }: LoggedThought, rule: AnswerRule, work: ThinkingWork): void {
  if (origin.kind !== 'thinker') throw new Error('No thinker was asked.');
  const { rules, question, progress } = origin.asked;
  const whole = { ...question, prompt: '', history: [], functions: [], lastReply: '' };
  const given = scriptedThought(rules, whole, progress);
  expect(given?.rule).toBe(rule);
  if (work.kind === 'failure') expect(rule.fails?.provider).toBe('think');
  else expect(work).toEqual({ kind: 'thought', thought: given?.thought });
}

function expectPlain(text: string): void {
  expect(rulesTexts.some((says) => says !== '' && text.startsWith(says))).toBe(false);
}

describe('the thoughts of a log', () => {
  it('are explained by the script in force at that time', () => {
    const events = [
      scriptSet({ hears: 'hello', says: 'Hi.' }),
      ...openedAgent([thinker]),
      userTextReceived('Hello!'),
      said('Hi.'),
      scriptSet({ hears: 'bye' }, { hears: '{all}', says: 'Bye.' }),
      userTextReceived('Hello!'),
      thinkingStarted({ ...said('Bye.'), turn: 2 }),
    ];
    const [first, second] = thoughtsIn(...events);
    expect(first).toMatchObject({ sessionId: 'some', position: 5, atMs: 4_000, turn: 1, round: 0 });
    expect(explained(first)).toMatchObject({
      kind: 'rule',
      heard: 'Hello!',
      after: [],
      rule: { index: 0, captures: {} },
      outcome: { says: 'Hi.', calls: [], failure: null, isInterrupted: false },
    });
    expect(explained(second)).toMatchObject({ rule: { index: 1, captures: { all: 'Hello' } } });
  });

  it('after functions name these', () => {
    const thoughts = thoughtsIn(
      scriptSet({ after: 'lookup', says: 'It is {result}.' }),
      ...openedAgent([thinker]),
      userTextReceived('Look it up.'),
      thinkingStarted(),
      functionsCalled(['fc_1', 'lookup', '{}']),
      functionAnswered('fc_1', '42'),
      thinkingStarted({ ...said('It is 42.'), round: 1 }),
    );
    expect(thoughts.map(explained)).toMatchObject([
      { kind: 'live', rule: null, outcome: { calls: [{ name: 'lookup', arguments: '{}' }] } },
      { kind: 'rule', heard: 'Look it up.', after: [{ name: 'lookup' }], rule: { index: 0 } },
    ]);
  });

  it('in place of a live thinker are of no rule, also if the script has changed', () => {
    const thoughts = thoughtsIn(
      ...openedAgent([thinker]),
      userTextReceived('Hello!'),
      thinkingStarted(),
      scriptSet({ hears: 'hello' }),
      {
        type: 'SessionWarned',
        sessionId: 'some',
        code: 'THINK_REQUEST_FAILED',
        description: 'No.',
      },
      said('You said: Hello.'),
    );
    expect(thoughts.map(explained)).toMatchObject([
      { kind: 'live', rule: null, outcome: { says: '', failure: 'No.' } },
      { kind: 'plain', rule: null, outcome: { says: 'You said: Hello.', failure: null } },
    ]);
  });

  it('have what a live thinker says, and what an agent says of itself', () => {
    const reply = {
      type: 'ReplyStarted',
      sessionId: 'some',
      turn: 1,
      kind: 'greeting',
      sentences: ['Good morning.'],
      isOpen: false,
      calls: [],
      voice: { base: 'slt', pitch: 100, pace: 100 },
      thinkMs: 0,
      speakMs: 0,
    } as const;
    const thoughts = thoughtsIn(
      ...openedAgent([thinker]),
      reply,
      { type: 'ReplyEnded', sessionId: 'some', text: 'Good morning.' },
      userTextReceived('Hello!'),
      thinkingStarted({ turn: 2 }),
      { ...reply, kind: 'answer', turn: 2, sentences: ['One.'], isOpen: true },
      {
        type: 'ReplyExtended',
        sessionId: 'some',
        sentences: ['Two.'],
        isOpen: true,
        calls: [],
      },
      { type: 'ReplyInterrupted', sessionId: 'some', heard: 'One.' },
      { ...reply, kind: 'injected', turn: 3, sentences: ['Wait.'] },
    );
    expect(thoughts.map(explained)).toMatchObject([
      { kind: 'greeting', heard: null, outcome: { says: 'Good morning.', isInterrupted: false } },
      { kind: 'live', outcome: { says: 'One. Two.', isInterrupted: true } },
      { kind: 'injected', heard: null, outcome: { says: 'Wait.' } },
    ]);
  });

  const rulesOrStep = fc.oneof(
    { weight: 12, arbitrary: conversationStep },
    { weight: 1, arbitrary: fc.constantFrom(answerRules, changedRules) },
  );
  const steps = fc.array(rulesOrStep, { minLength: 5, maxLength: 40, size: 'max' });

  it('have the rule whose thought was given, in any conversation', () => {
    const kinds = new Map<string, number>();
    fc.assert(
      fc.property(setup, steps, (own, all) => {
        const talk = openPureConversation(own);
        for (const step of all) {
          if ('kind' in step) runStep(talk, step);
          else send(talk, script(step));
        }
        const log = new ThoughtLog();
        for (const { events } of talk.world.entries) {
          for (const envelope of events) {
            const thought = log.apply(envelope);
            if (thought === undefined) continue;
            const { kind, rule } = atOnce(explainThought(thought));
            kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
            const event = envelope.event as SpeechEvent;
            if (event.type !== 'ThinkingStarted') continue;
            expect(event.work.kind === 'live').toBe(kind === 'live');
            if (rule !== null) expectOf(thought, rule.rule, event.work);
            else if (event.work.kind === 'thought') expectPlain(event.work.thought.text);
          }
        }
      }),
      runs(150),
    );
    expect([...kinds.keys()].toSorted()).toEqual(['greeting', 'injected', 'live', 'plain', 'rule']);
  });
});
