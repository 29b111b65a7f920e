// The rules of a service, and how its traffic shows what they review. The type of its observations stays inside.

import { RuleBook, type LastPlace, type ServiceRule, type RuleReport } from '../../core/index.ts';
import type { WireMoment } from '../contracts/wire-moments.ts';

/** A rule as lists show it. */
export interface NamedRule {
  readonly name: string;
  readonly spec: string;
}

/** The traffic of one service with one account, held against rules. */
export interface TrafficReview {
  observe(moment: WireMoment): void;
  /** To be called once. */
  end(last: LastPlace): readonly RuleReport[];
}

/** Whose traffic it is. */
export interface TrafficSource {
  /** Of a world, whose instants are its own; else of real services, seen by the clock of the host. */
  readonly isOfWorld: boolean;
}

export interface ServiceRules {
  readonly all: readonly NamedRule[];
  /** Begins to review by the rules with these names; other names do not matter. */
  readonly review: (names: ReadonlySet<string>, source: TrafficSource) => TrafficReview;
}

/** `observer`: makes what turns the moments of one account into observations. */
export function serviceRules<Observation>(
  rules: readonly ServiceRule<Observation>[],
  observer: (source: TrafficSource) => (moment: WireMoment) => readonly Observation[],
): ServiceRules {
  return {
    all: rules.map(({ name, spec }) => ({ name, spec })),
    review(names, source) {
      const book = new RuleBook(rules.filter(({ name }) => names.has(name)));
      const observe = observer(source);
      return {
        observe(moment) {
          for (const observation of observe(moment)) book.observe(observation);
        },
        end: (last) => book.end(last),
      };
    },
  };
}
