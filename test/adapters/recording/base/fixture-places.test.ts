import { expect, it } from 'vitest';
import type { Header } from '../../../../adapters/recording/format/header.ts';
import { createFixturePlaces } from '../../../../adapters/recording/base/fixture-places.ts';
import type { WorldRecord } from '../../../../core/index.ts';

const record = (own: Partial<WorldRecord> = {}): WorldRecord => ({
  name: 'one',
  seed: 's',
  epochMs: 0,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
  ...own,
});
const header = {} as Omit<Header, 'h'>;

it('searches once for the place of worlds with equal records', async () => {
  let searches = 0;
  const placesIn = createFixturePlaces(async () => {
    searches += 1;
    return { inputs: searches, position: 0, digest: '' };
  });
  const inputsOf = async (own?: Partial<WorldRecord>) =>
    (await placesIn(record(own))(header))?.inputs;
  expect(await Promise.all([inputsOf(), inputsOf({ name: 'two' })])).toEqual([1, 1]);
  const others = [
    { seed: 't' },
    { epochMs: 1 },
    { config: { a: 1 } },
    { fixture: { content: {}, digest: 'd' } },
  ];
  const found = [];
  for (const own of others) found.push(await inputsOf(own));
  expect(found).toEqual([2, 3, 4, 5]);
  for (let index = 0; index < 30; index += 1) await inputsOf({ seed: `many ${index}` });
  expect(await inputsOf()).toBe(36); // the oldest places are evicted
});

it('searches again after an error', async () => {
  let searches = 0;
  const placesIn = createFixturePlaces(async () => {
    searches += 1;
    if (searches === 1) throw new Error('no memory');
    return undefined;
  });
  await expect(placesIn(record())(header)).rejects.toThrow('no memory');
  expect(await placesIn(record())(header)).toBeUndefined();
});
