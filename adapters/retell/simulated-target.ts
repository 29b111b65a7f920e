// A fresh world in this process to which the recording of a real service is told: it begins with what was there before the session, as
// far as the session has shown it.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClient } from '../client/index.ts';
import { closeServer } from '../hosts/node/close-server.ts';
import { createNodeServer } from '../hosts/node/node.ts';
import { inSlices } from '../protocol/slices.ts';
import { openReprise, type Reprise } from '../reprise.ts';
import { fixtureInPieces } from '../upstream/fixture/fixture-of.ts';
import { simulatedApp, SimulatedWorld } from '../upstream/play/simulated-world.ts';
import type { Traffic } from '../upstream/traffic.ts';
import { initialTraffic } from './initial-traffic.ts';
import type { RetellTarget } from './target.ts';

const shutdownMs = 1_000;
const worldName = 'simulated';

export interface SimulatedTargetOptions {
  /** Where to record the world; absent: nowhere. */
  readonly file?: string | undefined;
  readonly version: string;
  /** Called with sentences: which ids the world cannot know. */
  readonly report: (sentence: string) => void;
}

export interface SimulatedTarget {
  readonly target: RetellTarget;
  readonly reprise: Reprise;
  readonly close: () => Promise<void>;
}

/** Rejects with OptionsError if the world refuses what was shown. */
export async function openSimulatedTarget(
  traffic: Traffic,
  { file, version, report }: SimulatedTargetOptions,
): Promise<SimulatedTarget> {
  const initial = initialTraffic(traffic);
  const epochMs = Math.floor(initial.startMs);
  const shown = await inSlices(fixtureInPieces(initial.traffic, { epochMs }));
  const reprise = await openReprise({ defaults: { clock: 'frozen' }, version });
  const world = await reprise.worlds.create({
    name: worldName,
    seed: 'simulation',
    clock: 'frozen',
    epoch: new Date(epochMs).toISOString(),
    fixture: shown.document,
  });
  if (file !== undefined) await reprise.recordings.start(world, { file });
  const ids = shown.unknownIds.map((id) => ({ ...id, n: initial.entryOf(id.n) }));
  const simulated = new SimulatedWorld(worldName, world, ids, report);
  const app = simulatedApp(reprise.app, (name) => (name === worldName ? simulated : undefined));
  const server = createNodeServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { token } = reprise;
  return {
    target: {
      base: `${url}/w/${worldName}`,
      control: { url, token, world: createClient({ url, token }).world(worldName) },
      secrets: {},
      hasPublishedKeys: true,
      hasOwnKeys: false,
    },
    reprise,
    async close() {
      reprise.endStreams();
      await closeServer(server, shutdownMs);
      if (file !== undefined) await reprise.recordings.stop(worldName);
      await reprise.close();
    },
  };
}
