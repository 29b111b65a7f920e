// Records one WebSocket: its opening, its frames in both directions, and its end.

import type { faults, World } from '../../../core/index.ts';
import type { Frame, Opening, Peer, Session } from '../../protocol/channel.ts';
import type { SocketExchange } from '../../protocol/exchange-hook.ts';
import { bodyBytesPerTurn } from '../../protocol/limits.ts';
import type { RawUpgrade, RecordedFacts } from '../../protocol/messages.ts';
import type { Service } from '../../protocol/service.ts';
import { inSlices } from '../../protocol/slices.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import { frameContent, upgradeResponse } from '../format/to-entry.ts';
import { ActLog, type ActLine, type RecorderState } from './act-log.ts';

type TextFrame = Extract<Frame, { readonly kind: 'text' }>;

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
  #session: Session | undefined;
  /** The act that causes what the session does now: it handles them one after the other. */
  #act: ActLog;
  /** The code with which the session has closed the connection. */
  #closeCode: number | undefined;
  #isClosed = false;

  constructor(options: SocketRecorderOptions) {
    const { observed, conn, raw, service, client } = options;
    this.#options = options;
    this.#opening = new ActLog(options.state, () => {
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
    if (result.kind === 'refused') return result;
    this.#session = result.session;
    state.sockets.add(this);
    return { kind: 'accepted', session: this.#recorded(result.session) };
  }

  /** The number of the connection. */
  get conn(): number {
    return this.#options.conn;
  }

  /** Whether its session has messages that it has not sent yet. */
  get hasUnsent(): boolean {
    return this.#session?.hasUnsent?.() ?? false;
  }

  /** A session may ignore a frame after what it has sent: so an act begins after all inputs whose events it has got. */
  #newAct(line: () => ActLine): ActLog {
    const { state } = this.#options;
    const { world, recordedInputs: after } = state;
    return new ActLog(state, line, { at: world.nowMs(), after });
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
    const { headers, protocol, hasUnsent } = session;
    return {
      ...(headers === undefined ? {} : { headers }),
      ...(protocol === undefined ? {} : { protocol }),
      ...(hasUnsent === undefined ? {} : { hasUnsent }),
      receive: (frame) => this.#receive(session, frame),
      closed: (code, reason) => this.#closed(session, code, reason),
    };
  }

  #receive(session: Session, frame: Frame): void | Promise<void> {
    const isLong = frame.kind === 'text' && frame.text.length > bodyBytesPerTurn;
    return isLong ? this.#receiveLong(session, frame) : this.#toSession(session, frame);
  }

  /** Redacts a long text in turns of its own, before anything follows from it. */
  async #receiveLong(session: Session, frame: TextFrame): Promise<void> {
    const { state, conn } = this.#options;
    state.unanswered += 1;
    try {
      await inSlices(state.writer.prepareFrame(conn, frame.text));
      await nextLoopTurn();
    } finally {
      state.unanswered -= 1;
    }
    if (!this.#isClosed) await this.#toSession(session, frame);
  }

  #toSession(session: Session, frame: Frame): void | Promise<void> {
    const { conn } = this.#options;
    const act = this.#newAct(() => ({ kind: 'ws.in', conn, ...frameContent(frame) }));
    return this.#handled(act, () => session.receive(frame));
  }

  #closed(session: Session, code: number, reason: string): void | Promise<void> {
    const { state, record, conn } = this.#options;
    // The client may have been faster.
    const by = code === this.#closeCode ? ('server' as const) : ('client' as const);
    const unsent = this.hasUnsent ? { unsent: true as const } : {};
    this.#isClosed = true;
    state.sockets.delete(this);
    const act = this.#newAct(() => ({ kind: 'ws.close', conn, by, code, reason, ...unsent }));
    record(() => void act.write());
    return this.#handled(act, () => session.closed(code, reason));
  }

  /** Has the session handle an act, which is settled after it. One that fails may have left tasks undone. */
  #handled(act: ActLog, handle: () => void | Promise<void>): void | Promise<void> {
    const { state, record } = this.#options;
    state.handling.delete(this.#act); // it has failed
    this.#act = act;
    const settle = () => record(() => void act.settle());
    let handled: void | Promise<void>;
    try {
      handled = handle();
    } catch (error) {
      settle();
      throw error;
    }
    if (handled === undefined) return settle();
    const settled = handled.then(
      () => {
        state.handling.delete(act);
        settle();
      },
      (error: unknown) => {
        settle();
        throw error;
      },
    );
    state.handling.set(act, settled);
    return settled;
  }
}
