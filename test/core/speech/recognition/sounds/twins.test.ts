import { describe, expect, it } from 'vitest';
import {
  comparedHops,
  decidedWords,
  isCompared,
  nearestTwin,
  twinsOf,
} from '../../../../../core/speech/recognition/sounds/twins.ts';
import { disturbed, fakeSound } from '../../../../support/speech/known-sounds.ts';

const nine = fakeSound('Please call me at nine');
/** The hop from which the other sound differs, within the fourth word. */
const branch = 125;
const other = fakeSound('Please call me at five');
const five = fakeSound('Please call me at five', {
  fingerprints: other.fingerprints.map((own, hop) =>
    hop < branch ? (nine.fingerprints[hop] ?? 0) : own,
  ),
});
const unlike = fakeSound('Please wait');
const sounds = [nine.sound, five.sound, unlike.sound];
const [twin] = twinsOf(nine.sound, sounds);

const nearest = (heard: readonly number[], position: number) =>
  nearestTwin(nine.sound, twinsOf(nine.sound, sounds), position, heard.slice(0, position + 1));

describe('twins', () => {
  it('are the sounds that begin alike, with the first hop and the first word that differ', () => {
    expect(twinsOf(nine.sound, sounds)).toHaveLength(1);
    expect(twin).toMatchObject({ differsAt: branch, commonWords: 4 });
    expect(twin?.bits.sound).toBe(five.sound);
    expect(twinsOf(five.sound, sounds)[0]?.bits.sound).toBe(nine.sound);
    expect(twinsOf(unlike.sound, sounds)).toEqual([]);
  });

  it('are no sounds that stay equal', () => {
    const same = fakeSound('Please call me at 9', { fingerprints: nine.fingerprints });
    expect(twinsOf(nine.sound, [nine.sound, same.sound])).toEqual([]);
  });

  it('are compared with a voice for 0.4 s', () => {
    const compared = [branch - 1, branch, branch + comparedHops - 1, branch + comparedHops];
    expect(compared.map((hop) => twin && isCompared(twin, hop))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('are told apart from the first hop that differs', () => {
    for (const position of [branch, branch + 5, branch + comparedHops - 1]) {
      expect(nearest(five.fingerprints, position)).toBe(five.sound);
      expect(nearest(nine.fingerprints, position)).toBe(nine.sound);
    }
    expect(nearest(five.fingerprints, branch - 1)).toBe(nine.sound);
  });

  it('are told apart in a disturbed voice, by the last fingerprints alone', () => {
    const position = branch + 20;
    const last = (heard: readonly number[]) =>
      nearestTwin(
        nine.sound,
        twinsOf(nine.sound, sounds),
        position,
        disturbed(heard.slice(0, position + 1), 3).slice(-8),
      );
    expect(last(five.fingerprints)).toBe(five.sound);
    expect(last(nine.fingerprints)).toBe(nine.sound);
  });

  it('hold back the words that differ until 0.12 s of the difference are heard', () => {
    const twins = twinsOf(nine.sound, sounds);
    expect([0, branch, branch + 11].map((hop) => decidedWords(twins, hop))).toEqual([4, 4, 4]);
    expect(decidedWords(twins, branch + 12)).toBe(Infinity);
    expect(decidedWords([], 0)).toBe(Infinity);
  });
});
