// Results of /v1/listen for any speech, with a Finalize at any point.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closeListening,
  finalize,
  initialListening,
  interimHops,
  listen,
  longSegmentHops,
  segmentHopsMax,
  type ListeningState,
} from '../../core/speech/listen/listen.ts';
import type {
  ListeningOutput,
  SegmentResult,
  SegmentRules,
} from '../../core/speech/listen/output.ts';
import type { HeardHop } from '../../core/speech/recognition/hearing/words.ts';
import type { HeardWord } from '../../core/speech/text/heard-word.ts';
import { anyHops } from '../support/arbitraries/heard-hops.ts';
import { heardWord } from '../support/speech/heard-hops.ts';

const anyRules: fc.Arbitrary<SegmentRules> = fc.record({
  interimResults: fc.boolean(),
  endpointingHops: fc.option(fc.constantFrom(0, 1, 10, 30, 70, 100, 450)),
  utteranceEndHops: fc.option(fc.constantFrom(1, 40, 100, 300)),
  vadEvents: fc.boolean(),
});

interface Run {
  readonly hops: readonly HeardHop[];
  readonly rules: SegmentRules;
  /** A Finalize comes before the hops with these numbers. */
  readonly finalizes: readonly number[];
  /** Whether a word of the utterance in progress becomes known only as the stream ends. */
  readonly hasLastWord: boolean;
}

const anyRun: fc.Arbitrary<Run> = fc.record({
  hops: anyHops,
  rules: anyRules,
  finalizes: fc.array(fc.nat(1_500), { maxLength: 4 }),
  hasLastWord: fc.boolean(),
});

/** An output, and the length of the audio at which it came. */
interface Sent {
  readonly output: ListeningOutput;
  readonly at: number;
}

function lastWordsOf({ hops, hasLastWord }: Run): readonly HeardWord[] {
  const end = hops.length;
  return hasLastWord && hops.at(-1)?.isVoice === true ? [heardWord('last', end - 1, end)] : [];
}

function outputsOf(run: Run, saved = (state: ListeningState) => state): readonly Sent[] {
  const sent: Sent[] = [];
  let state = initialListening();
  const keep = (at: number, [next, outputs]: ReturnType<typeof finalize>) => {
    state = saved(next);
    sent.push(...outputs.map((output) => ({ output, at })));
  };
  for (const hop of run.hops) {
    if (run.finalizes.includes(hop.at)) keep(hop.at, finalize(state, hop.at));
    keep(hop.at + 1, listen(state, hop, run.rules));
  }
  keep(run.hops.length, closeListening(state, run.hops.length, lastWordsOf(run)));
  return sent;
}

const resultsOf = (sent: readonly Sent[]) =>
  sent.flatMap(({ output, at }) => (output.kind === 'result' ? [{ ...output, at }] : []));
const finalsOf = (sent: readonly Sent[]) => resultsOf(sent).filter(({ isFinal }) => isFinal);

function assertAll(law: (run: Run, sent: readonly Sent[]) => void): void {
  fc.assert(fc.property(anyRun, (run) => law(run, outputsOf(run))));
}

describe('results of listening', () => {
  it('tile the audio with finals, none of them long', () => {
    assertAll(({ hops }, sent) => {
      let end = 0;
      for (const final of finalsOf(sent)) {
        expect(final.start).toBe(end);
        expect(final.end).toBe(final.at);
        expect(final.end - final.start).toBeLessThanOrEqual(segmentHopsMax);
        end = final.end;
      }
      expect(end).toBe(hops.length);
    });
  });

  it('cut a long segment at its first gap between words', () => {
    assertAll(({ hops }, sent) => {
      for (const { start, end } of finalsOf(sent)) {
        const late = hops.slice(start + longSegmentHops - 1, Math.max(end - 1, 0));
        expect(late.filter(({ isVoice, words }) => !isVoice || words.length > 0)).toEqual([]);
      }
    });
  });

  it('lose and repeat no word', () => {
    assertAll((run, sent) => {
      const known = [...run.hops.flatMap(({ words }) => words), ...lastWordsOf(run)];
      const final = finalsOf(sent).flatMap(({ words }) => words);
      expect(final.map(({ text }) => text)).toEqual(known.map(({ text }) => text));
    });
  });

  it('keep words within their segment, in order, without overlaps', () => {
    assertAll((_, sent) => {
      for (const { start, end, words } of resultsOf(sent)) {
        const times = [start, ...words.flatMap((word) => [word.start, word.end]), end];
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    });
  });

  it('leave a word where it was, unless its segment begins later', () => {
    assertAll((run, sent) => {
      const known = new Map(
        run.hops.flatMap(({ words }) => words.map((word) => [word.text, word])),
      );
      for (const { start, words } of resultsOf(sent)) {
        for (const word of words.filter(({ text }) => (known.get(text)?.start ?? -1) >= start)) {
          const before = words[words.indexOf(word) - 1];
          if (before === undefined || before.end <= (known.get(word.text)?.start ?? 0)) {
            expect(word).toEqual(known.get(word.text));
          }
        }
      }
    });
  });

  it('show interims at whole seconds, from the start of the segment to the hop, with growing words', () => {
    assertAll(({ rules }, sent) => {
      let segment: SegmentResult | undefined;
      let start = 0;
      for (const result of resultsOf(sent)) {
        expect(result.start).toBe(start);
        expect(result.end).toBe(result.at);
        const earlier = segment?.words ?? [];
        expect(result.words.slice(0, earlier.length)).toEqual(earlier);
        if (result.isFinal) {
          [segment, start] = [undefined, result.end];
        } else {
          expect(rules.interimResults).toBe(true);
          expect((result.end - result.start) % interimHops).toBe(0);
          segment = result;
        }
      }
    });
  });

  it('are speech final only when final, behind the silence of endpointing', () => {
    assertAll(({ hops, rules }, sent) => {
      for (const result of resultsOf(sent).filter(({ speechFinal }) => speechFinal)) {
        expect(result).toMatchObject({ isFinal: true, fromFinalize: false });
        expect(hops[result.end - 1]?.isVoice).toBe(false);
        expect(hops[result.end - 1]?.silence).toBeGreaterThanOrEqual(
          rules.endpointingHops ?? Infinity,
        );
      }
    });
  });

  it('leave no word waiting when the silence of endpointing has passed', () => {
    assertAll(({ hops, rules: { endpointingHops } }, sent) => {
      if (endpointingHops === null) return;
      const ends = finalsOf(sent).filter(({ words }) => words.length > 0);
      for (const { at, words, isVoice, silence } of hops) {
        if (words.length > 0 && !isVoice && silence >= endpointingHops) {
          expect(ends.map(({ end }) => end)).toContain(at + 1);
        }
      }
    });
  });

  it('end each utterance once, after the final with its last word', () => {
    assertAll(({ rules }, sent) => {
      let lastWord: { readonly end: number; readonly fromFinalize: boolean } | undefined;
      for (const { output, at } of sent) {
        if (output.kind === 'result' && output.isFinal) {
          const end = output.words.at(-1)?.end;
          if (end !== undefined) lastWord = { end, fromFinalize: output.fromFinalize };
        } else if (output.kind === 'utteranceEnd') {
          expect(rules.interimResults).toBe(true);
          expect(at - (lastWord?.end ?? Infinity)).toBeGreaterThanOrEqual(
            rules.utteranceEndHops ?? Infinity,
          );
          expect(output.lastWordEnd).toBe(lastWord?.fromFinalize === true ? -1 : lastWord?.end);
          lastWord = undefined;
        }
      }
    });
  });

  it('start speech wherever voice begins, before its results', () => {
    assertAll(({ hops, rules }, sent) => {
      const onsets = hops.filter(({ at, isVoice }) => isVoice && hops[at - 1]?.isVoice !== true);
      const started = sent.filter(({ output }) => output.kind === 'speechStarted');
      expect(started.map(({ output }) => output)).toEqual(
        rules.vadEvents ? onsets.map(({ at }) => ({ kind: 'speechStarted', at })) : [],
      );
      for (const { at, output } of started) {
        const inHop = sent.filter(
          (other) =>
            other.at === at && (other.output.kind !== 'result' || !other.output.fromFinalize),
        );
        expect(inHop[0]?.output).toBe(output);
      }
    });
  });

  it('are the same when the state is saved and loaded between any two hops', () => {
    assertAll((run, sent) => {
      const saved = (state: ListeningState) => JSON.parse(JSON.stringify(state)) as ListeningState;
      expect(outputsOf(run, saved)).toEqual(sent);
    });
  });
});
