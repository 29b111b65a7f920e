import { expect, it } from 'vitest';
import { advanceWithProgress } from '../../../../adapters/cli/world/advance-progress.ts';
import { CliError } from '../../../../adapters/cli/support/errors.ts';
import type { Advance, Advanced, WorldClient } from '../../../../adapters/client/index.ts';

const epoch = Date.parse('2026-01-01T00:00:00.000Z');
const at = (hours: number) => new Date(epoch + hours * 3_600_000).toISOString();

/** A world that advances one hour per read of its progress, up to ten, and the printed progress lines. */
function slowWorld(stopped: Promise<string> = new Promise(() => undefined)) {
  const lines: string[] = [];
  let hours = 0;
  let finish: (answer: Advanced) => void = () => undefined;
  const answer = new Promise<Advanced>((resolve) => (finish = resolve));
  const clock = {
    advance: () => answer,
    progress: async () => ({ now: at(hours), position: 100 + 3 * hours }),
  } as unknown as WorldClient['clock'];
  const pause = async () => {
    hours += 1;
    if (hours > 9) finish({ now: at(10), fired: 30, events: 30 });
  };
  const host = { progress: (line: string) => void lines.push(line), stopped: () => stopped };
  const run = (advance: Advance) =>
    advanceWithProgress({ clock, name: 'shop' }, advance, host, pause);
  return { run, lines };
}

it('shows the time, the share and the events in one line, and clears it', async () => {
  const { run, lines } = slowWorld();
  expect(await run({ by: '10h' })).toEqual({ now: at(10), fired: 30, events: 30 });
  expect(lines[0]).toBe(`It is ${at(1)} (10 %). Events: 3`);
  expect(lines[4]).toBe(`It is ${at(5)} (50 %). Events: 15`);
  expect(lines.at(-1)).toBe('');
});

it('shows the share of an advance to an instant, and none without an end', async () => {
  const known = slowWorld();
  await known.run({ to: '2026-01-01T20:00:00Z' });
  expect(known.lines[3]).toBe(`It is ${at(4)} (20 %). Events: 12`);
  const unknown = slowWorld();
  await unknown.run({ untilIdle: true });
  expect(unknown.lines[3]).toBe(`It is ${at(4)}. Events: 12`);
});

it('clears the line after a signal, and prints that the server continues', async () => {
  let stop: (signal: string) => void = () => undefined;
  const { run, lines } = slowWorld(new Promise((resolve) => (stop = resolve)));
  const ran = run({ by: '10h' });
  stop('SIGINT');
  const error = await ran.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CliError);
  expect(error).toMatchObject({ exitCode: 2 });
  expect((error as CliError).message).toMatch(/^Stopped waiting at 2026-01-01T0\d/);
  expect(lines.at(-1)).toBe('');
});
