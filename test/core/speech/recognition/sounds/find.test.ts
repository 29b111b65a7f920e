import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findSound,
  searchHops,
  searchHopsMax,
  searchHopsMin,
} from '../../../../../core/speech/recognition/sounds/find.ts';
import { disturbed, fakeSound, randomBits } from '../../../../support/speech/known-sounds.ts';

const greeting = fakeSound('Good morning, and thank you for calling.');
const question = fakeSound('Shall I send you the address?');
const answer = fakeSound('Yes.');
const sounds = [greeting, question, answer].map(({ sound }) => sound);

const found = (fingerprints: readonly number[], known = sounds) => findSound(fingerprints, known);

describe('a search', () => {
  it('finds a sound by its first 0.4 s, with its offset', () => {
    const heard = question.fingerprints.slice(10, 10 + searchHops);
    expect(found(heard)).toEqual({ sound: question.sound.id, offset: 9 + searchHops });
  });

  it('finds a sound whose voice becomes audible earlier or later', () => {
    for (const start of [0, 4, 22]) {
      const heard = question.fingerprints.slice(start, start + searchHops);
      expect(found(heard)?.offset).toBe(start + searchHops - 1);
    }
  });

  it.each([40, 41, 67, 100])('finds a sound from its middle by %i hops', (hops) => {
    const heard = greeting.fingerprints.slice(77, 77 + hops);
    expect(found(heard)).toEqual({ sound: greeting.sound.id, offset: 76 + hops });
  });

  it('uses the last second of longer voices', () => {
    const heard = greeting.fingerprints.slice(10, 200);
    expect(found(heard)).toEqual({ sound: greeting.sound.id, offset: 199 });
    const other = [...randomBits(1, 50), ...greeting.fingerprints.slice(50, 50 + searchHopsMax)];
    expect(found(other)?.offset).toBe(49 + searchHopsMax);
  });

  it('finds a short sound by a short voice, from its beginning', () => {
    expect(found(answer.fingerprints.slice(10, 30))?.sound).toBe(answer.sound.id);
    expect(found(greeting.fingerprints.slice(80, 100))).toBeUndefined();
    expect(found(answer.fingerprints.slice(10, 9 + searchHopsMin))).toBeUndefined();
    expect(found([])).toBeUndefined();
  });

  it('finds a sound of which some bits differ, and none of which many do', () => {
    const heard = question.fingerprints.slice(10, 10 + searchHops);
    expect(found(disturbed(heard, 3))?.sound).toBe(question.sound.id);
    expect(found(disturbed(heard, 4))).toBeUndefined();
  });

  it('finds nothing in other sounds', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(120), (seed, hops) => {
        expect(found(randomBits(seed, hops))).toBeUndefined();
      }),
    );
  });

  it('finds nothing between two sounds that match nearly as well', () => {
    const prints = question.fingerprints;
    const left = fakeSound('This is one.', { fingerprints: disturbed(prints, 2) }).sound;
    const right = fakeSound('That is two.', {
      fingerprints: disturbed([0, ...prints], 2).slice(1),
    }).sound;
    const heard = prints.slice(10, 10 + searchHops);
    expect(found(heard, [left])?.sound).toBe(left.id);
    expect(found(heard, [right])?.sound).toBe(right.id);
    expect(found(heard, [left, right])).toBeUndefined();
    expect(found(heard, [left, { ...right, text: left.text }])).toBeDefined();
  });

  it('returns the longest of sounds with the same beginning, then the first by id', () => {
    const short = fakeSound('Good morning, Anna.', { fingerprints: greeting.fingerprints }).sound;
    const heard = greeting.fingerprints.slice(10, 50);
    expect(found(heard, [short, greeting.sound])?.sound).toBe(greeting.sound.id);
    const [b, a] = [{ ...short, id: 'b' }, { ...short, id: 'a' }]; // prettier-ignore
    expect(found(heard, [b, a])?.sound).toBe('a');
  });

  it('is the same in every order of the sounds', () => {
    const twins = ['One two three.', 'One two four.', 'One two.'].map(
      (text) => fakeSound(text, { fingerprints: question.fingerprints }).sound,
    );
    const all = [...sounds, ...twins];
    const places = fc.tuple(fc.nat(100), fc.integer({ min: 12, max: 100 }), fc.nat(5));
    const orders = fc.shuffledSubarray(all, { minLength: all.length });
    fc.assert(
      fc.property(places, orders, ([start, hops, bits], shuffled) => {
        const heard = disturbed(question.fingerprints.slice(start, start + hops), bits);
        expect(found(heard, shuffled)).toEqual(found(heard, all));
      }),
    );
  });

  it('accepts any fingerprints and any sounds', () => {
    const bits = fc.array(fc.nat(0xffff), { maxLength: 150 });
    fc.assert(
      fc.property(bits, bits, (heard, known) => {
        const { sound } = fakeSound('Any.', { fingerprints: known });
        const match = found(heard, [sound]);
        if (match !== undefined) expect(match.offset).toBeLessThan(known.length);
      }),
    );
  });
});
