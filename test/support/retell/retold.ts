// Records programs before a service, and performs the recording again: against another service, or in a simulated world.

import { createClient } from '../../../adapters/client/index.ts';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import type { AnyRecording } from '../../../adapters/recording/diff/proxy-exchanges.ts';
import { openSimulatedTarget } from '../../../adapters/retell/simulated-target.ts';
import type { RetellTarget } from '../../../adapters/retell/target.ts';
import { retellThroughProxy } from '../../../adapters/retell/through-proxy.ts';
import type { RepriseOptions } from '../../../adapters/reprise.ts';
import { Connector } from '../../../adapters/upstream/relay/connector.ts';
import { startServer, token, type TestServer } from '../server/server.ts';
import type { Program } from '../upstream/client-programs.ts';
import { trafficIn } from '../upstream/compared.ts';
import { recordThrough } from '../upstream/recorded.ts';

/** Prepares a service before a client comes. */
export type Prepare = (server: TestServer) => Promise<unknown>;

export interface Session {
  readonly program: Program;
  readonly prepare?: Prepare | undefined;
  /** Of the world; a clock that skips by default. */
  readonly defaults?: RepriseOptions['defaults'];
}

/** The epoch of the worlds: their time is that of the host. */
const startMs = Date.parse('2026-01-01T00:00:00Z');

/** Records a program into a file, before a service that is gone afterwards. */
export async function recordSession(file: string, session: Session): Promise<void> {
  const server = await serve(session);
  try {
    await recordThrough(server.url, file, session.program, { startMs });
  } finally {
    await server.close();
  }
}

/** A service like that of a session, before its client comes. */
export async function serve({ prepare, defaults }: Session): Promise<TestServer> {
  const server = await startServer({ defaults: { clock: 'skip', ...defaults } });
  await prepare?.(server);
  return server;
}

export function targetAt({ url }: Pick<TestServer, 'url'>): RetellTarget {
  const client = createClient({ url, token });
  return {
    base: url,
    control: { client, token, world: client.world('default') },
    secrets: {},
    hasPublishedKeys: true,
    hasOwnKeys: true,
  };
}

/** Performs a recording against a server; resolves with the new session. */
export async function retoldTo(
  target: RetellTarget,
  file: string,
  output: string,
): Promise<AnyRecording> {
  const connector = new Connector();
  try {
    await retellThroughProxy(await trafficIn(file), {
      target,
      connector,
      file: output,
      version: '1.2.3',
      now: () => new Date(),
      waitMsMax: 10_000,
      speed: 1,
    });
  } finally {
    connector.close();
  }
  return readAnyRecording(output);
}

/** Performs a recording in a simulated world; resolves with the new session and the sentences about it. */
export async function simulatedFrom(
  file: string,
  output: string,
): Promise<{ readonly now: AnyRecording; readonly sentences: readonly string[] }> {
  const sentences: string[] = [];
  const report = (sentence: string) => void sentences.push(sentence);
  const simulation = await openSimulatedTarget(await trafficIn(file), { version: '1.2.3', report });
  try {
    return { now: await retoldTo(simulation.target, file, output), sentences };
  } finally {
    await simulation.close();
  }
}
