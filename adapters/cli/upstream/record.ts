// `reprise record`: a proxy before real services that records what passes, until a signal comes.

import { resolve } from 'node:path';
import { closeServer } from '../../hosts/node/close-server.ts';
import { clearInterval, setInterval } from '../../host-timers.ts';
import { Connector } from '../../upstream/relay/connector.ts';
import { openProxyRecording } from '../../upstream/record/open-recording.ts';
import { createRecordingProxy } from '../../upstream/record/recording-proxy.ts';
import { webhookPath } from '../../upstream/relay/destination.ts';
import { ownedPaths } from '../../upstream/owned-paths.ts';
import { Suspects } from '../../upstream/record/suspects.ts';
import { TrafficLog } from '../../upstream/relay/traffic-log.ts';
import { Upstreams, type Upstream } from '../../upstream/upstreams.ts';
import { reservePort, urlAt } from '../serve/port.ts';
import { authorityIn, checkUpstream } from '../support/connection.ts';
import { createdFile } from '../support/created-file.ts';
import { countsText, printSuspects, unwritable } from './recorded-file.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { upstreamFlags, upstreamOf, type NamedUpstream } from './upstream-flags.ts';

export interface RecordOptions {
  /** The services that are recorded. */
  readonly upstreams: readonly NamedUpstream[];
  readonly output: string;
  readonly webhook?: string;
  readonly redact?: readonly string[];
  readonly ca?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly json?: boolean;
}

/** How long running exchanges may take to finish at the stop. */
const shutdownMs = 5_000;
const progressMs = 250;

/** Records until a signal or a failure; resolves with the exit code. */
export async function record(options: RecordOptions, host: CliHost): Promise<number> {
  const { cwd } = host;
  if (options.upstreams.length === 0) {
    throw new CliError(
      `Nothing to record: set the URL of a real service with one of ${upstreamFlags}.`,
    );
  }
  const connector = new Connector(authorityIn(options.ca, cwd));
  const port = await reservePort(options.port, options.host);
  try {
    for (const { flag, base } of options.upstreams) {
      if (isAt(base, options.host, port.number)) {
        throw new CliError(`Cannot use ${base} of ${flag}: it is the proxy itself.`);
      }
      await checkUpstream(base, flag, connector);
    }
    return await recordOn(port, connector, options, host);
  } finally {
    port.release();
    connector.close();
  }
}

/** Whether a URL is that of a server on this machine. */
function isAt(base: string, host: string, port: number): boolean {
  const url = new URL(base);
  const hosts = ['localhost', '127.0.0.1', '[::1]', new URL(urlAt(host, port)).hostname];
  const portOfUrl = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
  return portOfUrl === port && hosts.includes(url.hostname);
}

async function recordOn(
  port: Awaited<ReturnType<typeof reservePort>>,
  connector: Connector,
  options: RecordOptions,
  host: CliHost,
): Promise<number> {
  const { cwd, now, version, printError, progress } = host;
  const file = resolve(cwd, options.output);
  const upstreams = options.upstreams.map(upstreamOf);
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<{ readonly error: unknown }>((settle) => {
    fail = (error) => settle({ error });
  });
  const suspects = new Suspects();
  const writer = createdFile(file, () =>
    openProxyRecording(file, {
      version,
      upstreams,
      recordedAt: now(),
      rules: options.redact ?? [],
      suspects,
      onFailed: fail,
    }),
  );
  const log = new TrafficLog(writer, () => now().getTime());
  const proxy = createRecordingProxy({
    upstreams: new Upstreams(upstreams, ownedPaths()),
    log,
    connector,
    allowHosts: [options.host, ...(options.allowHost ?? [])],
    ...(options.webhook === undefined ? {} : { webhook: options.webhook }),
    onUnknownPath: (path) => printError(`No upstream is for ${path}.`),
  });
  const stopped = host.stopped();
  await port.attach(proxy.server);
  printReady(urlAt(options.host, port.number), upstreams, file, options, host);
  const showing = setInterval(() => progress(countsText(log.counts)), progressMs);
  const cause = await Promise.race([stopped, failed]);
  clearInterval(showing);
  progress('');
  proxy.closeSockets();
  await closeServer(proxy.server, shutdownMs);
  proxy.closeExchanges();
  if (typeof cause !== 'string') {
    writer.abort();
    throw unwritable(file, cause.error);
  }
  writer.end({});
  printSuspects(suspects.found, printError);
  if (options.json !== true) host.print(`Recorded ${countsText(log.counts)} in ${options.output}.`);
  return exitCodes.fine;
}

function printReady(
  url: string,
  upstreams: readonly Upstream[],
  file: string,
  { webhook, json }: RecordOptions,
  { print, version }: CliHost,
): void {
  if (json === true) return print(JSON.stringify({ event: 'ready', url }));
  print(`Reprise ${version} records at ${url}`);
  for (const { service, base } of upstreams) print(`  ${service.padEnd(10)} ${base}`);
  if (webhook !== undefined) print(`  webhooks   ${url}${webhookPath} -> ${webhook}`);
  print(`  file       ${file}`);
  print('Ctrl-C stops the recording.');
}
