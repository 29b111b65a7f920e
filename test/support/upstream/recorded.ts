// Records a stub through a proxy, and plays the file.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayServer, type PlayOptions } from '../../../adapters/upstream/play/play-server.ts';
import { trafficOf } from '../../../adapters/upstream/traffic.ts';
import { Connector } from '../../../adapters/upstream/relay/connector.ts';
import { openProxyRecording } from '../../../adapters/upstream/record/open-recording.ts';
import {
  createRecordingProxy,
  type ProxyOptions,
} from '../../../adapters/upstream/record/recording-proxy.ts';
import { Suspects } from '../../../adapters/upstream/record/suspects.ts';
import { TrafficLog } from '../../../adapters/upstream/relay/traffic-log.ts';
import { otherPaths, Upstreams } from '../../../adapters/upstream/upstreams.ts';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { closed, listening } from './conversations.ts';

/** A folder for recordings that is removed afterwards. */
export async function inFolder<Value>(act: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-upstream-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RecordingOptions extends Pick<ProxyOptions, 'webhook' | 'silentMsMax'> {
  readonly rules?: readonly string[];
  /** The instant before the first entry; each takes a millisecond. */
  readonly startMs?: number;
}

/** Records what `act` does at the URL of a proxy. */
export async function recordThrough<Value>(
  upstream: string,
  file: string,
  act: (url: string) => Promise<Value>,
  { rules = [], startMs = 0, ...options }: RecordingOptions = {},
): Promise<Value> {
  const upstreams = [{ service: otherPaths, base: upstream }];
  const failures: unknown[] = [];
  const writer = openProxyRecording(file, {
    version: '1.2.3',
    upstreams,
    recordedAt: new Date('2026-05-01'),
    rules,
    suspects: new Suspects(),
    onFailed: (error) => failures.push(error),
  });
  let ms = startMs;
  const connector = new Connector();
  const { server, closeSockets, closeExchanges } = createRecordingProxy({
    upstreams: new Upstreams(upstreams, []),
    log: new TrafficLog(writer, () => (ms += 1)),
    connector,
    allowHosts: [],
    ...options,
  });
  try {
    const value = await act(await listening(server));
    if (failures.length > 0) throw failures[0];
    return value;
  } finally {
    closeSockets();
    await closed(server);
    closeExchanges();
    connector.close();
    writer.end({});
  }
}

/** Plays a file while `act` speaks to the URL; resolves with its value and the misses. */
export async function playing<Value>(
  file: string,
  act: (url: string) => Promise<Value>,
  options: Partial<PlayOptions> = {},
): Promise<{ readonly value: Value; readonly misses: readonly string[]; readonly unused: number }> {
  const misses: string[] = [];
  const { server, playbacks, closeSockets } = createPlayServer({
    files: [{ name: file, traffic: trafficOf(await readAnyRecording(file)) }],
    speed: 'max',
    ignored: [],
    allowHosts: [],
    refuse: (_request, status, message) => ({ status, headers: {}, body: message }),
    onMiss: (_cursor, text) => misses.push(text),
    onWebhooks: () => undefined,
    ...options,
  });
  try {
    const value = await act(await listening(server));
    const unused = [...playbacks.values()].flatMap((playback) => playback.unused()).length;
    return { value, misses, unused };
  } finally {
    closeSockets();
    await closed(server);
  }
}
