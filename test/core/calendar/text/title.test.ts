import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeAttribute, texturize, titleOf } from '../../../../core/calendar/text/title.ts';
import { growthMax, growthOf, hostileText } from '../../../support/arbitraries/hostile-text.ts';

const escapedOf = (text: string) => text.replaceAll(/&(?!a{2,32};)/g, '&amp;');

describe('titleOf', () => {
  it.each([
    ['Winter Fair', 'Winter Fair'],
    ['  Fish & Chips ', 'Fish &amp; Chips'],
    ['Fish &amp; Chips', 'Fish &amp; Chips'],
    ['it&#8217;s &#x201c;on&#x201d;', 'it&#8217;s &#x201c;on&#x201d;'],
    ['&#; &; &x &frac12;', '&amp;#; &amp;; &amp;x &frac12;'],
    ['<b>1 < 2</b>', '&lt;b&gt;1 &lt; 2&lt;/b&gt;'],
    [`"it's"`, `"it's"`],
  ])('sends %j as %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it('adds no bracket and no ampersand, and is idempotent', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const title = titleOf(text);
        expect(title).not.toMatch(/[<>]|&(?![#\w]+;)/);
        expect(titleOf(title)).toBe(title);
      }),
    );
  });

  it('treats texts with and without special characters alike', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aé "\'\n&;')) });
    fc.assert(
      fc.property(text, (between) => {
        expect(titleOf(`< ${between} >`)).toBe(`&lt; ${escapedOf(between)} &gt;`);
        expect(titleOf(between)).toBe(escapedOf(between.trim()));
      }),
    );
  });

  it.each(['&', '<', '&amp', '&#'])('takes linear time for titles of %j', (unit) => {
    expect(growthOf(titleOf, unit)).toBeLessThan(growthMax);
  });
});

describe('texturize', () => {
  it.each([
    ['Winter Fair', 'Winter Fair'],
    ["It's 9 -- 10", 'It&#8217;s 9 &#8212; 10'],
    ['9--10', '9&#8211;10'],
    ['9 - 10, well-known', '9 &#8211; 10, well-known'],
    ['yes---no', 'yes&#8212;no'],
    ['and so on...', 'and so on&#8230;'],
    ['"Room 24" and "it\'s"', '&#8220;Room 24&#8221; and &#8220;it&#8217;s&#8221;'],
    ["'Quoted' dogs' day", '&#8216;Quoted&#8217; dogs&#8217; day'],
    [`"'Both'"`, '&#8220;&#8216;Both&#8217;&#8221;'],
    [`'It's 9' in the 7's`, '&#8216;It&#8217;s 9&#8217; in the 7&#8217;s'],
    [`6' 2" tall`, '6&#8242; 2&#8243; tall'],
    ["Summer of '69, the '60s", 'Summer of &#8217;69, the &#8217;60s'],
    ['3x4 xylophones', '3&#215;4 xylophones'],
    ["``old'' style (TM)", '&#8220;old&#8221; style &#8482;'],
    ['Fish &amp; Chips &lt;b&gt;', 'Fish &#038; Chips &lt;b&gt;'],
    ['a - b - c -- d -- e', 'a &#8211; b &#8211; c &#8212; d &#8212; e'],
    ['“Übung” — 日本', '“Übung” — 日本'],
  ])('prints %j as %j', (title, printed) => {
    expect(texturize(title)).toBe(printed);
  });

  it('leaves no straight quote, and adds no bracket or bare ampersand', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(texturize(titleOf(text))).not.toMatch(/['"<>]|&(?![#\w]+;)/);
      }),
    );
  });

  it.each(["'", '"', "9'", '-', '--', '.', '&amp;', "'1", ' (tm', '`'])(
    'takes linear time for titles of %j',
    (unit) => {
      expect(growthOf(texturize, unit)).toBeLessThan(growthMax);
    },
  );
});

describe('escapeAttribute', () => {
  it('escapes quotes too', () => {
    expect(escapeAttribute(`<a b="c">'&'`)).toBe('&lt;a b=&quot;c&quot;&gt;&#039;&amp;&#039;');
  });
});
