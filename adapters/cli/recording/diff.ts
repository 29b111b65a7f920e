// `reprise diff`: the differences of two recordings, as text or JSON.

import { resolve } from 'node:path';
import {
  compareRecordings,
  type RecordingDiff,
  type Difference,
  type EntryRef,
} from '../../recording/diff/difference.ts';
import type { DifferingField } from '../../recording/diff/fields.ts';
import { readRecording, type Recording } from '../../recording/format/reader.ts';
import { compareClients } from '../../recording/diff/client-difference.ts';
import { clientReport } from '../../recording/diff/client-report.ts';
import { annotationText, isAnnotated, type Annotation } from './annotations.ts';
import { clientAnnotations, recordingAnnotations } from './diff-annotations.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { withReadErrors } from './inspect.ts';
import type { CliHost } from '../support/cli-host.ts';
import { clipped, coloursFor, escapeControlChars, type Colours } from '../support/terminal-text.ts';

export interface DiffOptions {
  readonly client?: boolean;
  readonly ignore?: readonly string[];
  readonly all?: boolean;
  readonly github?: boolean;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** Without --all: the most differences, and fields of the first one. */
const listedMax = 20;
const valueChars = 160;

/** Prints how two files differ; resolves with the exit code. */
export async function diff(
  left: string,
  right: string,
  options: DiffOptions,
  host: CliHost,
): Promise<number> {
  const { cwd, print } = host;
  if (options.client !== true && options.ignore !== undefined) {
    throw new CliError('--ignore needs --client, which compares what the clients did.');
  }
  const one = await withReadErrors(() => readRecording(resolve(cwd, left)));
  const other = await withReadErrors(() => readRecording(resolve(cwd, right)));
  const colours = coloursFor(options.color, host);
  const cuts = [cutText(left, one, colours), cutText(right, other, colours)];
  const { comparison, json, text, annotations } =
    options.client === true
      ? clientsCompared(one, other, options, colours)
      : recordingsCompared(one, other, options, colours);
  if (isAnnotated(options.github, host)) {
    const write = options.json === true ? host.printError : print;
    for (const annotation of annotations([left, right])) write(annotationText(annotation, host));
  }
  if (options.json === true) print(JSON.stringify(json()));
  else for (const line of [...cuts, text()]) if (line !== '') print(line);
  return comparison.isEqual ? exitCodes.fine : exitCodes.differs;
}

/** A comparison, and how to print it. */
interface Compared {
  readonly comparison: { readonly isEqual: boolean };
  readonly json: () => object;
  readonly text: () => string;
  readonly annotations: (files: readonly [string, string]) => readonly Annotation[];
}

function recordingsCompared(
  one: Recording,
  other: Recording,
  { all }: DiffOptions,
  colours: Colours,
): Compared {
  const comparison = compareRecordings(one, other);
  return {
    comparison,
    json: () => toJson(comparison),
    text: () => comparisonText(comparison, all === true, colours),
    annotations: (files) => recordingAnnotations(comparison, files),
  };
}

function clientsCompared(
  one: Recording,
  other: Recording,
  { all = false, ignore = [] }: DiffOptions,
  colours: Colours,
): Compared {
  const comparison = compareClients(one, other, { ignore });
  const text = () => {
    const report = clientReport(comparison, { isAll: all, hint: '--all shows them' });
    return report.map((line, index) => paintedLine(line, index === 0, colours)).join('\n');
  };
  const annotations: Compared['annotations'] = (files) => clientAnnotations(comparison, files);
  return { comparison, json: () => comparison, text, annotations };
}

function paintedLine(line: string, isFirst: boolean, colours: Colours): string {
  const { bold, dim, green, red, yellow } = colours;
  const text = escapeControlChars(line);
  if (isFirst) return bold(text);
  const sign = /^(?: {6})?([-+~]) /.exec(line)?.[1];
  if (sign === '-') return red(text);
  if (sign === '+') return green(text);
  if (sign === '~') return yellow(text);
  return /^(?:note|\.\.\.)/.test(line) ? dim(text) : text;
}

/** For programs, which know the channel of an entry as its `lane`. */
function toJson(comparison: RecordingDiff): object {
  const entryRef = ({ n, channel, title }: EntryRef) => ({ n, lane: channel, title });
  const differences = comparison.differences.map((difference) => ({
    ...difference,
    ...('left' in difference ? { left: entryRef(difference.left) } : {}),
    ...('right' in difference ? { right: entryRef(difference.right) } : {}),
  }));
  return { ...comparison, differences };
}

function cutText(file: string, { ending }: Recording, { yellow }: Colours): string {
  if (ending.kind === 'whole') return '';
  const place = ending.entries === 0 ? 'the header' : `entry ${ending.entries}`;
  return yellow(`${escapeControlChars(file)} was cut after ${place}: it has no end line.`);
}

function comparisonText(
  { isEqual, notes, counts, differences }: RecordingDiff,
  isAll: boolean,
  colours: Colours,
): string {
  const { bold, dim } = colours;
  const lines = notes.map((field) => dim(`note: ${fieldLine(field)}`));
  const [first] = differences;
  if (isEqual || first === undefined) {
    return [...lines, `The recordings are equal: ${counts.equal} items compared.`].join('\n');
  }
  const { equal, changed, onlyLeft, onlyRight } = counts;
  lines.push(bold(`First difference: ${differenceTitle(first)}`));
  if ('fields' in first) lines.push(...fieldsText(first.fields, isAll, colours));
  const others = differences
    .filter(({ kind }) => kind === 'header' || kind === 'ending')
    .map(({ kind }) => `, ${kind} differs`)
    .join('');
  lines.push(
    '',
    `${equal} equal, ${changed} changed, ${onlyLeft} only in the first, ${onlyRight} only in the second${others}.`,
  );
  const shown = isAll ? differences : differences.slice(0, listedMax);
  if (differences.length > 1) lines.push(...shown.map((one) => differenceLine(one, colours)));
  const left = differences.length - shown.length;
  if (left > 0) lines.push(dim(`... and ${left} more: --all shows them.`));
  return lines.join('\n');
}

function differenceTitle(difference: Difference): string {
  switch (difference.kind) {
    case 'header':
      return 'the header';
    case 'ending':
      return 'the ending';
    case 'only-left':
      return `${entryRefText(difference.left)} is only in the first recording`;
    case 'only-right':
      return `${entryRefText(difference.right)} is only in the second recording`;
    case 'changed': {
      const { left, right } = difference;
      const other = left.n === right.n ? '' : ` (entry ${right.n} in the second)`;
      return `${entryRefText(left)}${other}`;
    }
  }
}

function entryRefText({ n, channel, title }: EntryRef): string {
  return `entry ${n}, ${escapeControlChars(channel)}, ${clipped(escapeControlChars(title), valueChars)}`;
}

function fieldsText(
  fields: readonly DifferingField[],
  isAll: boolean,
  { dim, green, red }: Colours,
): readonly string[] {
  const shown = isAll ? fields : fields.slice(0, listedMax);
  const lines = shown.flatMap(({ path, left, right }) => [
    `  ${escapeControlChars(path)}`,
    red(`    - ${valueText(left)}`),
    green(`    + ${valueText(right)}`),
  ]);
  const more = fields.length - shown.length;
  return more === 0 ? lines : [...lines, dim(`  ... and ${more} more fields: --all shows them.`)];
}

function differenceLine(difference: Difference, { green, red, yellow }: Colours): string {
  const title = differenceTitle(difference);
  if (difference.kind === 'only-left') return red(`- ${title}`);
  if (difference.kind === 'only-right') return green(`+ ${title}`);
  const paths = difference.fields.map(({ path }) => escapeControlChars(path));
  const more = paths.length > 3 ? `, and ${paths.length - 3} more` : '';
  return yellow(`~ ${title}: ${paths.slice(0, 3).join(', ')}${more}`);
}

function fieldLine({ path, left, right }: DifferingField): string {
  return `${escapeControlChars(path)} is ${valueText(left)} and ${valueText(right)}`;
}

function valueText(value: unknown): string {
  return value === undefined
    ? 'nothing'
    : clipped(escapeControlChars(JSON.stringify(value)), valueChars);
}
