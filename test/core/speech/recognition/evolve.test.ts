import { describe, expect, it } from 'vitest';
import { remember, soundOf } from '../../../../core/speech/recognition/evolve.ts';
import {
  knownSounds,
  spokenSoundsMax,
} from '../../../../core/speech/recognition/sounds/known-sounds.ts';
import { soundTable } from '../../../../core/speech/tables.ts';
import { fakeSound } from '../../../support/speech/known-sounds.ts';

const sounds = (...texts: readonly string[]) => texts.map((text) => fakeSound(text).sound);
const ids = (table: ReturnType<typeof soundTable>) => knownSounds(table).map(({ text }) => text);

/** A table in which these sounds are remembered, in this order. */
function known(...all: ReturnType<typeof sounds>) {
  const table = soundTable();
  for (const sound of all) remember(table, sound);
  return table;
}

describe('a spoken sentence', () => {
  const { print } = fakeSound('One two.');
  const event = {
    type: 'SentenceSpoken',
    sessionId: 'a',
    speech: {
      voice: { base: 'rms', pitch: 94, pace: 93 },
      text: 'One two.',
      encoding: 'mulaw',
      sampleRate: 8_000,
    },
    samples: 1,
    sha256: '',
  } as const;

  it('is a known sound with the name of its voice and the language of its model', () => {
    const sound = soundOf({ ...event, sound: { id: 'x', ...print } }, 'aura-2-jupiter-en');
    expect(sound).toEqual({
      ...print,
      id: 'x',
      origin: 'spoken',
      text: 'One two.',
      speaker: 'rms 94 93',
      language: 'en',
    });
    const custom = soundOf({ ...event, sound: { id: 'y', ...print } }, 'custom');
    expect(custom?.language).toBeUndefined();
  });

  it('without a print, as in older recordings, is no known sound', () => {
    expect(soundOf(event, 'aura-2-jupiter-en')).toBeUndefined();
  });
});

describe('known sounds', () => {
  it('are listed once, the last spoken as the newest', () => {
    expect(ids(known(...sounds('a', 'b', 'c', 'a')))).toEqual(['b', 'c', 'a']);
  });

  it('are the last 1,000 that were spoken', () => {
    const { sound } = fakeSound('a');
    const many = Array.from({ length: spokenSoundsMax + 1 }, (_, n) => ({ ...sound, id: `${n}` }));
    const table = known(...many);
    expect(table.size).toBe(spokenSoundsMax);
    expect(table.get('0')).toBeUndefined();
    remember(table, { ...sound, id: '1' });
    remember(table, { ...sound, id: 'new' });
    expect(table.get('1')).toBeDefined();
    expect(table.get('2')).toBeUndefined();
  });

  it('of fixtures are not forgotten', () => {
    const [a, b] = [{ ...fakeSound('a').sound, origin: 'fixture' as const }, fakeSound('b').sound];
    const table = known(a, { ...a, origin: 'spoken' }, b);
    expect(table.get(a.id)?.origin).toBe('fixture');
    expect(ids(table)).toEqual(['a', 'b']);
    const fixture = { ...b, origin: 'fixture' as const };
    remember(table, fixture);
    expect(table.get(b.id)).toEqual(fixture);
  });
});
