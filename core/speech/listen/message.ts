// Messages of /v1/listen (spec/speech.md, "Listen v1 messages"). Times are in hops, 10 ms each.

import type { Millis } from '../../kernel/brand.ts';
import type { SessionViewOf } from '../session/record.ts';
import type { ListenChannelEvent } from './events.ts';
import { formatWords, type FormattedText } from '../text/format.ts';
import { closeMessage, type CloseMessage } from '../session/close-message.ts';
import { modelView, type ModelView } from '../session/model.ts';
import type { ListenOpening } from './record.ts';

export type ListenView = SessionViewOf<ListenOpening>;

/** The number of a channel, and the number of channels. */
type ChannelIndex = readonly [index: number, count: number];

type Extra = ListenView['parameters']['extra'];

export type ListenMessage =
  | {
      readonly kind: 'results';
      readonly channel: ChannelIndex;
      readonly start: number;
      readonly duration: number;
      readonly isFinal: boolean;
      readonly speechFinal: boolean;
      readonly fromFinalize: boolean;
      readonly alternative: FormattedText;
      readonly requestId: string;
      readonly model: ModelView;
      readonly extra: Extra;
    }
  | { readonly kind: 'speechStarted'; readonly channel: ChannelIndex; readonly at: number }
  | {
      readonly kind: 'utteranceEnd';
      readonly channel: ChannelIndex;
      /** -1 if there is none. */
      readonly lastWordEnd: number;
    }
  | {
      readonly kind: 'summary';
      readonly requestId: string;
      readonly sha256: string;
      readonly createdMs: Millis;
      readonly samples: number;
      /** 0 if no audio was decoded. */
      readonly sampleRate: number;
      readonly channels: number;
      readonly model: ModelView;
      readonly extra: Extra;
    }
  | CloseMessage;

/** A close is not sent to a callback. */
export type CallbackMessage = Exclude<ListenMessage, { readonly kind: 'close' }>;

/** The message of an event to the client of its session; undefined if it has none. */
export function listenMessage(
  event: ListenChannelEvent,
  { id: requestId, openedMs: createdMs, modelUuid, parameters }: ListenView,
): ListenMessage | undefined {
  const { extra, text } = parameters;
  const model = modelView(parameters.model, modelUuid, parameters.version);
  switch (event.type) {
    case 'ResultProduced': {
      const { start, end, words, isFinal, speechFinal, fromFinalize } = event;
      const { continuesNumber, endsStream } = event;
      return {
        kind: 'results',
        channel: channelIndex(event),
        start,
        duration: end - start,
        isFinal,
        speechFinal,
        fromFinalize,
        alternative: formatWords(words, text, { isFinal, continuesNumber, endsStream }),
        requestId,
        model,
        extra,
      };
    }
    case 'VoiceStarted':
      return { kind: 'speechStarted', channel: channelIndex(event), at: event.at };
    case 'UtteranceEnded':
      return {
        kind: 'utteranceEnd',
        channel: channelIndex(event),
        lastWordEnd: event.lastWordEnd,
      };
    case 'StreamSummarized': {
      const { sha256, samples, sampleRate, channels } = event;
      return {
        kind: 'summary',
        requestId,
        sha256,
        createdMs,
        samples,
        sampleRate,
        channels,
        model,
        extra,
      };
    }
    case 'SessionEnded':
      return closeMessage(event);
    case 'SessionOpened':
    case 'AudioReceived':
    case 'AudioFinalized':
    case 'KeepAliveReceived':
    case 'CallbackQueued':
    case 'CallbackReported':
    case 'SessionWarned': // the channel has no message for it
      return undefined;
  }
}

/** The message of an event to the callback of its session; undefined if it has none. A close is not sent there. */
export function callbackMessage(
  event: ListenChannelEvent,
  session: ListenView,
): CallbackMessage | undefined {
  const message = listenMessage(event, session);
  return message?.kind === 'close' ? undefined : message;
}

function channelIndex({
  channel,
  channelCount,
}: {
  readonly channel: number;
  readonly channelCount: number;
}): ChannelIndex {
  return [channel, channelCount];
}
