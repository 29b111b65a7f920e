// Matching of requests to faults: by service, route, and values in the body.

import { describe, expect, it } from 'vitest';
import { matchingFaults, requestTarget } from '../../../adapters/protocol/matching-faults.ts';
import type { HttpRequest } from '../../../adapters/protocol/messages.ts';
import type { World } from '../../../core/index.ts';
import { faults } from '../../../core/faults/index.ts';
import { requestFaultKinds, type FaultRule } from '../../../core/faults/records/fault.ts';
import { addFault, tryFaults } from '../../support/faults/commands.ts';
import { given } from '../../support/given.ts';

const transfer = 'POST /v1/w3s/developer/transactions/transfer';

const request = (body = '', headers: HttpRequest['headers'] = {}): HttpRequest => ({
  method: 'POST',
  path: '/v1/w3s/developer/transactions/transfer',
  query: new URLSearchParams(),
  headers,
  body: Buffer.from(body),
  baseUrl: '',
  worldName: 'default',
});

/** Whether a fault matches the request to the wallet. */
function matches(rule: Partial<FaultRule>, sent = request()): boolean {
  const { state } = given(faults).having(addFault('f', rule));
  const world = { peek: (query: (states: unknown) => unknown) => query(state.states) };
  return (
    matchingFaults(world as World, requestFaultKinds, 'wallet', () => requestTarget(sent))?.[0] ===
    'f'
  );
}

describe('a fault matches', () => {
  it.each<[Partial<FaultRule>, boolean]>([
    [{}, true],
    [{ service: 'wallet' }, true],
    [{ service: 'calendar' }, false],
    [{ route: transfer }, true],
    [{ route: transfer.replace('POST', 'GET') }, false],
    [{ route: '/v1/w3s/developer/transactions/transfer' }, true],
    [{ route: 'POST /v1/w3s/*/transactions/*' }, true],
    [{ route: 'POST /v1/w3s/*/transactions/transfer/' }, true],
    [{ route: 'POST /v1/w3s/*' }, false],
    [{ route: 'POST /v1/w3s/*/*/*/*' }, false],
    [{ route: 'POST /v1/w3s/**' }, true],
    [{ route: '/v2/**' }, false],
  ])('%j: %j', (rule, expected) => {
    expect(matches(rule)).toBe(expected);
  });

  it.each([
    [{ refId: 'R-7' }, true],
    [{ refId: 'R-8' }, false],
    [{ refId: null }, false],
    [{ feeLevel: 'LOW', 'amounts.0': '1' }, true],
    [{ feeLevel: 'LOW', 'amounts.1': '1' }, false],
    [{ 'venue.place.city': 'Bern', feeLevel: 'LOW' }, true],
    [{ 'venue.place': { zip: 1, city: 'Bern' } }, true],
    [{ missing: null }, false],
    [{ 'constructor.name': 'Object' }, false],
  ])('a body by %j: %j', (json, expected) => {
    const body =
      '{"refId":"R-7","amounts":["1"],"feeLevel":"LOW","venue":{"place":{"city":"Bern","zip":1}}}';
    expect(matches({ when: { json } }, request(body))).toBe(expected);
  });

  it('a form by its fields, and no text of another type', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const when = { json: { title: 'A fair' } };
    expect(matches({ when }, request('title=A+fair', headers))).toBe(true);
    expect(matches({ when }, request('title=A+fair'))).toBe(false);
    expect(matches({ when }, request('{"title":"A fair"'))).toBe(false);
    expect(matches({ when })).toBe(false);
  });

  it('no request once it is spent', () => {
    const { state } = given(faults).having(
      addFault('f', { when: { count: 1 } }),
      addFault('g'),
      tryFaults('f'),
    );
    const world = { peek: (query: (states: unknown) => unknown) => query(state.states) };
    expect(
      matchingFaults(world as World, requestFaultKinds, 'wallet', () => requestTarget(request())),
    ).toEqual(['g']);
  });
});

it('does not parse a request without faults', () => {
  const { state } = given(faults);
  const world = { peek: (query: (states: unknown) => unknown) => query(state.states) };
  const untouchable = new Proxy({} as HttpRequest, {
    get: () => {
      throw new Error('It reads the request.');
    },
  });
  expect(
    matchingFaults(world as World, requestFaultKinds, 'wallet', () => requestTarget(untouchable)),
  ).toBeNull();
});
