// Why a Reprise answered otherwise: the event that an answer shows, what led to it, and who began it.

import { describe, expect, it } from 'vitest';
import type {
  ClientDiff,
  ClientDifference,
} from '../../../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../../../adapters/recording/diff/client-report.ts';
import type { AnyRecording } from '../../../../adapters/recording/diff/proxy-exchanges.ts';
import type { ItemRef } from '../../../../adapters/recording/differences/difference.ts';
import { textOf } from '../../../../adapters/recording/differences/text.ts';
import { withCauses } from '../../../../adapters/retell/causes/causes.ts';
import type {
  LiveEvent,
  LiveHistory,
  ServedRequest,
} from '../../../../adapters/retell/causes/live-history.ts';
import { shownConfig } from '../../../../adapters/world-config.ts';

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
  const counts = { sent: 0, requests: 0, received: 0 };
  return { isEqual: false, notes: [], counts, requests: [], consequences, operator: [] };
}

interface Situation extends Partial<LiveHistory> {
  /** What was recorded; nothing unless it counts. */
  readonly before?: AnyRecording;
  readonly retold: AnyRecording;
}

const settings = { start: {}, end: {} };

/** The causes of the first of some differences, as `title (entry)`. */
function given({ before = recorded(), retold, ...history }: Situation) {
  const all: LiveHistory = {
    epochMs: 0,
    startPosition: 0,
    requests: [],
    events: [],
    settings,
    ...history,
  };
  return {
    when(...differences: readonly ClientDifference[]) {
      const diff = diffOf(...differences);
      const [explained] = withCauses(diff, { recorded: before, retold }, all).consequences;
      const { causes } = explained?.kind === 'only-left' ? explained : rightOf(explained);
      const shown = causes?.map(({ title, n }) => (n === undefined ? title : `${title} (${n})`));
      return { then: (...titles: readonly string[]) => expect(shown ?? []).toEqual(titles) };
    },
  };
}

function rightOf(difference: ClientDifference | undefined): {
  readonly causes?: readonly ItemRef[];
} {
  return difference !== undefined && 'right' in difference ? difference.right : {};
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
    const history = { epochMs: 0, startPosition: 1, requests, events: long, settings };
    const sides = { recorded: recorded(), retold: reading.retold };
    const shown = withCauses(diffOf(state), sides, history);
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

describe('a request that was struck by a fault', () => {
  const faultId = 'a6c1ffb0-2f6e-496d-8ce8-73c439aaa79a';
  const fault = `faults/fault/${faultId}`;
  const added = event(1, 'FaultAdded', { stream: fault });
  const struck = event(2, 'FaultStruck', { stream: fault });
  const byFault = [
    'event 2, FaultStruck, at +00:00:02.000',
    'POST /v1/w3s/wallets (1)',
    `event 1, FaultAdded of ${fault} from outside the session, at +00:00:01.000`,
  ];
  const refused = request('POST', '/v1/w3s/wallets', {
    events: [{ position: 2, stream: fault, type: 'FaultStruck' }],
    position: 2,
  });

  it('shows the strike, and what has added the fault', () => {
    given({
      retold: recorded(sent('POST', '/v1/w3s/wallets'), answered(1, {})),
      startPosition: 1,
      requests: [refused],
      events: [added, struck],
    })
      .when(changed(1, 'answer.status', 429))
      .then(...byFault);
  });

  it('explains later requests about what it did not create', () => {
    given({
      before: recorded(
        sent('POST', '/v1/w3s/wallets'),
        answered(1, { data: { id: wallet } }),
        sent('GET', `/v1/w3s/wallets/${wallet}`),
        answered(3, { data: { id: wallet } }),
      ),
      retold: recorded(
        sent('POST', '/v1/w3s/wallets'),
        answered(1, {}),
        sent('GET', `/v1/w3s/wallets/${wallet}`),
        answered(3, { code: 1 }),
      ),
      startPosition: 1,
      requests: [refused, request('GET', `/v1/w3s/wallets/${wallet}`, { position: 2 })],
      events: [added, struck],
    })
      .when(changed(3, 'answer.status', 404))
      .then('POST /v1/w3s/wallets (1)');
  });
});

const missing = (n: number, channel: string): ClientDifference => ({
  kind: 'only-left',
  left: { n, channel, title: 'it' },
});

describe('a webhook that is missing', () => {
  const subscription = '51b2c3d4-2f6e-496d-8ce8-73c439aaa79a';
  const notificationId = '0d3ae9b0-2f6e-496d-8ce8-73c439aaa79a';
  const told = (transactionId: string) => ({
    kind: 'webhook.request',
    method: 'POST',
    url: '/',
    headers: {},
    text: JSON.stringify({
      subscriptionId: subscription,
      notificationId,
      notification: { id: transactionId, walletId: wallet, state: 'COMPLETE' },
    }),
  });
  const webhook = missing(3, 'webhooks');
  const transferring = [sent('POST', '/v1/w3s/transfer'), answered(1, { data: { id } })];
  const situation: Situation = {
    before: recorded(...transferring, told(id)),
    retold: recorded(...transferring),
    startPosition: 1,
    requests: [request('POST', '/v1/w3s/transfer', initiated)],
    events: chain.slice(0, 3),
  };

  it('shows the last event of what it was about', () => {
    given(situation)
      .when(webhook)
      .then(...stuck);
  });

  it('shows that of what it names, if it is about something else', () => {
    const inbound = 'aaaac3d4-2f6e-496d-8ce8-73c439aaa79a';
    given({ ...situation, before: recorded(...transferring, told(inbound)) })
      .when(webhook)
      .then(...stuck);
  });

  it('shows what others did to its subscription', () => {
    const removed = event(4, 'SubscriptionRemoved', {
      stream: `wallet/subscription/${subscription}`,
    });
    given({ ...situation, events: [...chain.slice(0, 2), removed] })
      .when(webhook)
      .then(
        ...stuck.slice(1),
        `event 4, SubscriptionRemoved of wallet/subscription/${subscription} from outside the session, at +00:00:04.000`,
      );
  });

  it('shows the fault that lost it', () => {
    const attempted = event(5, 'WebhookAttempted', {
      stream: `wallet/notification/${notificationId}`,
      cause: 4,
      data: { notificationId, notification: { transactionId: id } },
    });
    const fault = { stream: 'faults/fault/f' };
    const added = event(1, 'FaultAdded', fault);
    const struck = event(6, 'FaultStruck', {
      ...fault,
      cause: 5,
      data: { request: { notificationId, attempt: 1 } },
    });
    given({ ...situation, events: [added, ...chain.slice(0, 3), attempted, struck] })
      .when(webhook)
      .then(
        'event 6, FaultStruck, at +00:00:06.000',
        'event 5, WebhookAttempted, at +00:00:05.000',
        ...stuck,
        'event 1, FaultAdded of faults/fault/f from outside the session, at +00:00:01.000',
      );
  });

  it('shows the request that did not begin what it was about', () => {
    given({
      ...situation,
      retold: recorded(sent('POST', '/v1/w3s/transfer'), answered(1, { code: 1 })),
      requests: [request('POST', '/v1/w3s/transfer')],
      events: [],
    })
      .when(webhook)
      .then('POST /v1/w3s/transfer (1)');
  });
});

describe('a frame that is missing', () => {
  const said = (content: string) => ({
    kind: 'ws.out',
    conn: 7,
    text: JSON.stringify({ type: 'ConversationText', content }),
  });
  const channel = 'speech#1 received';
  const before = recorded(opened, said('Hello.'), said('On its way.'));

  it('shows the frame that came in its place, with its causes', () => {
    const right = { n: 3, channel, title: '< Warning' };
    given({ ...talk, before, retold: recorded(opened, said('Hello.'), said('It is lost.')) })
      .when(missing(3, channel), { kind: 'only-right', right })
      .then('< Warning (3)', thought, socket, script);
  });

  it('shows the last event of its session if none came', () => {
    const ended = event(7, 'SessionEnded', { stream: `speech/session/${session}` });
    given({ ...talk, before, events: [ended], retold: recorded(opened, said('Hello.')) })
      .when(missing(3, channel))
      .then('event 7, SessionEnded, at +00:00:07.000', socket);
  });

  it('shows the fault that dropped it', () => {
    const fault = { stream: 'faults/fault/f' };
    const path = '/v1/agent/converse';
    const struck = { ...fault, data: { request: { path, direction: 'out' } } };
    const events = [event(1, 'FaultAdded', fault), event(6, 'FaultStruck', struck)];
    given({ ...talk, before, events, retold: recorded(opened, said('Hello.')) })
      .when(missing(3, channel))
      .then(
        'event 6, FaultStruck, at +00:00:06.000',
        'event 1, FaultAdded of faults/fault/f from outside the session, at +00:00:01.000',
      );
  });

  it('shows the handshake that was refused', () => {
    given({ ...talk, before, requests: [], events: [], retold: recorded(opened) })
      .when(missing(3, channel))
      .then(socket);
  });

  it('shows for a text that is repeated the event of this time', () => {
    const again = (n: number): ClientDifference => {
      const right = { n, channel, title: 'it' };
      return { kind: 'only-right', right };
    };
    const thoughtOf = (position: number) =>
      event(position, 'ThinkingStarted', {
        stream: `speech/session/${session}`,
        data: { thought: { text: 'It is lost.' } },
      });
    given({
      ...talk,
      events: [thoughtOf(4), thoughtOf(8)],
      retold: recorded(opened, said('It is lost.'), said('It is lost.')),
    })
      .when(again(3), again(2))
      .then('event 8, ThinkingStarted, at +00:00:08.000', socket);
  });
});

describe('a setting', () => {
  const refusal = changed(1, 'answer.status', 400);
  const situation: Situation = {
    retold: recorded(sent('POST', '/v1/w3s/wallets'), answered(1, {})),
    requests: [request('POST', '/v1/w3s/wallets')],
  };
  const own = { ...refusal, right: { n: 1, channel: 'wallet', title: 'it' } } as ClientDifference;
  const defaults = shownConfig({ ids: 'ordinal', config: {} });

  it('of the service explains what no event does', () => {
    const start = { ...defaults, walletLimits: { walletsPerSet: 1 }, speech: { idleMs: 1 } };
    given({ ...situation, settings: { start, end: start } })
      .when(own)
      .then('the setting (PATCH config) walletLimits {"walletsPerSet":1} in place of nothing');
  });

  it('that changes during the session is an act', () => {
    const end = { ...defaults, rateLimits: { get: 1 } };
    given({ ...situation, settings: { start: defaults, end } })
      .when(own)
      .then('PATCH config: rateLimits {"get":1} in place of nothing');
  });

  it('of keys explains only that a client is not let in', () => {
    const start = { ...defaults, walletKeys: ['TEST_API_KEY:own:key'] };
    given({ ...situation, settings: { start, end: start } })
      .when(own)
      .then();
  });

  it('is not named where the world is set as a new one', () => {
    given({ ...situation, settings: { start: defaults, end: defaults } })
      .when(own)
      .then();
  });
});

describe('the report', () => {
  it('prints causes below the fields, and none without them', () => {
    const { retold, requests = [] } = reading;
    const history = { epochMs: 0, startPosition: 1, requests, events: chain, settings };
    const lines = (diff: ClientDiff) => textOf(clientReport(diff, { isAll: true }));
    const sides = { recorded: recorded(), retold };
    const because = lines(withCauses(diffOf(state), sides, history)).slice(-4);
    expect(because).toEqual(
      stuck.map((title) => `    because of ${title.replace('(1)', '(entry 1 in the second)')}`),
    );
    expect(lines(diffOf(state)).join()).not.toContain('because');
  });

  it('prints those of what is missing, too', () => {
    const causes = [{ n: undefined, channel: 'event', title: 'event 4, Stuck' }];
    const lost: ClientDifference = { ...(missing(1, 'webhooks') as object), causes } as never;
    expect(textOf(clientReport(diffOf(lost), { isAll: true })).slice(-2)).toEqual([
      '- it (entry 1) is only in the first recording',
      '    because of event 4, Stuck',
    ]);
  });

  it('leaves a request that is missing as it is', () => {
    const history = { epochMs: 0, startPosition: 0, requests: [], events: chain, settings };
    const sides = { recorded: recorded(), retold: reading.retold };
    const lost = missing(1, 'wallet');
    expect(withCauses(diffOf(lost), sides, history)).toEqual(diffOf(lost));
  });
});
