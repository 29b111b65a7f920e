// Which of several changes a consequence takes: those without which it is another one, or none at all.

import { canonical } from '../../../core/index.ts';
import { replaceIds } from '../diff/id-pairs.ts';
import type { Consequence } from './consequences.ts';
import type { Attribution } from './event-differences.ts';
import type { FoundConsequence } from './found-consequence.ts';

/** A consequence with all the changes that it takes. */
export interface AttributedConsequence extends FoundConsequence {
  /** The places of further changes that it takes. */
  readonly also: readonly number[];
}

export class OmittedChanges {
  readonly #isKnown: (id: string) => boolean;
  /** By the place of the change that is left out: what follows from the others. */
  readonly #found: readonly (ReadonlyMap<string, Attribution> | undefined)[];

  /**
   * `found`: by the place of the change that is left out; undefined if the others cannot be made alone. `isKnown`: whether the given
   * recording has an id or a hash.
   */
  constructor(
    found: readonly (readonly FoundConsequence[] | undefined)[],
    isKnown: (id: string) => boolean,
  ) {
    this.#isKnown = isKnown;
    this.#found = found.map((all, omitted) => {
      if (all === undefined) return undefined;
      const placeIn = (place: number) => (place < omitted ? place : place + 1);
      return new Map(
        all.map(({ consequence, change, because }) => [
          this.#key(consequence),
          { change: placeIn(change), because },
        ]),
      );
    });
  }

  /** A consequence that each of several changes has alone keeps the one that it was found for. */
  attributed(own: FoundConsequence): AttributedConsequence {
    const { consequence } = own;
    const key = this.#key(consequence);
    const isNeeded = (place: number) => this.#found[place]?.has(key) === false;
    const needed = [...this.#found.keys()].filter(isNeeded);
    if (needed.length === 0) return { ...own, also: [] };
    // Where fewer changes are made, fewer can be taken for the cause.
    const elsewhere = this.#found.flatMap((found) => found?.get(key) ?? []);
    const { change, because } = [...elsewhere, own].find((one) => needed.includes(one.change)) ?? {
      change: needed[0]!,
      because: [],
    };
    return { consequence, change, because, also: needed.filter((place) => place !== change) };
  }

  /** Ids and hashes follow from counts: those of new entities are others if a change is left out. */
  #key(consequence: Consequence): string {
    return replaceIds(canonical(consequence), (id) => (this.#isKnown(id) ? id : '*'));
  }
}
