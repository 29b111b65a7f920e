// For any speech and any change of thresholds, the turns of /v2/listen follow their table, in time and in order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardHop } from '../../core/speech/recognition/hearing/words.ts';
import { endOfTurnConfidence, reaches } from '../../core/speech/turns/confidence.ts';
import { transitions, updateHops, type TurnPhase } from '../../core/speech/turns/machine.ts';
import {
  mergeThresholds,
  timeoutHops,
  turnSettingsDefault,
  type TurnChange,
  type TurnSettings,
} from '../../core/speech/turns/thresholds.ts';
import {
  closeTurns,
  initialTurns,
  turn,
  withShownWords,
  type TurnState,
} from '../../core/speech/turns/turn.ts';
import { runs } from '../support/runner/runs.ts';
import { heardWord, transcriptOf, writtenTurn, type WrittenTurn } from '../support/speech/turns.ts';

interface Hop {
  readonly heard: HeardHop;
  readonly settings: TurnSettings;
}

const threshold = (min: number, max: number) =>
  fc.integer({ min: min * 1_000, max: max * 1_000 }).map((thousandths) => thousandths / 1_000);

const change: fc.Arbitrary<TurnChange> = fc.record(
  {
    eagerEndOfTurn: threshold(0.25, 0.95),
    endOfTurn: threshold(0.45, 0.95),
    timeoutMs: fc.integer({ min: 450, max: 900 }),
    keyterms: fc.constantFrom<string[]>([], ['ALPHA'], ['beta Gamma', 'Delta']),
  },
  { requiredKeys: [] },
);

/** Possible words: placeholders, written words, a sign. */
const heardWords = [
  { text: 'alpha', confidence: 40 },
  { text: 'Beta,', confidence: 95 },
  { text: 'gamma', confidence: 90 },
  { text: 'delta', confidence: 20 },
  { text: '–', confidence: 90 },
];

/** Voice or silence, the hops with words in it, and a change of the thresholds before it. */
const stretch = fc.record({
  isVoice: fc.boolean(),
  hops: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 120 })),
  words: fc.array(fc.nat(119), { maxLength: 4 }),
  change: fc.option(change, { nil: undefined, freq: 3 }),
});

const anyWord = (number: number, end: number) => {
  const { text, confidence } = heardWords[number % heardWords.length] as (typeof heardWords)[0];
  return heardWord(text, end, confidence);
};

/** Without case and punctuation. */
const bareWords = (words: readonly { readonly text: string }[]) =>
  words.flatMap(({ text }) => text.toLowerCase().match(/[a-z]+/g) ?? []);

const hopsOf = (
  stretches: readonly (typeof stretch extends fc.Arbitrary<infer T> ? T : never)[],
) => {
  let settings = turnSettingsDefault;
  let silence = 0;
  const hops: Hop[] = [];
  for (const { isVoice, hops: count, words, change: changed } of stretches) {
    const merged = mergeThresholds(settings, changed ?? {});
    if (merged.ok) settings = merged.value;
    for (let n = 0; n < count; n += 1) {
      const at = hops.length;
      silence = isVoice ? 0 : silence + 1;
      const known = words.filter((offset) => offset === n);
      const heard: HeardHop = {
        at,
        isVoice,
        silence,
        words: known.map((_, index) => anyWord(at * 7 + index, at + 1)),
        isUtteranceOver: silence === 70,
      };
      hops.push({ heard, settings });
    }
  }
  return hops;
};

const stream = fc.array(stretch, { minLength: 1, maxLength: 30 }).map(hopsOf);

/** The outputs of a part of a stream; the part before it may have other settings. */
function outputsOf(
  hops: readonly Hop[],
  from: TurnState = initialTurns(),
  before: TurnSettings = hops[0]?.settings ?? turnSettingsDefault,
) {
  let state = from;
  let { keyterms } = before;
  const outputs: WrittenTurn[] = [];
  for (const { heard, settings } of hops) {
    if (settings.keyterms !== keyterms) state = withShownWords(state, { keyterms });
    ({ keyterms } = settings);
    const [next, more] = turn(state, heard, settings);
    state = next;
    outputs.push(...more.map((output) => writtenTurn(output, settings)));
  }
  return { state, outputs };
}

/** The thresholds at an output's hop. */
const thresholdsAt = (hops: readonly Hop[], { windowEnd }: WrittenTurn) =>
  (hops[windowEnd - 1] as Hop).settings.thresholds;
const silenceAt = (hops: readonly Hop[], { windowEnd }: WrittenTurn) =>
  (hops[windowEnd - 1] as Hop).heard.silence;

const holds = (law: (hops: readonly Hop[], outputs: readonly WrittenTurn[]) => void) =>
  fc.assert(
    fc.property(stream, (hops) => law(hops, outputsOf(hops).outputs)),
    runs(300),
  );

/** Each output with its predecessor. */
const pairs = (outputs: readonly WrittenTurn[]) =>
  outputs.slice(1).map((output, index) => [outputs[index] as WrittenTurn, output] as const);

describe('turns', () => {
  it('follow the table', () => {
    holds((_, outputs) => {
      let phase: TurnPhase = 'idle';
      for (const { event } of outputs) {
        const row = transitions.find((each) => each.from === phase && each.event === event);
        expect(row).toBeDefined();
        phase = row?.to ?? 'idle';
      }
    });
  });

  it('are numbered from 0, plus one after each end', () => {
    holds((_, outputs) => {
      let index = 0;
      for (const { event, turnIndex } of outputs) {
        expect(turnIndex).toBe(index);
        if (event === 'EndOfTurn') index += 1;
      }
    });
  });

  it('have windows without gaps, whose ends never go back', () => {
    holds((_, outputs) => {
      expect(outputs[0]?.windowStart ?? 0).toBe(0);
      for (const [before, { windowStart, windowEnd }] of pairs(outputs)) {
        expect(windowEnd).toBeGreaterThanOrEqual(before.windowEnd);
        const start = before.event === 'EndOfTurn' ? before.windowEnd : before.windowStart;
        expect(windowStart).toBe(start);
      }
    });
  });

  it('are reported at least every 0.25 s of audio', () => {
    holds((hops, outputs) => {
      const ends = [0, ...outputs.map(({ windowEnd }) => windowEnd), hops.length];
      for (const [index, end] of ends.entries())
        expect(end - (ends[index - 1] ?? 0)).toBeLessThanOrEqual(updateHops);
      for (const [before, { event, windowEnd }] of pairs(outputs))
        if (event === 'Update') expect(windowEnd - before.windowEnd).toBe(updateHops);
    });
  });

  it('have text from their start to their end, and none between', () => {
    holds((_, outputs) => {
      let isOpen = false;
      for (const { event, words } of outputs) {
        if (event === 'StartOfTurn') isOpen = true;
        expect(words.length > 0).toBe(isOpen);
        if (event === 'EndOfTurn') isOpen = false;
      }
    });
  });

  it('lose and repeat no word', () => {
    fc.assert(
      fc.property(stream, (hops) => {
        const { state, outputs } = outputsOf(hops);
        const ended = outputs.flatMap(({ event, words }) => (event === 'EndOfTurn' ? words : []));
        const known = hops.flatMap(({ heard }) => heard.words);
        expect(bareWords([...ended, ...state.shown, ...state.words])).toEqual(bareWords(known));
      }),
      runs(300),
    );
  });

  it('end with the text of the last eager end, unless the timeout ends them', () => {
    holds((hops, outputs) => {
      let eagerText: string | undefined;
      for (const output of outputs) {
        const { event, confidence } = output;
        if (event === 'EagerEndOfTurn') eagerText = transcriptOf(output);
        if (event === 'TurnResumed') {
          expect(transcriptOf(output)).not.toBe(eagerText);
          eagerText = undefined;
        }
        if (event === 'Update' && eagerText !== undefined)
          expect(transcriptOf(output)).toBe(eagerText);
        if (event !== 'EndOfTurn') continue;
        const { eagerEndOfTurn, endOfTurn } = thresholdsAt(hops, output);
        const isEager = eagerEndOfTurn !== null && reaches(confidence, endOfTurn);
        if (isEager || eagerText !== undefined) expect(transcriptOf(output)).toBe(eagerText);
        eagerText = undefined;
      }
    });
  });

  it('end at the first hop that allows it', () => {
    holds((hops, outputs) => {
      const ends = outputs.filter(({ event }) => event === 'EndOfTurn');
      for (const output of outputs) {
        const thresholds = thresholdsAt(hops, output);
        const silence = silenceAt(hops, output);
        const mayEnd =
          reaches(endOfTurnConfidence(silence), thresholds.endOfTurn) ||
          silence >= timeoutHops(thresholds);
        if (output.words.length === 0) continue;
        expect(ends.some(({ windowEnd }) => windowEnd === output.windowEnd)).toBe(mayEnd);
      }
    });
  });

  it('have an eager end only at its threshold', () => {
    holds((hops, outputs) => {
      for (const output of outputs.filter(({ event }) => event === 'EagerEndOfTurn')) {
        const { eagerEndOfTurn } = thresholdsAt(hops, output);
        expect(reaches(output.confidence, eagerEndOfTurn ?? 1)).toBe(true);
      }
    });
  });

  it('have a confidence below 1, and of 0 in speech', () => {
    holds((hops, outputs) => {
      for (const output of outputs) {
        expect(output.confidence).toBeGreaterThanOrEqual(0);
        expect(output.confidence).toBeLessThan(100);
        if (silenceAt(hops, output) === 0) expect(output.confidence).toBe(0);
      }
    });
  });
});

describe('the state', () => {
  it('can be saved at any hop', () => {
    fc.assert(
      fc.property(stream, fc.nat(), (hops, at) => {
        const whole = outputsOf(hops);
        const cut = at % hops.length;
        const first = outputsOf(hops.slice(0, cut));
        const saved = JSON.parse(JSON.stringify(first.state)) as TurnState;
        const second = outputsOf(hops.slice(cut), saved, hops[cut - 1]?.settings);
        expect([...first.outputs, ...second.outputs]).toEqual(whole.outputs);
        expect(second.state).toEqual(whole.state);
      }),
      runs(300),
    );
  });
});

describe('new settings', () => {
  it('do not change results of earlier audio', () => {
    fc.assert(
      fc.property(stream, fc.nat(), change, (hops, at, changed) => {
        const from = at % hops.length;
        const merged = mergeThresholds(turnSettingsDefault, changed);
        const settings = merged.ok ? merged.value : turnSettingsDefault;
        const other = hops.map((hop, index) => (index < from ? hop : { ...hop, settings }));
        const before = ({ windowEnd }: WrittenTurn) => windowEnd <= from;
        expect(outputsOf(other).outputs.filter(before)).toEqual(
          outputsOf(hops).outputs.filter(before),
        );
      }),
      runs(300),
    );
  });
});

describe('the end of the stream', () => {
  it('reports the rest, once, and ends no turn', () => {
    fc.assert(
      fc.property(stream, fc.nat(2), (hops, count) => {
        const { state, outputs } = outputsOf(hops);
        const at = hops.length;
        const words = Array.from({ length: count }, (_, n) => anyWord(n, at));
        const { settings } = hops.at(-1) as Hop;
        const [, closed] = closeTurns(state, at, words, settings);
        const last = closed.map((output) => writtenTurn(output, settings));
        const events = last.map(({ event }) => event);
        expect([[], ['Update'], ['StartOfTurn'], ['TurnResumed']]).toContainEqual(events);
        const final = [...outputs, ...last].at(-1);
        expect(final?.windowEnd).toBe(at);
        const shown = bareWords([...state.shown, ...state.words, ...words]);
        if (shown.length > 0) expect(bareWords(final?.words ?? [])).toEqual(shown);
      }),
      runs(300),
    );
  });
});
