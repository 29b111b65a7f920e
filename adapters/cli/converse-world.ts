// A world in this process as the other side of `reprise converse`: time stands still unless the conversation moves it, so that
// frames come at exact virtual times, however fast the machine is.

import { randomBytes } from 'node:crypto';
import { speech, type World } from '../../core/index.ts';
import type { Config, Fixture } from '../contracts/world-spec.ts';
import { storedFixture } from '../fixture/seed-commands.ts';
import type { Frame, Peer } from '../http/channel.ts';
import { createMemoryStore } from '../memory/event-store.ts';
import { epochMsDefault, openReprise, seedDefault, type Reprise } from '../reprise.ts';
import { publishedSpeechKey } from '../services/speech/keys.ts';
import { changedSettings, defaultConfig } from '../world-config.ts';
import { CliError } from './errors.ts';
import { agentPath, type Exchange, type Line, type LineListener } from './converse-line.ts';

export interface ConversationWorldOptions {
  /** Prepared. */
  readonly fixture: Fixture | undefined;
  readonly seed?: string;
}

/** Throws FixtureError if the world refuses the fixture. */
export async function openConversationWorld(options: ConversationWorldOptions): Promise<Exchange> {
  const reprise = await openReprise(worldOptions(options));
  return exchangeWith(reprise, () => reprise.close());
}

export function worldOptions({ fixture, seed = seedDefault }: ConversationWorldOptions) {
  const initial = { ids: 'ordinal', config: defaultConfig } as const;
  const settings = changedSettings(initial, fixture?.config ?? {});
  const { config } = changedSettings(settings, { speechKeys: [publishedSpeechKey] });
  return {
    store: createMemoryStore(),
    token: randomBytes(24).toString('base64url'),
    isPaced: false,
    defaults: {
      seed,
      epochMs: epochMsDefault,
      clock: { mode: 'frozen', rate: 1 },
      config: config as Config,
      ...(fixture === undefined ? {} : { fixture: storedFixture(fixture) }),
    },
  } as const;
}

/** Talks to the world `default`. */
export function exchangeWith({ engine, app }: Reprise, close: () => Promise<void>): Exchange {
  const world = engine.world('default');
  if (world === undefined) throw new Error('There is no world default.');
  const startMs = world.nowMs();
  const nowMs = () => world.nowMs() - startMs;
  const announced = announcedFrames(world, startMs);
  return {
    isLive: false,
    nowMs,
    async pass(byMs) {
      await world.advance({ byMs });
      await announced.arrived();
    },
    async dial(path, listener) {
      const isAgent = path === agentPath;
      const timeOf = isAgent ? announced.next : nowMs;
      const peer = peerOf(listener, timeOf, announced.cancel);
      const opening = await app.open(upgradeOf(path), peer);
      if (opening.kind === 'refused') {
        throw new CliError(`${path} is refused: ${opening.response.body ?? ''}`);
      }
      const { session } = opening;
      let isOver = false;
      const line: Line = {
        async send(frame) {
          if (isOver || peer.isClosed()) return;
          await session.receive(frame);
          if (isAgent) await announced.arrived();
        },
        async close() {
          if (isOver) return;
          isOver = true;
          if (!peer.isClosed()) await session.closed(1000, '');
          await world.describe(); // behind the command that ends the session
        },
      };
      return line;
    },
    async close() {
      announced.stop();
      await close();
    },
  };
}

function upgradeOf(url: string) {
  const headers = {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    authorization: `Token ${publishedSpeechKey}`,
  };
  return { url, headers, origin: 'http://localhost' };
}

function peerOf(
  { onFrame, onClosed }: LineListener,
  timeOf: () => number,
  cancel: () => void,
): Peer & { readonly isClosed: () => boolean } {
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    send: (frame: Frame) => {
      if (!isClosed) onFrame(frame, timeOf());
    },
    close: (code = 1005, reason = '') => {
      if (isClosed) return;
      isClosed = true;
      timeOf();
      cancel();
      onClosed(code, reason);
    },
    drained: () => undefined,
  };
}

/**
 * The times of the frames that events of the conversation announce. Their audio may take the machine a moment, in which no time of the
 * world passes.
 */
function announcedFrames(world: World, startMs: number) {
  let times: number[] = [];
  let settings: speech.MessageSettings = null;
  let waiting: (() => void)[] = [];
  const release = () => {
    if (times.length > 0) return;
    for (const resolve of waiting.splice(0)) resolve();
  };
  let sessionId: string | undefined;
  const following = world.events$.subscribe(({ atMs, event }) => {
    const own = event as speech.SpeechEvent;
    if (own.type === 'SessionOpened' && own.path === agentPath) sessionId = own.sessionId;
    const isOwn = 'sessionId' in own && own.sessionId === sessionId;
    if (!isOwn || !speech.isOfChannel(own, agentPath)) return;
    if (own.type === 'SettingsApplied') settings = own.settings;
    for (const _message of speech.agentMessages(own, settings)) times.push(atMs - startMs);
  });
  return {
    next: () => {
      const atMs = times.shift() ?? world.nowMs() - startMs;
      release();
      return atMs;
    },
    /** Resolves once all of them have come. */
    async arrived(): Promise<void> {
      if (times.length > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    cancel: () => {
      times = [];
      release();
    },
    stop: () => {
      following.unsubscribe();
      waiting = [];
    },
  };
}
