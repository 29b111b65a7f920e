// The command that a frame becomes.

import type { speech } from '../../../core/index.ts';

/** A command without its session. */
export type FrameCommand = speech.SessionCommand extends infer Command
  ? Command extends speech.SessionCommand
    ? Omit<Command, 'sessionId'>
    : never
  : never;
