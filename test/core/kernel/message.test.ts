import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../core/kernel/canonical.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { toEnvelope, parseEnvelope, type Event } from '../../../core/kernel/message.ts';
import { epochMs } from '../../support/engine/pure-world.ts';

const reserved = new Set(['type', 'aside']);

/** Data of an event as JSON returns it: without minus zero. */
const data = fc
  .dictionary(
    fc.string().filter((key) => !reserved.has(key)),
    fc.jsonValue(),
    { noNullPrototype: true },
  )
  .map((members) => JSON.parse(JSON.stringify(members)) as object);

/** The members, sorted by name. */
function arranged(members: object): object {
  const entries = Object.entries(members);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const aside = fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true });

const events = fc
  .record({ data, type: fc.string(), aside: fc.option(aside, { nil: undefined }) })
  .map((parts): Event => {
    const event = { ...parts.data, type: parts.type };
    return parts.aside === undefined ? event : { ...event, aside: parts.aside };
  });

const places = fc.record(
  {
    position: fc.integer({ min: 1 }),
    stream: fc.string(),
    version: fc.integer({ min: 1 }),
    atMs: fc.integer({ min: 0, max: 253_402_300_799_999 }),
    cause: fc.integer({ min: 1 }),
  },
  { requiredKeys: ['position', 'stream', 'version', 'atMs'] },
);

const place = { position: 3, stream: 'wallet/wallet/w1', version: 2, atMs: epochMs };

describe('an envelope', () => {
  it('is equal after it was printed and parsed', () => {
    fc.assert(
      fc.property(places, events, (where, event) => {
        const sealed = toEnvelope({ ...where, event });
        expect(sealed).toEqual({ ...where, event, text: sealed.text });
        expect(parseEnvelope(sealed.text, event.aside)).toEqual(sealed);
      }),
    );
  });

  it('has the members of its event in the order in which they are parsed', () => {
    const ordered = (event: Event) => {
      const { type: _type, aside: _aside, ...members } = event;
      return JSON.stringify(members);
    };
    fc.assert(
      fc.property(places, events, (where, event) => {
        const sealed = toEnvelope({ ...where, event });
        expect(ordered(sealed.event)).toBe(ordered(parseEnvelope(sealed.text).event));
      }),
    );
    const nested = { type: 'Made', z: 1, a: { y: 1, b: [{ d: 1, c: 2 }] }, '2': 0, '10': 0 };
    const { event } = toEnvelope({ ...place, event: nested });
    expect(ordered(event)).toBe('{"2":0,"10":0,"a":{"b":[{"c":2,"d":1}],"y":1},"z":1}');
  });

  it('drops undefined members, which no store returns', () => {
    const { event } = toEnvelope({ ...place, event: { type: 'Made', some: undefined } as Event });
    expect('some' in event).toBe(false);
  });

  it('has the same text for sorted and unsorted members', () => {
    fc.assert(
      fc.property(places, events, (where, event) => {
        const { type, aside: beside, ...data } = event;
        const texts = [
          event,
          { type, ...arranged(data) },
          { type, ...arranged(data), aside: beside },
        ].map((one) => toEnvelope({ ...where, event: one as Event }).text);
        const { atMs, ...others } = where;
        const whole = { ...others, at: atMs, data: data, type };
        expect(texts).toEqual(texts.map(() => canonical(whole)));
      }),
    );
  });

  it('excludes values that the client chose from its text', () => {
    const event = { type: 'WalletUpdated', name: 'n' };
    const first = toEnvelope({ ...place, event: { ...event, aside: { idempotencyKey: 'k-1' } } });
    const second = toEnvelope({ ...place, event: { ...event, aside: { idempotencyKey: 'k-2' } } });
    expect(first.text).not.toContain('k-1');
    expect(first.text).not.toContain('aside');
    expect(second.text).toBe(first.text);
    expect(toEnvelope({ ...place, event }).text).toBe(first.text);
  });
});

describe('toEnvelope', () => {
  it('prints place, type and data canonically', () => {
    const event = { type: 'WalletUpdated', walletId: 'w1', name: 'n' };
    expect(toEnvelope({ ...place, cause: 1, event }).text).toBe(
      `{"at":${epochMs},"cause":1,"data":{"name":"n","walletId":"w1"},"position":3,` +
        '"stream":"wallet/wallet/w1","type":"WalletUpdated","version":2}',
    );
  });

  it('omits the cause of an event that an input led to', () => {
    const sealed = toEnvelope({ ...place, event: { type: 'WalletUpdated' } });
    expect(sealed.text).not.toContain('cause');
    expect(parseEnvelope(sealed.text)).not.toHaveProperty('cause');
  });

  it('prints different text for every difference in place or data', () => {
    const event = { type: 'WalletUpdated', name: 'n' };
    const changes = [
      { position: 4 },
      { stream: 'wallet/wallet/w2' },
      { version: 3 },
      { atMs: epochMs + 1 },
      { cause: 2 },
      { event: { ...event, type: 'WalletCreated' } },
      { event: { ...event, name: 'm' } },
    ];
    const texts = changes.map((change) => toEnvelope({ ...place, event, ...change }).text);
    expect(new Set([...texts, toEnvelope({ ...place, event }).text]).size).toBe(changes.length + 1);
  });

  it('refuses an event that is no plain object', () => {
    class Odd implements Event {
      readonly type = 'Odd';
    }
    expect(() => toEnvelope({ ...place, event: new Odd() })).toThrow(InvariantError);
  });
});

describe('parseEnvelope', () => {
  it('returns the text unchanged, even if it would be printed otherwise now', () => {
    const { text } = toEnvelope({ ...place, event: { type: 'WalletUpdated' } });
    const spaced = ` ${text}`;
    expect(parseEnvelope(spaced).text).toBe(spaced);
    expect(canonical(JSON.parse(spaced))).toBe(text);
  });
});
