// Where a request is answered, by its world.

import { expect, it } from 'vitest';
import type { Placed } from '../../../adapters/nodes/forwarding.ts';
import { Places, type PlacesOptions } from '../../../adapters/nodes/places.ts';
import { WorldElsewhere, type Engine, type Leases } from '../../../core/index.ts';

const get = (url: string): Placed => ({ method: 'GET', url, headers: {} });

/** A node for whose worlds another one has the lease. */
function placesOf(mayForward: PlacesOptions['mayForward'] = () => true) {
  const names: string[] = [];
  const engine = {
    world: () => undefined,
    handedOver: () => undefined,
    isFull: () => false,
  } satisfies Partial<Engine> as Partial<Engine> as Engine;
  const places = new Places({
    engine,
    async open(name) {
      names.push(name);
      throw new WorldElsewhere(name, 'http://other');
    },
    leases: {} as Leases,
    lease: { isDraining: () => false, keepsWorlds: () => true, leastLoaded: () => undefined },
    pause: async () => undefined,
    mayForward,
  });
  return { places, names };
}

it.each([
  ['/w/shop/v1', 'shop'],
  ['//w/shop/v1', 'shop'], // as of a base URL that ends in a slash
  ['/w/shop?a=/w/other', 'shop'],
  ['/__reprise/worlds/shop/clock', 'shop'],
  ['//__reprise/worlds/%73hop', 'shop'],
  ['/v1', 'default'],
])('is known for %s', async (url, name) => {
  const { places, names } = placesOf();
  expect(await places.of(get(url), 'first')).toEqual({ address: 'http://other' });
  expect(names).toEqual([name]);
});

it.each(['/__reprise/nodes', '//__reprise/worlds?limit=1', '/w/%73hop/v1'])(
  'is this node for %s',
  async (url) => {
    const { places, names } = placesOf();
    expect(await places.of(get(url), 'first')).toEqual({});
    expect(names).toEqual([]);
  },
);

it.each([false, Promise.resolve(false)])(
  'is this node if the request must not be sent on',
  async (mayForward) => {
    const { places, names } = placesOf(() => mayForward);
    expect(await places.of(get('/w/shop/v1'), 'first')).toEqual({});
    expect(names).toEqual([]);
  },
);
