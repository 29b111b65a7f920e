// A world of a test: base URLs, keys, clock, steering, and what happened in it.

import { z } from 'zod';
import { omitUndefined, type EventType, type World } from '../../core/index.ts';
import { checkedOptions } from '../checked-options.ts';
import type { Event, Events, JournaledRequest, State } from '../client/control-types.ts';
import type { Client } from '../client/client.ts';
import { RepriseError } from '../client/error.ts';
import type { OperationInput } from '../client/send.ts';
import type { WorldClient } from '../client/world.ts';
import type { Twin } from '../hosts/in-process/twin.ts';
import type { TwinSocketOptions } from '../hosts/in-process/twin-socket.ts';
import type { ClientKeys } from '../services/client-keys.ts';
import type { EventDataOf } from './event-data.ts';
import { checkEventType } from './event-type.ts';
import type { KitContext } from './kit-context.ts';
import { serviceKits, type ServiceKits } from './service-kits.ts';
import type { WorldAlternative, WorldChange } from './test-alternative.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

/** What clients need to talk to a world. */
export type WorldKeys = ClientKeys;

type ListRequestsQuery = NonNullable<OperationInput<'listRequests'>['query']>;

/** Which requests are listed; all members must agree. */
export interface RequestFilter {
  readonly service?: NonNullable<ListRequestsQuery['service']>;
  readonly method?: string;
  /** Without the world's prefix. `*` is one segment, `**` at the end any number of segments. */
  readonly path?: string;
  /** Such as 201, or a class of them such as `4xx`. */
  readonly status?: number | string;
  /** Only requests without a route (true), or with one (false). */
  readonly unmatched?: boolean;
}

/** An event whose type is known. */
export interface TypedEvent<Type extends EventType> extends Omit<Event, 'type' | 'data'> {
  readonly type: Type;
  readonly data: EventDataOf<Type>;
}

export interface ListEvents {
  <Type extends EventType>(type: Type): Promise<readonly TypedEvent<Type>[]>;
  (type?: EventType): Promise<readonly Event[]>;
}

export interface TestWorld extends ClientKeys, ServiceKits {
  readonly name: string;
  /** The seed of its ids and random numbers. */
  readonly seed: string;
  /** Base URLs of clients, on a free port of the loopback. */
  readonly url: string;
  readonly ws: string;
  /** As the global ones, in this process: paths count, hosts do not, so that clients may keep their production URLs. */
  readonly fetch: Twin['fetch'];
  readonly WebSocket: Twin['WebSocket'];
  readonly clock: TestClock;
  /** The events since the fixture, of one type or all. */
  readonly events: ListEvents;
  /** Events as they are stored: those of `running`. */
  readonly events$: World['events$'];
  /** The last requests to it, oldest first, with what they caused; unmatched ones with the nearest route. */
  readonly requests: (filter?: RequestFilter) => Promise<readonly JournaledRequest[]>;
  /** Faults to inject: add, list, remove. */
  readonly faults: WorldClient['faults'];
  /** The rows of all tables. */
  readonly state: () => Promise<State>;
  /** What went over the wire so far, without secrets: the text of a whole recording. */
  readonly recording: () => Promise<string>;
  /**
   * What would have followed if something had been otherwise: retells what went over the wire so far with changes, from before the
   * first changed request, and compares both ends. The world itself stays as it is.
   */
  readonly whatIf: (change: WorldChange | readonly WorldChange[]) => Promise<WorldAlternative>;
  /** The control plane of this world: everything that an operator can do, except `reset`. */
  readonly operator: WorldClient;
  /** The running world: streams of events and entities. */
  readonly running: World;
  /** Removes the world; its sockets end. A request that a fault hangs ends when its client leaves. */
  readonly dispose: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface TestWorldParts extends Omit<KitContext, 'operator'> {
  readonly world: World;
  readonly twin: Twin;
  /** Of the server. */
  readonly url: string;
  readonly client: Client;
  readonly recording: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}

/** Node 20.0 has no such symbol. */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** What to do instead of a reset. */
export const createAnother = 'dispose of it, and create another with createWorld().';

const eventsPerPage = 1_000;

/** Its values are checked by the control plane. */
const requestFilterSchema = z.strictObject({
  service: z.string().exactOptional(),
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  status: z.union([z.number(), z.string()]).exactOptional(),
  unmatched: z.boolean().exactOptional(),
});

export function createTestWorld(parts: TestWorldParts, from: number): TestWorld {
  const { world, running, keys, twin, url, client, recording, dispose } = parts;
  const { name } = world.record;
  const operator: WorldClient = {
    ...client.world(name),
    reset: async () => {
      const message = `World '${name}' of a test cannot be reset: ${createAnother}`;
      throw new RepriseError('invalid-argument', message);
    },
  };
  return {
    ...keys,
    ...serviceKits({ ...parts, operator }),
    name,
    seed: world.settings().forkSeed ?? world.record.seed,
    url: `${url}/w/${name}`,
    ws: `${url.replace(/^http/, 'ws')}/w/${name}`,
    fetch: (input, init) => {
      const request = new Request(input instanceof Request ? input : absolute(input), init);
      request.headers.set(worldHeader, name);
      return twin.fetch(request);
    },
    WebSocket: socketsOf(twin, name),
    clock: createTestClock(running, operator),
    events: ((type?: EventType) => eventsSince(operator, from, type)) as ListEvents,
    events$: world.events$,
    requests: async (given = {}) => {
      checkedOptions(requestFilterSchema, given, 'world.requests');
      const { status, unmatched, ...filter } = given;
      const query = {
        ...filter,
        ...(status === undefined ? {} : { status: String(status) }),
        ...(unmatched === undefined ? {} : ({ unmatched: unmatched ? 'true' : 'false' } as const)),
      };
      return (await client.send('listRequests', { path: { w: name }, query })).requests;
    },
    faults: operator.faults,
    state: () => operator.state(),
    recording,
    whatIf: async (change) => {
      const { alternativeIn } = await import('./test-alternative.ts'); // with the whole engine of replays
      return alternativeIn({ name, recording }, change);
    },
    operator,
    running: world,
    dispose,
    [asyncDispose]: dispose,
  };
}

const worldHeader = 'X-Reprise-World';

/** The URL of a request that is given by its path. */
function absolute(input: string | URL): URL {
  return new URL(input, 'http://localhost');
}

/** The twin's sockets, in a world. */
function socketsOf({ WebSocket }: Twin, world: string): Twin['WebSocket'] {
  return class extends WebSocket {
    constructor(
      url: string | URL,
      protocols?: string | readonly string[],
      options?: TwinSocketOptions,
    ) {
      super(url, protocols, { ...options, headers: { ...options?.headers, [worldHeader]: world } });
    }
  };
}

async function eventsSince(
  operator: WorldClient,
  first: number,
  type: EventType | undefined,
): Promise<readonly Event[]> {
  if (type !== undefined) checkEventType(type);
  const events: Event[] = [];
  for (let from: number | null = first; from !== null;) {
    const page: Events = await operator.events({
      from,
      limit: eventsPerPage,
      ...omitUndefined({ type }),
    });
    events.push(...page.events);
    from = page.next;
  }
  return events;
}
