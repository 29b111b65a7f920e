// Worlds that answer in place of a real service once a client leaves the recording: each begins with what the recording had shown to
// its client. Clients keep their credentials, and the ids that a world has under another name.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { WebSocket } from 'ws';
import type { World } from '../../../core/index.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import { closeServer } from '../../hosts/node/close-server.ts';
import { createNodeServer } from '../../hosts/node/node.ts';
import type { App } from '../../protocol/app.ts';
import type { Opening } from '../../protocol/channel.ts';
import type { HttpResponse, RawRequest } from '../../protocol/messages.ts';
import { inSlices } from '../../protocol/slices.ts';
import { openReprise, type Reprise } from '../../reprise.ts';
import { replaceIds } from '../../recording/diff/id-pairs.ts';
import type { WireHeaders } from '../../recording/redaction/headers.ts';
import { services } from '../../services/index.ts';
import { serviceAt } from '../../services/service-at.ts';
import { fixtureInPieces, type FixtureOfTraffic, type UnknownId } from '../fixture/fixture-of.ts';
import { isTextType } from '../headers.ts';
import { ownedPaths } from '../owned-paths.ts';
import { pathOf } from '../relay/destination.ts';
import { allAt, type Upstreams } from '../upstreams.ts';
import type { MissedRequest } from './forwarder.ts';
import { requestContent } from './request-content.ts';
import { SessionWatch } from './session-watch.ts';

const shutdownMs = 1_000;

export interface SimulationOptions {
  /** Called with sentences: which world answers, and which ids it cannot know. */
  readonly report: (sentence: string) => void;
}

export class Simulation {
  readonly #reprise: Reprise;
  readonly #server: Server;
  readonly #report: SimulationOptions['report'];
  readonly #worlds = new Map<string, Promise<SimulatedWorld>>();
  readonly #byName = new Map<string, SimulatedWorld>();

  private constructor(reprise: Reprise, { report }: SimulationOptions) {
    this.#reprise = reprise;
    this.#report = report;
    this.#server = createNodeServer(this.#app());
  }

  static async open(options: SimulationOptions): Promise<Simulation> {
    const reprise = await openReprise({ defaults: { clock: 'skip' }, journal: false });
    const simulation = new Simulation(reprise, options);
    simulation.#server.listen(0, '127.0.0.1');
    await once(simulation.#server, 'listening');
    return simulation;
  }

  /** The world of a cursor, which the first request that misses creates. */
  async upstreamsOf(missed: MissedRequest): Promise<Upstreams> {
    let world = this.#worlds.get(missed.cursorName);
    if (world === undefined) {
      world = this.#create(missed);
      this.#worlds.set(missed.cursorName, world);
    }
    const { name } = await world;
    const { port } = this.#server.address() as AddressInfo;
    return allAt(`http://127.0.0.1:${port}/w/${name}`, ownedPaths());
  }

  /** Resolves once the sessions of a cursor are at rest, and what they have sent has arrived at the client of one, or its socket has closed. */
  async settled(client: WebSocket, cursorName: string): Promise<void> {
    const world = await this.#worlds.get(cursorName);
    await pong(client); // all that it has sent has arrived
    await world?.sessions.settled();
    await pong(client);
  }

  async close(): Promise<void> {
    this.#reprise.endStreams();
    await closeServer(this.#server, shutdownMs);
    await this.#reprise.close();
  }

  async #create({ cursorName, shown }: MissedRequest): Promise<SimulatedWorld> {
    const fixtures: FixtureOfTraffic[] = [];
    for (const { traffic, before } of shown) {
      fixtures.push(await inSlices(fixtureInPieces(traffic, { before })));
    }
    const lastMs = Math.max(...fixtures.map((fixture) => fixture.lastMs));
    const name = `simulation-${this.#worlds.size + 1}`;
    const world = await this.#reprise.worlds.create({
      name,
      seed: 'simulation', // another one than the recorded world may have: its ids are no ids of this one
      ...(lastMs > 0 ? { epoch: new Date(lastMs).toISOString() } : {}),
      fixture: Object.assign({}, ...fixtures.map(({ document }) => document)) as Fixture,
    });
    const ids = fixtures.flatMap(({ unknownIds }) => unknownIds);
    const simulated = new SimulatedWorld(name, world, ids, this.#report);
    this.#byName.set(name, simulated);
    const place = cursorName === 'default' ? '' : ` (cursor ${cursorName})`;
    this.#report(`From here on a simulated world answers${place}.`);
    return simulated;
  }

  #app(): App {
    const { app } = this.#reprise;
    const worldAt = (url: string) => this.#byName.get(/^\/w\/([^/?]+)/.exec(url)?.[1] ?? '');
    return {
      ...app,
      async handle(request) {
        const world = worldAt(request.url);
        if (world === undefined) return app.handle(request);
        return world.answered(await app.handle(world.asked(request)));
      },
      async open(request, peer) {
        const world = worldAt(request.url);
        if (world === undefined) return app.open(request, peer);
        return world.opened(await app.open(world.authorized(request), peer));
      },
    };
  }
}

/** A world with the ids of the recorded service, as far as it has their records. */
class SimulatedWorld {
  readonly name: string;
  readonly sessions = new SessionWatch();
  readonly #ownOf = new Map<string, string>();
  readonly #recordedOf = new Map<string, string>();
  readonly #unknown: Map<string, UnknownId>;
  readonly #report: SimulationOptions['report'];

  constructor(
    name: string,
    world: World,
    ids: readonly UnknownId[],
    report: (text: string) => void,
  ) {
    this.name = name;
    this.#report = report;
    const pairs = ids.map((shown) => ({ shown, own: ownId(world, shown) }));
    for (const { shown, own } of pairs) {
      if (own === undefined) continue;
      this.#ownOf.set(shown.id, own);
      this.#recordedOf.set(own, shown.id);
    }
    this.#unknown = new Map(
      pairs.flatMap(({ shown, own }) => (own === undefined ? [[shown.id, shown]] : [])),
    );
  }

  /** A request as the world understands it. */
  asked(request: RawRequest): RawRequest {
    this.#reportUnknown(request);
    const { url, body, headers } = this.authorized(request);
    const isText = isTextType(headers['content-type']);
    const own = isText ? Buffer.from(this.#owned(body.toString('latin1')), 'latin1') : body;
    const length =
      headers['content-length'] === undefined ? {} : { 'content-length': `${own.length}` };
    return { ...request, url: this.#owned(url), headers: { ...headers, ...length }, body: own };
  }

  /** An answer as the client understands it. */
  answered(answer: HttpResponse): HttpResponse {
    if (answer.body === undefined) return answer;
    return { ...answer, body: replaceIds(answer.body, (id) => this.#recordedOf.get(id) ?? id) };
  }

  opened(opening: Opening): Opening {
    if (opening.kind === 'refused') return opening;
    return { ...opening, session: this.sessions.watched(opening.session) };
  }

  /** A request with credentials that the world knows, if it has any. */
  authorized<Request extends Pick<RawRequest, 'url' | 'headers'>>(request: Request): Request {
    const { authorization } = request.headers;
    if (authorization === undefined) return request;
    const path = pathOf(request.url).slice(`/w/${this.name}`.length);
    const service = serviceAt(path);
    if (service === undefined) return request;
    const own = service.publishedCredentials(authorization);
    return { ...request, headers: { ...request.headers, authorization: own } };
  }

  #owned(text: string): string {
    // A client may write an address with capitals, as its checksum.
    return replaceIds(text, (id) => this.#ownOf.get(id) ?? this.#ownOf.get(id.toLowerCase()) ?? id);
  }

  /** Says once of each id that the world cannot know it. */
  #reportUnknown({ method, url, headers, body }: RawRequest): void {
    if (this.#unknown.size === 0) return;
    const content = { text: body.toString('utf8') };
    const sent = requestContent({ method, url, headers: headers as WireHeaders, content });
    for (const value of [
      ...sent.path.split('/'),
      ...leavesOf(sent.query),
      ...leavesOf(sent.body),
    ]) {
      const id = this.#unknown.get(value);
      if (id === undefined) continue;
      this.#unknown.delete(value);
      this.#report(
        `The simulated world does not know the ${id.kind} ${id.id}, which entry ${id.n} of the recording has shown.`,
      );
    }
  }
}

/** Resolves once a server has answered a ping, or the socket has closed. */
function pong(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) return resolve();
    const done = () => {
      socket.off('pong', done).off('close', done);
      resolve();
    };
    socket.once('pong', done).once('close', done);
    socket.ping();
  });
}

/** What a world has in place of an id; undefined if it has none, or texts cannot be searched for it, as for addresses in base58. */
function ownId(world: World, shown: UnknownId): string | undefined {
  if (replaceIds(shown.id, () => '') !== '') return undefined;
  const service = services.find(({ name }) => name === shown.service);
  return world.peek((states) => service?.fixture.idIn?.(states, shown));
}

/** The texts and numbers in a value, as texts. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
