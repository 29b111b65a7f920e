// A long `clock advance` on a terminal: one line that shows how far time has got.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Advance, Advanced, Progress, WorldClient } from '../../client/index.ts';
import { duration } from '../../protocol/duration.ts';
import { instantMs } from '../../protocol/instant.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';

/** Short advances print no line. */
const pauseMs = 300;

/** Advances a world. Rejects with CliError after a signal: the server finishes the advance all the same. */
export async function advanceWithProgress(
  { clock, name }: Pick<WorldClient, 'clock' | 'name'>,
  advance: Advance,
  { progress, stopped }: Pick<CliHost, 'progress' | 'stopped'>,
  pause: () => Promise<void> = () => sleep(pauseMs),
): Promise<Advanced> {
  const start = await clock.progress();
  const toMs = targetOf(advance, Date.parse(start.now));
  const answer = clock.advance(advance);
  const signal = stopped().then((): undefined => undefined);
  let last = start;
  try {
    for (;;) {
      const next = await Promise.race([answer, signal, pause().then((): 'pause' => 'pause')]);
      if (next === undefined) throw interrupted(name, last);
      if (next !== 'pause') return next;
      last = await clock.progress();
      progress(lineOf(start, last, toMs));
    }
  } finally {
    progress('');
  }
}

/** The instant at which the advance ends; undefined if that depends on the work. */
function targetOf({ by, to }: Advance, nowMs: number): number | undefined {
  if (to !== undefined) return instantMs(to);
  const parsed = duration.safeParse(by);
  return parsed.success ? nowMs + parsed.data : undefined;
}

function lineOf(start: Progress, { now, position }: Progress, toMs: number | undefined): string {
  const startMs = Date.parse(start.now);
  const passedMs = Date.parse(now) - startMs;
  const share =
    toMs === undefined || toMs <= startMs
      ? ''
      : ` (${Math.floor((100 * passedMs) / (toMs - startMs))} %)`;
  return `It is ${now}${share}. Events: ${position - start.position}`;
}

function interrupted(world: string, { now }: Progress): CliError {
  return new CliError(
    `Stopped waiting at ${now}. The server completes the advance; reprise clock --world ${world} then prints the time.`,
    exitCodes.differs,
  );
}
