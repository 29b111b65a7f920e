// Why a test waits in vain: its world stands still, and something in it is due later.

import type { TestWorld } from './test-world.ts';

/** A sentence with the due and the line that moves time; undefined if time moves, or nothing is due. */
export async function standingStill(
  { clock, running }: Pick<TestWorld, 'clock' | 'running'>,
  name = 'world',
): Promise<string | undefined> {
  if (clock.mode !== 'frozen') return undefined;
  const due = await running
    .inspectState(({ dues }) => dues.next('progress'))
    .catch(() => undefined); // the test has disposed of it
  if (due === undefined) return undefined;
  const {
    dueMs,
    command: { command },
  } = due;
  const leftMs = Math.max(0, dueMs - clock.now.getTime());
  return (
    `The clock of '${name}' is frozen: ${command.type} is due in ${leftMs} ms, at ${new Date(dueMs).toISOString()}, ` +
    `and waits for \`await world.clock.advance(${leftMs})\`, or \`await world.clock.untilIdle()\`. ` +
    "With `worldOptions: { clock: 'skip' }` time moves by itself."
  );
}
