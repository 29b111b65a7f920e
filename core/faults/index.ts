// The faults domain as one value.

import type { Domain } from '../decider.ts';
import type { FaultsCommand } from './commands.ts';
import { decide } from './decide.ts';
import { eventTypes, type FaultsEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { react } from './react.ts';
import type { FaultsRejection } from './rejections.ts';
import { initialState, type FaultsState } from './state.ts';

export const faults: Domain<FaultsState, FaultsCommand, FaultsEvent, FaultsRejection> = {
  name: 'faults',
  eventTypes,
  decider: { initialState, decide, evolve },
  react,
  sends: (event) =>
    event.type === 'DelayEnded' && (event.webhook !== undefined || event.frame !== undefined),
  streamOf: (event) => ('faultId' in event ? `fault/${event.faultId}` : `delay/${event.delayId}`),
};
