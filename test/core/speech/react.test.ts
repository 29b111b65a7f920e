// The dues of a session: its next sentence, and its end after silence or age.

import { describe, expect, it } from 'vitest';
import { speech } from '../../../core/speech/index.ts';
import { react } from '../../../core/speech/react.ts';
import { voiceOf } from '../../../core/speech/synthesis/voices.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { clear, flush, openSession, text } from '../../support/speech/commands.ts';
import { given } from '../../support/given.ts';

const session = (own?: Parameters<typeof openSession>[0]) => given(speech, openSession(own));
type World = ReturnType<typeof session>;

/** The dues of the session: names with their instants after the epoch. */
const duesOf = ({ state }: World) =>
  Object.fromEntries(state.dues.list().map(({ name, dueMs }) => [name, dueMs - epochMs]));

const timeouts = { idle: 60_000, age: 3_600_000 };

describe('the dues of a session', () => {
  it('are its timeouts', () => {
    const world = session();
    expect(duesOf(world)).toEqual(timeouts);
    expect(world.state.dues.list().map((due) => due.class)).toEqual(['timeout', 'timeout']);
    expect(duesOf(session({ limits: { idleMs: null } }))).toEqual({ age: 3_600_000 });
    expect(duesOf(session({ limits: { idleMs: 500 } }))).toEqual({ ...timeouts, idle: 500 });
  });

  it('are its first sentence, at the present instant, with the synthesis of its sound as question', () => {
    const world = session().after('5s').having(text('One. Two. Three'));
    expect(duesOf(world)).toEqual({ speak: 5_000, age: 3_600_000 });
    expect(world.state.dues.next('progress')?.needs).toEqual({
      oracle: 'synthesis',
      about: {
        voice: voiceOf('aura-asteria-en'),
        text: 'One.',
        encoding: 'linear16',
        sampleRate: 24_000,
      },
    });
  });

  it.each([
    ['spoken', (world: World) => world.after(0)],
    ['cleared', (world: World) => world.having(clear)],
  ])('are its timeouts again once the text is %s', (_how, act) => {
    expect(duesOf(act(session().having(text('One. Two'))))).toEqual(timeouts);
  });

  it('have no end by silence while a sentence waits for its audio, whatever arrives', () => {
    const { speech: state, sessionId } = session().having(text('One. Two'));
    const unreadable = { type: 'SessionWarned', sessionId, code: 'DATA-0000' } as const;
    expect(react({ ...unreadable, description: 'No.' }, state, epochMs)).toEqual([]);
  });

  it('move with each frame that has an effect, and its audio, but not the end by age', () => {
    const world = session();
    const frames = [text(''), flush, clear, text('One. '), text('Two')];
    for (const [index, frame] of frames.entries()) {
      world.after('1s').having(frame).after(0);
      expect(duesOf(world)).toMatchObject({
        idle: timeouts.idle + (index + 1) * 1_000,
        age: 3_600_000,
      });
    }
  });

  it('are none once it has ended', () => {
    const world = session().having(text('One. Two'));
    world.having({ type: 'EndSession', sessionId: world.sessionId, code: 1006 });
    expect(duesOf(world)).toEqual({});
  });
});
