// Repeats operations while the server is away, up to a limit.

import { monotonicMs, pause } from '../../host-timers.ts';
import type { StoreError } from '../../../core/index.ts';
import { collisionCodes, isFailure, type StatementFailure } from './failure.ts';
import { collisionsMax, pauseMsMax, pauseMsMin } from './limits.ts';

export interface Patience {
  /** The error for an attempt that failed. */
  readonly failed: (failure: StatementFailure) => StoreError;
  readonly awayMsMax: number;
  /** The store was closed: nothing is repeated any more. */
  readonly isClosed: () => boolean;
  /** Whether it may be carried out twice, and so be repeated after a lost answer. */
  readonly isRepeatable: boolean;
}

/**
 * Resolves as the attempt that reaches the server. Rejects with StoreError 'unavailable' if none does or the server refuses; with
 * the StatementFailure of a lost answer unless the operation is repeatable; with other errors of an attempt as they are.
 */
export async function patiently<T>(patience: Patience, attempt: () => Promise<T>): Promise<T> {
  const { failed, awayMsMax, isClosed, isRepeatable } = patience;
  const untilMs = monotonicMs() + awayMsMax;
  let pauseMs = pauseMsMin;
  for (let collisions = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.kind === 'lost' && !isRepeatable) throw error;
      const isCollision = error.kind === 'refused' && collisionCodes.has(error.code ?? '');
      if (isCollision) collisions += 1;
      const mayRepeat = isCollision
        ? collisions <= collisionsMax
        : error.kind !== 'refused' && monotonicMs() < untilMs;
      if (!mayRepeat || isClosed()) throw failed(error);
      if (!isCollision) await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, pauseMsMax);
    }
  }
}
