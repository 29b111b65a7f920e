import fs, { readFileSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import { recordingOf } from '../../../contract/running-recordings.contract.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({ scope: 'file', auto: 'served' });

it('starts, saves while it runs, and stops', async ({ shell }) => {
  const saved = shell.path('saved.jsonl');
  expect(await shell.refuses('recording', 'save', 'saved.jsonl')).toMatch(
    /has no recording\. Start one with reprise recording start\.$/,
  );
  const { file, state } = await shell.json('recording', 'start');
  expect(state).toBe('recording');
  expect(await shell.refuses('recording', 'start')).toMatch(
    /is recorded already; stop it with reprise recording stop\.$/,
  );
  await shell.prints('clock', 'advance', '1m');
  const sentence = await shell.prints('recording', 'save', 'saved.jsonl');
  const text = readFileSync(saved, 'utf8');
  const entries = text.trimEnd().split('\n').length - 1;
  expect(sentence).toBe(
    `Saved ${saved}, ${Buffer.byteLength(text)} bytes, cut after entry ${entries}: the recording is still running.`,
  );
  expect(text).toContain('/clock/advance');
  expect(await shell.prints('recording', 'stop')).toMatch(/ has \d+ entries and is complete\.$/);
  expect(await shell.prints('recording', 'save', shell.path('whole.jsonl'))).toMatch(/ bytes\.$/);
  expect(readFileSync(shell.path('whole.jsonl'))).toEqual(readFileSync(file));
  expect(statSync(shell.path('whole.jsonl')).mode & 0o777).toBe(0o600);
  await shell.lines('replay', shell.path('whole.jsonl'));
});

it('overwrites no file, and needs a folder', async ({ shell }) => {
  await shell.json('recording', 'start', '--world', 'default');
  shell.write('mine.txt', 'mine');
  expect(await shell.refuses('recording', 'save', 'mine.txt')).toContain('never overwritten');
  expect(shell.read('mine.txt')).toBe('mine');
  expect(await shell.refuses('recording', 'save', 'nowhere/a.jsonl')).toContain('Cannot write');
});

it('says that the file of a failed recording is cut, and why', async ({ shell }) => {
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
  await shell.prints('worlds', 'create', 'full');
  await shell.json('recording', 'start', '--world', 'full');
  const saved = shell.path('cut.jsonl');
  const sentence = await whileFull(async () => {
    await shell.prints('clock', 'advance', '1m', '--world', 'full');
    return shell.refuses('recording', 'save', saved, '--world', 'full');
  });
  const { length } = readFileSync(saved);
  expect(sentence).toBe(`${why} Saved ${saved}, ${length} bytes, cut after entry 0: ${advice}`);
  const { file } = await shell.json('recording', 'start', '--world', 'full');
  expect(await whileFull(() => shell.refuses('recording', 'stop', '--world', 'full'))).toBe(
    `${why} ${file} was cut: ${advice}`,
  );
});

describe('after a kill of the server', () => {
  const killed = shellTest();

  killed('says that a recording was cut off, and where its file is', async ({ shell }) => {
    const store = openSqliteStore({ file: shell.path('worlds.sqlite') });
    await store.create(recordOf('bank'));
    await store.recordings?.begin(recordingOf('bank'));
    await store.close();
    await shell.serve(['--data', shell.path('worlds.sqlite'), '--clock', 'frozen']);
    const sentence =
      "The recording of world 'bank' was cut off: its process died, or lost the world, and noted no end. Its file is /recordings/bank.jsonl; replay it with reprise replay --allow-cut. Start a new one with reprise recording start.";
    for (const verb of [['stop'], ['save', 'saved.jsonl']]) {
      expect(await shell.refuses('recording', ...verb, '--world', 'bank')).toBe(sentence);
    }
    await shell.json('recording', 'start', '--world', 'bank');
    await shell.json('recording', 'stop', '--world', 'bank');
  });
});
