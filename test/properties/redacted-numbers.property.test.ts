// Redaction hides the whole number of a script, however short the audio is and wherever results cut it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListenChannelEvent } from '../../core/speech/events.ts';
import type { MeasuredHop } from '../../core/speech/recognition/hearing/hear.ts';
import { speech } from '../../core/speech/index.ts';
import type { ListenParameters } from '../../core/speech/listen/parameters.ts';
import { plainText, type RedactionKind } from '../../core/speech/text/options.ts';
import { listenMessage, sessionById, type ListenView } from '../../core/speech/views.ts';
import { given } from '../support/given.ts';
import { runs } from '../support/runner/runs.ts';
import { close } from '../support/speech/commands.ts';
import { quietHops, speechHops } from '../support/speech/hearing.ts';
import { audio, finalizeAudio, listeningSession } from '../support/speech/listening.ts';

const numbers: Readonly<Record<Exclude<RedactionKind, 'aggressive_numbers'>, readonly string[]>> = {
  ssn: ['123-45-6789', '123 45 6789', '1 2 3 4 5 6 7 8 9', '987654321'],
  pci: ['4111 1111 1111 1111', '4111-1111-1111-1111', '4111111111111111'],
  numbers: ['555-123-4567', '(555) 123-4567', '9 8 7 6', '2047'],
};

const plainWords = fc
  .array(fc.constantFrom('my', 'Number', 'is', 'please', 'it', 'damn', 'Ann,'), { maxLength: 60 })
  .map((words) => words.join(' '));

interface Case {
  readonly kind: RedactionKind;
  readonly text: string;
}

const anyCase: fc.Arbitrary<Case> = fc
  .constantFrom(...(Object.keys(numbers) as (keyof typeof numbers)[]))
  .chain((kind) =>
    fc
      .tuple(
        plainWords,
        fc.constantFrom(...numbers[kind]),
        fc.constantFrom('', ',', '.'),
        plainWords,
      )
      .map(([before, number, sign, after]) => ({
        kind,
        text: `${before} ${number}${sign} ${after}`.trim(),
      })),
  );

const hops = fc.oneof(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 120 }));

const anySound: fc.Arbitrary<readonly MeasuredHop[]> = fc
  .tuple(fc.array(fc.tuple(hops, hops), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([parts, isOver]) => [
    ...parts.flatMap(([pause, long]) => [...quietHops(pause / 100), ...speechHops(long / 100)]),
    ...(isOver ? quietHops(1) : []),
  ]);

const anyRules: fc.Arbitrary<Partial<ListenParameters>> = fc.record({
  interimResults: fc.boolean(),
  endpointingMs: fc.constantFrom(null, 10, 300),
});

function alternatives(
  { kind, text }: Case,
  sound: readonly MeasuredHop[],
  rules: Partial<ListenParameters>,
  finalizedAt: number,
) {
  const options = { ...plainText, redact: [kind], punctuate: true, search: ['1', '123', '4111'] };
  const world = given(speech, listeningSession({ ...rules, text: options }));
  const view = sessionById(world.speech, world.sessionId) as ListenView;
  world
    .having({ type: 'SetScript', script: { parts: [{ select: {}, utterances: [{ text }] }] } })
    .having(audio([sound.slice(0, finalizedAt)]), finalizeAudio())
    .having(audio([sound.slice(finalizedAt)]), close);
  return world.entries
    .flatMap(({ events }) =>
      events.map(({ event }) => listenMessage(event as ListenChannelEvent, view)),
    )
    .flatMap((message) => (message?.kind === 'results' ? [message] : []));
}

/** The words outnumber the hops of this audio. */
const onShortAudio: [Case, readonly MeasuredHop[], Partial<ListenParameters>, number] = [
  { kind: 'ssn', text: 'My social security number is 123-45-6789, thank you.' },
  speechHops(0.06),
  {},
  0,
];

it('no digit of a redacted number is in a result, and no word has a space', () => {
  fc.assert(
    fc.property(anyCase, anySound, anyRules, fc.nat(300), (heard, sound, rules, place) => {
      const at = Math.min(place, sound.length - 1);
      for (const { alternative } of alternatives(heard, sound, rules, at)) {
        const { transcript, words, search = [] } = alternative;
        expect(transcript.replaceAll(/\[[A-Z_]+(_\d+)?\]/g, '')).not.toMatch(/\d/);
        expect(search.flatMap(({ hits }) => hits)).toEqual([]);
        for (const { word, punctuatedWord } of words) {
          expect(`${word}${punctuatedWord}`).not.toMatch(/\s/);
        }
      }
    }),
    runs(200, [onShortAudio]),
  );
});
