// The kinds of faults of sockets, with their members.

import { z } from 'zod';
import { faults } from '../../../core/index.ts';
import { closeCodeRule, isCloseCode, reasonBytesMax } from '../../protocol/channel.ts';
import { duration } from '../../protocol/duration.ts';
import { pathPatternRule } from '../../protocol/path-pattern.ts';
import { refusal } from './refusal.ts';
import { count, shared, text } from './shared.ts';

/** That of a server that has failed. */
const closeCodeDefault = 1011;

/** What faults of sockets have in common. */
const sharedBySockets = {
  ...shared,
  route: text
    .regex(/^(WS )?\/\S*$/, `must be ${pathPatternRule}, optionally after WS: WS /v1/listen`)
    .exactOptional()
    .meta({
      description:
        'The path of a channel, `*` for any one segment, `**` at the end for any number of them, optionally after WS.',
    }),
};

export const refuseUpgrade = z.strictObject({
  ...sharedBySockets,
  kind: z
    .literal('refuse-upgrade')
    .meta({ description: 'Answers the upgrade of a WebSocket with an error of the service.' }),
  ...refusal,
});

const sharedByFrames = {
  ...sharedBySockets,
  conn: count.min(1).exactOptional().meta({
    description: 'The number of the connection among those of its service, from 1; default: each.',
  }),
  direction: z
    .enum(faults.frameDirections)
    .exactOptional()
    .meta({ description: 'The frames from the client (in) or to it (out); default: both.' }),
};

export const plainFrame = z.strictObject({
  ...sharedByFrames,
  kind: z.enum(['drop-frame', 'double-frame', 'swap-frames', 'half-open']).meta({
    description:
      'A frame is lost, arrives twice or behind the next one; or no frame arrives from it on, in either direction.',
  }),
});

export const delayedFrame = z.strictObject({
  ...sharedByFrames,
  kind: z.literal('delay-frame').meta({
    description: 'A frame arrives later, and those behind it after it.',
  }),
  delay: duration,
  jitter: duration.exactOptional(),
});

export const closeSocket = z.strictObject({
  ...sharedByFrames,
  kind: z
    .literal('close-socket')
    .meta({ description: 'The connection is closed in place of a frame.' }),
  code: z
    .int()
    .refine(isCloseCode, closeCodeRule)
    .default(closeCodeDefault)
    .meta({ description: 'The close code.' }),
  reason: z
    .string()
    .refine(
      (reason) => Buffer.byteLength(reason) <= reasonBytesMax,
      `must have at most ${reasonBytesMax} bytes`,
    )
    .exactOptional(),
});
