// What a session has shown of what was there before it.

import { describe, expect, it } from 'vitest';
import { initialTraffic } from '../../../adapters/retell/initial-traffic.ts';
import type { RecordedRequest } from '../../../adapters/upstream/traffic.ts';
import { recordedRequest, trafficWith, type Recorded } from '../../support/retell/traffic.ts';

const [before, made] = [
  'cf0b114d-4704-495f-b54f-e0ea5ad04da9',
  '3d64d9ed-0721-49e7-9ba2-695e12244fa1',
] as const;
const wallets = '/v1/w3s/wallets';
const wallet = (recorded: Recorded) => recordedRequest('wallet', recorded);
const startMs = Date.parse('2026-01-01T00:00:00Z');
const createDate = (afterMs: number) => ({ createDate: new Date(startMs + afterMs).toISOString() });

/** The answers that remain, in the order of the new traffic. */
function shown(...requests: readonly RecordedRequest[]) {
  const { traffic } = initialTraffic(trafficWith(requests));
  return traffic.requests.map(({ outcome }) => {
    if (outcome === undefined || !('status' in outcome)) return undefined;
    return JSON.parse(outcome.parts.map((part) => ('text' in part ? part.text : '')).join(''));
  });
}

describe('what was there before a session', () => {
  it('is what it reads, the first answers last', () => {
    const [one, other] = [{ data: { name: 'one' } }, { data: { name: 'other' } }];
    const requests = [
      wallet({ url: '/v1/a', answer: one }),
      wallet({ url: '/v1/b', answer: other }),
    ];
    expect(shown(...requests)).toEqual([other, one]);
  });

  it('is not what it writes, nor what was refused or never answered', () => {
    const refused = wallet({ url: '/v1/a', status: 404, answer: { code: 1 } });
    const write = wallet({ url: wallets, method: 'POST', answer: { data: { id: made } } });
    expect(shown(write, refused, wallet({ url: '/v1/b' }))).toEqual([]);
  });

  it('has no records that the session has made, in lists or alone', () => {
    const write = wallet({
      url: wallets,
      method: 'POST',
      answer: { data: { wallet: { id: made } } },
    });
    const list = wallet({
      url: wallets,
      answer: { data: { wallets: [{ id: before }, { id: made }] } },
    });
    const alone = wallet({ url: `${wallets}/${made}`, answer: { data: { wallet: { id: made } } } });
    expect(shown(write, list, alone)).toEqual([{ data: { wallets: [{ id: before }] } }]);
  });

  it('has records that were read before the session wrote them', () => {
    const read = wallet({ url: wallets, answer: { data: { wallets: [{ id: before }] } } });
    const write = wallet({
      url: wallets,
      method: 'PUT',
      answer: { data: { wallet: { id: before } } },
    });
    const answer = { data: { wallets: [{ id: before }] } };
    expect(shown(read, write, read)).toEqual([answer, answer]);
  });

  it('has no records that were made later, by the clock of the service', () => {
    const write = wallet({
      atMs: 1_000,
      url: wallets,
      method: 'POST',
      answer: { data: { wallet: { id: made, ...createDate(1_000) } } },
    });
    const [early, late] = [
      { name: 'early', ...createDate(-1) },
      { name: 'late', ...createDate(2_000) },
    ];
    const list = wallet({ atMs: 3_000, url: '/v1/x', answer: { data: { list: [early, late] } } });
    const first = wallet({ atMs: 0, url: '/v1/y', answer: {} });
    expect(shown(first, write, list)).toEqual([{ data: { list: [early] } }, {}]);
    expect(initialTraffic(trafficWith([first, write, list])).startMs).toBe(startMs);
  });

  it('knows numeric ids of a calendar, and its dates without a zone', () => {
    const events = '/wp-json/tribe/events/v1/events';
    const calendar = (recorded: Recorded) => recordedRequest('calendar', recorded);
    const date_utc = '2026-01-01 00:00:00';
    const write = calendar({ url: events, method: 'POST', answer: { id: 12, date_utc } });
    const list = calendar({ url: events, answer: { events: [{ id: 11 }, { id: 12 }] } });
    expect(shown(write, list)).toEqual([{ events: [{ id: 11 }] }]);
    expect(initialTraffic(trafficWith([write, list])).startMs).toBe(startMs);
  });

  it('has what a write changes, which it had not read before', () => {
    const events = '/wp-json/tribe/events/v1/events';
    const calendar = (recorded: Recorded) => recordedRequest('calendar', recorded);
    const old = { id: 11, date_utc: '2025-12-01 00:00:00' };
    const put = calendar({ url: `${events}/11`, method: 'PUT', answer: old });
    const list = calendar({ url: events, answer: { events: [old] } });
    const date_utc = '2026-01-01 00:00:00';
    const write = calendar({ url: events, method: 'POST', answer: { id: 12, date_utc } });
    expect(shown(put, list, write)).toEqual([{ events: [old] }]);
    expect(initialTraffic(trafficWith([put, list, write])).startMs).toBe(startMs);
  });

  it('begins with the first message if nothing tells the time', () => {
    const requests = [wallet({ atMs: 500, url: wallets, answer: {} })];
    const { startMs: first, traffic, entryOf } = initialTraffic(trafficWith(requests));
    expect([first, traffic.webhooks]).toEqual([500, []]);
    expect(entryOf(traffic.requests[0]?.n ?? 0)).toBe(1);
  });
});
