// Reads from the traffic of the wallet what its rules observe.

import { omitUndefined, type wallet } from '../../../core/index.ts';
import { isObject, objectsIn, textIn, type JsonObject } from '../../contracts/shown-session.ts';
import type { EventMoment, ExchangeMoment, WireMoment } from '../../contracts/wire-moments.ts';

type Observation = wallet.WalletObservation;

const apiPath = '/v1/w3s/';
const walletPath = `${apiPath}wallets/`;
const initiatingPath = `${apiPath}developer/transactions/`;
const lowestNoncePath = `${apiPath}transactions/lowestNonceTransaction`;
const monitoringPath = `${apiPath}config/entity/monitoredTokens`;
const subscriptionsPath = '/v2/notifications/subscriptions';

/** The observations of one account, moment by moment. */
export function walletObserver(): (moment: WireMoment) => readonly Observation[] {
  const senders = new SenderBook();
  return (moment) => {
    switch (moment.kind) {
      case 'exchange':
        return answerObservations(moment);
      case 'webhook':
        return webhookObservations(moment);
      case 'outcome': {
        const { n, atMs, notificationId } = moment;
        return [{ kind: 'noticeEnded', n, atMs, notificationId }];
      }
      case 'event':
        return [...senders.observe(moment), ...subscriptionEvents(moment)];
      case 'request':
        return isMonitoringChange(moment) ? [touched(moment, undefined)] : [];
      case 'socket':
      case 'frame':
      case 'close':
      case 'operator':
        return [];
    }
  };
}

function answerObservations(exchange: ExchangeMoment): readonly Observation[] {
  const { n, atMs, status, answer, path, method } = exchange;
  if (!path.startsWith(apiPath) && !path.startsWith(subscriptionsPath)) return [];
  if (status >= 400 && status < 500) {
    return answer === undefined ? [] : [{ kind: 'refusal', n, atMs, status, body: answer }];
  }
  if (status < 200 || status > 299) return [];
  const ids = path.startsWith(apiPath) ? [requestIdOf(exchange)] : [];
  if (path.startsWith(subscriptionsPath)) return [...ids, ...subscriptionAnswer(exchange)];
  if (!isObject(answer) || !isObject(answer['data'])) return ids;
  const { data } = answer;
  const records = recordsIn(exchange, data);
  const lowest = path === lowestNoncePath && method === 'GET';
  return [
    ...ids,
    ...keyObservations(exchange, data, records),
    ...records,
    ...pageObservations(exchange, data),
    ...balanceObservations(exchange, data),
    ...derivedIn(exchange, data),
    ...(lowest
      ? [{ kind: 'lowestNonce', n, atMs, transaction: data['transaction'] } as const]
      : []),
  ];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function requestIdOf({ n, atMs, headers, answerHeaders }: ExchangeMoment): Observation {
  const given = headers['x-request-id'] ?? '';
  const sent = uuid.test(given) ? given : undefined;
  return { kind: 'requestId', n, atMs, sent, returned: answerHeaders['x-request-id'] };
}

const lists = {
  walletSets: 'walletSet',
  wallets: 'wallet',
  transactions: 'transaction',
} as const;

const single = ['walletSet', 'wallet', 'transaction', 'token'] as const;

function recordsIn(exchange: ExchangeMoment, data: JsonObject): readonly wallet.RecordShown[] {
  const { status, method } = exchange;
  const isNew = status === 201 && method === 'POST';
  const shown = (of: wallet.WalletRecordKind, members: JsonObject, isMade = false) =>
    recordOf(exchange, of, members, isMade);
  return [
    ...single.flatMap((of) => {
      const members = data[of];
      return isObject(members) ? shown(of, members, isNew) : [];
    }),
    ...Object.entries(lists).flatMap(([name, of]) =>
      objectsIn(data[name]).flatMap((members) => shown(of, members, isNew)),
    ),
    ...tokensIn(data).flatMap((token) => shown('token', token)),
    ...initiatedIn(exchange, data),
  ];
}

function recordOf(
  { n, atMs, since }: Pick<ExchangeMoment, 'n' | 'atMs' | 'since'>,
  of: wallet.WalletRecordKind,
  members: JsonObject,
  isNew: boolean,
): readonly wallet.RecordShown[] {
  const id = textIn(members['id']);
  if (id === undefined) return [];
  const form = { isWhole: true, isNew, isUnordered: false };
  return [{ kind: 'record', n, atMs, since, of, id, members, ...form }];
}

/**
 * The new transaction of an answer that has its id and state. A repeated answer has the state of then, and that of a cancellation may
 * have the state to come.
 */
function initiatedIn(exchange: ExchangeMoment, data: JsonObject): readonly wallet.RecordShown[] {
  const { status, path } = exchange;
  if (status !== 201 || !path.startsWith(initiatingPath)) return [];
  if (textIn(data['state']) === undefined) return [];
  return recordOf(exchange, 'transaction', data, true).map((one) => ({ ...one, isWhole: false }));
}

/** The tokens of balances and NFTs. */
function tokensIn(data: JsonObject): readonly JsonObject[] {
  const held = [
    ...objectsIn(data['tokenBalances']),
    ...objectsIn(data['nfts']),
    ...objectsIn(data['wallets']).flatMap(({ tokenBalances }) => objectsIn(tokenBalances)),
  ];
  return [
    ...held.flatMap(({ token }) => (isObject(token) ? [token] : [])),
    ...objectsIn(data['tokens']),
  ];
}

function keyObservations(
  { n, atMs, since, method, path, sent, status }: ExchangeMoment,
  data: JsonObject,
  records: readonly wallet.RecordShown[],
): readonly Observation[] {
  if (method === 'GET' || !isObject(sent)) return [];
  const { idempotencyKey, entitySecretCiphertext: _secret, ...rest } = sent;
  const key = textIn(idempotencyKey)?.toLowerCase();
  if (key === undefined) return [];
  const own = textIn(data['id']);
  const ids = own === undefined ? records.map(({ id }) => id) : [own];
  const operation = `${method} ${path}`;
  const body = JSON.stringify(rest);
  return [{ kind: 'keyUsed', n, atMs, since, key, operation, body, isNew: status === 201, ids }];
}

const listNames = ['walletSets', 'wallets', 'transactions', 'tokenBalances', 'nfts'] as const;
/** Members of a query that select no items. */
const pageNames: ReadonlySet<string> = new Set(['pageAfter', 'pageBefore', 'pageSize', 'order']);

function pageObservations(
  { n, atMs, since, method, path, query, answerHeaders }: ExchangeMoment,
  data: JsonObject,
): readonly Observation[] {
  const list = listNames.find((name) => Array.isArray(data[name]));
  if (method !== 'GET' || list === undefined) return [];
  const size = Number(query.get('pageSize'));
  return [
    {
      kind: 'page',
      n,
      atMs,
      since,
      path,
      list,
      filters: Object.fromEntries([...query].filter(([name]) => !pageNames.has(name))),
      cursors: cursorsIn(query),
      pageSize: size > 0 ? size : undefined,
      order: query.get('order') ?? undefined,
      items: objectsIn(data[list]),
      links: linksIn(answerHeaders['link']),
    },
  ];
}

function cursorsIn(query: URLSearchParams): wallet.PageCursors {
  return omitUndefined({
    pageAfter: query.get('pageAfter') ?? undefined,
    pageBefore: query.get('pageBefore') ?? undefined,
  });
}

/** The links of a header such as `<https://host/path?pageAfter=a>; rel="next", ...`. */
function linksIn(
  header: string | undefined,
): Readonly<Record<string, wallet.PageCursors>> | undefined {
  if (header === undefined) return undefined;
  const links = [...header.matchAll(/<([^<>]*)>; rel="([a-z]+)"/g)];
  return Object.fromEntries(
    links.map(([, url = '', relation = '']) => {
      const start = url.indexOf('?');
      const query = new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
      return [relation, cursorsIn(query)];
    }),
  );
}

function balanceObservations(
  { n, atMs, path }: ExchangeMoment,
  data: JsonObject,
): readonly Observation[] {
  const [id = ''] = path.startsWith(walletPath) ? path.slice(walletPath.length).split('/') : [];
  const of = (walletId: string, list: unknown) =>
    objectsIn(list).map((members) => ({ kind: 'balance', n, atMs, walletId, members }) as const);
  return [
    ...of(id, data['tokenBalances']),
    ...objectsIn(data['wallets']).flatMap((one) =>
      of(textIn(one['id']) ?? '', one['tokenBalances']),
    ),
  ];
}

const derivingPath = /^\/v1\/w3s\/developer\/wallets\/(?:derive|([^/]+)\/blockchains\/([^/]+))$/;

function derivedIn(
  { n, atMs, method, path, sent }: ExchangeMoment,
  { wallet: members }: JsonObject,
): readonly Observation[] {
  const found = method === 'PUT' ? derivingPath.exec(path) : null;
  if (found === null || !isObject(members)) return [];
  const [, id, named] = found;
  const body = isObject(sent) ? sent : {};
  const address = textIn(body['walletAddress']);
  const blockchain = named ?? textIn(body['targetBlockchain']);
  const source = id === undefined ? address && { address } : { id };
  if (blockchain === undefined || source === undefined || source === '') return [];
  return [{ kind: 'derived', n, atMs, source, blockchain, members }];
}

function subscriptionAnswer(exchange: ExchangeMoment): readonly Observation[] {
  const { method, path, answer } = exchange;
  const id = path.slice(subscriptionsPath.length + 1);
  const data = isObject(answer) ? answer['data'] : undefined;
  const all = isObject(data) ? [data] : objectsIn(data);
  const isChange = method !== 'GET' && id !== '';
  return [
    ...all.flatMap((members) => recordOf(exchange, 'subscription', members, false)),
    ...(isChange ? [touched(exchange, id)] : []),
  ];
}

function isMonitoringChange({ method, path }: Extract<WireMoment, { kind: 'request' }>): boolean {
  return method !== 'GET' && path.startsWith(monitoringPath);
}

const monitoringEvents: ReadonlySet<string> = new Set([
  'MonitoringScopeSet',
  'TokensMonitored',
  'TokensUnmonitored',
]);

/** What a world tells of its subscriptions, and of faults that strike webhooks. */
function subscriptionEvents(event: EventMoment): readonly Observation[] {
  const { type, data } = event;
  const effect = data['effect'];
  const isStruck = isObject(effect) && textIn(effect['kind'])?.includes('webhook') === true;
  return monitoringEvents.has(type) || (type === 'FaultStruck' && isStruck)
    ? [touched(event, undefined)]
    : [];
}

function touched(
  { n, atMs }: Pick<WireMoment, 'n' | 'atMs'>,
  subscriptionId: string | undefined,
): Observation {
  return { kind: 'subscriptionTouched', n, atMs, subscriptionId };
}

function webhookObservations(
  webhook: Extract<WireMoment, { kind: 'webhook' }>,
): readonly Observation[] {
  const { n, atMs, sent } = webhook;
  if (!isObject(sent) || !isObject(sent['notification'])) return [];
  const { notification: members } = sent;
  const [type, subscriptionId, notificationId] = [
    textIn(sent['notificationType']),
    textIn(sent['subscriptionId']),
    textIn(sent['notificationId']),
  ];
  if (type?.startsWith('transactions.') !== true) return [];
  const records = recordOf({ ...webhook, since: n }, 'transaction', members, false);
  return [
    ...records.map((one) => ({ ...one, isUnordered: true })),
    ...(subscriptionId === undefined || notificationId === undefined
      ? []
      : [{ kind: 'notice', n, atMs, subscriptionId, notificationId, type, members } as const]),
  ];
}

const nonceChanges: Readonly<Record<string, wallet.NonceMoved['change']>> = {
  TransactionQueued: 'taken',
  TransactionSent: 'sent',
  TransactionFailed: 'freed',
  TransactionCancelledBeforeSend: 'freed',
};

/** The wallets of transactions that a world has told of, whose nonces it tells without them. */
class SenderBook {
  readonly #walletOf = new Map<string, string>();

  observe({ n, atMs, type, data }: EventMoment): readonly Observation[] {
    const transactionId = textIn(data['transactionId']);
    if (transactionId === undefined) return [];
    const walletId = textIn(data['walletId']);
    if (walletId !== undefined && type.endsWith('Initiated'))
      this.#walletOf.set(transactionId, walletId);
    const change = nonceChanges[type];
    if (change === undefined) return [];
    const { nonce } = data;
    const sender = this.#walletOf.get(transactionId);
    const number = typeof nonce === 'number' ? nonce : undefined;
    return [{ kind: 'nonce', n, atMs, transactionId, change, sender, nonce: number }];
  }
}
