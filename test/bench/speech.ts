// Speaking over a real socket. The baselines are upper limits: for new texts, the voice alone in this process; for cached ones,
// a server of the ws package that sends as many bytes.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { speech } from '../../core/index.ts';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { importBuilt, startFlags } from './built.ts';
import { startChild, type Child } from './child.ts';
import {
  comparedFigure,
  interleave,
  plainFigure,
  type Effort,
  type Figure,
  type Samples,
} from './figures.ts';
import type { BareAudio } from './processes/bare-socket.ts';

/** The slowest voice: the slowest base voice, stretched the most, at the highest rate. */
const slowest = { model: 'aura-2-asteria-en', encoding: 'linear16', sampleRate: 48_000 } as const;
const words = 'quick brown lazy river stone seven early morning light above'.split(' ');
/** The length of texts for comparisons with real time. */
const sentencesPerText = 12;
const firstUncachedMs = 150;
const firstCachedMs = 10;
/** The most sockets of a server. */
const idleSockets = 1_000;

/** The audio after a Flush. */
interface Reply {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bytes: number;
}

export async function speechFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const start = () =>
    startServe(['--memory', '--clock', 'frozen'], {
      cwd: folder,
      program: [...startFlags, builtMain],
    });
  const server = await start();
  const sockets = await start();
  try {
    const memory = await memoryFigures(server);
    return [
      ...(await speakingFigures(server, effort)),
      ...memory,
      plainFigure('memory with the voice, at its height', 'MB', [peakBytes(server) / 1e6]),
      await idleFigure(sockets, effort),
    ];
  } finally {
    await Promise.all([server.stop(), sockets.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** First audio and throughput, for new texts and for a cached one. */
async function speakingFigures(server: ServeProcess, effort: Effort): Promise<readonly Figure[]> {
  const voice = await voiceAlone();
  const known = textOf(0);
  const knownLong = longTextOf(0);
  let texts = 1;
  const { bytes } = await spoken(speakUrl(server), known);
  const long = await spoken(speakUrl(server), knownLong);
  const bare = await startBareSocket({ bytes, frameBytes: frameBytes() });
  const bareLong = await startBareSocket({ bytes: long.bytes, frameBytes: frameBytes() });
  try {
    const firstMs = await interleave(effort.rounds, {
      uncached: async () => (await spoken(speakUrl(server), textOf(texts++))).firstMs,
      voice: () => voice(textOf(texts++)).elapsedMs,
      cached: async () => (await spoken(speakUrl(server), known)).firstMs,
      bare: async () => (await spoken(bare.url, known)).firstMs,
    });
    const speed = await interleave(effort.rounds, {
      uncached: async () => speedOf(await spoken(speakUrl(server), longTextOf(texts++))),
      voice: () => speedOf(voiceLong(voice, texts++)),
      cached: async () => speedOf(await spoken(speakUrl(server), knownLong)),
      bare: async () => speedOf(await spoken(bareLong.url, knownLong)),
    });
    const alone = (samples: Samples) => ({ name: 'flite, resampled, alone', samples });
    const socket = (samples: Samples) => ({ name: 'bare ws', samples });
    const unit = 'times real time';
    return [
      plainFigure('first audio after Flush, not cached', 'ms', firstMs.uncached, {
        most: firstUncachedMs,
      }),
      comparedFigure('first audio, not cached', 'ms', firstMs.uncached, alone(firstMs.voice)),
      plainFigure('first audio after Flush, cached', 'ms', firstMs.cached, { most: firstCachedMs }),
      comparedFigure('first audio, cached', 'ms', firstMs.cached, socket(firstMs.bare)),
      comparedFigure('speaking, not cached', unit, speed.uncached, alone(speed.voice)),
      comparedFigure('speaking, cached', unit, speed.cached, socket(speed.bare)),
    ];
  } finally {
    await Promise.all([bare.stop(), bareLong.stop()]);
  }
}

/** Resident memory before the first session, and after the voice has spoken. */
async function memoryFigures(server: ServeProcess): Promise<readonly Figure[]> {
  const before = residentBytes(server);
  await spoken(speakUrl(server), 'Ready.');
  const ready = residentBytes(server);
  return [
    plainFigure('memory before the first session', 'MB', [before / 1e6]),
    plainFigure('memory of the voice when it is ready', 'MB', [(ready - before) / 1e6]),
  ];
}

/** Resident memory of open sessions that do nothing, compared with bare sockets. */
async function idleFigure(server: ServeProcess, effort: Effort): Promise<Figure> {
  const count = Math.ceil(idleSockets * effort.scale);
  const bare = await startBareSocket({ bytes: 0, frameBytes: 1 });
  try {
    await spoken(speakUrl(server), 'Ready.'); // loads the same modules as the first session
    await spoken(bare.url, 'Ready.');
    const own = await bytesPerSocket(server, speakUrl(server), count);
    const others = await bytesPerSocket(bare, bare.url, count);
    const name = `memory of an idle socket, of ${count.toLocaleString('en')}`;
    const samples = [others / 1e3];
    return comparedFigure(name, 'kB', [own / 1e3], { name: 'bare ws', samples });
  } finally {
    await bare.stop();
  }
}

async function bytesPerSocket(
  process: Pick<Child, 'processId'>,
  url: string,
  count: number,
): Promise<number> {
  const before = residentBytes(process);
  const sockets: WebSocket[] = [];
  for (let index = 0; index < count; index += 1) sockets.push(await openSocket(url));
  const after = residentBytes(process);
  await Promise.all(
    sockets.map((socket) => {
      const closed = once(socket, 'close');
      socket.close();
      return closed;
    }),
  );
  return (after - before) / count;
}

/** Speaks in a new session, because a session may send only 20 flushes per minute. */
async function spoken(url: string, text: string): Promise<Reply> {
  const socket = await openSocket(url);
  socket.send(JSON.stringify({ type: 'Speak', text }));
  let firstMs: number | undefined;
  let bytes = 0;
  const startedMs = performance.now();
  const ended = new Promise<number>((resolve) => {
    socket.on('message', (data: Buffer, isBinary) => {
      const elapsedMs = performance.now() - startedMs;
      if (isBinary) {
        firstMs ??= elapsedMs;
        bytes += data.length;
      } else if (data.toString().includes('"Flushed"')) resolve(elapsedMs);
    });
  });
  socket.send(JSON.stringify({ type: 'Flush' }));
  const lastMs = await ended;
  const closed = once(socket, 'close');
  socket.close();
  await closed;
  return { firstMs: firstMs ?? Number.NaN, lastMs, bytes };
}

export async function openSocket(url: string): Promise<WebSocket> {
  const headers = { Authorization: 'Token reprise-demo' };
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

function speakUrl({ url }: ServeProcess): string {
  const { model, encoding, sampleRate } = slowest;
  const query = `model=${model}&encoding=${encoding}&sample_rate=${sampleRate}`;
  return `${url.replace('http', 'ws')}/v1/speak?${query}`;
}

/** Frames of 0.2 s. */
function frameBytes(): number {
  return (2 * slowest.sampleRate) / 5;
}

/** Seconds of audio per second. */
function speedOf({ bytes, lastMs }: Pick<Reply, 'bytes' | 'lastMs'>): number {
  return bytes / (2 * slowest.sampleRate) / (lastMs / 1_000);
}

type VoiceAlone = (text: string) => { readonly bytes: number; readonly elapsedMs: number };

/** The voice in this process: only synthesis, resampling and encoding. */
async function voiceAlone(): Promise<VoiceAlone> {
  const { loadFlite } = await importBuilt('adapters/voice/flite.js');
  const { speakPiece } = await importBuilt('adapters/voice/speak-piece.js');
  const { speech: domain } = await importBuilt('core/index.js');
  const { model, ...form } = slowest;
  const voice: speech.Voice = domain.voiceOf(model);
  const flite = loadFlite();
  const alone: VoiceAlone = (text) => {
    const startedMs = performance.now();
    const { audio } = speakPiece({ ...form, voice, piece: [{ kind: 'words', text }] }, flite);
    return { bytes: audio.length, elapsedMs: performance.now() - startedMs };
  };
  alone('Ready.');
  return alone;
}

function voiceLong(alone: VoiceAlone, number: number): Pick<Reply, 'bytes' | 'lastMs'> {
  const parts = longTextOf(number)
    .split(/(?<=\.) /)
    .map((text) => alone(text));
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    lastMs: parts.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
  };
}

/** 60 characters: the words in a different order for each number. */
export function textOf(number: number): string {
  const left = [...words];
  const ordered: string[] = [];
  for (let rest = number; left.length > 0;) {
    const count = left.length;
    ordered.push(...left.splice(rest % count, 1));
    rest = Math.floor(rest / count);
  }
  return ordered.join(' ');
}

/** Sentences that no other text contains. */
function longTextOf(number: number): string {
  const from = 1_000_000 - number * sentencesPerText;
  const sentences = Array.from({ length: sentencesPerText }, (_, index) => textOf(from - index));
  return `${sentences.join('. ')}.`;
}

async function startBareSocket(audio: BareAudio): Promise<Child & { readonly url: string }> {
  const child = await startChild('bare-socket.ts', [JSON.stringify(audio)], startFlags);
  const { port } = await child.request<{ port: number }>({});
  return { ...child, url: `ws://127.0.0.1:${port}` };
}

const residentBytes = (process: Pick<Child, 'processId'>) => statusBytes(process, 'VmRSS');
const peakBytes = (process: Pick<Child, 'processId'>) => statusBytes(process, 'VmHWM');

/** NaN if the system does not report it. */
function statusBytes({ processId }: Pick<Child, 'processId'>, name: string): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return 1_024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  } catch {
    return Number.NaN;
  }
}
