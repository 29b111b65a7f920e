// The records of what the entity wants to be told of.

export const monitoringScopes = ['SELECTED', 'MONITOR_ALL'] as const;

export type MonitoringScope = (typeof monitoringScopes)[number];

/** There is one once the entity has configured anything. */
export interface Monitoring {
  readonly id: 'monitoring';
  readonly scope: MonitoringScope;
}

/** A token of the list. */
export interface MonitoredToken {
  /** The token's. */
  readonly id: string;
}
