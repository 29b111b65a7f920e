// Profiles: sets of faults by name, as data. Each is a part of a fixture, so that it may steer more than requests.

import { wallet } from '../../core/index.ts';

export interface FaultProfile {
  readonly faults: readonly object[];
  /** The conditions on blockchains, by their codes. */
  readonly chains?: Readonly<Record<string, object>>;
}

/** Demand that raises base fees to five times the normal. */
const congested = { congestion: '4' };

export const faultProfiles = {
  flaky: {
    faults: [
      { id: 'flaky-refuse', kind: 'refuse', status: 503, retryAfter: 1, when: { chance: 0.1 } },
      { id: 'flaky-lose-answer', kind: 'lose-answer', when: { chance: 0.03 } },
      { id: 'flaky-cut', kind: 'cut', when: { chance: 0.02 } },
    ],
  },
  slow: { faults: [{ id: 'slow', kind: 'slow', delay: 200, jitter: 1_800 }] },
  lossy: {
    faults: [
      { id: 'lossy-request', kind: 'lose-request', when: { chance: 0.1 } },
      { id: 'lossy-answer', kind: 'lose-answer', when: { chance: 0.1 } },
      { id: 'lossy-repeat', kind: 'repeat', when: { chance: 0.05 } },
    ],
  },
  'rate-limited': {
    faults: [
      { id: 'rate-limited', kind: 'refuse', status: 429, retryAfter: 1, when: { every: 4 } },
    ],
  },
  congested: {
    faults: [],
    chains: Object.fromEntries(
      wallet.runningChains.map(({ blockchain }) => [blockchain, congested]),
    ),
  },
} as const satisfies Readonly<Record<string, FaultProfile>>;

export type FaultProfileName = keyof typeof faultProfiles;
