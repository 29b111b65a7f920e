// The part of an entry before a moment: events of dues one by one, those of a decision together.

import { describe, expect, it } from 'vitest';
import { partBefore } from '../../../../core/engine/history/partial-entry.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import { digestAfter, emptyDigest } from '../../../../core/kernel/digest.ts';
import { toEnvelope } from '../../../../core/kernel/message.ts';
import { hash } from '../../../support/engine/pure-world.ts';

const event = (position: number, atMs: number, cause?: number) =>
  toEnvelope({
    position,
    stream: 'wallet/transaction/1',
    version: position,
    atMs,
    ...(cause === undefined ? {} : { cause }),
    event: { type: 'TransactionQueued' },
  });

/** Two dues, then a decision of two events. */
const events = [event(5, 100, 1), event(6, 200, 2), event(7, 300), event(8, 300)];
const entry: JournalEntry = {
  input: { kind: 'command', n: 3, atMs: 300, domain: 'wallet', command: { type: 'X' } },
  events,
  digest: digestAfter(hash, emptyDigest, events),
};

const part = (moment: Parameters<typeof partBefore>[1]) =>
  partBefore(entry, moment, hash, emptyDigest);

describe('the part of an entry before a moment', () => {
  it('has the dues up to it, and the digest after them', () => {
    const found = part({ position: 5 });
    expect(found).toEqual({
      input: { kind: 'time', n: 3, atMs: 100 },
      events: [events[0]],
      digest: digestAfter(hash, emptyDigest, events.slice(0, 1)),
    });
    expect(part({ atMs: 250 })?.events).toEqual(events.slice(0, 2));
  });

  it('is all of it at its end, and from within its decision', () => {
    for (const position of [7, 8, 9]) expect(part({ position })).toBe(entry);
    expect(part({ atMs: 300 })).toBe(entry);
  });

  it('is none of it before its first event', () => {
    expect(part({ position: 4 })).toBeUndefined();
    expect(part({ atMs: 99 })).toBeUndefined();
  });
});
