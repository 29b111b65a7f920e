// The words and lines that reports of differences share. Each report chooses the names of its items, and how many it lists.

import { clipped } from '../../wording.ts';
import type { FieldDifference, ItemDifference, ItemRef } from './difference.ts';

/** The most characters of a value or a title. */
export const valueCharsMax = 160;

/** The most characters of a value in the report of a single difference. */
const detailCharsMax = 300;

/** Without `--all`: the most differences, and fields of each. */
const listedMax = 20;

/** What a line is about; its colour follows from it. */
export type LineTone = 'head' | 'left' | 'right' | 'both' | 'note' | 'plain';

export interface ReportLine {
  readonly tone: LineTone;
  readonly text: string;
}

/** A report for readers without colours. */
export function textOf(lines: readonly ReportLine[]): readonly string[] {
  return lines.map(({ text }) => text);
}

/** How a report names items and prints the value of a field on one side. */
export interface Naming<Field extends FieldDifference> {
  /** `right` is given if both sides have the item. */
  readonly item: (item: ItemRef, right?: ItemRef) => string;
  readonly path: (path: string) => string;
  readonly value: (field: Field, side: 'left' | 'right') => string;
}

const signs = { left: '-', right: '+', both: '~' } as const;

/** What differs, in words. */
export function differenceTitle<Field extends FieldDifference>(
  difference: ItemDifference<Field>,
  { item }: Pick<Naming<Field>, 'item'>,
): string {
  switch (difference.kind) {
    case 'only-left':
      return `${item(difference.left)} is only in the first recording`;
    case 'only-right':
      return `${item(difference.right)} is only in the second recording`;
    case 'moved':
      return `${item(difference.left, difference.right)} is in another order`;
    case 'changed':
      return item(difference.left, difference.right);
    case 'state':
      return item(difference.left);
    case 'header':
    case 'ending':
      return `the ${difference.kind}`;
  }
}

/** A difference in one sentence, which quotes the first field: what was, and what is. */
export function differenceSentence(difference: ItemDifference): string {
  switch (difference.kind) {
    case 'only-left':
      return `${difference.left.title} is missing`;
    case 'only-right':
      return `${difference.right.title} is new`;
    case 'moved':
      return `${difference.left.title} is in another order`;
    case 'state':
      return difference.left.title;
    case 'changed':
      return `${difference.left.title}: ${changeOf(difference.fields)}`;
    case 'header':
    case 'ending':
      return `the ${difference.kind}: ${changeOf(difference.fields)}`;
  }
}

function changeOf([field]: readonly FieldDifference[]): string {
  if (field === undefined) return 'differs';
  return `${field.path} was ${detailedValue(field.left)}, is ${detailedValue(field.right)}`;
}

/** A difference in a list, with the sign of its side. */
export function differenceLine<Field extends FieldDifference>(
  difference: ItemDifference<Field>,
  naming: Pick<Naming<Field>, 'item'>,
): { readonly tone: keyof typeof signs; readonly text: string } {
  const { kind } = difference;
  const tone = kind === 'only-left' ? 'left' : kind === 'only-right' ? 'right' : 'both';
  return { tone, text: `${signs[tone]} ${differenceTitle(difference, naming)}` };
}

/** Fields with their values on both sides. `hint` says how a reader gets at those that are not listed. */
export function fieldLines<Field extends FieldDifference>(
  fields: readonly Field[],
  { path, value }: Pick<Naming<Field>, 'path' | 'value'>,
  {
    indent,
    isAll,
    hint,
  }: { readonly indent: string; readonly isAll: boolean; readonly hint?: string },
): readonly ReportLine[] {
  const { shown, more } = listed(fields, isAll);
  const lines = shown.flatMap((field): ReportLine[] => [
    { tone: 'plain', text: `${indent}${path(field.path)}` },
    { tone: 'left', text: `${indent}  - ${value(field, 'left')}` },
    { tone: 'right', text: `${indent}  + ${value(field, 'right')}` },
  ]);
  if (more === 0) return lines;
  const rest = `${indent}... and ${more} more fields`;
  return hint === undefined
    ? [...lines, { tone: 'plain', text: rest }]
    : [...lines, { tone: 'note', text: `${rest}: ${hint}.` }];
}

/** The first items of a list, or all, and the number of the others. */
export function listed<Item>(
  items: readonly Item[],
  isAll: boolean,
): { readonly shown: readonly Item[]; readonly more: number } {
  const shown = isAll ? items : items.slice(0, listedMax);
  return { shown, more: items.length - shown.length };
}

/** A value as JSON; `nothing` for a side that has none. `escape` is applied before it is clipped. */
export function valueText(value: unknown, escape = (text: string) => text): string {
  return value === undefined ? 'nothing' : clipped(escape(JSON.stringify(value)), valueCharsMax);
}

/** A value as JSON in the report of a single difference, which shows more of it. */
export function detailedValue(value: unknown): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length <= detailCharsMax ? text : `${text.slice(0, detailCharsMax)}...`;
}

/** An entry in brackets, after what it is; empty without one. */
export function entryText(n: number | undefined): string {
  return n === undefined ? '' : ` (entry ${n})`;
}

/** Such as `1 difference` and `2 differences`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
