// Rules of webhooks: they come at least once, and the same one is the same each time.

import { finding, valueText, type RuleFinding, type ServiceRule } from '../../kernel/rule.ts';
import type { NoticeShown, RecordShown, WalletObservation } from './observations.ts';
import { secondOf, textOf } from './shown-values.ts';

const section = 'reference/wallet.md 11, Webhooks';

const states = {
  'transactions.outbound': new Set<unknown>([
    'QUEUED',
    'SENT',
    'STUCK',
    'CONFIRMED',
    'COMPLETE',
    'CANCELLED',
    'FAILED',
    'DENIED',
  ]),
  'transactions.inbound': new Set<unknown>(['CONFIRMED', 'COMPLETE']),
} as const;

type NoticeType = keyof typeof states;

function isNoticeType(type: string): type is NoticeType {
  return Object.hasOwn(states, type);
}

/** A webhook is of the direction of its transaction; one that is repeated has the same content. */
export const webhookContents: ServiceRule<
  WalletObservation,
  Map<string, { content: string; n: number }>
> = {
  name: 'webhook-contents',
  spec: `${section}, Message`,
  /** Grows with the webhooks of a recording. */
  start: () => new Map(),
  observe(first, observation) {
    if (observation.kind !== 'notice') return [];
    const { n, notificationId, subscriptionId, type, members } = observation;
    const direction = textOf(members['transactionType'])?.toLowerCase() ?? '';
    const content = JSON.stringify([subscriptionId, type, members]);
    const before = first.get(notificationId);
    if (before === undefined) first.set(notificationId, { content, n });
    return [
      finding(type === `transactions.${direction}`, n, () => [`transactions.${direction}`, type]),
      ...(before === undefined
        ? []
        : [
            finding(before.content === content, n, () => [
              `the content of notification ${notificationId} in entry ${before.n}`,
              content,
            ]),
          ]),
    ];
  },
};

/** What a subscription was told, and what it must be told still. */
interface Told {
  /** The second of its first webhook: older states are not owed. */
  readonly since: string;
  /** Directions, chains and tokens of which it has been told. */
  readonly scopes: Set<string>;
  /** Of transactions: their states. */
  readonly states: Map<string, Set<unknown>>;
  /** By transaction and state. */
  readonly owed: Map<string, Owed>;
  /** A webhook without an outcome, behind which others wait. */
  open: string | undefined;
}

interface Owed {
  readonly n: number;
  readonly atMs: number;
  readonly id: string;
  readonly state: string;
}

/** How long after an answer the webhook of its state may still be under way. */
const underWayMs = 60_000;

interface Subscriptions {
  readonly told: Map<string, Told>;
  readonly touched: Set<string>;
  areAllTouched: boolean;
  hasOutcomes: boolean;
}

/**
 * A state that an answer shows is told to each subscription that was told of the like: of the same direction, chain and token, since
 * its first webhook. So no knowledge of keys, filters and monitored tokens is needed; but a subscription that was never told anything
 * is not judged, nor is one that was changed. At the end, webhooks of the last minute may be under way, and those behind one whose
 * outcome is not there.
 */
export const webhooksAtLeastOnce: ServiceRule<WalletObservation, Subscriptions> = {
  name: 'webhooks-at-least-once',
  spec: `${section}, Delivery`,
  /** Grows with the transactions of a recording, for each subscription. */
  start: () => ({
    told: new Map<string, Told>(),
    touched: new Set<string>(),
    areAllTouched: false,
    hasOutcomes: false,
  }),
  observe(all, observation) {
    switch (observation.kind) {
      case 'notice':
        tell(all, observation);
        return [];
      case 'noticeEnded':
        all.hasOutcomes = true;
        for (const told of all.told.values()) {
          if (told.open === observation.notificationId) told.open = undefined;
        }
        return [];
      case 'subscriptionTouched': {
        const { subscriptionId } = observation;
        if (subscriptionId === undefined) all.areAllTouched = true;
        else all.touched.add(subscriptionId);
        return [];
      }
      case 'record':
        if (observation.of === 'transaction' && !observation.isUnordered) owe(all, observation);
        return [];
      case 'keyUsed':
      case 'derived':
      case 'balance':
      case 'page':
      case 'requestId':
      case 'refusal':
      case 'lowestNonce':
      case 'nonce':
        return [];
    }
  },
  end({ told: all, touched, areAllTouched, hasOutcomes }, { atMs }) {
    if (areAllTouched) return [];
    return [...all].flatMap(([subscriptionId, { owed, states: told, open }]) => {
      if (touched.has(subscriptionId) || (hasOutcomes && open !== undefined)) return [];
      return [...owed.values()].flatMap((one): readonly RuleFinding[] => {
        const isTold = told.get(one.id)?.has(one.state) === true;
        if (!isTold && atMs - one.atMs < underWayMs) return [];
        return [
          finding(isTold, one.n, () => [
            `a webhook to subscription ${subscriptionId} that transaction ${one.id} is ${one.state}`,
            'none',
          ]),
        ];
      });
    });
  },
};

function tell({ told: all }: Subscriptions, notice: NoticeShown): void {
  const { subscriptionId, notificationId, members } = notice;
  const id = textOf(members['id']);
  const since = secondOf(members['updateDate']);
  if (id === undefined || since === undefined) return;
  const told = all.get(subscriptionId) ?? {
    since,
    scopes: new Set<string>(),
    states: new Map<string, Set<unknown>>(),
    owed: new Map<string, Owed>(),
    open: undefined,
  };
  all.set(subscriptionId, told);
  told.scopes.add(scopeOf(members));
  const known = told.states.get(id) ?? new Set();
  told.states.set(id, known.add(members['state']));
  told.open = notificationId;
}

function owe({ told: all }: Subscriptions, { n, atMs, id, members }: RecordShown): void {
  const state = textOf(members['state']);
  const second = secondOf(members['updateDate']);
  const type = `transactions.${textOf(members['transactionType'])?.toLowerCase()}`;
  if (state === undefined || second === undefined) return;
  if (!isNoticeType(type) || !states[type].has(state)) return;
  const scope = scopeOf(members);
  for (const told of all.values()) {
    const place = `${id} ${state}`;
    if (second <= told.since || !told.scopes.has(scope) || told.owed.has(place)) continue;
    told.owed.set(place, { n, atMs, id, state });
  }
}

function scopeOf(members: RecordShown['members']): string {
  const { transactionType, blockchain, tokenId, operation } = members;
  return valueText([transactionType, blockchain, tokenId, operation]);
}
