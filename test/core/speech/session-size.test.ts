// What a session that hears remembers does not grow with its audio, nor does what it does: an hour costs what a minute costs.

import { expect, it, vi } from 'vitest';
import { speech } from '../../../core/speech/index.ts';
import type { MeasuredHop } from '../../../core/speech/hearing/hear.ts';
import { given } from '../../support/given.ts';
import { isSoak } from '../../support/runner/soak.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import type { SpeechWorld } from '../../support/speech/commands.ts';
import { fakeSound } from '../../support/speech/known-sounds.ts';
import { audio, listeningSession } from '../../support/speech/listening.ts';
import { measured, openTurns } from '../../support/speech/turn-commands.ts';

vi.setConfig({ testTimeout: longMs });

const minutes = isSoak ? 60 : 4;

const { sound, print, fingerprints } = fakeSound('Good morning');
const { text, speaker } = sound;

/** Two seconds of voice, then one of silence. */
const unknown: readonly MeasuredHop[] = Array.from({ length: 300 }, (_, hop) => ({
  level: hop < 200 ? 80 + ((hop * 7) % 11) : 0,
  fingerprint: (hop * 40_503) % 65_536,
}));
/** A known sound, and silence. */
const known: readonly MeasuredHop[] = Array.from({ length: 200 }, (_, hop) => ({
  level: hop >= sound.voiceStart && hop < sound.voiceEnd ? 80 + (hop % 7) : 0,
  fingerprint: fingerprints[hop] ?? 0,
}));
const repeated = [...unknown, ...known];

const paths = {
  '/v1/listen': [
    listeningSession({ interimResults: true, utteranceEndMs: 1_000, vadEvents: true }),
    (hops: readonly MeasuredHop[]) => audio([hops]),
  ],
  '/v2/listen': [
    openTurns({ thresholds: { eagerEndOfTurn: 0.4, endOfTurn: 0.7, timeoutMs: 5_000 } }),
    measured,
  ],
} as const;

it.each(['/v1/listen', '/v2/listen'] as const)('%s costs the same in each minute', (path) => {
  const [open, frame] = paths[path];
  const world = given(speech, (opening: SpeechWorld) => {
    opening.having({ type: 'RememberSound', sound: { ...print, text, speaker } });
    return open(opening);
  });
  const costs = Array.from({ length: minutes }, () => {
    let [largest, events] = [0, 0];
    const types = new Set<string>();
    for (let second = 0; second < 60; second += 1) {
      const start = (second % 5) * 100;
      world.having(frame(repeated.slice(start, start + 100)));
      largest = Math.max(
        largest,
        JSON.stringify(world.speech.sessions.get(world.sessionId)).length,
      );
      events += world.events.length;
      for (const event of world.events) types.add(event.type);
    }
    return { largest, events, types: [...types].toSorted() };
  });
  const [first, second] = costs;
  const digits = 40; // of times and counts, which are longer later
  expect(second?.events).toBeGreaterThan(60);
  for (const { largest, events, types } of costs.slice(1)) {
    expect(largest).toBeLessThanOrEqual((first?.largest ?? 0) + digits);
    expect({ events, types }).toEqual({ events: second?.events, types: second?.types });
  }
});
