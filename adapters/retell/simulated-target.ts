// Opens a world in this process against which the recording of a real service is replayed. It begins with the records that existed before
// the session, as far as the session has shown them.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClient } from '../client/index.ts';
import { closeServer } from '../hosts/node/close-server.ts';
import { createNodeServer } from '../hosts/node/node.ts';
import { inSlices } from '../protocol/slices.ts';
import { createPost } from '../outbound/post.ts';
import { openReprise, type Reprise } from '../reprise.ts';
import { fixtureInPieces } from '../upstream/fixture/fixture-of.ts';
import { simulatedApp, SimulatedWorld } from '../upstream/play/simulated-world.ts';
import type { Traffic } from '../upstream/traffic.ts';
import { initialTraffic } from './initial-traffic.ts';
import { workMsMax } from './session-clock.ts';
import type { RetellTarget } from './target.ts';

const shutdownMs = 1_000;
const worldName = 'simulated';
/** How long before the session the world begins: what it has by then has settled. */
const settlingMs = 600_000;

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
  const epochMs = Math.floor(initial.startMs) - settlingMs;
  const shown = await inSlices(fixtureInPieces(initial.traffic, { epochMs }));
  const post = createPost([]);
  let posting = 0;
  const byName = new Map<string, SimulatedWorld>();
  const reprise = await openReprise({
    defaults: { clock: 'frozen' },
    version,
    outboundWaitMs: workMsMax, // how late an outcome comes to a world depends on no load
    async post(message, stopped) {
      const body = byName.get(worldName)?.recorded(message.body) ?? message.body;
      posting += 1;
      try {
        return await post({ ...message, body }, stopped);
      } finally {
        posting -= 1;
      }
    },
  });
  const world = await reprise.worlds.create({
    name: worldName,
    seed: 'simulation',
    clock: 'frozen',
    epoch: new Date(epochMs).toISOString(),
    fixture: shown.document,
  });
  await world.advance({ byMs: settlingMs });
  if (file !== undefined) await reprise.recordings.start(world, { file });
  const ids = shown.unknownIds.map((id) => ({ ...id, n: initial.entryOf(id.n) }));
  const simulated = new SimulatedWorld(worldName, world, ids, report);
  byName.set(worldName, simulated);
  const app = simulatedApp(reprise.app, (name) => byName.get(name));
  const server = createNodeServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { token } = reprise;
  const client = createClient({ url, token });
  return {
    target: {
      base: `${url}/w/${worldName}`,
      control: { client, token, world: client.world(worldName) },
      secrets: {},
      hasPublishedKeys: true,
      hasOwnKeys: false,
      async settled(openSockets) {
        do await simulated.sessions.settled(openSockets);
        while (posting > 0);
      },
    },
    reprise,
    async close() {
      await simulated.sessions.settled(0); // the world knows how they have ended
      reprise.endStreams();
      await closeServer(server, shutdownMs);
      if (file !== undefined) await reprise.recordings.stop(worldName);
      await reprise.close();
    },
  };
}
