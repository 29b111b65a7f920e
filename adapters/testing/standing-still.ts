// Explains why a test waits forever: the time of its world stands still, and something in it is due later.

import type { TestWorld } from './test-world.ts';

/** A sentence with the due and the line that moves time; undefined if time moves, or nothing is due. */
export async function standingStill(
  { clock, running }: Pick<TestWorld, 'clock' | 'running'>,
  name = 'world',
): Promise<string | undefined> {
  if (clock.mode !== 'frozen') return undefined;
  const due = await running
    .inspectState(({ dues }) => {
      const progress = dues.next('progress');
      return progress === undefined
        ? { isScheduled: true, next: dues.next('schedule') }
        : { isScheduled: false, next: progress };
    })
    .catch(() => undefined); // the test has disposed of it
  if (due?.next === undefined) return undefined;
  const {
    dueMs,
    command: { command },
  } = due.next;
  const leftMs = Math.max(0, dueMs - clock.now.getTime());
  const sentence =
    `The clock of '${name}' is frozen: ${command.type} is due in ${leftMs} ms, at ${new Date(dueMs).toISOString()}, ` +
    `and waits for \`await world.clock.advance(${leftMs})\``;
  // Nothing jumps to what is scheduled, such as the publication of a post.
  if (due.isScheduled) return `${sentence}.`;
  return (
    `${sentence}, or \`await world.clock.untilIdle()\`. ` +
    "With `worldOptions: { clock: 'skip' }` time moves by itself."
  );
}
