import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { markupTokens } from '../../../../core/calendar/text/markup.ts';
import { paragraphsInPieces, paragraphsOf } from '../../../../core/calendar/text/paragraphs.ts';
import { growthMax, growthOf, hostileText } from '../../../support/arbitraries/hostile-text.ts';

describe('paragraphsOf', () => {
  it.each([
    ['empty text', '', ''],
    ['white space', ' \n\t\n ', ''],
    ['a line', 'Hello', '<p>Hello</p>'],
    ['space around', '\n\n  Hello \n', '<p>Hello</p>'],
    ['a blank line', 'a\n\nb', '<p>a</p>\n<p>b</p>'],
    ['a blank line with spaces', 'a\n \t\nb', '<p>a</p>\n<p>b</p>'],
    ['many blank lines', 'a\n\n\n\n\nb', '<p>a</p>\n<p>b</p>'],
    ['lines that end as elsewhere', 'a\r\n\r\nb\rc', '<p>a</p>\n<p>b<br />\nc</p>'],
    ['a single line break', 'a  \n  b', '<p>a<br />\nb</p>'],
    ['a line break that is there', 'a<br>\nb<br />\n\nc', '<p>a<br>\nb<br /></p>\n<p>c</p>'],
    ['elements of a line', 'a <b>x</b> <i>y</i>\nz', '<p>a <b>x</b> <i>y</i><br />\nz</p>'],
    ['an element over a blank line', '<b>a\n\nb</b>', '<p><b>a</p>\n<p>b</b></p>'],
    ['an image', '<img src="x.png">', '<p><img src="x.png"></p>'],
    ['a comment behind a bare tag', '</b>\n\n<!-- x -->', '</b>\n\n<!-- x -->'],
    ['bare tags apart', '</b>\n\n</i>\n\nx', '</b>\n\n</i>\n<p>x</p>'],
    ['an anchor without words', '<a id="x"></a>', '<a id="x"></a>'],
    ['a shortcode', '[gallery ids="1,2"]\n\nb', '<p>[gallery ids="1,2"]</p>\n<p>b</p>'],
    ['signs of comparison', '1 < 2 > 0 <3', '<p>1 < 2 > 0 <3</p>'],
    ['a comment before words', '<!-- more -->\nHi', '<!-- more -->\n<p>Hi</p>'],
    ['a comment between words', 'a <!-- x --> b', '<p>a <!-- x --> b</p>'],
    ['a paragraph', '<p>a\nb</p>', '<p>a\nb</p>'],
    ['words behind a paragraph', '<p>a</p>b\n\nc', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
    ['a heading', '<h2>A</h2>\nb', '<h2>A</h2>\n<p>b</p>'],
    ['a list', '<ul>\n<li>a\n\nb</li>\n</ul>\nc', '<ul>\n<li>a\n\nb</li>\n</ul>\n<p>c</p>'],
    ['list items without an end', '<ul><li>a<li>b</ul>c', '<ul><li>a<li>b</ul>\n<p>c</p>'],
    ['preformatted text', '<pre>a\n\n  b</pre>c', '<pre>a\n\n  b</pre>\n<p>c</p>'],
    ['blocks within blocks', '<div><div>a</div>\n\nb</div>', '<div><div>a</div>\n\nb</div>'],
    ['a block without an end', 'a<div>b\n\nc', '<p>a</p>\n<div>b\n\nc'],
    ['an end without a block', 'a</div>b</p>c', '<p>a</p>\n</div>\n<p>b</p>\n<p>c</p>'],
    ['a paragraph that a block ends', '<p>a<div>b</div>c', '<p>a\n<div>b</div>\n<p>c</p>'],
    ['a rule', 'a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['a script', '<script>if (a<b)\n\n"</p>"</script>', '<script>if (a<b)\n\n"</p>"</script>'],
    ['a form field', 'a <textarea>x\n\n<p></textarea>', '<p>a <textarea>x\n\n<p></textarea></p>'],
    ['a drawing', '<svg>\n\n<g/>\n</svg>\nb', '<p><svg>\n\n<g/>\n</svg><br />\nb</p>'],
    ['upper case', '<DIV>a\n\nb</DIV>', '<DIV>a\n\nb</DIV>'],
    ['brackets in attributes', '<a title="x > <p>">a</a>', '<p><a title="x > <p>">a</a></p>'],
    ['a tag without an end', 'a <b href="x\n\nc <p>', '<p>a &lt;b href="x</p>\n<p>c &lt;p></p>'],
    ['a comment without an end', 'a <!-- b\n\nc', '<p>a &lt;!-- b</p>\n<p>c</p>'],
  ])('writes %s', (_what, text, html) => {
    expect(paragraphsOf(text)).toBe(html);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const html = paragraphsOf(text);
        expect(paragraphsOf(html)).toBe(html);
      }),
      { numRuns: 2_000 },
    );
  });

  it('formats a single line like one before a rule', () => {
    const line = fc.string({ unit: fc.constantFrom(...Array.from('aé& \t\v\u00a0\u2028>"')) });
    fc.assert(
      fc.property(line, (text) => {
        const html = paragraphsOf(text);
        expect(paragraphsOf(`${text}\n<hr>`)).toBe(html === '' ? '<hr>' : `${html}\n<hr>`);
      }),
    );
  });

  it('preserves all words in order', () => {
    const wordsOf = (html: string) =>
      html.replaceAll('&lt;', '<').replace(/<\/?p>|<br \/>|\s/g, '');
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(wordsOf(paragraphsOf(text))).toBe(wordsOf(text.replaceAll('\u00a0', ' ')));
      }),
    );
  });

  it.each(
    [
      '<',
      '\n',
      '\n ',
      ' ',
      '<div>',
      '</div>',
      '<p>',
      '</p>',
      '<b>',
      '<a "',
      "<a '",
      '<!--',
      '<!-- -->',
    ].concat([
      '<div></p>',
      'a\n\n',
      '<br>',
      '&',
      '<script>',
      '<textarea>',
      '<svg>',
      '</svg>',
      '</script',
      '\r',
    ]),
  )('accepts long texts of %j', (unit) => {
    expect(growthOf(paragraphsOf, unit)).toBeLessThan(growthMax);
  });

  it('splits a long text as far as each piece goes', () => {
    const searches = vi.spyOn(String.prototype, 'indexOf');
    const pieces = paragraphsInPieces('<p>a</p>'.repeat(12_500));
    const counts: number[] = [];
    for (let isDone = false; !isDone;) {
      searches.mockClear();
      isDone = pieces.next().done === true;
      counts.push(searches.mock.calls.length);
    }
    searches.mockRestore();
    expect(counts.length).toBeGreaterThan(10);
    expect(Math.max(...counts)).toBeLessThan(2_500);
  });
});

describe('markupTokens', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const tokens = [...markupTokens(text)];
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        expect(tokens.every((token) => token.text !== '')).toBe(true);
      }),
    );
  });

  it('distinguishes tags, comments and text', () => {
    expect(
      [...markupTokens('a<B x=">">b</b ><!-- <i> --><br/><5 <u')].map(({ kind, name, text }) => [
        kind,
        name,
        text,
      ]),
    ).toEqual([
      ['text', '', 'a'],
      ['open', 'b', '<B x=">">'],
      ['text', '', 'b'],
      ['close', 'b', '</b >'],
      ['comment', '', '<!-- <i> -->'],
      ['open', 'br', '<br/>'],
      ['text', '', '<5 '],
      ['rest', '', '<u'],
    ]);
  });

  it('lowers the letters of names by the packaged Unicode tables', () => {
    expect([...markupTokens('<aÉΣ>')]).toEqual([{ kind: 'open', name: 'aéς', text: '<aÉΣ>' }]);
  });
});
