// The wire forms of sessions: lists of open ones, and frames to and from them.

import { z } from 'zod';
import type { Frame, SessionSummary } from '../../protocol/channel.ts';
import { framesMax } from '../../protocol/limits.ts';
import { printedInstant, printMs } from './time.ts';

const text = z.strictObject({ text: z.string() });
const base64 = z
  .string()
  .regex(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be base64')
  .meta({ description: 'Binary data.', format: 'byte' });
const binary = z.strictObject({ data: base64 });
const frame = z.union([text, binary]).meta({ id: 'Frame' });

export const framesBody = z
  .strictObject({ frames: z.array(frame).min(1).max(framesMax) })
  .meta({ id: 'Frames' });

export const framesAnswer = z
  .strictObject({
    frames: z.array(frame).meta({ description: 'The frames that the session sent in response.' }),
    closed: z
      .strictObject({ code: z.int(), reason: z.string() })
      .nullable()
      .meta({ description: 'The close code and reason; null while the session is open.' }),
  })
  .meta({ id: 'FramesAnswer' });

export const sessionsAnswer = z
  .strictObject({
    sessions: z.array(
      z
        .strictObject({
          id: z.string(),
          path: z.string(),
          opened: printedInstant,
          attached: z.boolean().meta({ description: 'Whether a client is connected to it.' }),
        })
        .meta({ id: 'Session' }),
    ),
  })
  .meta({ id: 'Sessions' });

export function readFrame(given: z.infer<typeof frame>): Frame {
  return 'text' in given
    ? { kind: 'text', text: given.text }
    : { kind: 'binary', data: Buffer.from(given.data, 'base64') };
}

export function printFrame(sent: Frame): z.infer<typeof frame> {
  return sent.kind === 'text' ? { text: sent.text } : { data: sent.data.toString('base64') };
}

export function printSession(session: SessionSummary): object {
  const { id, path, openedMs, isAttached } = session;
  return { id, path, opened: printMs(openedMs), attached: isAttached };
}
