// The clock of a Reprise during a live replay.

import { expect, it } from 'vitest';
import { RepriseError } from '../../../adapters/client/index.ts';
import type { WorldClient } from '../../../adapters/client/world.ts';
import { worldClock } from '../../../adapters/retell/session-clock.ts';

const epochMs = Date.parse('2026-01-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** A world whose time also goes by itself: further than read, before it is moved. */
function movingWorld(refusal: RepriseError): Pick<WorldClient, 'clock'> {
  const now = () => Promise.resolve({ now: iso(epochMs) });
  return { clock: { get: now, advance: () => Promise.reject(refusal) } as never };
}

it('is where it is to be if time has passed by itself meanwhile', async () => {
  const refusal = new RepriseError('time-goes-back', 'It is in the past.', 409);
  const clock = await worldClock(movingWorld(refusal), 0, true);
  await expect(clock.moveTo(5_000, false)).resolves.toBeUndefined();
});

it('rejects if the world is not moved for another reason', async () => {
  const refusal = new RepriseError('unreachable', 'No server answers.');
  const clock = await worldClock(movingWorld(refusal), 0, true);
  await expect(clock.moveTo(5_000, false)).rejects.toBe(refusal);
});
