// Pairs the notifications of a replay with the recorded ones. Their ids follow from the seed and a count, and clients name none of them:
// those of the same kind, subscription and subject correspond in their order.

import type { World } from '../../../core/index.ts';
import type { EntryOf } from '../format/entries.ts';
import { webhookEntry } from '../format/to-entry.ts';
import type { LearnedIds } from './learned-ids.ts';
import { NotificationGroups, type SentNotification } from './notification-groups.ts';
import type { ReplayPlan } from './plan.ts';
import { attemptKey, SentNotifications, type SentAttempt } from './sent-notifications.ts';

export interface NotificationPairsOptions {
  readonly world: World;
  readonly plan: ReplayPlan;
  readonly ids: LearnedIds;
  /** The inputs before the recording began, whose notifications are in no entry. */
  readonly baseInputs: number;
  /** Called with an error inside the subscription to the world. */
  readonly onFailure: (error: unknown) => void;
}

type OutcomeEntry = EntryOf<'webhook.outcome'>;

export class NotificationPairs {
  readonly #recorded: SentNotifications;
  readonly #present: SentNotifications;
  /** The present notification for a recorded one, once it is found. */
  readonly #found = new Map<SentNotification, SentNotification>();
  /** Recorded outcomes at the instants of their attempts, by attempt. */
  readonly #atOnce = new Map<string, OutcomeEntry>();
  /** Present attempts that were not asked for so far. */
  #newAttempts: SentAttempt[] = [];

  constructor({ world, plan, ids, baseInputs, onFailure }: NotificationPairsOptions) {
    const { learned } = ids;
    this.#recorded = new SentNotifications(new NotificationGroups(learned, 'recorded'));
    this.#present = new SentNotifications(new NotificationGroups(learned, 'present'));
    const instants = new Map<string, number>();
    for (const { position, type, data, at } of plan.events) {
      const text = plan.webhooks.get(position)?.text;
      if (text === undefined) continue;
      const made = this.#recorded.add({ ...data, type, aside: {} }, text); // addresses are in no recorded event
      if (made === undefined) continue;
      const { of, attempt } = made;
      instants.set(attemptKey(of.service, of.id, attempt), at);
    }
    for (const step of plan.steps) {
      if (step.kind !== 'input' || step.entry.kind !== 'webhook.outcome') continue;
      const { service, notificationId, attempt, at } = step.entry;
      const key = attemptKey(service, notificationId, attempt);
      if (instants.get(key) === at) this.#atOnce.set(key, step.entry);
    }
    world.entries$.subscribe(({ input, events }) => {
      if (input.n <= baseInputs) return;
      try {
        for (const envelope of events) {
          const sent = webhookEntry(envelope, world.record);
          const made = sent && this.#present.add(envelope.event, sent.text);
          if (made !== undefined) this.#newAttempts.push(made);
        }
      } catch (error) {
        onFailure(error);
      }
    });
  }

  /** The present id of the notification of an outcome; undefined if the replay has not made that attempt so far. */
  attemptedId({ service, notificationId, attempt }: OutcomeEntry): string | undefined {
    const recorded = this.#recorded.find(service, notificationId);
    if (recorded === undefined) return notificationId; // older than the recording
    const present =
      this.#found.get(recorded) ?? this.#present.counterpartOf(recorded, this.#recorded);
    if (present === undefined) return undefined;
    this.#found.set(recorded, present);
    return present.attempts < attempt ? undefined : present.id;
  }

  /** The recorded outcomes that followed at once on attempts that were made since the last call. */
  takeAtOnce(): readonly OutcomeEntry[] {
    const made = this.#newAttempts;
    this.#newAttempts = [];
    return made.flatMap(({ of, attempt }) => {
      const recorded = this.#recorded.counterpartOf(of, this.#present);
      if (recorded === undefined) return [];
      return this.#atOnce.get(attemptKey(recorded.service, recorded.id, attempt)) ?? [];
    });
  }
}
