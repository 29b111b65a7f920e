// Pairs what clients sent and received in two recordings, and compares each pair: the ids, keys and secrets that were drawn anew
// stand for each other from where they are first seen.

import { alignChannels } from './alignment.ts';
import { clientItems, type ClientItem } from './client-items.ts';
import { withKeys, type KeyedItem } from './client-keys.ts';
import { pairClients } from './client-pairs.ts';
import type { FieldDifference } from '../differences/difference.ts';
import { differingFields, type FieldPath } from '../differences/fields.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { IdPairs } from './id-pairs.ts';
import { firstKeyUses } from './key-uses.ts';
import { withoutMarks } from './numeric-ids.ts';
import type { AnyRecording } from './proxy-exchanges.ts';
import { isKeyName } from './volatile.ts';

export interface ClientField extends FieldDifference {
  /** Of idempotency keys: the entries that sent them first, each in its recording. */
  readonly firstSentIn?: { readonly left: number | undefined; readonly right: number | undefined };
}

/** A request, frame or webhook of both recordings. */
export interface ItemPair {
  readonly left: ClientItem;
  readonly right: ClientItem;
  /** Whether it is at another place among the others. */
  readonly isMoved: boolean;
  /** The fields of what the client sent, or the receiver of a webhook answered, that differ. */
  readonly sent: readonly ClientField[];
  /** The fields of what it received that differ. */
  readonly received: readonly FieldDifference[];
}

/** A pair, or an item of one recording only. */
export type ComparedItem =
  | ItemPair
  | { readonly left: ClientItem; readonly right?: never }
  | { readonly left?: never; readonly right: ClientItem };

export interface ComparisonOptions {
  /** Paths of fields that do not count, such as `body.refId`; `*` is any one name. A path may begin anywhere. */
  readonly ignore?: readonly string[];
}

/** In the order of the left items. */
export function* comparedItems(
  left: AnyRecording,
  right: AnyRecording,
  { ignore = [] }: ComparisonOptions = {},
): Iterable<ComparedItem> {
  const isTimed = [left, right].some(hasMovingClock);
  const [lefts, rights] = [clientItems(left, ignore), clientItems(right, ignore)];
  const keyed = (items: readonly ClientItem[]) =>
    withKeys(items).filter(isTimed ? lastReads(items) : () => true);
  const comparison = new PairComparison(lefts, rights);
  for (const pair of alignChannels(keyed(lefts), keyed(rights), pairClients)) {
    if (pair.left === undefined) yield { right: pair.right };
    else if (pair.right === undefined) yield { left: pair.left };
    else yield comparison.compared(pair.left, pair.right, pair.isMoved ?? false);
  }
}

/** Compares pairs one after another. */
class PairComparison {
  readonly #keyUses;
  readonly #ids = new IdPairs();

  constructor(lefts: readonly ClientItem[], rights: readonly ClientItem[]) {
    this.#keyUses = { left: firstKeyUses(lefts), right: firstKeyUses(rights) };
  }

  compared(left: KeyedItem, right: KeyedItem, isMoved: boolean): ItemPair {
    const isMade = left.kind === 'act' || left.kind === 'read';
    const known = left.sent['outcome'] !== undefined && right.sent['outcome'] !== undefined;
    const sent =
      isMade || known || left.kind === 'operator'
        ? differing(left.sent, right.sent, this.#areSent)
            .filter(isOfClient)
            .map((field) => this.#withKeyUses(field))
        : [];
    const isCompared = left.kind !== 'operator';
    const received = isCompared ? differing(left.received, right.received, this.#areReceived) : [];
    return { left, right, isMoved, sent, received };
  }

  readonly #areSent = (one: string, other: string, path: FieldPath): boolean =>
    isKeyName(String(path.at(-1)))
      ? this.#ids.areKeysEqual(one, other)
      : this.#ids.areEqual(one, other, path.includes('headers')); // clients draw ids in headers

  readonly #areReceived = (one: string, other: string): boolean =>
    this.#ids.areEqual(one, other, true);

  #withKeyUses(field: FieldDifference): ClientField {
    const { path, left, right } = field;
    if (!isKeyName(path.slice(path.lastIndexOf('.') + 1))) return field;
    const firstSentIn = {
      left: this.#keyUses.left.get(String(left)),
      right: this.#keyUses.right.get(String(right)),
    };
    return { ...field, firstSentIn };
  }
}

function differing(...given: Parameters<typeof differingFields>): readonly FieldDifference[] {
  return differingFields(...given).map(withoutMarks);
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
function hasMovingClock({ header, entries }: AnyRecording): boolean {
  if (header.source === 'proxy') return true;
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
