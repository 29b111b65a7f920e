// Compares what a client did in two recordings: first its requests, then what follows from them, such as other answers.

import { alignChannels } from './alignment.ts';
import { clientItems, type ClientItem } from './client-items.ts';
import { withKeys, type KeyedItem } from './client-keys.ts';
import { pairClients } from './client-pairs.ts';
import type { FieldDifference, ItemDifference, ItemRef } from '../differences/difference.ts';
import { differingFields, type FieldPath } from '../differences/fields.ts';
import { itemRef } from './recording-diff.ts';
import { IdPairs } from './id-pairs.ts';
import { firstKeyUses } from './key-uses.ts';
import { withoutMarks } from './numeric-ids.ts';
import type { Recording } from '../format/reader.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { isKeyName } from './volatile.ts';

export interface ClientDiffOptions {
  /** Paths of fields that do not count, such as `body.refId`; `*` is any one name. A path may begin anywhere. */
  readonly ignore?: readonly string[];
}

export interface ClientField extends FieldDifference {
  /** Of idempotency keys: the entries that sent them first, each in its recording. */
  readonly firstSentIn?: { readonly left: number | undefined; readonly right: number | undefined };
}

/** A request, a frame or a webhook that differs. */
export type ClientDifference = Exclude<
  ItemDifference<ClientField>,
  { readonly kind: 'header' | 'ending' | 'state' }
>;

export interface ClientDiff {
  /** Whether the client did the same, and received the same. */
  readonly isEqual: boolean;
  /** Differences that do not count by themselves, such as the seeds. */
  readonly notes: readonly FieldDifference[];
  readonly counts: {
    /** Equal requests and frames of the client. */
    readonly sent: number;
    /** Equal messages to it: answers, frames, webhooks. */
    readonly received: number;
  };
  /** What the client did differently. */
  readonly requests: readonly ClientDifference[];
  /** What it received differently; and reads more or fewer after another difference, as of a client that polls. */
  readonly consequences: readonly ClientDifference[];
  /** What the operator of the world did differently. It does not count by itself. */
  readonly operator: readonly ClientDifference[];
}

export function compareClients(
  left: Recording,
  right: Recording,
  { ignore = [] }: ClientDiffOptions = {},
): ClientDiff {
  const isTimed = [left, right].some(hasMovingClock);
  const [lefts, rights] = [clientItems(left, ignore), clientItems(right, ignore)];
  const keyed = (items: readonly ClientItem[]) =>
    withKeys(items).filter(isTimed ? lastReads(items) : () => true);
  const keyUses = { left: firstKeyUses(lefts), right: firstKeyUses(rights) };
  const ids = new IdPairs();
  const areSent = (one: string, other: string, path: FieldPath) =>
    isKeyName(String(path.at(-1)))
      ? ids.areKeysEqual(one, other)
      : ids.areEqual(one, other, path.includes('headers')); // clients draw ids in headers
  const areReceived = (one: string, other: string) => ids.areEqual(one, other, true);

  const counts = { sent: 0, received: 0 };
  const requests: ClientDifference[] = [];
  const consequences: ClientDifference[] = [];
  const operator: ClientDifference[] = [];

  function differing(...given: Parameters<typeof differingFields>): readonly FieldDifference[] {
    return differingFields(...given).map(withoutMarks);
  }

  function withKeyUses(field: FieldDifference): ClientField {
    const { path, left: one, right: other } = field;
    if (!isKeyName(path.slice(path.lastIndexOf('.') + 1))) return field;
    const firstSentIn = {
      left: keyUses.left.get(String(one)),
      right: keyUses.right.get(String(other)),
    };
    return { ...field, firstSentIn };
  }

  function addUnpaired(item: ClientItem, difference: ClientDifference): void {
    const follows = requests.length + consequences.length > 0;
    if (item.kind === 'operator') operator.push(difference);
    else if (item.kind === 'received' || (item.kind === 'read' && follows)) {
      consequences.push(difference);
    } else requests.push(difference);
  }

  function comparePair(one: KeyedItem, other: KeyedItem, isMoved: boolean): void {
    const refs = { left: refOf(one), right: refOf(other) };
    const isMade = one.kind === 'act' || one.kind === 'read';
    const known = one.sent['outcome'] !== undefined && other.sent['outcome'] !== undefined;
    const fields =
      isMade || known || one.kind === 'operator'
        ? differing(one.sent, other.sent, areSent).filter(isOfClient).map(withKeyUses)
        : [];
    const sent: ClientDifference | undefined =
      fields.length > 0
        ? { kind: 'changed', ...refs, fields }
        : isMoved && one.kind === 'act'
          ? { kind: 'moved', ...refs }
          : undefined;
    if (one.kind === 'operator') {
      if (sent !== undefined) operator.push(sent);
      return;
    }
    if (sent !== undefined) requests.push(sent);
    else if (isMade) counts.sent += 1;
    const received = differing(one.received, other.received, areReceived);
    if (received.length > 0) consequences.push({ kind: 'changed', ...refs, fields: received });
    else if (Object.keys(one.received).length > 0) counts.received += 1;
  }

  for (const pair of alignChannels(keyed(lefts), keyed(rights), pairClients)) {
    if (pair.left === undefined) {
      addUnpaired(pair.right, { kind: 'only-right', right: refOf(pair.right) });
    } else if (pair.right === undefined) {
      addUnpaired(pair.left, { kind: 'only-left', left: refOf(pair.left) });
    } else comparePair(pair.left, pair.right, pair.isMoved ?? false);
  }
  const isEqual = requests.length === 0 && consequences.length === 0;
  const notes = differingFields(settingsOf(left), settingsOf(right));
  return { isEqual, notes, counts, requests, consequences, operator };
}

function refOf(item: ClientItem): ItemRef {
  return { ...itemRef(item), title: withoutMarks(item.title) };
}

/** A fact in one recording only is none of the client's: the service had no need of it, as for a repeated request. */
function isOfClient({ path, left, right }: FieldDifference): boolean {
  return !/^facts(\.|$)/.test(path) || (left !== undefined && right !== undefined);
}

/**
 * A filter of items that leaves, of the same reads between two acts of a channel, the last one: how often a client polls is a matter
 * of the host's time unless the clock is frozen.
 */
function lastReads(items: readonly ClientItem[]): (item: ClientItem) => boolean {
  const dropped = new Set<number>();
  const reads = new Map<string, Map<string, number>>();
  for (const { channel, kind, n, sent } of items) {
    if (kind !== 'read') {
      reads.delete(channel);
      continue;
    }
    const known = reads.get(channel) ?? new Map<string, number>();
    reads.set(channel, known);
    const key = JSON.stringify(sent);
    const before = known.get(key);
    if (before !== undefined) dropped.add(before);
    known.set(key, n);
  }
  return ({ n }) => !dropped.has(n);
}

/** Whether time moves by itself at some time: by the header, or by an input or a request that sets the clock later. */
function hasMovingClock({ header, entries }: Recording): boolean {
  const moves = (clock: unknown) =>
    isRecord(clock) && clock['mode'] !== undefined && clock['mode'] !== 'frozen';
  return (
    moves(header.clock) ||
    entries.some((entry) => {
      if (entry.kind === 'input') return moves(entry.data['clock']);
      return entry.kind === 'clock' && moves(parsed(entry.text));
    })
  );
}

/** What may explain differences: the world, and how its file ends. */
function settingsOf({ header, ending }: Recording): object {
  const { seed, epoch, clock, fixtureDigest } = header;
  return { seed, epoch, clock, fixtureDigest, ending: ending.kind };
}
