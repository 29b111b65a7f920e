import { describe, expect, it } from 'vitest';
import { checkCaller } from '../../../adapters/control/caller.ts';
import { token } from '../../support/server/server.ts';
import { rawRequest, serverForEach } from '../../support/server/requests.ts';

const refused = (headers: Record<string, string>, allowed: readonly string[] = []) => {
  try {
    checkCaller(headers, allowed);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('checkCaller', () => {
  it.each(['localhost', 'localhost:4600', '127.0.0.1:80', '127.1.2.3', '[::1]:4600', 'LOCALHOST'])(
    'allows Host %s',
    (host) => {
      expect(refused({ host })).toBeUndefined();
    },
  );

  it.each([
    'evil.example',
    'evil.example:4600',
    '127.0.0.1.evil.example',
    'localhost.evil',
    '',
    'a b',
    '::1',
    '10.0.0.1',
    'evil.example@127.0.0.1',
    '127.0.0.1#evil.example',
    '127.0.0.1?evil.example',
    '127.0.0.1/x',
    '127.0.0.1\\x',
    'localhost:80:80',
    'localhost:x',
  ])('refuses Host %j', (host) => {
    expect(refused({ host })).toBe('host-refused');
  });

  it('allows Host names of the operator', () => {
    expect(refused({ host: 'box.lan:4600' }, ['box.lan'])).toBeUndefined();
    expect(refused({ host: 'BOX.lan' }, ['Box.LAN'])).toBeUndefined();
    expect(refused({ host: 'box.lan' }, ['other.lan'])).toBe('host-refused');
  });

  it.each([
    ['http://localhost:5173', undefined],
    ['http://127.0.0.1:4600', undefined],
    ['https://evil.example', 'origin-refused'],
    ['null', 'origin-refused'],
    ['http://localhost.evil.example', 'origin-refused'],
    ['http://evil.example@localhost', 'origin-refused'],
    ['http://localhost/evil', 'origin-refused'],
    ['localhost', 'origin-refused'],
  ])('checks Origin %s: %s', (origin, code) => {
    expect(refused({ host: 'localhost', origin })).toBe(code);
  });
});

describe('over HTTP', () => {
  const server = serverForEach();

  it('a foreign Host or Origin is refused even with the token', async () => {
    const url = `${server().url}/__reprise/worlds`;
    const Authorization = `Bearer ${token}`;
    const rebound = await rawRequest(url, { headers: { Authorization, Host: 'evil.example' } });
    expect([rebound.status, JSON.parse(rebound.text).error.code]).toEqual([403, 'host-refused']);
    const page = await rawRequest(url, {
      headers: { Authorization, Origin: 'http://evil.example' },
    });
    expect([page.status, JSON.parse(page.text).error.code]).toEqual([403, 'origin-refused']);
    expect((await rawRequest(url, { headers: { Authorization } })).status).toBe(200);
  });

  it('a malformed Host is refused in the error format of the control plane', async () => {
    const url = `${server().url}/__reprise/worlds`;
    const malformed = await rawRequest(url, { headers: { Host: 'evil.example@127.0.0.1' } });
    expect([malformed.status, JSON.parse(malformed.text).error.code]).toEqual([
      400,
      'invalid-request',
    ]);
  });
});
