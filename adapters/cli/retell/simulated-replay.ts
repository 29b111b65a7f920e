// `reprise replay --simulate`: performs recordings against a fresh world in this process, and says how faithful it is.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { readAnyRecording, type Recording } from '../../recording/format/reader.ts';
import { replayRecording } from '../../recording/replay/replay.ts';
import { divergenceSentence } from '../../recording/replay/report.ts';
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
        if (isOfWorld(recording)) return await executed(file, recording, draft, flags, host);
        const recorder = { file: draft, connector };
        const now = await performedInWorld(file, recording, recorder, flags, host);
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
  divergence?: string,
): LiveReplayResult {
  const operations = fidelityOf(recording, now, flags.ignore);
  const [head = '', ...lines] = fidelityLines(operations, flags.all === true);
  const isEqual =
    divergence === undefined && operations.every(({ exchanges, equal }) => exchanges === equal);
  const message = divergence === undefined ? head : `${head}; a replay differs: ${divergence}`;
  const details = [message, ...lines];
  const compared = divergence === undefined ? { operations } : { operations, divergence };
  return { result: isEqual ? 'equal' : 'different', message, details, compared };
}

function isOfWorld(recording: AnyRecording): recording is Recording {
  return recording.header.source === 'world';
}

/** The recording of a world is executed again as it is: what a replay compares besides answers counts, too. */
async function executed(
  file: string,
  recording: Recording,
  draft: string,
  flags: LiveReplayFlags,
  { cwd, progress, signal, version }: CliHost & Pick<LiveReplayUse, 'signal'>,
): Promise<LiveReplayResult> {
  const { output } = flags;
  const path = output === undefined ? draft : newOutput(output, cwd);
  const rewriteTo = { file: path, writtenBy: `reprise ${version}` };
  const onProgress = (part: number, whole: number) => {
    signal?.throwIfAborted();
    progress(`replaying ${file}  ${Math.floor((100 * part) / Math.max(whole, 1))} %`);
  };
  const options = { isAll: true, rewriteTo, onProgress };
  const { divergence } = await replayRecording(resolve(cwd, file), recording, options);
  const epochMs = Date.parse(recording.header.epoch);
  // What is ignored may be all that differs: then the answers alone count.
  const isWhole = (flags.ignore ?? []).length === 0;
  const sentence = isWhole && divergence ? divergenceSentence(divergence, epochMs) : undefined;
  return resultOf(recording, await readAnyRecording(path), flags, sentence);
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
