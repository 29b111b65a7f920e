// A world in this process as the other side of `reprise converse`: time stands still unless the conversation moves it, so that
// frames come at exact virtual times, however fast the machine is.

import { randomBytes } from 'node:crypto';
import { atOnce, speech, type World } from '../../../core/index.ts';
import type { Config, Fixture } from '../../contracts/world-spec.ts';
import { storedFixture } from '../../fixture/seed-commands.ts';
import type { Frame, Peer } from '../../protocol/channel.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import { epochMsDefault, openReprise, seedDefault, type Reprise } from '../../reprise.ts';
import { publishedSpeechKey } from '../../services/speech/keys.ts';
import { printThought } from '../../services/speech/thoughts.ts';
import { changedSettings, defaultConfig } from '../../world-config.ts';
import { CliError } from '../support/errors.ts';
import { agentPath, type CallTarget, type Line, type LineListener } from './converse-line.ts';

export interface ConversationWorldOptions {
  /** Prepared. */
  readonly fixture: Fixture | undefined;
  readonly seed?: string;
}

/** Throws FixtureError if the world refuses the fixture. */
export async function openConversationWorld(
  options: ConversationWorldOptions,
): Promise<CallTarget> {
  const reprise = await openReprise(worldOptions(options));
  return callTargetOf(reprise, () => reprise.close());
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
export function callTargetOf({ engine, app }: Reprise, close: () => Promise<void>): CallTarget {
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
      const { onThought } = listener;
      if (isAgent && onThought !== undefined) await announced.explain(onThought);
      const frames = isAgent
        ? announced
        : { next: () => ({ atMs: nowMs() }), cancel: () => undefined };
      const peer = peerOf(listener, frames);
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
          await world.describe(); // after the command that ends the session
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

/** What a peer is told of the frames to come. */
interface FrameTimes {
  /** The time of the next frame, and what to do after it. */
  readonly next: () => AnnouncedFrame;
  /** No further frames come. */
  readonly cancel: () => void;
}

interface AnnouncedFrame {
  readonly atMs: number;
  readonly onSent?: () => void;
}

function peerOf(
  { onFrame, onClosed }: LineListener,
  { next, cancel }: FrameTimes,
): Peer & { readonly isClosed: () => boolean } {
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    send: (frame: Frame) => {
      if (isClosed) return;
      const { atMs, onSent } = next();
      onFrame(frame, atMs);
      onSent?.();
    },
    close: (code = 1005, reason = '') => {
      if (isClosed) return;
      isClosed = true;
      next().onSent?.();
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
  let frames: { readonly atMs: number; readonly thoughts: (() => void)[] }[] = [];
  let settings: speech.MessageSettings = null;
  let waiting: (() => void)[] = [];
  const release = () => {
    if (frames.length > 0) return;
    for (const resolve of waiting.splice(0)) resolve();
  };
  let sessionId: string | undefined;
  const log = new speech.ThoughtLog();
  let onThought: LineListener['onThought'];
  const following = world.events$.subscribe((envelope) => {
    const own = envelope.event as speech.SpeechEvent;
    const atMs = envelope.atMs - startMs;
    if (own.type === 'SessionOpened' && own.path === agentPath) sessionId = own.sessionId;
    const thought = onThought === undefined ? undefined : log.apply(envelope);
    const isOwn = 'sessionId' in own && own.sessionId === sessionId;
    if (!isOwn || !speech.isOfChannel(own, agentPath)) return;
    if (own.type === 'SettingsApplied') settings = own.settings;
    if (thought !== undefined) {
      const form = printThought(thought, atOnce(speech.explainThought(thought)));
      const tell = () => onThought?.(form, atMs);
      const before = frames.at(-1);
      if (before === undefined) tell();
      else before.thoughts.push(tell);
    }
    for (const _message of speech.agentMessages(own, settings)) frames.push({ atMs, thoughts: [] });
  });
  return {
    next(): AnnouncedFrame {
      const { atMs, thoughts } = frames.shift() ?? { atMs: world.nowMs() - startMs, thoughts: [] };
      release();
      return { atMs, onSent: () => thoughts.forEach((tell) => tell()) };
    },
    /** Explains the thoughts of a conversation that is to begin. */
    async explain(listener: LineListener['onThought']): Promise<void> {
      const { position: to } = await world.describe();
      for await (const page of world.historyPages({ to })) {
        for (const envelope of page) log.apply(envelope);
      }
      onThought = listener;
    },
    /** Resolves once all of them have come. */
    async arrived(): Promise<void> {
      if (frames.length > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    cancel: () => {
      frames = [];
      release();
    },
    stop: () => {
      following.unsubscribe();
      waiting = [];
    },
  };
}
