// The records of monitored tokens.

export const monitoringScopes = ['SELECTED', 'MONITOR_ALL'] as const;

export type MonitoringScope = (typeof monitoringScopes)[number];

/** Absent until the entity configures anything. */
export interface Monitoring {
  readonly id: 'monitoring';
  readonly scope: MonitoringScope;
}

/** A token of the list. */
export interface MonitoredToken {
  /** The token's. */
  readonly id: string;
}
