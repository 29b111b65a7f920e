import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  startFollowing,
  followSound,
  type SoundHop,
  type SoundProgress,
} from '../../../../../core/speech/recognition/sounds/follow.ts';
import { disturbed, fakeSound, randomBits } from '../../../../support/speech/known-sounds.ts';

const text = 'Good morning, and thank you for calling.';
const { sound, fingerprints } = fakeSound(text);

interface Followed {
  readonly progress: SoundProgress;
  readonly said: string;
  /** The number of hops after which each word was returned. */
  readonly at: readonly number[];
  readonly status: SoundHop['status'];
}

/** Follows the sound from hop `first` on; the first 40 hops have found it. */
function followed(
  heard: readonly number[],
  {
    first = 10,
    save = (progress: SoundProgress) => progress,
    said: saidHops = 0,
    sound: known = sound,
  } = {},
): Followed {
  const match = { sound: sound.id, offset: first + 39 };
  let [progress, hop] = startFollowing(match, heard.slice(0, 40), known, saidHops);
  const words = [...hop.words];
  const at = hop.words.map(() => 40);
  let hops = 40;
  while (hop.status === 'heard' && hops < heard.length) {
    [progress, hop] = followSound(save(progress), heard[hops++] as number, known);
    words.push(...hop.words);
    at.push(...hop.words.map(() => hops)); // oxlint-disable-line no-loop-func
  }
  return { progress, said: words.map((word) => word.text).join(' '), at, status: hop.status };
}

describe('a sound that is followed', () => {
  it('returns each word at its end, the last with the end of the voice', () => {
    const { said, at, status } = followed(fingerprints.slice(10));
    expect(said).toBe(text);
    expect(at).toEqual([42, 72, 102, 132, 162, 192, 210]);
    expect(status).toBe('ended');
  });

  it('returns each word once if the last one is shorter than the delay', () => {
    const end = 214;
    const words = sound.words.map((word, index) => {
      if (index === sound.words.length - 1) return { ...word, start: end };
      return index === sound.words.length - 2 ? { ...word, end } : word;
    });
    expect(followed(fingerprints.slice(10), { sound: { ...sound, words } }).said).toBe(text);
  });

  it('returns the remaining words if it begins in the middle', () => {
    expect(followed(fingerprints.slice(52), { first: 52 }).said).toBe(
      'morning, and thank you for calling.',
    );
    expect(followed(fingerprints.slice(58), { first: 58 }).said).toBe('and thank you for calling.');
  });

  it('does not repeat words that were returned before the sound was found', () => {
    const { said, at } = followed(fingerprints.slice(10), { said: 25 });
    expect(said).toBe('morning, and thank you for calling.');
    expect(at[0]).toBe(72);
  });

  it('is lost within 0.3 s of another sound, and returns none of the later words', () => {
    for (const hops of [40, 66, 100]) {
      const heard = [...fingerprints.slice(10, 10 + hops), ...randomBits(5, 100)];
      const { said, status, progress } = followed(heard);
      expect(status).toBe('lost');
      expect(progress.position).toBeLessThan(10 + hops + 30);
      expect(text.startsWith(said)).toBe(true);
      expect(said.split(' ').length).toBeLessThanOrEqual(hops / 30);
    }
  });

  it('follows a voice of which some bits differ', () => {
    expect(followed(disturbed(fingerprints.slice(10), 3)).said).toBe(text);
    expect(followed(disturbed(fingerprints.slice(10), 8))).toMatchObject({ status: 'lost' });
  });

  it('follows a voice that arrives a hop earlier or later', () => {
    const bits = randomBits(3, fingerprints.length);
    const smooth = bits.map((_, hop) => bits[hop >> 3] as number);
    const known = fakeSound(text, { fingerprints: smooth }).sound;
    for (const heard of [smooth.toSpliced(101, 1), smooth.toSpliced(101, 0, smooth[101] ?? 0)]) {
      let [progress, hop] = startFollowing(
        { sound: known.id, offset: 49 },
        heard.slice(10, 50),
        known,
      );
      let at = 50;
      while (hop.status === 'heard' && at < heard.length) {
        [progress, hop] = followSound(progress, heard[at++] as number, known);
      }
      expect(hop.status).toBe('ended');
      expect(at - progress.position - 1).toBe(heard.length - smooth.length);
    }
  });

  it('continues after it was saved, at any hop', () => {
    const whole = followed(fingerprints.slice(10));
    const save = (progress: SoundProgress) => JSON.parse(JSON.stringify(progress)) as SoundProgress;
    expect(followed(fingerprints.slice(10), { save })).toEqual(whole);
    expect(JSON.stringify(whole.progress).length).toBeLessThan(200);
  });

  it('accepts any fingerprints', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 1, maxLength: 400 }), (heard) => {
        const { said, at } = followed(heard);
        expect(text).toContain(said);
        expect(at).toEqual(at.toSorted((a, b) => a - b));
      }),
    );
  });
});
