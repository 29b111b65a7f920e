// Makes a replayed act wait before each of its tasks in the world until the journal reaches that task.

import type { TaskPosition, RequestIdOrigin, TaskObserver } from '../../../core/index.ts';
import type { RecordedFacts } from '../../protocol/messages.ts';
import type { RecordedAct } from './plan.ts';

export interface TurnGate {
  /** Observes the world that the act uses. */
  readonly observer: TaskObserver;
  readonly facts: RecordedFacts;
  /** Lets one task run and resolves with its position, or with undefined if the act ended without a task. */
  readonly grantTouch: (ended: Promise<unknown>) => Promise<TaskPosition | undefined>;
  /** Lets tasks run that are not recorded: the comparator finds their effects. Until then, they wait. */
  readonly release: () => void;
  /** Rejects tasks that are not recorded. */
  readonly refuse: () => void;
  /** As `release`, also for tasks that are recorded. */
  readonly letGo: () => void;
}

/** `act`: undefined for one that is not recorded. */
export function createTurnGate(act: RecordedAct | undefined): TurnGate {
  const { entry, touches } = act ?? { entry: undefined, touches: [] };
  let waitsLeft = touches.length;
  const arrived = createSignal<() => void>();
  const touched = createSignal<TaskPosition>();
  let release: () => void = () => undefined;
  let refuse: () => void = () => undefined;
  const released = new Promise<void>((resolve, reject) => {
    release = resolve;
    refuse = () => reject(new Error('The recording has no such task.'));
  });
  released.catch(() => undefined); // the task that waits reports it

  return {
    observer: {
      async beforeTask() {
        if (waitsLeft === 0) return released;
        waitsLeft -= 1;
        await new Promise<void>((resolve) => arrived.emit(resolve));
      },
      afterTask: touched.emit,
      onRequestId: (origin: RequestIdOrigin) => entry?.idFrom ?? origin,
    },
    facts: {
      // Facts that were not recorded are derived from the redacted request.
      find: (name, find, usual) => {
        const { facts = {} } = entry ?? {};
        if (Object.hasOwn(facts, name)) return facts[name] as ReturnType<typeof find>;
        return usual === undefined || entry === undefined ? find() : usual;
      },
    },
    async grantTouch(ended) {
      const withoutTask = ended.then(
        () => undefined,
        () => undefined,
      );
      const grant = await Promise.race([arrived.next(), withoutTask]);
      if (grant === undefined) return undefined;
      touched.clear();
      const position = touched.next();
      grant();
      return Promise.race([position, withoutTask]);
    },
    release,
    refuse,
    letGo() {
      waitsLeft = 0;
      release();
    },
  };
}

/** A queue of values with at most one waiting reader. */
function createSignal<Value>() {
  let emitted: Value[] = [];
  let waiting: ((value: Value) => void) | undefined;
  return {
    emit: (value: Value) => {
      if (waiting === undefined) emitted.push(value);
      else waiting(value);
      waiting = undefined;
    },
    next: (): Promise<Value> => {
      const [first] = emitted.splice(0, 1);
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => (waiting = resolve));
    },
    clear: () => {
      emitted = [];
      waiting = undefined;
    },
  };
}
