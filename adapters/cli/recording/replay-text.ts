// Replay results as lines of text: file by file; a cause that several files share is explained once.

import type { ReplayResult } from '../../recording/replay/replay.ts';
import { kindOfDivergence } from '../../recording/replay/divergence-kind.ts';
import { escapeControlChars } from '../support/terminal-text.ts';

/** The result of one file. */
export interface ReplayOutcome {
  readonly file: string;
  /** updated: it differed, and its file has been written again. */
  readonly result: 'equal' | 'different' | 'updated' | 'cut' | 'unreadable';
  readonly seconds: number;
  readonly replay?: ReplayResult;
  readonly message?: string;
  readonly details?: readonly string[];
  /** The entry where it was cut, or cannot be read. */
  readonly entry?: number;
  /** Of a recording that was performed against a server: how it answered. */
  readonly compared?: object;
  /** The first instant of the world. */
  readonly epochMs?: number;
}

/** The earlier file with the same cause of divergence; undefined if there is none. */
export type SameAs = (outcome: ReplayOutcome) => ReplayOutcome | undefined;

/** Groups different files by the kind of their divergence. */
export function sameCauses(outcomes: readonly ReplayOutcome[]): SameAs {
  const firsts = new Map<string, ReplayOutcome>();
  const found = new Map<ReplayOutcome, ReplayOutcome>();
  for (const outcome of outcomes) {
    const divergence = outcome.replay?.divergence;
    if (outcome.result !== 'different' || divergence === undefined) continue;
    const kind = kindOfDivergence(divergence);
    const first = firsts.get(kind);
    if (first === undefined) firsts.set(kind, outcome);
    else found.set(outcome, first);
  }
  return (outcome) => found.get(outcome);
}

/** The lines of one file. */
export function outcomeLines({
  file,
  result,
  replay,
  message = '',
  details,
}: ReplayOutcome): readonly string[] {
  const head = headLine(result, file);
  if (result === 'equal') {
    const cut =
      replay?.ending.kind === 'cut'
        ? [`  It was cut after entry ${replay.ending.entries}; the part that exists is equal.`]
        : [];
    const told = replay === undefined ? (details ?? []).map((line) => `  ${line}`) : [];
    const lines = [...dataLines(replay), ...countLines(replay), ...cut, ...underWayLines(replay)];
    return [head, ...told, ...lines];
  }
  const indented = (details ?? [message]).map((line) => `  ${escapeControlChars(line)}`);
  return [
    head,
    ...dataLines(replay),
    ...indented,
    ...(result === 'different' || result === 'updated' ? countLines(replay) : []),
  ];
}

function headLine(result: ReplayOutcome['result'], file: string): string {
  return `${result.padEnd(10)} ${escapeControlChars(file)}`;
}

/** The lines of all files that differ: each cause once, with the other files that share it below. */
export function differenceLines(
  outcomes: readonly ReplayOutcome[],
  sameAs: SameAs,
): readonly string[] {
  const different = outcomes.filter(({ result }) => result === 'different');
  return different.flatMap((outcome) => {
    if (sameAs(outcome) !== undefined) return [];
    const others = different.filter((other) => sameAs(other) === outcome);
    const count = others.length === 1 ? '1 more recording' : `${others.length} more recordings`;
    return [
      ...outcomeLines(outcome),
      ...(others.length === 0 ? [] : [`  The same in ${count}:`]),
      ...others.flatMap(({ file, message = '', replay }) => [
        headLine('different', file),
        ...dataLines(replay),
        `  ${escapeControlChars(message)}`,
      ]),
    ];
  });
}

/** Differing editions of packaged data, a possible cause of any difference. */
export function dataLines(replayed: ReplayResult | undefined): readonly string[] {
  return (replayed?.otherData ?? []).map(
    ({ name, recorded = 'none', now = 'none' }) =>
      `  Recorded with ${escapeControlChars(name)} ${escapeControlChars(recorded)}; this Reprise has ${now}.`,
  );
}

/** What the recording has no end of: it is compared as far as it was recorded. */
function underWayLines(replayed: ReplayResult | undefined): readonly string[] {
  const { ending, underWay = [] } = replayed ?? {};
  if (underWay.length === 0) return [];
  const shown = underWay
    .slice(0, underWayShown)
    .map(({ what, entry }) => `    ${escapeControlChars(what)} (entry ${entry})`);
  const more = underWay.length - shown.length;
  return [
    ending?.kind === 'cut' ? '  Not known to be over at the cut:' : '  Still under way at the end:',
    ...shown,
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

const underWayShown = 10;

function countLines(replayed: ReplayResult | undefined): readonly string[] {
  if (replayed === undefined) return [];
  const { compared, digest, divergence, groups } = replayed;
  const { inputs, exchanges, answers, headers, events, frames, webhooks } = compared;
  const upTo = groups === undefined ? 'equal up to there' : 'equal';
  const equal = divergence === undefined ? 'all equal' : upTo;
  const parts = [
    ...(groups === undefined ? [`${inputs} inputs`, `${exchanges} exchanges`] : []),
    `${answers} answers with ${headers} headers`,
    `${events} events`,
    ...(frames === 0 ? [] : [`${frames} frames`]),
    ...(webhooks === 0 ? [] : [`${webhooks} webhooks`]),
  ];
  return [`  ${parts.join(', ')}, ${equal}`, `  digest ${digest}`];
}

export function summaryOf(outcomes: readonly ReplayOutcome[]): string {
  const count = (result: ReplayOutcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const kinds = ['equal', 'different', 'updated', 'cut', 'unreadable'] as const;
  const parts = kinds.flatMap((kind) => (count(kind) === 0 ? [] : [`${count(kind)} ${kind}`]));
  return `${outcomes.length} recordings: ${parts.join(', ')}`;
}
