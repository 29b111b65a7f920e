// `reprise diff`: the differences of two recordings, as text, JSON or annotations.

import { resolve } from 'node:path';
import { compareClients, type ClientDiff } from '../../recording/diff/client-difference.ts';
import { changeText, clientReport } from '../../recording/diff/client-report.ts';
import {
  compareRecordings,
  type RecordingDiff,
  type RecordingDifference,
} from '../../recording/diff/recording-diff.ts';
import type { FirstDifference } from '../../studio/story/diff-story.ts';
import type { ItemDifference, ItemRef } from '../../recording/differences/difference.ts';
import { differenceTitle, textOf, type ReportLine } from '../../recording/differences/text.ts';
import {
  readAnyRecording,
  readRecording,
  type Ending,
  type Recording,
} from '../../recording/format/reader.ts';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { annotationText, isAnnotated, type Annotation } from './annotations.ts';
import { paintedLines, recordingReport } from './diff-text.ts';
import { differenceAnnotations } from './difference-annotations.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { withReadErrors } from '../support/read-errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { coloursFor, escapeControlChars, type Colours } from '../support/terminal-text.ts';

export interface DiffOptions {
  readonly client?: boolean;
  readonly ignore?: readonly string[];
  readonly all?: boolean;
  readonly github?: boolean;
  readonly html?: string;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** The most annotations. More would hide others: GitHub shows ten of a step. */
const annotationsMax = 20;

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
  const paths = [resolve(cwd, left), resolve(cwd, right)] as const;
  const colours = coloursFor(options.color, host);
  const { cuts, compared, recordings } =
    options.client === true
      ? await bothRead(paths, readAnyRecording, (both) => clientsCompared(both, options))
      : await bothRead(paths, readRecording, (both) => recordingsCompared(both, options));
  const { isEqual, json, report, annotations, first } = compared;
  if (isAnnotated(options.github, host)) {
    const write = options.json === true ? host.printError : print;
    for (const annotation of annotations([left, right])) write(annotationText(annotation, host));
  }
  if (options.json === true) print(JSON.stringify(json()));
  else {
    const text = paintedLines(report(), colours).join('\n');
    const cutLines = cuts.map((cut, index) => cutText(index === 0 ? left : right, cut, colours));
    for (const line of [...cutLines, text]) if (line !== '') print(line);
  }
  if (options.html !== undefined && first !== undefined) {
    const named = { difference: first, text: textOf(report()).join('\n') };
    const sentence = await writeDifference(options.html, [left, right], recordings, named, host);
    (options.json === true ? host.printError : print)(sentence);
  }
  return isEqual ? exitCodes.fine : exitCodes.differs;
}

/** Writes the page of both; resolves with the sentence that names it. */
async function writeDifference(
  html: string,
  files: readonly [string, string],
  recordings: readonly [AnyRecording, AnyRecording],
  first: FirstDifference,
  host: CliHost,
): Promise<string> {
  const { writeFailure } = await import('../studio/failure-html.ts');
  const { diffStory } = await import('../../studio/story/diff-story.ts'); // with the whole engine
  const both = files.map((file, index) => ({
    file: resolve(host.cwd, file),
    recording: recordings[index === 0 ? 0 : 1],
  }));
  const onProgress = (file: string, done: number, total: number) => {
    if (total > 0) host.progress(`replaying ${file}  ${Math.floor((100 * done) / total)} %`);
  };
  const story = await withReadErrors(() => diffStory(both, { first, onProgress }));
  return writeFailure(html, story, host);
}

/** Reads one file after the other. */
async function bothRead<File extends AnyRecording>(
  [left, right]: readonly [string, string],
  read: (path: string) => Promise<File>,
  compare: (files: readonly [File, File]) => Compared,
): Promise<BothRead> {
  const one = await withReadErrors(() => read(left));
  const other = await withReadErrors(() => read(right));
  const recordings = [one, other] as const;
  return { cuts: [one.ending, other.ending], compared: compare(recordings), recordings };
}

interface BothRead {
  readonly cuts: readonly Ending<unknown>[];
  readonly compared: Compared;
  readonly recordings: readonly [AnyRecording, AnyRecording];
}

/** A comparison, and how to print it. */
interface Compared {
  readonly isEqual: boolean;
  readonly json: () => object;
  readonly report: () => readonly ReportLine[];
  readonly annotations: (files: readonly [string, string]) => readonly Annotation[];
  /** What is named first; undefined if they are equal. */
  readonly first: ItemDifference | undefined;
}

function recordingsCompared(
  [one, other]: readonly [Recording, Recording],
  { all }: DiffOptions,
): Compared {
  const comparison = compareRecordings(one, other);
  const { isEqual, differences } = comparison;
  const wording = {
    title: ({ kind }: RecordingDifference) => `reprise diff: ${kind}`,
    message: annotationMessage,
  };
  return {
    isEqual,
    json: () => toJson(comparison),
    report: () => recordingReport(comparison, all === true),
    annotations: (files) =>
      differenceAnnotations(differences.slice(0, annotationsMax), files, wording),
    first: differences[0],
  };
}

function annotationMessage(difference: RecordingDifference): string {
  const title = differenceTitle(difference, { item: (item) => item.title });
  if (!('fields' in difference)) return title;
  const paths = difference.fields.map(({ path }) => path).join(', ');
  return difference.kind === 'changed' ? `${title}: ${paths}` : `${title} differs: ${paths}`;
}

function clientsCompared(
  [one, other]: readonly [AnyRecording, AnyRecording],
  { all = false, ignore = [] }: DiffOptions,
): Compared {
  const comparison = compareClients(one, other, { ignore });
  return {
    isEqual: comparison.isEqual,
    json: () => comparison,
    report: () => clientReport(comparison, { isAll: all, hint: '--all shows them' }),
    annotations: (files) => clientAnnotations(comparison, files),
    first: comparison.isEqual ? undefined : (comparison.requests[0] ?? comparison.consequences[0]),
  };
}

/** Of the changed requests; without any, of what was received differently. */
function clientAnnotations(
  { requests, consequences }: ClientDiff,
  files: readonly [string, string],
): readonly Annotation[] {
  const isOfRequests = requests.length > 0;
  const shown = (isOfRequests ? requests : consequences).slice(0, annotationsMax);
  return differenceAnnotations(shown, files, {
    title: `reprise diff: ${isOfRequests ? 'request' : 'answer'}`,
    message: (difference) => {
      const { title } = 'left' in difference ? difference.left : difference.right;
      return `${title}: ${changeText(difference)}`;
    },
  });
}

/** For programs, which know the channel of an entry as its `lane`. */
function toJson(comparison: RecordingDiff): object {
  const itemRef = ({ n, channel, title }: ItemRef) => ({ n, lane: channel, title });
  const differences = comparison.differences.map((difference) => ({
    ...difference,
    ...('left' in difference ? { left: itemRef(difference.left) } : {}),
    ...('right' in difference ? { right: itemRef(difference.right) } : {}),
  }));
  return { ...comparison, differences };
}

function cutText(file: string, ending: Ending<unknown>, { yellow }: Colours): string {
  if (ending.kind === 'whole') return '';
  const place = ending.entries === 0 ? 'the header' : `entry ${ending.entries}`;
  return yellow(`${escapeControlChars(file)} was cut after ${place}: it has no end line.`);
}
