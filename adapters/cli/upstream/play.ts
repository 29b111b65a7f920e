// `reprise play`: answers clients from recordings, until a signal comes.

import { resolve } from 'node:path';
import { closeServer } from '../../hosts/node/close-server.ts';
import { counted } from '../../recording/differences/text.ts';
import { createPlayServer } from '../../upstream/play/play-server.ts';
import { readPlayedFiles } from '../../upstream/play/played-files.ts';
import type { PlayedFile, ClientPlayback } from '../../upstream/play/player.ts';
import type { Speed } from '../../upstream/play/pace.ts';
import { serviceErrors } from '../../upstream/play/service-errors.ts';
import { SessionFileError } from '../../upstream/session-file-error.ts';
import { sendWebhooks } from '../../upstream/play/webhooks.ts';
import { withReadErrors } from '../support/read-errors.ts';
import { reservePort, urlAt } from '../serve/port.ts';
import type { CliHost } from '../support/cli-host.ts';
import { openMissAnswers, type OnMissFlags } from './on-miss.ts';
import { exitCodes } from '../support/errors.ts';
import { unusable } from './recorded-file.ts';

export interface PlayFlags extends OnMissFlags {
  readonly speed: Speed;
  readonly webhook?: string;
  readonly ignore?: readonly string[];
  readonly allUsed?: boolean;
  readonly allowCut?: boolean;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly json?: boolean;
}

const shutdownMs = 5_000;
/** The most requests that are listed as never asked for. */
const listedMax = 20;

/** Plays until a signal; resolves with the exit code. */
export async function play(
  names: readonly string[],
  flags: PlayFlags,
  host: CliHost,
): Promise<number> {
  const files = await filesNamed(names, flags, host);
  const port = await reservePort(flags.port, flags.host);
  let misses = 0;
  try {
    const answers = await openMissAnswers(flags, names, host);
    const { server, playbacks, closeSockets } = createPlayServer({
      files,
      speed: flags.speed,
      ignored: flags.ignore ?? [],
      allowHosts: [flags.host, ...(flags.allowHost ?? [])],
      refuse: serviceErrors(),
      ...(answers === undefined ? {} : { forwarder: answers.forwarder }),
      onMiss(cursor, text, isForwarded = false) {
        if (!isForwarded) misses += 1;
        host.printError(cursor === 'default' ? text : `${text} (cursor ${cursor})`);
      },
      onWebhooks(webhooks, context) {
        if (flags.webhook !== undefined)
          sendWebhooks(webhooks, flags.webhook, context, host.printError);
      },
    });
    const stopped = host.stopped();
    await port.attach(server);
    printReady(files, port.number, flags, host);
    await stopped;
    closeSockets();
    await closeServer(server, shutdownMs);
    await answers?.close();
    const unused = reportUnused(playbacks, flags, host);
    return misses > 0 || (flags.allUsed === true && unused > 0)
      ? exitCodes.differs
      : exitCodes.fine;
  } finally {
    port.release();
  }
}

async function filesNamed(
  names: readonly string[],
  { allowCut }: PlayFlags,
  { cwd, printError }: CliHost,
): Promise<readonly PlayedFile[]> {
  const paths = new Map(names.map((name) => [name, resolve(cwd, name)]));
  const read = () => readPlayedFiles(paths, { isCutAllowed: allowCut === true, onCut: printError });
  try {
    return await withReadErrors(read);
  } catch (error) {
    if (!(error instanceof SessionFileError)) throw error;
    throw unusable(error, 'play the part that exists with --allow-cut.');
  }
}

function printReady(
  files: readonly PlayedFile[],
  port: number,
  { host: address, json, webhook }: PlayFlags,
  { print, version }: CliHost,
): void {
  const url = urlAt(address, port);
  if (json === true) return print(JSON.stringify({ event: 'ready', url }));
  print(`Reprise ${version} plays at ${url}`);
  for (const { name, traffic } of files) {
    const { requests, sockets, webhooks } = traffic;
    const counts = [
      counted(requests.length, 'request'),
      counted(sockets.length, 'socket'),
      counted(webhooks.length, 'webhook'),
    ];
    print(`  ${name}  ${counts.join(', ')}`);
  }
  print(`  webhooks   ${webhook ?? 'are not sent: set --webhook'}`);
  print('Ctrl-C stops it.');
}

/** Prints what was never asked for; returns how many there are. */
function reportUnused(
  playbacks: ReadonlyMap<string, ClientPlayback>,
  { allUsed, json }: PlayFlags,
  { print, printError }: CliHost,
): number {
  const unused = [...playbacks].flatMap(([cursor, playback]) =>
    playback.unused().map((one) => ({ cursor, ...one })),
  );
  if (playbacks.size === 0) {
    printError('No client has asked for anything.');
    return allUsed === true ? 1 : 0;
  }
  if (unused.length === 0 || json === true) return unused.length;
  print(`Never asked for: ${unused.length}`);
  for (const { cursor, file, recorded } of unused.slice(0, listedMax)) {
    const what = 'method' in recorded ? recorded.method : 'WebSocket';
    const place = cursor === 'default' ? file : `${file}, cursor ${cursor}`;
    print(`  ${what} ${recorded.url} (entry ${recorded.n}, ${place})`);
  }
  if (unused.length > listedMax) print(`  and ${unused.length - listedMax} more`);
  return unused.length;
}
