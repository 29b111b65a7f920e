// Control routes of health, and of worlds: list, create, show, remove, configure.

import { z } from 'zod';
import {
  omitUndefined,
  StoreError,
  type Settings,
  type World,
  type WorldListing,
  type WorldQuery,
} from '../../../core/index.ts';
import { packagedFixtures } from '../../fixture/files.ts';
import { services } from '../../services/index.ts';
import { changedPlainSettings, changedSettings, worldConfigSchema } from '../../world-config.ts';
import { recordedFact, type HttpResponse, json } from '../../protocol/messages.ts';
import { isTransient } from '../../protocol/transient.ts';
import {
  unknownWorld,
  worldOf,
  type ControlCall,
  type ControlEngine,
} from '../../contracts/control-call.ts';
import type { WorldSpec } from '../../contracts/world-spec.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import {
  createWorldBody,
  printAsleep,
  printWorld,
  worldAnswer,
  worldsAnswer,
  worldsQuery,
} from '../wire/worlds.ts';
import { nextLoopTurn } from '../../host-timers.ts';

export const worldRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/health',
    name: 'getHealth',
    summary: 'Check whether the server is running.',
    isOpen: true,
    answers: {
      200: {
        description: 'The server is running.',
        body: z.strictObject({
          status: z.literal('ok'),
          version: z.string(),
          lease: z.string().exactOptional().meta({
            description: 'Of the node, if it shares a store with others: a new one at each start.',
          }),
        }),
      },
    },
    handle: ({ options: { version, nodes } }) =>
      json(200, { status: 'ok', version, ...omitUndefined({ lease: nodes?.leaseId() }) }),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/fixtures',
    name: 'listFixtures',
    summary: 'List the packaged fixtures, from which a world can be created by name.',
    isForTenants: true,
    answers: {
      200: {
        description: 'Their names.',
        body: z.strictObject({ fixtures: z.array(z.string()) }),
      },
    },
    handle: () => json(200, { fixtures: packagedFixtures() }),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds',
    name: 'listWorlds',
    summary: 'List the worlds, in pages; none is woken.',
    isForTenants: true,
    reads: bySchemas({ query: worldsQuery }),
    answers: {
      200: {
        description: 'Worlds in the order of their names; abbreviated for those that sleep.',
        body: worldsAnswer,
      },
    },
    handle: async ({ options }, { query }) => json(200, await listed(options.engine, query)),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds',
    name: 'createWorld',
    summary: 'Create a world.',
    isForTenants: true,
    reads: bySchemas({ body: createWorldBody }),
    answers: {
      201: { description: 'The created world.', body: worldAnswer },
      409: { description: 'The name is taken.' },
    },
    handle: (call, { body }) => createWorld(call, body),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w',
    name: 'getWorld',
    summary: 'Show a world.',
    answers: { 200: { description: 'The world.', body: worldAnswer } },
    handle: async (call, { params }) => json(200, await described(worldOf(call, params))),
  }),
  controlRoute({
    methods: ['DELETE'],
    path: '/worlds/:w',
    name: 'removeWorld',
    summary: 'Remove a world; its forks stay.',
    isUnrecorded: true,
    takesName: true, // a damaged world can be removed, and none is woken for it
    answers: { 204: { description: 'The world is removed.' } },
    handle: async (call, { params: { w: name = '' } }) => {
      try {
        await call.options.engine.remove(name);
      } catch (error) {
        const isUnknown = error instanceof StoreError && error.code === 'unknown-world';
        throw isUnknown ? await unknownWorld(call, name) : error;
      }
      return { status: 204, headers: {} };
    },
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/config',
    name: 'configureWorld',
    summary: 'Change settings of a world; omitted ones stay unchanged.',
    reads: bySchemas({ body: worldConfigSchema }),
    answers: { 200: { description: 'The updated world.', body: worldAnswer } },
    handle: async (call, { params, body }) => {
      // A recorded fact: recordings of earlier versions contain keys and passwords in plain text.
      const hasFingerprints = recordedFact(call.request, 'fingerprints', () => true, false);
      const changed = hasFingerprints ? changedSettings : changedPlainSettings;
      const change = (settings: Settings) => changed(settings, body);
      return json(200, await worldOf(call, params).configure(change, describe));
    },
  }),
];

async function createWorld(
  { options }: ControlCall,
  { epoch, ...rest }: z.infer<typeof createWorldBody>,
): Promise<HttpResponse> {
  const spec: WorldSpec = { ...rest, ...(epoch === undefined ? {} : { epochMs: epoch }) };
  return json(201, await described(await options.createWorld(spec)));
}

/** Worlds of a list described per turn of the event loop. */
const worldsPerTurn = 50;

const damagedRecord = 'Its record in the store is damaged; `reprise store verify` says more.';

type WorldList = z.infer<typeof worldsAnswer>;
type ListedWorld = WorldList['worlds'][number];

/** Describes a page of worlds, and wakes none: the record of a world that sleeps suffices for a list. */
async function listed(
  engine: ControlEngine,
  page: z.infer<typeof worldsQuery>,
): Promise<WorldList> {
  const worlds: ListedWorld[] = [];
  let { after, limit: left } = page;
  for (;;) {
    const limit = Math.min(worldsPerTurn, left);
    const found = await engine.store.worlds({ after, limit: limit + 1 }); // one more: whether there is a next page
    const shown = found.slice(0, limit);
    const listings = shown.map(async (listing) => listedWorld(engine, listing));
    worlds.push(...(await Promise.all(listings)).flatMap((world) => world ?? []));
    after = shown.at(-1)?.name ?? after;
    left -= shown.length;
    if (found.length <= limit) return { worlds, next: null };
    if (left === 0) return { worlds, next: after ?? null };
    await nextLoopTurn();
  }
}

/** A world of a list; undefined if it was removed meanwhile. */
async function listedWorld(
  engine: ControlEngine,
  listing: WorldListing,
): Promise<ListedWorld | undefined> {
  const { name } = listing;
  const world = engine.world(name);
  if (world === undefined) return printStored(listing);
  try {
    return await world.glance(describe);
  } catch (error) {
    if (isTransient(error)) return storedWorld(engine, listing); // it is being removed, reset, or read again
    return { name, error: error instanceof Error ? error.message : 'unknown' };
  }
}

async function storedWorld(
  engine: ControlEngine,
  { name, node }: WorldListing,
): Promise<ListedWorld | undefined> {
  try {
    const record = await engine.store.find(name);
    return record && printAsleep(record, node);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return printStored({ name });
    throw error;
  }
}

function printStored({ name, record, node }: WorldListing): ListedWorld {
  return record === undefined ? { name, error: damagedRecord } : printAsleep(record, node);
}

/** Describes a world for all routes. */
export function described(world: World): Promise<z.infer<typeof worldAnswer>> {
  return world.read(describe);
}

/** The description of a world in all routes. */
export const describe: WorldQuery<z.infer<typeof worldAnswer>> = (states, view) =>
  printWorld(view(), Object.assign({}, ...services.map(({ counts }) => counts(states))));
