// What the rules of the wallet allow for: views that overlap or lag behind, webhooks in any order, keys with other bodies.

import { describe, expect, it } from 'vitest';
import { RuleBook } from '../../../core/kernel/rule.ts';
import {
  rules,
  type NonceMoved,
  type NoticeShown,
  type RecordShown,
  type WalletObservation,
} from '../../../core/wallet/rules.ts';

/** The names of the rules that observations break, and how often one was evaluated. */
function verdict(observations: readonly WalletObservation[], lastMs = 0) {
  const book = new RuleBook(rules);
  for (const observation of observations) book.observe(observation);
  const reports = book.end({ n: 1_000, atMs: lastMs });
  return {
    broken: reports.filter(({ broken }) => broken > 0).map(({ name }) => name),
    evaluated: (rule: string) => reports.find(({ name }) => name === rule)?.evaluated,
  };
}

const dates = { createDate: '2026-01-01T00:00:00Z', updateDate: '2026-01-01T00:00:00Z' };

function transaction(n: number, state: string, rest: Partial<RecordShown> = {}): RecordShown {
  const { members, ...form } = rest;
  return {
    kind: 'record',
    n,
    atMs: n,
    since: n - 1,
    of: 'transaction',
    id: 't1',
    isWhole: true,
    isNew: false,
    isUnordered: false,
    members: {
      id: 't1',
      state,
      blockchain: 'ETH-SEPOLIA',
      transactionType: 'OUTBOUND',
      ...dates,
      ...members,
    },
    ...form,
  };
}

describe('states of a transaction', () => {
  it('break their rule if they go back', () => {
    expect(verdict([transaction(2, 'SENT'), transaction(4, 'QUEUED')]).broken).toEqual([
      'transaction-states',
    ]);
  });

  it('may be left out, and a transaction may leave its block again', () => {
    const states = ['INITIATED', 'SENT', 'CONFIRMED', 'SENT', 'STUCK', 'COMPLETE'];
    const seen = states.map((state, index) => transaction(2 + 2 * index, state));
    expect(verdict(seen).broken).toEqual([]);
  });

  it('may be seen either way by requests that overlap', () => {
    const early = transaction(4, 'QUEUED', { since: 1 });
    expect(verdict([transaction(3, 'SENT', { since: 2 }), early]).broken).toEqual([]);
  });

  it('may come in any order in webhooks', () => {
    const told = { isUnordered: true };
    const all = [transaction(1, 'COMPLETE', told), transaction(2, 'CONFIRMED', told)];
    expect(verdict([...all, transaction(4, 'COMPLETE')]).broken).toEqual([]);
  });

  it('may be those of a copy that lags behind, which has an older date', () => {
    const later = { members: { updateDate: '2026-01-01T00:00:09Z' } };
    expect(verdict([transaction(2, 'SENT', later), transaction(4, 'QUEUED')]).broken).toEqual([]);
    expect(verdict([transaction(2, 'QUEUED', later), transaction(4, 'SENT')]).broken).toEqual([
      'transaction-states',
    ]);
  });
});

describe('keys', () => {
  const used = (n: number, rest: object): WalletObservation => ({
    kind: 'keyUsed',
    n,
    atMs: n,
    since: n - 1,
    key: 'k',
    operation: 'POST /a',
    body: '{}',
    isNew: false,
    ids: ['a'],
    ...rest,
  });

  it('may make something once, whichever answer comes first', () => {
    const made = used(4, { isNew: true });
    expect(verdict([used(2, {}), made]).broken).toEqual([]);
    expect(verdict([made, used(6, {}), used(8, { isNew: true })]).broken).toEqual([
      'idempotent-answers',
    ]);
  });

  it('are not judged with another body, and count for each operation', () => {
    const others = [
      used(4, { body: '{"a":1}', ids: ['b'] }),
      used(6, { operation: 'x', ids: ['c'] }),
    ];
    expect(verdict([used(2, {}), ...others]).broken).toEqual([]);
  });
});

describe('ids', () => {
  it('may be told by a webhook before the answer that makes them', () => {
    const told = transaction(3, 'INITIATED', { since: 3, isUnordered: true });
    const made = transaction(4, 'INITIATED', { since: 2, isNew: true });
    expect(verdict([told, made]).broken).toEqual([]);
    expect(verdict([transaction(1, 'INITIATED'), made]).broken).toEqual(['unique-ids']);
  });
});

describe('nonces', () => {
  const move = (id: string, change: NonceMoved['change'], nonce?: number): NonceMoved => ({
    kind: 'nonce',
    n: 1,
    atMs: 1,
    transactionId: id,
    change,
    sender: 'w',
    nonce,
  });
  const taken = (id: string, nonce: number) => move(id, 'taken', nonce);

  it('pass on to the next transactions if one was freed', () => {
    const freed = [taken('a', 0), taken('b', 1), taken('c', 2), move('b', 'freed')];
    expect(verdict([...freed, taken('d', 2)]).broken).toEqual([]);
    expect(verdict([...freed, taken('d', 1)]).broken).toEqual(['unique-nonces']);
  });

  it('stay those of transactions that were sent', () => {
    const sent = [taken('a', 0), taken('b', 1), move('b', 'sent'), move('a', 'freed')];
    expect(verdict([...sent, taken('c', 1)]).broken).toEqual(['unique-nonces']);
  });
});

describe('webhooks', () => {
  const notice = (n: number, state: string, second: number): NoticeShown => ({
    kind: 'notice',
    n,
    atMs: n,
    subscriptionId: 's1',
    notificationId: `n${n}`,
    type: 'transactions.outbound',
    members: transaction(n, state, { members: { updateDate: `2026-01-01T00:00:0${second}Z` } })
      .members,
  });
  const seen = (n: number, state: string, second: number) =>
    transaction(n, state, { members: { updateDate: `2026-01-01T00:00:0${second}Z` } });
  const missed = [notice(1, 'QUEUED', 1), seen(3, 'SENT', 2)];

  it('are owed for a state that was seen, and may be late by a minute', () => {
    expect(verdict(missed, 100_000).broken).toEqual(['webhooks-at-least-once']);
    expect(verdict(missed, 50_000).broken).toEqual([]);
    const told = verdict([...missed, notice(5, 'SENT', 2)], 100_000);
    expect(told.broken).toEqual([]);
    expect(told.evaluated('webhooks-at-least-once')).toBe(1);
  });

  it.each<readonly [string, WalletObservation]>([
    [
      'a subscription that was changed',
      { kind: 'subscriptionTouched', n: 4, atMs: 4, subscriptionId: 's1' },
    ],
    [
      'tokens that are monitored otherwise',
      { kind: 'subscriptionTouched', n: 4, atMs: 4, subscriptionId: undefined },
    ],
  ])('are not owed to %s', (_, change) => {
    expect(verdict([...missed, change], 100_000).broken).toEqual([]);
  });

  it('are not owed for states of before, nor of other tokens', () => {
    const before = [notice(1, 'QUEUED', 5), seen(3, 'SENT', 2)];
    expect(verdict(before, 100_000).broken).toEqual([]);
    const other = transaction(3, 'SENT', {
      id: 't2',
      members: { id: 't2', tokenId: 'x', updateDate: '2026-01-01T00:00:02Z' },
    });
    expect(verdict([notice(1, 'QUEUED', 1), other], 100_000).broken).toEqual([]);
  });

  it('wait behind one without an outcome', () => {
    const ended: WalletObservation = { kind: 'noticeEnded', n: 2, atMs: 2, notificationId: 'n1' };
    const open = notice(4, 'FAILED', 3);
    expect(verdict([...missed, ended], 100_000).broken).toEqual(['webhooks-at-least-once']);
    expect(verdict([...missed, ended, open], 100_000).broken).toEqual([]);
  });
});
