// Prints how two clients differ: the changed requests field by field, and the number of consequences.

import { clipped } from '../../wording.ts';
import type { FieldDifference, ItemRef } from '../differences/difference.ts';
import {
  counted,
  differenceLine,
  fieldLines,
  listed,
  valueCharsMax,
  valueText,
  type Naming,
  type ReportLine,
} from '../differences/text.ts';
import type { ClientDiff, ClientDifference } from './client-difference.ts';
import type { ClientField } from './compared-items.ts';
import { isKeyName } from './volatile.ts';

export interface ClientReportOptions {
  /** Whether all differences and fields are listed, with the consequences. */
  readonly isAll?: boolean;
  /** How a reader gets at the whole list, such as `--all shows them`. */
  readonly hint?: string;
  /** The first line, in place of the one about two clients. */
  readonly head?: string;
  /** Whether the second session has performed the first one: then its requests have changed only as a consequence. */
  readonly isRetold?: boolean;
}

/** The report, line by line. Values are JSON; lines with `-` are of the first recording, those with `+` of the second. */
export function clientReport(
  diff: ClientDiff,
  {
    isAll = false,
    hint,
    head = clientSentence(diff, isAll ? undefined : hint),
    isRetold = false,
  }: ClientReportOptions = {},
): readonly ReportLine[] {
  const { requests, consequences, operator } = diff;
  const lines: ReportLine[] = [{ tone: 'head', text: head }];
  const section = (title: string, differences: readonly ClientDifference[]) => {
    if (differences.length === 0) return;
    lines.push({ tone: 'plain', text: '' }, { tone: 'plain', text: `${title}:` });
    lines.push(...differenceLines(differences, isAll, hint));
  };
  if (!isRetold) section('Requests', requests);
  section('The operator did', diff.isEqual && !isAll ? [] : operator);
  // Without a changed request the consequences are all that there is.
  section('Consequences', isAll || isRetold || requests.length === 0 ? consequences : []);
  if (isRetold) section('Requests', requests);
  if (!diff.isEqual && diff.notes.length > 0) {
    lines.push({ tone: 'plain', text: '' }, ...diff.notes.map(noteLine));
  }
  return lines;
}

/** The result in one sentence, such as `2 of your requests changed (feeLevel LOW to HIGH); 40 consequences`. */
function clientSentence(diff: ClientDiff, hint?: string): string {
  const { counts, requests, consequences, operator } = diff;
  if (diff.isEqual) {
    const received = counted(counts.received, 'message');
    return `The clients did the same: ${sentText(counts)}, ${received} received.`;
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

/** How much was sent. Over sockets these are messages, of which a run of audio is one. */
export function sentText({ sent, requests }: ClientDiff['counts']): string {
  return `${counted(sent, sent === requests ? 'request' : 'message')} sent`;
}

const kindsShownMax = 3;

/** The kinds of changes in parentheses, the most frequent first. */
export function changesText(differences: readonly ClientDifference[]): string {
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
      const [first] = difference.fields as readonly [FieldDifference];
      const name = first.path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? first.path;
      return isKeyName(name)
        ? `${name} is not reused as before`
        : `${name} ${plainValue(first.left)} to ${plainValue(first.right)}`;
    }
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

function plainTitle({ title }: ItemRef): string {
  return title.replace(/\?.*$/s, '').replace(uuid, ':id');
}

function plainValue(value: unknown): string {
  const text = typeof value === 'string' ? value : valueText(value);
  return text === '' ? '""' : clipped(text, 40);
}

function differenceLines(
  differences: readonly ClientDifference[],
  isAll: boolean,
  hint: string | undefined,
): readonly ReportLine[] {
  const { shown, more } = listed(differences, isAll);
  const lines = shown.flatMap((difference) => linesOf(difference, isAll));
  const rest = `... and ${more} more${hint === undefined ? '' : `: ${hint}`}`;
  return more === 0 ? lines : [...lines, { tone: 'note', text: rest }];
}

function linesOf(difference: ClientDifference, isAll: boolean): readonly ReportLine[] {
  const line = differenceLine(difference, { item: itemText });
  if (difference.kind !== 'changed') return [line, ...causeLines(difference)];
  const naming: Pick<Naming<ClientField>, 'path' | 'value'> = {
    path: (path) => path,
    value: (field, side) => sideText(field, difference[side].n, side),
  };
  return [
    line,
    ...fieldLines(difference.fields, naming, { indent: '    ', isAll }),
    ...causeLines(difference),
  ];
}

/** Of the second side, whose history is known where causes are. */
function causeLines(difference: ClientDifference): readonly ReportLine[] {
  const { causes = [] } = 'right' in difference ? difference.right : difference;
  return causes.map(({ n, title }) => {
    const entry = n === undefined ? '' : ` (entry ${n} in the second)`;
    return { tone: 'note', text: `    because of ${clipped(title, valueCharsMax)}${entry}` };
  });
}

/** The value on one side; of an idempotency key whether it is that of an earlier request. */
function sideText(field: ClientField, entry: number | undefined, side: 'left' | 'right'): string {
  const isOther = side === 'right' && valueText(field.left) === valueText(field.right);
  const text = isOther ? `${valueText(field.right)}, another one` : valueText(field[side]);
  const first = field.firstSentIn?.[side];
  if (first === undefined) return text;
  return first === entry ? `${text}, a new one` : `${text}, that of entry ${first}`;
}

function itemText({ n, title }: ItemRef, right?: ItemRef): string {
  const other = right === undefined || right.n === n ? '' : `, ${right.n} in the second`;
  return `${clipped(title, valueCharsMax)} (entry ${n}${other})`;
}

function noteLine({ path, left, right }: FieldDifference): ReportLine {
  return { tone: 'note', text: `note: ${path} is ${valueText(left)} and ${valueText(right)}` };
}
