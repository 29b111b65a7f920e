// Finds the causes of differences of a live replay against a Reprise: the event that an answer, frame or webhook shows, or that came in
// place of a missing one; the events that led to it, and the request that began them, of the session or of another client; settings.

import type { ClientDiff, ClientDifference } from '../../recording/diff/client-difference.ts';
import type { ItemRef } from '../../recording/differences/difference.ts';
import { EventChains, type Explanation } from './event-chains.ts';
import type { LiveHistory } from './live-history.ts';
import { MissingMessages } from './missing-messages.ts';
import { namesNear, textsIn } from './entity-names.ts';
import { NamedSettings } from './named-settings.ts';
import { SessionItems, type SessionItem } from './session-items.ts';
import { SessionPairs, type SessionSides } from './session-pairs.ts';

/** Shorter texts are in events by chance. */
const valueCharsMin = 4;

/** A comparison with the causes of each difference that the history explains. */
export function withCauses(
  diff: ClientDiff,
  sides: SessionSides,
  history: LiveHistory,
): ClientDiff {
  const finder = new CauseFinder(diff, sides, history);
  const each = (differences: readonly ClientDifference[]) =>
    differences.map((difference) => finder.explained(difference));
  return { ...diff, requests: each(diff.requests), consequences: each(diff.consequences) };
}

interface ShownCauses {
  readonly right: ItemRef;
  readonly causes: readonly ItemRef[];
}

type ShownDifference = Extract<ClientDifference, { readonly kind: 'changed' | 'only-right' }>;

class CauseFinder {
  readonly #items: SessionItems;
  readonly #chains: EventChains;
  readonly #settings: NamedSettings;
  readonly #missing: MissingMessages;
  /** By their new entries. */
  readonly #shown = new Map<number | undefined, ShownCauses>();

  constructor(diff: ClientDiff, sides: SessionSides, history: LiveHistory) {
    this.#items = new SessionItems(sides.retold, history.requests);
    this.#chains = new EventChains(history, this.#items);
    this.#settings = new NamedSettings(sides.recorded, history);
    this.#missing = new MissingMessages({
      recorded: new SessionItems(sides.recorded),
      retold: this.#items,
      pairs: new SessionPairs(sides),
      chains: this.#chains,
      causesOfNew: (n) => this.#causesOfNew(n),
    });
    const shown = [...diff.requests, ...diff.consequences].filter(isShown);
    for (const difference of shown.toSorted(byNewEntry)) {
      const { n } = difference.right;
      this.#shown.set(n, { right: difference.right, causes: this.#causesOf(difference) });
    }
  }

  explained(difference: ClientDifference): ClientDifference {
    if (difference.kind === 'moved') return difference;
    if (difference.kind === 'only-left') {
      const { left } = difference;
      const found = this.#missing.causesOf(left);
      const causes = found.length > 0 ? found : this.#settings.of(left);
      return causes.length === 0 ? difference : { ...difference, causes };
    }
    const { causes = [] } = this.#shown.get(difference.right.n) ?? {};
    return causes.length === 0
      ? difference
      : { ...difference, right: { ...difference.right, causes } };
  }

  #causesOfNew(n: number): readonly ItemRef[] | undefined {
    const shown = this.#shown.get(n);
    return shown === undefined ? undefined : [shown.right, ...shown.causes];
  }

  #causesOf(difference: ShownDifference): readonly ItemRef[] {
    const { right } = difference;
    const item = this.#items.at(right.n);
    if (item === undefined) return [];
    const strike = this.#chains.strikeOn(item);
    if (strike !== undefined) return this.#chains.causes(strike);
    const { event, outside } = this.#explanationOf(difference, item);
    const causes = this.#chains.causes({ event, outside });
    if (outside !== undefined) return causes;
    const others = causes.length === 0 ? this.#otherCausesOf(difference, item) : [];
    return [...causes, ...others, ...this.#settings.of(right, item.status)];
  }

  /** Of what no event explains. */
  #otherCausesOf(difference: ShownDifference, { kind, path }: SessionItem): readonly ItemRef[] {
    if (kind === 'frame') return this.#chains.causes(this.#chains.strikeOnFrames(path) ?? {});
    return difference.kind === 'changed' ? this.#missing.originsOf(difference.left.n) : [];
  }

  #explanationOf(difference: ShownDifference, item: SessionItem): Explanation {
    const isChanged = difference.kind === 'changed';
    const paths = isChanged ? difference.fields.map(({ path }) => path) : ['body'];
    const shown = isChanged ? difference.fields.map(({ right }) => right) : [item.body];
    const values = textsIn(shown).filter((value) => value.length >= valueCharsMin);
    const names = paths.map((path) => namesNear(item, path));
    return {
      event: this.#chains.shownBy(item, names.flat(), values),
      outside: this.#chains.outside(item, names.flat(2), values),
    };
  }
}

function isShown(difference: ClientDifference): difference is ShownDifference {
  return difference.kind === 'changed' || difference.kind === 'only-right';
}

function byNewEntry({ right: one }: ShownDifference, { right: other }: ShownDifference): number {
  return (one.n ?? 0) - (other.n ?? 0);
}
