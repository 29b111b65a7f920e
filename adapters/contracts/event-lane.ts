// The lanes of a timeline: each event of a world is in one, by the entity that it is about.

/** In the order in which a timeline has them, from the top. */
export const eventLanes = [
  'transactions',
  'chains',
  'webhooks',
  'posts',
  'sessions',
  'faults',
  'other',
] as const;

export type EventLane = (typeof eventLanes)[number];

const byStream: readonly (readonly [prefix: string, lane: EventLane])[] = [
  ['wallet/transaction/', 'transactions'],
  ['wallet/chain/', 'chains'],
  ['wallet/notification/', 'webhooks'],
  ['calendar/', 'posts'],
  ['speech/session/', 'sessions'],
  ['faults/', 'faults'],
];

/** The lane of the events of a stream, such as `wallet/transaction/<id>`. */
export function laneOf(stream: string): EventLane {
  return byStream.find(([prefix]) => stream.startsWith(prefix))?.[1] ?? 'other';
}
