// The event that is selected: its position is the `id` of the address.

import { address, go } from './address.ts';
import type { WorldHistory } from './world-history.ts';

/** Undefined if none is, or the address names something else. */
export function selectedEvent(history: WorldHistory): number | undefined {
  const { id } = address.value;
  if (id === undefined || !/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const position = Number(id);
  return position <= history.position.value ? position : undefined;
}

/** Selects an event, and moves the scrubber to it. */
export function selectEvent(history: WorldHistory, position: number): void {
  const last = history.end.peek().position;
  go({ id: String(position), at: position >= last ? null : position });
}
