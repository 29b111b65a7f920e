// Which recorded reads were those of a client that waits, and when it has waited long enough.

import { describe, expect, it } from 'vitest';
import type { LiveAnswer } from '../../../adapters/retell/http-call.ts';
import { pollsIn, type Poll } from '../../../adapters/retell/polls.ts';
import type { RecordedRequest } from '../../../adapters/upstream/traffic.ts';
import { recordedRequest, trafficWith, type Recorded } from '../../support/retell/traffic.ts';

const url = '/v1/w3s/transactions/cf0b114d-4704-495f-b54f-e0ea5ad04da9';
const wallet = (recorded: Recorded) => recordedRequest('wallet', recorded);
const state = (name: string, more: object = {}) => ({
  data: { transaction: { state: name, ...more } },
});

/** What becomes of each request: `sent`, `left out`, or a poll. */
function outcomes(...requests: readonly RecordedRequest[]) {
  const polls = pollsIn(trafficWith(requests));
  return requests.map((request) => {
    if (!polls.has(request)) return 'sent';
    return polls.get(request) ?? 'left out';
  });
}

function live(answer: unknown, status = 200): LiveAnswer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
}

function pollOf(...answers: readonly Recorded[]): Poll {
  const last = outcomes(...answers.map(wallet)).at(-1);
  if (typeof last !== 'object') throw new Error(`It is ${last}.`);
  return last;
}

describe('equal reads', () => {
  it('are one poll, for as long as they took', () => {
    const reads = [0, 400, 1_600].map((atMs) => wallet({ url, atMs, answer: state('SENT') }));
    expect(outcomes(...reads)).toEqual([
      'left out',
      'left out',
      expect.objectContaining({ ms: 1_600 }),
    ]);
  });

  it('that come once are sent as they are', () => {
    expect(
      outcomes(wallet({ url }), wallet({ url: `${url}?x=1` }), wallet({ url, method: 'HEAD' })),
    ).toEqual(['sent', 'sent', 'sent']);
  });

  it('between which the client has written are two', () => {
    const write = wallet({ url: '/v1/w3s/developer/wallets', method: 'POST', answer: {} });
    expect(outcomes(wallet({ url }), write, wallet({ url }))).toEqual(['sent', 'sent', 'sent']);
  });

  it('are one poll though another service was written to', () => {
    const write = recordedRequest('calendar', { url: '/wp-json/x', method: 'POST', answer: {} });
    const [first, , last] = outcomes(
      wallet({ url, answer: {} }),
      write,
      wallet({ url, answer: {} }),
    );
    expect([first, typeof last]).toEqual(['left out', 'object']);
  });
});

describe('a poll', () => {
  const poll = pollOf(
    { url, answer: state('SENT', { updateDate: '2026-01-01T00:00:00Z' }) },
    { url, answer: state('COMPLETE', { updateDate: '2026-01-01T00:00:24Z', networkFee: '0.1' }) },
  );

  it('has ended when all is there that had changed', () => {
    const reached = state('COMPLETE', { updateDate: '2027-01-01T00:00:00Z', networkFee: '0.1' });
    expect(poll.isReached(live(reached))).toBe(true);
  });

  it('has ended with another amount, which is another one each time', () => {
    const reached = state('COMPLETE', { updateDate: '2027-01-01T00:00:00Z', networkFee: '0.2' });
    expect(poll.isReached(live(reached))).toBe(true);
  });

  it.each([
    ['another state', live(state('STUCK', { networkFee: '0.1' }))],
    ['a part of it', live(state('COMPLETE'))],
    ['no JSON', { ...live(''), body: Buffer.from('<html>') }],
  ])('has not ended with %s', (_name, answer) => {
    expect(poll.isReached(answer)).toBe(false);
  });

  it('waits for a status, and for no id', () => {
    const missing = { url, status: 404, answer: { code: 1 } };
    const id = '3d64d9ed-0721-49e7-9ba2-695e12244fa1';
    const found = { url, answer: { id } };
    const other = { id: '9f70cbb2-d07e-4a23-85a8-a895c1f8689b' };
    expect(pollOf(missing, found).isReached(live(other))).toBe(true);
    expect(pollOf(missing, found).isReached(live(other, 404))).toBe(false);
  });

  it('in which nothing changes has ended with the first answer', () => {
    const same = { url, answer: state('SENT') };
    expect(pollOf(same, same).isReached(live(state('QUEUED')))).toBe(true);
  });
});
