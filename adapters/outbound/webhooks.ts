// Sends what worlds have decided to send, once that is stored, and hands the outcomes in. What was sent and has no stored
// outcome when its world starts is sent again: at least once.

import type {
  Engine,
  Event,
  JournalEntry,
  Outbound,
  States,
  World,
  WorldRecord,
} from '../../core/index.ts';
import { wallet as service } from '../../core/index.ts';
import { webhooksInFlightMax } from '../http/limits.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Post } from './post.ts';

export interface WebhooksOptions {
  readonly post: Post;
  /** How long time that does not move by itself waits for an outcome at most. */
  readonly waitMs: number;
}

export interface Webhooks {
  /** For the engine: when to wait. */
  readonly outbound: Outbound;
  /** Whether a world that is not loaded has something in flight, which is sent again once it is. */
  readonly isWaiting: (states: States, record: WorldRecord) => boolean;
  /** Begins to send for all worlds of an engine, those that are still to come too. */
  readonly follow: (engine: Engine) => void;
  /** Gives up what is in flight; it has no outcome then, and is sent again after the next start. */
  readonly close: () => void;
}

export const outboundWaitMsDefault = 2_000;

export function createWebhooks({ post, waitMs }: WebhooksOptions): Webhooks {
  /** By the names of worlds. */
  const outboxes = new Map<string, Outbox>();
  const closing = new AbortController();
  const following: { unsubscribe: () => void }[] = [];
  let inFlight = 0;

  /** A fork sends nothing out unless it was told to. */
  function start(world: World): void {
    if (world.record.outbound === false) return;
    const outbox = createOutbox({
      world,
      waitMs,
      hasRoom: () => inFlight < webhooksInFlightMax,
      async post(message) {
        inFlight += 1;
        const outcome = await post(message, closing.signal);
        const wasFull = inFlight >= webhooksInFlightMax;
        inFlight -= 1;
        if (wasFull) for (const other of outboxes.values()) other.pump();
        return closing.signal.aborted ? undefined : outcome;
      },
    });
    outboxes.set(world.record.name, outbox);
    for (const webhook of world.peek((states) => service.webhooksInFlight(states.wallet))) {
      outbox.enqueue(webhook);
    }
  }

  function stop(name: string): void {
    outboxes.get(name)?.close();
    outboxes.delete(name);
  }

  function take(outbox: Outbox, { input, events }: JournalEntry): void {
    for (const { event } of events) takeEvent(outbox, event);
    // From now on outcomes enter as they arrive, those that are held too.
    if (input.kind === 'clock' && input.clock.mode === 'real') void outbox.handIn();
  }

  function takeEvent(outbox: Outbox, event: Event): void {
    const webhook = service.webhookView(event);
    if (webhook !== undefined) outbox.enqueue(webhook);
    const dropped = service.unsubscribed(event);
    if (dropped !== undefined) outbox.drop(dropped);
  }

  return {
    outbound: {
      isBusy: (worldName) => outboxes.get(worldName)?.isBusy() === true,
      whenSettled(worldName) {
        const outbox = outboxes.get(worldName);
        return outbox?.isBusy() === true ? outbox.settle() : undefined;
      },
    },
    isWaiting: (states, { outbound }) =>
      outbound !== false && service.webhooksInFlight(states.wallet).length > 0,
    follow(engine) {
      following.push(
        engine.commits$.subscribe(({ world, entries }) => {
          const outbox = outboxes.get(world.record.name);
          if (outbox !== undefined) for (const entry of entries) take(outbox, entry);
        }),
        engine.started$.subscribe(start),
        engine.stopped$.subscribe(({ record }) => stop(record.name)),
      );
      for (const world of engine.worlds()) start(world);
    },
    close() {
      for (const subscription of following) subscription.unsubscribe();
      closing.abort();
      for (const name of outboxes.keys()) stop(name);
    },
  };
}
