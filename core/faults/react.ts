// Sets the due that ends the latency of an answer. It is progress: in `skip`, time moves on to it at once.

import type { DueChange } from '../kernel/due.ts';
import type { FaultsCommand } from './commands.ts';
import type { FaultsEvent } from './events.ts';

export function react(event: FaultsEvent): readonly DueChange<FaultsCommand>[] {
  switch (event.type) {
    case 'FaultStruck': {
      const { delay } = event;
      if (delay === undefined) return none;
      const command = { type: 'EndDelay', delayId: delay.id } as const;
      const due = { subject: delaySubject(delay.id), name: 'delay', class: 'progress' } as const;
      return [{ change: 'set', ...due, dueMs: delay.untilMs, command }];
    }
    case 'FaultAdded':
    case 'FaultRemoved':
    case 'FaultPassed':
    case 'DelayEnded':
      return none;
  }
}

/** The subject of the due of a delayed answer. */
export function delaySubject(delayId: string): string {
  return `delay/${delayId}`;
}

const none: readonly DueChange<FaultsCommand>[] = [];
