// `reprise replay --against`: performs recordings against a live server, and compares its answers with the recorded ones.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ClientSecretsGiven } from '../../contracts/client-login.ts';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { readAnyRecording } from '../../recording/format/reader.ts';
import { draftOf, replaceFile } from '../../recording/replay/update.ts';
import { withCauses } from '../../retell/causes/causes.ts';
import { checkSecrets } from '../../retell/check-secrets.ts';
import { findTarget } from '../../retell/find-target.ts';
import { inForkOf } from '../../retell/forked-target.ts';
import { historySince } from '../../retell/causes/live-history.ts';
import { retellThroughProxy, type ThroughProxyOptions } from '../../retell/through-proxy.ts';
import { untilAborted } from '../../retell/until-aborted.ts';
import type { RetellTarget } from '../../retell/target.ts';
import { Connector } from '../../upstream/relay/connector.ts';
import { compareSessions } from '../../retell/compare-sessions.ts';
import { isWrite } from '../../upstream/play/request-content.ts';
import { trafficOf, type Traffic } from '../../upstream/traffic.ts';
import { baseOf } from '../../upstream/upstreams.ts';
import type { CliHost } from '../support/cli-host.ts';
import { knownToken } from '../support/connect.ts';
import { CliError } from '../support/errors.ts';
import { authorityIn, checkUpstream } from '../support/connection.ts';
import { createdFile } from '../support/created-file.ts';
import { liveReplayLines } from './live-replay-text.ts';
import { stopOf, usageError } from './target-failures.ts';

export interface LiveReplayFlags {
  readonly against?: string;
  readonly simulate?: boolean;
  readonly walletKey?: string;
  readonly entitySecret?: string;
  readonly speechKey?: string;
  readonly calendarLogin?: string;
  readonly ignore?: readonly string[];
  readonly wait?: number;
  readonly speed?: number;
  readonly output?: string;
  readonly ca?: string;
  readonly all?: boolean;
  readonly update?: boolean;
}

/** Replays recordings against one server. */
export interface LiveReplay {
  readonly replay: (file: string, recording: AnyRecording) => Promise<LiveReplayResult>;
  /** Rejects with CliError if a secret is unknown that a recording needs. Absent: none is needed. */
  readonly checkSecrets?: (recording: AnyRecording) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** At a server that may stop. */
export interface ServerReplay extends LiveReplay {
  /** Whether each replay finds the server in the same state. */
  readonly isRepeatable: boolean;
  /** Rejects with CliError if the server is gone. */
  readonly check: () => Promise<void>;
}

export interface LiveReplayResult {
  /** updated: it differed, and its file has been written again. */
  readonly result: 'equal' | 'different' | 'updated';
  readonly message: string;
  readonly details?: readonly string[];
  /** Absent if the server has stopped answering. */
  readonly compared?: object;
}

export const waitMsDefault = 60_000;

/** How a server is used. */
export interface LiveReplayUse {
  /** Whether each replay finds the world of a Reprise as it is at the beginning: it runs in a fork. */
  readonly isInForks?: boolean;
  /** Whether differences have their causes, and the operator is told what the server keeps. */
  readonly isExplained?: boolean;
  /** Ends a replay that is under way. */
  readonly signal?: AbortSignal;
  /** Called with each recording, and the new session at the server. */
  readonly onRetold?: (recorded: AnyRecording, retold: AnyRecording) => void;
}

/** Rejects with CliError if the server cannot be used. */
export async function openLiveReplay(
  url: string,
  flags: LiveReplayFlags,
  host: CliHost,
  { isInForks = false, isExplained = true, signal, onRetold }: LiveReplayUse = {},
): Promise<ServerReplay> {
  const { cwd, env, printError } = host;
  const connector = new Connector(authorityIn(flags.ca, cwd));
  const base = baseOf(new URL(url));
  try {
    const check = () => checkUpstream(base, '--against', connector);
    const secrets = secretsOf(flags, env);
    const tokenOf = (server: string) => knownToken(server, host);
    const waitMsMax = flags.wait ?? waitMsDefault;
    const finding = { connector, secrets, tokenOf, waitMsMax, stopped: signal };
    const { target, withoutToken } = await untilAborted(
      check().then(() => findTarget(base, finding)),
      signal,
    );
    if (withoutToken !== undefined) {
      printError(
        `The token of ${withoutToken} is unknown, so its clock goes by itself: set REPRISE_TOKEN to the one that the server printed at startup.`,
      );
    }
    if (target.control !== undefined) await untilAborted(target.control.world.get(), signal);
    const folder = mkdtempSync(join(tmpdir(), 'reprise-retold-'));
    const replayAt = (own: RetellTarget, file: string, recording: AnyRecording) => {
      const use = { signal, isExplained, onRetold };
      return replayFile({ file, recording, target: own, connector, folder, ...use }, flags, host);
    };
    const startMs = host.now().getTime(); // forks of a process that was killed stay
    let forks = 0;
    const traces = new KeptTraces(base, printError);
    const replayInFork = (whole: RetellTarget, file: string, recording: AnyRecording) => {
      if (whole.control === undefined && isExplained) traces.add(file, recording);
      const name = `retold-${host.processId}-${startMs}-${(forks += 1)}`;
      const fork = { name, outbound: trafficOf(recording).webhooks.length > 0, signal };
      return inForkOf(whole, fork, (own) => replayAt(own, file, recording));
    };
    const checked = async (recording: AnyRecording) => {
      try {
        await checkSecrets(trafficOf(recording), target);
      } catch (error) {
        throw usageError(error, base);
      }
    };
    return {
      checkSecrets: checked,
      async replay(file, recording) {
        await checked(recording);
        try {
          return await (isInForks ? replayInFork : replayAt)(target, file, recording);
        } catch (error) {
          const message = stopOf(error, base);
          if (message === undefined) throw usageError(error, base);
          return { result: 'different', message };
        }
      },
      isRepeatable: isInForks && target.control !== undefined,
      check,
      async close() {
        connector.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    connector.close();
    throw usageError(error, base);
  }
}

/** Says once that a server keeps what earlier recordings have done. */
class KeptTraces {
  readonly #base: string;
  readonly #printError: (line: string) => void;
  #hasWritten = false;
  #isSaid = false;

  constructor(base: string, printError: (line: string) => void) {
    this.#base = base;
    this.#printError = printError;
  }

  add(file: string, recording: AnyRecording): void {
    if (this.#hasWritten && !this.#isSaid) {
      this.#isSaid = true;
      this.#printError(
        `${this.#base} keeps what each recording does: ${file} and later ones begin with it.`,
      );
    }
    this.#hasWritten ||= trafficOf(recording).requests.some(isWrite);
  }
}

function secretsOf(flags: LiveReplayFlags, env: CliHost['env']): ClientSecretsGiven {
  const given = {
    walletKey: flags.walletKey ?? env['REPRISE_WALLET_KEY'],
    entitySecret: flags.entitySecret ?? env['REPRISE_ENTITY_SECRET'],
    speechKey: flags.speechKey ?? env['REPRISE_SPEECH_KEY'],
    calendarLogin: flags.calendarLogin ?? env['REPRISE_CALENDAR_LOGIN'],
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  );
}

interface RetoldFile {
  readonly file: string;
  readonly recording: AnyRecording;
  readonly target: RetellTarget;
  readonly connector: Connector;
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
  /** Whether differences are shown with their causes. */
  readonly isExplained: boolean;
  readonly onRetold: LiveReplayUse['onRetold'];
}

async function replayFile(
  { file, recording, target, connector, folder, signal, isExplained, onRetold }: RetoldFile,
  flags: LiveReplayFlags,
  host: CliHost,
): Promise<LiveReplayResult> {
  const { now, progress, version, cwd } = host;
  const path = realpathSync(resolve(cwd, file));
  const traffic = trafficOf(recording);
  checkReplaced(file, traffic, flags);
  const output = outputOf(flags, { path, folder, cwd });
  const options: ThroughProxyOptions = {
    target,
    connector,
    file: output,
    version,
    now,
    waitMsMax: flags.wait ?? waitMsDefault,
    speed: flags.speed ?? 1,
    signal,
    onStep: ({ step, count }, index) =>
      progress(`replaying ${file}  entry ${step.n}, ${Math.floor((100 * index) / count)} %`),
  };
  try {
    const world = isExplained ? target.control?.world : undefined;
    const historyOf = world && (await untilAborted(historySince(world), signal));
    await retellThroughProxy(traffic, options);
    reportLeftOut(traffic, flags, host);
    const retold = await readAnyRecording(output);
    onRetold?.(recording, retold);
    const compared = compareSessions(recording, retold, flags.ignore);
    const isShown = !compared.isEqual && historyOf !== undefined;
    const history = isShown ? await untilAborted(historyOf(), signal) : undefined;
    const sides = { recorded: recording, retold, ignore: flags.ignore };
    const diff = history === undefined ? compared : withCauses(compared, sides, history);
    const details = liveReplayLines(diff, flags.all === true);
    const [message = ''] = details;
    const isUpdated = flags.update === true && !diff.isEqual;
    if (isUpdated) replaceFile(output, path);
    const result = diff.isEqual ? 'equal' : isUpdated ? 'updated' : 'different';
    return { result, message, details, compared: diff };
  } catch (error) {
    // A session up to where the server has stopped answering is kept: it differs.
    if (stopOf(error, target.base) === undefined) rmSync(output, { force: true });
    throw error;
  } finally {
    if (flags.output === undefined) rmSync(output, { force: true });
  }
}

/** Throws CliError if the new session, which has what clients saw alone, would replace more than that. */
function checkReplaced(file: string, { isOfWorld }: Traffic, { update }: LiveReplayFlags): void {
  if (update !== true || !isOfWorld) return;
  throw new CliError(
    `--update would replace ${file}, the recording of a world, by what its clients saw alone: set -o to another file, or leave out --against.`,
  );
}

/** Says of a session that was kept what it does not have. */
function reportLeftOut(
  { operations }: Traffic,
  { output }: LiveReplayFlags,
  { printError }: CliHost,
): void {
  const { length } = operations.filter(isWrite);
  if (output === undefined || length === 0) return;
  const acts = length === 1 ? '1 act of the operator is' : `${length} acts of the operator are`;
  printError(
    `${acts} not in ${output}, which has what clients saw alone: it may not replay equally.`,
  );
}

/** Where the new session is recorded: beside a file that it may replace. */
function outputOf(
  { output, update }: LiveReplayFlags,
  { path, folder, cwd }: { readonly path: string; readonly folder: string; readonly cwd: string },
): string {
  if (output !== undefined) return newOutput(output, cwd);
  return update === true ? draftOf(path) : join(folder, 'retold.jsonl');
}

/** The path of a file that can be created. Throws CliError. */
export function newOutput(output: string, cwd: string): string {
  const path = resolve(cwd, output);
  createdFile(output, () => writeFileSync(path, '', { flag: 'wx' }));
  rmSync(path);
  return path;
}
