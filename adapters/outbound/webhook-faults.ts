// Applies the faults of one world to its webhooks. The service sees what it would see of a bad network: an attempt without an
// answer, one that arrives twice, late, or behind the next one.

import { faults, jsonIn, type Event, type World } from '../../core/index.ts';
import { matchingFaults } from '../protocol/matching-faults.ts';
import { isAwaited, messageOf, reportInput, type ServiceDelivery } from '../services/webhooks.ts';
import { webhookDispatch } from './dispatches.ts';
import type { Dispatch } from './dispatch.ts';
import type { Outbox } from './outbox.ts';
import type { PostWebhook } from './post.ts';

export interface WebhookFaultsOptions {
  readonly world: World;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly post: PostWebhook;
  /** Wraps each dispatch before it is enqueued. */
  readonly counted: (dispatch: Dispatch) => Dispatch;
}

export interface WebhookFaults {
  /** Sends an attempt that has just been stored, unless a fault strikes it. */
  readonly send: (delivery: ServiceDelivery) => void;
  /** Sends an attempt of an earlier start that has no outcome, or holds it if its delay goes on. */
  readonly resume: (delivery: ServiceDelivery) => void;
  /** Sends what an event releases. */
  readonly onEvent: (event: Event) => void;
  /** Forgets what a subscription has not sent. */
  readonly discard: (subscriptionId: string) => void;
}

type Struck = Pick<faults.FaultStruck, 'effect' | 'delay'>;

interface Held {
  readonly delivery: ServiceDelivery;
  /** Released by the next webhook of its subscription. */
  readonly isSwapped: boolean;
}

export function createWebhookFaults(options: WebhookFaultsOptions): WebhookFaults {
  const { world, outbox, post, counted } = options;
  /** Struck attempts that are sent later, by `keyOf`. */
  const held = new Map<string, Held>();

  function enqueue(delivery: ServiceDelivery, send?: Dispatch['send']): void {
    const plain = webhookDispatch(delivery, world.record, post);
    const sending = send ?? arriving(delivery, plain.send);
    outbox.enqueue(counted({ ...plain, send: sending }));
  }

  /** Once it has been sent, what was held back for it follows. */
  function arriving({ subscriptionId }: ServiceDelivery, send: Dispatch['send']): Dispatch['send'] {
    return async (report, stopped) => {
      await send(report, stopped);
      if (stopped.aborted) return;
      for (const one of held.values()) {
        if (one.isSwapped && one.delivery.subscriptionId === subscriptionId) release(one.delivery);
      }
    };
  }

  function release(delivery: ServiceDelivery): void {
    if (held.delete(keyOf(delivery))) enqueue(delivery);
  }

  function enqueueTried(delivery: ServiceDelivery, faultIds: readonly string[]): void {
    const verdict = tryFaults(world, delivery, faultIds); // now: its place in the journal must not depend on endpoints
    const plain = webhookDispatch(delivery, world.record, post);
    const arrive = arriving(delivery, plain.send);
    enqueue(delivery, async (report, stopped) => {
      const struck = await verdict;
      const kind = struck?.effect.kind;
      if (kind === 'lose-webhook') return lose(delivery, report);
      if (kind === 'double-webhook') await post(messageOf(delivery, world.record), stopped);
      if (struck === undefined || !isDelayed(struck)) return arrive(report, stopped);
      held.set(keyOf(delivery), { delivery, isSwapped: kind === 'swap-webhooks' });
    });
  }

  /** Its outcome is stored at once: after a restart, it must not be sent after all. */
  async function lose(
    delivery: ServiceDelivery,
    report: Parameters<Dispatch['send']>[0],
  ): Promise<void> {
    const input = reportInput({ ...delivery, outcome: { kind: 'timeout' } });
    const { domain, command } = input;
    try {
      await world.send({
        domain,
        isOutOfBand: true,
        prepare: () => ({ command }),
        respond: () => undefined,
      });
    } catch {
      await report({ ...input, isProgress: false }); // tries again until it is stored
    }
  }

  function isDelayed({ delay }: Struck): boolean {
    if (delay === undefined) return false;
    return world.peek(({ faults: state }) => faults.isDelayed(state, delay.id));
  }

  return {
    send(delivery) {
      const matching = matchingWebhookFaults(world, delivery);
      if (matching.length === 0) enqueue(delivery);
      else enqueueTried(delivery, matching);
    },
    resume(delivery) {
      const delay = world.peek(({ faults: state }) => faults.webhookDelayView(state, delivery));
      if (delay === undefined) return enqueue(delivery);
      const { effect } =
        world.peek(({ faults: state }) => faults.faultView(state, delay.faultId)) ?? {};
      held.set(keyOf(delivery), { delivery, isSwapped: effect?.kind === 'swap-webhooks' });
    },
    onEvent(event) {
      const ended = faults.endedWebhook(event);
      const one = ended === undefined ? undefined : held.get(keyOf(ended));
      if (one !== undefined) release(one.delivery);
    },
    discard(subscriptionId) {
      for (const [key, { delivery }] of held) {
        const isOver = delivery.subscriptionId === subscriptionId;
        if (isOver && !world.peek((states) => isAwaited(states, delivery))) held.delete(key);
      }
    },
  };
}

/** The faults that match an attempt, in the order in which they are tried. */
function matchingWebhookFaults(world: World, delivery: ServiceDelivery): readonly string[] {
  const target = () => {
    const { url, method = 'POST', body } = messageOf(delivery, world.record);
    return { method, path: new URL(url).pathname, body: () => jsonIn(body) };
  };
  return matchingFaults(world, faults.webhookFaultKinds, delivery.service, target) ?? [];
}

/** The strike on an attempt, if any. One that cannot be stored strikes nothing. */
async function tryFaults(
  world: World,
  { service, notificationId, attempt }: ServiceDelivery,
  faultIds: readonly string[],
): Promise<Struck | undefined> {
  const request = { service, notificationId, attempt };
  const command = { type: 'TryFaults', faultIds, request } as const;
  try {
    return await world.send({
      domain: 'faults',
      isOutOfBand: true,
      prepare: () => ({ command }),
      respond: (outcome) => (outcome.ok ? faults.strikeIn(outcome.value) : undefined),
    });
  } catch {
    return undefined;
  }
}

function keyOf({
  notificationId,
  attempt,
}: Pick<ServiceDelivery, 'notificationId' | 'attempt'>): string {
  return `${notificationId}/${attempt}`;
}
