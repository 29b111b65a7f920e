// Worlds that answer in place of a real service once a client leaves the recording: each begins with what the recording had shown to
// its client. Clients keep their credentials, and the ids that a world has under another name.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { WebSocket } from 'ws';
import type { Fixture } from '../../contracts/world-spec.ts';
import { closeServer } from '../../hosts/node/close-server.ts';
import { createNodeServer } from '../../hosts/node/node.ts';
import { inSlices } from '../../protocol/slices.ts';
import { openReprise, type Reprise } from '../../reprise.ts';
import { fixtureInPieces, type FixtureOfTraffic } from '../fixture/fixture-of.ts';
import { ownedPaths } from '../owned-paths.ts';
import { roundTrip } from '../round-trip.ts';
import { allAt, type Upstreams } from '../upstreams.ts';
import type { MissedRequest } from './forwarder.ts';
import { simulatedApp, SimulatedWorld } from './simulated-world.ts';

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
    this.#server = createNodeServer(simulatedApp(reprise.app, (name) => this.#byName.get(name)));
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
    await roundTrip(client); // all that it has sent has arrived
    await world?.sessions.settled();
    await roundTrip(client);
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
}
