// Where a recorded act, which goes its own way through the routes again, waits to touch the world until its place in the
// journal has come.

import type { TaskPosition, RequestIdOrigin, Observer } from '../../../core/index.ts';
import type { RecordedFacts } from '../../http/messages.ts';
import type { ActEntry } from '../format/entries.ts';
import type { RecordedAct } from './plan.ts';

export interface TurnGate {
  /** Goes with the world that acts see. */
  readonly observer: Observer;
  readonly facts: RecordedFacts;
  /** From now on it is this act that comes. */
  readonly expect: (act: RecordedAct) => void;
  /** Lets it touch the world once; gives where that was, or nothing if it has ended without. */
  readonly grantTouch: (ended: Promise<unknown>) => Promise<TaskPosition | undefined>;
}

export function createTurnGate(): TurnGate {
  let left = 0;
  let entry: ActEntry | undefined;
  const arrived = createSignal<() => void>();
  const touched = createSignal<TaskPosition>();

  return {
    observer: {
      async beforeTask() {
        if (left === 0) return; // it does more than it did; what comes of that will be seen
        left -= 1;
        await new Promise<void>((resolve) => arrived.give(resolve));
      },
      afterTask: touched.give,
      onRequestId: (taken: RequestIdOrigin) => entry?.idFrom ?? taken,
    },
    facts: {
      // What was not asked for then is found out from what the recording has in place of the secret.
      find: (name, find, usual) => {
        const { facts = {} } = entry ?? {};
        if (Object.hasOwn(facts, name)) return facts[name] as ReturnType<typeof find>;
        return usual === undefined || entry === undefined ? find() : usual;
      },
    },
    expect: (act) => {
      ({ entry } = act);
      left = act.touches.length;
      arrived.clear();
      touched.clear();
    },
    async grantTouch(ended) {
      const isOver = ended.then(
        () => undefined,
        () => undefined,
      );
      const grant = await Promise.race([arrived.next(), isOver]);
      if (grant === undefined) return undefined;
      touched.clear();
      const place = touched.next();
      grant();
      return Promise.race([place, isOver]);
    },
  };
}

/** Something that happens again and again, and is waited for once each time; it may have happened already. */
function createSignal<Value>() {
  let given: Value[] = [];
  let waiting: ((value: Value) => void) | undefined;
  return {
    give: (value: Value) => {
      if (waiting === undefined) given.push(value);
      else waiting(value);
      waiting = undefined;
    },
    next: (): Promise<Value> => {
      const [first] = given.splice(0, 1);
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => (waiting = resolve));
    },
    clear: () => {
      given = [];
      waiting = undefined;
    },
  };
}
