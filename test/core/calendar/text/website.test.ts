import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWebsite } from '../../../../core/calendar/text/website.ts';
import { growthMax, growthOf } from '../../../support/hostile-text.ts';

describe('isWebsite', () => {
  it.each([
    'http://a',
    'https://fair.example.org',
    'HTTP://Example.org:8080/a/b?c=d&e[]=f#g',
    'http://user:word@h/',
    'http://[::1]/x',
    'http://1.2.3.4',
    'http://a?x',
    'http://example.org.',
    'ftp://a_b/c',
    'mailto:a@example.org',
  ])('takes %j', (text) => {
    expect(isWebsite(text)).toBe(true);
  });

  it.each([
    '',
    'foo',
    'example.org',
    '//example.org',
    '/path',
    'http://',
    'http:/x',
    'http:///x',
    'http://.',
    'http://a..b',
    'http://-a',
    'http://a_b.c',
    `http://${'a'.repeat(64)}.org`,
    `http://${'a.'.repeat(130)}org`,
    'http://x:99999',
    'http://x:port',
    'http://a b',
    'http://é.org',
    'javascript:alert(1)',
    'javascript://x',
    'data:text/html,x',
    'tel:123',
    'http://a\nb',
  ])('refuses %j', (text) => {
    expect(isWebsite(text)).toBe(false);
  });

  it('takes whatever http URL is well made', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(isWebsite(encodeURI(decodeURI(url)))).toBe(true);
      }),
    );
  });

  it.each(['a', '@', '.', '/', ':', 'http://'])('takes long texts of %j', (unit) => {
    expect(growthOf((text) => isWebsite(`http://${text}`), unit)).toBeLessThan(growthMax);
  });
});
