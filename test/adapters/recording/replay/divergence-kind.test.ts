import { describe, expect, it } from 'vitest';
import type {
  ReplayDivergence,
  EventDifference,
  ExchangeDifference,
  RecordedCause,
} from '../../../../adapters/recording/replay/divergence.ts';
import { kindOfDivergence } from '../../../../adapters/recording/replay/divergence-kind.ts';

const id = '282da305-943e-46d8-a9e2-ed7e94cbe3a7';
const other = '3db38305-7fe6-4a6e-81d7-7dc98b5ff4cb';
const request = (what: string): RecordedCause => ({
  input: 7,
  source: { entry: 43, kind: 'http.request', what },
});

function eventWith(changes: Partial<EventDifference>): ReplayDivergence {
  const event = {
    entry: 9,
    position: 11,
    atMs: 24_000,
    stream: `wallet/transaction/${id}`,
    type: 'TransactionConfirmed',
    path: 'data.networkFee',
    expected: '1',
    actual: '2',
    causes: [{ position: 10, type: 'TransactionSent', stream: 'a', atMs: 1_000 }],
  } satisfies EventDifference;
  return { event: { ...event, ...changes } };
}

function answerWith(changes: Partial<ExchangeDifference>): ReplayDivergence {
  const exchange = {
    entry: 9,
    kind: 'http.request',
    what: `GET /v1/w3s/transactions/${id}`,
    atMs: 24_000,
    path: 'body.data.transactions.0.state',
    expected: 'SENT',
    actual: 'QUEUED',
  } satisfies ExchangeDifference;
  return { exchange: { ...exchange, ...changes } };
}

describe('one kind', () => {
  it.each<[string, ReplayDivergence, ReplayDivergence]>([
    [
      'the same member of events of one type, wherever they are and whatever their values',
      eventWith({}),
      eventWith({ entry: 90, position: 4, atMs: 0, stream: 'x', expected: '5', actual: '7' }),
    ],
    [
      'the same event, seen in another answer',
      { ...eventWith({}), ...answerWith({}) },
      { ...eventWith({}), ...answerWith({ path: 'status' }) },
    ],
    [
      'the same member of an item of a list',
      eventWith({ path: 'data.items.0.amount' }),
      eventWith({ path: 'data.items.12.amount' }),
    ],
    [
      'what comes of the same request to another thing, with another query',
      eventWith({ causes: [request(`POST /v1/w3s/${id}/cancel?a=1`)] }),
      eventWith({ causes: [request(`POST /v1/w3s/${other}/cancel`)] }),
    ],
    ['the same field of an answer', answerWith({}), answerWith({ expected: 'X', entry: 2 })],
    [
      'the same field of an answer about another thing',
      answerWith({ what: `GET /events/1?page=2`, path: 'body.events.3.slug' }),
      answerWith({ what: `GET /events/54`, path: 'body.events.0.slug' }),
    ],
    [
      'another place of the same fault',
      { place: { entry: 4, message: 'GET /a created input 4; now it does not reach the world.' } },
      {
        place: { entry: 40, message: 'GET /a created input 18; now it does not reach the world.' },
      },
    ],
    [
      'another place of a fault of another address',
      { place: { entry: 4, message: `POST /0x${'a1'.repeat(20)} does not reach the world.` } },
      { place: { entry: 4, message: `POST /0x${'cb'.repeat(20)} does not reach the world.` } },
    ],
    [
      'another place of a fault of another digest',
      { place: { entry: 4, message: `The fixture leads to digest ${'ab12'.repeat(16)} now.` } },
      { place: { entry: 4, message: `The fixture leads to digest ${'3fe9'.repeat(16)} now.` } },
    ],
  ])('is %s', (_name, left, right) => {
    expect(kindOfDivergence(left)).toBe(kindOfDivergence(right));
  });
});

describe('another kind', () => {
  it.each<[string, ReplayDivergence, ReplayDivergence]>([
    ['another type', eventWith({}), eventWith({ type: 'TransactionSent' })],
    ['another member', eventWith({}), eventWith({ path: 'data.fee' })],
    ['another cause', eventWith({}), eventWith({ causes: [request('POST /v1/w3s/x')] })],
    [
      'an event that is missing, not new',
      eventWith({ path: '', actual: undefined }),
      eventWith({ path: '', expected: undefined }),
    ],
    [
      'another event instead',
      eventWith({ path: 'type', instead: { atMs: 1, stream: 'a', type: 'A', causes: [] } }),
      eventWith({ path: 'type', instead: { atMs: 1, stream: 'a', type: 'B', causes: [] } }),
    ],
    ['another field of an answer', answerWith({}), answerWith({ path: 'status' })],
    ['another kind of exchange', answerWith({}), answerWith({ kind: 'control' })],
    ['another request', answerWith({}), answerWith({ what: `GET /v1/w3s/wallets/${id}` })],
    ['an answer, not an event', eventWith({}), answerWith({})],
  ])('is %s', (_name, left, right) => {
    expect(kindOfDivergence(left)).not.toBe(kindOfDivergence(right));
  });
});
