// The schemas of the messages that /v2/listen sends (spec/speech.md, "Listen v2 messages").

import { z } from 'zod';
import type { MessageSchemas } from './sent-message.ts';

const requestId = z.uuid().meta({ description: 'The id of the session.' });
const sequenceId = z.int().min(0).meta({ description: 'Counts the messages, from 0.' });
const share = z.number().min(0).max(1);
const second = z.number().min(0).meta({ description: 'In seconds of audio.' });

const word = z
  .strictObject({ word: z.string(), confidence: share })
  .meta({ id: 'TurnWord', description: 'A word of a turn.' });

const turnEvents = ['StartOfTurn', 'Update', 'EagerEndOfTurn', 'TurnResumed', 'EndOfTurn'] as const;

export const sentOnTurns = {
  Connected: z
    .strictObject({ type: z.literal('Connected'), request_id: requestId, sequence_id: sequenceId })
    .meta({ description: 'The first message.' }),
  TurnInfo: z
    .strictObject({
      type: z.literal('TurnInfo'),
      request_id: requestId,
      sequence_id: sequenceId,
      event: z.enum(turnEvents),
      turn_index: z.int().min(0),
      audio_window_start: second,
      audio_window_end: second,
      transcript: z.string(),
      words: z.array(word),
      end_of_turn_confidence: share,
      trigger: z
        .literal('manual')
        .exactOptional()
        .meta({ description: 'A ForceEndTurn has ended the turn.' }),
      languages_hinted: z.array(z.string()).exactOptional(),
    })
    .meta({ description: 'How far a turn of the speaker is.' }),
  ConfigureSuccess: z
    .strictObject({
      type: z.literal('ConfigureSuccess'),
      request_id: requestId,
      thresholds: z.strictObject({
        eager_eot_threshold: z.number().exactOptional(),
        eot_threshold: z.number(),
        eot_timeout_ms: z.number(),
      }),
      keyterms: z.array(z.string()),
      language_hints: z.array(z.string()).exactOptional(),
      sequence_id: sequenceId,
    })
    .meta({ description: 'The settings after a Configure.' }),
  ConfigureFailure: z
    .strictObject({
      type: z.literal('ConfigureFailure'),
      request_id: requestId,
      sequence_id: sequenceId,
      code: z.string(),
      description: z.string(),
    })
    .meta({ description: 'A Configure was refused: nothing has changed.' }),
  Error: z
    .strictObject({
      type: z.literal('Error'),
      sequence_id: sequenceId,
      code: z.string(),
      description: z.string(),
    })
    .meta({ description: 'The session ends with it.' }),
} satisfies MessageSchemas;
