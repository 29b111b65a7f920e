// The messages of /v1/listen on the wire (spec/speech.md, "Listen v1 messages"): text frames to commands, messages to text.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import type { FrameCommand } from '../frame-command.ts';
import { knownMembers, messageIn, plainMessage } from './json-frame.ts';
import type { sentOnListen } from './sent/listen.ts';
import type { MessageSchemas, SentMessage } from './sent/sent-message.ts';

const finalize = z.object({ type: z.string(), channel: z.int().min(0).exactOptional() });

/** The schemas of the messages of clients. */
export const listenFrames = {
  Finalize: finalize,
  CloseStream: plainMessage,
  KeepAlive: plainMessage,
} as const satisfies MessageSchemas;

const schemas: MessageSchemas = listenFrames;

const types = 'Finalize, CloseStream or KeepAlive';

/** The command of a text frame. An unreadable frame counts as a KeepAlive. */
export function listenCommandOf(text: string, rule?: UnknownMembersRule): FrameCommand {
  const message = messageIn(text, types);
  if ('problem' in message) return { type: 'KeepAlive' };
  const schema = Object.hasOwn(schemas, message.type) ? schemas[message.type] : undefined;
  if (schema === undefined) return { type: 'KeepAlive' };
  const members = knownMembers(message, schema, rule);
  if ('problem' in members) return { type: 'RejectFrame', description: members.problem };
  const { known, ...notes } = members;
  switch (message.type) {
    case 'Finalize': {
      const parsed = finalize.safeParse(known);
      if (!parsed.success) return { type: 'KeepAlive', ...notes };
      const { type: _type, ...channel } = parsed.data;
      return { type: 'FinalizeAudio', ...channel, ...notes };
    }
    case 'CloseStream':
      return { type: 'CloseSession', ...notes };
    default:
      return { type: 'KeepAlive', ...notes };
  }
}

type TextMessage = Exclude<speech.ListenMessage, speech.CloseMessage>;

export function listenTextOf(message: TextMessage): string {
  return JSON.stringify(printed(message));
}

type Sent = SentMessage<typeof sentOnListen>;

function printed(message: TextMessage): Sent {
  switch (message.kind) {
    case 'results':
      return results(message);
    case 'speechStarted':
      return {
        type: 'SpeechStarted',
        channel: message.channel,
        timestamp: seconds(message.at),
      };
    case 'utteranceEnd': {
      const { channel, lastWordEnd } = message;
      const end = lastWordEnd === -1 ? -1 : seconds(lastWordEnd);
      return { type: 'UtteranceEnd', channel, last_word_end: end };
    }
    case 'summary':
      return summary(message);
  }
}

type SentOf<Type extends Sent['type']> = Extract<Sent, { readonly type: Type }>;

type MessageOf<Kind extends TextMessage['kind']> = Extract<TextMessage, { readonly kind: Kind }>;

function results(message: MessageOf<'results'>): SentOf<'Results'> {
  const { alternative, model, extra } = message;
  const { transcript, confidence, words, languages, search, entities } = alternative;
  return {
    type: 'Results',
    channel_index: message.channel,
    duration: seconds(message.duration),
    start: seconds(message.start),
    is_final: message.isFinal,
    speech_final: message.speechFinal,
    channel: {
      alternatives: [
        {
          transcript,
          confidence: share(confidence),
          ...(languages === undefined ? {} : { languages }),
          words: words.map(printedWord),
        },
      ],
      ...(search === undefined ? {} : { search: search.map(printedSearch) }),
    },
    metadata: {
      request_id: message.requestId,
      model_info: modelInfo(model),
      model_uuid: model.uuid,
      ...printedExtra(extra),
    },
    from_finalize: message.fromFinalize,
    ...(entities === undefined ? {} : { entities: entities.map(printedEntity) }),
  };
}

type Alternative = MessageOf<'results'>['alternative'];

type SentChannel = SentOf<'Results'>['channel'];

function printedWord(
  word: Alternative['words'][number],
): SentChannel['alternatives'][number]['words'][number] {
  const { punctuatedWord, speaker, language } = word;
  return {
    word: word.word,
    start: seconds(word.start),
    end: seconds(word.end),
    confidence: share(word.confidence),
    ...(language === undefined ? {} : { language }),
    ...(punctuatedWord === undefined ? {} : { punctuated_word: punctuatedWord }),
    ...(speaker === undefined ? {} : { speaker }),
  };
}

function printedSearch({
  query,
  hits,
}: NonNullable<Alternative['search']>[number]): NonNullable<SentChannel['search']>[number] {
  return {
    query,
    hits: hits.map(({ confidence, start, end, snippet }) => ({
      confidence: share(confidence),
      start: seconds(start),
      end: seconds(end),
      snippet,
    })),
  };
}

function printedEntity(
  entity: NonNullable<Alternative['entities']>[number],
): NonNullable<SentOf<'Results'>['entities']>[number] {
  const { label, value, rawValue, confidence, startWord, endWord } = entity;
  return {
    label,
    value,
    raw_value: rawValue,
    confidence: share(confidence),
    start_word: startWord,
    end_word: endWord,
  };
}

function summary(message: MessageOf<'summary'>): SentOf<'Metadata'> {
  const { model, samples, sampleRate } = message;
  return {
    type: 'Metadata',
    transaction_key: 'deprecated',
    request_id: message.requestId,
    sha256: message.sha256,
    created: new Date(message.createdMs).toISOString(),
    duration: sampleRate === 0 ? 0 : seconds(Math.floor((samples * 100) / sampleRate)),
    channels: message.channels,
    ...(sampleRate === 0
      ? {}
      : { models: [model.uuid], model_info: { [model.uuid]: modelInfo(model) } }),
    ...printedExtra(message.extra),
  };
}

function modelInfo({
  name,
  version,
  arch,
}: speech.ModelView): SentOf<'Results'>['metadata']['model_info'] {
  return { name, version, arch };
}

/** The last value of a repeated key wins. */
function printedExtra(
  extra: MessageOf<'results'>['extra'],
): Pick<SentOf<'Results'>['metadata'], 'extra'> {
  if (extra.length === 0) return {};
  return { extra: Object.fromEntries(extra.map(({ key, value }) => [key, value])) };
}

/** The seconds of a number of hops, 10 ms each. */
function seconds(hops: number): number {
  return hops / 100;
}

/** The share of a number of hundredths. */
function share(hundredths: number): number {
  return hundredths / 100;
}
