// Conversations with agents over real sockets: 25 at once in real time, then at full speed, then the replay of a call. The user
// speaks with a voice of the server, so that the words are recognized; the replies are in the cache of the voice.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WebSocket } from 'ws';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { startFlags } from './built.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';
import { audioOf, percentile, processorSeconds } from './listening.ts';
import { openSocket } from './speech.ts';

/** One byte per sample. */
const sampleRate = 8_000;
const silence = 0xff;
const frameMs = 100;
const liveCalls = 25;
const liveSeconds = 20;
/** Not counted: code is compiled, and voices are loaded. */
const warmUpSeconds = 5;
/** In addition to the simulated latency. */
const addedMs = 30;
const callSeconds = 600;
const replaySeconds = 5;
/** Of one turn of a call: each side speaks for half of it. */
const turnSeconds = 8;
const callsAtOnce = 5;

const question =
  'Please tell me what the weather will be like in the old town by the river tomorrow.';
const answer =
  'Tomorrow morning will be grey with a little rain. In the afternoon the sun comes out again.';

export async function agentFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const start = async (...flags: readonly string[]) => {
    const server = await startServe(flags, { cwd: folder, program: [...startFlags, builtMain] });
    const script = { answer: [{ hears: 'weather', says: answer }] };
    await control(server, 'PUT', '/speech/script', script);
    return server;
  };
  try {
    return [
      ...(await liveFigures(start)),
      await replayFigure(start, folder, effort),
      await perCoreFigure(start, effort),
      await logFigure(start, folder),
      ...(await stateFigures(start, effort)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Start = (...flags: readonly string[]) => Promise<ServeProcess>;

async function control(
  { url, token }: ServeProcess,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(`${url}/__reprise/worlds/default${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response;
}

/** The members of messages to the client that the benchmarks read. */
interface Message {
  readonly type: string;
  readonly role?: string;
  readonly total_latency?: number;
  readonly request_id?: string;
  readonly description?: string;
}

interface Call {
  readonly socket: WebSocket;
  readonly id: string;
  /** Called with each message, and with undefined for each frame of audio. */
  onMessage: (message: Message | undefined) => void;
}

/** Opens a client and waits until its Settings are applied. */
async function call({ url }: ServeProcess): Promise<Call> {
  const socket = await openSocket(`${url.replace('http', 'ws')}/v1/agent/converse`);
  const audio = { encoding: 'mulaw', sample_rate: sampleRate };
  socket.send(
    JSON.stringify({
      type: 'Settings',
      experimental: true,
      audio: { input: audio, output: { ...audio, container: 'none' } },
      agent: {
        listen: { provider: { type: 'deepgram', model: 'nova-3' } },
        think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' } },
        speak: { provider: { type: 'deepgram', model: 'aura-asteria-en' } },
      },
    }),
  );
  return new Promise((resolve, reject) => {
    let id = '';
    const opened: { -readonly [Member in keyof Call]: Call[Member] } = {
      socket,
      id,
      onMessage(message) {
        if (message?.type === 'Welcome') id = message.request_id ?? '';
        if (message?.type === 'SettingsApplied') resolve(Object.assign(opened, { id }));
      },
    };
    socket.on('message', (data: Buffer, isBinary) => {
      const message = isBinary ? undefined : (JSON.parse(data.toString()) as Message);
      if (message?.type === 'Error') reject(new Error(message.description));
      opened.onMessage(message);
    });
  });
}

/** The time from the frame that ends a turn to the first audio of the reply, without the simulated latency. */
async function liveFigures(start: Start): Promise<readonly Figure[]> {
  const server = await start('--memory', '--clock', 'real');
  try {
    const said = await audioOf(server, question);
    const calls = await Promise.all(Array.from({ length: liveCalls }, () => call(server)));
    const firstMs = performance.now();
    const startMsOf = (index: number) => firstMs + (index * warmUpSeconds * 1_000) / liveCalls;
    const countedMs = firstMs + 2 * warmUpSeconds * 1_000;
    const all = calls.map((own, index) => live(own, said, startMsOf(index), countedMs));
    const added = (await Promise.all(all)).flat();
    if (added.length < liveCalls) throw new Error(`There were ${added.length} replies only.`);
    const name = `from the end of a turn to audio besides the latency, 95th percentile of ${liveCalls} calls`;
    return [
      plainFigure(name, 'ms', [percentile(added, 95)], { most: addedMs }),
      plainFigure('the same, median', 'ms', [percentile(added, 50)]),
    ];
  } finally {
    await server.stop();
  }
}

/** Runs a call from an instant on. It counts replies only after all calls have warmed up. */
async function live(
  own: Call,
  said: Buffer,
  startMs: number,
  countedMs: number,
): Promise<readonly number[]> {
  const endMs = countedMs + liveSeconds * 1_000;
  const added: number[] = [];
  let [sentMs, endedMs, latencyMs] = [0, 0, Number.NaN];
  /** The user's position in the sentence. */
  let at = 0;
  own.onMessage = (message) => {
    const nowMs = performance.now();
    if (message === undefined && !Number.isNaN(latencyMs)) {
      if (endedMs >= countedMs) added.push(nowMs - endedMs - latencyMs);
      latencyMs = Number.NaN;
    } else if (message?.type === 'ConversationText' && message.role === 'user') endedMs = sentMs;
    else if (message?.type === 'AgentStartedSpeaking')
      latencyMs = (message.total_latency ?? Number.NaN) * 1_000;
    else if (message?.type === 'AgentAudioDone') at = 0;
  };
  const bytes = (sampleRate * frameMs) / 1_000;
  for (let sendMs = startMs; sendMs < endMs; sendMs += frameMs) {
    await sleep(Math.max(0, sendMs - performance.now()));
    sentMs = performance.now();
    own.socket.send(padded(said.subarray(at, at + bytes), bytes));
    at += bytes;
  }
  own.socket.terminate();
  return added;
}

/** A turn of the user: the question, then silence while the agent speaks. Resolves when the agent has finished. */
function turn(own: Call, said: Buffer): Promise<void> {
  const { socket } = own;
  const audio = padded(said, turnSeconds * sampleRate);
  const bytes = (sampleRate * frameMs) / 1_000;
  return new Promise((resolve) => {
    own.onMessage = (message) => {
      if (message?.type === 'AgentAudioDone') resolve();
    };
    for (let at = 0; at < audio.length; at += bytes) socket.send(audio.subarray(at, at + bytes));
  });
}

/** Resolves once the server has processed all sent frames. */
function taken(own: Call): Promise<void> {
  return new Promise((resolve) => {
    own.onMessage = (message) => {
      if (message?.type === 'PromptUpdated') resolve();
    };
    own.socket.send(JSON.stringify({ type: 'UpdatePrompt', prompt: 'Be brief.' }));
  });
}

/** Runs a call for this many seconds, with both sides in turn. */
async function talk(server: ServeProcess, said: Buffer, seconds: number): Promise<Call> {
  const own = await call(server);
  for (let at = 0; at < seconds; at += turnSeconds) await turn(own, said);
  await taken(own);
  return own;
}

async function replayFigure(start: Start, folder: string, effort: Effort): Promise<Figure> {
  const seconds = Math.ceil(callSeconds * effort.scale);
  const file = join(folder, 'call.jsonl');
  const server = await start('--memory', '--clock', 'skip', '--record', file);
  const { socket } = await talk(server, await audioOf(server, question), seconds);
  socket.close();
  await server.stop();
  const startedMs = performance.now();
  await promisify(execFile)(process.execPath, [builtMain, 'replay', file]);
  const elapsed = (performance.now() - startedMs) / 1_000;
  const name = `replay of a call of ${seconds} s with an agent`;
  return plainFigure(name, 's', [elapsed], { most: replaySeconds });
}

/** Measured by the processor time of the server. */
async function perCoreFigure(start: Start, effort: Effort): Promise<Figure> {
  const server = await start('--memory', '--clock', 'skip');
  try {
    const said = await audioOf(server, question);
    await talk(server, said, turnSeconds);
    const seconds = 5 * turnSeconds;
    const samples: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      const before = processorSeconds(server);
      const all = Array.from({ length: callsAtOnce }, () => talk(server, said, seconds));
      for (const { socket } of await Promise.all(all)) socket.close();
      samples.push((callsAtOnce * seconds) / (processorSeconds(server) - before));
    }
    return plainFigure('conversations per core', 'calls', samples);
  } finally {
    await server.stop();
  }
}

async function logFigure(start: Start, folder: string): Promise<Figure> {
  const bytesAfter = async (minutes: number) => {
    const file = join(folder, `${minutes}.sqlite`);
    const server = await start('--data', file, '--clock', 'skip');
    const said = await audioOf(server, question);
    const { socket } = await talk(server, said, minutes * 60);
    socket.close();
    await server.stop();
    return statSync(file).size;
  };
  const bytes = (await bytesAfter(3)) - (await bytesAfter(1));
  return plainFigure('log of a minute of a call', 'kB', [bytes / 2 / 1e3]);
}

/** The size of a conversation in the state of its world, as JSON. Only its history grows, up to a bound. */
async function stateFigures(start: Start, effort: Effort): Promise<readonly Figure[]> {
  const server = await start('--memory', '--clock', 'skip');
  try {
    const said = await audioOf(server, question);
    const own = await talk(server, said, 60);
    const afterMinute = await stateBytes(server, own);
    const minutes = Math.ceil(60 * effort.scale);
    for (let at = 60; at < minutes * 60; at += turnSeconds) await turn(own, said);
    const afterHour = await stateBytes(server, own);
    own.socket.close();
    return [
      plainFigure('state of a call after a minute', 'kB', [afterMinute.all / 1e3]),
      plainFigure(`state of a call after ${minutes} minutes`, 'kB', [afterHour.all / 1e3]),
      plainFigure('without its history, after a minute', 'kB', [afterMinute.withoutHistory / 1e3]),
      plainFigure(`the same, after ${minutes} minutes`, 'kB', [afterHour.withoutHistory / 1e3]),
    ];
  } finally {
    await server.stop();
  }
}

async function stateBytes(server: ServeProcess, { id }: Call) {
  const response = await control(server, 'GET', '/state?table=speech/sessions&limit=100');
  const { tables } = (await response.json()) as {
    readonly tables: Readonly<Record<string, { readonly rows: readonly object[] }>>;
  };
  const rows = Object.values(tables).flatMap(({ rows: all }) => all);
  const row = rows.find((each) => JSON.stringify(each).includes(id));
  if (row === undefined) throw new Error('The call is not in the state.');
  const bytes = (value: object) => JSON.stringify(value).length;
  return { all: bytes(row), withoutHistory: bytes({ ...row, history: [] }) };
}

function padded(audio: Buffer, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes, silence);
  audio.copy(whole);
  return whole;
}
