// The notifications that a run has sent, in their order.

import type { Event } from '../../../core/index.ts';
import { attemptOf, webhookServiceDefault } from '../../services/webhooks.ts';
import { webhookSubject } from '../format/webhook-kind.ts';
import type { NotificationGroups, SentNotification } from './notification-groups.ts';

export interface SentAttempt {
  readonly of: SentNotification;
  /** From 1. */
  readonly attempt: number;
}

export class SentNotifications {
  readonly #groups: NotificationGroups;
  readonly #byId = new Map<string, SentNotification>();

  /** `groups`: of this run. */
  constructor(groups: NotificationGroups) {
    this.#groups = groups;
  }

  /** Adds the attempt of an event, whose webhook has this body. */
  add(event: Event, text: string): SentAttempt | undefined {
    const sent = attemptOf(event);
    if (sent === undefined) return undefined;
    const { service, notificationId: id, subscriptionId, attempt } = sent;
    const key = notificationKey(service, id);
    const known = this.#byId.get(key);
    if (known !== undefined) {
      known.attempts = attempt;
      return { of: known, attempt };
    }
    const { kind: ownKind, id: subjectId = '' } = webhookSubject(text);
    const kind = `${service} ${ownKind}`;
    const one = { service, id, kind, subscriptionId, subjectId, attempts: attempt };
    this.#byId.set(key, one);
    this.#groups.add(one);
    return { of: one, attempt };
  }

  find(service: string | undefined, id: string): SentNotification | undefined {
    return this.#byId.get(notificationKey(service, id));
  }

  /** The one that corresponds to a notification of another run; undefined if it was not sent so far. */
  counterpartOf(one: SentNotification, run: SentNotifications): SentNotification | undefined {
    const place = run.#groups.placeOf(one);
    return place && this.#groups.at(place);
  }
}

/** Names a notification among those of all services. */
function notificationKey(service: string | undefined, id: string): string {
  return `${service ?? webhookServiceDefault} ${id}`;
}

/** Names an attempt of a notification. */
export function attemptKey(service: string | undefined, id: string, attempt: number): string {
  return `${notificationKey(service, id)} ${attempt}`;
}
