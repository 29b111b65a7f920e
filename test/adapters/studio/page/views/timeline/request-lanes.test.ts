// Exchanges by service and client.

import { describe, expect, it } from 'vitest';
import {
  requestLanesMax,
  requestLanesOf,
} from '../../../../../../adapters/studio/page/views/timeline/request-lanes.ts';
import { exchangeOf } from '../../../../../support/studio/exchanges.ts';

describe('lanes of requests', () => {
  it('have the exchanges of a service in order, with their failures', () => {
    const lanes = requestLanesOf([
      exchangeOf({ n: 2, service: 'wallet', atMs: 20, status: 404 }),
      exchangeOf({ n: 1, service: 'wallet', atMs: 10, status: 200 }),
      exchangeOf({ n: 3, service: '', atMs: 5, failure: 'timeout' }),
      exchangeOf({ n: 4, service: 'calendar', atMs: 30 }),
    ]);
    expect(
      lanes.map(({ name, exchanges, instants, failures }) => [
        name,
        exchanges.map(({ n }) => n),
        instants,
        failures,
      ]),
    ).toEqual([
      ['Requests: no service', [3], [5], [5]],
      ['Requests: wallet', [1, 2], [10, 20], [20]],
      ['Requests: calendar', [4], [30], []],
    ]);
  });

  it('are those of each client, where a service has several', () => {
    const by = (n: number, service: string, client?: string) =>
      exchangeOf({
        n,
        service,
        atMs: n,
        ...(client === undefined ? {} : { client }),
      });
    const lanes = requestLanesOf([
      by(1, 'speech', '@deepgram/sdk'),
      by(2, 'wallet', 'axios'),
      by(3, 'speech', 'node'),
      by(4, 'speech', '@deepgram/sdk'),
      by(5, 'wallet', 'axios'),
      by(6, 'speech'),
    ]);
    expect(lanes.map(({ name, exchanges }) => [name, exchanges.map(({ n }) => n)])).toEqual([
      ['@deepgram/sdk to speech', [1, 4]],
      ['Requests: wallet', [2, 5]],
      ['node to speech', [3]],
      ['Requests: speech', [6]],
    ]);
  });

  it('are few, and lose no exchange', () => {
    const count = 3 * requestLanesMax;
    const many = Array.from({ length: count }, (_, index) =>
      exchangeOf({ n: index + 1, service: `s${index}`, atMs: index }),
    );
    const lanes = requestLanesOf(many);
    expect(lanes).toHaveLength(requestLanesMax);
    expect(lanes.flatMap(({ exchanges }) => exchanges)).toHaveLength(count);
  });
});
