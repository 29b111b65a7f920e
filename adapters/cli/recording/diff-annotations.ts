// The annotations of a diff: one for each difference, at the line of the recording that has the entry.

import { changeText } from '../../recording/diff/client-report.ts';
import type { ClientDiff } from '../../recording/diff/client-difference.ts';
import type { Difference, RecordingDiff } from '../../recording/diff/difference.ts';
import { lineOf, type Annotation } from './annotations.ts';

/** More would hide others: GitHub shows ten of a step. */
const annotationsMax = 20;

/** Of the changed requests; without any, of what was received differently. */
export function clientAnnotations(
  { requests, consequences }: ClientDiff,
  [left, right]: readonly [string, string],
): readonly Annotation[] {
  const shown = (requests.length > 0 ? requests : consequences).slice(0, annotationsMax);
  return shown.map((difference) => {
    const [file, { n, title }] =
      difference.kind === 'only-right' ? [right, difference.right] : [left, difference.left];
    return {
      file,
      line: lineOf(n),
      title: `reprise diff: ${requests.length > 0 ? 'request' : 'answer'}`,
      message: `${title}: ${changeText(difference)}`,
    };
  });
}

export function recordingAnnotations(
  { differences }: RecordingDiff,
  files: readonly [string, string],
): readonly Annotation[] {
  return differences.slice(0, annotationsMax).map((difference) => ({
    ...placeOf(difference, files),
    title: `reprise diff: ${difference.kind}`,
    message: messageOf(difference),
  }));
}

function placeOf(difference: Difference, [left, right]: readonly [string, string]) {
  switch (difference.kind) {
    case 'header':
    case 'ending':
      return { file: left, line: lineOf(undefined) };
    case 'only-right':
      return { file: right, line: lineOf(difference.right.n) };
    case 'only-left':
    case 'changed':
      return { file: left, line: lineOf(difference.left.n) };
  }
}

function messageOf(difference: Difference): string {
  switch (difference.kind) {
    case 'only-left':
      return `${difference.left.title} is only in the first recording`;
    case 'only-right':
      return `${difference.right.title} is only in the second recording`;
    case 'changed':
      return `${difference.left.title}: ${pathsIn(difference)}`;
    case 'header':
    case 'ending':
      return `the ${difference.kind} differs: ${pathsIn(difference)}`;
  }
}

function pathsIn({ fields }: Extract<Difference, { readonly fields: unknown }>): string {
  return fields.map(({ path }) => path).join(', ');
}
