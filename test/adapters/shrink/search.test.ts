import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leavesDependants,
  smallestOf,
  type Shrinkable,
  type ShrinkUnit,
} from '../../../adapters/shrink/search.ts';

interface NamedUnit extends ShrinkUnit {
  readonly name: string;
}

interface Names extends Shrinkable {
  readonly units: readonly NamedUnit[];
}

/** Frames are named after their connection: `a1` is within `a`. `uses`: by name, what uses an id of what. */
function unitsOf(
  names: readonly string[],
  uses: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly NamedUnit[] {
  return names.map((name, place) => ({
    name,
    n: place + 1,
    ...(name.length > 1 ? { within: names.indexOf(name.charAt(0)) } : {}),
    dependants: names.flatMap((other, index) =>
      uses.get(other)?.includes(name) === true ? [index] : [],
    ),
  }));
}

/** Searches, and lists the candidates in their order. */
async function search(
  names: readonly string[],
  fails: (names: readonly string[]) => boolean,
  uses?: ReadonlyMap<string, readonly string[]>,
) {
  const candidates: string[] = [];
  const start: Names = { units: unitsOf(names, uses) };
  const smallest = await smallestOf(start, async (state, removed) => {
    const rest = state.units.filter((_unit, place) => !removed.has(place)).map(({ name }) => name);
    candidates.push(rest.join(' '));
    return fails(rest) ? { units: unitsOf(rest, uses) } : undefined;
  });
  return { names: smallest.units.map(({ name }) => name), candidates };
}

const letters = 'abcdefghijklmnop'.split('');

describe('smallestOf', () => {
  it('leaves everything out if nothing is needed, with one candidate', async () => {
    expect(await search(letters, () => true)).toEqual({ names: [], candidates: [''] });
  });

  it('finds what is needed together, with few candidates', async () => {
    const fails = (names: readonly string[]) => names.includes('c') && names.includes('n');
    const { names, candidates } = await search(letters, fails);
    expect(names).toEqual(['c', 'n']);
    expect(candidates.length).toBeLessThan(20);
  });

  it('leaves out what uses an id with that which brought it', async () => {
    const { candidates } = await search(['a', 'b', 'c'], () => false, new Map([['c', ['b']]]));
    expect(candidates).toContain('a b');
    expect(candidates).toContain('a'); // b with c
    expect(candidates).toContain('a c'); // b alone: only executing it shows whether c needs it
  });

  it('leaves connections out with their frames', async () => {
    const fails = (names: readonly string[]) => names.includes('b2');
    const { names, candidates } = await search(['a', 'a1', 'b', 'b1', 'b2', 'c'], fails);
    expect(names).toEqual(['b', 'b2']);
    expect(candidates.every((one) => !/(^| )[b]\d/.test(one) || / ?b /.test(one))).toBe(true);
  });

  it('finds something of which nothing can be left out, with the same candidates each time', async () => {
    const names = fc
      .uniqueArray(fc.constantFrom(...letters, 'a1', 'a2', 'a3', 'c1', 'c2'), { minLength: 1 })
      .map((all) => all.filter((name) => all.includes(name.charAt(0))).toSorted());
    const needed = fc.array(fc.subarray(letters, { maxLength: 3 }), { minLength: 1, maxLength: 3 });
    const pair = fc.tuple(fc.constantFrom(...letters), fc.constantFrom(...letters));
    const usesOf = fc.array(pair, { maxLength: 8 }).map((pairs) => {
      const uses = new Map<string, string[]>();
      for (const [one, other] of pairs) {
        if (one < other) uses.set(other, [...(uses.get(other) ?? []), one]);
      }
      return uses;
    });
    await fc.assert(
      fc.asyncProperty(names, needed, usesOf, fc.boolean(), async (all, sets, uses, isEven) => {
        /** One of several sets is enough; and fewer may fail less than more do. */
        const fails = (rest: readonly string[]) =>
          sets.some((set) => set.every((name) => rest.includes(name) || !all.includes(name))) &&
          (!isEven || rest.length % 2 === all.length % 2 || rest.length > 4);
        const found = await search(all, fails, uses);
        expect(fails(found.names)).toBe(true);
        for (const left of found.names) {
          const rest = found.names.filter((name) => name !== left && name.charAt(0) !== left);
          expect(fails(rest)).toBe(false);
        }
        expect(await search(all, fails, uses)).toEqual(found);
      }),
    );
  });
});

describe('leavesDependants', () => {
  const units = unitsOf(['a', 'b', 'c'], new Map([['c', ['b']]]));

  it.each([
    [[], false],
    [[0], false],
    [[1], true],
    [[2], false],
    [[1, 2], false],
  ])('says of %j whether a unit stays without the one that brought its id', (removed, leaves) => {
    expect(leavesDependants(units, new Set(removed))).toBe(leaves);
  });
});
