import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { hasEnded, processMark } from '../../../adapters/nodes/process-mark.ts';
import { waitUntil } from '../../support/server/requests.ts';

it('tells whether a process of this machine has ended', async () => {
  const mark = processMark();
  expect(mark).toMatch(/^\S+ pid:\[\d+\] \d+ \d+$/);
  expect(hasEnded(mark)).toBe(false);
  const [boot, table, id, start] = mark.split(' ');
  expect(hasEnded([boot, table, id, Number(start) - 1].join(' '))).toBe(true); // an earlier one of this number
  expect(hasEnded(['other', table, 1, 1].join(' '))).toBe(false); // of another machine
  expect(hasEnded('')).toBe(false);
});

it('sees that a killed process has ended', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const mark = processMark(child.pid);
  expect(hasEnded(mark)).toBe(false);
  child.kill('SIGKILL');
  await waitUntil('it has ended', () => hasEnded(mark), 5_000);
});
