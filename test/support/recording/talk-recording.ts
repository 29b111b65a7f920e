// A world of the talk domain, with its sockets recorded.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createApp } from '../../../adapters/protocol/app.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { Recordings } from '../../../adapters/recording/record/recordings.ts';
import { nodeHost } from '../../../adapters/reprise.ts';
import { openEngine, type World } from '../../../core/index.ts';
import { talkDomains } from '../domains/talk.ts';
import { epochMs } from '../engine/pure-world.ts';
import { talkService } from '../domains/talk-channel.ts';

/** Records into a new file in the folder, from the start or after `play`. */
export async function openTalkRecording(
  folder: string,
  play: (world: World) => Promise<unknown> = () => Promise.resolve(),
) {
  const engine = await openEngine({
    store: createMemoryStore(),
    host: nodeHost,
    domains: talkDomains,
  });
  const clock = { mode: 'frozen', rate: 1 } as const;
  const world = await engine.create({
    name: 'default',
    seed: 's',
    epochMs,
    ids: 'ordinal',
    clock,
    config: {},
  });
  const file = join(folder, `${randomUUID()}.jsonl`);
  const recordings = new Recordings({
    engine,
    sessions: [],
    writtenBy: 'test',
    services: ['talk'],
    rsaBits: 2048,
    newFile: () => file,
    now: () => new Date(0),
  });
  const app = createApp({
    services: [talkService],
    worldNamed: (name) => engine.world(name),
    hooks: recordings.hooks,
  });
  await play(world);
  await recordings.start(world, { file });
  return { engine, recordings, file, ...createTwin(app) };
}

export type TalkRecording = Awaited<ReturnType<typeof openTalkRecording>>;

/** A client that stores the messages it receives. */
export function talkClient(
  { WebSocket }: TalkRecording,
  id: string,
  key = 'Token a-secret-of-the-talk-service',
) {
  const heard: string[] = [];
  const headers = { authorization: key };
  const socket = new WebSocket(`/talk?id=${id}`, ['talk'], { headers });
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }) => {
    heard.push(typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString());
  });
  socket.addEventListener('close', ({ code }) => heard.push(`closed ${code}`));
  return { socket, heard };
}
