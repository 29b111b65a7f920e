// What a listening session remembers does not grow with its audio.

import { expect, it } from 'vitest';
import { given } from '../../support/given.ts';
import { audio, listeningSession } from '../../support/speech/listening.ts';
import { speech } from '../../../core/speech/index.ts';
import type { MeasuredHop } from '../../../core/speech/hearing/hear.ts';

/** Two seconds of voice, then one of silence. */
const utterance: readonly MeasuredHop[] = Array.from({ length: 300 }, (_, hop) => ({
  level: hop < 200 ? 80 + ((hop * 7) % 11) : 0,
  fingerprint: (hop * 40_503) % 65_536,
}));

it('has an upper bound', () => {
  const world = given(
    speech,
    listeningSession({ interimResults: true, utteranceEndMs: 1_000, vadEvents: true }),
  );
  const sizes: number[] = [];
  for (let second = 0; second < 20 * 60; second += 1) {
    const start = (second % 3) * 100;
    world.having(audio([utterance.slice(start, start + 100)]));
    sizes.push(JSON.stringify(world.speech.sessions.get(world.sessionId)).length);
  }
  const largest = (of: readonly number[]) => Math.max(...of);
  const digits = 40; // of times and counts, which are longer later
  expect(largest(sizes.slice(-60))).toBeLessThanOrEqual(largest(sizes.slice(0, 60)) + digits);
});
