// Prints series in the text format of Prometheus, with those of the process. Uses prom-client, which is loaded with the first text: most
// servers are never asked for one.

import type { Registry } from 'prom-client';
import type { Series } from './series.ts';

interface Exposition {
  /** What Node tells about the process, however many servers are in it: pauses and delays are measured from the first text on. */
  readonly ofProcess: Registry;
  readonly registryOf: (series: readonly Series[]) => Registry;
}

let started: Promise<Exposition> | undefined;

async function start(): Promise<Exposition> {
  const { default: prometheus } = await import('prom-client');
  const ofProcess = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: ofProcess });
  return {
    ofProcess,
    registryOf: (series) => prometheus.AggregatorRegistry.aggregate([series]),
  };
}

export async function expositionText(series: readonly Series[]): Promise<string> {
  const { ofProcess, registryOf } = await (started ??= start());
  return (await registryOf(series).metrics()) + (await ofProcess.metrics());
}
