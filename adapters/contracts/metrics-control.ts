// The metrics of a server, for the control plane.

/** The media type of the text that Prometheus reads. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsControl {
  /** All series of this moment. */
  readonly text: () => Promise<string>;
}
