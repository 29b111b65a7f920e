// The channels of the service, by path. To add one, write a folder like the others, and name it here and in the sums of types.

import { agentChannel } from './agent/channel.ts';
import type { SessionCommand } from './commands.ts';
import type { ChannelEvents, SessionEvent, SessionOpened, SpeechEvent } from './events.ts';
import { listenChannel } from './listen/channel.ts';
import type { SpeechChannel } from './session/channel.ts';
import type { SpeechSession } from './sessions.ts';
import { speakChannel } from './speak/channel.ts';
import type { ReadonlySpeechState } from './state.ts';
import { turnChannel } from './turns/channel.ts';

type ChannelPath = keyof ChannelEvents;

type ChannelOf<Path extends ChannelPath> = SpeechChannel<
  Extract<SpeechSession, { readonly path: Path }>,
  Extract<SessionOpened, { readonly path: Path }>,
  ChannelEvents[Path],
  SessionCommand,
  ReadonlySpeechState
>;

const channels: { readonly [Path in ChannelPath]: ChannelOf<Path> } = {
  '/v1/speak': speakChannel,
  '/v1/listen': listenChannel,
  '/v2/listen': turnChannel,
  '/v1/agent/converse': agentChannel,
};

/** A channel with the sessions of all: the caller passes a session, or an opening, of the same path. */
type AnyChannel = SpeechChannel<
  SpeechSession,
  SessionOpened,
  SessionEvent,
  SessionCommand,
  ReadonlySpeechState
>;

/** The channel of a session, or of the event that opens one. */
export function channelOf({ path }: { readonly path: ChannelPath }): AnyChannel {
  return channels[path] as unknown as AnyChannel;
}

/** Whether a session of the channel may have the event. */
export function isOfChannel<Path extends ChannelPath>(
  event: SpeechEvent,
  path: Path,
): event is ChannelEvents[Path] {
  if (event.type === 'SessionOpened') return event.path === path;
  return Object.hasOwn(channels[path].eventTypes, event.type);
}

export const eventTypes: Readonly<Record<SpeechEvent['type'], true>> = {
  ScriptSet: true,
  SoundRemembered: true,
  ...channels['/v1/speak'].eventTypes,
  ...channels['/v1/listen'].eventTypes,
  ...channels['/v2/listen'].eventTypes,
  ...channels['/v1/agent/converse'].eventTypes,
  AgentRegistered: true,
  AgentRemoved: true,
};

/** The names of all dues that a session may have. */
export const dueNames: readonly string[] = [
  ...new Set(Object.values(channels).flatMap((channel) => channel.dueNames)),
];
