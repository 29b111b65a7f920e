// Counts requests by service and class of status, and measures how long services take.

import { monotonicMs } from '../host-timers.ts';
import type { RequestMeter } from '../protocol/request-meter.ts';
import { Distribution, secondsBounds } from './distribution.ts';
import { histogram, type Series } from './series.ts';

/** The label of requests at paths that no service owns. */
const noService = 'none';
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** The requests of one service. */
interface ServiceTally {
  /** By class of status. */
  readonly answered: number[];
  readonly seconds: Distribution;
}

export class RequestTally implements RequestMeter {
  /** By the names of services: one for each from the start, so that the number of series is constant. */
  readonly #services: ReadonlyMap<string, ServiceTally>;

  constructor(services: readonly string[]) {
    this.#services = new Map(
      [...services, noService].map((name) => [
        name,
        { answered: statusClasses.map(() => 0), seconds: new Distribution(secondsBounds) },
      ]),
    );
  }

  readonly onAnswered = (service: string | undefined, status: number, startMs?: number): void => {
    const tally = this.#services.get(service ?? noService);
    if (tally === undefined) return;
    const index = Math.floor(status / 100) - 1;
    tally.answered[index] = (tally.answered[index] ?? 0) + 1;
    if (startMs !== undefined) tally.seconds.observe((monotonicMs() - startMs) / 1_000);
  };

  series(): readonly Series[] {
    const all = [...this.#services];
    return [
      {
        name: 'reprise_requests_total',
        help: 'Requests by service and class of status, with those that were refused before a service saw them.',
        type: 'counter',
        aggregator: 'sum',
        values: all.flatMap(([service, { answered }]) =>
          statusClasses.map((status, index) => ({
            labels: { service, status },
            value: answered[index] ?? 0,
          })),
        ),
      },
      histogram(
        'reprise_request_duration_seconds',
        'Time from the call of a service until its answer may be sent, with the commit of what it reflects.',
        all
          .filter(([name]) => name !== noService)
          .map(([service, { seconds }]) => [{ service }, seconds]),
      ),
    ];
  }
}
