// Counts what a server does, in plain numbers, for GET /__reprise/metrics. No label has the name of a world or anything else that
// clients choose: the number of series is constant.

import { StoreError, type Engine, type Meter } from '../../core/index.ts';
import type { MetricsControl } from '../contracts/metrics-control.ts';
import { monotonicMs } from '../host-timers.ts';
import type { Forwarded } from '../nodes/hop.ts';
import type { NodeMeter } from '../nodes/node-meter.ts';
import { Distribution, entriesBounds, secondsBounds } from './distribution.ts';
import { expositionText } from './exposition.ts';
import { RequestTally } from './request-tally.ts';
import { histogram, labelled, single, type Series } from './series.ts';

export interface ServerMetricsOptions {
  readonly version: string;
  /** The names of all services. */
  readonly services: readonly string[];
  readonly worldsMax: number;
}

/** What is read when metrics are asked for. */
export interface ObservedServer {
  readonly engine: Engine;
  /** How many webhooks and calls are on their way. */
  readonly inFlight: () => number;
  /** Whether the lease holds; absent if no other process shares the store. */
  readonly isHeld?: (() => boolean) | undefined;
}

/** Codes of StoreError, `uncertain`, and `other` for all else. */
const refusalCodes = ['conflict', 'unavailable', 'unknown-world', 'uncertain', 'other'];
const forwardOutcomes: readonly Forwarded[] = [
  'answered',
  'misdirected',
  'unreachable',
  'cut',
  'reset',
  'abandoned',
];

export class ServerMetrics implements MetricsControl {
  readonly requests: RequestTally;
  readonly #options: ServerMetricsOptions;
  readonly #commitSeconds = new Distribution(secondsBounds);
  readonly #commitEntries = new Distribution(entriesBounds);
  readonly #loadSeconds = new Distribution(secondsBounds);
  readonly #refused = new Map<string, number>(refusalCodes.map((code) => [code, 0]));
  readonly #forwarded = new Map<string, number>(forwardOutcomes.map((outcome) => [outcome, 0]));
  readonly #worlds = { started: 0, slept: 0, stopped: 0, takenOver: 0 };
  #inputs = 0;
  #events = 0;
  #sockets = 0;
  #leasesLost = 0;
  #nodesGone = 0;
  #observed: ObservedServer | undefined;

  constructor(options: ServerMetricsOptions) {
    this.#options = options;
    this.requests = new RequestTally(options.services);
  }

  readonly meter: Meter = {
    onCommit: (entries) => {
      const startMs = monotonicMs();
      this.#commitEntries.observe(entries);
      return (errors) => {
        this.#commitSeconds.observe(secondsSince(startMs));
        for (const error of errors) increment(this.#refused, refusalCode(error));
      };
    },
    onLoad: () => {
      const startMs = monotonicMs();
      return (isTakenOver) => {
        this.#loadSeconds.observe(secondsSince(startMs));
        if (isTakenOver) this.#worlds.takenOver += 1;
      };
    },
  };

  readonly nodeMeter: NodeMeter = {
    onForwarded: (outcome) => increment(this.#forwarded, outcome),
    onLeaseLost: () => {
      this.#leasesLost += 1;
    },
    onGone: (nodes) => {
      this.#nodesGone += nodes;
    },
  };

  /** A WebSocket is open until the result is called, once. */
  readonly onSocket = (): (() => void) => {
    this.#sockets += 1;
    return () => {
      this.#sockets -= 1;
    };
  };

  /** Counts what happens in an engine from now on, until its streams end. */
  follow(observed: ObservedServer): void {
    this.#observed = observed;
    const { engine } = observed;
    const worlds = this.#worlds;
    worlds.started += engine.worlds().length;
    engine.started$.subscribe(() => (worlds.started += 1));
    engine.slept$.subscribe(() => (worlds.slept += 1));
    engine.stopped$.subscribe(() => (worlds.stopped += 1));
    engine.commits$.subscribe(({ entries }) => {
      this.#inputs += entries.length;
      for (const { events } of entries) this.#events += events.length;
    });
  }

  readonly text = async (): Promise<string> => {
    const observed = this.#observed;
    return expositionText([
      ...(observed === undefined ? [] : this.#worldSeries(observed)),
      ...this.#commitSeries(),
      ...this.requests.series(),
      ...(observed === undefined ? [] : this.#nodeSeries(observed)),
    ]);
  };

  #worldSeries({ engine, inFlight }: ObservedServer): readonly Series[] {
    const { started, slept, stopped, takenOver } = this.#worlds;
    const { version, worldsMax } = this.#options;
    return [
      labelled(
        'gauge',
        'reprise_build_info',
        'The version; always 1.',
        'version',
        new Map([[version, 1]]),
      ),
      single('gauge', 'reprise_worlds_awake', 'Worlds in memory.', engine.worlds().length),
      single('gauge', 'reprise_worlds_awake_max', 'The most worlds in memory.', worldsMax),
      single(
        'counter',
        'reprise_worlds_started_total',
        'Worlds that were created, reset or woken.',
        started,
      ),
      single('counter', 'reprise_worlds_slept_total', 'Worlds that were put to sleep.', slept),
      single(
        'counter',
        'reprise_worlds_stopped_total',
        'Worlds that were removed or reset, or that other processes go on with.',
        stopped,
      ),
      single(
        'counter',
        'reprise_worlds_taken_over_total',
        'Worlds that another process has served before.',
        takenOver,
      ),
      histogram(
        'reprise_world_load_duration_seconds',
        'Time to find a world in the store, read it and fold its entries.',
        [[{}, this.#loadSeconds]],
      ),
      single(
        'gauge',
        'reprise_sockets_open',
        'WebSockets of worlds that are served here.',
        this.#sockets,
      ),
      single(
        'gauge',
        'reprise_outbound_in_flight',
        'Webhooks and calls that wait for their outcome.',
        inFlight(),
      ),
    ];
  }

  #commitSeries(): readonly Series[] {
    return [
      single('counter', 'reprise_inputs_total', 'Inputs that were stored.', this.#inputs),
      single('counter', 'reprise_events_total', 'Events that were stored.', this.#events),
      histogram(
        'reprise_commit_duration_seconds',
        'Time to store what all worlds have done in one turn of the event loop.',
        [[{}, this.#commitSeconds]],
      ),
      histogram('reprise_commit_entries', 'Entries in one commit.', [[{}, this.#commitEntries]]),
      labelled(
        'counter',
        'reprise_commits_refused_total',
        'Commits of a world of which nothing was stored, by the code of the error; uncertain: it is not known.',
        'code',
        this.#refused,
      ),
    ];
  }

  #nodeSeries({ isHeld }: ObservedServer): readonly Series[] {
    if (isHeld === undefined) return [];
    return [
      single(
        'gauge',
        'reprise_lease_held',
        'Whether no other process can own the worlds of this one.',
        isHeld() ? 1 : 0,
      ),
      single(
        'counter',
        'reprise_leases_lost_total',
        'Leases of this process that another one has ended.',
        this.#leasesLost,
      ),
      single(
        'counter',
        'reprise_nodes_gone_total',
        'Other processes that this one has seen go.',
        this.#nodesGone,
      ),
      labelled(
        'counter',
        'reprise_forwarded_total',
        'Requests and WebSockets that were sent to the process that serves their world, by outcome.',
        'outcome',
        this.#forwarded,
      ),
    ];
  }
}

function secondsSince(startMs: number): number {
  return (monotonicMs() - startMs) / 1_000;
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function refusalCode(error: unknown): string {
  if (!(error instanceof StoreError)) return 'other';
  const code = error.isUncertain ? 'uncertain' : error.code;
  return refusalCodes.includes(code) ? code : 'other';
}
