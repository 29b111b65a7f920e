// The open sessions of the speech service in a world, for the control plane, which drives sessions without a client.

import { speech } from '../../../core/index.ts';
import type { SessionSummary, Session, SessionBook } from '../../protocol/channel.ts';
import { audioSessionOf } from './audio/resume.ts';
import { sideAudio } from './sessions/side-audio.ts';
import type { Channels } from './channels.ts';
import { sharedFacts } from './frame-facts.ts';
import type { AudioOf } from './sessions/outbox.ts';
import type { SessionParts } from './sessions/served-session.ts';
import type { SessionEventsByWorld } from './sessions/session-events.ts';

export function createSessionBook(
  worlds: SessionEventsByWorld,
  channels: Channels,
  audioOf: AudioOf,
): SessionBook {
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
    readerOf: audioSessionOf,
    audio: (world, id, side, query) => sideAudio(world, id, side, query, audioOf),
    async resume(world, id, peer, request = {}) {
      const open = await world.read((states) => speech.sessionById(states.speech, id));
      return open === undefined
        ? undefined
        : resumed(open, { world, events: worlds.of(world), peer, request: sharedFacts(request) });
    },
  };

  /** Attaches the session only while it handles a frame, since the control plane never closes it. */
  async function resumed(view: speech.SessionView, parts: SessionParts): Promise<Session> {
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
      closed: session.closed,
    };
  }
}
