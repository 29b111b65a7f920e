// The thoughts of a conversation with a running server: they are read from its control plane at the end of each reply.

import type { WorldClient } from '../../client/index.ts';
import type { Frame } from '../../protocol/channel.ts';
import { trimEndOf } from '../../../core/index.ts';
import { withServer, worldOf } from '../support/connect.ts';
import type { CliHost } from '../support/cli-host.ts';
import type { LineListener } from './converse-line.ts';

export interface ServerThoughts {
  /** Reads new thoughts after some messages. */
  readonly onFrame: (frame: Frame) => void;
  /** Reads the last ones. Rejects with CliError if some could not be read. */
  readonly settled: () => Promise<void>;
}

/** `base`: the URL of a server, or of a world of it. Rejects with CliError if it has no control plane, or its token is unknown. */
export async function serverThoughts(
  base: string,
  onThought: NonNullable<LineListener['onThought']>,
  nowMs: () => number,
  host: CliHost,
): Promise<ServerThoughts> {
  const prefixAt = base.lastIndexOf('/w/');
  const [server, name] =
    prefixAt === -1 ? [base, 'default'] : [base.slice(0, prefixAt), base.slice(prefixAt + 3)];
  const url = trimEndOf(server.replace('ws', 'http'), '/');
  const inWorld = <Answer>(act: (world: WorldClient) => Promise<Answer>) =>
    withServer(url, host, (client) => act(worldOf(client, name)));
  await inWorld((world) => world.get());
  let session: string | undefined;
  let from = 1;
  const read = async () => {
    const id = session;
    if (id === undefined) return;
    const seenMs = nowMs();
    const { thoughts } = await inWorld((world) => world.speech.thoughts({ session: id, from }));
    for (const thought of thoughts) {
      onThought(thought, seenMs);
      from = thought.position + 1;
    }
  };
  let reading = Promise.resolve();
  return {
    onFrame(frame) {
      if (frame.kind !== 'text') return;
      const message = JSON.parse(frame.text) as { type: string; request_id?: string };
      if (message.type === 'Welcome') session = message.request_id;
      if (message.type !== 'AgentAudioDone') return;
      reading = reading.then(read);
      reading.catch(() => undefined); // reported at the end
    },
    async settled() {
      reading = reading.then(read);
      await reading;
    },
  };
}
