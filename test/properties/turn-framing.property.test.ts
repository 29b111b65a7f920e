// For any speech on /v2/listen, cut into any frames: the messages are the same, numbered from 0 by one, and Configure applies
// at its place in the audio.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeasuredHop } from '../../core/speech/recognition/hearing/hear.ts';
import { speech } from '../../core/speech/index.ts';
import type { TurnChange } from '../../core/speech/turns/thresholds.ts';
import { turnMessage } from '../../core/speech/views.ts';
import { measuredHops } from '../support/arbitraries/measured-hops.ts';
import { given } from '../support/given.ts';
import { runs } from '../support/runner/runs.ts';
import { close } from '../support/speech/commands.ts';
import { configure, measured, openTurns } from '../support/speech/turn-commands.ts';

/** A Configure message after a share of the audio, from 0 to 1. */
interface Configured {
  readonly place: number;
  readonly change: TurnChange;
}

const configured: fc.Arbitrary<Configured> = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  change: fc.record(
    {
      eagerEndOfTurn: fc.constantFrom(0.3, 0.5, 0.8),
      endOfTurn: fc.constantFrom(0.5, 0.7, 0.9, 2),
      timeoutMs: fc.constantFrom(500, 700, 5_000),
      keyterms: fc.constantFrom<string[]>([], ['WATER', 'Green Table']),
    },
    { requiredKeys: [] },
  ),
});

function messagesOf(
  audio: readonly MeasuredHop[],
  configures: readonly Configured[],
  cuts: readonly number[],
) {
  const placed = configures.map(({ place, change }) => ({
    at: Math.round(place * audio.length),
    change,
  }));
  const ends = [...cuts.map((cut) => cut % (audio.length + 1)), ...placed.map(({ at }) => at)];
  const world = given(speech, openTurns());
  let start = 0;
  for (const end of [...ends, audio.length].toSorted((one, other) => one - other)) {
    if (end > start) world.having(measured(audio.slice(start, end)));
    start = end;
    for (const each of placed.splice(0)) {
      if (each.at === end) world.having(configure(each.change));
      else placed.push(each);
    }
  }
  world.having(close);
  return world.entries.flatMap(({ events }) =>
    events.flatMap(({ event }) => turnMessage(event as never) ?? []),
  );
}

it('messages depend on the audio and the places of Configure alone', () => {
  const cuts = fc.array(fc.nat(), { maxLength: 12 });
  const configures = fc.array(configured, { maxLength: 3 });
  fc.assert(
    fc.property(measuredHops, configures, cuts, cuts, (audio, some, one, other) => {
      const messages = messagesOf(audio, some, one);
      expect(messagesOf(audio, some, other)).toEqual(messages);
      const numbers = messages.flatMap((message) =>
        'sequenceId' in message ? message.sequenceId : [],
      );
      expect(numbers).toEqual(numbers.map((_, index) => index));
      expect(messages.at(-1)).toEqual({ kind: 'close', code: 1005, reason: '' });
    }),
    runs(80),
  );
});
