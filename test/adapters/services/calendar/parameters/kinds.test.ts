import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boolean,
  cost,
  date,
  dateBound,
  idOrSlug,
  ids,
  image,
  imageOrEmpty,
  invalid,
  looseNumber,
  oneOf,
  positiveInteger,
  slugsOrIds,
  sortOrder,
  termNames,
  text,
  textOrEmpty,
  truthy,
  truthyText,
  typedUrlOrEmpty,
  urlOrEmpty,
  type Kind,
} from '../../../../../adapters/services/calendar/parameters/kinds.ts';
import { links } from '../../../../../adapters/services/calendar/parameters/links.ts';
import { mistyped, optional } from '../../../../../adapters/services/calendar/parameters/table.ts';
import { isUrl } from '../../../../../adapters/services/calendar/parameters/url.ts';
import { venueCreation } from '../../../../../adapters/services/calendar/parameters/venues.ts';
import { pages } from '../../../../support/calendar/http-requests.ts';

/** The parsed value of a parameter of a kind, or `invalid` or `mistyped`. */
function read(kind: Kind<unknown>, value: unknown): unknown {
  const reading = optional(kind, '').read(value, pages);
  if (reading === invalid) return 'invalid';
  if (reading === mistyped) return 'mistyped';
  return reading === undefined ? 'unsent' : { is: reading };
}

const is = (value: unknown) => ({ is: value });
const greatest = Number.MAX_SAFE_INTEGER;

describe.each<[name: string, kind: Kind<unknown>, rows: readonly [sent: unknown, read: unknown][]]>(
  [
    [
      'a whole number of at least 1',
      positiveInteger,
      [
        [5, is(5)],
        ['5', is(5)],
        [' 5 ', is(5)],
        ['5.0', is(5)],
        [1e30, is(greatest)],
        ['9'.repeat(40), is(greatest)],
        ['9'.repeat(400), 'invalid'],
        ['1e999', 'invalid'],
        ['foo', 'invalid'],
        ['', 'invalid'],
        ['0', 'invalid'],
        [-1, 'invalid'],
        [1.5, 'invalid'],
        ['0x10', 'invalid'],
        [true, 'invalid'],
        [[5], 'invalid'],
        [null, 'mistyped'],
        [undefined, 'unsent'],
      ],
    ],
    [
      'a text',
      text,
      [
        ['a', is('a')],
        ['0', is('0')],
        ['', 'invalid'],
        [5, 'invalid'],
        [['a'], 'invalid'],
        [null, 'mistyped'],
      ],
    ],
    [
      'a text that may be empty',
      textOrEmpty,
      [
        ['', is('')],
        ['a', is('a')],
        [0, 'mistyped'],
        [false, 'mistyped'],
        [[], 'mistyped'],
        [5, 'invalid'],
        [true, 'invalid'],
        [null, 'mistyped'],
      ],
    ],
    [
      'a boolean',
      boolean,
      [
        ...[true, 1, '1', 'true', 'TRUE'].map((yes): [unknown, unknown] => [yes, is(true)]),
        ...[false, 0, '0', 'false', 'False'].map((no): [unknown, unknown] => [no, is(false)]),
        ...['', 'yes', 2, null, [], {}].map((bad): [unknown, unknown] => [bad, 'mistyped']),
      ],
    ],
    [
      'a word for yes',
      truthy,
      [
        ...['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true', 'YES', true, 5, [1]].map(
          (yes): [unknown, unknown] => [yes, is(true)],
        ),
        ...['0', 'no', '', 'foo', false, 0, []].map((no): [unknown, unknown] => [no, is(false)]),
        [null, 'unsent'],
      ],
    ],
    [
      'a word for yes that is typed as a text',
      truthyText,
      [
        ['yes', is(true)],
        [true, is(true)],
        [false, is(false)],
        ['', is(false)],
        [1, 'mistyped'],
        [null, 'mistyped'],
      ],
    ],
    [
      'a date',
      date,
      [
        ['tomorrow', is('tomorrow')],
        ['1925024400', is('1925024400')],
        [1_925_024_400, is('1925024400')],
        ['', 'invalid'],
        ['  ', 'invalid'],
        [[], 'invalid'],
        [null, 'mistyped'],
      ],
    ],
    [
      'a date among filters',
      dateBound,
      [
        ['', 'invalid'],
        [null, 'unsent'],
        ['now', is('now')],
      ],
    ],
    [
      'a URL or nothing',
      urlOrEmpty,
      [
        ['http://a.test', is('http://a.test')],
        ['', is('')],
        [false, is('')],
        ['a.test', 'invalid'],
        [5, 'invalid'],
        [null, 'unsent'],
      ],
    ],
    [
      'a URL or nothing, typed as a text',
      typedUrlOrEmpty,
      [
        ['', is('')],
        [false, 'mistyped'],
        ['a.test', 'invalid'],
        [null, 'mistyped'],
      ],
    ],
    [
      'an image',
      image,
      [
        [41, is(41)],
        ['41', is(41)],
        [' http://a/b.png', is('http://a/b.png')],
        ['', 'invalid'],
        [0, 'invalid'],
        [[41], 'invalid'],
      ],
    ],
    [
      'an image or nothing',
      imageOrEmpty,
      [
        ['', is('')],
        ['0', is('')],
        [41, is(41)],
        [false, 'mistyped'],
        [{ a: 1 }, 'invalid'],
      ],
    ],
    [
      'ids',
      ids,
      [
        ['1,2', is([1, 2])],
        [' 1 , 2 ,', is([1, 2])],
        [3, is([3])],
        [['1', 2], is([1, 2])],
        [{ 5: '1', 7: 2 }, is([1, 2])],
        ['', 'invalid'],
        [[], 'invalid'],
        ['1,a', 'invalid'],
        ['1,0', 'invalid'],
        [{ a: 1 }, 'invalid'],
        [null, 'unsent'],
      ],
    ],
    [
      'slugs or ids',
      slugsOrIds,
      [
        ['music, 7', is(['music', '7'])],
        [['a,b', 7], is(['a,b', '7'])],
        [[], 'invalid'],
        [',', 'invalid'],
        [[{}], 'invalid'],
      ],
    ],
    [
      'names of terms',
      termNames,
      [
        ['', is([])],
        [[], is([])],
        ['Rock & Roll, Jazz', is(['Rock & Roll', 'Jazz'])],
        [['Jazz', 5, {}, null, true], is(['Jazz', '5'])],
        [null, 'unsent'],
      ],
    ],
    [
      'an id or a slug',
      idOrSlug,
      [
        [5, is('5')],
        ['music', is('music')],
        ['', 'invalid'],
        ['a,b', 'invalid'],
        [{}, 'invalid'],
      ],
    ],
    [
      'a cost',
      cost,
      [
        ['20$', is('20$')],
        [20, is('20')],
        [['20$', 5, {}], is(['20$', '5'])],
        [{ a: '1' }, is(['1'])],
        [[], is([])],
        [true, is('1')],
        [null, 'unsent'],
      ],
    ],
    [
      'a number, loosely',
      looseNumber,
      [
        ['1.5', is(1.5)],
        [-3, is(-3)],
        ['north', 'unsent'],
        ['', 'unsent'],
      ],
    ],
    [
      'a direction',
      sortOrder,
      [
        ['ASC', is('asc')],
        ['desc', is('desc')],
        ['up', is('desc')],
        ['', 'invalid'],
      ],
    ],
    [
      'one of several words',
      oneOf(['name', 'id']),
      [
        ['id', is('id')],
        ['other', is('name')],
        ['', 'invalid'],
        [null, 'mistyped'],
      ],
    ],
    [
      'venues',
      links(venueCreation),
      [
        [5, is([{ id: 5 }])],
        ['5', is([{ id: 5 }])],
        ['5, 6', is([{ id: 5 }, { id: 6 }])],
        [{ id: '5', venue: 'Hall' }, is([{ id: 5 }])],
        [{ venue: 'Hall', show_map: true }, is([{ fields: { venue: 'Hall', show_map: true } }])],
        [{ id: 0, venue: 'Hall' }, is([{ fields: { venue: 'Hall' } }])],
        [[7, { venue: 'Hall' }], is([{ id: 7 }, { fields: { venue: 'Hall' } }])],
        [{ 0: '7', 1: { venue: 'Hall' } }, is([{ id: 7 }, { fields: { venue: 'Hall' } }])],
        ...['', 0, '0', [], false].map((none): [unknown, unknown] => [none, is([])]),
        [null, 'unsent'],
        ['foo', 'invalid'],
        [{ address: 'no name' }, 'invalid'],
        [{ venue: 'Hall', website: 'no URL' }, 'invalid'],
        [{ venue: 'Hall', description: 5 }, 'invalid'],
        [[5, 'foo'], 'invalid'],
        [JSON.parse('{"__proto__": {"venue": "Hall"}}'), 'invalid'],
      ],
    ],
  ],
)('%s', (_, kind, rows) => {
  it.each(rows)('parses %j as %j', (sent, expected) => expect(read(kind, sent)).toEqual(expected));
});

describe('a URL', () => {
  it.each([
    'http://a.test',
    'https://a-b.test:8080/c?d=e#f',
    'http://localhost',
    'http://u:p@a.test',
    'http://[::1]/',
    'ftp://a_b/',
    'mailto:a@b.test',
    'HTTP://A.TEST',
    `http://${'a'.repeat(63)}.test`,
  ])('is %s', (good) => expect(isUrl(good)).toBe(true));

  it.each([
    '',
    'a.test',
    '//a.test',
    'http://',
    'http:///a',
    'http:a.test',
    'http://a b',
    'http://a.test/ü',
    'http://-a.test',
    'http://a_b.test',
    'http://a..test',
    'http://a.test:99999',
    'http://a.test:x',
    'http://[::x]/',
    'javascript:alert(1)',
    'mailto:',
    `http://${'a'.repeat(64)}.test`,
    `http://${'a.'.repeat(130)}test`,
    '1http://a.test',
  ])('is not %s', (bad) => expect(isUrl(bad)).toBe(false));

  it('is valid with and without a user', () => {
    const sign = fc.constantFrom(
      ...Array.from('aZ0.-_:/?#[]é %'),
      'a'.repeat(62),
      'a.'.repeat(120),
    );
    const rest = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(fc.constantFrom('http', 'https', 'HTTP'), rest, (scheme, text) => {
        expect(isUrl(`${scheme}://${text}`)).toBe(isUrl(`${scheme}://u@${text}`));
      }),
      { numRuns: 2_000 },
    );
  });
});
