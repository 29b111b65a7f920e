// Prints how two clients differ: the changed requests field by field, and the number of consequences.

import type { ClientDiff, ClientDifference, ClientField } from './client-difference.ts';
import type { EntryRef } from './difference.ts';
import type { DifferingField } from './fields.ts';
import { isKeyName } from './volatile.ts';

export interface ClientReportOptions {
  /** Whether all differences and fields are listed, with the consequences. */
  readonly isAll?: boolean;
  /** How a reader gets at the whole list, such as `--all shows them`. */
  readonly hint?: string;
}

/** Without `isAll`: the most differences listed, and fields of each. */
const listedMax = 20;
const valueCharsMax = 160;

/** The report, line by line. Values are JSON; lines with `-` are of the first recording, those with `+` of the second. */
export function clientReport(
  diff: ClientDiff,
  { isAll = false, hint }: ClientReportOptions = {},
): readonly string[] {
  const { requests, consequences, operator } = diff;
  const lines = [clientSentence(diff, isAll ? undefined : hint)];
  const section = (title: string, differences: readonly ClientDifference[]) => {
    if (differences.length === 0) return;
    lines.push('', `${title}:`, ...differenceLines(differences, isAll));
  };
  section('Requests', requests);
  section('The operator did', diff.isEqual && !isAll ? [] : operator);
  // Without a changed request the consequences are all that there is.
  section('Consequences', isAll || requests.length === 0 ? consequences : []);
  if (!diff.isEqual && diff.notes.length > 0) {
    lines.push('', ...diff.notes.map((field) => `note: ${fieldText(field)}`));
  }
  return lines;
}

/** The result in one sentence, such as `2 of your requests changed (feeLevel LOW to HIGH); 40 consequences`. */
function clientSentence(diff: ClientDiff, hint?: string): string {
  const { counts, requests, consequences, operator } = diff;
  if (diff.isEqual) {
    const received = counted(counts.received, 'message');
    return `The clients did the same: ${counted(counts.sent, 'request')} sent, ${received} received.`;
  }
  const shown = hint === undefined ? '' : `, ${hint}`;
  if (requests.length > 0) {
    const changes = changesText(requests);
    const follow = counted(consequences.length, 'consequence');
    return `${requests.length} of your requests changed${changes}; ${follow}${consequences.length === 0 ? '' : shown}.`;
  }
  const cause = operator.length > 0 ? ' The operator did something else.' : '';
  return `Your requests are equal; ${counted(consequences.length, 'received message')} changed${changesText(consequences)}.${cause}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const kindsShownMax = 3;

/** The kinds of changes, the most frequent first. */
function changesText(differences: readonly ClientDifference[]): string {
  const kinds = new Map<string, number>();
  for (const difference of differences) {
    const kind = changeText(difference);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const sorted = [...kinds].sort(([, one], [, other]) => other - one).map(([kind]) => kind);
  const more = sorted.length - kindsShownMax;
  const rest = more > 0 ? `, and ${more} more` : '';
  return ` (${sorted.slice(0, kindsShownMax).join(', ')}${rest})`;
}

/** What has changed, such as `feeLevel LOW to HIGH`. */
export function changeText(difference: ClientDifference): string {
  switch (difference.kind) {
    case 'only-left':
      return `${plainTitle(difference.left)} is missing`;
    case 'only-right':
      return `${plainTitle(difference.right)} is new`;
    case 'moved':
      return `${plainTitle(difference.left)} in another order`;
    case 'changed': {
      const [first] = difference.fields as readonly [DifferingField];
      const name = first.path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? first.path;
      return isKeyName(name)
        ? `${name} is not reused as before`
        : `${name} ${plainValue(first.left)} to ${plainValue(first.right)}`;
    }
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

function plainTitle({ title }: EntryRef): string {
  return title.replace(/\?.*$/s, '').replace(uuid, ':id');
}

function plainValue(value: unknown): string {
  const text = typeof value === 'string' ? value : valueText(value);
  return text === '' ? '""' : clip(text, 40);
}

function differenceLines(
  differences: readonly ClientDifference[],
  isAll: boolean,
): readonly string[] {
  const shown = isAll ? differences : differences.slice(0, listedMax);
  const more = differences.length - shown.length;
  return [
    ...shown.flatMap((difference) => linesOf(difference, isAll)),
    ...(more === 0 ? [] : [`... and ${more} more`]),
  ];
}

function linesOf(difference: ClientDifference, isAll: boolean): readonly string[] {
  switch (difference.kind) {
    case 'only-left':
      return [`- ${refText(difference.left)} is only in the first recording`];
    case 'only-right':
      return [`+ ${refText(difference.right)} is only in the second recording`];
    case 'moved':
      return [`~ ${bothText(difference)} is in another order`];
    case 'changed': {
      const { fields } = difference;
      const shown = isAll ? fields : fields.slice(0, listedMax);
      const more = fields.length - shown.length;
      return [
        `~ ${bothText(difference)}`,
        ...shown.flatMap((field) => [
          `    ${field.path}`,
          `      - ${sideText(field, difference, 'left')}`,
          `      + ${sideText(field, difference, 'right')}`,
        ]),
        ...(more === 0 ? [] : [`    ... and ${more} more fields`]),
      ];
    }
  }
}

/** The value on one side; of an idempotency key whether it is that of an earlier request. */
function sideText(
  field: ClientField,
  difference: Record<'left' | 'right', EntryRef>,
  side: 'left' | 'right',
): string {
  const text = valueText(field[side]);
  const first = field.firstSentIn?.[side];
  if (first === undefined) return text;
  return first === difference[side].n ? `${text}, a new one` : `${text}, that of entry ${first}`;
}

function refText({ n, title }: EntryRef): string {
  return `${clip(title, valueCharsMax)} (entry ${n})`;
}

function bothText({ left, right }: { readonly left: EntryRef; readonly right: EntryRef }): string {
  const other = left.n === right.n ? '' : `, ${right.n} in the second`;
  return `${clip(left.title, valueCharsMax)} (entry ${left.n}${other})`;
}

function fieldText({ path, left, right }: DifferingField): string {
  return `${path} is ${valueText(left)} and ${valueText(right)}`;
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : clip(JSON.stringify(value), valueCharsMax);
}

function clip(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}
