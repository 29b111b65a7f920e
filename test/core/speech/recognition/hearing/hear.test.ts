// Words from levels and fingerprints.

import { describe, expect, it } from 'vitest';
import { placeholderWords } from '../../../../../core/speech/recognition/hearing/placeholders.ts';
import {
  hear,
  initialHearing,
  lastWords,
} from '../../../../../core/speech/recognition/hearing/hear.ts';
import type { HeardWord } from '../../../../../core/speech/text/heard-word.ts';
import {
  hearAll,
  quietHops,
  sources,
  speechHops,
  textOf,
} from '../../../../support/speech/hearing.ts';

const places = (words: readonly HeardWord[]) => words.map(({ start, end }) => `${start}-${end}`);

/** The hops that yield words, with their texts. */
const known = (heard: ReturnType<typeof hearAll>) =>
  heard.hops
    .filter(({ words }) => words.length > 0)
    .map(({ at, words }) => `${at}: ${textOf(words)}`);

describe('an utterance', () => {
  it('ends after a silence of 0.7 s, and one that is as long as the audio does not', () => {
    const { hops } = hearAll(
      [...speechHops(1), ...quietHops(0.6), ...speechHops(1), ...quietHops(2)],
      sources(),
    );
    const ends = hops.filter(({ isUtteranceOver }) => isUtteranceOver);
    expect(ends).toMatchObject([{ at: 324, silence: 70, isVoice: false }]);
    expect(hearAll(speechHops(3), sources()).hops.some((hop) => hop.isUtteranceOver)).toBe(false);
  });

  it('ends after the silence of its script', () => {
    const audio = [...speechHops(1), ...quietHops(0.6), ...speechHops(1), ...quietHops(2)];
    const { hops } = hearAll(audio, sources([], { gapHops: 30 }));
    expect(hops.filter(({ isUtteranceOver }) => isUtteranceOver)).toHaveLength(2);
  });

  it('is not detected in silence, noise or clicks', () => {
    const noise = Array.from({ length: 500 }, (_, at) => ({
      level: 70 + (at % 4),
      fingerprint: at,
    }));
    for (const audio of [quietHops(10), noise]) {
      const { hops, words } = hearAll(audio, sources([{ text: 'Not this.' }]));
      expect(words).toEqual([]);
      expect(hops.some(({ isUtteranceOver }) => isUtteranceOver)).toBe(false);
    }
  });

  it('leaves its script untouched if it was noise', () => {
    const noise = Array.from({ length: 500 }, (_, at) => ({
      level: 70 + (at % 4),
      fingerprint: at,
    }));
    const { words } = hearAll(
      [...noise, ...quietHops(1), ...speechHops(1)],
      sources([{ text: 'First.' }]),
    );
    expect(textOf(words)).toBe('First.');
  });
});

describe('a script', () => {
  const line = { text: 'One two three four five six.' };

  it('returns three words for each second of voice', () => {
    const heard = hearAll([...quietHops(0.5), ...speechHops(2), ...quietHops(1)], sources([line]));
    expect(known(heard)).toEqual([
      '82: One',
      '115: two',
      '149: three',
      '182: four',
      '215: five',
      '249: six.',
    ]);
    expect(places(heard.words).slice(0, 2)).toEqual(['50-75', '83-108']);
    expect(heard.words[0]).toEqual({
      text: 'One',
      start: 50,
      end: 75,
      confidence: 99,
      speaker: 0,
    });
  });

  it('returns the rest at the end of the utterance', () => {
    const heard = hearAll([...speechHops(0.5), ...quietHops(1)], sources([line]));
    expect(known(heard)).toEqual(['32: One', '58: two', '119: three four five six.']);
    expect(places(heard.words).slice(2)).toEqual(['100-105', '105-110', '110-115', '115-120']);
  });

  it('returns the rest once the turn may end, if the channel requests it', () => {
    const audio = [...speechHops(0.5), ...quietHops(0.5), ...speechHops(1), ...quietHops(1)];
    const heard = hearAll(audio, sources([line, { text: 'Next.' }], { restHops: 20 }));
    expect(known(heard)).toEqual(['32: One', '58: two', '69: three four five six.']);
  });

  it('returns the rest at the end of the audio', () => {
    expect(known(hearAll(speechHops(0.7), sources([line])))).toEqual(['32: One', '65: two']);
    const { words } = hearAll(speechHops(0.7), sources([line]));
    expect(textOf(words)).toBe(line.text);
    expect(words.at(-1)?.end).toBe(70);
  });

  it('keeps words apart that outnumber the hops', () => {
    const texts = Array.from({ length: 200 }, (_, index) => `w${index}`);
    const script = [{ text: texts.join(' ') }];
    const { words } = hearAll([...speechHops(0.5), ...quietHops(1)], sources(script));
    expect(words.map(({ text }) => text)).toEqual(texts);
    expect(words.at(-1)).toMatchObject({ start: 119, end: 120 });
  });

  it('is heard utterance by utterance, then placeholders follow', () => {
    const turn = [...speechHops(1), ...quietHops(1)];
    const script = [{ text: 'Yes.' }, { text: '' }, { text: 'No.' }];
    const { words, hops } = hearAll([...turn, ...turn, ...turn, ...turn], sources(script));
    expect(textOf(words.slice(0, 2))).toBe('Yes. No.');
    expect(words[1]?.start).toBe(400);
    expect(words.slice(2).map(({ start }) => start)).toEqual([600, 633, 666]);
    expect(words.slice(2).every(({ confidence }) => confidence <= 50)).toBe(true);
    expect(hops.filter(({ isUtteranceOver }) => isUtteranceOver)).toHaveLength(4);
  });

  it('names speakers in the order of their appearance', () => {
    const turn = [...speechHops(0.5), ...quietHops(1)];
    const script = [
      { text: 'Hello?', speaker: 'caller' },
      { text: 'Yes?', speaker: 7 },
      { text: 'It is me.', speaker: 'caller' },
      { text: 'Who?' },
    ];
    const { words } = hearAll([...turn, ...turn, ...turn, ...turn], sources(script));
    expect(words.map(({ speaker }) => speaker)).toEqual([0, 1, 0, 0, 0, 2]);
  });

  it('has its confidence, language and entities', () => {
    const entities = [
      { label: 'NAME', value: 'John Doe' },
      { label: 'CITY', value: 'Ulm', from: 4 },
      { label: 'NOWHERE', value: 'Rome' },
    ];
    const script = [{ text: 'I, John Doe, left ULM.', language: 'en', confidence: 0.8, entities }];
    const { words } = hearAll([...speechHops(1), ...quietHops(1)], sources(script));
    expect(words.map(({ entity }) => entity?.number)).toEqual([undefined, 0, 0, undefined, 1]);
    expect(words[1]).toMatchObject({
      confidence: 80,
      language: 'en',
      entity: { number: 0, label: 'NAME', value: 'John Doe' },
    });
  });
});

describe('placeholders', () => {
  it('are plain words, three for a second of voice, of little confidence', () => {
    const { words, state } = hearAll(
      [...quietHops(0.5), ...speechHops(3), ...quietHops(1)],
      sources(),
    );
    expect(places(words).slice(0, 4)).toEqual(['50-75', '83-108', '116-141', '150-175']);
    expect(words).toHaveLength(9);
    for (const { text, confidence, speaker } of words) {
      expect(placeholderWords).toContain(text);
      expect(confidence).toBeGreaterThanOrEqual(20);
      expect(confidence).toBeLessThanOrEqual(50);
      expect(speaker).toBe(0);
    }
    expect(state.utterance).toBeNull();
  });

  it('are the same for the same audio at any place, and others for other audio', () => {
    const textAfter = (pause: number, seed?: number) =>
      textOf(
        hearAll([...quietHops(pause), ...speechHops(3, seed), ...quietHops(1)], sources()).words,
      );
    expect(textAfter(0.5)).toBe(textAfter(2));
    expect(textAfter(0.5, 2)).not.toBe(textAfter(0.5));
  });

  it('are one at least for each utterance', () => {
    const short = [...quietHops(1), ...speechHops(0.06)];
    const { words, hops } = hearAll([...short, ...short, ...quietHops(1)], sources());
    expect(words).toHaveLength(2);
    expect(hops.filter((hop) => hop.words.length > 0).map(({ silence }) => silence)).toEqual([
      30, 30,
    ]);
    expect(hearAll(short, sources()).words).toHaveLength(1);
  });

  it('end where voice pauses', () => {
    const audio = [...speechHops(0.95), ...quietHops(0.3), ...speechHops(0.95), ...quietHops(1)];
    const { words } = hearAll(audio, sources());
    expect(places(words)).toEqual(['0-25', '33-58', '66-91', '125-150', '158-183', '191-216']);
  });

  it('are all words, none twice', () => {
    expect(new Set(placeholderWords).size).toBe(placeholderWords.length);
    expect(placeholderWords.length).toBeGreaterThan(150);
    expect(placeholderWords.every((word) => /^[a-z]+$/.test(word))).toBe(true);
  });
});

describe('the end of the audio', () => {
  it('ends the utterance: later voice is another one', () => {
    const script = sources([{ text: 'One two three.' }, { text: 'Four.' }]);
    const before = hearAll(speechHops(0.5), script).state;
    const [state, words] = lastWords(before, 50);
    expect(textOf(words)).toBe('two three.');
    expect(lastWords(state, 50)[1]).toEqual([]);
    expect(textOf(hearAll(speechHops(0.5), script, state).words)).toBe('Four.');
  });

  it('adds nothing in silence', () => {
    expect(lastWords(initialHearing(), 0)).toEqual([initialHearing(), []]);
    const [state] = hear(initialHearing(), { level: 0, fingerprint: 0 }, sources());
    expect(lastWords(state, 1)).toEqual([state, []]);
  });
});
