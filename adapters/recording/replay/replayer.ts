// The surroundings in which recorded acts are done again: an engine that is told the time, and the routes and channels of all
// services over it. What was outside of the recorded world is put there again as far as a request noticed it.

import type { Engine, TaskPosition, World } from '../../../core/index.ts';
import { createApp, worldNamePattern } from '../../http/app.ts';
import type { Frame, Peer, Session } from '../../http/channel.ts';
import { createControlService } from '../../control/service.ts';
import type { HttpResponse } from '../../http/messages.ts';
import type { Service } from '../../http/service.ts';
import type { Exchange, SocketExchange, ExchangeHook } from '../../http/exchange-hook.ts';
import { services as modules } from '../../services/index.ts';
import type { EntryOf, RequestEntry } from '../format/entries.ts';
import type { Header } from '../format/header.ts';
import { createTurnGate, type TurnGate } from './turn-gate.ts';
import type { RecordedAct } from './plan.ts';
import { upgradeResponse } from '../format/to-entry.ts';

/** An act under way. */
export interface RunningAct {
  /** Lets it touch the world once; gives where that was, or nothing if it has ended without. */
  readonly grantTouch: () => Promise<TaskPosition | undefined>;
  /** When it is over: what was answered, if it is something that is answered. */
  readonly ended: Promise<HttpResponse | undefined>;
}

export interface Replayer {
  /** Begins an act; resolves once what it notices of its surroundings is there. */
  readonly start: (act: RecordedAct) => Promise<RunningAct>;
  /** With what a session has closed its connection, if it has. */
  readonly closedBy: (conn: number) => number | undefined;
}

export interface ReplayerOptions {
  readonly engine: Engine;
  readonly world: World;
  readonly header: Header;
  /** Told of each frame that a session says to its client. */
  readonly onFrame: (conn: number, frame: Frame) => void;
  readonly services?: readonly Service[] | undefined;
}

/** One socket, as long as it lasts. */
interface Connection {
  readonly gate: TurnGate;
  session?: Session;
  closed?: number;
  /** Frames come one after the other: what the last one led to. */
  last: Promise<unknown>;
}

/** What the control plane of a replay asks for. */
const token = 'let-in';

/** How many turns of the event loop are waited for something that need not end: a frame, or the end of a connection. */
const settleTurnsMax = 100;

export function createReplayer(parts: ReplayerOptions): Replayer {
  const { engine, world, header, onFrame } = parts;
  const { services = modules.map((module) => module.create({ rsaBits: header.rsaBits })) } = parts;
  const connections = new Map<number, Connection>();
  let entering: Exchange | undefined;
  let opening: SocketExchange | undefined;
  const hook: ExchangeHook = {
    request: () => {
      if (entering === undefined) throw new Error('A replay has requests one at a time.');
      return entering;
    },
    open: () => {
      if (opening === undefined) throw new Error('A replay opens sockets one at a time.');
      return opening;
    },
  };
  const control = createControlService({
    engine: { ...engine, remove: refuse, reset: refuse },
    token,
    version: 'replay',
    stopping: new AbortController().signal,
    allowHosts: [],
    sessions: services.flatMap(({ sessions }) => (sessions === undefined ? [] : [sessions])),
    createWorld: () => Promise.reject(new Error('No recording makes a world.')),
    recordings: nothingIsRecorded,
  });
  const app = createApp({
    services: [...services, control],
    worldNamed: (name) => engine.world(name),
    hooks: new Map([[world.record.name, hook]]),
  });

  /** No other world has the name that a fork was given: whether one had it then is among the facts. */
  async function arrange({ facts = {}, text }: RequestEntry): Promise<void> {
    if (facts['refusal'] !== null) return;
    const name = nameIn(text);
    if (name === undefined || name === world.record.name) return;
    if (engine.world(name) !== undefined) await engine.remove(name);
  }

  async function request(act: RecordedAct, entry: RequestEntry): Promise<RunningAct> {
    const isControl = entry.kind !== 'http.request';
    if (isControl) await arrange(entry);
    const gate = createTurnGate();
    gate.expect(act);
    const { method, url, origin, text, base64 } = entry;
    const body = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    // Requests that were turned away at the door are in no recording.
    const admitted = { host: undefined, origin: undefined, authorization: `Bearer ${token}` };
    const headers = isControl ? { ...entry.headers, ...admitted } : entry.headers;
    entering = {
      world: world.observedBy(gate.observer),
      facts: gate.facts,
      answered: () => undefined,
    };
    const ended = app.handle({ method, url, origin, headers, body });
    return { ended, grantTouch: () => gate.grantTouch(ended) };
  }

  function open(act: RecordedAct, { conn, url, origin, headers }: EntryOf<'ws.open'>): RunningAct {
    const gate = createTurnGate();
    gate.expect(act);
    const connection: Connection = { gate, last: Promise.resolve() };
    connections.set(conn, connection);
    const peer: Peer = {
      send: (frame) => {
        if (connection.closed === undefined) onFrame(conn, frame);
      },
      close: (code = 1005) => {
        connection.closed ??= code;
      },
    };
    const { facts } = gate;
    opening = { world: world.observedBy(gate.observer), facts, peer, opened: (result) => result };
    const ended = app.open({ url, origin, headers }, peer).then((result) => {
      if (result.kind === 'accepted') connection.session = result.session;
      return upgradeResponse(result);
    });
    return { ended, grantTouch: () => gate.grantTouch(ended) };
  }

  /** Something that happens to an open connection. */
  async function happen(
    act: RecordedAct,
    conn: number,
    told: (session: Session) => void | Promise<void>,
  ): Promise<RunningAct> {
    const connection = connections.get(conn);
    const session = connection?.session;
    if (connection === undefined || session === undefined) {
      return { ended: Promise.resolve(undefined), grantTouch: () => Promise.resolve(undefined) };
    }
    const { gate } = connection;
    await Promise.race([connection.last, settleTurns()]);
    gate.expect(act);
    const going = (async () => told(session))().catch(() => undefined); // the recording tells how that was taken
    connection.last = going;
    const ended = Promise.race([going, settleTurns()]).then(() => undefined);
    return { ended, grantTouch: () => gate.grantTouch(going) };
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
          return happen(act, entry.conn, (session) => session.receive(frameOf(entry)));
        case 'ws.close':
          return happen(act, entry.conn, async (session) => {
            session.closed(entry.code, entry.reason);
            connections.delete(entry.conn);
            await settleTurns(); // it tells nobody when it has done what it does then
          });
      }
    },
  };
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** The name that a body gives, if it is one of a world. */
function nameIn(text = ''): string | undefined {
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown };
    return typeof name === 'string' && worldNamePattern.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

async function refuse(): Promise<never> {
  throw new Error('No recording removes or resets a world.');
}

async function settleTurns(): Promise<void> {
  for (let turn = 0; turn < settleTurnsMax; turn += 1) await nextTurn();
}

function frameOf({ text, base64 }: EntryOf<'ws.in'>): Frame {
  return text === undefined
    ? { kind: 'binary', data: Buffer.from(base64 ?? '', 'base64') }
    : { kind: 'text', text };
}

const nothingIsRecorded = {
  start: () => Promise.reject(new Error('A replay is not recorded.')),
  stop: () => Promise.reject(new Error('A replay is not recorded.')),
  textOf: async () => undefined,
};
