// `reprise replay --simulate`: performs recordings against a fresh world in this process, and says how faithful it is.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { readAnyRecording, type Recording } from '../../recording/format/reader.ts';
import { replayRecording } from '../../recording/replay/replay.ts';
import { fidelityOf } from '../../retell/fidelity.ts';
import { openSimulatedTarget } from '../../retell/simulated-target.ts';
import { retellThroughProxy, type ThroughProxyOptions } from '../../retell/through-proxy.ts';
import { Connector } from '../../upstream/relay/connector.ts';
import { trafficOf } from '../../upstream/traffic.ts';
import type { CliHost } from '../support/cli-host.ts';
import { fidelityLines } from './fidelity-text.ts';
import {
  newOutput,
  waitMsDefault,
  type LiveReplay,
  type LiveReplayFlags,
  type LiveReplayResult,
  type LiveReplayUse,
} from './live-replay.ts';

/** Resolves at once: each recording gets a world of its own. */
export function openSimulatedReplay(
  flags: LiveReplayFlags,
  host: CliHost & Pick<LiveReplayUse, 'signal'>,
): LiveReplay {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-simulated-'));
  const connector = new Connector();
  let count = 0;
  return {
    async replay(file, recording) {
      count += 1;
      const draft = join(folder, `${count}.jsonl`);
      try {
        const now = isOfWorld(recording)
          ? await executed(file, recording, draft, flags, host)
          : await performedInWorld(file, recording, { file: draft, connector }, flags, host);
        return resultOf(recording, now, flags);
      } catch (error) {
        const { output } = flags;
        const isStopped = error === host.signal?.reason;
        if (isStopped && output !== undefined) rmSync(resolve(host.cwd, output), { force: true });
        throw error;
      }
    },
    async close() {
      connector.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function resultOf(
  recording: AnyRecording,
  now: AnyRecording,
  flags: LiveReplayFlags,
): LiveReplayResult {
  const operations = fidelityOf(recording, now, flags.ignore);
  const details = fidelityLines(operations, flags.all === true);
  const isEqual = operations.every(({ exchanges, equal }) => exchanges === equal);
  const [message = ''] = details;
  const compared = { operations };
  return { result: isEqual ? 'equal' : 'different', message, details, compared };
}

function isOfWorld(recording: AnyRecording): recording is Recording {
  return recording.header.source === 'world';
}

/** The recording of a world is executed again as it is. */
async function executed(
  file: string,
  recording: Recording,
  draft: string,
  { output }: LiveReplayFlags,
  { cwd, progress, signal, version }: CliHost & Pick<LiveReplayUse, 'signal'>,
): Promise<AnyRecording> {
  const path = output === undefined ? draft : newOutput(output, cwd);
  const rewriteTo = { file: path, writtenBy: `reprise ${version}` };
  const onProgress = (part: number, whole: number) => {
    signal?.throwIfAborted();
    progress(`replaying ${file}  ${Math.floor((100 * part) / Math.max(whole, 1))} %`);
  };
  await replayRecording(resolve(cwd, file), recording, { isAll: true, rewriteTo, onProgress });
  return readAnyRecording(path);
}

/** Performs a recording in a fresh world of this process; `output`: where to record the world. */
export async function performedInWorld(
  file: string,
  recording: AnyRecording,
  recorder: Pick<ThroughProxyOptions, 'file' | 'connector'>,
  { output, wait }: Pick<LiveReplayFlags, 'output' | 'wait'>,
  { cwd, now, printError, progress, signal, version }: CliHost & Pick<LiveReplayUse, 'signal'>,
): Promise<AnyRecording> {
  const traffic = trafficOf(recording);
  const simulation = await openSimulatedTarget(traffic, {
    file: output === undefined ? undefined : newOutput(output, cwd),
    version,
    report: printError,
  });
  try {
    await retellThroughProxy(traffic, {
      ...recorder,
      target: simulation.target,
      version,
      now,
      waitMsMax: wait ?? waitMsDefault,
      speed: 1,
      signal,
      onStep: ({ step, count }, index) =>
        progress(`replaying ${file}  entry ${step.n}, ${Math.floor((100 * index) / count)} %`),
    });
  } finally {
    await simulation.close();
  }
  return readAnyRecording(recorder.file);
}
