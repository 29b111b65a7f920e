// `reprise clock`: shows, sets and advances the virtual time of a world.

import type { WorldClient } from './control-client.ts';

interface Clock {
  readonly now: string;
  readonly mode: string;
  readonly rate: number;
  readonly idle?: boolean;
  readonly nextDue: string | null;
}

interface Advanced {
  readonly now: string;
  readonly fired: number;
  readonly events: number;
}

export async function showClock(client: WorldClient): Promise<[object, string]> {
  return described(await client.inWorld<Clock>('GET', '/clock'));
}

export async function setClock(
  client: WorldClient,
  change: { mode?: string; rate?: number; idle?: boolean },
): Promise<[object, string]> {
  return described(await client.inWorld<Clock>('PATCH', '/clock', change));
}

export async function advanceClock(
  client: WorldClient,
  advance: { by: string } | { to: string } | { untilIdle: true },
): Promise<[object, string]> {
  const answer = await client.inWorld<Advanced>('POST', '/clock/advance', advance);
  const { now, fired, events } = answer;
  return [answer, `It is ${now}. Ran scheduled commands: ${fired}; events: ${events}.`];
}

function described(clock: Clock): [object, string] {
  const rate = clock.mode === 'real' ? ` x ${clock.rate}` : '';
  const next = clock.nextDue === null ? 'nothing is due' : `next due ${clock.nextDue}`;
  const idle = clock.mode === 'skip' && clock.idle === false ? ' with idle off' : '';
  return [clock, `It is ${clock.now}, clock ${clock.mode}${rate}${idle}, ${next}.`];
}
