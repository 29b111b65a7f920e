// Whether a server answers a smaller recording otherwise in the same way as the whole one.

import { describe, expect, it } from 'vitest';
import type { AnyRecording } from '../../../adapters/recording/diff/proxy-exchanges.ts';
import { FailureReader, isSameFailure } from '../../../adapters/retell/failure-kinds.ts';

/** An answer to a request, such as `['GET /v1/w3s/wallets', 200, {}]`. */
type Answered = readonly [request: string, status: number, body: object];

/** A recording through a proxy. */
function recorded(...exchanges: readonly Answered[]): AnyRecording {
  const entries = exchanges.flatMap(([request, status, body], index) => {
    const [method, url] = request.split(' ');
    const n = 2 * index + 1;
    const line = { at: index, h: '' };
    return [
      { ...line, n, kind: 'http.request', service: 'wallet', method, url, headers: {} },
      {
        ...line,
        n: n + 1,
        kind: 'http.answer',
        to: n,
        status,
        headers: {},
        text: JSON.stringify(body),
      },
    ];
  });
  const header = { source: 'proxy', upstreams: { wallet: 'http://service.test' }, recordedAt: '' };
  return { header, entries, ending: { kind: 'whole' } } as unknown as AnyRecording;
}

const reader = new FailureReader();
const kindsOf = (before: readonly Answered[], now: readonly Answered[]) =>
  reader.kindsOf(recorded(...before), recorded(...now));

const transaction = 'GET /v1/w3s/transactions/cf0b114d-4704-495f-b54f-e0ea5ad04da9';
const state = (name: string, networkFee = '1.5'): Answered => [
  transaction,
  200,
  { data: { transaction: { state: name, networkFee } } },
];
const refused = (request: string, status = 404): Answered => [request, status, { code: status }];
const wallets = 'POST /v1/w3s/developer/wallets';
const made: Answered = [wallets, 201, { data: {} }];

describe('the kinds of differences', () => {
  it('are those of no message if all is equal', () => {
    const { first, all } = kindsOf([made], [made]);
    expect([first.size, all.size]).toEqual([0, 0]);
  });

  it('name the operation, the field, statuses and states', () => {
    const { first, all, firm } = kindsOf(
      [made, state('COMPLETE')],
      [refused(wallets, 429), state('CONFIRMED', '1.7')],
    );
    const operation = 'GET /v1/w3s/transactions/:id body.data.transaction';
    expect([...first]).toEqual([
      `${wallets} status 201 -> 429`,
      `${wallets} body.data is missing`,
      `${wallets} body.code`,
    ]);
    expect([...all].filter((kind) => !first.has(kind))).toEqual([
      `${operation}.state COMPLETE -> CONFIRMED`,
      `${operation}.networkFee`,
    ]);
    expect([...all].filter((kind) => !firm.has(kind))).toEqual([
      `${wallets} body.code`,
      `${operation}.networkFee`,
    ]);
  });

  it('name messages that are missing or new', () => {
    expect([...kindsOf([made], []).all]).toEqual([`${wallets} is missing`]);
    expect([...kindsOf([], [made]).all]).toEqual([`${wallets} is new`]);
  });
});

describe('a failure', () => {
  const whole = kindsOf([made, state('COMPLETE')], [made, state('CONFIRMED')]);

  it('is the same without what does not matter', () => {
    expect(isSameFailure(whole, kindsOf([state('COMPLETE')], [state('CONFIRMED')]), true)).toBe(
      true,
    );
  });

  it('is another one if a request is refused because something is left out', () => {
    expect(isSameFailure(whole, kindsOf([state('COMPLETE')], [refused(transaction)]), false)).toBe(
      false,
    );
    const both = kindsOf([made, state('COMPLETE')], [refused(wallets), state('CONFIRMED')]);
    expect(isSameFailure(whole, both, false)).toBe(false);
  });

  it('is another one if nothing differs, or only what followed from the first difference', () => {
    expect(isSameFailure(whole, kindsOf([made], [made]), false)).toBe(false);
    const cascade = kindsOf(
      [made, state('COMPLETE')],
      [refused(wallets, 429), refused(transaction)],
    );
    const alone = kindsOf([state('COMPLETE')], [refused(transaction)]);
    expect(isSameFailure(cascade, alone, false)).toBe(false);
  });

  it('may have other amounts where a server keeps what earlier recordings did', () => {
    const other = kindsOf([state('COMPLETE')], [state('CONFIRMED', '1.7')]);
    expect(isSameFailure(whole, other, false)).toBe(true);
    expect(isSameFailure(whole, other, true)).toBe(false);
  });

  it('of an amount or a text alone is that of the same field', () => {
    const fee = kindsOf([state('COMPLETE')], [state('COMPLETE', '1.7')]);
    const again = kindsOf([state('COMPLETE', '2.5')], [state('COMPLETE', '2.7')]);
    expect(isSameFailure(fee, again, true)).toBe(true);
  });
});
