// Sends webhooks once their events are stored, and reports the outcomes. core/wallet/decide/webhooks.ts decides on retries. When
// its world starts, a delivery without a stored outcome is sent again: each is sent at least once.

import type {
  Engine,
  Event,
  JournalEntry,
  Outbound,
  States,
  World,
  WorldRecord,
} from '../../core/index.ts';
import { webhooksInFlightMax } from '../http/limits.ts';
import { attemptOf, inFlight as unreported, unsubscribed } from '../services/webhooks.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Post } from './post.ts';

export interface WebhooksOptions {
  readonly post: Post;
  /** The longest wait for an outcome in `frozen` and `skip`. */
  readonly waitMs: number;
}

export interface Webhooks {
  /** For the engine: when to wait. */
  readonly outbound: Outbound;
  /** Whether a stored world has deliveries without an outcome: loading it sends them again. */
  readonly hasPending: (states: States, record: WorldRecord) => boolean;
  /** Sends for all worlds of an engine, including later ones. */
  readonly follow: (engine: Engine) => void;
  /** Aborts deliveries in flight; they have no outcome and are sent again after the next start. */
  readonly close: () => void;
}

export const outboundWaitMsDefault = 2_000;

export function createWebhooks({ post, waitMs }: WebhooksOptions): Webhooks {
  /** By the names of worlds. */
  const outboxes = new Map<string, Outbox>();
  const closing = new AbortController();
  const subscriptions: { unsubscribe: () => void }[] = [];
  let inFlight = 0;

  /** A fork sends nothing by default. */
  function start(world: World): void {
    if (world.record.outbound === false) return;
    const outbox = createOutbox({
      world,
      waitMs,
      hasCapacity: () => inFlight < webhooksInFlightMax,
      async post(message) {
        inFlight += 1;
        const outcome = await post(message, closing.signal);
        const wasFull = inFlight >= webhooksInFlightMax;
        inFlight -= 1;
        if (wasFull) for (const other of outboxes.values()) other.sendQueued();
        return closing.signal.aborted ? undefined : outcome;
      },
    });
    outboxes.set(world.record.name, outbox);
    for (const delivery of world.peek(unreported)) {
      outbox.enqueue(delivery);
    }
  }

  function stop(name: string): void {
    outboxes.get(name)?.close();
    outboxes.delete(name);
  }

  function onEntry(outbox: Outbox, { input, events }: JournalEntry): void {
    for (const { event } of events) onEvent(outbox, event);
    // From now on outcomes are reported as they arrive.
    if (input.kind === 'clock' && input.clock.mode === 'real') void outbox.reportOutcomes();
  }

  function onEvent(outbox: Outbox, event: Event): void {
    const delivery = attemptOf(event);
    if (delivery !== undefined) outbox.enqueue(delivery);
    const subscriptionId = unsubscribed(event);
    if (subscriptionId !== undefined) outbox.discard(subscriptionId);
  }

  return {
    outbound: {
      isBusy: (worldName) => outboxes.get(worldName)?.isBusy() === true,
      whenSettled(worldName) {
        const outbox = outboxes.get(worldName);
        return outbox?.isBusy() === true ? outbox.settle() : undefined;
      },
    },
    hasPending: (states, { outbound }) => outbound !== false && unreported(states).length > 0,
    follow(engine) {
      subscriptions.push(
        engine.commits$.subscribe(({ world, entries }) => {
          const outbox = outboxes.get(world.record.name);
          if (outbox !== undefined) for (const entry of entries) onEntry(outbox, entry);
        }),
        engine.started$.subscribe(start),
        engine.stopped$.subscribe(({ record }) => stop(record.name)),
      );
      for (const world of engine.worlds()) start(world);
    },
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      closing.abort();
      for (const name of outboxes.keys()) stop(name);
    },
  };
}
