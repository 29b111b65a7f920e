// Live requests without their secrets, also very long ones.

import { expect, it } from 'vitest';
import { liveRedactor } from '../../../../adapters/upstream/play/live-redactor.ts';

const redactor = liveRedactor({ salt: '00'.repeat(16), rules: ['json:$.items[*].own'] });
const headers = { 'content-type': 'application/json' };

it('lets other work run while a long body is redacted, and redacts as at once', async () => {
  const items = Array.from({ length: 60_000 }, (_, index) => ({
    password: `a-password-of-some-length-${index}`,
    index,
  }));
  const text = JSON.stringify({ items });
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { text: redacted = '' } = await redactor.request({ url: '/a', headers, text });
  isDone = true;
  expect(turns).toBeGreaterThan(2);
  expect(redacted).not.toContain('a-password');
  const one = { items: items.slice(0, 1) };
  const short = await redactor.request({ url: '/a', headers, text: JSON.stringify(one) });
  expect(redacted.startsWith(short.text?.slice(0, -2) ?? '')).toBe(true);
});

it('replaces what the operator has named, in bodies and handshakes', async () => {
  const { text } = await redactor.request({
    url: '/a',
    headers,
    text: '{"items":[{"own":"the-secret-of-a-user"}]}',
  });
  expect(text).not.toContain('the-secret-of-a-user');
  const { url } = redactor.handshake({ url: '/a?api_key=0123456789abcdef0123', headers: {} });
  expect(url).not.toContain('0123456789abcdef0123');
});
