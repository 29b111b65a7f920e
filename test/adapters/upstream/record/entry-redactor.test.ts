// Secrets of messages whose content comes so late that it follows their entries.

import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../adapters/recording/redaction/redactor.ts';
import { RedactionRules } from '../../../../adapters/upstream/redaction-rules.ts';
import { EntryRedactor } from '../../../../adapters/upstream/record/entry-redactor.ts';

const secret = 'a-secret-of-24-letters-0';

function redactor(...rules: readonly string[]) {
  const salt = '0123456789abcdef0123456789abcdef';
  return new EntryRedactor(
    createRedactor({ salt, isReplay: false }),
    new RedactionRules(rules, salt, false),
  );
}

const request = {
  n: 1,
  at: 0,
  kind: 'http.request',
  service: 'other',
  method: 'POST',
  url: '/x',
  headers: {},
  parts: true,
} as const;
const part = { n: 2, at: 0, kind: 'http.part', to: 1, last: true } as const;

describe('a body that is whole in its only part', () => {
  it('has no member that the user has named', () => {
    const redacting = redactor('json:$.a.tenant');
    redacting.redacted(request);
    const text = JSON.stringify({ a: { tenant: secret, other: 1 } });
    const { text: written } = redacting.redacted({ ...part, text }) as { text: string };
    expect(written).not.toContain(secret);
    expect(JSON.parse(written)).toMatchObject({ a: { other: 1 } });
  });

  it.each([
    JSON.stringify({ password: secret }),
    `user=anna&password=${secret}`,
    `{"apiKey": "${secret}"`,
  ])('has no known secret: %s', (text) => {
    const redacting = redactor();
    redacting.redacted(request);
    expect(JSON.stringify(redacting.redacted({ ...part, text }))).not.toContain(secret);
  });
});

describe('several headers of one name', () => {
  it('have a token each', () => {
    const redacting = redactor('header:x-tenant');
    const headers = {
      'x-tenant': `${secret}\n${secret}-2`,
      authorization: `Bearer ${secret}\nBearer ${secret}-2`,
      cookie: `a=${secret}\nb=${secret}-2`,
      'x-api-key': `${secret}\n${secret}-2`,
      'sec-websocket-protocol': `token\n${secret}`,
    };
    const { headers: written } = redacting.redacted({ ...request, headers }) as {
      headers: Record<string, string>;
    };
    expect(JSON.stringify(written)).not.toContain(secret);
    for (const [name, value] of Object.entries(written)) {
      const [first, second, ...more] = value.split('\n');
      expect({ name, more, isOther: first !== second }).toEqual({ name, more: [], isOther: true });
    }
  });
});

describe('a cookie', () => {
  it.each(['/', '/blog/wp-admin', '/wp-content/plugins', '{origin:path}/', '{origin:path}/x/y'])(
    'keeps its path %s',
    (path) => {
      const headers = { 'Set-Cookie': `a=${secret}; Path=${path}; HttpOnly` };
      const answer = { n: 2, at: 0, kind: 'http.answer', to: 1, status: 200, headers } as const;
      const { headers: written } = redactor().redacted(answer) as {
        headers: Record<string, string>;
      };
      expect(written['Set-Cookie']).toMatch(/^a=~\w+; Path=/);
      expect(written['Set-Cookie']?.slice(written['Set-Cookie'].indexOf(';'))).toBe(
        `; Path=${path}; HttpOnly`,
      );
    },
  );
});

describe('an answer that repeats a secret of its request', () => {
  const answer = { n: 2, at: 0, kind: 'http.answer', to: 1, status: 200, headers: {} } as const;

  it.each([
    ['in its text', { text: `at sid=${secret}` }],
    ['in JSON', { text: JSON.stringify({ seen: [secret] }) }],
    ['in a header', { headers: { 'X-Seen': secret } }],
    ['in its reason', { reason: `No ${secret}` }],
  ])('has it %s as its token', (_name, content) => {
    const redacting = redactor();
    redacting.redacted({ ...request, headers: { 'x-api-key': secret } });
    const written = redacting.redacted({ ...answer, ...content });
    expect(JSON.stringify(written)).not.toContain(secret);
  });
});
