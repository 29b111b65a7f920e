// Records one WebSocket: its opening, its frames in both directions, and its end.

import type { faults, World } from '../../../core/index.ts';
import type { Frame, Opening, Peer, Session } from '../../http/channel.ts';
import type { SocketExchange } from '../../http/exchange-hook.ts';
import type { RawUpgrade, RecordedFacts } from '../../http/messages.ts';
import type { Service } from '../../http/service.ts';
import { frameContent, upgradeResponse } from '../format/to-entry.ts';
import { ActLog, type ActLine, type RecorderState } from './act-log.ts';

export interface SocketRecorderOptions {
  readonly state: RecorderState;
  /** Calls a function that writes, unless the recording has ended. Its errors do not reach the client. */
  readonly record: (write: () => void) => void;
  /** The world as its session sees it. */
  readonly observed: World;
  /** The number of the connection. */
  readonly conn: number;
  readonly raw: RawUpgrade;
  readonly service: Service;
  readonly client: Peer;
}

export class SocketRecorder implements SocketExchange {
  readonly world: World;
  readonly facts: RecordedFacts;
  readonly peer: Peer;
  readonly #options: SocketRecorderOptions;
  readonly #opening: ActLog;
  /** The act that causes what the session does now. */
  #act: ActLog;
  /** The code with which the session has closed the connection. */
  #closeCode: number | undefined;
  #isClosed = false;
  /** The frame that the session handles. */
  #received: Promise<void> | undefined;

  constructor(options: SocketRecorderOptions) {
    const { observed, conn, raw, service, client } = options;
    this.#options = options;
    this.#opening = this.#newAct(() => {
      const { url, origin, headers } = raw;
      const shown = headers as Record<string, string>;
      return { kind: 'ws.open', conn, service: service.name, origin, url, headers: shown };
    });
    this.#act = this.#opening;
    this.world = observed.observedBy({
      afterTask: (position) => this.#act.afterTask(position),
      onRequestId: (taken) => this.#act.onRequestId(taken),
    });
    this.facts = { find: (name, find, usual) => this.#act.find(name, find, usual) };
    this.peer = {
      send: (frame, strike) => this.#send(frame, strike),
      close: (code, reason) => this.#close(code, reason),
      drained: client.drained,
    };
  }

  opened(result: Opening): Opening {
    const opening = this.#opening;
    const { state, record } = this.#options;
    state.unanswered -= 1;
    record(() => opening.writeAnswer(opening.settle(), upgradeResponse(result)));
    return result.kind === 'refused'
      ? result
      : { kind: 'accepted', session: this.#recorded(result.session) };
  }

  #newAct(line: () => ActLine): ActLog {
    return new ActLog(this.#options.state, line);
  }

  #send(frame: Frame, strike: faults.FrameStruck | undefined): void {
    const { state, record, conn, client } = this.#options;
    if (!this.#isClosed) {
      record(() => {
        this.#act.write(); // the cause of the frame comes first
        const at = this.#act.atMs();
        state.writer.append({ kind: 'ws.out', at, conn, ...frameContent(frame) });
      });
    }
    client.send(frame, strike);
  }

  #close(code?: number, reason?: string): void {
    const { record, client } = this.#options;
    if (!this.#isClosed) record(() => void this.#act.write()); // the cause of the end comes first
    client.close(code, reason);
    this.#closeCode ??= code ?? 1005;
    this.#isClosed = true;
  }

  #recorded(session: Session): Session {
    return {
      ...(session.headers === undefined ? {} : { headers: session.headers }),
      ...(session.protocol === undefined ? {} : { protocol: session.protocol }),
      receive: (frame) => this.#receive(session, frame),
      closed: (code, reason) => this.#closed(session, code, reason),
    };
  }

  #receive(session: Session, frame: Frame): void | Promise<void> {
    const { state, record, conn } = this.#options;
    const act = this.#newAct(() => ({ kind: 'ws.in', conn, ...frameContent(frame) }));
    this.#act = act;
    const end = () => {
      if (this.#received !== undefined) state.handling.delete(this.#received);
      this.#received = undefined;
      record(() => void act.settle());
    };
    let received: void | Promise<void>;
    try {
      received = session.receive(frame);
    } catch (error) {
      end();
      throw error;
    }
    if (received === undefined) return end();
    this.#received = received.finally(end);
    state.handling.add(this.#received);
    return this.#received;
  }

  #closed(session: Session, code: number, reason: string): void {
    const { record, conn } = this.#options;
    // The client may have been faster.
    const by = code === this.#closeCode ? ('server' as const) : ('client' as const);
    this.#isClosed = true;
    const act = this.#newAct(() => ({ kind: 'ws.close', conn, by, code, reason }));
    this.#act = act;
    session.closed(code, reason);
    const write = () => record(() => void act.write());
    // The entry of a frame that is being handled comes first: with its input, which need not be stored yet.
    if (this.#received === undefined) write();
    else void this.#received.then(write, write);
  }
}
