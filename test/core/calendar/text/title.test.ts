import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapedForAttribute, titleOf } from '../../../../core/calendar/text/title.ts';
import { growthMax, growthOf, hostileText } from '../../../support/hostile-text.ts';

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

  it('sends no bracket and no ampersand of its own, and changes nothing when done again', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const title = titleOf(text);
        expect(title).not.toMatch(/[<>]|&(?![#\w]+;)/);
        expect(titleOf(title)).toBe(title);
      }),
    );
  });

  it('sends what has nothing to escape like what has', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aé "\'\n&;')) });
    fc.assert(
      fc.property(text, (between) => {
        expect(titleOf(`< ${between} >`)).toBe(`&lt; ${escapedOf(between)} &gt;`);
        expect(titleOf(between)).toBe(escapedOf(between.trim()));
      }),
    );
  });

  it.each(['&', '<', '&amp', '&#'])('takes long titles of %j', (unit) => {
    expect(growthOf(titleOf, unit)).toBeLessThan(growthMax);
  });
});

describe('escapedForAttribute', () => {
  it('escapes quotes too', () => {
    expect(escapedForAttribute(`<a b="c">'&'`)).toBe('&lt;a b=&quot;c&quot;&gt;&#039;&amp;&#039;');
  });
});
