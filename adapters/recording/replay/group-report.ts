// Prints the groups of differences of a whole replay: each root in detail, then how many more there are of its kind, and what
// follows from them, summed up by kinds.

import { counted } from '../differences/text.ts';
import type { DifferenceGroup, DifferenceRef } from './difference-groups.ts';
import { divergenceLines } from './report.ts';

const kindsShownMax = 10;
const entriesShownMax = 5;

/** The lines of all groups; `epochMs` is the first instant of the world. */
export function groupLines(groups: readonly DifferenceGroup[], epochMs: number): readonly string[] {
  const total = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  const head = `${counted(total, 'difference')}, ${counted(groups.length, 'cause')}:`;
  return [head, ...groups.flatMap((group, index) => linesOf(group, index + 1, epochMs))];
}

/** How many differences a group has. */
function sizeOf({ others, consequences }: DifferenceGroup): number {
  return 1 + others.length + consequences.length;
}

/** What else is in a group, such as `2 more of its kind, 12 consequences`; empty if nothing is. */
export function restText({ others, consequences }: DifferenceGroup): string {
  const parts = [
    ...(others.length === 0 ? [] : [`${others.length} more of its kind`]),
    ...(consequences.length === 0 ? [] : [counted(consequences.length, 'consequence')]),
  ];
  return parts.join(', ');
}

function linesOf(group: DifferenceGroup, number: number, epochMs: number): readonly string[] {
  const { first, others, consequences } = group;
  const [lead = '', ...rest] = divergenceLines(first, epochMs);
  return [
    `${number}. ${lead}`,
    ...rest.map((line) => `   ${line}`),
    ...(others.length === 0 ? [] : [`   ${others.length} more of its kind${entriesText(others)}`]),
    ...(consequences.length === 0
      ? []
      : [`   ${counted(consequences.length, 'consequence')}:`, ...kindLines(consequences)]),
  ];
}

/** Consequences by their kinds, the most frequent first. */
function kindLines(refs: readonly DifferenceRef[]): readonly string[] {
  const kinds = new Map<string, DifferenceRef[]>();
  for (const ref of refs) {
    const kind = kindText(ref);
    kinds.set(kind, [...(kinds.get(kind) ?? []), ref]);
  }
  const sorted = [...kinds].sort(([, one], [, other]) => other.length - one.length);
  const shown = sorted.slice(0, kindsShownMax);
  const more = sorted.length - shown.length;
  return [
    ...shown.map(([kind, of]) => `     ${of.length} x ${kind}${entriesText(of)}`),
    ...(more === 0 ? [] : [`     and ${counted(more, 'more kind')}`]),
  ];
}

/** What differs, without ids and indices. */
function kindText({ what, path }: DifferenceRef): string {
  const title = what.replace(/\?.*$/s, '').replace(varying, ':id');
  return path === '' ? title : `${title}, ${path.replace(/\.\d+(?=\.|$)/g, '.*')}`;
}

const varying = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b0x[0-9a-f]{16,}\b/g;

function entriesText(refs: readonly DifferenceRef[]): string {
  const entries = refs.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  if (entries.length === 0) return '';
  const shown = entries.slice(0, entriesShownMax).join(', ');
  const more = entries.length - entriesShownMax;
  const noun = entries.length === 1 ? 'entry' : 'entries';
  return ` (${noun} ${shown}${more > 0 ? `, and ${more} more` : ''})`;
}
