// Why a Reprise answered otherwise: the event that an answer shows, what led to it, and who began it.

import { describe, expect, it } from 'vitest';
import type {
  ClientDiff,
  ClientDifference,
} from '../../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../../adapters/recording/diff/client-report.ts';
import type { AnyRecording } from '../../../adapters/recording/diff/proxy-exchanges.ts';
import { textOf } from '../../../adapters/recording/differences/text.ts';
import { withCauses } from '../../../adapters/retell/causes.ts';
import type {
  LiveEvent,
  LiveHistory,
  ServedRequest,
} from '../../../adapters/retell/live-history.ts';

const id = 'cf0b114d-4704-495f-b54f-e0ea5ad04da9';
const wallet = '3d64d9ed-0721-49e7-9ba2-695e12244fa1';
const session = '9f70cbb2-d07e-4a23-85a8-a895c1f8689b';
const transactions = '/v1/w3s/transactions';
const stream = `wallet/transaction/${id}`;

function event(position: number, type: string, more: Partial<LiveEvent> = {}): LiveEvent {
  return { position, type, stream, at: position * 1_000, data: {}, ...more };
}

function request(method: string, path: string, more: Partial<ServedRequest> = {}): ServedRequest {
  return { method, path, events: [], eventCount: 0, ...more };
}

interface RecordedEntry {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** A recording through a proxy; entries are numbered from 1. */
function recorded(...entries: readonly RecordedEntry[]): AnyRecording {
  const numbered = entries.map((entry, index) => ({ n: index + 1, at: 0, h: '', ...entry }));
  const header = { source: 'proxy', upstreams: { wallet: 'http://service.test' }, recordedAt: '' };
  return { header, entries: numbered, ending: { kind: 'whole' } } as unknown as AnyRecording;
}

const sent = (method: string, url: string) => ({
  kind: 'http.request',
  service: 'wallet',
  method,
  url,
  headers: {},
});
const answered = (to: number, body: object) => ({
  kind: 'http.answer',
  to,
  status: 200,
  headers: {},
  text: JSON.stringify(body),
});

function changed(n: number, path: string, right: unknown): ClientDifference {
  const ref = { n, channel: '', title: 'it' };
  return { kind: 'changed', left: ref, right: ref, fields: [{ path, left: 'before', right }] };
}

function diffOf(...consequences: readonly ClientDifference[]): ClientDiff {
  const counts = { sent: 0, received: 0 };
  return { isEqual: false, notes: [], counts, requests: [], consequences, operator: [] };
}

interface Situation extends Partial<LiveHistory> {
  readonly retold: AnyRecording;
}

/** The causes of one difference, as `title (entry)`. */
function given({ retold, ...history }: Situation) {
  const all: LiveHistory = { epochMs: 0, startPosition: 0, requests: [], events: [], ...history };
  return {
    when(difference: ClientDifference) {
      const [explained] = withCauses(diffOf(difference), retold, all).consequences;
      const { causes } = explained !== undefined && 'right' in explained ? explained.right : {};
      const shown = causes?.map(({ title, n }) => (n === undefined ? title : `${title} (${n})`));
      return { then: (...titles: readonly string[]) => expect(shown ?? []).toEqual(titles) };
    },
  };
}

const chain = [
  event(2, 'TransferInitiated', { data: { walletId: wallet } }),
  event(3, 'TransactionSent', { cause: 2 }),
  event(4, 'TransactionStuck', { cause: 3 }),
  event(5, 'TransactionCancelled', { cause: 4 }),
];
const initiated = { events: [{ position: 2, stream, type: 'TransferInitiated' }], position: 2 };
const transaction = { data: { transaction: { id, blockchain: 'AVAX-FUJI', state: 'STUCK' } } };
const reading: Situation = {
  retold: recorded(
    sent('POST', '/v1/w3s/transfer'),
    sent('GET', `${transactions}/${id}`),
    answered(2, transaction),
  ),
  startPosition: 1,
  requests: [
    request('POST', '/v1/w3s/transfer', initiated),
    request('GET', `${transactions}/${id}`, { position: 4 }),
  ],
  events: chain,
};
const state = changed(2, 'answer.body.data.transaction.state', 'STUCK');
const stuck = [
  'event 4, TransactionStuck, at +00:00:04.000',
  'event 3, TransactionSent, at +00:00:03.000',
  'event 2, TransferInitiated, at +00:00:02.000',
  'POST /v1/w3s/transfer (1)',
];
const chainChange = event(1, 'ChainChanged', { stream: 'wallet/chain/AVAX-FUJI' });
const fromOutside =
  'event 1, ChainChanged of wallet/chain/AVAX-FUJI from outside the session, at +00:00:01.000';

describe('an answer', () => {
  it('shows the last event that it reflects, with what led to it', () => {
    given(reading)
      .when(state)
      .then(...stuck);
  });

  it('shows what others did to what it names', () => {
    given({ ...reading, events: [chainChange, ...chain] })
      .when(state)
      .then(...stuck, fromOutside);
  });

  it('shows the transaction that concerns its wallet', () => {
    const path = `/v1/w3s/wallets/${wallet}/balances`;
    given({
      ...reading,
      retold: recorded(sent('GET', path), answered(1, { data: { tokenBalances: [] } })),
      requests: [request('POST', '/x', initiated), request('GET', path, { position: 4 })],
    })
      .when(changed(1, 'answer.body.data.tokenBalances.0', undefined))
      .then(...stuck.slice(0, 3));
  });

  it('shows the first event with a value that differs', () => {
    const hash = '0xaa9624d61398e809516a5392bd3c019d';
    given({
      ...reading,
      events: [chain[0], event(3, 'Sent', { data: { hash } }), chain[2]] as never,
    })
      .when(changed(2, 'answer.body.data.transaction.txHash', hash))
      .then('event 3, Sent, at +00:00:03.000');
  });

  it('is explained by events from before the session as by those of others', () => {
    given({ ...reading, startPosition: 5 })
      .when(state)
      .then(`event 2, TransferInitiated of ${stream} from outside the session, at +00:00:02.000`);
  });

  it('is not explained by what is no event', () => {
    given({ ...reading, events: [] })
      .when(state)
      .then();
    given(reading)
      .when(changed(99, 'answer.status', 500))
      .then();
  });

  it('is found by its place among equal requests, of which the world may have forgotten the first', () => {
    const read = sent('GET', `${transactions}/${id}`);
    given({
      ...reading,
      retold: recorded(read, read, answered(2, transaction)),
      requests: [request('GET', `${transactions}/${id}`, { position: 3 })],
    })
      .when(state)
      .then(
        'event 3, TransactionSent, at +00:00:03.000',
        'event 2, TransferInitiated, at +00:00:02.000',
      );
  });

  it('has as many events in a chain as are shown', () => {
    const long = Array.from({ length: 50 }, (_one, index) =>
      event(index + 2, 'Moved', index === 0 ? {} : { cause: index + 1 }),
    );
    const [transfer] = reading.requests ?? [];
    const requests = [transfer, request('GET', `${transactions}/${id}`, { position: 51 })] as never;
    const history = { epochMs: 0, startPosition: 1, requests, events: long };
    const shown = withCauses(diffOf(state), reading.retold, history);
    const [explained] = shown.consequences;
    expect(explained?.kind === 'changed' && explained.right.causes?.length).toBe(20);
  });
});

const opened = {
  kind: 'ws.open',
  service: 'speech',
  url: '/v1/agent/converse',
  conn: 7,
  headers: {},
};
const talk: Situation = {
  retold: recorded(
    opened,
    { kind: 'ws.out', conn: 7, text: '{"type":"ConversationText","content":"It is lost."}' },
    { kind: 'ws.out', conn: 7, base64: 'AAAA' },
  ),
  startPosition: 2,
  requests: [
    request('GET', '/v1/agent/converse', {
      events: [{ position: 3, stream: `speech/session/${session}`, type: 'SessionOpened' }],
    }),
  ],
  events: [
    event(1, 'ScriptSet', { stream: 'speech/script', data: { says: 'It is lost.' } }),
    event(3, 'SessionOpened', { stream: `speech/session/${session}` }),
    event(4, 'ThinkingStarted', {
      stream: `speech/session/${session}`,
      data: { thought: { text: 'It is lost.' } },
    }),
    event(5, 'ReplySpoken', {
      stream: `speech/session/${session}`,
      cause: 4,
      data: { sha256: 'be495cbbe9f51b282e1a1982890a8ac032f0101020875186e480a0a5eaede566' },
    }),
    event(6, 'ThinkingStarted', {
      stream: 'speech/session/another',
      data: { thought: { text: 'It is lost.' } },
    }),
  ],
};
const thought = 'event 4, ThinkingStarted, at +00:00:04.000';
const socket = 'opens /v1/agent/converse (1)';
const script = 'event 1, ScriptSet of speech/script from outside the session, at +00:00:01.000';

describe('a frame', () => {
  it('shows the event of its session with what it says, and the script that says so', () => {
    given(talk)
      .when(changed(2, 'body.content', 'It is lost.'))
      .then(thought, socket, script);
  });

  it('that is new shows the same', () => {
    const right = { n: 2, channel: '', title: 'it' };
    given(talk).when({ kind: 'only-right', right }).then(thought, socket, script);
  });

  it('of audio shows the event that has spoken it', () => {
    given(talk)
      .when(changed(3, 'sha256', 'be495cbbe9f51b28'))
      .then('event 5, ReplySpoken, at +00:00:05.000', thought, socket);
  });

  it('shows nothing that has nothing of it', () => {
    given(talk)
      .when(changed(2, 'body.content', 'Who is this?'))
      .then();
  });
});

describe('a request with more events than are listed', () => {
  const listed = { events: initiated.events, eventCount: 3, position: 4 };

  it('has led to the others', () => {
    const separate = chain.slice(0, 3).map(({ cause: _cause, ...one }) => one);
    const requests = [
      request('POST', '/v1/w3s/transfer', listed),
      request('GET', `${transactions}/${id}`, { position: 4 }),
    ];
    given({ ...reading, events: separate, requests })
      .when(state)
      .then(stuck[0] ?? '', stuck[3] ?? '');
  });
});

describe('a webhook', () => {
  it('shows its notification, and what it tells of', () => {
    const notificationId = '0d3ae9b0-2f6e-496d-8ce8-73c439aaa79a';
    const text = JSON.stringify({ notificationId, notification: { id, state: 'STUCK' } });
    const webhook = { kind: 'webhook.request', method: 'POST', url: '/', headers: {}, text };
    const queued = event(6, 'NotificationQueued', {
      stream: `wallet/notification/${notificationId}`,
      cause: 4,
    });
    given({ ...reading, retold: recorded(webhook), events: [...chain, queued] })
      .when(changed(1, 'body.notification.state', 'STUCK'))
      .then('event 5, TransactionCancelled, at +00:00:05.000', ...stuck.slice(0, 3));
    given({ ...reading, retold: recorded(webhook), events: [...chain, queued] })
      .when(changed(1, 'body.version', 3))
      .then('event 6, NotificationQueued, at +00:00:06.000', ...stuck.slice(0, 3));
  });
});

describe('the report', () => {
  it('prints causes below the fields, and none without them', () => {
    const { retold, requests = [] } = reading;
    const history = { epochMs: 0, startPosition: 1, requests, events: chain };
    const lines = (diff: ClientDiff) => textOf(clientReport(diff, { isAll: true }));
    const because = lines(withCauses(diffOf(state), retold, history)).slice(-4);
    expect(because).toEqual(
      stuck.map((title) => `    because of ${title.replace('(1)', '(entry 1 in the second)')}`),
    );
    expect(lines(diffOf(state)).join()).not.toContain('because');
  });

  it('leaves what is missing as it is', () => {
    const missing: ClientDifference = {
      kind: 'only-left',
      left: { n: 1, channel: '', title: 'it' },
    };
    const history = { epochMs: 0, startPosition: 0, requests: [], events: chain };
    expect(withCauses(diffOf(missing), reading.retold, history)).toEqual(diffOf(missing));
  });
});
