// A small domain for tests of the engine: orders that are printed after a delay, with an oracle's answer for their text,
// and bells with independent timers.

import type { Domains } from '../../../core/engine/registry.ts';
import type { Command, Event } from '../../../core/kernel/message.ts';
import { err, ok, type Result } from '../../../core/kernel/result.ts';
import { createTable, type Table } from '../../../core/tables/index.ts';

export type ShopCommand =
  | { readonly type: 'PlaceOrder'; readonly text: string; readonly afterMs: number }
  | { readonly type: 'PrintOrder'; readonly id: string }
  | { readonly type: 'SetBell'; readonly afterMs: number }
  | { readonly type: 'RingBell' };

export type ShopEvent =
  | {
      readonly type: 'OrderPlaced';
      readonly id: string;
      readonly text: string;
      readonly afterMs: number;
    }
  | { readonly type: 'OrderPrinted'; readonly id: string; readonly digest: string }
  | { readonly type: 'BellSet'; readonly id: string; readonly afterMs: number }
  | { readonly type: 'BellRung' };

export interface Order {
  readonly id: string;
  readonly text: string;
  readonly digest?: string;
}

export interface ShopState {
  readonly orders: Table<Order>;
  readonly bells: Table<{ readonly id: string }>;
}

type Shop = Domains[string];

const shop: Shop = {
  name: 'shop',
  eventTypes: {},
  decider: {
    initialState: (): ShopState => ({
      orders: createTable<Order>(({ id }) => id, {}),
      bells: createTable<{ id: string }>(({ id }) => id, {}),
    }),
    decide(command, state, { id, hash, answer }): Result<readonly Event[], { code: string }> {
      const { orders, bells } = state as ShopState;
      const asked = command as ShopCommand;
      switch (asked.type) {
        case 'PlaceOrder': {
          const { text, afterMs } = asked;
          return ok([
            event({ type: 'OrderPlaced', id: id('order', orders.insertedCount), text, afterMs }),
          ]);
        }
        case 'PrintOrder':
          if (answer === undefined) return err({ code: 'NOTHING_TO_PRINT' });
          return ok([
            event({ type: 'OrderPrinted', id: asked.id, digest: hash(JSON.stringify(answer)) }),
          ]);
        case 'SetBell': {
          const { afterMs } = asked;
          return ok([event({ type: 'BellSet', id: id('bell', bells.insertedCount), afterMs })]);
        }
        case 'RingBell':
          return ok([event({ type: 'BellRung' })]);
      }
    },
    evolve(state, happened) {
      const { orders, bells } = state as ShopState;
      const told = happened as unknown as ShopEvent;
      switch (told.type) {
        case 'OrderPlaced':
          return orders.insert({ id: told.id, text: told.text });
        case 'OrderPrinted': {
          const order = orders.get(told.id);
          if (order !== undefined) orders.replace({ ...order, digest: told.digest });
          return;
        }
        case 'BellSet':
          return bells.insert({ id: told.id });
        case 'BellRung':
          return;
      }
    },
  },
  react(happened, _state, atMs) {
    const told = happened as unknown as ShopEvent;
    const plain = { change: 'set', class: 'progress' } as const;
    switch (told.type) {
      case 'OrderPlaced': {
        const command = { type: 'PrintOrder', id: told.id } as Command;
        const needs = { oracle: 'printer', about: told.text };
        const dueMs = atMs + told.afterMs;
        return [{ ...plain, subject: told.id, name: 'print', dueMs, command, needs }];
      }
      case 'BellSet': {
        const dueMs = atMs + told.afterMs;
        return [{ ...plain, subject: told.id, name: 'ring', dueMs, command: { type: 'RingBell' } }];
      }
      case 'OrderPrinted':
      case 'BellRung':
        return [];
    }
  },
  streamOf: (happened) => ('id' in happened ? `order/${String(happened.id)}` : 'bell'),
};

export const shopDomains: Domains = { shop };

function event(told: ShopEvent): Event {
  return told;
}
