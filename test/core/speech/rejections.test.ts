import { agentsMax } from '../../../core/speech/agent/endings.ts';
import { agent } from '../../support/speech/agent-commands.ts';
import { describe, expect, it } from 'vitest';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import { speech } from '../../../core/speech/index.ts';
import { rejectionCodes, type SpeechRejectionCode } from '../../../core/speech/rejections.ts';
import { sessionsMax } from '../../../core/speech/session/limits.ts';
import { fixtureSoundsMax } from '../../../core/speech/recognition/sounds/known-sounds.ts';
import { countsView } from '../../../core/speech/views.ts';
import { open, openSession, type SpeechWorld } from '../../support/speech/commands.ts';
import { fakeSound } from '../../support/speech/known-sounds.ts';
import { given } from '../../support/given.ts';

type World = SpeechWorld & { readonly sessionId: string };

const soundOf = (text: string): Extract<SpeechCommand, { type: 'RememberSound' }> => {
  const sound = { ...fakeSound('One two.').print, text, speaker: 'a' };
  return { type: 'RememberSound', sound };
};

const full = () => {
  const world = given(speech, openSession());
  while (world.speech.sessions.size < sessionsMax) world.having(open());
  return world;
};

const register = (agentId: string): SpeechCommand => ({
  type: 'RegisterAgent',
  agentId,
  config: agent,
  given: {},
});

const cases: readonly {
  readonly code: SpeechRejectionCode;
  readonly when: string;
  readonly world?: () => World;
  readonly command: (world: World) => SpeechCommand;
}[] = [
  {
    code: 'SOUNDS_FULL',
    when: 'one sound more is remembered than a fixture may have',
    world: () => {
      const world = given(speech, openSession());
      for (let count = 0; count < fixtureSoundsMax; count += 1) world.having(soundOf(`${count}`));
      return world;
    },
    command: (world) => {
      world.when(soundOf('0')).accepted(); // replaces the sound of the same id
      const { sound } = soundOf('spoken');
      world.when({ type: 'RememberSound', sound: { ...sound, origin: 'spoken' } }).accepted(); // has room of its own
      return soundOf('one more');
    },
  },
  {
    code: 'AGENTS_FULL',
    when: 'one agent more is registered than a world may have',
    world: () => {
      const world = given(speech, openSession());
      for (let count = 0; count < agentsMax; count += 1) world.having(register(`agent ${count}`));
      return world;
    },
    command: () => register('another'),
  },
  {
    code: 'AGENT_UNKNOWN',
    when: 'it was never registered',
    command: () => ({ type: 'RemoveAgent', agentId: 'unknown' }),
  },
  {
    code: 'SESSIONS_FULL',
    when: 'one session more is opened than a world may have',
    world: full,
    command: () => open(),
  },
  {
    code: 'SESSION_UNKNOWN',
    when: 'the session has ended',
    command: (world) => {
      const end = { type: 'EndSession', sessionId: world.sessionId, code: 1005 } as const;
      world.having(end);
      return end;
    },
  },
  {
    code: 'CALLBACK_UNKNOWN',
    when: 'its outcome is known, or it never was',
    command: () => ({
      type: 'ReportCallback',
      callbackId: 'unknown',
      outcome: { kind: 'answered', status: 200 },
    }),
  },
];

describe('rejections', () => {
  it.each(cases)('$code when $when', ({ code, world: create, command }) => {
    const world = create?.() ?? given(speech, openSession());
    const refused = command(world);
    const before = { events: world.state.position, digest: world.state.digest };
    world.when(refused).refused(code);
    expect({ events: world.state.position, digest: world.state.digest }).toEqual(before);
  });

  it('are all produced here', () => {
    expect(cases.map(({ code }) => code)).toEqual(rejectionCodes);
  });

  it('end once a session has made room', () => {
    const world = full();
    world
      .having({ type: 'EndSession', sessionId: world.sessionId, code: 1005 })
      .when(open())
      .accepted()
      .shows(({ speech: state }) => countsView(state), { sessions: sessionsMax });
  });
});
