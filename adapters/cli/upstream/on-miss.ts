// What answers requests that are not in played recordings, by the flags --on-miss and --append.

import { resolve } from 'node:path';
import {
  readAnyRecording,
  type Lines,
  type ProxyLines,
  type Recording,
} from '../../recording/format/reader.ts';
import { ownedPaths } from '../../upstream/owned-paths.ts';
import { Forwarder } from '../../upstream/play/forwarder.ts';
import { continueProxyRecording } from '../../upstream/record/open-recording.ts';
import { Suspects } from '../../upstream/record/suspects.ts';
import { Connector } from '../../upstream/relay/connector.ts';
import { discardingWriter, TrafficLog } from '../../upstream/relay/traffic-log.ts';
import { baseOf, otherPaths, Upstreams } from '../../upstream/upstreams.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError } from '../support/errors.ts';
import { authorityIn, checkUpstream } from './connection.ts';
import { countsText, createdFile, printSuspects, unwritable } from './recorded-file.ts';

/** `forward`: to the server at `url`. */
export interface OnMiss {
  readonly action: 'forward';
  readonly url: string;
}

export interface OnMissFlags {
  readonly onMiss?: OnMiss;
  readonly append?: string;
  readonly ca?: string;
}

export interface MissAnswers {
  readonly forwarder: Forwarder;
  /** Ends the recording that is continued, and prints what was added to it. */
  readonly close: () => void;
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
  try {
    await checkUpstream(onMiss.url, '--on-miss', connector);
    const kept = append === undefined ? undefined : await openKept(append, names, host);
    const log = kept?.log ?? new TrafficLog(discardingWriter(), () => 0);
    const upstreams = allAt(onMiss.url);
    const upstreamsOf = () => upstreams;
    return {
      forwarder: new Forwarder({ upstreamsOf, connector, log, isContinued: kept !== undefined }),
      close() {
        connector.close();
        kept?.end();
      },
    };
  } catch (error) {
    connector.close();
    throw error;
  }
}

/** A server that answers for all services. */
function allAt(url: string): Upstreams {
  const base = baseOf(new URL(url));
  const paths = ownedPaths();
  const services = [...paths.map(({ service }) => service), otherPaths];
  return new Upstreams(
    services.map((service) => ({ service, base })),
    paths,
  );
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
