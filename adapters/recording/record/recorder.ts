// Records one world: its exchanges, the events that they lead to, and all other inputs. A replay needs nothing else.

import type { World } from '../../../core/index.ts';
import type { RawRequest, RawUpgrade } from '../../http/messages.ts';
import type { Peer } from '../../http/channel.ts';
import type { Service } from '../../http/service.ts';
import type { Exchange, SocketExchange, ExchangeHook } from '../../http/exchange-hook.ts';
import type { LastState } from '../format/end-line.ts';
import type { RecordingWriter } from '../format/file-writer.ts';
import { eventEntries, inputEntry, requestContent } from '../format/to-entry.ts';
import { ActLog, type RecorderState } from './act-log.ts';
import { SocketRecorder } from './socket-recorder.ts';
import { setTimeout, clearTimeout, nextLoopTurn } from '../../host-timers.ts';

export interface RecorderOptions {
  readonly world: World;
  readonly writer: RecordingWriter;
  /** How many inputs of the world are recorded already, and its digest after them. */
  readonly inputs: number;
  readonly digest: string;
  /** The world as the next exchange sees it. Default: the world. */
  readonly observedWorld?: () => World;
  /** Called with an error of the recorder, which must not reach the client. */
  readonly onFailed: (error: unknown) => void;
}

export interface Recorder {
  readonly hook: ExchangeHook;
  /** What the end line says if the recording ends now. Writes the acts that are under way. */
  readonly lastState: () => LastState;
  /** Resolves once everything is recorded that arrived before, with its consequences, unless that takes too long. */
  readonly settled: () => Promise<void>;
  /** Stops recording. */
  readonly stop: () => void;
}

/** Event-loop turns to wait for answers, some of which never come. */
const settleTurnsMax = 100;
/** How long to wait for a world that is busy, and for frames, which may need a voice. */
const settleMsMax = 10_000;

export function createRecorder(parts: RecorderOptions): Recorder {
  const { world, writer, inputs, observedWorld = () => world } = parts;
  const state: RecorderState = {
    world,
    writer,
    recordedInputs: inputs,
    pendingInputs: new Map(),
    unanswered: 0,
    handling: new Map(),
    sockets: new Set(),
    isStopped: false,
  };
  let { digest } = parts;
  let connections = 0;

  /** Calls `write` unless the recording has ended. */
  function record(write: () => void): void {
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
    record(() => {
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
    state.unanswered += 1;
    return {
      world: observedWorld().observedBy(log),
      facts: log,
      answered: (response) => {
        state.unanswered -= 1;
        record(() => log.writeAnswer(log.end(), response));
      },
    };
  }

  function open(raw: RawUpgrade, service: Service, client: Peer): SocketExchange {
    connections += 1;
    state.unanswered += 1;
    const observed = observedWorld();
    return new SocketRecorder({ state, record, observed, conn: connections, raw, service, client });
  }

  function isUnderWay(): boolean {
    const { isStopped, unanswered, handling, pendingInputs } = state;
    return !isStopped && unanswered + handling.size + pendingInputs.size > 0;
  }

  async function settled(): Promise<void> {
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(void (isLate = true)), settleMsMax);
    });
    let turns = 0;
    do {
      // The read waits until everything is stored that was sent to the world before.
      const work = [world.read(() => undefined), ...state.handling.values()];
      await Promise.race([Promise.allSettled(work), late]);
      await nextLoopTurn(); // answers and frames follow
      turns += 1;
    } while (isUnderWay() && !isLate && turns < settleTurnsMax);
    clearTimeout(timer);
  }

  function lastState(): LastState {
    const underWay = [...state.handling.keys()].map((act) => act.write());
    const unsent = [...state.sockets].flatMap(({ conn, hasUnsent }) => (hasUnsent ? [conn] : []));
    return {
      digest,
      ...(underWay.length === 0 ? {} : { underWay }),
      ...(unsent.length === 0 ? {} : { unsent }),
    };
  }

  return {
    hook: { request, open },
    lastState,
    settled,
    stop: () => {
      state.isStopped = true;
      following.unsubscribe();
      state.pendingInputs.clear();
    },
  };
}

function kindOf({ url }: RawRequest, { isInWorld }: Service): 'http.request' | 'clock' | 'control' {
  if (isInWorld) return 'http.request';
  return /\/worlds\/[^/?]*\/clock(\/|\?|$)/.test(url) ? 'clock' : 'control';
}
