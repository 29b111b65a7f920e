// The other side of `reprise converse`: a world in this process whose time it moves, or a running server, whose time passes by itself.

import type { Frame } from '../../protocol/channel.ts';
import type { ExplainedThought } from '../../client/index.ts';

export const agentPath = '/v1/agent/converse';

export interface LineListener {
  /** `atMs`: since the conversation began. */
  readonly onFrame: (frame: Frame, atMs: number) => void;
  readonly onClosed: (code: number, reason: string) => void;
  /** Called with each thought of an agent: after the frame before it, or, from a server, at the end of the reply. */
  readonly onThought?: ((thought: ExplainedThought, atMs: number) => void) | undefined;
}

export interface Line {
  /** Resolves once the frame is handled, or as soon as it is sent to a server. */
  readonly send: (frame: Frame) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface CallTarget {
  /** Opens a channel of the speech service. Rejects with CliError if it is refused. */
  readonly dial: (path: string, listener: LineListener) => Promise<Line>;
  /** Lets time pass. Resolves once all frames of that time have arrived. */
  readonly pass: (ms: number) => Promise<void>;
  /** Since the conversation began. */
  readonly nowMs: () => number;
  /** Whether time passes by itself. */
  readonly isLive: boolean;
  readonly close: () => Promise<void>;
}
