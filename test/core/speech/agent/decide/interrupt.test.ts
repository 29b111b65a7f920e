import { describe, expect, it } from 'vitest';
import { speech } from '../../../../../core/speech/index.ts';
import { given } from '../../../../support/given.ts';
import {
  agentSession,
  conversation,
  injectText,
  script,
  sendUserText,
  think,
} from '../../../../support/speech/agent-commands.ts';
import { quietHops, speechHops as voice } from '../../../../support/speech/hearing.ts';
import { measured } from '../../../../support/speech/turn-commands.ts';

const inject =
  (message: string, behavior: 'queue' | 'interrupt') =>
  (session: { readonly sessionId: string }) => ({ ...injectText(message)(session), behavior });

const session = (own: Parameters<typeof agentSession>[0] = {}) => given(speech, agentSession(own));

describe('a message of the client that interrupts', () => {
  it('takes the place of what the agent says', () => {
    const world = session({ greeting: 'A greeting of many, many words.' }).after('100ms');
    world
      .when(inject('Wait.', 'interrupt'))
      .then(
        { type: 'ReplyInterrupted' },
        { type: 'ReplyStarted', kind: 'injected', sentences: ['Wait.'] },
      );
  });

  it('takes the place of a thought', () => {
    const world = session().having(sendUserText('Hello.'));
    world
      .when(inject('Wait.', 'interrupt'))
      .then({ type: 'ReplyInterrupted', heard: '' }, { type: 'ReplyStarted', kind: 'injected' });
    expect(world.after('10s').events.at(-1)).toMatchObject({ type: 'ReplyEnded', text: 'Wait.' });
  });

  it('is interrupted by the next word of a user who goes on speaking', () => {
    const heard = [{ text: 'I would like to order three pizzas.' }];
    const world = session().having(script([], heard), measured(voice(0.8)));
    world.when(inject('Wait.', 'interrupt')).then({ type: 'ReplyStarted', kind: 'injected' });
    const { events } = world.having(measured(voice(1)));
    expect(events).toMatchObject([
      { type: 'AudioReceived' },
      { type: 'ReplyInterrupted' },
      { type: 'UserTurnStarted' },
    ]);
    expect(world.having(measured(quietHops(1))).events.at(-2)).toMatchObject({
      type: 'UserTextReceived',
      text: 'I would like to order three pizzas.',
    });
  });
});

describe('a message of the client that is queued', () => {
  it('is spoken at once if nobody has the turn', () => {
    session().when(inject('Well.', 'queue')).then({ type: 'ReplyStarted', kind: 'injected' });
  });

  it('follows what the agent says', () => {
    const world = session({ greeting: 'Good morning.' });
    world
      .when(inject('Now listen.', 'queue'))
      .then({ type: 'ReplyExtended', sentences: ['Now listen.'], isOpen: false });
    expect(world.after('10s').events.at(-1)).toMatchObject({
      type: 'ReplyEnded',
      text: 'Good morning. Now listen.',
    });
  });

  it.each([
    ['Yes.', 'Yes. Now listen.'],
    [undefined, 'Now listen.'],
  ])('follows the answer %j of a thought', (says, text) => {
    const rule = says === undefined ? {} : { says };
    const world = session().having(script([rule]), sendUserText('Hello.'));
    world.when(inject('Now listen.', 'queue')).then({ type: 'InjectionQueued' });
    expect(world.after('10s').events.at(-1)).toMatchObject({ type: 'ReplyEnded', text });
    const queued = ({
      speech: state,
      sessionId,
    }: Parameters<Parameters<typeof world.shows>[0]>[0]) => conversation(state, sessionId)?.queued;
    world.shows(queued, []);
  });

  it('is dropped with the reply that the user interrupts', () => {
    const world = session().having(script([{ says: 'Yes.' }]), sendUserText('Hello.'));
    world.having(inject('Now listen.', 'queue'), sendUserText('Stop.'));
    expect(world.after('10s').events.at(-1)).toMatchObject({ type: 'ReplyEnded', text: 'Yes.' });
  });
});

describe('ForceEndTurn', () => {
  const force = ({ sessionId }: { readonly sessionId: string }) =>
    ({ type: 'ForceEndTurn', sessionId }) as const;
  const heard = [{ text: 'Good morning to you.' }];

  it.each([
    { version: 'v2', keyterms: [] } as const,
    { version: 'v1', language: 'en', keyterms: [], smartFormat: false } as const,
  ])('ends the turn of the user with a provider of version $version', (listen) => {
    const world = session({ listen }).having(script([], heard), measured(voice(0.8)));
    const { events } = world.having(force);
    expect(events).toMatchObject([
      { type: 'TurnForced' },
      { type: 'UserTextReceived', isInjected: false },
      { type: 'ThinkingStarted' },
    ]);
  });

  it('does nothing between turns', () => {
    session().when(force).then({ type: 'TurnForced' });
  });

  it('is the only end of a turn by confidence where no confidence ends one', () => {
    const thresholds = { eagerEndOfTurn: null, endOfTurn: 1, timeoutMs: 5_000 };
    const world = session({ listen: { version: 'v2', keyterms: [], thresholds } });
    world.having(script([], heard), measured([...voice(1), ...quietHops(3)]));
    expect(world.events.at(-1)).not.toMatchObject({ type: 'ThinkingStarted' });
    expect(world.having(force).events.at(-1)).toMatchObject({ type: 'ThinkingStarted' });
  });
});

describe('UpdateListen', () => {
  it('of another version ends the turn in progress', () => {
    const listen = { version: 'v1', language: 'en', keyterms: [], smartFormat: false } as const;
    const world = session().having(script([], [{ text: 'Good morning.' }]), measured(voice(0.8)));
    const { events } = world.having(({ sessionId }) => ({
      type: 'UpdateListen',
      sessionId,
      listen,
    }));
    expect(events).toMatchObject([
      { type: 'TurnForced' },
      { type: 'UserTextReceived' },
      { type: 'ThinkingStarted' },
      { type: 'ListenUpdated', listen },
    ]);
  });
});

describe('notes about a message', () => {
  it('are warnings behind what it leads to, unless it ends the session', () => {
    const notes = [{ code: 'UNKNOWN_MEMBER', description: 'It has more.' }];
    const world = session();
    world
      .when(({ sessionId }) => ({ type: 'UpdateThink', sessionId, think: [think], notes }))
      .then({ type: 'ThinkUpdated' }, { type: 'SessionWarned', ...notes[0] });
  });
});
