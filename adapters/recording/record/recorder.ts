// Records one world: its exchanges, the events that they lead to, and all other inputs. A replay needs nothing else.

import type { World } from '../../../core/index.ts';
import type { HttpResponse, RawRequest, RawUpgrade } from '../../http/messages.ts';
import type { Opening, Peer, Session } from '../../http/channel.ts';
import type { Service } from '../../http/service.ts';
import type { Exchange, SocketExchange, ExchangeHook } from '../../http/exchange-hook.ts';
import type { RecordingWriter } from '../format/file-writer.ts';
import {
  eventEntries,
  frameContent,
  inputEntry,
  requestContent,
  responseContent,
  upgradeResponse,
} from '../format/to-entry.ts';
import { ActLog, type RecorderState } from './act-log.ts';

export interface RecorderOptions {
  readonly world: World;
  readonly writer: RecordingWriter;
  /** How many inputs of the world are recorded already, and its digest after them. */
  readonly inputs: number;
  readonly digest: string;
  /** Called with an error of the recorder, which must not reach the client. */
  readonly onFailed: (error: unknown) => void;
}

export interface Recorder {
  readonly hook: ExchangeHook;
  /** Stops recording; returns the digest after the last recorded input. */
  readonly stop: () => string;
}

export function createRecorder(parts: RecorderOptions): Recorder {
  const { world, writer, inputs } = parts;
  const state: RecorderState = {
    world,
    writer,
    recordedInputs: inputs,
    pendingInputs: new Map(),
    isStopped: false,
  };
  let { digest } = parts;
  let connections = 0;

  /** Calls `write` unless the recording has ended. */
  function recording(write: () => void): void {
    if (state.isStopped) return;
    try {
      write();
    } catch (error) {
      parts.onFailed(error);
    }
  }

  function takeActOf(input: number): ActLog | undefined {
    const act = state.pendingInputs.get(input);
    state.pendingInputs.delete(input);
    // A Map that is filled and emptied again and again retains deleted entries for long.
    if (state.pendingInputs.size === 0) state.pendingInputs = new Map();
    return act;
  }

  const following = world.entries$.subscribe((entry) =>
    recording(() => {
      const { n } = entry.input;
      const act = takeActOf(n);
      if (act === undefined) writer.append(inputEntry(entry));
      else act.onStored(n);
      eventEntries(entry, world.record).forEach(writer.append);
      state.recordedInputs = n;
      ({ digest } = entry);
    }),
  );

  function request(raw: RawRequest, service: Service): Exchange {
    const log = new ActLog(state, () => {
      const { url, method, origin, headers, body } = raw;
      return {
        kind: kindOf(raw, service),
        service: service.name,
        method,
        origin,
        url,
        headers: headers as Record<string, string>, // those without a value are left out
        ...requestContent(body),
      };
    });
    return {
      world: world.observedBy(log),
      facts: log,
      answered: (response) => recording(() => answer(log.end(), log, response)),
    };
  }

  function answer(to: number, log: ActLog, response: HttpResponse): void {
    const { status, headers, stream } = response;
    writer.append({
      kind: 'http.answer',
      at: log.atMs(),
      to,
      status,
      headers,
      ...responseContent(response),
      ...(stream === undefined ? {} : { stream: true }),
    });
  }

  function open(raw: RawUpgrade, service: Service, client: Peer): SocketExchange {
    connections += 1;
    const conn = connections;
    /** The code with which the session has closed the connection. */
    let closeCode: number | undefined;
    let isClosed = false;
    /** The act that causes what the session does now. */
    let log = new ActLog(state, () => {
      const { url, origin, headers } = raw;
      const shown = headers as Record<string, string>;
      return { kind: 'ws.open', conn, service: service.name, origin, url, headers: shown };
    });
    const opening = log;

    const peer: Peer = {
      send: (frame) => {
        if (!isClosed) {
          recording(() => {
            log.write(); // the cause of the frame comes first
            writer.append({ kind: 'ws.out', at: log.atMs(), conn, ...frameContent(frame) });
          });
        }
        client.send(frame);
      },
      close: (code, reason) => {
        if (!isClosed) recording(() => void log.write()); // the cause of the end comes first
        client.close(code, reason);
        closeCode ??= code ?? 1005;
        isClosed = true;
      },
      drained: client.drained,
    };

    function recorded(session: Session): Session {
      return {
        ...(session.headers === undefined ? {} : { headers: session.headers }),
        ...(session.protocol === undefined ? {} : { protocol: session.protocol }),
        receive: (frame) => {
          const own = new ActLog(state, () => ({ kind: 'ws.in', conn, ...frameContent(frame) }));
          log = own;
          const end = () => recording(() => void own.settle());
          let received: void | Promise<void>;
          try {
            received = session.receive(frame);
          } catch (error) {
            end();
            throw error;
          }
          if (received === undefined) end();
          return received?.finally(end);
        },
        closed: (code, reason) => {
          // The client may have been faster.
          const by = code === closeCode ? ('server' as const) : ('client' as const);
          isClosed = true;
          log = new ActLog(state, () => ({ kind: 'ws.close', conn, by, code, reason }));
          session.closed(code, reason);
          recording(() => void log.write());
        },
      };
    }

    return {
      world: world.observedBy({
        afterTask: (place) => log.afterTask(place),
        onRequestId: (taken) => log.onRequestId(taken),
      }),
      facts: { find: (name, find) => log.find(name, find) },
      peer,
      opened: (result: Opening) => {
        recording(() => answer(opening.settle(), opening, upgradeResponse(result)));
        return result.kind === 'refused'
          ? result
          : { kind: 'accepted', session: recorded(result.session) };
      },
    };
  }

  return {
    hook: { request, open },
    stop: () => {
      state.isStopped = true;
      following.unsubscribe();
      state.pendingInputs.clear();
      return digest;
    },
  };
}

function kindOf({ url }: RawRequest, { isInWorld }: Service): 'http.request' | 'clock' | 'control' {
  if (isInWorld) return 'http.request';
  return /\/worlds\/[^/?]*\/clock(\/|\?|$)/.test(url) ? 'clock' : 'control';
}
