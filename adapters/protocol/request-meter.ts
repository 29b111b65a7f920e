// Counts the requests of an app, with those that are refused, and measures how long a service takes to answer.

export interface RequestMeter {
  /**
   * Called once for each request, or upgrade to a WebSocket, when its answer is known; the status of an upgrade that succeeds is 101.
   * `service` is undefined if none owns the path. `startMs`: when a service was given the request, by `monotonicMs` of the host; absent
   * if the request was refused before.
   */
  readonly onAnswered: (service: string | undefined, status: number, startMs?: number) => void;
}
