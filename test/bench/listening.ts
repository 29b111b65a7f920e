// Listening over real sockets, with the maximum number of known sounds in the world: 100 live streams, then at full speed, then
// the replay of a call. The baseline is a server of the ws package that echoes every frame.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WebSocket } from 'ws';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { startFlags } from './built.ts';
import { startChild } from './child.ts';
import { comparedFigure, plainFigure, type Effort, type Figure } from './figures.ts';
import { openSocket, textOf } from './speech.ts';

/** One byte per sample. */
const sampleRate = 8_000;
const silence = 0xff;
const frameMs = 100;
const liveStreams = 100;
const liveSeconds = 10;
/** Not counted: code is compiled. */
const warmUpSeconds = 3;
const decidedMs = 20;
/** The most sounds that a world remembers. */
const knownSounds = 1_000;
const sentencesPerSession = 10;
const callSeconds = 600;
const replaySeconds = 5;

interface Result {
  readonly type: string;
  readonly start: number;
  readonly duration: number;
}

export async function listeningFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const start = (...flags: readonly string[]) =>
    startServe(['--clock', 'frozen', ...flags], {
      cwd: folder,
      program: [...startFlags, builtMain],
    });
  const server = await start('--memory');
  try {
    const said = await speakAll(server, Math.ceil(knownSounds * effort.scale));
    return [
      ...(await liveFigures(server, said)),
      ...(await speedFigures(server, said, effort)),
      await replayFigure(start, folder, said, effort),
      ...(await logFigures(start, folder, said)),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The time from the frame that decides a result to the result. */
async function liveFigures(
  server: ServeProcess,
  said: readonly Buffer[],
): Promise<readonly Figure[]> {
  const url = listenUrl(server, 'interim_results=true');
  const decided = (data: Buffer) => {
    const { type, start, duration } = JSON.parse(data.toString()) as Result;
    if (type !== 'Results') return undefined;
    // The last samples of a hop are measured together with the next ones.
    return Math.floor(Math.round((start + duration) * 100) / (frameMs / 10));
  };
  const own = await live(url, said, decided);
  const bare = await startChild('bare-echo.ts', [], startFlags);
  const { port } = await bare.request<{ port: number }>({});
  let echoes = 0;
  const frames = new WeakMap<WebSocket, number>();
  const echoed = (_: Buffer, socket: WebSocket) => {
    echoes += 1;
    const frame = frames.get(socket) ?? 0;
    frames.set(socket, frame + 1);
    return frame;
  };
  const others = await live(`ws://127.0.0.1:${port}`, said, echoed);
  await bare.stop();
  if (own.length === 0 || echoes === 0) throw new Error('There are no results.');
  const name = 'from the deciding frame to its result, 95th percentile of 100 live streams';
  return [
    plainFigure(name, 'ms', [percentile(own, 95)], { most: decidedMs }),
    comparedFigure('the same', 'ms', [percentile(own, 95)], {
      name: 'bare ws, each frame sent back',
      samples: [percentile(others, 95)],
    }),
    plainFigure('the same, median', 'ms', [percentile(own, 50)]),
  ];
}

/**
 * Sends streams at the pace of their audio. They start one after the other; delays count only after all have warmed up.
 * `frameOf`: the frame that a message answers.
 */
async function live(
  url: string,
  said: readonly Buffer[],
  frameOf: (data: Buffer, socket: WebSocket) => number | undefined,
): Promise<readonly number[]> {
  const delays: number[] = [];
  const stream = async (socket: WebSocket, index: number) => {
    const startMs = firstMs + (index * warmUpSeconds * 1_000) / liveStreams;
    const audio = looped(said[index % said.length] as Buffer, 2 * warmUpSeconds + liveSeconds);
    const sentMs: number[] = [];
    socket.on('message', (data: Buffer) => {
      const nowMs = performance.now();
      const frame = frameOf(data, socket);
      const atMs = frame === undefined ? undefined : sentMs[frame];
      if (atMs !== undefined && atMs >= countedMs) delays.push(nowMs - atMs);
    });
    for (const [number, frame] of framesOf(audio, frameMs, 1).entries()) {
      const sendMs = startMs + number * frameMs;
      if (sendMs >= endMs) break;
      await sleep(Math.max(0, sendMs - performance.now()));
      sentMs.push(performance.now());
      socket.send(frame);
    }
    await sleep(1_000);
    socket.terminate();
  };
  const sockets = await Promise.all(Array.from({ length: liveStreams }, () => openSocket(url)));
  const firstMs = performance.now();
  const countedMs = firstMs + 2 * warmUpSeconds * 1_000;
  const endMs = countedMs + liveSeconds * 1_000;
  await Promise.all(sockets.map(stream));
  return delays;
}

/** One stream at full speed, and the number of live streams per core, by the processor time of the server. */
async function speedFigures(
  server: ServeProcess,
  said: readonly Buffer[],
  effort: Effort,
): Promise<readonly Figure[]> {
  const url = listenUrl(server, 'interim_results=true');
  const seconds = 30;
  const one: number[] = [];
  const perCore: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const audio = looped(said[round % said.length] as Buffer, seconds);
    const startedMs = performance.now();
    await listened(url, framesOf(audio, frameMs, 1));
    one.push(seconds / ((performance.now() - startedMs) / 1_000));
    const streams = said.slice(0, 10).map((each) => looped(each, seconds));
    const before = processorSeconds(server);
    await Promise.all(streams.map((each) => listened(url, framesOf(each, frameMs, 1))));
    perCore.push((streams.length * seconds) / (processorSeconds(server) - before));
  }
  return [
    plainFigure('listening to one stream', 'times real time', one),
    plainFigure('live streams per core', 'streams', perCore),
  ];
}

/** A call of two speakers in turn, each on a channel, recorded and replayed. */
async function replayFigure(
  start: Start,
  folder: string,
  said: readonly Buffer[],
  effort: Effort,
): Promise<Figure> {
  const seconds = Math.ceil(callSeconds * effort.scale);
  const file = join(folder, 'call.jsonl');
  const server = await start('--memory', '--record', file);
  const both = Buffer.alloc(2 * sampleRate * seconds, silence);
  let at = 0;
  for (let turn = 0; at < both.length / 2; turn += 1) {
    const audio = said[turn % said.length] as Buffer;
    const length = Math.min(audio.length, both.length / 2 - at);
    for (let sample = 0; sample < length; sample += 1) {
      both[2 * (at + sample) + (turn % 2)] = audio[sample] as number;
    }
    at += length;
  }
  const parameters = 'interim_results=true&multichannel=true&channels=2';
  await listened(listenUrl(server, parameters), framesOf(both, frameMs, 2));
  await server.stop();
  const startedMs = performance.now();
  await promisify(execFile)(process.execPath, [builtMain, 'replay', file]);
  const elapsed = (performance.now() - startedMs) / 1_000;
  const name = `replay of a two-way call of ${seconds} s`;
  return plainFigure(name, 's', [elapsed], { most: replaySeconds });
}

type Start = (...flags: readonly string[]) => Promise<ServeProcess>;

async function logFigures(
  start: Start,
  folder: string,
  said: readonly Buffer[],
): Promise<readonly Figure[]> {
  const seconds = 60;
  const bytesWith = async (lengthMs: number | undefined) => {
    const file = join(folder, `${lengthMs ?? 'empty'}.sqlite`);
    const server = await start('--data', file);
    if (lengthMs !== undefined) {
      const audio = looped(said[0] as Buffer, seconds);
      await listened(listenUrl(server, 'interim_results=true'), framesOf(audio, lengthMs, 1));
    }
    await server.stop();
    return statSync(file).size;
  };
  const empty = await bytesWith(undefined);
  const figures: Figure[] = [];
  for (const lengthMs of [20, 100]) {
    const bytes = ((await bytesWith(lengthMs)) - empty) / seconds;
    figures.push(
      plainFigure(`log of a second of audio, frames of ${lengthMs} ms`, 'kB', [bytes / 1e3]),
    );
  }
  return figures;
}

/** Sends all frames at once; resolves when the stream ends. */
async function listened(url: string, frames: readonly Buffer[]): Promise<void> {
  const socket = await openSocket(url);
  const closed = once(socket, 'close') as Promise<[number]>;
  for (const frame of frames) socket.send(frame);
  socket.send('{"type":"CloseStream"}');
  const [code] = await closed;
  if (code !== 1_000) throw new Error(`The stream was closed with ${code}.`);
}

/** Speaks sentences, which the world then knows; returns the audio of each session. */
async function speakAll(server: ServeProcess, count: number): Promise<readonly Buffer[]> {
  const said: Buffer[] = [];
  for (let session = 0; session < count / sentencesPerSession; session += 1) {
    const sentences = Array.from({ length: sentencesPerSession }, (_, index) =>
      // The first words of consecutive texts differ the least.
      textOf(session * sentencesPerSession + index)
        .split(' ', 4)
        .join(' '),
    );
    said.push(await audioOf(server, `${sentences.join('. ')}.`));
  }
  return said;
}

export async function audioOf({ url }: ServeProcess, text: string): Promise<Buffer> {
  const query = `encoding=mulaw&sample_rate=${sampleRate}`;
  const socket = await openSocket(`${url.replace('http', 'ws')}/v1/speak?${query}`);
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) parts.push(data);
      else if (data.toString().includes('"Flushed"')) resolve();
    });
  });
  socket.send(JSON.stringify({ type: 'Speak', text }));
  socket.send('{"type":"Flush"}');
  await ended;
  const closed = once(socket, 'close');
  socket.close();
  await closed;
  return Buffer.concat(parts);
}

function looped(audio: Buffer, seconds: number): Buffer {
  return Buffer.alloc(seconds * sampleRate, audio);
}

function framesOf(audio: Buffer, lengthMs: number, channels: number): readonly Buffer[] {
  const bytes = (sampleRate * channels * lengthMs) / 1_000;
  return Array.from({ length: Math.ceil(audio.length / bytes) }, (_, index) =>
    audio.subarray(index * bytes, (index + 1) * bytes),
  );
}

function listenUrl({ url }: ServeProcess, parameters: string): string {
  const query = `encoding=mulaw&sample_rate=${sampleRate}&${parameters}`;
  return `${url.replace('http', 'ws')}/v1/listen?${query}`;
}

export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length * percent) / 100)] ?? Number.NaN;
}

/** Processor time of all threads of a process, to a hundredth; NaN if the system does not report it. */
export function processorSeconds({ processId }: ServeProcess): number {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return (Number(fields?.[11]) + Number(fields?.[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
