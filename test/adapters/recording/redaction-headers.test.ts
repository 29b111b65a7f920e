import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording } from '../../../adapters/recording/reader.ts';
import { createRedactor } from '../../../adapters/recording/redaction.ts';
import { replayRecording } from '../../../adapters/recording/replay.ts';
import { startServer } from '../../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-headers-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('headers of answers', () => {
  it('lose their secrets in whatever letters their names are written', () => {
    const redactor = createRedactor({ salt: 'salt' });
    const headers = {
      Link: '<http://h/x?token=short>; rel="self"',
      'Set-Cookie': 'session=short; Path=/',
      'X-Api-Key': 'a-key-that-is-long-enough',
    };
    const answer = redactor.answer({ status: 200, headers }, []);
    expect(answer.headers).toEqual({
      Link: '<http://h/x?token=%5Bredacted%3Akey%5D>; rel="self"',
      'Set-Cookie': 'session=[redacted:cookie]; Path=/',
      'X-Api-Key': expect.stringMatching(/^~[0-9a-f]{24}$/),
    });
  });

  it('with secrets of the query in their links are the same in a replay', async () => {
    const server = await startServer();
    const file = join(folder, 'links.jsonl');
    try {
      const { recordings, engine } = server.reprise;
      await recordings.start(engine.world('default')!, { file });
      await server.ask('GET', '/v1/w3s/wallets?token=short&apiKey=0123456789abcdef0123');
      await recordings.stop('default');
    } finally {
      await server.close();
    }
    expect(readFileSync(file, 'utf8')).not.toMatch(/short|0123456789abcdef0123/);
    const { divergence, compared } = await replayRecording(file, await readRecording(file));
    expect(divergence).toBeUndefined();
    expect(compared.answers).toBe(1);
  });
});
