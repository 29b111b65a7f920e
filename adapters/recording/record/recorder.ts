// Follows one world and writes down what goes over its wire, what came of it, and what came in otherwise; so completely
// that all of it can be done again.

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
  /** How many inputs of the world are written down already, and its digest behind them. */
  readonly inputs: number;
  readonly digest: string;
  /** Told if something cannot be written down, which is a bug of ours; nobody else is to notice. */
  readonly onFailed: (error: unknown) => void;
}

export interface Recorder {
  readonly hook: ExchangeHook;
  /** Follows no more; gives the digest behind the last input that was written down. */
  readonly stop: () => string;
}

export function createRecorder(parts: RecorderOptions): Recorder {
  const { world, writer, inputs } = parts;
  const ledger: RecorderState = {
    world,
    writer,
    recordedInputs: inputs,
    pendingInputs: new Map(),
    isStopped: false,
  };
  let { digest } = parts;
  let connections = 0;

  /** Writes something down, unless that is over. */
  function recording(write: () => void): void {
    if (ledger.isStopped) return;
    try {
      write();
    } catch (error) {
      parts.onFailed(error);
    }
  }

  function makerOf(input: number): ActLog | undefined {
    const maker = ledger.pendingInputs.get(input);
    ledger.pendingInputs.delete(input);
    // A Map that is filled and emptied for ever keeps what it had for much longer than it has it.
    if (ledger.pendingInputs.size === 0) ledger.pendingInputs = new Map();
    return maker;
  }

  const following = world.entries$.subscribe((entry) =>
    recording(() => {
      const { n } = entry.input;
      const maker = makerOf(n);
      if (maker === undefined) writer.append(inputEntry(entry));
      else maker.onStored(n);
      eventEntries(entry, world.record).forEach(writer.append);
      ledger.recordedInputs = n;
      ({ digest } = entry);
    }),
  );

  function request(raw: RawRequest, service: Service): Exchange {
    const track = new ActLog(ledger, () => {
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
      world: world.observedBy(track),
      facts: track,
      answered: (response) => recording(() => answer(track.end(), track, response)),
    };
  }

  function answer(to: number, track: ActLog, response: HttpResponse): void {
    const { status, headers, stream } = response;
    writer.append({
      kind: 'http.answer',
      at: track.atMs(),
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
    /** With what the session has asked for its end. */
    let asked: number | undefined;
    let isClosed = false;
    /** What the session does, it does because of this. */
    let track = new ActLog(ledger, () => {
      const { url, origin, headers } = raw;
      const shown = headers as Record<string, string>;
      return { kind: 'ws.open', conn, service: service.name, origin, url, headers: shown };
    });
    const opening = track;

    const peer: Peer = {
      send: (frame) => {
        if (!isClosed) {
          recording(() => {
            track.write(); // it speaks because of that
            writer.append({ kind: 'ws.out', at: track.atMs(), conn, ...frameContent(frame) });
          });
        }
        client.send(frame);
      },
      close: (code, reason) => {
        if (!isClosed) recording(() => void track.write()); // it ends because of that
        client.close(code, reason);
        asked ??= code ?? 1005;
        isClosed = true;
      },
    };

    function followed(session: Session): Session {
      return {
        ...(session.headers === undefined ? {} : { headers: session.headers }),
        ...(session.protocol === undefined ? {} : { protocol: session.protocol }),
        receive: (frame) => {
          const own = new ActLog(ledger, () => ({ kind: 'ws.in', conn, ...frameContent(frame) }));
          track = own;
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
          const by = code === asked ? ('server' as const) : ('client' as const);
          isClosed = true;
          track = new ActLog(ledger, () => ({ kind: 'ws.close', conn, by, code, reason }));
          session.closed(code, reason);
          recording(() => void track.write());
        },
      };
    }

    return {
      world: world.observedBy({
        afterTask: (place) => track.afterTask(place),
        onRequestId: (taken) => track.onRequestId(taken),
      }),
      facts: { find: (name, find) => track.find(name, find) },
      peer,
      opened: (result: Opening) => {
        recording(() => answer(opening.settle(), opening, upgradeResponse(result)));
        return result.kind === 'refused'
          ? result
          : { kind: 'accepted', session: followed(result.session) };
      },
    };
  }

  return {
    hook: { request, open },
    stop: () => {
      ledger.isStopped = true;
      following.unsubscribe();
      ledger.pendingInputs.clear();
      return digest;
    },
  };
}

function kindOf({ url }: RawRequest, { isInWorld }: Service): 'http.request' | 'clock' | 'control' {
  if (isInWorld) return 'http.request';
  return /\/worlds\/[^/?]*\/clock(\/|\?|$)/.test(url) ? 'clock' : 'control';
}
