// Holds a recording, of a world or of real services, against the rules of the services: entry by entry, in the order of the file. What
// is kept in memory grows with the records that clients have seen, not with the file.

import type { LastPlace, RuleReport, Violation } from '../../../core/index.ts';
import type { WireMoment } from '../../contracts/wire-moments.ts';
import { pathMatcher } from '../../protocol/path-pattern.ts';
import { services } from '../../services/index.ts';
import type { NamedRule, TrafficReview, TrafficSource } from '../../services/service-rules.ts';
import type { Lines, Recording } from '../format/reader.ts';
import { WireReader, type PlacedMoment } from './wire-reader.ts';

/** The rules of all services. */
export const allRules: readonly NamedRule[] = services.flatMap(({ rules }) => rules?.all ?? []);

export interface CheckReport {
  readonly rules: readonly RuleReport[];
  /** Whether no rule is broken. */
  readonly isKept: boolean;
}

/** A recording in memory. `names`: the rules to check; default: all. */
export function checkRecording(
  { header, entries }: Pick<Recording<Lines>, 'header' | 'entries'>,
  names?: readonly string[],
): CheckReport {
  const check = new RecordingCheck(header, names);
  for (const entry of entries) check.add(entry);
  return check.end();
}

/** A recording that is read entry by entry. */
export class RecordingCheck {
  readonly #names: ReadonlySet<string>;
  readonly #source: TrafficSource;
  readonly #reader: WireReader;
  /** By the name of a world. */
  readonly #reviews = new Map<string, readonly ServiceReview[]>();
  readonly #serviceOf = new Map<number, string>();
  #last: LastPlace = { n: 0, atMs: 0 };

  constructor(
    { source }: Lines['header'],
    names: readonly string[] = allRules.map(({ name }) => name),
  ) {
    this.#names = new Set(names);
    this.#source = { isOfWorld: source === 'world' };
    this.#reader = new WireReader(this.#source.isOfWorld);
  }

  add(entry: Lines['entry']): void {
    this.#last = { n: entry.n, atMs: Math.max(this.#last.atMs, entry.at) };
    for (const placed of this.#reader.read(entry)) this.#review(placed);
  }

  /** To be called once, after the last entry. */
  end(): CheckReport {
    const ended = [...this.#reviews.values()].flatMap((reviews) =>
      reviews.flatMap(({ review }) => review.end(this.#last)),
    );
    const rules = allRules
      .filter(({ name }) => this.#names.has(name))
      .map((rule) =>
        joined(
          rule,
          ended.filter(({ name }) => name === rule.name),
        ),
      );
    return { rules, isKept: rules.every(({ broken }) => broken === 0) };
  }

  #review({ world, moment }: PlacedMoment): void {
    const service = this.#serviceAt(moment);
    for (const { name, review } of this.#reviewsOf(world)) {
      if (service === undefined || service === name) review.observe(moment);
    }
  }

  #reviewsOf(world: string): readonly ServiceReview[] {
    const known = this.#reviews.get(world);
    if (known !== undefined) return known;
    const reviews = services.flatMap(({ name, rules }) =>
      rules === undefined ? [] : [{ name, review: rules.review(this.#names, this.#source) }],
    );
    this.#reviews.set(world, reviews);
    return reviews;
  }

  /** The service whose traffic a moment is; undefined: it may matter to any. */
  #serviceAt(moment: WireMoment): string | undefined {
    if ('path' in moment) {
      const owner = owners.find(({ matchers }) => matchers.some((owns) => owns(moment.path)));
      const name = owner?.name ?? 'none';
      if (moment.kind === 'socket') this.#serviceOf.set(moment.conn, name);
      return name;
    }
    if (!('conn' in moment)) return undefined;
    const name = this.#serviceOf.get(moment.conn);
    if (moment.kind === 'close') this.#serviceOf.delete(moment.conn);
    return name;
  }
}

interface ServiceReview {
  readonly name: string;
  readonly review: TrafficReview;
}

const owners = services.map(({ name, paths: { owned, channels = [] } }) => ({
  name,
  matchers: [...owned, ...channels].map(pathMatcher),
}));

/** The reports of one rule on several worlds as one, in the order of the entries. */
function joined(rule: NamedRule, reports: readonly RuleReport[]): RuleReport {
  const sum = (count: (report: RuleReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    ...rule,
    evaluated: sum(({ evaluated }) => evaluated),
    broken: sum(({ broken }) => broken),
    violations: reports.flatMap(({ violations }) => violations).sort(byEntry),
  };
}

function byEntry(one: Violation, other: Violation): number {
  return one.n - other.n;
}
