import fs, { readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRunningShell, type RunningShell } from '../running-shell.ts';

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
  const entries = text.trimEnd().split('\n').length - 1;
  expect(sentence).toBe(
    `Saved ${saved}, ${Buffer.byteLength(text)} bytes, cut after entry ${entries}: the recording is still running.`,
  );
  expect(text).toContain('/clock/advance');
  expect(await fine('recording', 'stop')).toMatch(/ has \d+ entries and is complete\.$/);
  expect(await fine('recording', 'save', join(shell.cwd, 'whole.jsonl'))).toMatch(/ bytes\.$/);
  expect(readFileSync(join(shell.cwd, 'whole.jsonl'))).toEqual(readFileSync(file));
  expect(statSync(join(shell.cwd, 'whole.jsonl')).mode & 0o777).toBe(0o600);
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

it('says that the file of a failed recording is cut, and why', async () => {
  const { asJson, fine, refused, shell } = running;
  const { writeSync } = fs;
  const whileFull = async (act: () => Promise<string>) => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
    });
    fs.writeSync = () => {
      throw full;
    };
    syncBuiltinESMExports();
    try {
      return await act();
    } finally {
      fs.writeSync = writeSync;
      syncBuiltinESMExports();
    }
  };
  const why = 'The recording has failed: ENOSPC: no space left on device, write.';
  const advice = 'it has no end line. Replay the existing part with --allow-cut.';
  await fine('worlds', 'create', 'full');
  await asJson('recording', 'start', '--world', 'full');
  const saved = join(shell.cwd, 'cut.jsonl');
  const sentence = await whileFull(async () => {
    await fine('clock', 'advance', '1m', '--world', 'full');
    return refused('recording', 'save', saved, '--world', 'full');
  });
  const { length } = readFileSync(saved);
  expect(sentence).toBe(`${why} Saved ${saved}, ${length} bytes, cut after entry 0: ${advice}`);
  const { file } = await asJson('recording', 'start', '--world', 'full');
  expect(await whileFull(() => refused('recording', 'stop', '--world', 'full'))).toBe(
    `${why} ${file} was cut: ${advice}`,
  );
});
