// The webhooks and calls of one world. Each subscription, and each session that calls, has a lane of its own, so that a slow
// endpoint does not delay the others. With a `real` clock, outcomes are reported as they arrive; with any other, they wait until
// time is about to move and are reported in the order of sending: equal runs have equal journals, however long endpoints take.

import type { Command, States, World } from '../../core/index.ts';
import { webhooksAtOnceMax } from '../http/limits.ts';

export interface OutboxOptions {
  readonly world: World;
  /** `settle` stops waiting for a lane that has had no outcome for so long. */
  readonly waitMs: number;
  /** Whether another dispatch may be sent; the limit is common to all worlds. */
  readonly hasCapacity: () => boolean;
}

/** A webhook or a call. */
export interface Dispatch {
  readonly lane: string;
  /** What the next dispatch of its lane waits for: the end of this one, its end or a short while, or nothing. */
  readonly delaysNext: 'untilEnd' | 'briefly' | 'not';
  /** Whether its outcome is still missing. */
  readonly isAwaited: (states: States) => boolean;
  /**
   * Sends it and reports its outcome, or the parts of it in order. With a `real` clock, a report resolves once it is stored. Never
   * rejects. Reports after `stopped` are dropped.
   */
  readonly send: (report: (report: Report) => Promise<void>, stopped: AbortSignal) => Promise<void>;
  /** With a clock in mode `skip`: moves time behind a report that came late. */
  readonly goOn?: () => Promise<void>;
}

/** An outcome, or a part of one, as an input. */
export interface Report {
  readonly domain: keyof States;
  readonly command: Command;
  /** Whether the endpoint has answered, by more than a piece of a sentence: `settle` waits for its next report then. */
  readonly isProgress: boolean;
}

export interface Outbox {
  readonly enqueue: (dispatch: Dispatch) => void;
  /** Discards what a lane has not sent, and stops what nobody awaits any more. */
  readonly discard: (lane: string) => void;
  /** Sends what is queued up to the capacity. */
  readonly sendQueued: () => void;
  /** Whether `settle` would wait, or there are unreported outcomes. */
  readonly isBusy: () => boolean;
  /** Waits for all lanes that are not late, then reports outcomes once. Returns false if some could not be stored. */
  readonly settle: () => Promise<boolean>;
  /** Reports outcomes in the order of sending; retries until they are stored, as long as the clock is `real`. */
  readonly reportOutcomes: () => Promise<void>;
  /** Stops sending and reporting: the world has stopped. */
  readonly close: () => void;
}

/** A dispatch until its whole outcome is stored. */
interface Message {
  readonly dispatch: Dispatch;
  readonly lane: Lane;
  /** What is not stored yet. */
  readonly reports: Report[];
  readonly stopping: AbortController;
  hasEnded: boolean;
  /** Whether time no longer waits for it: its reports come as they arrive, except in `frozen`. */
  isLate: boolean;
}

interface Lane {
  readonly id: string;
  readonly queue: Message[];
  inFlight: number;
  /** Messages in flight that the next one waits for. */
  delaying: number;
  /** Set when `settle` has waited in vain; it does not wait again until the endpoint answers. */
  isLate: boolean;
  /** Called at each progress, and when the lane becomes idle. */
  readonly listeners: Set<() => void>;
}

/** If an endpoint takes longer to answer, the next message is sent meanwhile. */
const promptMs = 250;
/** An outcome that could not be stored is reported again after so long. */
const reportAgainMs = 1_000;
const reportsPerBatch = 1_000;

export function createOutbox({ world, waitMs, hasCapacity }: OutboxOptions): Outbox {
  const lanes = new Map<string, Lane>();
  /** Those without a whole outcome in the journal, in the order of sending. */
  const open = new Set<Message>();
  let unreported = 0;
  let reportCount = 0;
  let isClosed = false;
  let reporting = Promise.resolve(true);

  /** Drops what is not reported yet. */
  function drop(message: Message): void {
    if (!open.delete(message)) return;
    unreported -= message.reports.splice(0).length;
    message.stopping.abort();
  }

  function laneOf(id: string): Lane {
    let lane = lanes.get(id);
    if (lane === undefined) {
      lane = { id, queue: [], inFlight: 0, delaying: 0, isLate: false, listeners: new Set() };
      lanes.set(id, lane);
    }
    return lane;
  }

  function sendFrom(lane: Lane): void {
    while (lane.delaying === 0 && lane.inFlight < webhooksAtOnceMax && hasCapacity()) {
      const message = lane.queue.shift();
      if (message === undefined) break;
      void deliver(message);
    }
    if (isActive(lane)) return;
    for (const notify of lane.listeners) notify();
    if (!lane.isLate) lanes.delete(lane.id);
  }

  async function deliver(message: Message): Promise<void> {
    const { dispatch, lane, stopping } = message;
    lane.inFlight += 1;
    let isDelaying = dispatch.delaysNext !== 'not';
    if (isDelaying) lane.delaying += 1;
    const endDelay = () => {
      if (isDelaying) lane.delaying -= 1;
      isDelaying = false;
    };
    const timer = setTimeout(() => {
      if (dispatch.delaysNext === 'untilEnd') return;
      endDelay();
      sendFrom(lane);
    }, promptMs);
    timer.unref();
    await dispatch.send((report) => take(message, report), stopping.signal);
    clearTimeout(timer);
    message.hasEnded = true;
    if (message.reports.length === 0) drop(message);
    endDelay();
    lane.inFlight -= 1;
    for (const notify of lane.listeners) notify();
    sendFrom(lane);
  }

  async function take(message: Message, report: Report): Promise<void> {
    if (!open.has(message)) return;
    const { lane } = message;
    message.reports.push(report);
    unreported += 1;
    message.isLate ||= lane.isLate;
    if (report.isProgress) {
      lane.isLate = false;
      for (const notify of lane.listeners) notify();
    }
    const { mode } = world.clock();
    if (mode === 'real') return reportOutcomes();
    if (mode !== 'skip' || !message.isLate) return;
    await reportOutcomes();
    await message.dispatch.goOn?.().catch(() => undefined); // the next request goes on
  }

  function sendReport({ domain, command }: Report): Promise<void> {
    return world.send({
      domain,
      isOutOfBand: true,
      prepare: () => ({ command }),
      respond: () => undefined,
    });
  }

  /** Reports all outcomes once. Returns false if some could not be stored. Outcomes that nobody awaits are discarded. */
  async function reportAll(): Promise<boolean> {
    while (!isClosed && unreported > 0) {
      const batch = nextBatch();
      const stored = await Promise.allSettled(batch.map(([, report]) => sendReport(report)));
      for (const [index, [message, report]] of batch.entries()) {
        if (stored[index]?.status === 'fulfilled') close(message, report);
      }
      if (stored.some(({ status }) => status === 'rejected')) return false;
    }
    return true;
  }

  /** One report of each message. If a message has more of them, they come before those of later messages. */
  function nextBatch(): readonly (readonly [Message, Report])[] {
    const batch: (readonly [Message, Report])[] = [];
    for (const message of open) {
      const [report] = message.reports;
      if (report === undefined) continue;
      if (!world.peek((states) => message.dispatch.isAwaited(states))) {
        drop(message);
        continue;
      }
      batch.push([message, report]);
      if (message.reports.length > 1 || batch.length >= reportsPerBatch) break;
    }
    return batch;
  }

  /** A report is stored. */
  function close(message: Message, report: Report): void {
    if (message.reports[0] !== report) return; // dropped meanwhile
    message.reports.shift();
    unreported -= 1;
    reportCount += 1;
    if (message.hasEnded && message.reports.length === 0) open.delete(message);
  }

  /** Resolves when a lane is idle, or has become late. */
  async function whenIdle(lane: Lane): Promise<void> {
    while (isActive(lane) && !isClosed) {
      const timeout = delay(waitMs);
      let notify = () => undefined as void;
      const notified = new Promise<'notified'>((resolve) => (notify = () => resolve('notified')));
      lane.listeners.add(notify);
      const first = await Promise.race([notified, timeout.done]);
      lane.listeners.delete(notify);
      timeout.cancel();
      if (first === 'notified') continue;
      lane.isLate = true;
      return;
    }
  }

  const activeLanes = () => [...lanes.values()].filter((lane) => !lane.isLate && isActive(lane));

  /** One report at a time. */
  function reportInTurn(): Promise<boolean> {
    reporting = reporting.then(reportAll);
    return reporting;
  }

  async function reportOutcomes(): Promise<void> {
    while (!(await reportInTurn())) {
      await delay(reportAgainMs).done;
      if (world.clock().mode !== 'real') return; // the next `settle` reports them
    }
  }

  return {
    enqueue(dispatch) {
      const lane = laneOf(dispatch.lane);
      const stopping = new AbortController();
      const message = { dispatch, lane, reports: [], stopping, hasEnded: false, isLate: false };
      open.add(message);
      lane.queue.push(message);
      sendFrom(lane);
    },
    discard(id) {
      const lane = lanes.get(id);
      if (lane === undefined) return;
      for (const message of lane.queue.splice(0)) drop(message);
      const isAwaited = ({ dispatch }: Message) => world.peek(dispatch.isAwaited);
      for (const message of open) if (message.lane === lane && !isAwaited(message)) drop(message);
      lane.isLate = false;
      sendFrom(lane);
    },
    sendQueued() {
      for (const lane of lanes.values()) sendFrom(lane);
    },
    isBusy: () => unreported > 0 || activeLanes().length > 0,
    async settle() {
      for (;;) {
        await Promise.all(activeLanes().map(whenIdle));
        const before = reportCount;
        if (!(await reportInTurn())) return false;
        // The answer to a call may have led to the next one.
        if (reportCount === before || activeLanes().length === 0) return true;
      }
    },
    reportOutcomes,
    close() {
      isClosed = true;
      for (const { queue, listeners } of lanes.values()) {
        queue.splice(0);
        for (const notify of listeners) notify();
      }
      for (const message of open) drop(message);
    },
  };
}

function isActive({ queue, inFlight }: Lane): boolean {
  return queue.length > 0 || inFlight > 0;
}

function delay(ms: number): { readonly done: Promise<void>; readonly cancel: () => void } {
  let cancel = () => undefined as void;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    cancel = () => clearTimeout(timer);
  });
  return { done, cancel };
}
