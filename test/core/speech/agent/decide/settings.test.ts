import { describe, expect, it } from 'vitest';
import { speech } from '../../../../../core/speech/index.ts';
import { given } from '../../../../support/given.ts';
import {
  agentSession,
  apply,
  conversation,
  openAgent,
  sendUserText,
  settings,
  think,
} from '../../../../support/speech/agent-commands.ts';
import type { ReadableWorld } from '../../../../support/engine/pure-world.ts';
import type { Session } from '../../../../support/speech/commands.ts';

const agentId = 'b3a1f1f0-0000-4000-8000-000000000001';
const ended = { type: 'SessionEnded', by: 'service', code: 1000 } as const;

describe('Settings', () => {
  it('are the first message, and are sent once', () => {
    given(speech, openAgent())
      .when(sendUserText('Hello.'))
      .then({ type: 'AgentFailed', code: 'NON_SETTINGS_MESSAGE_BEFORE_SETTINGS' }, ended);
    given(speech, agentSession())
      .when(apply())
      .then({ type: 'AgentFailed', code: 'SETTINGS_ALREADY_APPLIED' }, ended);
  });

  it('may name a registered agent', () => {
    const config = settings({ greeting: 'Hi.' }).agent as never;
    const register = { type: 'RegisterAgent', agentId, config, given: {} } as const;
    const named = apply({}, { agent: agentId });
    given(speech, openAgent())
      .having(register)
      .when(named)
      .then('SettingsApplied', { type: 'ReplyStarted', sentences: ['Hi.'] });
    given(speech, openAgent())
      .having(register, { type: 'RemoveAgent', agentId })
      .when(named)
      .then({ type: 'AgentFailed', code: 'INVALID_AGENT_ID' }, ended);
    given(speech, openAgent()).when({ type: 'RemoveAgent', agentId }).refused('AGENT_UNKNOWN');
  });

  it('have prompts that are cut with a warning, unless the thinker has an endpoint', () => {
    const prompt = 'x'.repeat(25_001);
    given(speech, openAgent())
      .when(apply({ think: [{ ...think, prompt }] }))
      .then('SettingsApplied', { type: 'SessionWarned', code: 'PROMPT_TOO_LONG' })
      .shows((world) => promptOf(world).length, 25_000);
    const endpoint = { url: 'https://example.com/', headers: [], isAllowed: false };
    given(speech, openAgent())
      .when(apply({ think: [{ ...think, prompt, endpoint }] }))
      .then('SettingsApplied');
  });

  it('are updated one by one', () => {
    const world = given(speech, agentSession());
    const { sessionId } = world;
    world
      .when({ type: 'UpdatePrompt', sessionId, prompt: 'Be short.' })
      .then({ type: 'PromptUpdated', prompts: ['Be short.'] })
      .shows(promptOf, 'Be short.');
    world
      .when({ type: 'UpdateThink', sessionId, think: [{ ...think, prompt: 'Be long.' }] })
      .then('ThinkUpdated')
      .shows(promptOf, 'Be long.');
    const speak = [{ provider: 'deepgram', name: 'aura-zeus-en' }];
    world.when({ type: 'UpdateSpeak', sessionId, speak }).then('SpeakUpdated');
    world.having(sendUserText('Hello.')).after('400ms');
    expect(world.events).toMatchObject([
      { type: 'ReplyStarted', voice: { base: 'rms', pitch: 90 } },
    ]);
  });
});

describe('a session', () => {
  it('ends after 15 s without a message, while the agent waits for its client', () => {
    const timeout = { type: 'AgentFailed', code: 'CLIENT_MESSAGE_TIMEOUT' };
    expect(given(speech, openAgent()).after('15s').events).toMatchObject([timeout, ended]);
    const world = given(speech, agentSession()).after('14s');
    world.having(({ sessionId }) => ({ type: 'KeepAlive', sessionId }));
    expect(world.after('14s').events).toEqual([]);
    expect(world.after('1s').events).toMatchObject([timeout, ended]);
  });

  it('is warned before it ends after two hours', () => {
    const world = given(speech, agentSession());
    const keepAlive = ({ sessionId }: Session) => ({ type: 'KeepAlive', sessionId }) as const;
    const events = [];
    for (let seconds = 0; seconds < 7_200; seconds += 12) {
      events.push(...world.after('12s').events);
      world.trying(keepAlive);
    }
    expect(events).toMatchObject([
      { type: 'SessionWarned', code: 'MAXIMUM_SESSION_LENGTH_APPROACHING' },
      { type: 'AgentFailed', code: 'MAXIMUM_SESSION_LENGTH_REACHED' },
      ended,
    ]);
  });

  it('ends at a message that cannot be read, and at audio that cannot', () => {
    const rejected = { code: 'INVALID_SETTINGS', description: 'No.' } as const;
    given(speech, openAgent())
      .when(({ sessionId }) => ({ type: 'RejectMessage', sessionId, ...rejected }))
      .then({ type: 'AgentFailed', ...rejected }, ended);
    given(speech, agentSession())
      .when(({ sessionId }) => ({ type: 'RejectAudio', sessionId, description: 'Not Ogg.' }))
      .then(
        {
          type: 'AgentFailed',
          code: 'USER_AUDIO_FORMAT',
          description: 'The audio is not linear16, which audio.input of Settings declares.',
        },
        ended,
      );
    given(speech, openAgent())
      .when(({ sessionId }) => ({ type: 'RejectEarlyAudio', sessionId }))
      .then({ type: 'AgentFailed', code: 'NON_SETTINGS_MESSAGE_BEFORE_SETTINGS' }, ended);
  });
});

function promptOf({ speech: state, sessionId }: Pick<ReadableWorld, 'speech'> & Session): string {
  return conversation(state, sessionId)?.settings?.agent.think[0]?.prompt ?? '';
}
