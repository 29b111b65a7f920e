// The exchanges of a world on a server: those that are answered later, those of a recording, and those after a restart.

import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type {
  JournaledRequest,
  RecordedExchange,
} from '../../../../../adapters/client/control-types.ts';
import type { Exchange } from '../../../../../adapters/studio/story/story.ts';
import {
  knownExchanges$,
  knownExchangesMax,
  withNews,
} from '../../../../../adapters/studio/page/model/known-exchanges.ts';

const request = (n: number, change: Partial<JournaledRequest> = {}): JournaledRequest => ({
  n,
  service: 'wallet',
  method: 'GET',
  path: '/v1/w3s/wallets',
  route: null,
  status: 200,
  inputs: [],
  eventCount: 0,
  events: [],
  ...change,
});

const exchange = (n: number, status?: number): Exchange => ({
  n,
  kind: 'http',
  atMs: 0,
  service: 'wallet',
  method: 'GET',
  url: '/v1/w3s/wallets',
  route: null,
  ...(status === undefined ? {} : { status }),
  events: [],
});

/** A world whose request journal and recording change; `shown`: the numbers and statuses in each list that the page got. */
function followedWorld() {
  const requests: JournaledRequest[] = [];
  const recorded = new Subject<RecordedExchange>();
  const state = { isRecording: false, isReachable: true, isWanted: true };
  const since: number[] = [];
  const world = {
    recording: {
      exchanges: async () => {
        if (!state.isReachable) throw new Error('No server answers.');
        return { recording: state.isRecording ? { state: 'recording' } : null };
      },
    },
    requests: {
      list: async (query: { readonly since: number }) => {
        since.push(query.since);
        return { requests: requests.filter(({ n }) => n > query.since) };
      },
    },
    recordedExchanges$: () => recorded,
  } as unknown as Parameters<typeof knownExchanges$>[0];
  const shown: (readonly (readonly [number, number | undefined])[])[] = [];
  const following = knownExchanges$(world, () => state.isWanted).subscribe((exchanges) =>
    shown.push(exchanges.map(({ n, status }) => [n, status])),
  );
  onTestFinished(() => following.unsubscribe());
  return { requests, recorded, state, since, shown };
}

const second = () => vi.advanceTimersByTimeAsync(1_000);

describe('the exchanges of a world on a server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are read from the first that has no answer yet, and shown when there are others', async () => {
    const { requests, since, shown } = followedWorld();
    requests.push(request(1), request(2, { status: null }), request(3));
    await second();
    requests[1] = request(2, { status: 201 });
    await second();
    await second();
    expect(since).toEqual([0, 1, 1, 3]);
    expect(shown[0]).toEqual([
      [1, 200],
      [2, undefined],
      [3, 200],
    ]);
    expect(shown.at(-1)).toEqual([
      [1, 200],
      [2, 201],
      [3, 200],
    ]);
    const before = shown.length;
    await second();
    expect(shown).toHaveLength(before);
  });

  it('are not read while nobody sees them', async () => {
    const { since, state } = followedWorld();
    await second();
    const before = since.length;
    state.isWanted = false;
    await second();
    expect(since).toHaveLength(before);
  });

  it('are those of the recording while one runs', async () => {
    const { recorded, state, requests, since, shown } = followedWorld();
    state.isRecording = true;
    await second();
    const reads = since.length;
    recorded.next(exchange(2, 200));
    recorded.next(exchange(1));
    recorded.next(exchange(1, 404));
    await second();
    expect(shown.at(-1)).toEqual([
      [1, 404],
      [2, 200],
    ]);
    expect(since).toHaveLength(reads);
    state.isRecording = false;
    recorded.complete();
    requests.push(request(1), request(2), request(3));
    await second();
    await second();
    expect(shown.at(-1)).toHaveLength(3);
  });

  it('are read from the first again after the server was away', async () => {
    const { requests, state, shown } = followedWorld();
    requests.push(request(1), request(2));
    await second();
    state.isReachable = false;
    await second();
    requests.splice(0, 2, request(1, { status: 500 }));
    state.isReachable = true;
    await second();
    expect(shown.at(-1)).toEqual([[1, 500]]);
  });

  it('are the newest, so many as there may be', () => {
    const known = Array.from({ length: knownExchangesMax }, (_, index) => exchange(index + 1));
    const grown = withNews(known, [
      exchange(knownExchangesMax, 200),
      exchange(knownExchangesMax + 1),
    ]);
    expect(grown).toHaveLength(knownExchangesMax);
    expect(grown[0]?.n).toBe(2);
    expect(grown.at(-2)?.status).toBe(200);
  });
});
