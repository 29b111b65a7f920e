import { describe, expect, it } from 'vitest';
import type {
  ReplayDivergence,
  EventDifference,
} from '../../../../adapters/recording/replay/divergence.ts';
import {
  divergenceLines,
  divergenceSentence,
} from '../../../../adapters/recording/replay/report.ts';

const epochMs = Date.parse('2026-01-01T00:00:00.000Z');
const common = {
  entry: 7,
  position: 3,
  atMs: epochMs + 1_000,
  stream: 'wallet/notification/n1',
  type: 'WebhookFailed',
  causes: [],
};

function reported(difference: Pick<EventDifference, 'path' | 'expected' | 'actual'>): string {
  const divergence: ReplayDivergence = { event: { ...common, ...difference } };
  const lines = divergenceLines(divergence, epochMs);
  return [...lines, divergenceSentence(divergence, epochMs)].join('\n');
}

describe('an event that differs', () => {
  it.each<[string, number, number, string, string]>([
    ['at', epochMs + 1_000, epochMs + 61_500, '+00:00:01.000', '+00:01:01.500'],
    ['data.retryMs', epochMs + 11_000, epochMs - 500, '+00:00:11.000', '-00:00:00.500'],
    ['data.instantsMs.0', epochMs, epochMs + 86_400_000, '+00:00:00.000', '+1d 00:00:00.000'],
    [
      'data.post.dateUtcSeconds',
      epochMs / 1_000,
      epochMs / 1_000 + 90,
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:01:30Z',
    ],
  ])('prints %s as an instant', (path, expected, actual, was, is) => {
    const text = reported({ path, expected, actual });
    expect(text).toContain(`recorded  "${was}"\n    now       "${is}"`);
    expect(text).toContain(`${path} was "${was}", is "${is}"`);
    expect(text).not.toMatch(/\d{10}/);
  });

  it('prints the instants inside whole events', () => {
    const data = {
      retryMs: epochMs + 2_000,
      transaction: { createdMs: epochMs },
      instantsMs: [epochMs + 3_000],
      status: 500,
    };
    const expected = { at: epochMs + 1_000, data, position: 3 };
    const text = reported({ path: '', expected, actual: undefined });
    expect(text).toContain('"at":"+00:00:01.000"');
    expect(text).toContain('"retryMs":"+00:00:02.000"');
    expect(text).toContain('"createdMs":"+00:00:00.000"');
    expect(text).toContain('"instantsMs":["+00:00:03.000"]');
    expect(text).toContain('"status":500');
    expect(text).not.toMatch(/\d{10}/);
  });

  it.each<[string, number]>([
    ['data.blockTimeMs', 12_000],
    ['data.offsetSeconds', 3_600],
    ['data.amount', epochMs],
    ['position', 12],
    ['data.startUtcSeconds', 8.64e15],
  ])('leaves %s, which is no instant, a number', (path, value) => {
    const text = reported({ path, expected: value, actual: value + 1 });
    expect(text).toContain(`recorded  ${value}\n`);
  });
});

it('shows an answer as the client sees it', () => {
  const divergence: ReplayDivergence = {
    exchange: {
      entry: 4,
      kind: 'http.request',
      what: 'GET /a',
      atMs: epochMs,
      path: 'body.at',
      expected: epochMs,
      actual: epochMs + 1,
    },
  };
  expect(divergenceSentence(divergence, epochMs)).toContain(`was ${epochMs}, is ${epochMs + 1}`);
});
