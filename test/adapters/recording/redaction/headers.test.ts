import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRedactor,
  type WireRequest,
} from '../../../../adapters/recording/redaction/redactor.ts';
import { startServer } from '../../../support/server/server.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';

const folder = temporaryFolder();

describe('headers of requests', () => {
  const secret = 'a-secret-of-the-body-alone';
  const headers = { authorization: 'Bearer a-key-that-is-long-enough', 'x-note': secret };
  const text = JSON.stringify({ apiKey: secret });
  const shown = (given: WireRequest, redactor = createRedactor({ salt: 'salt' })) =>
    redactor.request(given).wire;

  it('are one object if they are equal', () => {
    const redactor = createRedactor({ salt: 'salt' });
    const first = shown({ url: '/a', headers }, redactor);
    expect(shown({ url: '/b', headers: { ...headers } }, redactor).headers).toBe(first.headers);
    expect(shown({ url: '/a', headers: { 'x-note': secret } }, redactor).headers).toEqual({
      'x-note': secret,
    });
    const more = { ...headers, accept: '*/*' };
    expect(shown({ url: '/a', headers: more }, redactor).headers).toHaveProperty('accept', '*/*');
  });

  it('lose a secret of the body, also when they are cached', () => {
    const redactor = createRedactor({ salt: 'salt' });
    const before = shown({ url: '/', headers }, redactor);
    expect(before.headers['x-note']).toBe(secret);
    const { headers: after } = shown({ url: '/', headers, text }, redactor);
    expect(after['x-note']).toMatch(/^~[0-9a-f]{25}$/);
    expect(after['authorization']).toBe(before.headers['authorization']);
    expect(shown({ url: '/', headers }, redactor)).toEqual(before);
  });

  it('do not depend on earlier requests', () => {
    const redactor = createRedactor({ salt: 'salt' });
    const names = fc.constantFrom('x-api-key', 'x-note', 'referer', 'accept', 'cookie');
    const values = fc.constantFrom(
      secret,
      `${secret}-and-more`,
      secret.slice(0, 20),
      encodeURI(`/ü?token=${secret}`),
      `"\\"${secret}`,
      'a-key-that-is-long-enough',
      'short',
    );
    fc.assert(
      fc.property(fc.dictionary(names, values), values, values, (some, key, token) => {
        const url = `/?token=${encodeURIComponent(token)}`;
        const given = { url, headers: some, text: JSON.stringify({ apiKey: key }) };
        expect(redactor.request(given)).toEqual(createRedactor({ salt: 'salt' }).request(given));
      }),
    );
  });
});

describe('headers of answers', () => {
  it('lose their secrets, in any letter case of their names', () => {
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

  it('whose links contain secrets of the query are the same in a replay', async () => {
    const server = await startServer();
    const file = join(folder, 'links.jsonl');
    try {
      const { recordings, engine } = server.reprise;
      await recordings.start(engine.world('default')!, { file });
      await server.request('GET', '/v1/w3s/wallets?token=short&apiKey=0123456789abcdef0123');
      await recordings.stop('default');
    } finally {
      await server.close();
    }
    expect(readFileSync(file, 'utf8')).not.toMatch(/short|0123456789abcdef0123/);
    const {
      replay: { compared },
    } = await expectEqual(file);
    expect(compared.answers).toBe(1);
  });
});
