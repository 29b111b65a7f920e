// For any audio, words are in order and within their utterances, scripts are heard whole, and hearing resumes from saved state.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onsetHops } from '../../core/speech/recognition/voice-activity/activity.ts';
import { initialHearing } from '../../core/speech/recognition/hearing/hear.ts';
import {
  knownSounds,
  measuredHops,
  scripts,
  silences,
} from '../support/arbitraries/measured-hops.ts';
import {
  hearAll,
  sourcesWith,
  quietHops,
  sources,
  textOf,
  type Hearing,
} from '../support/speech/hearing.ts';

const heard = fc.tuple(measuredHops, scripts, silences).map(([audio, script, own]) => ({
  audio,
  script,
  from: { ...sourcesWith(knownSounds, script), ...own },
}));

/** The words of each utterance, with the hop where its voice begins; the end of the audio may cut the last one short. */
function utterances({ hops, words }: Hearing) {
  const all: { begin: number; words: Hearing['words'] }[] = [];
  let begin = -1;
  let count = 0;
  let known = 0;
  for (const hop of hops) {
    if (begin < 0 && hop.isVoice) begin = hop.at;
    count += hop.words.length;
    if (hop.isUtteranceOver) {
      all.push({ begin, words: words.slice(known, count) });
      [begin, known] = [-1, count];
    } else if (!hop.isVoice && count === known && hop.silence > onsetHops * 10 - 2) {
      begin = -1; // it was noise
    }
  }
  if (words.length > known) all.push({ begin, words: words.slice(known) });
  return all;
}

describe('words', () => {
  it('are in order, do not overlap, and end by the time they are known', () => {
    fc.assert(
      fc.property(heard, ({ audio, from }) => {
        const { hops, words } = hearAll(audio, from);
        words.forEach(({ text, start, end }, index) => {
          expect(text).not.toMatch(/\s/);
          expect(Number.isInteger(start) && Number.isInteger(end)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(audio.length);
        });
        for (const { at, words: known } of hops) {
          for (const { end } of known) expect(end).toBeLessThanOrEqual(at + 1);
          expect(known.length === 0 || known.some(({ start, end }) => end > start)).toBe(true);
        }
      }),
    );
  });

  it('start in the voice of their utterance', () => {
    fc.assert(
      fc.property(heard, ({ audio, from }) => {
        for (const { begin, words } of utterances(hearAll(audio, from))) {
          const [first] = words;
          if (first !== undefined) expect(first.start).toBeGreaterThan(begin - onsetHops);
        }
      }),
    );
  });

  it('of a script occur exactly once, by the end of its utterance', () => {
    fc.assert(
      fc.property(heard, ({ audio, script, from }) => {
        const all = utterances(hearAll(audio, from));
        const spoken = all.filter(({ words }) => words.length > 0);
        const expected = script.slice(0, all.length).map(({ text }) => text);
        expect(
          spoken
            .slice(0, expected.filter((text) => text !== '').length)
            .map(({ words }) => textOf(words)),
        ).toEqual(expected.filter((text) => text !== '').slice(0, spoken.length));
      }),
    );
  });

  it('include at least one placeholder for each utterance', () => {
    fc.assert(
      fc.property(measuredHops, (audio) => {
        const { hops, words } = hearAll([...audio, ...quietHops(1)], sources());
        let count = 0;
        for (const hop of hops) {
          count += hop.words.length;
          if (hop.isUtteranceOver) {
            expect(count).toBeGreaterThan(0);
            count = 0;
          }
        }
        for (const { confidence } of words) expect(confidence).toBeLessThanOrEqual(50);
        expect(hearAll(audio, sources()).words).toEqual(hearAll(audio, sources()).words);
      }),
    );
  });
});

describe('hearing', () => {
  it('resumes from its state as JSON, after any hop', () => {
    fc.assert(
      fc.property(heard, fc.nat(1_000), ({ audio, from }, share) => {
        const cut = Math.floor((audio.length * share) / 1_000);
        const whole = hearAll(audio, from);
        const { state, hops } = hearAll(audio.slice(0, cut), from);
        const saved = JSON.parse(JSON.stringify(state)) as typeof state;
        expect(saved).toEqual(state);
        const rest = hearAll(audio.slice(cut), from, saved);
        expect([...hops, ...rest.hops]).toEqual(whole.hops);
        expect(rest.state).toEqual(whole.state);
      }),
    );
  });

  it('recognizes known sounds in more than 30 of 100 samples', () => {
    const samples = fc.sample(heard, { numRuns: 100, seed: 1 });
    const sure = samples.filter(({ audio, from }) =>
      hearAll(audio, { ...from, utterance: () => undefined }).words.some(
        (word) => word.confidence > 50,
      ),
    );
    expect(sure.length).toBeGreaterThan(30);
  });

  it('has a state that does not grow', () => {
    const part = fc.sample(fc.tuple(measuredHops, scripts), { numRuns: 20, seed: 1 });
    const audio = part.flatMap(([hops]) => hops);
    const size = (hops: number, script = part[0]?.[1] ?? []) => {
      let state = initialHearing();
      for (let done = 0; done < hops; done += audio.length) {
        state = hearAll(audio.slice(0, hops - done), sourcesWith(knownSounds, script), state).state;
      }
      return JSON.stringify(state).length;
    };
    expect(size(100_000)).toBeLessThan(size(1_000) + 3_000);
  });

  it('of silence yields no words', () => {
    const soft = fc.array(fc.record({ level: fc.nat(40), fingerprint: fc.nat(0xffff) }));
    fc.assert(
      fc.property(soft, scripts, (audio, script) => {
        const { words, hops } = hearAll(audio, sources(script));
        expect(words).toEqual([]);
        expect(hops.every(({ isVoice }) => !isVoice)).toBe(true);
      }),
    );
  });
});
