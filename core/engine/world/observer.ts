// Observers of a world: a recorder notes where each task ran; a replay also delays tasks and replaces request ids.

import type { Millis } from '../../kernel/brand.ts';
import type { RequestIdOrigin } from './request-ids.ts';

/** Where a task ran in the history of its world. */
export interface TaskPosition {
  /** The instant at which the task began. */
  readonly atMs: Millis;
  /** The last input, and the position, that the task saw. */
  readonly inputs: number;
  readonly position: number;
  /** The input that the task appended, if any; then it is also the last one. */
  readonly input?: number;
}

/** See World.observedBy. */
export interface TaskObserver {
  /** The task is enqueued once this resolves. */
  readonly beforeTask?: () => Promise<void>;
  /** Called after each task, before its commit: what it did may still be lost. */
  readonly afterTask: (position: TaskPosition) => void;
  /** Called for each request id; returns the origin to derive it from, usually the same. */
  readonly onRequestId: (origin: RequestIdOrigin) => RequestIdOrigin;
}

/** The tasks of an API that has two observers: the first sees each before the second does, and passes on its request ids. */
export function bothObservers(first: TaskObserver, second: TaskObserver): TaskObserver {
  const observer = {
    afterTask(position: TaskPosition) {
      first.afterTask(position);
      second.afterTask(position);
    },
    onRequestId: (origin: RequestIdOrigin) => second.onRequestId(first.onRequestId(origin)),
  };
  if (first.beforeTask === undefined && second.beforeTask === undefined) return observer;
  const beforeTask = async () => {
    await first.beforeTask?.();
    await second.beforeTask?.();
  };
  return { ...observer, beforeTask };
}
