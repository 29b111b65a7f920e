// The messages that an event of a session sends to the client, and their frames.

import { speech, type Envelope, type States } from '../../../../core/index.ts';
import { streamedWavHeader } from '../../../audio/wav.ts';
import type { SentFrames } from '../../../protocol/service.ts';
import { agentTextOf } from '../frames/agent.ts';
import { hearingMessageOf, type HearingView } from '../frames/hearing.ts';
import { textOf } from '../frames/speak.ts';
import { framesIn, type OutboxItem } from './outbox.ts';
import { sessionStreams } from './session-events.ts';

export function speakItems(event: speech.SessionEvent): readonly OutboxItem[] {
  const message = speech.isOfChannel(event, '/v1/speak') ? speech.speakMessage(event) : undefined;
  if (message === undefined) return none;
  if (message.kind === 'audio') return [{ ...message, from: 0 }];
  return [message.kind === 'close' ? message : { kind: 'text', text: textOf(message) }];
}

/** Empty for a session with a callback, which gets the messages instead. */
export function hearingItems(event: speech.SessionEvent, view: HearingView): readonly OutboxItem[] {
  const sent = hearingMessageOf(event, view);
  if (sent === undefined) return none;
  if (typeof sent !== 'string') return [sent];
  return hasCallback(view) ? none : [{ kind: 'text', text: sent }];
}

function hasCallback(view: HearingView): boolean {
  return view.path === '/v1/listen' && view.parameters.callback !== null;
}

export function agentItems(
  event: speech.SessionEvent,
  settings: speech.MessageSettings,
): readonly OutboxItem[] {
  if (!speech.isOfChannel(event, '/v1/agent/converse')) return none;
  return speech.agentMessages(event, settings).map(agentItem);
}

function agentItem(message: speech.AgentMessage): OutboxItem {
  if (message.kind === 'close') return message;
  if (message.kind !== 'audio') return { kind: 'text', text: agentTextOf(message) };
  const { speech: question, from, samples, hasHeader } = message;
  const audio = { kind: 'audio', speech: question, from, samples } as const;
  return hasHeader ? { ...audio, header: streamedWavHeader({ ...question, channels: 1 }) } : audio;
}

/** See Service.framesOf. A close is not a frame, so an ended session sends none. */
export function framesOf(
  { stream, event }: Envelope,
  { speech: state }: States,
): SentFrames | undefined {
  if (!stream.startsWith(sessionStreams)) return undefined;
  const id = stream.slice(sessionStreams.length);
  const view = speech.sessionById(state, id);
  if (view === undefined) return undefined;
  const settings = speech.conversationView(state, id)?.settings ?? null;
  const frames = itemsOf(event as speech.SessionEvent, view, settings).flatMap(framesIn);
  return { path: view.path, conn: speech.sessionNumber(state, id), frames };
}

function itemsOf(
  event: speech.SessionEvent,
  view: speech.SessionView,
  settings: speech.MessageSettings,
): readonly OutboxItem[] {
  switch (view.path) {
    case '/v1/speak':
      return speakItems(event);
    case '/v1/listen':
    case '/v2/listen':
      return hearingItems(event, view);
    case '/v1/agent/converse':
      return agentItems(event, settings);
  }
}

const none: readonly OutboxItem[] = [];
