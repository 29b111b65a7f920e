import { describe, expect, it } from 'vitest';
import { HeardFrames } from '../../../../core/speech/recognition/heard-frames.ts';
import type { SpeechState } from '../../../../core/speech/state.ts';
import { forkPureWorld, pureWorld } from '../../../support/engine/pure-world.ts';
import { fakeSound } from '../../../support/speech/known-sounds.ts';

interface Session {
  readonly id: string;
}

const frame = {
  sound: [{ levels: 'AA==', fingerprints: 'AAA=' }],
  matches: [null, { sound: 'hello', offset: 40 }],
};
const copy = () => structuredClone(frame);
const { print, sound } = fakeSound('Hello.');

function remembering() {
  const world = pureWorld();
  const session: Session = { id: 'a' };
  const frames = new HeardFrames<Session, string>();
  frames.remember(session, frame, world.speech, 'progress');
  return { world, session, frames };
}

describe('the cached result of a frame', () => {
  it('is returned for a copy of the frame', () => {
    const { world, session, frames } = remembering();
    expect(frames.recall(session, copy(), world.speech)).toBe('progress');
  });

  it.each([
    ['other levels', { ...frame, sound: [{ ...frame.sound[0], levels: 'AQ==' }] }],
    ['other fingerprints', { ...frame, sound: [{ ...frame.sound[0], fingerprints: 'AQA=' }] }],
    ['another channel', { ...frame, sound: [...frame.sound, ...frame.sound] }],
    ['no sound', { ...frame, sound: [] }],
    ['fewer matches', { ...frame, matches: [null] }],
    ['another match', { ...frame, matches: [null, { sound: 'bye', offset: 40 }] }],
    ['another place', { ...frame, matches: [null, { sound: 'hello', offset: 41 }] }],
    ['no match', { ...frame, matches: [null, null] }],
  ])('is not returned for a frame with %s', (_what, other) => {
    const { world, session, frames } = remembering();
    expect(frames.recall(session, other as typeof frame, world.speech)).toBeUndefined();
  });

  it('is only stored for the last frame', () => {
    const { world, session, frames } = remembering();
    frames.remember(session, { ...frame, matches: [] }, world.speech, 'later');
    expect(frames.recall(session, frame, world.speech)).toBeUndefined();
    expect(frames.recall(session, { ...frame, matches: [] }, world.speech)).toBe('later');
  });

  it('is not returned for another state of the session', () => {
    const { world, session, frames } = remembering();
    expect(frames.recall({ ...session }, frame, world.speech)).toBeUndefined();
  });

  it('is not returned in a world with another script, with other sounds, or in a fork', () => {
    const changes: readonly ((world: ReturnType<typeof pureWorld>) => SpeechState)[] = [
      (world) => {
        world.decide('speech', { type: 'SetScript', script: { parts: [] } });
        return world.speech as SpeechState;
      },
      (world) => {
        const { text, speaker } = sound;
        world.decide('speech', { type: 'RememberSound', sound: { ...print, text, speaker } });
        return world.speech as SpeechState;
      },
      (world) => forkPureWorld(world).speech as SpeechState,
    ];
    for (const change of changes) {
      const { world, session, frames } = remembering();
      expect(frames.recall(session, frame, change(world))).toBeUndefined();
    }
  });
});
