// The matchers as vitest takes them.

import { expect, type ExpectStatic } from 'vitest';
import type { EventType } from '../../core/index.ts';
import {
  hasEmitted,
  hasEmittedInOrder,
  type EventData,
  type ExpectedEvent,
  type MatcherTools,
} from '../matchers/emitted.ts';
import {
  endsEqual,
  matchesRecording,
  replays,
  updateWithoutFlag,
  type RecordingUpdate,
} from '../matchers/recordings.ts';

import type { WorldChange } from '../testing/index.ts';

export interface WorldMatchers<Result = unknown> {
  /** The world emitted an event of this type since its fixture, with these members in its data; with `not`: it never did. */
  toHaveEmitted: <Type extends EventType>(type: Type, data?: EventData<Type>) => Promise<Result>;
  /** The world emitted these events in this order; others may come in between. */
  toHaveEmittedInOrder: (...events: readonly ExpectedEvent[]) => Promise<Result>;
  /** Executing everything that went over the wire again gives the same bytes. */
  toReplay: () => Promise<Result>;
  /** With something changed, nothing would have ended differently; a failure says what follows from the change. */
  toEndEqualIf: (change: WorldChange | readonly WorldChange[]) => Promise<Result>;
  /**
   * The client sent and received what `__recordings__/<name>.jsonl` shows. Written with `-u` or where missing, refused where
   * missing in CI. `ignore`: paths of fields that do not count.
   */
  toMatchRecording: (
    name: string,
    options?: { readonly ignore?: readonly string[] },
  ) => Promise<Result>;
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface Matchers<T> extends WorldMatchers<T> {}
}

type MatcherState = ReturnType<ExpectStatic['getState']>;

/** Registers the matchers. */
export function extendExpect(): void {
  expect.extend({
    toHaveEmitted(received: unknown, type: EventType, data?: EventData) {
      return hasEmitted(received, type, data, toolsOf(this));
    },
    toHaveEmittedInOrder(received: unknown, ...events: readonly ExpectedEvent[]) {
      return hasEmittedInOrder(received, events, toolsOf(this));
    },
    toReplay(received: unknown) {
      return replays(received);
    },
    toEndEqualIf(received: unknown, change: WorldChange | readonly WorldChange[]) {
      return endsEqual(received, change);
    },
    toMatchRecording(
      received: unknown,
      name: string,
      options?: { readonly ignore?: readonly string[] },
    ) {
      if (this.isNot) throw new TypeError('toMatchRecording cannot be used with not.');
      const update = updateOf(this);
      const runner = { runner: 'npx vitest run', update, testFile: this.testPath };
      return matchesRecording(received, name, options, runner);
    },
  });
}

function toolsOf({ equals, customTesters, utils }: MatcherState): MatcherTools {
  const testers = [...customTesters, utils.iterableEquality, utils.subsetEquality];
  return {
    hasMembers: (data, members) => equals(data, members, testers),
    diff: (expected, actual) => utils.diff(expected, actual) ?? '',
    print: (value) => utils.stringify(value),
  };
}

/** As for snapshots: the state of vitest knows `-u` and CI. */
function updateOf(state: MatcherState): RecordingUpdate {
  const { snapshotState = (expect.getState() as { snapshotState?: object }).snapshotState } =
    state as { snapshotState?: object };
  const { snapshotUpdateState } = (snapshotState ?? {}) as {
    snapshotUpdateState?: RecordingUpdate;
  };
  return snapshotUpdateState ?? updateWithoutFlag();
}
