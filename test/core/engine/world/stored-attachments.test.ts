import { expect, it } from 'vitest';
import { storedAttachments } from '../../../../core/engine/world/stored-attachments.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import type { EventStore } from '../../../../core/ports/event-store.ts';

/** A journal of 600 inputs: every third one has an attachment, and the one with number 9 is dropped. */
const entries = Array.from({ length: 600 }, (_, index): JournalEntry => {
  const n = index + 1;
  const command = {
    type: n % 2 === 0 ? 'Even' : 'Odd',
    ...(n % 3 === 0 && { attachment: `${n}` }),
  };
  return { input: { n, atMs: 0, kind: 'command', domain: 'any', command }, events: [], digest: '' };
});

const reads: number[] = [];

const store = {
  read: async (_world: string, from: number, limit: number) => {
    reads.push(from);
    return entries.slice(from - 1, from - 1 + limit);
  },
  attachment: async (_world: string, n: number) => (n === 9 ? 'dropped' : Uint8Array.of(n % 256)),
} as unknown as EventStore;

it('reads the attachments of matching commands in order, a page of inputs at a time', async () => {
  let yields = 0;
  const yieldToLoop = async () => void (yields += 1);
  const found = storedAttachments({ store, world: 'w', yieldToLoop }, ({ type }) => type === 'Odd');
  const first = await found.next();
  expect(first.value).toEqual({
    command: { type: 'Odd', attachment: '3' },
    bytes: Uint8Array.of(3),
  });
  expect(reads).toEqual([1]);
  const numbers = [];
  for await (const { command, bytes } of found) {
    numbers.push(Number(command.attachment));
    expect(bytes).toEqual(command.attachment === '9' ? 'dropped' : expect.any(Uint8Array));
  }
  expect(numbers).toEqual(Array.from({ length: 99 }, (_, index) => 9 + 6 * index));
  expect({ reads, yields }).toEqual({ reads: [1, 251, 501], yields: 2 });
});
