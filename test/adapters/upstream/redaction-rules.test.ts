// What a user names as secret is replaced, and what is not stays byte for byte.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRule, RedactionRules } from '../../../adapters/upstream/redaction-rules.ts';

const rulesOf = (...rules: string[]) => new RedactionRules(rules, 'a salt', false);
const token = expect.stringMatching(/^~[0-9a-f]+$/);

describe('a rule', () => {
  it.each(['header:x-tenant', 'query:t', 'json:$.a', 'json:$.a.b[0].*', 'frame:$.key'])(
    'may be %s',
    (text) => expect(isRule(text)).toBe(true),
  );

  it.each(['x-tenant', 'header:', 'header:a b', 'json:a.b', 'json:$', 'json:$.', 'cookie:a'])(
    'is not %s',
    (text) => expect(isRule(text)).toBe(false),
  );

  it('replaces a header of any case', () => {
    const headers = rulesOf('header:X-Tenant').headers({ 'x-tenant': 'a-tenant-of-mine', a: 'b' });
    expect(headers).toEqual({ 'x-tenant': token, a: 'b' });
  });

  it('replaces a parameter, and no other with its value', () => {
    const url = rulesOf('query:t').url('/a?t=a-tenant-of-mine&u=a-tenant-of-mine');
    expect(url).toMatch(/^\/a\?t=~[0-9a-f]+&u=a-tenant-of-mine$/);
  });

  it('replaces members at a path, of any value', () => {
    const rules = rulesOf('json:$.list[*].code', 'json:$.whole');
    const body = {
      list: [{ code: 'one-code-of-many', b: 1 }, { code: 1234 }],
      whole: { a: [1] },
      code: 'x',
    };
    expect(JSON.parse(rules.body(JSON.stringify(body)))).toEqual({
      list: [{ code: token, b: 1 }, { code: '[redacted:secret]' }],
      whole: '[redacted:secret]',
      code: 'x',
    });
  });

  it('for frames does not count for bodies', () => {
    const rules = rulesOf('frame:$.key');
    const text = '{"key":"a-key-of-a-frame"}';
    expect(rules.body(text)).toBe(text);
    expect(JSON.parse(rules.frame(text))).toEqual({ key: token });
  });

  it('replaces a value by the same token wherever it is named', () => {
    const rules = rulesOf('header:x-tenant', 'query:t');
    const { 'x-tenant': shown } = rules.headers({ 'x-tenant': 'a-tenant-of-mine' });
    expect(rules.url('/?t=a-tenant-of-mine')).toBe(`/?t=${encodeURIComponent(shown ?? '')}`);
  });

  it('leaves a text without its member as it was', () => {
    const rules = rulesOf('json:$.absent.member', 'query:absent');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json({ depthSize: 'small' })), (text) => {
        expect(rules.body(text)).toBe(text);
        expect(rules.url(text)).toBe(text);
      }),
    );
  });

  it('keeps the tokens of a recording in a playback', () => {
    const given = { 'x-tenant': 'a-tenant-of-mine' };
    const recorded = rulesOf('header:x-tenant').headers(given);
    const replayed = new RedactionRules(['header:x-tenant'], 'a salt', true);
    expect(replayed.headers(given)).toEqual(recorded);
    expect(replayed.headers(recorded)).toEqual(recorded);
  });
});
