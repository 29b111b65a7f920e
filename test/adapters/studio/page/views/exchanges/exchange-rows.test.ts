// The list of exchanges: its filters, and what became of each exchange.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchesQuery,
  outcomeOf,
  parseExchangeQuery,
  servicesIn,
  withFilter,
} from '../../../../../../adapters/studio/page/views/exchanges/exchange-rows.ts';
import {
  lineCharsMax,
  textLines,
} from '../../../../../../adapters/studio/page/widgets/text-lines.ts';
import type { Exchange } from '../../../../../../adapters/studio/story/story.ts';
import { runs } from '../../../../../support/runner/runs.ts';

const transfer: Exchange = {
  n: 1,
  kind: 'http',
  atMs: 0,
  service: 'wallet',
  method: 'POST',
  url: '/v1/w3s/developer/transactions/transfer?x=1',
  route: 'POST /v1/w3s/developer/transactions/transfer',
  status: 201,
  request: { text: '{"amount":["1.25"]}' },
  events: [3],
};
const unmatched: Exchange = { ...transfer, n: 2, route: null, status: 404, url: '/v1/w3s/walletz' };
const post: Exchange = { ...transfer, n: 3, service: 'calendar', status: 500, request: {} };

const shown = (query: string) =>
  [transfer, unmatched, post]
    .filter((one) => matchesQuery(one, parseExchangeQuery(query)))
    .map(({ n }) => n);

describe('the filters of exchanges', () => {
  it('are a service, a status or its class, unmatched, and words anywhere', () => {
    expect(shown('')).toEqual([1, 2, 3]);
    expect(shown('service:wallet')).toEqual([1, 2]);
    expect(shown('status:4xx')).toEqual([2]);
    expect(shown('status:500')).toEqual([3]);
    expect(shown('unmatched')).toEqual([2]);
    expect(shown('1.25 TRANSFER post')).toEqual([1]);
    expect(shown('nowhere')).toEqual([]);
  });

  it('replace each other in the query, and leave its words', () => {
    expect(withFilter('one status:404 two', 'status', '5xx')).toBe('status:5xx one two');
    expect(withFilter('unmatched one', 'unmatched', undefined)).toBe('one');
    expect(withFilter('', 'unmatched', 'yes')).toBe('unmatched');
    expect(servicesIn([post, transfer, unmatched])).toEqual(['calendar', 'wallet']);
  });
});

describe('the outcome of an exchange', () => {
  it('is its status, its failure, or the state of its socket', () => {
    const { status: _none, ...open } = transfer;
    expect(outcomeOf(transfer)).toBe('201');
    expect(outcomeOf(open)).toBe('not answered');
    expect(outcomeOf({ ...open, failure: 'timeout' })).toBe('timeout');
    expect(outcomeOf({ ...transfer, failure: 'cut' })).toBe('201, cut');
    const socket = { ...transfer, kind: 'socket', status: 101 } as const;
    expect(outcomeOf(socket)).toBe('open');
    const close = { atMs: 1, by: 'client', code: 1000, reason: '' };
    expect(outcomeOf({ ...socket, close })).toBe('closed 1000');
    expect(outcomeOf({ ...socket, status: 401 })).toBe('401');
  });
});

describe('a long text', () => {
  it('is the same in lines of a limited length, and no character is divided', () => {
    const unit = fc.constantFrom('a', '\n', '😀', 'ß', ' ');
    const text = fc.string({ unit, minLength: 0, maxLength: 3 * lineCharsMax });
    fc.assert(
      fc.property(text, (whole) => {
        const lines = textLines(whole);
        const joined = lines
          .map(
            (line, index) => line.text + (line.isBroken || index === lines.length - 1 ? '' : '\n'),
          )
          .join('');
        expect(joined).toBe(whole);
        expect(lines.every((line) => line.text.length <= lineCharsMax)).toBe(true);
        expect(lines.every((line) => !/\p{Surrogate}/u.test(line.text))).toBe(true);
      }),
      runs(200),
    );
  });

  it('of a megabyte has lines, too', () => {
    expect(textLines('x'.repeat(1_000_000))).toHaveLength(1_000_000 / lineCharsMax);
  });
});
