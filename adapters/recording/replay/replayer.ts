// Executes recorded acts: sends them through the routes and channels of all services over one world. Recreates what a request
// saw outside of that world.

import { parseJson, type Engine, type World } from '../../../core/index.ts';
import { answerUnderFaults, openUnderFaults } from '../../faults/inject.ts';
import { createApp } from '../../protocol/app.ts';
import { worldNamePattern } from '../../protocol/world-name.ts';
import type { Frame, Opening } from '../../protocol/channel.ts';
import { createControlService } from '../../control/service.ts';
import type { RawRequest } from '../../protocol/messages.ts';
import { routeNamesOf, type Service } from '../../protocol/service.ts';
import type { ExchangeHook } from '../../protocol/exchange-hook.ts';
import type { RequestEntry } from '../format/entries.ts';
import type { RecordedAct } from './plan.ts';
import type { Observed, Rewriter } from './rewriter.ts';
import { settled, type RunningAct } from './running-act.ts';
import { SocketReplayer } from './socket-replayer.ts';
import { createTurnGate } from './turn-gate.ts';

export interface Replayer {
  /** Starts an act, after recreating its surroundings. */
  readonly start: (act: RecordedAct) => Promise<RunningAct>;
  /** Waits for the last act of a connection, and for frames that are recorded before its end. */
  readonly settle: (conn: number) => Promise<void>;
  /** The code with which the session closed its connection, if it did. */
  readonly closedBy: (conn: number) => number | undefined;
  /** Waits for what the sessions still do. */
  readonly end: () => Promise<void>;
}

export interface ReplayerOptions {
  readonly engine: Engine;
  readonly world: World;
  /** Called with each frame that a session sends. */
  readonly onFrame: (conn: number, frame: Frame) => void;
  /** Whether a connection has sent fewer frames than are recorded. */
  readonly isFrameDue: (conn: number) => boolean;
  readonly services: readonly Service[];
  /** Writes the replay as a new recording. */
  readonly rewriter?: Rewriter | undefined;
  /** A recorded text with the ids of the replay. */
  readonly withIds: (text: string) => string;
}

/** The token of the control plane during a replay. */
const token = 'replay';

export function createReplayer(options: ReplayerOptions): Replayer {
  const { engine, world, services, onFrame, isFrameDue, rewriter, withIds } = options;
  /** What the act observes that starts now, and the headers that were recorded. */
  let next: (Observed & { readonly headers: RawRequest['headers'] }) | undefined;
  const started = () => {
    if (next === undefined) throw new Error('Nothing is replayed now.');
    return next;
  };
  const hook: ExchangeHook = {
    request: (raw, service) => {
      const { headers, ...observed } = started();
      const plain = { ...observed, answered: () => undefined };
      return rewriter?.request(observed, { ...raw, headers }, service) ?? plain;
    },
    open: (raw, service, peer) => {
      const { headers: _same, ...observed } = started();
      const plain = { ...observed, peer, opened: (result: Opening) => result };
      return rewriter?.open(observed, raw, service, peer) ?? plain;
    },
  };
  const control = createControlService({
    engine: { ...engine, remove: refuse, reset: refuse },
    token,
    version: 'replay',
    stopping: new AbortController().signal,
    allowHosts: [],
    isAllowed: () => false, // recorded as facts
    sessions: services.flatMap(({ sessions }) => (sessions === undefined ? [] : [sessions])),
    worldNamed: (name) => engine.world(name),
    routeNames: (of) => routeNamesOf(services, of),
    createWorld: () => Promise.reject(new Error('A replay creates no worlds.')),
    recordings: noRecordings,
    requests: undefined,
  });
  const app = createApp({
    services: [...services, control],
    answering: answerUnderFaults,
    opener: openUnderFaults,
    worldNamed: (name) => engine.world(name),
    hooks: new Map([[world.record.name, hook]]),
  });

  /** Removes another world with the name of a fork; whether the name was free is a recorded fact. */
  async function recreateSurroundings({ facts = {}, text }: RequestEntry): Promise<void> {
    if (facts['refusal'] !== null) return;
    const name = worldNameIn(text);
    if (name === undefined || name === world.record.name) return;
    if (engine.world(name) !== undefined) await engine.remove(name);
  }

  async function request(act: RecordedAct, entry: RequestEntry): Promise<RunningAct> {
    const isControl = entry.kind !== 'http.request';
    if (isControl) await recreateSurroundings(entry);
    const gate = createTurnGate(act);
    if (act.isEnded) gate.release();
    const { method, origin, text, base64 } = entry;
    const url = withIds(entry.url);
    const body =
      text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(withIds(text));
    // Recorded requests had access: those without it are not recorded.
    const admitted = { host: undefined, origin: undefined, authorization: `Bearer ${token}` };
    const headers = isControl ? { ...entry.headers, ...admitted } : entry.headers;
    next = {
      world: world.observedBy(gate.observer),
      facts: gate.facts,
      headers: entry.headers,
    };
    const answered = app.handle({ method, url, origin, headers, body });
    // The recording may end while an answer waits for its fault.
    const ended = act.answer === undefined ? settled(answered) : answered;
    return { ended, grantTouch: () => gate.grantTouch(answered) };
  }

  const sockets = new SocketReplayer({
    world,
    app,
    onFrame,
    isFrameDue,
    onOpening: (observed, headers) => (next = { ...observed, headers }),
  });

  return {
    settle: (conn) => sockets.settle(conn),
    closedBy: (conn) => sockets.closedBy(conn),
    end: () => sockets.end(),
    async start(act) {
      const { entry } = act;
      switch (entry.kind) {
        case 'http.request':
        case 'clock':
        case 'control':
          return request(act, entry);
        case 'ws.open':
          return sockets.open(act, entry);
        case 'ws.in':
          return sockets.receive(act, entry);
        case 'ws.close':
          return sockets.close(act, entry);
      }
    },
  };
}

/** The valid world name in a body, if any. */
function worldNameIn(text = ''): string | undefined {
  try {
    const { name } = parseJson(text) as { readonly name?: unknown };
    return typeof name === 'string' && worldNamePattern.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

async function refuse(): Promise<never> {
  throw new Error('A replay removes and resets no worlds.');
}

const noRecordings = {
  start: () => Promise.reject(new Error('A replay is not recorded.')),
  stop: () => Promise.reject(new Error('A replay is not recorded.')),
  statusOf: () => undefined,
  textOf: async () => undefined,
};
