// Compares two recordings: items in one of them only, and items that differ.

import { align, alignChannels } from './alignment.ts';
import { toComparables, pairingKeys, originsOf } from './comparable.ts';
import type { FieldDifference, ItemDifference, ItemRef } from '../differences/difference.ts';
import { differingFields } from '../differences/fields.ts';
import type { Header } from '../format/header.ts';
import type { Ending, Recording } from '../format/reader.ts';
import { TokenPairs } from './token-pairs.ts';

/** An item, the header or the ending. */
export type RecordingDifference = Exclude<ItemDifference, { readonly kind: 'moved' | 'state' }>;

export interface RecordingDiff {
  readonly isEqual: boolean;
  /** Differences that do not count: time, version, name, salt and origin of the recordings. */
  readonly notes: readonly FieldDifference[];
  readonly counts: {
    readonly equal: number;
    readonly changed: number;
    readonly onlyLeft: number;
    readonly onlyRight: number;
  };
  /** The header first, then the entries in order, then the ending. */
  readonly differences: readonly RecordingDifference[];
}

export function compareRecordings(left: Recording, right: Recording): RecordingDiff {
  const tokens = new TokenPairs();
  const areEqual = (one: string, other: string) => tokens.areEqual(one, other);
  const differences: RecordingDifference[] = [];
  const [leftHeader, rightHeader] = [headerParts(left.header), headerParts(right.header)];
  const headerFields = differingFields(leftHeader.matters, rightHeader.matters, areEqual);
  if (headerFields.length > 0) differences.push({ kind: 'header', fields: headerFields });

  const itemsOf = ({ entries }: Recording) => toComparables(entries);
  const counts = { equal: 0, changed: 0, onlyLeft: 0, onlyRight: 0 };
  const pairs = alignChannels(itemsOf(left), itemsOf(right), (one, other) =>
    align(one, other, pairingKeys),
  );
  for (const pair of pairs) {
    if (pair.left === undefined) {
      counts.onlyRight += 1;
      differences.push({ kind: 'only-right', right: itemRef(pair.right) });
    } else if (pair.right === undefined) {
      counts.onlyLeft += 1;
      differences.push({ kind: 'only-left', left: itemRef(pair.left) });
    } else {
      const fields = differingFields(pair.left.fields, pair.right.fields, areEqual);
      counts[fields.length === 0 ? 'equal' : 'changed'] += 1;
      if (fields.length > 0) {
        const [one, other] = [itemRef(pair.left), itemRef(pair.right)];
        differences.push({ kind: 'changed', left: one, right: other, fields });
      }
    }
  }

  const endingFields = differingFields(endingOf(left.ending), endingOf(right.ending));
  if (endingFields.length > 0) differences.push({ kind: 'ending', fields: endingFields });
  const notesOf = (recording: Recording, { others }: { others: object }) => ({
    ...others,
    origins: originsOf(recording.entries).join(', '),
  });
  return {
    isEqual: differences.length === 0,
    notes: differingFields(notesOf(left, leftHeader), notesOf(right, rightHeader)),
    counts,
    differences,
  };
}

export function itemRef({ n, channel, title }: ItemRef): ItemRef {
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
