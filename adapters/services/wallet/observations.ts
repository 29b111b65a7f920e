// Reads from the traffic of the wallet what its rules observe.

import type { wallet } from '../../../core/index.ts';
import { isObject, objectsIn, textIn, type JsonObject } from '../../contracts/shown-session.ts';
import type { ExchangeMoment, WireMoment } from '../../contracts/wire-moments.ts';

type Observation = wallet.WalletObservation;

export function walletObservations(moment: WireMoment): readonly Observation[] {
  switch (moment.kind) {
    case 'exchange':
      return answerObservations(moment);
    case 'webhook':
      return webhookObservations(moment);
    case 'request':
    case 'socket':
    case 'frame':
    case 'close':
    case 'outcome':
    case 'event':
    case 'operator':
      return [];
  }
}

function answerObservations(exchange: ExchangeMoment): readonly Observation[] {
  const { status, answer } = exchange;
  if (status < 200 || status > 299 || !isObject(answer)) return [];
  const records = recordsIn(exchange, answer['data']);
  return [...keyObservations(exchange, records), ...records];
}

const lists = {
  walletSets: 'walletSet',
  wallets: 'wallet',
  transactions: 'transaction',
} as const;

const single = ['walletSet', 'wallet', 'transaction', 'token'] as const;

const initiatingPath = '/v1/w3s/developer/transactions/';
const subscriptionsPath = '/v2/notifications/subscriptions';

function recordsIn(exchange: ExchangeMoment, data: unknown): readonly wallet.RecordShown[] {
  const { n, atMs, since, path } = exchange;
  const shown = (
    of: wallet.WalletRecordKind,
    members: JsonObject,
  ): readonly wallet.RecordShown[] => {
    const id = textIn(members['id']);
    const place = { n, atMs, since };
    const form = { isWhole: true, isUnordered: false };
    return id === undefined ? [] : [{ kind: 'record', ...place, of, id, members, ...form }];
  };
  if (path.startsWith(subscriptionsPath)) {
    const all = isObject(data) ? [data] : objectsIn(data);
    return all.flatMap((members) => shown('subscription', members));
  }
  if (!isObject(data)) return [];
  const initiated = path.startsWith(initiatingPath) ? initiatedIn(exchange, data, shown) : [];
  return [
    ...single.flatMap((of) => {
      const members = data[of];
      return isObject(members) ? shown(of, members) : [];
    }),
    ...Object.entries(lists).flatMap(([name, of]) =>
      objectsIn(data[name]).flatMap((members) => shown(of, members)),
    ),
    ...tokensIn(data).flatMap((token) => shown('token', token)),
    ...initiated,
  ];
}

type Shown = (of: wallet.WalletRecordKind, members: JsonObject) => readonly wallet.RecordShown[];

/**
 * The new transaction of an answer that has its id and state. A repeated answer has the state of then, and that of a cancellation may
 * have the state to come.
 */
function initiatedIn(
  { status, path }: ExchangeMoment,
  data: JsonObject,
  shown: Shown,
): readonly wallet.RecordShown[] {
  if (status !== 201 || path.endsWith('/cancel') || textIn(data['state']) === undefined) return [];
  return shown('transaction', data).map((record) => ({ ...record, isWhole: false }));
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
  { n, atMs, since, method, path, sent, status, answer }: ExchangeMoment,
  records: readonly wallet.RecordShown[],
): readonly Observation[] {
  if (method === 'GET' || !isObject(sent)) return [];
  const { idempotencyKey, entitySecretCiphertext: _secret, ...rest } = sent;
  const key = textIn(idempotencyKey);
  if (key === undefined) return [];
  const data = isObject(answer) && isObject(answer['data']) ? answer['data'] : {};
  const own = textIn(data['id']);
  const ids = own === undefined ? records.map(({ id }) => id) : [own];
  const operation = `${method} ${path}`;
  const body = JSON.stringify(rest);
  return [
    {
      kind: 'keyUsed',
      n,
      atMs,
      since,
      key: key.toLowerCase(),
      operation,
      body,
      isNew: status === 201,
      ids,
    },
  ];
}

function webhookObservations({
  n,
  atMs,
  sent,
}: Extract<WireMoment, { kind: 'webhook' }>): readonly Observation[] {
  if (!isObject(sent) || !isObject(sent['notification'])) return [];
  const members = sent['notification'];
  const id = textIn(members['id']);
  if (id === undefined || textIn(sent['notificationType'])?.startsWith('transactions.') !== true) {
    return [];
  }
  const form = { isWhole: true, isUnordered: true };
  return [{ kind: 'record', n, atMs, since: n, of: 'transaction', id, members, ...form }];
}
