// Reads the bytes beside stored inputs again, for adapters that resume a stream of them.

import { attachmentHashOf } from '../../kernel/input.ts';
import type { Command } from '../../kernel/message.ts';
import type { Attachment, EventStore } from '../../ports/event-store.ts';

/** Inputs that are read from the store at once. */
const inputsPerRead = 250;

export interface StoredAttachment {
  readonly command: Command;
  readonly bytes: Exclude<Attachment, undefined>;
}

export interface AttachmentSource {
  readonly store: EventStore;
  readonly world: string;
  readonly yieldToLoop: () => Promise<void>;
}

/** Those of matching commands, in the order of the inputs. */
export async function* storedAttachments(
  { store, world, yieldToLoop }: AttachmentSource,
  matches: (command: Command) => boolean,
): AsyncGenerator<StoredAttachment, void, void> {
  for (let from = 1; ; from += inputsPerRead) {
    const entries = await store.read(world, from, inputsPerRead);
    for (const { input } of entries) {
      if (input.kind !== 'command' || attachmentHashOf(input) === undefined) continue;
      const { command } = input;
      if (!matches(command)) continue;
      const bytes = await store.attachment(world, input.n);
      if (bytes !== undefined) yield { command, bytes };
    }
    if (entries.length < inputsPerRead) return;
    await yieldToLoop();
  }
}
