// Commands of frames.

import type { speech } from '../../../core/index.ts';

/** A command to a session, without the id of the session. */
export type FrameCommand = speech.SessionCommand extends infer Command
  ? Command extends speech.SessionCommand
    ? Omit<Command, 'sessionId'>
    : never
  : never;
