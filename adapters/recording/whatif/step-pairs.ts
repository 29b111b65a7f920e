// Pairs the entries from outside of an edited recording with those of its execution: the same ones, with other ids and numbers.

import { align } from '../diff/alignment.ts';
import { withoutIds } from '../diff/id-pairs.ts';
import type { OutsideEntry } from '../edit/recording-steps.ts';

const keys: readonly ((entry: OutsideEntry) => string)[] = [
  (entry) => `${placeOf(entry)} ${contentOf(entry)}`,
  placeOf,
  ({ kind }) => kind,
];

/** The executed entry for each number of an edited one that was executed. */
export function pairSteps(
  edited: readonly OutsideEntry[],
  executed: readonly OutsideEntry[],
): ReadonlyMap<number, OutsideEntry> {
  const pairs = new Map<number, OutsideEntry>();
  for (const { left, right } of align(edited, executed, keys)) {
    if (left !== undefined && right !== undefined) pairs.set(left.n, right);
  }
  return pairs;
}

function placeOf(entry: OutsideEntry): string {
  const { kind } = entry;
  if ('method' in entry)
    return `${kind} ${entry.method} ${withoutIds(entry.url).replace(/\?.*$/s, '')}`;
  if (entry.kind === 'ws.open') return `${kind} ${entry.url}`;
  if (entry.kind === 'input') return `${kind} ${entry.data.kind}`;
  return kind;
}

function contentOf(entry: OutsideEntry): string {
  if ('text' in entry || 'base64' in entry) {
    const { text = '', base64 = '' } = entry as { text?: string; base64?: string };
    return withoutIds(text) + base64;
  }
  if (entry.kind === 'input') return withoutIds(JSON.stringify(entry.data));
  return entry.kind === 'webhook.outcome' ? `${entry.attempt} ${entry.outcome.kind}` : '';
}
