// The webhook deliveries of one world. Each subscription has a lane of its own, so that a slow endpoint does not delay the others.
// With a `real` clock, outcomes are reported as they arrive; with any other, they wait until time is about to move and are
// reported in the order of sending: equal runs have equal journals, however long endpoints take.

import type { World } from '../../core/index.ts';
import type { DeliveryOutcome, WebhookMessage } from '../contracts/webhooks.ts';
import { isAwaited, messageOf, reportInput, type Delivery } from '../services/webhooks.ts';
import { webhooksAtOnceMax } from '../http/limits.ts';

export interface OutboxOptions {
  readonly world: World;
  /** `settle` stops waiting for a lane that has had no outcome for so long. */
  readonly waitMs: number;
  /** Whether another message may be sent; the limit is common to all worlds. */
  readonly hasCapacity: () => boolean;
  /** Sends a message; undefined if sending was aborted. */
  readonly post: (message: WebhookMessage) => Promise<DeliveryOutcome | undefined>;
}

export interface Outbox {
  readonly enqueue: (delivery: Delivery) => void;
  /** Discards the queued messages of a subscription. */
  readonly discard: (subscriptionId: string) => void;
  /** Sends queued messages up to the capacity. */
  readonly sendQueued: () => void;
  /** Whether `settle` would wait, or there are unreported outcomes. */
  readonly isBusy: () => boolean;
  /** Waits for all lanes that are not late, then reports outcomes once. Returns false if some could not be stored. */
  readonly settle: () => Promise<boolean>;
  /** Reports outcomes in the order of sending; retries until they are stored, as long as the clock is `real`. */
  readonly reportOutcomes: () => Promise<void>;
  /** Sends and reports nothing more: the world has stopped. */
  readonly close: () => void;
}

interface Message {
  readonly delivery: Delivery;
  outcome?: DeliveryOutcome;
}

/** The messages to one subscription, in order. */
interface Lane {
  readonly queue: Message[];
  inFlight: number;
  /** Messages in flight for less than `promptMs`: the next one waits for them. */
  promptInFlight: number;
  /** Set when `settle` has waited in vain; it does not wait again until the endpoint answers. */
  isLate: boolean;
  /** Called at each outcome, and when the lane becomes idle. */
  readonly listeners: Set<() => void>;
}

/** If an endpoint takes longer to answer, the next message is sent meanwhile. */
const promptMs = 250;
/** An outcome that could not be stored is reported again after so long. */
const reportAgainMs = 1_000;
const outcomesPerBatch = 1_000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { world, waitMs, hasCapacity, post } = options;
  const lanes = new Map<string, Lane>();
  /** Messages without a journaled outcome, in the order of sending. */
  const open = new Set<Message>();
  /** The number of open messages with an outcome. */
  let unreported = 0;
  let isClosed = false;
  let reporting = Promise.resolve(true);

  function close(message: Message): void {
    if (open.delete(message) && message.outcome !== undefined) unreported -= 1;
  }

  function laneOf(subscriptionId: string): Lane {
    let lane = lanes.get(subscriptionId);
    if (lane === undefined) {
      lane = { queue: [], inFlight: 0, promptInFlight: 0, isLate: false, listeners: new Set() };
      lanes.set(subscriptionId, lane);
    }
    return lane;
  }

  function sendFrom(lane: Lane): void {
    while (lane.promptInFlight === 0 && lane.inFlight < webhooksAtOnceMax && hasCapacity()) {
      const message = lane.queue.shift();
      if (message === undefined) break;
      void deliver(lane, message);
    }
    if (!isActive(lane)) for (const notify of lane.listeners) notify();
  }

  async function deliver(lane: Lane, message: Message): Promise<void> {
    lane.inFlight += 1;
    lane.promptInFlight += 1;
    let isPrompt = true;
    const endPrompt = () => {
      if (!isPrompt) return;
      isPrompt = false;
      lane.promptInFlight -= 1;
    };
    const timer = setTimeout(() => {
      if (message.delivery.isOrdered === true) return;
      endPrompt();
      sendFrom(lane);
    }, promptMs);
    timer.unref();
    const outcome = await post(messageOf(message.delivery, world.record));
    if (outcome !== undefined) {
      message.outcome = outcome;
      if (open.has(message)) unreported += 1;
      if (world.clock().mode === 'real') await report(message);
    }
    clearTimeout(timer);
    if (outcome?.kind === 'answered') lane.isLate = false;
    endPrompt();
    lane.inFlight -= 1;
    for (const notify of lane.listeners) notify();
    sendFrom(lane);
  }

  function sendOutcome({ delivery, outcome }: Message): Promise<void> {
    if (outcome === undefined) return Promise.resolve();
    const { domain, command } = reportInput({ ...delivery, outcome });
    return world.send({
      domain,
      isOutOfBand: true,
      prepare: () => ({ command }),
      respond: () => undefined,
    });
  }

  /** Reports an outcome, and retries until it is stored. */
  async function report(message: Message): Promise<void> {
    while (!isClosed && open.has(message)) {
      try {
        await sendOutcome(message);
        close(message);
      } catch {
        await delay(reportAgainMs).done;
      }
    }
  }

  /** Reports all outcomes once. Returns false if some could not be stored. Outcomes that no delivery awaits are discarded. */
  async function reportAll(): Promise<boolean> {
    while (!isClosed && unreported > 0) {
      const answered = [...open].filter(({ outcome }) => outcome !== undefined);
      for (const message of answered) if (!isMessageAwaited(message)) close(message);
      const next = answered.filter((message) => open.has(message)).slice(0, outcomesPerBatch);
      const stored = await Promise.allSettled(next.map(sendOutcome));
      for (const [index, message] of next.entries()) {
        if (stored[index]?.status === 'fulfilled') close(message);
      }
      if (stored.some(({ status }) => status === 'rejected')) return false;
    }
    return true;
  }

  const isMessageAwaited = ({ delivery }: Message) =>
    world.peek((states) => isAwaited(states, delivery));

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
    enqueue(delivery) {
      const message: Message = { delivery };
      const lane = laneOf(delivery.subscriptionId);
      open.add(message);
      lane.queue.push(message);
      sendFrom(lane);
    },
    discard(subscriptionId) {
      const lane = lanes.get(subscriptionId);
      if (lane === undefined) return;
      for (const message of lane.queue.splice(0)) close(message);
      sendFrom(lane);
    },
    sendQueued() {
      for (const lane of lanes.values()) sendFrom(lane);
    },
    isBusy: () => unreported > 0 || activeLanes().length > 0,
    async settle() {
      await Promise.all(activeLanes().map(whenIdle));
      return reportInTurn();
    },
    reportOutcomes,
    close() {
      isClosed = true;
      open.clear();
      unreported = 0;
      for (const { queue, listeners } of lanes.values()) {
        queue.splice(0);
        for (const notify of listeners) notify();
      }
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
