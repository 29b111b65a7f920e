// Prints the consequences of changes as text: a line for each, grouped by the event that they follow from.

import type { FieldDifference } from '../differences/difference.ts';
import { counted, valueText, type ReportLine } from '../differences/text.ts';
import { clipped } from '../../wording.ts';
import { virtualOffset } from '../format/virtual-time.ts';
import { ShortIds } from '../inspect/short-ids.ts';
import type {
  AnswerConsequence,
  BecauseEvent,
  Consequence,
  ConsequenceGroup,
  EntityConsequence,
  HoldingConsequence,
  LifePoint,
  SpokenMoment,
} from './consequences.ts';

const fieldsShownMax = 2;
const entriesShownMax = 5;
/** Answers that tell of a state, in each group, and others, of each change. */
const answersShownMax = 10;
const detailsShownMax = 3;
const lineCharsMax = 300;

export interface ConsequenceReportOptions {
  /** The first instant of the world. */
  readonly epochMs: number;
  /** Whether all answers and fields are listed, and ids in full. */
  readonly isFull?: boolean;
  /** All changes, as the command line has them: those from which nothing follows are named. */
  readonly changes?: readonly string[];
  /** Whether events have entries in the given recording. Default: true. */
  readonly hasEventEntries?: boolean;
}

export function consequenceReport(
  groups: readonly ConsequenceGroup[],
  options: ConsequenceReportOptions,
): readonly ReportLine[] {
  const { changes = [] } = options;
  const printer = new Printer(options);
  const titles = [...new Set(groups.map((group) => titleOf(group)))];
  const named = new Set(groups.flatMap(({ change, also }) => [change, ...also]));
  const idle = groups.length === 0 ? [] : changes.filter((change) => !named.has(change));
  const lines = titles.flatMap((change, index): ReportLine[] => {
    const own = groups.filter((group) => titleOf(group) === change);
    const count = own.reduce((sum, { consequences }) => sum + consequences.length, 0);
    printer.begin();
    return [
      ...(index === 0 ? [] : [{ tone: 'plain' as const, text: '' }]),
      { tone: 'head', text: `${change}: ${counted(count, 'consequence')}.` },
      ...own.flatMap((group) => printer.group(group)),
      ...printer.hiddenLines(),
    ];
  });
  return [
    ...lines,
    ...idle.flatMap((change): ReportLine[] => [
      { tone: 'plain', text: '' },
      { tone: 'head', text: `${change}: nothing follows from it.` },
    ]),
  ];
}

/** All changes that the consequences take. */
function titleOf({ change, also }: ConsequenceGroup): string {
  return [change, ...also].join(' and ') + (also.length === 0 ? '' : ', together');
}

class Printer {
  readonly #epochMs: number;
  readonly #isFull: boolean;
  readonly #hasEventEntries: boolean;
  readonly #ids = new ShortIds();
  /** Events that were printed as causes. */
  #told = new Set<string>();
  /** How many answers without a state were printed, and how many of all were not. */
  #details = 0;
  #hidden = 0;

  constructor({ epochMs, isFull = false, hasEventEntries = true }: ConsequenceReportOptions) {
    this.#hasEventEntries = hasEventEntries;
    this.#epochMs = epochMs;
    this.#isFull = isFull;
  }

  /** Begins with another change. */
  begin(): void {
    this.#told = new Set();
    this.#details = 0;
    this.#hidden = 0;
  }

  /** How many answers were left out. */
  hiddenLines(): readonly ReportLine[] {
    if (this.#hidden === 0) return [];
    const text = `and ${counted(this.#hidden, 'more answer')}: --all shows ${this.#hidden === 1 ? 'it' : 'them'}.`;
    return [
      { tone: 'plain', text: '' },
      { tone: 'note', text },
    ];
  }

  group(group: ConsequenceGroup): readonly ReportLine[] {
    const { consequences } = group;
    let answers = 0;
    const shown = consequences.filter((one) => {
      if (one.kind === 'answer') answers += 1;
      return this.#isShown(one, answers);
    });
    this.#hidden += consequences.length - shown.length;
    if (shown.length === 0) return [];
    return [
      { tone: 'plain', text: '' },
      ...this.#head(group).map((text): ReportLine => ({ tone: 'note', text: this.#short(text) })),
      ...shown.map((one): ReportLine => ({
        tone: toneOf(one),
        text: this.#line(`  ${this.#text(one)}`),
      })),
    ];
  }

  /** `answers`: how many the group has up to this one. */
  #isShown(one: Consequence, answers: number): boolean {
    if (this.#isFull || one.kind !== 'answer') return true;
    if (isTelling(one)) return answers <= answersShownMax;
    if (isOfDates(one)) return false;
    this.#details += 1;
    return this.#details <= detailsShownMax;
  }

  /** The event, with the chain of causes back to the change, or to an event that was told of before. */
  #head({ event, because, changed, change }: ConsequenceGroup): readonly string[] {
    const origin = changed === undefined ? change : `${changed.what} (entry ${changed.entry})`;
    if (event === undefined) return [`From ${origin}:`];
    const { stream, atMs } = event;
    const [, kind = '', ...id] = stream.split('/');
    const of = id.length === 0 ? '' : ` of ${kind} ${id.join('/')}`;
    const entry = event.entry === undefined ? 'new' : `entry ${event.entry}`;
    const place = this.#hasEventEntries ? ` (${entry})` : '';
    const title = `From ${event.type}${place}${of} at ${this.#at(atMs)}`;
    const causes: string[] = [];
    let isToldBefore = this.#isTold(event);
    for (const one of because) {
      if (isToldBefore) break;
      isToldBefore = this.#isTold(one);
      causes.push(`${this.#cause(one)}${isToldBefore ? ', see above' : ''}`);
    }
    if (!isToldBefore) causes.push(origin);
    if (causes.length === 0) return [`${title}:`];
    return [title, `  because of ${causes.join(', of ')}:`];
  }

  /** Whether an event was told of before; from now on it was. */
  #isTold({ type, stream, atMs }: BecauseEvent): boolean {
    const key = `${type} ${stream} ${atMs}`;
    const isTold = this.#told.has(key);
    this.#told.add(key);
    return isTold;
  }

  #cause({ type, entry, atMs }: BecauseEvent): string {
    return entry === undefined ? `${type} at ${this.#at(atMs)}` : `${type} (entry ${entry})`;
  }

  #text(one: Consequence): string {
    switch (one.kind) {
      case 'entity':
        return this.#entity(one);
      case 'holding':
        return `${one.name}: ${holdingText(one)}`;
      case 'spoken':
        return `${one.where}: ${this.#said(one.before)} -> ${this.#said(one.after)}`;
      case 'webhook':
        return `webhook ${one.what} at ${this.#at(one.atMs)}: ${times(one.before)} -> ${times(one.after)}`;
      case 'answer':
        return this.#answer(one);
    }
  }

  #entity({ name, what, whatAfter, before, after, ...passed }: EntityConsequence): string {
    const changed = whatAfter === undefined ? '' : ` -> ${whatAfter}`;
    const title = what === undefined ? name : `${name} (${what}${changed})`;
    const [left, right] = [this.#point(before), this.#point(after)];
    const parts = [
      left === right ? left : `${left} -> ${right}`,
      ...passed.without.map((point) => `without ${this.#point(point)}`),
      ...passed.with.map((point) => `with ${this.#point(point)}`),
    ];
    return `${title}: ${parts.join(', ')}`;
  }

  #answer({ entries, what, fields }: AnswerConsequence): string {
    const title = entries.length === 0 ? `${what}, inserted` : `${what} (${entriesText(entries)})`;
    const status = fields.find(({ path }) => path === 'status');
    if (status !== undefined && !this.#isFull) {
      const message = fields.find(({ path }) => /(^|\.)message$/.test(path));
      const said = message?.right ?? message?.left;
      const text = said === undefined ? '' : `, ${valueText(said)}`;
      const none = entries.length === 0 ? 'not sent' : 'no answer';
      const [left, right] = [status.left, status.right].map((value) =>
        value === undefined ? none : valueText(value),
      );
      return `${title}: ${left} -> ${right}${text}`;
    }
    const shown = this.#isFull ? fields : fields.slice(0, fieldsShownMax);
    const more = fields.length - shown.length;
    const rest = more === 0 ? '' : `, and ${counted(more, 'more field')}`;
    return `${title}: ${shown.map(fieldText).join(', ')}${rest}`;
  }

  #point(point: LifePoint | undefined): string {
    return point === undefined ? 'not there' : `${point.state} at ${this.#at(point.atMs)}`;
  }

  #said(point: SpokenMoment | undefined): string {
    return point === undefined
      ? 'nothing'
      : `${point.who} ${point.text} at ${this.#at(point.atMs)}`;
  }

  #at(atMs: number): string {
    return virtualOffset(atMs - this.#epochMs);
  }

  #line(text: string): string {
    return this.#isFull ? text : clipped(this.#short(text), lineCharsMax);
  }

  #short(text: string): string {
    return this.#isFull ? text : this.#ids.shorten(text);
  }
}

function holdingText({ values, missing }: HoldingConsequence): string {
  const changed = values.map(
    ({ path, left, right }) => `${left ?? 'no'} ${path} -> ${right ?? 'no'} ${path}`,
  );
  if (missing === undefined) return changed.join(', ');
  const held = values.map(({ path, left, right }) => `${left ?? right ?? ''} ${path}`);
  const all = held.length === 0 ? 'there' : held.join(', ');
  return missing === 'after' ? `${all} -> not there` : `not there -> ${all}`;
}

function toneOf({ kind }: Consequence): ReportLine['tone'] {
  return kind === 'answer' ? 'plain' : 'both';
}

function fieldText({ path, left, right }: FieldDifference): string {
  return `${path.replace(/^body\.(data\.)?/, '')} ${valueText(left)} -> ${valueText(right)}`;
}

function entriesText(entries: readonly number[]): string {
  const more = entries.length - entriesShownMax;
  const shown = entries.slice(0, entriesShownMax).join(', ');
  return `${entries.length === 1 ? 'entry' : 'entries'} ${shown}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Whether an answer tells of another state, or is refused. */
function isTelling({ fields: [first] }: AnswerConsequence): boolean {
  return (
    first !== undefined && /^(delivery|status)$|(^|\.)(state|status|message)$/.test(first.path)
  );
}

/** Whether an answer differs in dates alone. */
function isOfDates({ fields }: AnswerConsequence): boolean {
  return fields.every(({ left, right }) => [left, right].every((value) => isDate(value)));
}

function isDate(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]/.test(value));
}

function times(count: number): string {
  return count === 0 ? 'not sent' : count === 1 ? 'sent' : `sent ${count} times`;
}
