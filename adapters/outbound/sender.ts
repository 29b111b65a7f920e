// Sends webhooks and makes calls once their events are stored, and reports the outcomes. When its world starts, a webhook
// without a stored outcome is sent again: each is sent at least once. A call is made at most once. Whether a webhook is tried again
// after its outcome is decided by the core (wallet/decide/webhooks.ts).

import type {
  Engine,
  Event,
  JournalEntry,
  Outbound,
  States,
  World,
  WorldRecord,
} from '../../core/index.ts';
import { webhooksInFlightMax } from '../protocol/limits.ts';
import { callsInFlight, interruptedBy, startedCalls } from '../services/calls.ts';
import {
  attemptOf,
  hasInFlight,
  inFlight as unreported,
  unsubscribed,
} from '../services/webhooks.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import { callDispatch, callQueue, refusedDispatch } from './dispatches.ts';
import type { Dispatch } from './dispatch.ts';
import { Outbox } from './outbox.ts';
import type { PostWebhook } from './post.ts';
import { createWebhookFaults, type WebhookFaults } from './webhook-faults.ts';

export interface SenderOptions {
  readonly post: PostWebhook;
  readonly callEndpoint: CallEndpoint;
  /** The longest wait for an outcome in `frozen` and `skip`. */
  readonly waitMs: number;
  /** Whether this process may send now: another one may do so in its place. Default: always. */
  readonly maySend?: () => boolean;
}

export interface Sender {
  /** For the engine: when to wait. */
  readonly outbound: Outbound;
  /** Whether a stored world has webhooks without an outcome: loading it sends them again. */
  readonly hasPending: (states: States, record: WorldRecord) => boolean;
  /** Sends for all worlds of an engine, including later ones. */
  readonly follow: (engine: Engine) => void;
  /** How many webhooks and calls of all worlds are on their way. */
  readonly inFlight: () => number;
  /** Sends what has waited until this process may send again. */
  readonly sendQueued: () => void;
  /** Stops what is in flight. Webhooks have no outcome then, and are sent again after the next start. */
  readonly close: () => void;
}

export const outboundWaitMsDefault = 2_000;

const refusals = {
  fork: 'The world is a fork, which calls nothing; create it with outbound: true, so that it does.',
  restart: 'Reprise was stopped before the endpoint had answered; calls are not repeated.',
} as const;

export function createSender({
  post,
  callEndpoint,
  waitMs,
  maySend = () => true,
}: SenderOptions): Sender {
  /** By the names of worlds. */
  const outboxes = new Map<string, Outbox>();
  /** Of the worlds that send webhooks. */
  const webhooks = new Map<string, WebhookFaults>();
  const subscriptions: { unsubscribe: () => void }[] = [];
  let inFlight = 0;

  /** Counts what is in flight of all worlds. */
  function counted(dispatch: Dispatch): Dispatch {
    return {
      ...dispatch,
      async send(report, stopped) {
        inFlight += 1;
        await dispatch.send(report, stopped);
        const wasFull = inFlight >= webhooksInFlightMax;
        inFlight -= 1;
        if (wasFull) sendQueued();
      },
    };
  }

  function sendQueued(): void {
    for (const outbox of outboxes.values()) outbox.sendQueued();
  }

  function start(world: World): void {
    const { name } = world.record;
    const hasCapacity = () => inFlight < webhooksInFlightMax && maySend();
    const outbox = new Outbox({ world, waitMs, hasCapacity });
    outboxes.set(name, outbox);
    const reason = isMute(world) ? refusals.fork : refusals.restart;
    for (const call of callsInFlight(world)) outbox.enqueue(refusedDispatch(call, reason));
    if (isMute(world)) return;
    const sending = createWebhookFaults({ world, outbox, post, counted });
    webhooks.set(name, sending);
    for (const delivery of world.peek(unreported)) sending.resume(delivery);
  }

  function stop(name: string): void {
    outboxes.get(name)?.close();
    outboxes.delete(name);
    webhooks.delete(name);
  }

  function onEntry(world: World, outbox: Outbox, { input, events }: JournalEntry): void {
    for (const { event } of events) onEvent(world, outbox, event);
    // From now on outcomes are reported as they arrive.
    if (input.kind === 'clock' && input.clock.mode === 'real') void outbox.reportOutcomes();
  }

  function onEvent(world: World, outbox: Outbox, event: Event): void {
    const interrupted = interruptedBy(event);
    if (interrupted !== undefined) outbox.discard(callQueue(interrupted));
    for (const call of startedCalls(event, world)) {
      outbox.enqueue(
        isMute(world)
          ? refusedDispatch(call, refusals.fork)
          : counted(callDispatch(call, callEndpoint)),
      );
    }
    const sending = webhooks.get(world.record.name);
    if (sending === undefined) return;
    const delivery = attemptOf(event);
    if (delivery !== undefined) sending.send(delivery);
    sending.onEvent(event);
    const subscriptionId = unsubscribed(event);
    if (subscriptionId === undefined) return;
    sending.discard(subscriptionId);
    outbox.discard(subscriptionId);
  }

  return {
    outbound: {
      isBusy: (worldName) => outboxes.get(worldName)?.isBusy() === true,
      isResumable: (worldName) => outboxes.get(worldName)?.isResumable() !== false,
      whenSettled(worldName) {
        const outbox = outboxes.get(worldName);
        return outbox?.isBusy() === true ? outbox.settle() : undefined;
      },
    },
    hasPending: (states, { outbound }) => outbound !== false && hasInFlight(states),
    follow(engine) {
      subscriptions.push(
        engine.commits$.subscribe(({ world, entries }) => {
          const outbox = outboxes.get(world.record.name);
          if (outbox !== undefined) for (const entry of entries) onEntry(world, outbox, entry);
        }),
        engine.started$.subscribe(start),
        engine.stopped$.subscribe(({ record }) => stop(record.name)),
        engine.slept$.subscribe(({ record }) => stop(record.name)),
      );
      for (const world of engine.worlds()) start(world);
    },
    inFlight: () => inFlight,
    sendQueued,
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const name of outboxes.keys()) stop(name);
    },
  };
}

/** A fork sends nothing by default. */
function isMute({ record }: World): boolean {
  return record.outbound === false;
}
