import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRequestIds,
  type IssuedRequestIds,
} from '../../../../core/engine/world/request-ids.ts';
import { idByOrdinal } from '../../../../core/kernel/ids.ts';
import { hash } from '../../../support/engine/pure-world.ts';

describe('createRequestIds', () => {
  it('counts the requests of each position separately', () => {
    const ids = createRequestIds(hash, 's');
    expect([ids.next(0), ids.next(0), ids.next(3), ids.next(0), ids.next(3)]).toEqual([
      { position: 0, ordinal: 0 },
      { position: 0, ordinal: 1 },
      { position: 3, ordinal: 0 },
      { position: 0, ordinal: 2 },
      { position: 3, ordinal: 1 },
    ]);
  });

  it('derives an id from the seed and its origin alone', () => {
    const place = { position: 7, ordinal: 2 };
    const id = createRequestIds(hash, 's').idAt(place);
    expect(id).toBe(idByOrdinal(hash, 's', 'request/7', 2));
    expect(createRequestIds(hash, 's').idAt(place)).toBe(id);
    expect(createRequestIds(hash, 't').idAt(place)).not.toBe(id);
  });

  it('continues to count at positions that are not forgotten', () => {
    const ids = createRequestIds(hash, 's');
    for (const position of [0, 0, 4, 4, 9]) ids.next(position);
    ids.forgetBefore(4);
    expect([ids.next(4), ids.next(9)]).toEqual([
      { position: 4, ordinal: 2 },
      { position: 9, ordinal: 1 },
    ]);
  });

  it('includes the opening only at the position at which its world was loaded', () => {
    const loadedAt = { position: 4, opening: 2 };
    const ids = createRequestIds(hash, 's', { loadedAt, counts: [] });
    const [here, there] = [ids.next(4), ids.next(5)];
    expect([here, there]).toEqual([
      { position: 4, ordinal: 0, opening: 2 },
      { position: 5, ordinal: 0 },
    ]);
    const later = { loadedAt: { ...loadedAt, opening: 3 }, counts: [] };
    const next = createRequestIds(hash, 's', later);
    expect(
      new Set([ids.idAt(here), next.idAt(next.next(4)), idByOrdinal(hash, 's', 'request/4', 0)])
        .size,
    ).toBe(3);
    expect(next.idAt(next.next(5))).toBe(ids.idAt(there));
  });

  it('repeats no id if its world is loaded again, whether another process has gone on with it or not', () => {
    const at = (position: number) => ({ position, opening: 2 });
    const ids = createRequestIds(hash, 's', { loadedAt: at(4), counts: [] });
    const next = (position: number) => ids.idAt(ids.next(position));
    const given = [4, 4, 5, 6].map(next);
    ids.loadedAgain(at(4));
    given.push(...[4, 5].map(next));
    ids.loadedAgain(at(5));
    given.push(...[5, 6, 7].map(next));
    ids.loadedAgain(at(5));
    given.push(...[5, 6, 7].map(next));
    expect(new Set(given).size).toBe(given.length);
    // Another process issues these at the positions that it has reached.
    for (const position of [5, 7]) {
      ids.loadedAgain(at(position));
      expect(ids.next(position)).toMatchObject({ opening: 2 });
    }
  });

  it('continues from what was issued as if it had never been replaced', () => {
    const loadedAt = { position: 4, opening: 2 };
    for (const first of [
      createRequestIds(hash, 's'),
      createRequestIds(hash, 's', { loadedAt, counts: [] }),
    ]) {
      for (const position of [2, 4, 4, 9]) first.next(position);
      first.forgetBefore(4);
      const text = JSON.stringify(first.issued());
      const next = createRequestIds(hash, 's', JSON.parse(text) as IssuedRequestIds);
      expect(JSON.stringify(next.issued())).toBe(text);
      for (const position of [4, 9, 9, 10]) {
        expect(next.idAt(next.next(position))).toBe(first.idAt(first.next(position)));
      }
    }
  });

  it('never repeats an id, if only positions before the present one are forgotten', () => {
    const steps = fc.array(fc.record({ ahead: fc.nat(2), forget: fc.boolean() }));
    fc.assert(
      fc.property(steps, (sequence) => {
        const ids = createRequestIds(hash, 's');
        const given = new Set<string>();
        let position = 0;
        for (const { ahead, forget } of sequence) {
          position += ahead;
          if (forget) ids.forgetBefore(position);
          const id = ids.idAt(ids.next(position));
          expect(given.has(id)).toBe(false);
          given.add(id);
        }
      }),
    );
  });
});
