// Sends what worlds have decided to send, once that is stored, and hands the outcomes in. What was sent and has no stored
// outcome when its world starts is sent again: at least once. An endpoint that does not answer costs nobody else anything.

import type { Engine, Event, Outbound, wallet, World } from '../../core/index.ts';
import { wallet as service } from '../../core/index.ts';
import { webhooksAtOnceMax, webhooksInFlightMax } from '../http/limits.ts';
import { attemptIn, webhookMessage } from '../http/wallet/webhook-message.ts';
import type { Post } from './post.ts';

export interface WebhooksOptions {
  readonly post: Post;
  /** How long time that does not move by itself waits for an outcome at most. */
  readonly waitMs: number;
}

export interface Webhooks {
  /** For the engine: when to wait. */
  readonly outbound: Outbound;
  /** Begins to send for all worlds of an engine, those that are still to come too. */
  readonly follow: (engine: Engine) => void;
  /** Gives up what is in flight; it has no outcome then, and is sent again after the next start. */
  readonly close: () => void;
}

/** What goes to one subscription of one world, in order. */
interface Lane {
  readonly world: World;
  readonly waiting: wallet.WebhookView[];
  inFlight: number;
  /** Of those in flight the ones that may still be answered promptly: the next waits for them. */
  prompt: number;
  /** Somebody has waited for it in vain: nobody does again until it answers. */
  isLate: boolean;
  /** Told when it has nothing to do any more. */
  readonly idle: (() => void)[];
}

/** An endpoint that takes longer for an answer is sent others meanwhile. */
const promptMs = 250;
/** After so long an outcome that could not be stored is handed in again. */
const reportAgainMs = 1_000;

export const outboundWaitMsDefault = 2_000;

export function createWebhooks({ post, waitMs }: WebhooksOptions): Webhooks {
  /** By subscription, those that were served last at the end. */
  const lanes = new Map<World, Map<string, Lane>>();
  const closing = new AbortController();
  const following: { unsubscribe: () => void }[] = [];
  let inFlight = 0;

  function laneOf(world: World, subscriptionId: string): Lane {
    const own = lanes.get(world) ?? new Map<string, Lane>();
    lanes.set(world, own);
    let lane = own.get(subscriptionId);
    if (lane === undefined) {
      lane = { world, waiting: [], inFlight: 0, prompt: 0, isLate: false, idle: [] };
      own.set(subscriptionId, lane);
    }
    return lane;
  }

  function take(world: World, event: Event): void {
    const webhook = attemptIn(event);
    if (webhook !== undefined) enqueue(world, webhook);
    const dropped = service.unsubscribed(event);
    if (dropped !== undefined) drop(world, dropped);
  }

  function enqueue(world: World, webhook: wallet.WebhookView): void {
    const lane = laneOf(world, webhook.subscriptionId);
    lane.waiting.push(webhook);
    pump(lane);
  }

  function pump(lane: Lane): void {
    while (
      lane.prompt === 0 &&
      lane.inFlight < webhooksAtOnceMax &&
      inFlight < webhooksInFlightMax
    ) {
      const webhook = lane.waiting.shift();
      if (webhook === undefined) break;
      void sendOne(lane, webhook);
    }
    if (lane.waiting.length > 0 || lane.inFlight > 0) return;
    for (const tell of lane.idle.splice(0)) tell();
  }

  async function sendOne(lane: Lane, webhook: wallet.WebhookView): Promise<void> {
    const { world } = lane;
    inFlight += 1;
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
      pump(lane);
    }, promptMs);
    timer.unref();
    const outcome = await post(webhookMessage(webhook, world.record), closing.signal);
    inFlight -= 1;
    if (!closing.signal.aborted) await report(world, webhook, outcome);
    clearTimeout(timer);
    if (outcome.kind === 'answered') lane.isLate = false;
    goOn();
    lane.inFlight -= 1;
    pump(lane);
    for (const own of lanes.values()) for (const other of own.values()) pump(other);
  }

  /** Hands an outcome in until it is stored, or its world is gone: without one it would be sent again at the next start only. */
  async function report(
    world: World,
    { notificationId, attempt }: wallet.WebhookView,
    outcome: wallet.DeliveryOutcome,
  ): Promise<void> {
    const command = { type: 'ReportDelivery', notificationId, attempt, outcome } as const;
    while (!closing.signal.aborted && lanes.has(world)) {
      try {
        return await world.send({
          domain: 'wallet',
          isAside: true,
          prepare: () => ({ command }),
          answer: () => undefined,
        });
      } catch {
        await pause(reportAgainMs);
      }
    }
  }

  /** A fork sends nothing out unless it was told to. */
  function follows(world: World): boolean {
    return world.record.outbound !== false;
  }

  function start(world: World): void {
    if (!follows(world)) return;
    lanes.set(world, new Map());
    for (const webhook of world.peek((states) => service.webhooksInFlight(states.wallet))) {
      enqueue(world, webhook);
    }
  }

  /** Who does not want to be told any more is not sent what waits for him here. */
  function drop(world: World, subscriptionId: string): void {
    const lane = lanes.get(world)?.get(subscriptionId);
    if (lane === undefined) return;
    lane.waiting.splice(0);
    pump(lane);
  }

  function lanesAtWork(worldName: string): readonly Lane[] {
    for (const [world, own] of lanes) {
      if (world.record.name !== worldName) continue;
      return [...own.values()].filter(
        ({ waiting, inFlight: sent, isLate }) => !isLate && (waiting.length > 0 || sent > 0),
      );
    }
    return [];
  }

  async function settle(working: readonly Lane[]): Promise<void> {
    const left = new Set(working);
    const idle = working.map(
      (lane) =>
        new Promise<void>((resolve) =>
          lane.idle.push(() => {
            left.delete(lane);
            resolve();
          }),
        ),
    );
    const giveUp = new AbortController();
    await Promise.race([Promise.all(idle), pause(waitMs, giveUp.signal)]);
    giveUp.abort();
    for (const lane of left) lane.isLate = true;
  }

  return {
    outbound: {
      settled(worldName) {
        const working = lanesAtWork(worldName);
        return working.length === 0 ? undefined : settle(working);
      },
    },
    follow(engine) {
      following.push(
        engine.commits$.subscribe(({ world, entries }) => {
          if (!lanes.has(world)) return;
          for (const { events } of entries) for (const { event } of events) take(world, event);
        }),
        engine.started$.subscribe(start),
        engine.stopped$.subscribe((world) => {
          const own = lanes.get(world);
          lanes.delete(world);
          for (const lane of own?.values() ?? []) {
            lane.waiting.splice(0);
            for (const tell of lane.idle.splice(0)) tell();
          }
        }),
      );
      for (const world of engine.worlds()) start(world);
    },
    close() {
      for (const subscription of following) subscription.unsubscribe();
      closing.abort();
      for (const own of lanes.values()) for (const { waiting } of own.values()) waiting.splice(0);
    },
  };
}

function pause(ms: number, ended?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    ended?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
