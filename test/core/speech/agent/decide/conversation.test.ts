import { describe, expect, it } from 'vitest';
import { speech } from '../../../../../core/speech/index.ts';
import { given } from '../../../../support/given.ts';
import {
  agentSession,
  answer,
  conversation,
  functionNamed,
  sendUserText,
  script,
  think,
  thinkWith,
} from '../../../../support/speech/agent-commands.ts';
import { quietHops, speechHops as voice } from '../../../../support/speech/hearing.ts';
import { measured } from '../../../../support/speech/turn-commands.ts';
import type { ReadableWorld } from '../../../../support/engine/pure-world.ts';
import type { Session } from '../../../../support/speech/commands.ts';

const callIdOf = (world: Pick<ReadableWorld, 'speech'> & Session, index = 0) =>
  conversation(world.speech, world.sessionId)?.thinking?.calls[index]?.id ?? '';

const phaseOf = (world: Pick<ReadableWorld, 'speech'> & Session) =>
  conversation(world.speech, world.sessionId)?.phase;

describe('the turn of a user', () => {
  const heard = [{ text: 'Good morning.' }, { text: 'Stop.' }];

  it('begins at the first word, and ends as /v2/listen ends it', () => {
    const world = given(speech, agentSession()).having(script([], heard));
    const { events } = world.having(measured([...voice(1), ...quietHops(1)]));
    expect(events).toMatchObject([
      { type: 'AudioReceived' },
      { type: 'UserTurnStarted' },
      { type: 'UserTextReceived', text: 'Good morning.', isInjected: false },
      { type: 'ThinkingStarted', turn: 1, round: 0, entry: 0, latencyMs: 400 },
    ]);
  });

  it('ends after 0.7 s of silence with a provider of version v1', () => {
    const listen = { version: 'v1', language: 'en', keyterms: [], smartFormat: false } as const;
    const world = given(speech, agentSession({ listen })).having(script([], heard));
    world.having(measured([...voice(1), ...quietHops(0.6)]));
    expect(phaseOf(world)).toBe('userTurn');
    const { events } = world.having(measured(quietHops(0.3)));
    expect(events).toMatchObject([
      { type: 'AudioReceived' },
      { type: 'UserTextReceived', text: 'Good morning.' },
      { type: 'ThinkingStarted' },
    ]);
  });

  it('interrupts the agent at its first word', () => {
    const world = given(speech, agentSession({ greeting: 'A greeting of many, many words.' }));
    world.having(script([], heard)).after('100ms');
    const { events } = world.having(measured(voice(1)));
    expect(events).toMatchObject([
      { type: 'AudioReceived' },
      { type: 'ReplyInterrupted' },
      { type: 'UserTurnStarted' },
    ]);
    expect(world.after('1s').events).toEqual([]);
  });
});

describe('a thought', () => {
  it('calls functions of the thinker at the time of its request, in spite of later updates', () => {
    const world = given(speech, agentSession({ think: [thinkWith(functionNamed('book'))] }));
    world.having(script([{ hears: 'hello', calls: [{ name: 'book' }] }]), sendUserText('Hello!'));
    world.having(({ sessionId }) => ({ type: 'UpdateThink', sessionId, think: [think] }));
    expect(world.after('400ms').events).toMatchObject([
      { type: 'FunctionsCalled', calls: [{ name: 'book', isClientSide: true }] },
    ]);
  });

  it('is spoken after its latency', () => {
    const world = given(speech, agentSession());
    world.having(
      script([{ hears: 'hello', says: 'Good day.', thinks: 'A guest.' }]),
      sendUserText('Hello!'),
    );
    expect(world.after('399ms').events).toEqual([]);
    expect(world.after('1ms').events).toMatchObject([
      { type: 'ThoughtShown', content: 'A guest.' },
      { type: 'ReplyStarted', kind: 'answer', sentences: ['Good day.'], thinkMs: 400 },
    ]);
    expect(world.after('100ms').events[0]).toMatchObject({
      type: 'ReplySpoken',
      latency: { total: 500, think: 400, speak: 100 },
    });
  });

  it('is one of the plain thinker where no rule matches', () => {
    const world = given(speech, agentSession()).having(sendUserText('I like cats.'));
    const { events } = world.after('400ms');
    expect(events).toMatchObject([{ type: 'ReplyStarted', kind: 'answer' }]);
  });

  it('without text and functions ends the turn', () => {
    const world = given(speech, agentSession()).having(
      script([{ hears: '*' }]),
      sendUserText('Hm.'),
    );
    expect(world.after('400ms').events).toMatchObject([{ type: 'ReplyEnded', text: '' }]);
    expect(phaseOf(world)).toBe('idle');
  });

  it('that is dropped is not spoken; the newer text is answered', () => {
    const world = given(speech, agentSession());
    world.having(script([{ hears: '{text}', says: '{text}?' }]), sendUserText('One'));
    world
      .when(sendUserText('Two'))
      .then(
        { type: 'ReplyInterrupted', heard: '' },
        { type: 'UserTextReceived', text: 'Two' },
        { type: 'ThinkingStarted', turn: 2 },
      );
    expect(world.after('400ms').events).toMatchObject([{ type: 'ReplyStarted', turn: 2 }]);
  });

  it('has a warning each 5 s', () => {
    const world = given(speech, agentSession());
    world.having(script([{ says: 'At last.', latency: { think: 11_000 } }]), sendUserText('Well?'));
    const slow = (seconds: number) => ({
      type: 'SessionWarned',
      code: 'SLOW_THINK_REQUEST',
      description: `open_ai gpt-4o-mini has not answered for ${seconds} seconds.`,
    });
    expect(world.after('5s').events).toMatchObject([slow(5)]);
    expect(world.after('5s').events).toMatchObject([slow(10)]);
    expect(world.after('1s').events).toMatchObject([{ type: 'ReplyStarted' }]);
  });

  it('comes from the next thinker of the list if the script fails one', () => {
    const fails = { provider: 'think', times: 1, reason: 'Out of order.' } as const;
    const world = given(speech, agentSession({ think: [think, think] }));
    world.having(script([{ says: 'Yes.', fails }]), sendUserText('Hello.'));
    expect(world.after('400ms').events).toMatchObject([
      {
        type: 'SessionWarned',
        code: 'THINK_REQUEST_FAILED',
        description: 'open_ai gpt-4o-mini: Out of order.',
      },
      { type: 'ThinkingStarted', entry: 1 },
    ]);
    expect(world.after('400ms').events).toMatchObject([{ type: 'ReplyStarted' }]);
  });

  it('from no thinker ends the session', () => {
    const fails = { provider: 'think', times: 1 } as const;
    const world = given(speech, agentSession()).having(script([{ says: 'Yes.', fails }]));
    expect(world.having(sendUserText('Hello.')).after('400ms').events).toMatchObject([
      { type: 'SessionWarned' },
      { type: 'AgentFailed', code: 'FAILED_TO_THINK' },
      { type: 'SessionEnded', code: 1000 },
    ]);
  });
});

describe('functions', () => {
  const two = thinkWith(functionNamed('weather'), functionNamed('time'));
  const calls = [{ name: 'weather' }, { name: 'time' }];
  const rules = [
    { hears: '*', calls },
    { after: 'time', says: 'Here you are.' },
  ];
  const called = () =>
    given(speech, agentSession({ think: [two] }))
      .having(script(rules), sendUserText('Weather and time?'))
      .after('400ms');

  /** As `called`, but the function `weather` has an endpoint. */
  const hostedCalled = () => {
    const endpoint = { url: 'http://127.0.0.1/', headers: [], isAllowed: true, method: 'POST' };
    const thinker = thinkWith(functionNamed('weather', { endpoint }), functionNamed('time'));
    return given(speech, agentSession({ think: [thinker] }))
      .having(script(rules), sendUserText('Weather and time?'))
      .after('400ms');
  };

  it('are answered by the client in any order, then start the next thought', () => {
    const world = called();
    expect(world.events).toMatchObject([{ type: 'FunctionsCalled', calls }]);
    const [first, second] = [callIdOf(world, 0), callIdOf(world, 1)];
    expect(first).toMatch(/^fc_[\da-f-]{36}$/);
    world.when(answer(second, 'noon')).then({ type: 'FunctionAnswered', name: 'time' });
    world
      .when(answer(first, 'rain'))
      .then({ type: 'FunctionAnswered', by: 'client' }, { type: 'ThinkingStarted', round: 1 });
    expect(world.after('400ms').events).toMatchObject([{ type: 'ReplyStarted' }]);
    world.shows(
      ({ speech: state, sessionId }) => conversation(state, sessionId)?.history,
      [
        { role: 'user' },
        { role: 'functions', calls: [{ response: 'rain' }, { response: 'noon' }] },
      ],
    );
  });

  it('that are unknown, or answered twice, lead to a warning', () => {
    const world = called();
    const id = callIdOf(world);
    const warning = { type: 'SessionWarned', code: 'FUNCTION_CALL_FAILED' } as const;
    world.when(answer('fc_unknown', 'x')).then(warning);
    world.having(answer(id, 'rain')).when(answer(id, 'snow')).then(warning);
  });

  it('that are answered by another name have their answer, and a warning', () => {
    const world = called();
    const id = callIdOf(world);
    world
      .when((session) => ({ ...answer(id, 'rain')(session), name: 'time' }))
      .then(
        {
          type: 'SessionWarned',
          code: 'FUNCTION_NAME_MISMATCH',
          description: `The function call ${id} is of weather, not time; the answer counts by its id.`,
        },
        { type: 'FunctionAnswered', name: 'weather', outcome: { content: 'rain' } },
      );
  });

  it('that the thinker does not have end the session', () => {
    const world = given(speech, agentSession()).having(script(rules), sendUserText('Weather?'));
    expect(world.after('400ms').events).toMatchObject([
      { type: 'AgentFailed', code: 'NON_EXISTENT_FUNCTION_CALLED' },
      { type: 'SessionEnded' },
    ]);
  });

  it('are called after the text of their thought is spoken', () => {
    const world = given(speech, agentSession({ think: [two] }));
    world.having(
      script([{ hears: '*', says: 'I look.', calls: [{ name: 'time' }] }]),
      sendUserText('Time?'),
    );
    const events = world.after('10s').events.map(({ type }) => type);
    expect(events.slice(-2)).toEqual(['ReplyPaused', 'FunctionsCalled']);
  });

  it('start the next thought at the first thinker of the present list, also if a later one called them', () => {
    const fails = { provider: 'think', times: 1 } as const;
    const world = given(speech, agentSession({ think: [two, two] }));
    world.having(script([{ hears: '*', fails, calls: [{ name: 'time' }] }]), sendUserText('Time?'));
    expect(world.after('800ms').events.at(-1)).toMatchObject({ type: 'FunctionsCalled' });
    world.having(({ sessionId }) => ({ type: 'UpdateThink', sessionId, think: [two] }));
    world
      .when(answer(callIdOf(world), 'noon'))
      .then({ type: 'FunctionAnswered' }, { type: 'ThinkingStarted', round: 1, entry: 0 });
  });

  it('of endpoints alone do not limit the silence of the client', () => {
    const world = hostedCalled();
    world.when(answer(callIdOf(world, 1), 'noon')).then({ type: 'FunctionAnswered' });
    expect(world.after('60s').events).toEqual([]);
  });

  it('of the client must be answered within 15 s, also beside those of endpoints', () => {
    const world = hostedCalled();
    expect(world.after('15s').events).toMatchObject([
      { type: 'AgentFailed', code: 'CLIENT_MESSAGE_TIMEOUT' },
      { type: 'SessionEnded' },
    ]);
  });

  it('of endpoints are answered by reports; a late report is ignored', () => {
    const endpoint = { url: 'http://127.0.0.1/', headers: [], isAllowed: true, method: 'POST' };
    const hosted = thinkWith(functionNamed('weather', { endpoint }));
    const world = given(speech, agentSession({ think: [hosted] }));
    world
      .having(script([{ hears: '*', calls: [{ name: 'weather' }] }]), sendUserText('Rain?'))
      .after('400ms');
    const callId = callIdOf(world);
    const report = { type: 'ReportFunction', sessionId: world.sessionId, callId } as const;
    world.when(answer(callId, 'sun')).then({ type: 'SessionWarned' });
    world
      .when({ ...report, outcome: { kind: 'failed', reason: 'It answered 500.' } })
      .then(
        { type: 'FunctionAnswered', by: 'server' },
        { type: 'SessionWarned', code: 'FUNCTION_CALL_FAILED' },
        { type: 'ThinkingStarted', round: 1 },
      );
    world.when({ ...report, outcome: { kind: 'answered', content: 'rain' } }).then();
  });
});

describe('a live thinker', () => {
  const endpoint = { url: 'http://127.0.0.1/v1', headers: [], isAllowed: true };
  const live = { ...think, endpoint };
  const asked = () =>
    given(speech, agentSession({ think: [live, think] })).having(sendUserText('Hello?'));
  const report =
    (part: object, entry = 0) =>
    ({ sessionId }: Session) =>
      ({ type: 'ReportThought', sessionId, turn: 1, round: 0, entry, part }) as never;

  it('is requested, and its sentences are spoken as they arrive', () => {
    const world = asked();
    expect(world.events.at(-1)).toMatchObject({ type: 'ThinkingStarted', work: { kind: 'live' } });
    world
      .when(report({ kind: 'sentence', text: 'Hi.' }))
      .then({ type: 'ReplyStarted', sentences: ['Hi.'], isOpen: true });
    world
      .after('3s')
      .when(report({ kind: 'sentence', text: 'Ho.' }))
      .then('ReplyExtended');
    world.after('3s');
    world
      .when(report({ kind: 'done', calls: [] }))
      .then('ReplyExtended', { type: 'ReplyEnded', text: 'Hi. Ho.' });
    world.when(report({ kind: 'sentence', text: 'Late.' })).then();
  });

  it('that fails is followed by the next one', () => {
    asked()
      .when(report({ kind: 'failed', reason: 'No answer.' }))
      .then({ type: 'SessionWarned' }, { type: 'ThinkingStarted', entry: 1 });
  });

  it('whose request is refused is replaced by the plain thinker, with the settings of the request', () => {
    const world = asked();
    world.having(({ sessionId }) => ({ type: 'UpdateThink', sessionId, think: [live] }));
    world
      .when(report({ kind: 'refused', reason: 'It is a fork.' }))
      .then(
        { type: 'SessionWarned', code: 'THINK_REQUEST_FAILED' },
        { type: 'ThinkingStarted', round: 0, entry: 0, work: { kind: 'thought' }, latencyMs: 400 },
      );
    expect(world.after('400ms').events).toMatchObject([{ type: 'ReplyStarted' }]);
  });

  it('whose request is refused after a sentence ends the reply with that', () => {
    const world = asked().having(report({ kind: 'sentence', text: 'Hi.' }));
    world
      .when(report({ kind: 'refused', reason: 'It is a fork.' }))
      .then({ type: 'SessionWarned' }, { type: 'ReplyExtended', isOpen: false });
  });

  it('is ignored once the user says something else', () => {
    const world = asked().having(sendUserText('And?'));
    world.when(report({ kind: 'sentence', text: 'Hi.' })).then();
  });
});

describe('a script that replaces another', () => {
  it('may use all of its rules, and has the values of the session', () => {
    const world = given(speech, agentSession());
    const once = script([{ hears: '*', says: 'One {a}.', once: true, sets: { a: 'more' } }]);
    const replies = (...commands: readonly Parameters<typeof world.having>[0][]) =>
      world
        .having(...commands)
        .after('10s')
        .events.flatMap((event) => (event.type === 'ReplyStarted' ? event.sentences : []));
    expect(replies(once, sendUserText('Hello.'))).toEqual(['One .']);
    expect(replies(sendUserText('Hello.'))).toEqual(['So you say: Hello.']);
    expect(replies(once, sendUserText('Hello.'))).toEqual(['One more.']);
  });
});
