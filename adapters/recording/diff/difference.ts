// Compares two recordings: items in one of them only, and items that differ.

import { align } from './alignment.ts';
import { toComparables, pairingKeys, originsOf, type Comparable } from './comparable.ts';
import { isRecord } from '../inspect/entry-filter.ts';
import type { Header } from '../format/header.ts';
import type { Ending, Recording } from '../format/reader.ts';
import { TokenPairs } from './token-pairs.ts';

/** A field that differs; a side without it is undefined. */
export interface DifferingField {
  /** Member names and indices, joined with dots. */
  readonly path: string;
  readonly left?: unknown;
  readonly right?: unknown;
}

/** Refers to an item: the number of its entry, its channel, and its title. */
export interface EntryRef {
  readonly n: number;
  readonly channel: string;
  readonly title: string;
}

export type Difference =
  | { readonly kind: 'header' | 'ending'; readonly fields: readonly DifferingField[] }
  | {
      readonly kind: 'changed';
      readonly left: EntryRef;
      readonly right: EntryRef;
      readonly fields: readonly DifferingField[];
    }
  | { readonly kind: 'only-left'; readonly left: EntryRef }
  | { readonly kind: 'only-right'; readonly right: EntryRef };

export interface RecordingDiff {
  readonly isEqual: boolean;
  /** Differences that do not count: time, version, name, salt and origin of the recordings. */
  readonly notes: readonly DifferingField[];
  readonly counts: {
    readonly equal: number;
    readonly changed: number;
    readonly onlyLeft: number;
    readonly onlyRight: number;
  };
  /** The header first, then the entries in order, then the ending. */
  readonly differences: readonly Difference[];
}

export function compareRecordings(left: Recording, right: Recording): RecordingDiff {
  const tokens = new TokenPairs();
  const differences: Difference[] = [];
  const [leftHeader, rightHeader] = [headerParts(left.header), headerParts(right.header)];
  const headerFields = fieldDifferences(leftHeader.matters, rightHeader.matters, tokens);
  if (headerFields.length > 0) differences.push({ kind: 'header', fields: headerFields });

  const counts = { equal: 0, changed: 0, onlyLeft: 0, onlyRight: 0 };
  for (const pair of pairsOf(left, right)) {
    if (pair.left === undefined) {
      counts.onlyRight += 1;
      differences.push({ kind: 'only-right', right: entryRef(pair.right) });
    } else if (pair.right === undefined) {
      counts.onlyLeft += 1;
      differences.push({ kind: 'only-left', left: entryRef(pair.left) });
    } else {
      const fields = fieldDifferences(pair.left.fields, pair.right.fields, tokens);
      counts[fields.length === 0 ? 'equal' : 'changed'] += 1;
      if (fields.length > 0) {
        const [one, other] = [entryRef(pair.left), entryRef(pair.right)];
        differences.push({ kind: 'changed', left: one, right: other, fields });
      }
    }
  }

  const endingFields = fieldDifferences(endingOf(left.ending), endingOf(right.ending), tokens);
  if (endingFields.length > 0) differences.push({ kind: 'ending', fields: endingFields });
  const notesOf = (recording: Recording, { others }: { others: object }) => ({
    ...others,
    origins: originsOf(recording.entries).join(', '),
  });
  return {
    isEqual: differences.length === 0,
    notes: fieldDifferences(notesOf(left, leftHeader), notesOf(right, rightHeader)),
    counts,
    differences,
  };
}

function pairsOf(left: Recording, right: Recording) {
  const channels = new Map<string, { left: Comparable[]; right: Comparable[] }>();
  for (const side of ['left', 'right'] as const) {
    for (const item of toComparables((side === 'left' ? left : right).entries)) {
      const channel = channels.get(item.channel) ?? { left: [], right: [] };
      channels.set(item.channel, channel);
      channel[side].push(item);
    }
  }
  return [...channels.values()]
    .flatMap((channel) => {
      let place = 0; // of the left side; items of the right side only follow the pair before them
      return align(channel.left, channel.right, pairingKeys).map((pair) => {
        place = pair.left?.n ?? place;
        return { pair, place };
      });
    })
    .sort((a, b) => a.place - b.place)
    .map(({ pair }) => pair);
}

function entryRef({ n, channel, title }: Comparable): EntryRef {
  return { n, channel, title };
}

/** Members of the header that may differ between equal recordings. */
const ignoredHeaderFields: readonly string[] = [
  'afterFixture',
  'data',
  'engine',
  'recordedAt',
  'redaction',
  'reprise',
  'world',
];

function headerParts(header: Header): { matters: object; others: object } {
  const members = Object.entries(header).filter(([name]) => name !== 'h');
  const part = (isIgnored: boolean) =>
    Object.fromEntries(
      members.filter(([name]) => ignoredHeaderFields.includes(name) === isIgnored),
    );
  return { matters: part(false), others: part(true) };
}

/** The ending without the number of entries, which the items show already. */
function endingOf(ending: Ending): object {
  return ending.kind === 'whole'
    ? { kind: ending.kind, digest: ending.end.digest }
    : { kind: ending.kind };
}

/** The fields in which two values differ, in the order of the left members. */
function fieldDifferences(
  left: unknown,
  right: unknown,
  tokens: TokenPairs = new TokenPairs(),
  path: readonly (string | number)[] = [],
): DifferingField[] {
  if (typeof left === 'string' && typeof right === 'string') {
    return tokens.areEqual(left, right) ? [] : [{ path: path.join('.'), left, right }];
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
      fieldDifferences(left[index], right[index], tokens, [...path, index]),
    ).flat();
  }
  if (isRecord(left) && isRecord(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].flatMap((name) =>
      fieldDifferences(left[name], right[name], tokens, [...path, name]),
    );
  }
  return left === right ? [] : [{ path: path.join('.'), left, right }];
}
