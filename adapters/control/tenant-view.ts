// What the requests of a tenant see of the server: worlds with names of others do not exist. Routes need not know who calls them.

import { basename } from 'node:path';
import {
  isWorldOfTenant,
  noSuchWorld,
  type Tenant,
  type World,
  type WorldListing,
} from '../../core/index.ts';
import {
  ControlError,
  type ControlEngine,
  type ControlOptions,
} from '../contracts/control-call.ts';
import type { RecordingControl, RecordingStatus } from '../contracts/recording-control.ts';
import type { TenantControl } from '../contracts/tenant-control.ts';
import { worldsOfTenant } from '../contracts/tenant-worlds.ts';

/** The options of a call by a tenant. */
export function viewOfTenant(
  options: ControlOptions,
  tenants: TenantControl,
  { id }: Tenant,
): ControlOptions {
  const isOwn = (name: string) => isWorldOfTenant(name, id);
  const checkOwn = (name: string) => {
    if (isOwn(name)) return;
    const message = `The names of the worlds of tenant '${id}' begin with '${id}.'.`;
    throw new ControlError(403, 'foreign-name', message);
  };
  const engine = engineOf(options, tenants, isOwn, checkOwn, id);
  return {
    ...options,
    engine,
    worldNamed: (name) => (isOwn(name) ? options.worldNamed(name, tenants.open) : undefined),
    async createWorld(spec) {
      checkOwn(spec.name);
      return tenants.creating(spec.name, async () => options.createWorld(spec));
    },
    recordings: recordingsOf(options.recordings, isOwn),
    nodes: undefined,
    tenants: undefined,
  };
}

/**
 * The options of a call by the operator: a world has no name of another tenant's world in its past, which its own tenant would see.
 */
export function viewOfOperator(options: ControlOptions, tenants: TenantControl): ControlOptions {
  const { engine } = options;
  return {
    ...options,
    engine: {
      ...engine,
      async fork(parent, fork) {
        const from = nameOf(parent);
        const [owner, heir] = [await tenants.ownerOf(from), await tenants.ownerOf(fork.name)];
        if (owner === undefined || heir === undefined || owner === heir) {
          return engine.fork(parent, fork);
        }
        const message = `World '${from}' is one of tenant '${owner}': it cannot be forked for tenant '${heir}', which would see its name.`;
        throw new ControlError(403, 'foreign-name', message);
      },
    },
  };
}

function engineOf(
  { engine }: ControlOptions,
  tenants: TenantControl,
  isOwn: (name: string) => boolean,
  checkOwn: (name: string) => void,
  id: string,
): ControlEngine {
  const { store } = engine;
  /** The name of an own world. Throws as for one that does not exist. */
  const own = (name: string) => {
    if (isOwn(name)) return name;
    throw noSuchWorld(name);
  };
  return {
    store: {
      worlds: async (page) => (await worldsOfTenant(store, id, page)).map(withoutNode),
      find: async (name) => (isOwn(name) ? store.find(name) : undefined),
      read: async (name, ...range) => store.read(own(name), ...range),
      events: async (name, query) => store.events(own(name), query),
    },
    world: (name) => (isOwn(name) ? engine.world(name) : undefined),
    open: (name) => (isOwn(name) ? tenants.open(name) : Promise.resolve(undefined)),
    keepAwake: engine.keepAwake,
    refusalOf: async (name) => (isOwn(name) ? engine.refusalOf(name) : undefined), // `fork` refuses it
    async fork(parent, fork) {
      own(nameOf(parent));
      checkOwn(fork.name);
      return tenants.creating(fork.name, async () => engine.fork(parent, fork));
    },
    reset: async (name) => engine.reset(own(name)),
    remove: async (name) => engine.remove(own(name)),
    async state(world, at, query) {
      own(nameOf(world));
      return engine.state(world, at, query);
    },
  };
}

/** Tenants do not learn where nodes are. */
function withoutNode({ node: _node, ...listing }: WorldListing): WorldListing {
  return listing;
}

function nameOf(world: string | World): string {
  return typeof world === 'string' ? world : world.record.name;
}

/** Recordings of own worlds; where they are stored is not shown. */
function recordingsOf(
  recordings: RecordingControl,
  isOwn: (name: string) => boolean,
): RecordingControl {
  const shown = (status: RecordingStatus) => ({ ...status, file: basename(status.file) });
  return {
    start: async (world) => shown(await recordings.start(world)),
    stop: async (name) => shown(await recordings.stop(name)),
    statusOf(name) {
      const status = isOwn(name) ? recordings.statusOf(name) : undefined;
      return status && shown(status);
    },
    async cutRecordingOf(name) {
      const cut = isOwn(name) ? await recordings.cutRecordingOf(name) : undefined;
      if (cut === undefined) return undefined;
      const { node: _node, ...rest } = cut;
      return { ...rest, file: basename(cut.file) };
    },
    textOf: async (name) => (isOwn(name) ? recordings.textOf(name) : undefined),
    exchangesOf: (name, query) => (isOwn(name) ? recordings.exchangesOf(name, query) : undefined),
  };
}
