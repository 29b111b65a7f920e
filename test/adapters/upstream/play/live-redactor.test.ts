// Live requests without their secrets, also very long ones.

import { describe, expect, it } from 'vitest';
import { liveRedactor } from '../../../../adapters/upstream/play/live-redactor.ts';
import type { Traffic } from '../../../../adapters/upstream/traffic.ts';

const traffic: Traffic = {
  isOfWorld: false,
  services: ['other'],
  urls: new Map([['other', 'https://api.example']]),
  salt: '00'.repeat(16),
  rules: ['json:$.items[*].own'],
  isCut: false,
  entryCount: 0,
  requests: [],
  sockets: [],
  operations: [],
  webhooks: [],
};

const live = (value: object) => ({
  method: 'POST',
  url: '/a',
  base: 'http://127.0.0.1:4601',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

describe.each([
  ['a proxy', traffic],
  ['a world', { ...traffic, isOfWorld: true, rules: [] }],
])('beside the recording of %s', (_name, recorded) => {
  const redactor = liveRedactor(recorded);

  it('other work runs while a long body is redacted', async () => {
    const items = Array.from({ length: 60_000 }, (_, index) => ({
      password: `a-password-of-some-length-${index}`,
      index,
    }));
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const { content } = await redactor.request(live({ items }));
    isDone = true;
    expect(turns).toBeGreaterThan(2);
    expect(content.text?.endsWith('"index":59999}]}')).toBe(true);
    expect(content.text).not.toContain('a-password');
  });

  it('links to the player and to the service are placeholders', async () => {
    const { content } = await redactor.request(
      live({ got: 'http://127.0.0.1:4601/a', knew: 'https://api.example/b', is: '{origin}' }),
    );
    expect(content).toEqual({
      text: '{"got":"{origin}/a","knew":"{origin}/b","is":"{origin:text}}"}',
    });
  });

  it('an empty body is none', async () => {
    const { content } = await redactor.request({ ...live({}), body: Buffer.alloc(0) });
    expect(content.text ?? '').toBe('');
    expect(content.base64).toBeUndefined();
  });
});

it('replaces what the operator has named, in bodies and handshakes', async () => {
  const redactor = liveRedactor(traffic);
  const { content } = await redactor.request(live({ items: [{ own: 'the-secret-of-a-user' }] }));
  expect(content.text).not.toContain('the-secret-of-a-user');
  const { url } = redactor.handshake({ ...live({}), url: '/a?api_key=0123456789abcdef0123' });
  expect(url).not.toContain('0123456789abcdef0123');
});
