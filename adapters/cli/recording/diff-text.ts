// The report of `diff` as text: the first difference in detail, then all of them, one a line.

import type { RecordingDiff, RecordingDifference } from '../../recording/diff/recording-diff.ts';
import type { FieldDifference, ItemRef } from '../../recording/differences/difference.ts';
import {
  differenceLine,
  differenceTitle,
  fieldLines,
  listed,
  valueCharsMax,
  valueText,
  type Naming,
  type ReportLine,
} from '../../recording/differences/text.ts';
import { clipped } from '../../wording.ts';
import { escapeControlChars, type Colours } from '../support/terminal-text.ts';

const pathsShownMax = 3;
const hint = '--all shows them';

const naming: Naming<FieldDifference> = {
  item: (item, right) => {
    const other =
      right === undefined || right.n === item.n ? '' : ` (entry ${right.n} in the second)`;
    return `${itemText(item)}${other}`;
  },
  path: escapeControlChars,
  value: (field, side) => valueText(field[side], escapeControlChars),
};

function itemText({ n, channel, title }: ItemRef): string {
  return `entry ${n}, ${escapeControlChars(channel)}, ${clipped(escapeControlChars(title), valueCharsMax)}`;
}

/** The report, line by line. */
export function recordingReport(
  { isEqual, notes, counts, differences }: RecordingDiff,
  isAll: boolean,
): readonly ReportLine[] {
  const lines: ReportLine[] = notes.map((field) => ({ tone: 'note', text: noteText(field) }));
  const [first] = differences;
  if (isEqual || first === undefined) {
    const text = `The recordings are equal: ${counts.equal} items compared.`;
    return [...lines, { tone: 'plain', text }];
  }
  lines.push({ tone: 'head', text: `First difference: ${differenceTitle(first, naming)}` });
  if ('fields' in first)
    lines.push(...fieldLines(first.fields, naming, { indent: '  ', isAll, hint }));
  lines.push({ tone: 'plain', text: '' }, { tone: 'plain', text: countsText(counts, differences) });
  if (differences.length === 1) return lines;
  const { shown, more } = listed(differences, isAll);
  lines.push(...shown.map(listLine));
  return more === 0 ? lines : [...lines, { tone: 'note', text: `... and ${more} more: ${hint}.` }];
}

function countsText(
  { equal, changed, onlyLeft, onlyRight }: RecordingDiff['counts'],
  differences: readonly RecordingDifference[],
): string {
  const others = differences
    .filter(({ kind }) => kind === 'header' || kind === 'ending')
    .map(({ kind }) => `, ${kind} differs`)
    .join('');
  return `${equal} equal, ${changed} changed, ${onlyLeft} only in the first, ${onlyRight} only in the second${others}.`;
}

function listLine(difference: RecordingDifference): ReportLine {
  const line = differenceLine(difference, naming);
  if (!('fields' in difference)) return line;
  const paths = difference.fields.map(({ path }) => escapeControlChars(path));
  const more = paths.length > pathsShownMax ? `, and ${paths.length - pathsShownMax} more` : '';
  return { ...line, text: `${line.text}: ${paths.slice(0, pathsShownMax).join(', ')}${more}` };
}

function noteText(field: FieldDifference): string {
  const [left, right] = [naming.value(field, 'left'), naming.value(field, 'right')];
  return `note: ${naming.path(field.path)} is ${left} and ${right}`;
}

/** The lines of a report for a terminal. */
export function paintedLines(lines: readonly ReportLine[], colours: Colours): readonly string[] {
  const { bold, dim, green, red, yellow } = colours;
  const paints = {
    head: bold,
    left: red,
    right: green,
    both: yellow,
    note: dim,
    plain: (text: string) => text,
  };
  return lines.map(({ tone, text }) => paints[tone](escapeControlChars(text)));
}
