// Cursors of one recording.

import { describe, expect, it } from 'vitest';
import { candidatesIn } from '../../../../adapters/upstream/play/candidates.ts';
import { Cursor } from '../../../../adapters/upstream/play/cursor.ts';
import type { RecordedRequest, Traffic } from '../../../../adapters/upstream/traffic.ts';

const headers = { 'content-type': 'application/json' };

/** A recording of requests with these bodies. */
function trafficOf(bodies: readonly string[]): Traffic {
  const requests = bodies.map((text, place): RecordedRequest => ({
    n: place + 1,
    place,
    atMs: place,
    service: 'other',
    method: 'POST',
    url: '/x',
    headers,
    content: { text },
    outcome: undefined,
  }));
  return {
    isOfWorld: false,
    services: ['other'],
    urls: new Map(),
    salt: '',
    rules: [],
    isCut: false,
    entryCount: requests.length,
    requests,
    sockets: [],
    operations: [],
    webhooks: [],
  };
}

const post = (text: string) => ({ method: 'POST', url: '/x', headers, content: { text } });

describe('cursors of one recording', () => {
  it('are each at a place of their own', () => {
    const candidates = candidatesIn(trafficOf(['{"a":1}', '{"a":1}']));
    const [ann, bob] = [new Cursor(candidates), new Cursor(candidates)];
    const entries = [ann, ann, bob, ann].map((cursor) => {
      const found = cursor.find(post('{"a":1}'));
      return found.kind === 'found' ? found.recorded.n : found.kind;
    });
    expect(entries).toEqual([1, 2, 1, 'miss']);
    expect(bob.unused().map(({ n }) => n)).toEqual([2]);
  });
});

describe('a body of the same text', () => {
  it('pairs its idempotency key, which the next one must repeat', () => {
    const body = (key: string, of: string) => `{"idempotencyKey":"${key}","of":"${of}"}`;
    const cursor = new Cursor(candidatesIn(trafficOf([body('k1', 'a'), body('k1', 'b')])));
    expect(cursor.find(post(body('k1', 'a'))).kind).toBe('found');
    expect(cursor.find(post(body('k2', 'b'))).kind).toBe('miss');
    expect(cursor.find(post(body('k1', 'b'))).kind).toBe('found');
  });
});

describe('webhooks', () => {
  const hookAt = (place: number) => ({
    n: place + 1,
    place,
    atMs: place,
    method: 'POST',
    url: '',
    headers,
    answered: undefined,
    content: { text: `${place}` },
  });
  /** Subscribes, and transfers twice; each is followed by a webhook. */
  const traffic: Traffic = {
    ...trafficOf(['{"subscribe":1}', '{"transfer":1}', '{"transfer":2}']),
    webhooks: [hookAt(0.5), hookAt(1.5), hookAt(2.5)],
  };
  const due = (cursor: Cursor, text: string) => {
    const found = cursor.find(post(text));
    return found.kind === 'found' ? found.webhooks.map(({ place }) => place) : found.kind;
  };

  it('follow their writes once', () => {
    const cursor = new Cursor(candidatesIn(traffic));
    expect(due(cursor, '{"subscribe":1}')).toEqual([0.5]);
    expect(due(cursor, '{"transfer":1}')).toEqual([1.5]);
    expect(due(cursor, '{"transfer":2}')).toEqual([2.5]);
  });

  it('do not follow a write that was missed, also after a later one', () => {
    const cursor = new Cursor(candidatesIn(traffic));
    expect(due(cursor, '{"subscribe":2}')).toBe('miss');
    expect(due(cursor, '{"transfer":1}')).toEqual([1.5]);
  });

  it('follow a write that comes late', () => {
    const cursor = new Cursor(candidatesIn(traffic));
    expect(due(cursor, '{"transfer":2}')).toEqual([2.5]);
    expect(due(cursor, '{"subscribe":1}')).toEqual([0.5]);
    expect(due(cursor, '{"transfer":1}')).toEqual([1.5]);
  });
});
