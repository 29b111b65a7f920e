// `reprise clock`: shows, sets and advances the virtual time of a world.

import type { Advance, Clock, ClockChange, WorldClient } from '../../client/index.ts';
import { advanceWithProgress } from './advance-progress.ts';
import type { CliHost } from '../support/cli-host.ts';

export async function showClock({ clock }: WorldClient): Promise<[object, string]> {
  return described(await clock.get());
}

export async function setClock(
  { clock }: WorldClient,
  change: ClockChange,
): Promise<[object, string]> {
  return described(await clock.set(change));
}

export async function advanceClock(
  world: WorldClient,
  advance: Advance,
  host: CliHost,
): Promise<[object, string]> {
  const answer = await (host.showsProgress
    ? advanceWithProgress(world, advance, host)
    : world.clock.advance(advance));
  const { now, fired, events, unanswered } = answer;
  const late =
    unanswered === undefined
      ? ''
      : ` Webhooks and calls without an outcome: ${unanswered}; time waits for them no longer than serve --outbound-wait.`;
  return [answer, `It is ${now}. Ran scheduled commands: ${fired}; events: ${events}.${late}`];
}

function described(clock: Clock): [object, string] {
  const rate = clock.mode === 'real' ? ` x ${clock.rate}` : '';
  const next = clock.nextDue === null ? 'nothing is due' : `next due ${clock.nextDue}`;
  const idle = clock.mode === 'skip' && clock.idle === false ? ' with idle off' : '';
  return [clock, `It is ${clock.now}, clock ${clock.mode}${rate}${idle}, ${next}.`];
}
