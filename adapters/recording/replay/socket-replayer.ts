// Executes the recorded acts of WebSockets: opens sessions, and has each handle its frames and its end, one after the other.

import type { World } from '../../../core/index.ts';
import type { App } from '../../protocol/app.ts';
import type { Frame, Peer, Session } from '../../protocol/channel.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import type { EntryOf } from '../format/entries.ts';
import { upgradeResponse } from '../format/to-entry.ts';
import { readableSubprotocols } from '../redaction/credentials.ts';
import type { WireHeaders } from '../redaction/headers.ts';
import type { RecordedAct } from './plan.ts';
import type { Observed } from './rewriter.ts';
import { settled, type RunningAct } from './running-act.ts';
import { unlessStalled } from './stalls.ts';
import { createTurnGate, type TurnGate } from './turn-gate.ts';

export interface SocketReplayerOptions {
  readonly world: World;
  readonly app: App;
  /** Called before an upgrade with what it observes, and with its recorded headers. */
  readonly onOpening: (observed: Observed, headers: WireHeaders) => void;
  /** Called with each frame that a session sends. */
  readonly onFrame: (conn: number, frame: Frame) => void;
  /** Whether a connection has sent fewer frames than are recorded. */
  readonly isFrameDue: (conn: number) => boolean;
  /** Of a replay that goes on after differences: whether an answer of an oracle is being computed. Then no frame is waited for in vain. */
  readonly isComputing?: (() => boolean) | undefined;
}

interface OpenConnection {
  /** The act that its session handles, or has handled last. */
  act: RecordedAct;
  gate: TurnGate;
  /** Settles when the act has been handled. */
  handled: Promise<unknown>;
  session?: Session;
  /** The code with which the session has closed the connection. */
  closed?: number;
}

export class SocketReplayer {
  readonly #options: SocketReplayerOptions;
  readonly #connections = new Map<number, OpenConnection>();

  constructor(options: SocketReplayerOptions) {
    this.#options = options;
  }

  /** The code with which a session closed its connection, if it did. */
  closedBy(conn: number): number | undefined {
    return this.#connections.get(conn)?.closed;
  }

  open(act: RecordedAct, { conn, url, origin, headers }: EntryOf<'ws.open'>): RunningAct {
    const { app, onOpening, onFrame } = this.#options;
    const gate = createTurnGate(act);
    if (act.isEnded) gate.release();
    const connection: OpenConnection = { act, gate, handled: Promise.resolve() };
    this.#connections.set(conn, connection);
    const peer: Peer = {
      send: (frame) => {
        if (connection.closed === undefined) onFrame(conn, frame);
      },
      close: (code = 1005) => {
        connection.closed ??= code;
      },
      drained: () => undefined,
    };
    const observed = { ...this.#observedIn(connection), recorded: act.entry.facts };
    onOpening(observed, headers);
    const opened = app
      .open({ url, origin, headers: readableHeaders(headers) }, peer)
      .then((result) => {
        if (result.kind === 'accepted') connection.session = result.session;
        return upgradeResponse(result);
      });
    const ended = act.isEnded ? opened : settled(opened);
    return { ended, grantTouch: () => gate.grantTouch(opened), letGo: gate.letGo };
  }

  receive(act: RecordedAct, entry: EntryOf<'ws.in'>): Promise<RunningAct> {
    return this.#handle(act, entry.conn, (session) => session.receive(frameOf(entry)));
  }

  close(act: RecordedAct, { conn, code, reason }: EntryOf<'ws.close'>): Promise<RunningAct> {
    return this.#handle(act, conn, (session) => {
      const closed = session.closed(code, reason);
      this.#connections.delete(conn);
      return closed;
    });
  }

  /** Waits for the last act of a connection, and for frames that are recorded before what comes next. */
  async settle(conn: number): Promise<void> {
    const connection = this.#connections.get(conn);
    if (connection === undefined) return;
    await settleLast(connection);
    await this.#sendDue(conn, connection);
  }

  /** Waits for what the sessions still do. What was under way stays so. */
  async end(): Promise<void> {
    for (const [conn, connection] of this.#connections) {
      if (connection.act.isEnded) await settleLast(connection);
      await this.#sendDue(conn, connection);
    }
  }

  async #sendDue(conn: number, { session }: OpenConnection): Promise<void> {
    const { isFrameDue, isComputing } = this.#options;
    let isOver = false;
    const sent = async () => {
      while (!isOver && isFrameDue(conn) && session?.hasUnsent?.() === true) await nextLoopTurn();
    };
    await (isComputing === undefined ? sent() : unlessStalled(sent(), isComputing));
    isOver = true;
  }

  async #handle(
    act: RecordedAct,
    conn: number,
    handle: (session: Session) => void | Promise<void>,
  ): Promise<RunningAct> {
    const connection = this.#connections.get(conn);
    const session = connection?.session;
    if (connection === undefined || session === undefined) {
      return {
        ended: Promise.resolve(undefined),
        grantTouch: () => Promise.resolve(undefined),
        letGo: () => undefined,
      };
    }
    await settleLast(connection);
    const gate = createTurnGate(act);
    if (act.isEnded && act.entry.kind === 'ws.close') gate.release();
    connection.act = act;
    connection.gate = gate;
    // A rejection closes the connection with a code, which is recorded.
    const handled = (async () => handle(session))().catch(() => undefined);
    connection.handled = handled;
    return {
      ended: settled(handled),
      grantTouch: () => gate.grantTouch(handled),
      letGo: gate.letGo,
    };
  }

  /** What the acts of a connection observe, one after the other. */
  #observedIn(connection: OpenConnection): Observed {
    const { world } = this.#options;
    return {
      world: world.observedBy({
        beforeTask: async () => connection.gate.observer.beforeTask?.(),
        afterTask: (position) => connection.gate.observer.afterTask(position),
        onRequestId: (origin) => connection.gate.observer.onRequestId(origin),
      }),
      facts: { find: (name, find, usual) => connection.gate.facts.find(name, find, usual) },
    };
  }
}

/**
 * The act has ended in the recording. Tasks that it has not there are new, unless its session has failed, or has ended meanwhile, as
 * by a time-out: how far a frame has come then depends on the host.
 */
async function settleLast({ act, gate, handled, closed }: OpenConnection): Promise<void> {
  if (act.isEnded && closed === undefined) gate.release();
  else gate.refuse();
  await settled(handled);
}

/** A key in a subprotocol is redacted, and what stands for it must be a subprotocol; the facts say whose key it was. */
function readableHeaders(headers: WireHeaders): WireHeaders {
  const offered = headers['sec-websocket-protocol'];
  if (offered === undefined) return headers;
  return { ...headers, 'sec-websocket-protocol': readableSubprotocols(offered) };
}

function frameOf({ text, base64 }: EntryOf<'ws.in'>): Frame {
  return text === undefined
    ? { kind: 'binary', data: Buffer.from(base64 ?? '', 'base64') }
    : { kind: 'text', text };
}
