// The schemas of the messages that /v1/listen sends (spec/speech.md, "Listen v1 messages").

import { z } from 'zod';
import type { MessageSchemas } from './sent-message.ts';

const second = z.number().min(0).meta({ description: 'In seconds of audio.' });
const share = z.number().min(0).max(1);
const channel = z
  .tuple([z.int().min(0), z.int().min(1)])
  .meta({ description: 'The number of the channel, from 0, and the number of channels.' });

const extra = z
  .record(z.string(), z.string())
  .exactOptional()
  .meta({ description: 'Those of the parameter `extra`.' });

const modelInfo = z
  .strictObject({ name: z.string(), version: z.string(), arch: z.string() })
  .meta({ id: 'ModelInfo', description: 'A model.' });

const word = z
  .strictObject({
    word: z.string(),
    start: second,
    end: second,
    confidence: share,
    language: z.string().exactOptional().meta({ description: 'With `language=multi`.' }),
    punctuated_word: z.string().exactOptional().meta({ description: 'With `punctuate`.' }),
    speaker: z.int().min(0).exactOptional().meta({ description: 'With `diarize`.' }),
  })
  .meta({ id: 'ListenWord', description: 'A word, and when it was said.' });

const search = z
  .strictObject({
    query: z.string(),
    hits: z.array(
      z.strictObject({ confidence: share, start: second, end: second, snippet: z.string() }),
    ),
  })
  .meta({ id: 'SearchedTerm', description: 'Where a term of `search` was said.' });

const entity = z
  .strictObject({
    label: z.string(),
    value: z.string(),
    raw_value: z.string(),
    confidence: share,
    start_word: z.int().min(0),
    end_word: z.int().min(0),
  })
  .meta({ id: 'ListenEntity', description: 'An entity in a final result.' });

const alternative = z.strictObject({
  transcript: z.string(),
  confidence: share,
  languages: z.array(z.string()).exactOptional(),
  words: z.array(word),
});

export const sentOnListen = {
  Results: z
    .strictObject({
      type: z.literal('Results'),
      channel_index: channel,
      duration: second,
      start: second,
      is_final: z.boolean().meta({ description: 'The segment will not change any more.' }),
      speech_final: z.boolean().meta({ description: 'Silence ended the segment: `endpointing`.' }),
      channel: z.strictObject({
        alternatives: z.array(alternative),
        search: z.array(search).exactOptional(),
      }),
      metadata: z.strictObject({
        request_id: z.uuid().meta({ description: 'The id of the session.' }),
        model_info: modelInfo,
        model_uuid: z.uuid(),
        extra,
      }),
      from_finalize: z.boolean().meta({ description: 'A Finalize message ended the segment.' }),
      entities: z.array(entity).exactOptional().meta({ description: 'With `detect_entities`.' }),
    })
    .meta({ description: 'What was said in a segment: interim, then final.' }),
  SpeechStarted: z
    .strictObject({ type: z.literal('SpeechStarted'), channel, timestamp: second })
    .meta({ description: 'A voice begins. With `vad_events`.' }),
  UtteranceEnd: z
    .strictObject({
      type: z.literal('UtteranceEnd'),
      channel,
      last_word_end: z.number().min(-1).meta({ description: 'In seconds; -1 without a word.' }),
    })
    .meta({ description: 'No word was said for a while. With `utterance_end_ms`.' }),
  Metadata: z
    .strictObject({
      type: z.literal('Metadata'),
      transaction_key: z.literal('deprecated'),
      request_id: z.uuid(),
      sha256: z.string().meta({ description: 'The hash of the received audio.' }),
      created: z.string().meta({ format: 'date-time' }),
      duration: second,
      channels: z.int().min(0),
      models: z.array(z.uuid()).exactOptional(),
      model_info: z
        .record(z.string(), modelInfo)
        .exactOptional()
        .meta({ description: 'By the ids of the models.' }),
      extra,
    })
    .meta({ description: 'The last message: the whole stream.' }),
} satisfies MessageSchemas;
