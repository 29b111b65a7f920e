// Plays a file with a server that answers what it does not have.

import { Forwarder, type ForwarderOptions } from '../../../adapters/upstream/play/forwarder.ts';
import { answeredAsPlayed } from '../../../adapters/upstream/play/played-answers.ts';
import { serviceErrors } from '../../../adapters/upstream/play/service-errors.ts';
import { Simulation } from '../../../adapters/upstream/play/simulation.ts';
import { continueProxyRecording } from '../../../adapters/upstream/record/open-recording.ts';
import { Suspects } from '../../../adapters/upstream/record/suspects.ts';
import { Connector } from '../../../adapters/upstream/relay/connector.ts';
import { discardingWriter, TrafficLog } from '../../../adapters/upstream/relay/traffic-log.ts';
import { allAt } from '../../../adapters/upstream/upstreams.ts';
import { ownedPaths } from '../../../adapters/upstream/owned-paths.ts';
import {
  readAnyRecording,
  type ProxyLines,
  type Recording,
} from '../../../adapters/recording/format/reader.ts';
import { playing } from './recorded.ts';

type Answerers = Pick<ForwarderOptions, 'upstreamsOf' | 'isLasting' | 'awaitAnswers'>;
type Act<Value> = (url: string) => Promise<Value>;

/** A service at a URL answers. `append`: a new file that continues the recording. `silenceMs`: how long its answers are awaited. */
export function playingBefore<Value>(
  service: string,
  file: string,
  act: Act<Value>,
  { append, silenceMs }: { readonly append?: string; readonly silenceMs?: number } = {},
) {
  const upstreams = Promise.resolve(allAt(service, ownedPaths()));
  return playingWith(
    {
      upstreamsOf: () => upstreams,
      isLasting: false,
      awaitAnswers: (server, { playedCount }) => answeredAsPlayed(server, playedCount, silenceMs),
    },
    file,
    act,
    append,
  );
}

/** A simulated world answers. */
export async function playingThenSimulating<Value>(file: string, act: Act<Value>, append?: string) {
  const simulation = await Simulation.open({ report: () => undefined });
  try {
    return await playingWith(
      {
        upstreamsOf: (missed) => simulation.upstreamsOf(missed),
        isLasting: true,
        awaitAnswers: (server, { cursorName }) => simulation.settled(server, cursorName),
      },
      file,
      act,
      append,
    );
  } finally {
    await simulation.close();
  }
}

async function playingWith<Value>(
  answerers: Answerers,
  file: string,
  act: Act<Value>,
  append: string | undefined,
) {
  const failures: unknown[] = [];
  const recording = (await readAnyRecording(file)) as Recording<ProxyLines>;
  const writer =
    append === undefined
      ? discardingWriter()
      : continueProxyRecording(append, recording, {
          suspects: new Suspects(),
          onFailed: (error) => failures.push(error),
        });
  let ms = 0;
  const connector = new Connector();
  const log = new TrafficLog(writer, () => (ms += 1), recording.entries);
  const isContinued = append !== undefined;
  const forwarder = new Forwarder({ ...answerers, connector, log, isContinued });
  try {
    const played = await playing(file, act, { forwarder, refuse: serviceErrors() });
    if (failures.length > 0) throw failures[0];
    return played;
  } finally {
    forwarder.close();
    connector.close();
    writer.end({});
  }
}
