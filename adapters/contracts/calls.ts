// The calls of a service: requests to endpoints of its clients, whose answers are inputs of the world.

import type { Command, Event, States, World } from '../../core/index.ts';

/** The request of a call, with its secrets. */
export interface CallRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly body?: string;
}

/** Turns the text of an answer into commands, as it arrives. It ends by itself, or with the answer. */
export interface AnswerReader {
  push(text: string): readonly Command[];
  /** The answer is complete. */
  end(): readonly Command[];
  /** Whether the last commands of `push` have more than pieces of a sentence: only then does time wait for the next ones. */
  isProgressing(): boolean;
  /** Whether the rest of the answer is of no use. */
  isDone(): boolean;
}

/** A call is made once: it is not repeated, also not after a restart. */
export interface Call {
  /** Calls of one queue are sent in their order, and are in flight at the same time. */
  readonly queue: string;
  readonly timeoutMs: number;
  /** The most bytes of its answer. */
  readonly answerBytesMax: number;
  /** Whether commands of its answer are still missing. */
  readonly isAwaited: (states: States) => boolean;
  /** Its request; or why it cannot be made. */
  readonly request: () => CallRequest | CallRefusal;
  readonly readAnswer: (request: CallRequest) => AnswerReader;
  /** The command that reports that it has failed, and why: for clients, without secrets. */
  readonly failed: (reason: string) => Command;
  /** The command that reports that it is not made, and why: for clients, without secrets. */
  readonly refused: (reason: string) => Command;
  /** With a clock in mode `skip`: moves time on after an answer that no request has waited for. Rejects if that cannot be stored. */
  readonly goOn: () => Promise<void>;
}

export interface CallRefusal {
  readonly refusal: string;
}

export interface ServiceCalls {
  /** The domain that takes the commands. */
  readonly domain: keyof States;
  /** The calls that an event starts. The state of the world may be later than the event. */
  readonly callsOf: (event: Event, world: World) => readonly Call[];
  /** The calls without a whole answer. */
  readonly inFlight: (world: World) => readonly Call[];
  /** The queue whose calls an event makes useless, if any. */
  readonly interruptedBy: (event: Event) => string | undefined;
}
