// Answers requests that are not in played recordings, by the flags --on-miss and --append.

import { resolve } from 'node:path';
import {
  readAnyRecording,
  type Lines,
  type ProxyLines,
  type Recording,
} from '../../recording/format/reader.ts';
import { ownedPaths } from '../../upstream/owned-paths.ts';
import { Forwarder, type ForwarderOptions } from '../../upstream/play/forwarder.ts';
import { answeredAsPlayed } from '../../upstream/play/played-answers.ts';
import { Simulation } from '../../upstream/play/simulation.ts';
import { continueProxyRecording } from '../../upstream/record/open-recording.ts';
import { Suspects } from '../../upstream/record/suspects.ts';
import { Connector } from '../../upstream/relay/connector.ts';
import { discardingWriter, TrafficLog } from '../../upstream/relay/traffic-log.ts';
import { allAt, baseOf } from '../../upstream/upstreams.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError } from '../support/errors.ts';
import { authorityIn, checkUpstream } from '../support/connection.ts';
import { createdFile } from '../support/created-file.ts';
import { countsText, printSuspects, unwritable } from './recorded-file.ts';

/** `forward`: the server at `url` answers; `simulate`: a world does, from then on. */
export type OnMiss =
  { readonly action: 'forward'; readonly url: string } | { readonly action: 'simulate' };

export interface OnMissFlags {
  readonly onMiss?: OnMiss;
  readonly append?: string;
  readonly ca?: string;
}

export interface MissAnswers {
  readonly forwarder: Forwarder;
  /** Ends the recording that is continued, and prints what was added to it. */
  readonly close: () => Promise<void>;
}

/** Undefined without `--on-miss`. Rejects with CliError. */
export async function openMissAnswers(
  { onMiss, append, ca }: OnMissFlags,
  names: readonly string[],
  host: CliHost,
): Promise<MissAnswers | undefined> {
  if (onMiss === undefined) {
    if (append === undefined) return undefined;
    throw new CliError('--append keeps the answers of --on-miss: set both, or none.');
  }
  const connector = new Connector(authorityIn(ca, host.cwd));
  let servers: Servers | undefined;
  try {
    servers = await answering(onMiss, connector, host);
    const kept = append === undefined ? undefined : await openKept(append, names, host);
    const log = kept?.log ?? new TrafficLog(discardingWriter(), () => 0);
    const { close, ...answerers } = servers;
    const forwarder = new Forwarder({
      ...answerers,
      connector,
      log,
      isContinued: kept !== undefined,
    });
    return {
      forwarder,
      async close() {
        forwarder.close();
        connector.close();
        await close();
        kept?.end();
      },
    };
  } catch (error) {
    connector.close();
    await servers?.close();
    throw error;
  }
}

interface Servers extends Pick<ForwarderOptions, 'upstreamsOf' | 'isLasting' | 'awaitAnswers'> {
  readonly close: () => Promise<void>;
}

async function answering(
  onMiss: OnMiss,
  connector: Connector,
  { printError }: CliHost,
): Promise<Servers> {
  if (onMiss.action === 'simulate') {
    const simulation = await Simulation.open({ report: printError });
    return {
      upstreamsOf: (missed) => simulation.upstreamsOf(missed),
      isLasting: true,
      awaitAnswers: (server, { cursorName }) => simulation.settled(server, cursorName),
      close: () => simulation.close(),
    };
  }
  await checkUpstream(onMiss.url, '--on-miss', connector);
  const upstreams = Promise.resolve(allAt(baseOf(new URL(onMiss.url)), ownedPaths()));
  return {
    upstreamsOf: () => upstreams,
    isLasting: false,
    awaitAnswers: (server, { playedCount }) => answeredAsPlayed(server, playedCount),
    close: () => Promise.resolve(),
  };
}

interface Kept {
  readonly log: TrafficLog;
  readonly end: () => void;
}

/** The new file, which begins with the played recording. */
async function openKept(append: string, names: readonly string[], host: CliHost): Promise<Kept> {
  const [name = '', ...others] = names;
  if (others.length > 0) {
    throw new CliError('--append continues one recording: play the files one by one.');
  }
  const recording = await readAnyRecording(resolve(host.cwd, name));
  if (!isOfProxy(recording)) {
    throw new CliError(
      `--append continues recordings of real services, and ${name} is one of a world.`,
    );
  }
  const file = resolve(host.cwd, append);
  const suspects = new Suspects();
  let failure: { readonly error: unknown } | undefined;
  const onFailed = (error: unknown) => (failure = { error });
  const writer = createdFile(
    file,
    () => continueProxyRecording(file, recording, { suspects, onFailed }),
    '--append',
  );
  const log = new TrafficLog(writer, () => host.now().getTime(), recording.entries);
  return {
    log,
    end() {
      if (failure !== undefined) {
        writer.abort();
        throw unwritable(append, failure.error);
      }
      writer.end({});
      printSuspects(suspects.found, host.printError);
      host.print(`Added ${countsText(log.counts)} to the recording, in ${append}.`);
    },
  };
}

function isOfProxy(recording: Recording<Lines>): recording is Recording<ProxyLines> {
  return recording.header.source === 'proxy';
}
