// Compares what a client did in two recordings: first its requests, then what follows from them, such as other answers.

import {
  comparedItems,
  type ClientField,
  type ComparisonOptions,
  type ItemPair,
} from './compared-items.ts';
import { isOverSocket, type ClientItem } from './client-items.ts';
import type { FieldDifference, ItemDifference, ItemRef } from '../differences/difference.ts';
import { differingFields } from '../differences/fields.ts';
import { itemRef } from './recording-diff.ts';
import { withoutMarks } from './numeric-ids.ts';
import type { AnyRecording } from './proxy-exchanges.ts';

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
    /** Those of them that are requests of HTTP. */
    readonly requests: number;
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
  left: AnyRecording,
  right: AnyRecording,
  options: ComparisonOptions = {},
): ClientDiff {
  const counts = { sent: 0, requests: 0, received: 0 };
  const requests: ClientDifference[] = [];
  const consequences: ClientDifference[] = [];
  const operator: ClientDifference[] = [];

  function addUnpaired(item: ClientItem, difference: ClientDifference): void {
    const follows = requests.length + consequences.length > 0;
    if (item.kind === 'operator') operator.push(difference);
    else if (item.kind === 'received' || (item.kind === 'read' && follows)) {
      consequences.push(difference);
    } else requests.push(difference);
  }

  function addPair({ left: one, right: other, isMoved, sent: fields, received }: ItemPair): void {
    const refs = { left: refOf(one), right: refOf(other) };
    const isMade = one.kind === 'act' || one.kind === 'read';
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
    else if (isMade) {
      counts.sent += 1;
      if (!isOverSocket(one)) counts.requests += 1;
    }
    if (received.length > 0) consequences.push({ kind: 'changed', ...refs, fields: received });
    else if (Object.keys(one.received).length > 0) counts.received += 1;
  }

  for (const compared of comparedItems(left, right, options)) {
    if (compared.left === undefined) {
      addUnpaired(compared.right, { kind: 'only-right', right: refOf(compared.right) });
    } else if (compared.right === undefined) {
      addUnpaired(compared.left, { kind: 'only-left', left: refOf(compared.left) });
    } else addPair(compared);
  }
  const isEqual = requests.length === 0 && consequences.length === 0;
  const notes = differingFields(settingsOf(left), settingsOf(right));
  return { isEqual, notes, counts, requests, consequences, operator };
}

function refOf(item: ClientItem): ItemRef {
  return { ...itemRef(item), title: withoutMarks(item.title) };
}

/** What may explain differences: the world, and how its file ends. */
function settingsOf({ header, ending }: AnyRecording): object {
  if (header.source === 'proxy') return { ending: ending.kind };
  const { seed, epoch, clock, fixtureDigest } = header;
  return { seed, epoch, clock, fixtureDigest, ending: ending.kind };
}
