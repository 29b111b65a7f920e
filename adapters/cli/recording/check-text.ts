// The report of `reprise check` as text: a line for each recording, what is broken, and how often each rule was evaluated.

import type { RuleReport } from '../../../core/index.ts';
import type { NamedRule } from '../../services/service-rules.ts';
import { clipped } from '../../wording.ts';
import { table } from '../support/table.ts';

export interface CheckOutcome {
  readonly file: string;
  /** The worst of a recording: `kept` if no rule is broken. */
  readonly result: 'kept' | 'broken' | 'cut' | 'unreadable';
  /** Why it was not checked. */
  readonly message?: string;
  /** The number of entries of a recording that was cut and checked. */
  readonly cutAfter?: number;
  readonly rules: readonly RuleReport[];
}

/** The most places of one rule in one recording that are printed. */
const placesMax = 5;
const textCharsMax = 400;

export function fileLines({ file, result, message, cutAfter, rules }: CheckOutcome): string[] {
  const cut = cutAfter === undefined ? '' : `, cut after entry ${cutAfter}`;
  return [
    `${result.padEnd(10)} ${file}${cut}`,
    ...(message === undefined ? [] : [`  ${message}`]),
    ...rules.filter(({ broken }) => broken > 0).flatMap(brokenLines),
  ];
}

function brokenLines({ name, spec, broken, violations }: RuleReport): string[] {
  const shown = violations.slice(0, placesMax);
  return [
    `  ${name} (${spec})`,
    ...shown.flatMap(({ n, expected, found }) => [
      `    entry ${n}`,
      `      expected  ${clipped(expected, textCharsMax)}`,
      `      found     ${clipped(found, textCharsMax)}`,
    ]),
    ...(broken > shown.length ? [`    and ${broken - shown.length} more; --json has them`] : []),
  ];
}

/** How often each rule was evaluated in all recordings. */
export function countLines(
  rules: readonly NamedRule[],
  outcomes: readonly CheckOutcome[],
): string[] {
  const reports = outcomes.flatMap((outcome) => outcome.rules);
  if (reports.length === 0) return [];
  const counts = rules.map(({ name }) => {
    const own = reports.filter((report) => report.name === name);
    const sum = (count: (report: RuleReport) => number) =>
      own.reduce((total, report) => total + count(report), 0);
    return { name, evaluated: sum((one) => one.evaluated), broken: sum((one) => one.broken) };
  });
  const used = counts.filter(({ evaluated }) => evaluated > 0);
  const unused = counts.filter(({ evaluated }) => evaluated === 0).map(({ name }) => name);
  return [
    ...(used.length === 0
      ? []
      : [
          '',
          table([
            ['rule', 'evaluated', 'broken'],
            ...used.map(({ name, evaluated, broken }) => [name, String(evaluated), String(broken)]),
          ]),
        ]),
    ...(unused.length === 0 ? [] : ['', `Not evaluated: ${unused.join(', ')}.`]),
  ];
}

/** The list of rules, with their lines in the specification. */
export function ruleLines(rules: readonly NamedRule[]): string[] {
  return [table([['rule', 'specification'], ...rules.map(({ name, spec }) => [name, spec])])];
}
