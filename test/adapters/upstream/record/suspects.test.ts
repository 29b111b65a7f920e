// Values that look like secrets are found, and those that services print everywhere are not.

import { describe, expect, it } from 'vitest';
import {
  isSuspicious,
  Suspects,
  suspectsMax,
} from '../../../../adapters/upstream/record/suspects.ts';

describe('a value', () => {
  it.each([
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.TJVA95OrM7E2cBab30RM',
    'AKIAIOSFODNN7EXAMPLE1b9QzXw',
  ])('%s looks like a secret', (text) => expect(isSuspicious(text)).toBe(true));

  it.each([
    '1623cdc8-aba7-4aaf-aeb5-e49628df72ce',
    '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
    'f29d8efbf10d97ad6e36818b984f94e03c8a39674a3b1c55102b144921e0cc17',
    '~f29d8efbf10d97ad6e36818b984f94e0',
    '2026-11-28T17:52:45.081Z',
    'application/json; charset=utf-8',
    'transactions-of-all-wallets',
    'A sentence of several words, with a number: 12.',
    'short1A',
  ])('%s does not', (text) => expect(isSuspicious(text)).toBe(false));
});

describe('the search of a recording', () => {
  const secret = (last: number) => `sk_live_4eC39HqLyjWDarjtT1zdp7d${last}`;

  it('names the entry and the path of each value once', () => {
    const suspects = new Suspects();
    suspects.search({
      n: 1,
      url: `/a?code=${secret(1)}`,
      headers: { 'x-tenant': `Custom ${secret(2)}`, 'user-agent': secret(3) },
      text: JSON.stringify({ data: [{ code: secret(4) }, { again: secret(1) }] }),
    });
    suspects.search({ n: 2, text: secret(5) });
    suspects.search({ n: 3, text: JSON.stringify({ code: secret(4) }) });
    expect(suspects.found).toEqual([
      { n: 1, path: 'headers.x-tenant' },
      { n: 1, path: 'url.code' },
      { n: 1, path: 'text.data.0.code' },
    ]);
  });

  it('names a path once, although its values differ', () => {
    const suspects = new Suspects();
    for (const n of [1, 2, 3]) {
      const headers = { 'x-circle-signature': `${secret(n)}a` };
      const text = JSON.stringify({ keys: [{ of: secret(n) }, { of: `${secret(n)}b` }] });
      suspects.search({ n, headers, text });
    }
    expect(suspects.found).toEqual([
      { n: 1, path: 'headers.x-circle-signature' },
      { n: 1, path: 'text.keys.0.of' },
    ]);
  });

  it.each(['[redacted:password]', '~f29d8efbf10d97ad6e36818b984f94e0'])(
    'does not list a login whose password is %s',
    (password) => {
      const login = Buffer.from(`a-User1:${password}`).toString('base64');
      const suspects = new Suspects();
      suspects.search({ n: 1, headers: { authorization: `Basic ${login}` } });
      expect(suspects.found).toEqual([]);
    },
  );

  it('lists a login whose password has not been replaced', () => {
    const login = Buffer.from('a-User1:4eC39HqLyjWDarjtT1zdp7d').toString('base64');
    const suspects = new Suspects();
    suspects.search({ n: 1, headers: { authorization: `Basic ${login}` } });
    expect(suspects.found).toEqual([{ n: 1, path: 'headers.authorization' }]);
  });

  it('lists no more than the most', () => {
    const suspects = new Suspects();
    for (let n = 1; n <= 3 * suspectsMax; n += 1) {
      suspects.search({ n, headers: { [`x-${n}`]: `${secret(n)}${n}` } });
    }
    expect(suspects.found).toHaveLength(suspectsMax);
  });
});
