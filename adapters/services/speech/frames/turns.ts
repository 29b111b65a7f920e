// The messages of /v2/listen on the wire (spec/speech.md, "Listen v2 messages"): text frames to commands, messages to text.

import { z } from 'zod';
import { omitUndefined, type speech } from '../../../../core/index.ts';
import { quoted } from '../../../wording.ts';
import { languageTag } from '../parameters/listen.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import type { FrameCommand } from '../frame-command.ts';
import { knownMembers, messageIn, plainMessage, unknownType } from './json-frame.ts';
import type { MessageSchemas, SentMessage } from './sent/sent-message.ts';
import type { sentOnTurns } from './sent/turns.ts';

const types = 'CloseStream, Configure, ForceEndTurn, KeepAlive or Finalize';

/** Strict, so that a misspelled threshold is not silently ignored. */
const thresholdChanges = z.strictObject({
  eager_eot_threshold: z.number().exactOptional(),
  eot_threshold: z.number().exactOptional(),
  eot_timeout_ms: z.number().exactOptional(),
});

const languageTagText = z.string().refine((text) => languageTag(text) !== undefined);

const configure = z.object({
  type: z.string(),
  thresholds: thresholdChanges.exactOptional(),
  keyterms: z.union([z.string(), z.array(z.string())]).exactOptional(),
  language_hints: z.array(languageTagText).exactOptional(),
  numerals: z.boolean().exactOptional(),
});

/** The schemas of the messages of clients. */
export const turnFrames = {
  CloseStream: plainMessage,
  Configure: configure,
  ForceEndTurn: plainMessage,
  KeepAlive: plainMessage,
  Finalize: plainMessage,
} as const satisfies MessageSchemas;

const schemas: MessageSchemas = turnFrames;

/** The command of a text frame; undefined for one that is ignored. */
export function turnCommandOf(text: string, rule?: UnknownMembersRule): FrameCommand | undefined {
  const message = messageIn(text, types);
  if ('problem' in message) return { type: 'RejectFrame', description: message.problem };
  const { type } = message;
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  if (schema === undefined) {
    return { type: 'RejectFrame', description: unknownType(type, types) };
  }
  const members = knownMembers(message, schema, rule);
  if ('problem' in members) {
    const refusal = type === 'Configure' ? 'RejectConfigure' : 'RejectFrame';
    return { type: refusal, description: members.problem };
  }
  const { known, ...notes } = members;
  switch (type) {
    case 'CloseStream':
      return { type: 'CloseSession', ...notes };
    case 'Configure':
      return { ...configureCommand(known), ...notes };
    case 'ForceEndTurn':
      return { type: 'ForceEndTurn', ...notes };
    default: // KeepAlive and Finalize have no effect here
      return notes.notes === undefined ? undefined : { type: 'KeepAlive', ...notes };
  }
}

function configureCommand(message: object): FrameCommand {
  const parsed = configure.safeParse(message);
  if (!parsed.success) {
    return { type: 'RejectConfigure', description: problemIn(parsed.error) };
  }
  const { thresholds = {}, keyterms, language_hints: languageHints, numerals } = parsed.data;
  return {
    type: 'ConfigureTurns',
    change: omitUndefined({
      eagerEndOfTurn: thresholds.eager_eot_threshold,
      endOfTurn: thresholds.eot_threshold,
      timeoutMs: thresholds.eot_timeout_ms,
      keyterms,
      languageHints,
      numerals,
    }),
  };
}

function problemIn({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys;
    const known = Object.keys(thresholdChanges.shape).join(', ');
    return `${path} has no member ${quoted(unknown)}: it has ${known}.`;
  }
  if (path === 'numerals') return 'numerals must be true or false.';
  if (path.startsWith('language_hints')) {
    return `${path} must be ${path === 'language_hints' ? 'an array of BCP-47 tags' : 'a BCP-47 tag'}.`;
  }
  if (path.startsWith('keyterms')) return `${path} must be a string or an array of strings.`;
  return `${path} must be ${path === 'thresholds' ? 'an object' : 'a number'}.`;
}

type TextMessage = Exclude<speech.TurnMessage, speech.CloseMessage>;

export function turnTextOf(message: TextMessage): string {
  return JSON.stringify(printed(message));
}

type Sent = SentMessage<typeof sentOnTurns>;

function printed(message: TextMessage): Sent {
  switch (message.kind) {
    case 'connected':
      return {
        type: 'Connected',
        request_id: message.requestId,
        sequence_id: message.sequenceId,
      };
    case 'turn':
      return {
        type: 'TurnInfo',
        request_id: message.requestId,
        sequence_id: message.sequenceId,
        event: message.event,
        turn_index: message.turnIndex,
        audio_window_start: message.windowStart / 100,
        audio_window_end: message.windowEnd / 100,
        transcript: message.transcript,
        words: message.words.map(({ text, confidence }) => ({
          word: text,
          confidence: confidence / 100,
        })),
        end_of_turn_confidence: message.confidence / 100,
        ...omitUndefined({
          trigger: message.trigger,
          languages_hinted: message.languageHints,
        }),
      };
    case 'configured':
      return {
        type: 'ConfigureSuccess',
        request_id: message.requestId,
        thresholds: printedThresholds(message.thresholds),
        keyterms: message.keyterms,
        ...omitUndefined({ language_hints: message.languageHints }),
        sequence_id: message.sequenceId,
      };
    case 'configureRejected': {
      const { requestId, sequenceId, code, description } = message;
      return {
        type: 'ConfigureFailure',
        request_id: requestId,
        sequence_id: sequenceId,
        code,
        description,
      };
    }
    case 'error': {
      const { sequenceId, code, description } = message;
      return { type: 'Error', sequence_id: sequenceId, code, description };
    }
  }
}

/** Omits an eager threshold that is not set. */
function printedThresholds({
  eagerEndOfTurn,
  endOfTurn,
  timeoutMs,
}: speech.TurnThresholds): Extract<Sent, { readonly type: 'ConfigureSuccess' }>['thresholds'] {
  return {
    ...(eagerEndOfTurn === null ? {} : { eager_eot_threshold: eagerEndOfTurn }),
    eot_threshold: endOfTurn,
    eot_timeout_ms: timeoutMs,
  };
}
