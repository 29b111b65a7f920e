// The open sessions of the speech service in a world, and how the control plane drives those without a client.

import { speech, type World } from '../../../core/index.ts';
import type { SessionSummary, Peer, Session, SessionBook } from '../../http/channel.ts';
import type { Channels } from './channels.ts';
import type { SessionEventsByWorld } from './session-events.ts';

export function createSessionBook(worlds: SessionEventsByWorld, channels: Channels): SessionBook {
  return {
    list: (world) =>
      world.read((states) =>
        speech.sessionList(states.speech).map(({ id, path, openedMs }): SessionSummary => ({
          id,
          path,
          openedMs,
          isAttached: worlds.of(world).has(id),
        })),
      ),
    async resume(world, id, peer) {
      const open = await world.read((states) => speech.sessionById(states.speech, id));
      return open === undefined ? undefined : resumed(world, open, peer);
    },
  };

  /** Attached only while it handles a frame: the control plane never closes it. */
  async function resumed(world: World, view: speech.SessionView, peer: Peer): Promise<Session> {
    const parts = { world, events: worlds.of(world), peer };
    const session = await channels[view.path].sessions.resumed(view, parts);
    return {
      async receive(frame) {
        session.attach();
        try {
          await session.receive(frame);
        } finally {
          session.detach();
        }
      },
      closed: (code) => session.closed(code),
    };
  }
}
