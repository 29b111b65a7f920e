// The webhooks that one world sends. Each subscription is a lane of its own, so that an endpoint that does not answer costs
// the others nothing. Outcomes enter a `real` world as they arrive; in any other clock they are held until time is about
// to move, and enter in the order of sending: equal runs have equal journals, however long endpoints take.

import type { wallet, World } from '../../core/index.ts';
import { wallet as service } from '../../core/index.ts';
import { webhooksAtOnceMax } from '../http/limits.ts';
import { webhookMessage, type WebhookMessage } from '../services/wallet/webhook-message.ts';

export interface OutboxOptions {
  readonly world: World;
  /** How long a lane is waited for at most without any outcome of it. */
  readonly waitMs: number;
  /** Whether one more message may be in flight, of all worlds. */
  readonly hasRoom: () => boolean;
  /** Sends a message; undefined if it was given up. */
  readonly post: (message: WebhookMessage) => Promise<wallet.DeliveryOutcome | undefined>;
}

export interface Outbox {
  readonly enqueue: (webhook: wallet.WebhookView) => void;
  /** What a subscription was still to be sent is not sent any more. */
  readonly drop: (subscriptionId: string) => void;
  /** Sends what there is room for. */
  readonly pump: () => void;
  /** Whether a lane is worth waiting for, or an outcome is held. */
  readonly isBusy: () => boolean;
  /** Waits for the lanes that are worth it, then hands in held outcomes once; false if some could not be stored. */
  readonly settle: () => Promise<boolean>;
  /** Hands in held outcomes, in the order of sending, as long as the clock is `real`: again and again until they are stored. */
  readonly handIn: () => Promise<void>;
  /** Its world is gone: nothing more is sent or handed in. */
  readonly close: () => void;
}

/** A message with what has come of it. */
interface Message {
  readonly webhook: wallet.WebhookView;
  outcome?: wallet.DeliveryOutcome;
}

/** What goes to one subscription, in order. */
interface Lane {
  readonly waiting: Message[];
  inFlight: number;
  /** Of those in flight the ones that may still be answered promptly: the next waits for them. */
  prompt: number;
  /** Somebody has waited for it in vain: nobody does again until it answers. */
  isLate: boolean;
  /** Called when it has got an outcome, or has nothing to do any more. */
  readonly watchers: Set<() => void>;
}

/** An endpoint that takes longer for an answer is sent others meanwhile. */
const promptMs = 250;
/** After so long an outcome that could not be stored is handed in again. */
const reportAgainMs = 1_000;
/** So many outcomes are handed in at once. */
const handInMax = 1_000;

export function createOutbox({ world, waitMs, hasRoom, post }: OutboxOptions): Outbox {
  const lanes = new Map<string, Lane>();
  /** Messages whose outcome is not journaled, in the order of sending. */
  const open = new Set<Message>();
  /** How many of them have one. */
  let held = 0;
  let isClosed = false;
  let handingIn = Promise.resolve(true);

  function close(message: Message): void {
    if (open.delete(message) && message.outcome !== undefined) held -= 1;
  }

  function laneOf(subscriptionId: string): Lane {
    let lane = lanes.get(subscriptionId);
    if (lane === undefined) {
      lane = { waiting: [], inFlight: 0, prompt: 0, isLate: false, watchers: new Set() };
      lanes.set(subscriptionId, lane);
    }
    return lane;
  }

  function pumpLane(lane: Lane): void {
    while (lane.prompt === 0 && lane.inFlight < webhooksAtOnceMax && hasRoom()) {
      const message = lane.waiting.shift();
      if (message === undefined) break;
      void sendOne(lane, message);
    }
    if (!isAtWork(lane)) for (const tell of lane.watchers) tell();
  }

  async function sendOne(lane: Lane, message: Message): Promise<void> {
    lane.inFlight += 1;
    lane.prompt += 1;
    let isPrompt = true;
    const goOn = () => {
      if (!isPrompt) return;
      isPrompt = false;
      lane.prompt -= 1;
    };
    const timer = setTimeout(() => {
      goOn();
      pumpLane(lane);
    }, promptMs);
    timer.unref();
    const outcome = await post(webhookMessage(message.webhook, world.record));
    if (outcome !== undefined) {
      message.outcome = outcome;
      if (open.has(message)) held += 1;
      if (world.clock().mode === 'real') await report(message);
    }
    clearTimeout(timer);
    if (outcome?.kind === 'answered') lane.isLate = false;
    goOn();
    lane.inFlight -= 1;
    for (const tell of lane.watchers) tell();
    pumpLane(lane);
  }

  function send({ webhook, outcome }: Message): Promise<void> {
    if (outcome === undefined) return Promise.resolve();
    const { notificationId, attempt } = webhook;
    const command = { type: 'ReportDelivery', notificationId, attempt, outcome } as const;
    return world.send({
      domain: 'wallet',
      isOutOfBand: true,
      prepare: () => ({ command }),
      respond: () => undefined,
    });
  }

  /** Hands an outcome in until it is stored: without one it would be sent again at the next start only. */
  async function report(message: Message): Promise<void> {
    while (!isClosed && open.has(message)) {
      try {
        await send(message);
        close(message);
      } catch {
        await pause(reportAgainMs).over;
      }
    }
  }

  /**
   * Hands in held outcomes; false if some could not be stored, which stay held. An outcome that no delivery awaits any more is
   * dropped: its message may have been sent, or not.
   */
  async function handInNow(): Promise<boolean> {
    while (!isClosed && held > 0) {
      const answered = [...open].filter(({ outcome }) => outcome !== undefined);
      for (const message of answered) if (!isAwaited(message)) close(message);
      const next = answered.filter((message) => open.has(message)).slice(0, handInMax);
      const stored = await Promise.allSettled(next.map(send));
      for (const [index, message] of next.entries()) {
        if (stored[index]?.status === 'fulfilled') close(message);
      }
      if (stored.some(({ status }) => status === 'rejected')) return false;
    }
    return true;
  }

  const isAwaited = ({ webhook }: Message) =>
    world.peek((states) => service.isAwaited(states.wallet, webhook));

  /** Waits until a lane has nothing to do, or has had no outcome for so long that it is not waited for again. */
  async function idle(lane: Lane): Promise<void> {
    while (isAtWork(lane) && !isClosed) {
      const timer = pause(waitMs);
      let tell = () => undefined as void;
      const told = new Promise<'told'>((resolve) => (tell = () => resolve('told')));
      lane.watchers.add(tell);
      const first = await Promise.race([told, timer.over]);
      lane.watchers.delete(tell);
      timer.clear();
      if (first === 'told') continue;
      lane.isLate = true;
      return;
    }
  }

  const lanesAtWork = () => [...lanes.values()].filter((lane) => !lane.isLate && isAtWork(lane));

  function handInOnce(): Promise<boolean> {
    handingIn = handingIn.then(handInNow);
    return handingIn;
  }

  async function handIn(): Promise<void> {
    while (!(await handInOnce())) {
      await pause(reportAgainMs).over;
      if (world.clock().mode !== 'real') return; // the next settling hands them in
    }
  }

  return {
    enqueue(webhook) {
      const message: Message = { webhook };
      const lane = laneOf(webhook.subscriptionId);
      open.add(message);
      lane.waiting.push(message);
      pumpLane(lane);
    },
    drop(subscriptionId) {
      const lane = lanes.get(subscriptionId);
      if (lane === undefined) return;
      for (const message of lane.waiting.splice(0)) close(message);
      pumpLane(lane);
    },
    pump() {
      for (const lane of lanes.values()) pumpLane(lane);
    },
    isBusy: () => held > 0 || lanesAtWork().length > 0,
    async settle() {
      await Promise.all(lanesAtWork().map(idle));
      return handInOnce();
    },
    handIn,
    close() {
      isClosed = true;
      open.clear();
      held = 0;
      for (const { waiting, watchers } of lanes.values()) {
        waiting.splice(0);
        for (const tell of watchers) tell();
      }
    },
  };
}

function isAtWork({ waiting, inFlight }: Lane): boolean {
  return waiting.length > 0 || inFlight > 0;
}

function pause(ms: number): { readonly over: Promise<void>; readonly clear: () => void } {
  let clear = () => undefined as void;
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    clear = () => clearTimeout(timer);
  });
  return { over, clear };
}
