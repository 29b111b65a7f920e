// The writer of a recording file: entries are in the file once flushed, and failures are reported once.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../core/index.ts';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import { openFileWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { headerOf } from '../../../support/recording/recording-file.ts';
import { worldOf } from '../../../support/server/server.ts';
import {
  createDriver,
  malformedSteps,
  prelude,
  openForSessions,
} from '../../../support/session-requests/session.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.jsonl`);

const digest = 'a'.repeat(64);
const onFailed = (error: unknown): void => {
  throw error;
};

function entryOf(text: string, n: number): UnsealedEntry {
  const at = 1_767_225_600_000 + n;
  if (n % 3 === 0) return { kind: 'ws.out', at, conn: 1, text };
  return {
    kind: 'http.request',
    at,
    after: 0,
    service: 'wallet',
    method: 'POST',
    url: '/v1/w3s',
    origin: 'http://localhost',
    headers: { 'x-api-key': text },
    text,
  };
}

describe('a recording file', () => {
  it('replays a whole session and contains none of its secrets', async () => {
    const { reprise, host } = await openForSessions();
    const file = newFile();
    await reprise.recordings.start(worldOf(reprise), { file });
    const driver = createDriver(reprise, 'default', { host });
    for (const step of [...prelude, ...malformedSteps]) await driver.run(step);
    const { digest: recorded } = await reprise.recordings.stop('default');
    await reprise.close();
    const { replay } = await expectEqual(file);
    expect(replay.digest).toBe(recorded);
    for (const secret of driver.secrets) expect(readFileSync(file, 'utf8')).not.toContain(secret);
  });

  it('is the same whether long frames were prepared or not', () => {
    const token = 'a-secret-of-the-connection';
    const text = JSON.stringify({ password: 'a-secret-of-the-frame', echo: token });
    const opening = { service: 'speech', origin: 'http://localhost', url: '/v1/speak' };
    const write = (isPrepared: boolean) => {
      const file = newFile();
      const writer = openFileWriter(file, headerOf(), onFailed);
      const headers = { authorization: `Token ${token}` };
      writer.append({ kind: 'ws.open', at: 0, after: 0, conn: 1, ...opening, headers });
      if (isPrepared) atOnce(writer.prepareFrame(1, text));
      for (const each of [text, `${text} `]) {
        writer.append({ kind: 'ws.in', at: 0, after: 0, conn: 1, text: each });
      }
      writer.abort();
      return readFileSync(file, 'utf8');
    };
    expect(write(true)).toBe(write(false));
    expect(write(true)).not.toContain('a-secret');
  });

  it('contains all flushed entries, and is cut if it was aborted', async () => {
    const file = newFile();
    const writer = openFileWriter(file, headerOf(), onFailed);
    expect(writer.append(entryOf('one', 1))).toBe(1);
    expect(writer.append(entryOf('two', 2))).toBe(2);
    writer.flush();
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 2 });
    writer.append(entryOf('three', 3));
    writer.abort();
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 3 });
    writer.abort();
  });

  it('contains the entries of an event-loop turn at its end', async () => {
    const file = newFile();
    const writer = openFileWriter(file, headerOf(), onFailed);
    writer.append(entryOf('one', 1));
    await new Promise<void>((resolve) => void setImmediate(resolve));
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 1 });
    writer.abort();
  });

  it('is refused for an existing file, which stays, and in a missing folder', () => {
    const file = newFile();
    openFileWriter(file, headerOf(), onFailed).end({ digest });
    const text = readFileSync(file, 'utf8');
    expect(() => openFileWriter(file, headerOf(), onFailed)).toThrow(/EEXIST/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const nowhere = join(folder, 'nowhere', 'a.jsonl');
    expect(() => openFileWriter(nowhere, headerOf(), onFailed)).toThrow(/ENOENT/);
    expect(existsSync(nowhere)).toBe(false);
  });

  it('does not exist if its header cannot be printed', () => {
    const file = newFile();
    const header = { ...headerOf(), clock: { mode: 'real', rate: Number.NaN } } as const;
    expect(() => openFileWriter(file, header, onFailed)).toThrow(/NaN/);
    expect(existsSync(file)).toBe(false);
  });

  it('contains the entries before one that cannot be printed, reports it once, and has no end', async () => {
    const failures: unknown[] = [];
    const file = newFile();
    const writer = openFileWriter(file, headerOf(), (error) => failures.push(error));
    const impossible = { kind: 'input', at: Number.NaN, input: 1, data: { kind: 'time' } } as const;
    writer.append(entryOf('one', 1));
    writer.append(impossible);
    writer.append(entryOf('three', 3));
    writer.flush();
    writer.append(entryOf('four', 4));
    writer.flush();
    expect(failures).toHaveLength(1);
    expect(() => writer.end({ digest })).toThrow(/NaN/);
    writer.abort();
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 1 });
  });
});
