// The messages of /v1/speak on the wire (spec/speech.md, "Speak channel messages"): frames to commands, messages to frames.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import type { Frame } from '../../../protocol/channel.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import type { FrameCommand } from '../frame-command.ts';
import { knownMembers, messageIn, plainMessage, unknownType } from './json-frame.ts';
import type { MessageSchemas, SentMessage } from './sent/sent-message.ts';
import type { sentOnSpeak } from './sent/speak.ts';

const controls = { Flush: 'FlushText', Clear: 'ClearText', Close: 'CloseSession' } as const;

const speak = z.object({ type: z.string(), text: z.string() });

/** The schemas of the messages of clients. */
export const speakFrames = {
  Speak: speak,
  Flush: plainMessage,
  Clear: plainMessage,
  Close: plainMessage,
} as const satisfies MessageSchemas;

/** The command of a frame; undefined for an empty binary frame, which is ignored. */
export function commandOf(frame: Frame, rule?: UnknownMembersRule): FrameCommand | undefined {
  if (frame.kind === 'text') return commandOfText(frame.text, rule);
  if (frame.data.length === 0) return undefined;
  return unreadable('Binary frames are not accepted on /v1/speak: send JSON in text frames.');
}

function commandOfText(text: string, rule: UnknownMembersRule | undefined): FrameCommand {
  const message = messageIn(text, types);
  if ('problem' in message) return unreadable(message.problem);
  const { type } = message;
  const isSpeak = type === 'Speak';
  if (!isSpeak && !Object.hasOwn(controls, type)) return unreadable(unknownType(type, types));
  const members = knownMembers(message, isSpeak ? speak : plainMessage, rule);
  if ('problem' in members) return unreadable(members.problem);
  const { known, ...notes } = members;
  if (!isSpeak) return { type: controls[type as keyof typeof controls], ...notes };
  const spoken = speak.safeParse(known);
  if (!spoken.success) return unreadable('Speak has no text: it must be a string.');
  return { type: 'AddText', text: spoken.data.text, ...notes };
}

const types = 'Speak, Flush, Clear or Close';

function unreadable(description: string): FrameCommand {
  return { type: 'RejectFrame', description };
}

/** A message that is sent as a text frame. */
export type TextMessage = Exclude<speech.SpeakMessage, { readonly kind: 'audio' | 'close' }>;

export function textOf(sent: TextMessage): string {
  return JSON.stringify(printed(sent));
}

function printed(sent: TextMessage): SentMessage<typeof sentOnSpeak> {
  switch (sent.kind) {
    case 'metadata': {
      const { requestId, modelName, modelVersion, modelUuid } = sent;
      return {
        type: 'Metadata',
        request_id: requestId,
        model_name: modelName,
        model_version: modelVersion,
        model_uuid: modelUuid,
      };
    }
    case 'flushed':
      return { type: 'Flushed', sequence_id: sent.sequenceId };
    case 'cleared':
      return { type: 'Cleared', sequence_id: sent.sequenceId };
    case 'warning':
      return { type: 'Warning', description: sent.description, code: sent.code };
  }
}
