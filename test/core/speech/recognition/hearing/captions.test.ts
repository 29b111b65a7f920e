// The words of a file: at their places where these are stated, else laid over the voice, sentence by sentence.

import { describe, expect, it } from 'vitest';
import { captionsIn } from '../../../../../core/speech/recognition/hearing/captions.ts';
import type { Caption } from '../../../../../core/speech/recognition/hearing/audio.ts';
import {
  hearAll,
  speechHops,
  quietHops,
  sources,
  textOf,
} from '../../../../support/speech/hearing.ts';

const caption: Caption = {
  hop: 20,
  words: 'Good morning. See you.',
  places: [0, 30, 30, 60, 200, 240, 240, 280],
  hops: 300,
};
const { places: _places, ...spread } = caption;
const hearing = (one: Caption, own: object = {}) =>
  sources([], { caption: (hop) => (hop >= one.hop ? one : undefined), ...own });
const timesOf = (words: readonly { readonly start: number; readonly end: number }[]) =>
  words.map(({ start, end }) => [start, end]);

/** Voice from 0.2 to 0.8 s, and from 2.2 to 3 s. */
const voices = [
  ...quietHops(0.2),
  ...speechHops(0.6),
  ...quietHops(1.4),
  ...speechHops(0.8),
  ...quietHops(1),
];

describe('a caption with places', () => {
  it('gives each word at its place, once there is voice', () => {
    const { words, hops } = hearAll(voices, hearing(caption));
    expect(textOf(words)).toBe('Good morning. See you.');
    expect(timesOf(words)).toEqual([
      [20, 50],
      [50, 80],
      [220, 260],
      [260, 300],
    ]);
    expect(hops.findIndex((hop) => hop.words.length > 0)).toBe(49);
    expect(hops[30]?.pending).toBe(20);
    expect(words.map(({ confidence, speaker }) => [confidence, speaker])).toEqual(
      words.map(() => [99, 0]),
    );
  });

  it('gives late words where voice begins, and none without voice', () => {
    const late = [...quietHops(2.2), ...speechHops(0.8), ...quietHops(1)];
    expect(textOf(hearAll(late, hearing(caption)).words)).toBe('Good morning. See you.');
    expect(hearAll(quietHops(4), hearing(caption)).words).toEqual([]);
  });

  it('ends with the word that is half heard', () => {
    const cut = voices.slice(0, 66);
    expect(textOf(hearAll(cut, hearing(caption)).words)).toBe('Good morning.');
    expect(textOf(hearAll(voices.slice(0, 64), hearing(caption)).words)).toBe('Good');
  });

  it('leaves what a script covers to it', () => {
    const from = { ...hearing(caption), utterance: sources([{ text: 'Hi.' }]).utterance };
    expect(textOf(hearAll(voices, from).words)).toBe('Hi. See you.');
  });

  it('is followed by what is heard after it', () => {
    const later = hearAll([...voices, ...speechHops(1.2), ...quietHops(1)], hearing(caption));
    const words = later.words.map(({ text, confidence }) => (confidence === 99 ? text : '?'));
    expect(words.join(' ')).toMatch(/^Good morning\. See you\.( \?){2,4}$/);
  });
});

describe('a caption without places', () => {
  it('is laid over the voice, sentence by sentence', () => {
    const { words } = hearAll(voices, hearing(spread));
    expect(textOf(words)).toBe('Good morning. See you.');
    expect(words.filter(({ end }) => end <= 160).map(({ text }) => text)).toEqual([
      'Good',
      'morning.',
    ]);
  });

  it('has all its words once its file is over', () => {
    const short = [...quietHops(0.2), ...speechHops(0.4), ...quietHops(3)];
    expect(textOf(hearAll(short, hearing({ ...spread, hops: 60 })).words)).toBe(
      'Good morning. See you.',
    );
    const { hops: _hops, ...endless } = spread;
    expect(textOf(hearAll(short, hearing(endless)).words)).toBe('Good morning.');
  });
});

it('gives a thousand words at once at most, whatever a file states', () => {
  const words = Array.from({ length: 1_500 }, () => 'so').join(' ');
  const late = Array.from({ length: 3_000 }, () => 0);
  const most = (one: Caption) => {
    const { hops, words: all } = hearAll(voices, hearing(one));
    const known = all.filter(({ confidence }) => confidence === 99);
    return [Math.max(...hops.map((hop) => hop.words.length)), known.length];
  };
  expect(most({ hop: 20, words, places: late, hops: 100 })).toEqual([1_000, 1_500]);
  // The rest of a file that is over is lost.
  expect(most({ hop: 20, words, hops: 60 })).toEqual([1_000, 1_002]);
});

it.each([60, 10_000])(
  'has at most 1,000 words at a pause, and as many at its end, however long its text (%i hops)',
  (hops) => {
    const long = { ...spread, words: 'a '.repeat(39_000).trim(), hops };
    const short = [...quietHops(0.2), ...speechHops(0.4), ...quietHops(3)];
    const resting = { ...hearing(long), restHops: 20 };
    expect(hearAll(short, hearing(long)).words.length).toBeLessThanOrEqual(1_001);
    expect(hearAll(short, resting).words.length).toBeLessThanOrEqual(2_001);
    expect(hearAll(short, resting).words.length).toBeGreaterThan(900);
  },
);

it('begins where the samples of its file do', () => {
  const audio = { samples: 1_600, sampleRate: 8_000, channels: 1, hops: 20, sha256: '' };
  const captions = [
    { sample: 79, words: 'a' },
    { sample: 160, words: 'b' },
  ];
  expect(captionsIn({ ...audio, caption }, { sampleRate: 8_000, captions })).toEqual([
    caption,
    { hop: 20, words: 'a' },
    { hop: 22, words: 'b' },
  ]);
});
