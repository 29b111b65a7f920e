// Executes recorded acts: sends them through the routes and channels of all services over one world. Recreates what a request
// saw outside of that world.

import type { Engine, TaskPosition, World } from '../../../core/index.ts';
import { answerUnderFaults, openUnderFaults } from '../../faults/inject.ts';
import { createApp } from '../../http/app.ts';
import { worldNamePattern } from '../../http/world-name.ts';
import type { Frame, Opening, Peer, Session } from '../../http/channel.ts';
import { createControlService } from '../../control/service.ts';
import type { HttpResponse, RawRequest } from '../../http/messages.ts';
import type { Service } from '../../http/service.ts';
import type { ExchangeHook } from '../../http/exchange-hook.ts';
import type { EntryOf, RequestEntry } from '../format/entries.ts';
import { upgradeResponse } from '../format/to-entry.ts';
import { readableSubprotocols } from '../redaction/credentials.ts';
import type { Headers } from '../redaction/headers.ts';
import type { RecordedAct } from './plan.ts';
import type { Observed, Rewriter } from './rewriter.ts';
import { createTurnGate, type TurnGate } from './turn-gate.ts';
import { nextLoopTurn } from '../../host-timers.ts';

export interface RunningAct {
  /** Lets one task run and resolves with its position, or with undefined if the act ended without a task. */
  readonly grantTouch: () => Promise<TaskPosition | undefined>;
  /** Resolves at the end of the act; with the response if it has one. */
  readonly ended: Promise<HttpResponse | undefined>;
}

export interface Replayer {
  /** Starts an act, after recreating its surroundings. */
  readonly start: (act: RecordedAct) => Promise<RunningAct>;
  /** The code with which the session closed its connection, if it did. */
  readonly closedBy: (conn: number) => number | undefined;
}

export interface ReplayerOptions {
  readonly engine: Engine;
  readonly world: World;
  /** Called with each frame that a session sends. */
  readonly onFrame: (conn: number, frame: Frame) => void;
  readonly services: readonly Service[];
  /** Writes the replay as a new recording. */
  readonly rewriter?: Rewriter | undefined;
  /** A recorded text with the ids of the replay. */
  readonly withIds: (text: string) => string;
}

interface OpenConnection {
  readonly gate: TurnGate;
  session?: Session;
  closed?: number;
  /** Settles when the last frame has been handled: frames run one at a time. */
  last: Promise<unknown>;
}

/** The token of the control plane during a replay. */
const token = 'replay';

/** Event-loop turns to wait for a frame or the end of a connection, whose handling need not end. */
const settleTurnsMax = 100;

export function createReplayer(options: ReplayerOptions): Replayer {
  const { engine, world, services, onFrame, rewriter, withIds } = options;
  const connections = new Map<number, OpenConnection>();
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
    const gate = createTurnGate();
    gate.expect(act);
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

  function open(act: RecordedAct, { conn, url, origin, headers }: EntryOf<'ws.open'>): RunningAct {
    const gate = createTurnGate();
    gate.expect(act);
    const connection: OpenConnection = { gate, last: Promise.resolve() };
    connections.set(conn, connection);
    const peer: Peer = {
      send: (frame) => {
        if (connection.closed === undefined) onFrame(conn, frame);
      },
      close: (code = 1005) => {
        connection.closed ??= code;
      },
      drained: () => undefined,
    };
    next = { world: world.observedBy(gate.observer), facts: gate.facts, headers };
    const sent = { url, origin, headers: readableHeaders(headers) };
    const ended = app.open(sent, peer).then((result) => {
      if (result.kind === 'accepted') connection.session = result.session;
      return upgradeResponse(result);
    });
    return { ended, grantTouch: () => gate.grantTouch(ended) };
  }

  /** Runs a frame or the end of an open connection. */
  async function onConnection(
    act: RecordedAct,
    conn: number,
    handle: (session: Session) => void | Promise<void>,
  ): Promise<RunningAct> {
    const connection = connections.get(conn);
    const session = connection?.session;
    if (connection === undefined || session === undefined) {
      return { ended: Promise.resolve(undefined), grantTouch: () => Promise.resolve(undefined) };
    }
    const { gate } = connection;
    await settled(connection.last);
    gate.expect(act);
    // A rejection closes the connection with a code, which is recorded.
    const handled = (async () => handle(session))().catch(() => undefined);
    connection.last = handled;
    const ended = settled(handled);
    return { ended, grantTouch: () => gate.grantTouch(handled) };
  }

  return {
    closedBy: (conn) => connections.get(conn)?.closed,
    async start(act) {
      const { entry } = act;
      switch (entry.kind) {
        case 'http.request':
        case 'clock':
        case 'control':
          return request(act, entry);
        case 'ws.open':
          return open(act, entry);
        case 'ws.in':
          return onConnection(act, entry.conn, (session) => session.receive(frameOf(entry)));
        case 'ws.close':
          return onConnection(act, entry.conn, async (session) => {
            session.closed(entry.code, entry.reason);
            connections.delete(entry.conn);
            await settled(never); // closed() does not say when it has finished
          });
      }
    },
  };
}

/** The valid world name in a body, if any. */
function worldNameIn(text = ''): string | undefined {
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown };
    return typeof name === 'string' && worldNamePattern.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

async function refuse(): Promise<never> {
  throw new Error('A replay removes and resets no worlds.');
}

const never = new Promise<undefined>(() => undefined);

/** Waits for work that need not end: for a number of turns at most. */
async function settled(work: Promise<unknown>): Promise<undefined> {
  let isDone = false;
  void work.then(() => (isDone = true));
  await Promise.resolve(); // work that is done takes no turn
  for (let turn = 0; turn < settleTurnsMax && !isDone; turn += 1) await nextLoopTurn();
  return undefined;
}

/** A key in a subprotocol is redacted, and what stands for it must be a subprotocol; the facts say whose key it was. */
function readableHeaders(headers: Headers): Headers {
  const offered = headers['sec-websocket-protocol'];
  if (offered === undefined) return headers;
  return { ...headers, 'sec-websocket-protocol': readableSubprotocols(offered) };
}

function frameOf({ text, base64 }: EntryOf<'ws.in'>): Frame {
  return text === undefined
    ? { kind: 'binary', data: Buffer.from(base64 ?? '', 'base64') }
    : { kind: 'text', text };
}

const noRecordings = {
  start: () => Promise.reject(new Error('A replay is not recorded.')),
  stop: () => Promise.reject(new Error('A replay is not recorded.')),
  statusOf: () => undefined,
  textOf: async () => undefined,
};
