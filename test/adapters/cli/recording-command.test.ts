import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRunningShell, type RunningShell } from './running-shell.ts';

let running: RunningShell;
beforeAll(async () => {
  running = await openRunningShell();
});
afterAll(() => running.shell.close());

it('starts, saves while it runs, and stops', async () => {
  const { fine, asJson, refused, shell } = running;
  const saved = join(shell.cwd, 'saved.jsonl');
  expect(await refused('recording', 'save', 'saved.jsonl')).toMatch(
    /has no recording\. Start one with reprise recording start\.$/,
  );
  const { file, state } = await asJson('recording', 'start');
  expect(state).toBe('recording');
  expect(await refused('recording', 'start')).toMatch(
    /is recorded already; stop it with reprise recording stop\.$/,
  );
  await fine('clock', 'advance', '1m');
  const sentence = await fine('recording', 'save', 'saved.jsonl');
  const text = readFileSync(saved, 'utf8');
  expect(sentence).toBe(`Saved ${saved}, ${Buffer.byteLength(text)} bytes.`);
  expect(text).toContain('/clock/advance');
  expect(await fine('recording', 'stop')).toMatch(/ has \d+ entries and is complete\.$/);
  await fine('recording', 'save', join(shell.cwd, 'whole.jsonl'));
  expect(readFileSync(join(shell.cwd, 'whole.jsonl'))).toEqual(readFileSync(file));
  expect((await shell.run(['replay', join(shell.cwd, 'whole.jsonl')])).exitCode).toBe(0);
});

it('overwrites no file, and needs a folder', async () => {
  const { asJson, refused, shell } = running;
  await asJson('recording', 'start', '--world', 'default');
  writeFileSync(join(shell.cwd, 'mine.txt'), 'mine');
  expect(await refused('recording', 'save', 'mine.txt')).toContain('never overwritten');
  expect(readFileSync(join(shell.cwd, 'mine.txt'), 'utf8')).toBe('mine');
  expect(await refused('recording', 'save', 'nowhere/a.jsonl')).toContain('Cannot write');
});
