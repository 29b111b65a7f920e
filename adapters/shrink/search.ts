// Searches for the smallest recording that still fails: leaves out halves of its units, quarters and so on, then single ones, until none
// can be left out any more. Knows neither recordings nor why they fail. The same answers lead to the same candidates in the same order.

/** A part of a recording that is left out as a whole. */
export interface ShrinkUnit {
  /** The number of its first entry. */
  readonly n: number;
  /** The earlier unit without which it cannot be, by its place: the connection of a frame, what sent the webhook of an outcome. */
  readonly within?: number;
  /** The later units that use an id which it brought first, by their places. */
  readonly dependants: readonly number[];
}

/** A recording that fails. */
export interface Shrinkable {
  /** In the order of their entries. */
  readonly units: readonly ShrinkUnit[];
}

/** Leaves units out, by their places; undefined if the rest cannot be executed, or no longer fails. */
export type UnitRemoval<State> = (
  state: State,
  removed: ReadonlySet<number>,
) => Promise<State | undefined>;

/** Resolves with a recording of which no unit can be left out. Each attempt must have fewer units. */
export async function smallestOf<State extends Shrinkable>(
  start: State,
  attempt: UnitRemoval<State>,
): Promise<State> {
  const search = new Search(start, attempt);
  await search.sweepInParts((unit) => unit.within === undefined); // connections as wholes first
  await search.sweepInParts(() => true);
  await search.sweepOneByOne();
  return search.state;
}

type Selection = (unit: ShrinkUnit) => boolean;

class Search<State extends Shrinkable> {
  state: State;
  readonly #attempt: UnitRemoval<State>;
  /** The sets of units that could not be left out of the present state. */
  #refused = new Set<string>();

  constructor(start: State, attempt: UnitRemoval<State>) {
    this.state = start;
    this.#attempt = attempt;
  }

  /** All at once, halves, quarters, down to pairs. */
  async sweepInParts(isSelected: Selection): Promise<void> {
    for (let size = this.#selected(isSelected).length; size >= 2; size = Math.ceil(size / 2)) {
      await this.#sweep(isSelected, size, async (part) => {
        await this.#remove(withDependants(this.state.units, part));
      });
      if (size === 2) return;
    }
  }

  /** One after the other, until each is known to be needed. */
  async sweepOneByOne(): Promise<void> {
    let before: State;
    do {
      before = this.state;
      await this.#sweep(
        () => true,
        1,
        async (unit) => {
          const isGone = await this.#remove(withDependants(this.state.units, unit));
          if (!isGone) await this.#remove(withParts(this.state.units, unit));
        },
      );
    } while (this.state !== before);
  }

  /** From the end on, so that units go before those that they need. */
  async #sweep(
    isSelected: Selection,
    size: number,
    visit: (part: readonly number[]) => Promise<void>,
  ): Promise<void> {
    let end = this.#selected(isSelected).length;
    while (end > 0) {
      const begin = Math.max(0, end - size);
      const part = this.#selected(isSelected).slice(begin, end);
      if (part.length > 0) await visit(part);
      end = begin;
    }
  }

  #selected(isSelected: Selection): readonly number[] {
    return this.state.units.flatMap((unit, place) => (isSelected(unit) ? [place] : []));
  }

  async #remove(removed: ReadonlySet<number>): Promise<boolean> {
    const key = [...removed].sort((one, other) => one - other).join(' ');
    if (this.#refused.has(key)) return false;
    const smaller = await this.#attempt(this.state, removed);
    if (smaller === undefined) {
      this.#refused.add(key);
      return false;
    }
    this.state = smaller;
    this.#refused = new Set();
    return true;
  }
}

/** Whether a unit would stay that uses an id of one that is left out. */
export function leavesDependants(
  units: readonly ShrinkUnit[],
  removed: ReadonlySet<number>,
): boolean {
  return [...removed].some((place) =>
    units[place]?.dependants.some((dependant) => !removed.has(dependant)),
  );
}

/** With the units that use their ids, and those that use the ids of these. */
function withDependants(
  units: readonly ShrinkUnit[],
  places: readonly number[],
): ReadonlySet<number> {
  let all = withParts(units, places);
  for (;;) {
    const dependants = [...all].flatMap((place) => units[place]?.dependants ?? []);
    const more = withParts(units, [...all, ...dependants]);
    if (more.size === all.size) return all;
    all = more;
  }
}

/** With the units that cannot be without them, such as the frames of connections. */
function withParts(units: readonly ShrinkUnit[], places: readonly number[]): ReadonlySet<number> {
  const all = new Set(places);
  for (const [place, { within }] of units.entries()) {
    if (within !== undefined && all.has(within)) all.add(place);
  }
  return all;
}
