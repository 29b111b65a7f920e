// The public summary of a world: position, digest, clock and settings, without any domain state.

import type { Millis } from '../kernel/brand.ts';
import type { ClockSetting, Settings } from '../kernel/input.ts';
import type { WorldRecord } from '../ports/event-store.ts';
import type { WorldState } from './world-state.ts';

export interface WorldView {
  readonly name: string;
  readonly record: WorldRecord;
  readonly position: number;
  readonly inputs: number;
  readonly digest: string;
  readonly nowMs: Millis;
  readonly clock: ClockSetting;
  readonly settings: Settings;
  readonly nextDueMs: Millis | undefined;
  readonly pendingDues: number;
}

/** `nowMs`: the instant to show; a `real` clock may be ahead of the last input. */
export function viewOf(record: WorldRecord, world: WorldState, nowMs: Millis): WorldView {
  const { position, inputs, digest, clock, settings, dues } = world;
  const nextDueMs = dues.next()?.dueMs;
  const { name } = record;
  const pendingDues = dues.size;
  return { name, record, position, inputs, digest, nowMs, clock, settings, nextDueMs, pendingDues };
}
