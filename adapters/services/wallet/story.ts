// Tells events of the wallet in words: names of wallets, amounts with symbols, states of transactions.

import type { wallet } from '../../../core/index.ts';
import type { StoryEvent, StoryTeller } from '../../contracts/story.ts';
import { StoryNames } from './story-names.ts';
import { storyTextOf } from './story-texts.ts';

export class WalletStory implements StoryTeller {
  readonly #names = new StoryNames();

  eventText({ type, data }: StoryEvent): string | undefined {
    return storyTextOf({ ...data, type } as unknown as wallet.WalletEvent, this.#names);
  }

  webhookText(body: Readonly<Record<string, unknown>>): string | undefined {
    const { notificationType, notification } = body;
    if (typeof notificationType !== 'string') return undefined;
    const { id, state } = (notification ?? {}) as { readonly id?: string; readonly state?: string };
    return id === undefined || state === undefined
      ? notificationType
      : `${notificationType}: ${this.#names.transaction(id)} ${state}`;
  }
}
