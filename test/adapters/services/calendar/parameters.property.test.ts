import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, filtersOf } from '../../../../adapters/services/calendar/collection.ts';
import { selectFields } from '../../../../adapters/services/calendar/field-filter.ts';
import { readSentFields } from '../../../../adapters/services/calendar/parameters.ts';
import {
  eventCreation,
  eventList,
} from '../../../../adapters/services/calendar/parameters/events.ts';
import { FormError } from '../../../../adapters/services/calendar/parameters/form.ts';
import { JsonError } from '../../../../adapters/services/calendar/parameters/json.ts';
import { parseParameters } from '../../../../adapters/services/calendar/parameters/read.ts';
import { categoryList } from '../../../../adapters/services/calendar/parameters/terms.ts';
import {
  venueCreation,
  venueList,
} from '../../../../adapters/services/calendar/parameters/venues.ts';
import { eventBody, eventFilters } from '../../../support/arbitraries/calendar-requests.ts';
import {
  httpRequest,
  json,
  pages,
  urlencoded,
  type RequestParts,
} from '../../../support/calendar/http-requests.ts';
import {
  formPairs,
  multipartBody,
  urlencodedText,
  type Brackets,
} from '../../../support/calendar/body-spellings.ts';

const sentBy = (request: RequestParts) =>
  readSentFields(httpRequest(request), request.method ?? 'GET');
const created = (request: RequestParts) => parseParameters(eventCreation, sentBy(request), pages);
const listed = (query: string) => parseParameters(eventList, sentBy({ query }), pages);

describe('one request', () => {
  it('has the same values in JSON, forms, multipart bodies and queries', () => {
    fc.assert(
      fc.property(eventBody, fc.constantFrom<Brackets>('empty', 'indices'), (body, brackets) => {
        const pairs = formPairs(body, brackets);
        const read = created(json(body));
        expect(created(urlencoded(urlencodedText(pairs)))).toEqual(read);
        expect(created({ method: 'POST', ...multipartBody(pairs) })).toEqual(read);
        expect(created({ method: 'POST', query: urlencodedText(pairs) })).toEqual(read);
        expect(read).toHaveProperty('values.title', body.title);
      }),
    );
  });

  it('has the same values in every spelling of its lists', () => {
    const item = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    const blanks = fc.constantFrom('', ' ', '  ');
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), blanks, (items, blank) => {
        const queries = [
          urlencodedText([['tags', items.join(`${blank},${blank}`)]]),
          ...(['empty', 'indices'] as const).map((brackets) =>
            urlencodedText(formPairs({ tags: items }, brackets)),
          ),
        ];
        for (const query of queries)
          expect(listed(query)).toMatchObject({ values: { tags: items } });
      }),
    );
  });
});

describe('the links of a list', () => {
  it('repeat the values of the request', () => {
    fc.assert(
      fc.property(eventFilters, (filters) => {
        const read = listed(urlencodedText(formPairs(filters, 'empty')));
        if (!('values' in read)) throw new Error(JSON.stringify(read));
        const address = addressOf('http://a/', filtersOf(eventList, read.values, pages));
        expect(listed(new URL(address).search)).toEqual(read);
        expect(listed(address.slice(address.indexOf('?') + 1))).toEqual(read);
        expect(address).not.toMatch(/[\s"<>]/);
      }),
    );
  });
});

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 3 }),
  fc.json().map((text) => JSON.parse(text) as unknown),
);
const names = [
  ...Object.keys(eventCreation),
  ...Object.keys(eventList),
  '__proto__',
  'constructor',
  '_fields',
];
const name = fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 5 }));
const bracket = fc.constantFrom(
  '[]',
  '[0]',
  '[a]',
  '[',
  ']',
  '[__proto__]',
  '[999999999]',
  '[id]',
  '[venue]',
  '[]]',
  '[[',
);
const tables = { eventCreation, eventList, venueCreation, venueList, categoryList };

describe('arbitrary input', () => {
  /** Parses a request, which may throw expected errors only. */
  function expectRead(request: RequestParts): void {
    try {
      const sent = sentBy(request);
      for (const table of Object.values(tables)) {
        const read = parseParameters(table, sent, pages);
        const found = Object.keys('values' in read ? read.values : {});
        expect(found.every((one) => Object.hasOwn(table, one))).toBe(true);
        JSON.stringify(read);
      }
      const answered = {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: '{"a":[{"b":1}]}',
      };
      selectFields(answered, sent);
    } catch (error) {
      if (!(error instanceof FormError) && !(error instanceof JsonError)) throw error;
    }
  }

  it('as JSON is parsed or refused', () => {
    const members = fc.dictionary(name, anything).map((all) => json(all));
    const raw = fc.string().map((text) => ({ ...json({}), body: Buffer.from(text) }));
    const bytes = fc.uint8Array().map((all) => ({ ...json({}), body: Buffer.from(all) }));
    fc.assert(fc.property(fc.oneof(members, raw, bytes), expectRead));
  });

  it('in names and values of a form is parsed or refused, and leaves prototypes alone', () => {
    const pair = fc.tuple(fc.tuple(name, fc.array(bracket, { maxLength: 12 })), fc.string());
    const pairs = fc.array(
      pair.map(([[front, brackets], value]): [string, string] => [
        front + brackets.join(''),
        value,
      ]),
    );
    fc.assert(
      fc.property(pairs, (all) => {
        expectRead({ query: urlencodedText(all) });
        expectRead(urlencoded(urlencodedText(all)));
        expectRead({ method: 'POST', ...multipartBody(all) });
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });

  it('as a query or multipart body, byte by byte, is parsed or refused', () => {
    const piece = fc.constantFrom(
      '--x',
      '\r\n',
      'Content-Disposition: form-data; name="a',
      '"',
      '--',
      '\r\n\r\n',
      'b',
      ': ',
      '%',
      '%5',
      '%zz',
      '&',
      '=',
      '[',
      ']',
      'tags',
    );
    const pieces = fc.array(piece, { maxLength: 30 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string()), (text) => {
        expectRead({ query: text });
        expectRead(urlencoded(text));
        const type = 'multipart/form-data; boundary=x';
        expectRead({ method: 'POST', type, body: Buffer.from(text) });
      }),
    );
  });
});
