// Rules over what clients see of a service. A rule reads observations in order; each of them keeps it, breaks it, or says nothing of it.
// It knows neither the engine nor the wire, so it holds for real services, too.

/** Where a rule is broken. */
export interface Violation {
  /** The number of the entry that shows it. */
  readonly n: number;
  readonly expected: string;
  readonly found: string;
}

/** What an observation says of a rule: it was evaluated, and is broken or not. */
export type RuleFinding = 'kept' | Violation;

/** The place of the last entry. */
export interface LastPlace {
  readonly n: number;
  readonly atMs: number;
}

/** The state is the rule's own, and `observe` may change it. Methods, so that rules with any state fit into one list. */
export interface ServiceRule<Observation, State = unknown> {
  /** In kebab case, of all rules the only one. */
  readonly name: string;
  /** Where its source says so: a document and a section. */
  readonly spec: string;
  start(): State;
  /** A finding for each time that it was evaluated. */
  observe(state: State, observation: Observation): readonly RuleFinding[];
  /** What is missing at the end. */
  end?(state: State, last: LastPlace): readonly RuleFinding[];
}

/** What a rule has found. Silence means something only if `evaluated` is above 0. */
export interface RuleReport {
  readonly name: string;
  readonly spec: string;
  readonly evaluated: number;
  /** How often it was broken. */
  readonly broken: number;
  /** The first `violationsMax` of them. */
  readonly violations: readonly Violation[];
}

/** The most violations of one rule that are kept; all are counted. */
export const violationsMax = 100;

/** The finding of an expectation. The texts are only written for one that is broken. */
export function finding(
  isKept: boolean,
  n: number,
  texts: () => readonly [expected: string, found: string],
): RuleFinding {
  if (isKept) return 'kept';
  const [expected, found] = texts();
  return { n, expected, found };
}

/** Observations held against rules. */
export class RuleBook<Observation> {
  readonly #running: readonly RunningRule<Observation>[];

  constructor(rules: readonly ServiceRule<Observation>[]) {
    this.#running = rules.map((rule) => ({
      rule,
      state: rule.start(),
      counts: { evaluated: 0, broken: 0 },
      violations: [],
    }));
  }

  observe(observation: Observation): void {
    for (const running of this.#running) {
      count(running, running.rule.observe(running.state, observation));
    }
  }

  /** To be called once. */
  end(last: LastPlace): readonly RuleReport[] {
    return this.#running.map((running) => {
      const { rule, state, counts, violations } = running;
      count(running, rule.end?.(state, last) ?? []);
      return { name: rule.name, spec: rule.spec, ...counts, violations };
    });
  }
}

interface RunningRule<Observation> {
  readonly rule: ServiceRule<Observation>;
  readonly state: unknown;
  readonly counts: { evaluated: number; broken: number };
  readonly violations: Violation[];
}

function count<Observation>(
  { counts, violations }: RunningRule<Observation>,
  findings: readonly RuleFinding[],
): void {
  for (const one of findings) {
    counts.evaluated += 1;
    if (one === 'kept') continue;
    counts.broken += 1;
    if (violations.length < violationsMax) violations.push(one);
  }
}

/** A value of any form in a finding. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
}
