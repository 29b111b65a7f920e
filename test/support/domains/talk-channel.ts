// A service with a WebSocket channel for the talk domain: clients send words, receive frames for their own words and for
// those of others, and close or are closed.

import type { Channel, Frame, Peer } from '../../../adapters/protocol/channel.ts';
import { recordedFact, json } from '../../../adapters/protocol/messages.ts';
import type { Service } from '../../../adapters/protocol/service.ts';
import type { World } from '../../../core/index.ts';
import { sendTalk } from './talk.ts';

/** Whether an Authorization header contains the key of the service. */
export const isTalkKey = (header: string | undefined) => header === `Token ${talkKey}`;
export const talkKey = 'a-secret-of-the-talk-service';

async function obey(world: World, id: string, words: string, peer: Peer): Promise<void> {
  if (words === 'bye') return peer.close(4000, 'good bye');
  if (words === 'break') throw new Error('A bug of the session.');
  if (words === 'look') return void (await world.describe());
  // One frame may contain several commands.
  for (const word of words.split(' ')) await sendTalk(world, { type: 'Hear', id, word });
}

const channel: Channel = {
  async open(request, world, peer) {
    const isLetIn = recordedFact(request, 'caller', () =>
      isTalkKey(request.headers['authorization']),
    );
    if (!isLetIn) return { kind: 'refused', response: json(401, { error: 'no key' }) };
    const id = request.query.get('id') ?? 'nobody';
    peer.send({ kind: 'text', text: `good day, ${id}` });
    await sendTalk(world, { type: 'OpenTalk', id });
    // Frames caused by events are sent in the order of the events.
    const following = world.events$.subscribe(({ event, position }) => {
      const { id: who, word } = event as unknown as { readonly id: string; readonly word?: string };
      if (word === undefined) return;
      if (who === id) peer.send({ kind: 'text', text: `${word} ${position}` });
      else if (word === 'all') peer.send({ kind: 'binary', data: Buffer.from(`${who} ${word}`) });
    });
    return {
      kind: 'accepted',
      session: {
        headers: { 'X-Talk': id },
        ...(request.protocols.includes('talk') ? { protocol: 'talk' } : {}),
        receive: (frame: Frame) =>
          frame.kind === 'binary' ? peer.send(frame) : obey(world, id, frame.text, peer),
        closed: async () => {
          following.unsubscribe();
          await sendTalk(world, { type: 'Hear', id, word: 'gone' });
        },
      },
    };
  },
};

export const talkService: Service = {
  name: 'talk',
  isInWorld: true,
  owns: (path) => path === '/talk',
  answer: async () => json(404, { error: 'there is a WebSocket here' }),
  refuse: (_request, status, message) => json(status, { error: message }),
  channelAt: (path) => (path === '/talk' ? channel : undefined),
};
