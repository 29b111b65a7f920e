// The matchers as Playwright takes them.

import { expect as base, test, type ExpectMatcherState, type TestInfo } from '@playwright/test';
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
import type { TestWorld, WorldChange } from '../testing/index.ts';

/** A type, and members of its data. Playwright loses type parameters of matchers. */
type TypeAndData = {
  [Type in EventType]: [type: Type, data?: EventData<Type>];
}[EventType];

/** `expect` of Playwright with matchers of worlds; they are those of `reprise/vitest`. */
export const expect = base.extend({
  /** The world emitted an event of this type since its fixture, with these members in its data; with `not`: it never did. */
  toHaveEmitted(world: TestWorld, ...[type, data]: TypeAndData) {
    return hasEmitted(world, type, data, toolsOf(this));
  },
  /** The world emitted these events in this order; others may come in between. */
  toHaveEmittedInOrder(world: TestWorld, ...events: readonly ExpectedEvent[]) {
    return hasEmittedInOrder(world, events, toolsOf(this));
  },
  /** Executing everything that went over the wire again gives the same bytes. */
  toReplay(world: TestWorld) {
    return replays(world);
  },
  /** With something changed, nothing would have ended differently; a failure says what follows from the change. */
  toEndEqualIf(world: TestWorld, change: WorldChange | readonly WorldChange[]) {
    return endsEqual(world, change);
  },
  /**
   * The client sent and received what `__recordings__/<name>.jsonl` shows. Written with `-u` or where missing, refused where
   * missing in CI. `ignore`: paths of fields that do not count.
   */
  toMatchRecording(
    world: TestWorld,
    name: string,
    options?: { readonly ignore?: readonly string[] },
  ) {
    if (this.isNot) throw new TypeError('toMatchRecording cannot be used with not.');
    const info = test.info();
    const runner = { runner: 'npx playwright test', update: updateOf(info), testFile: info.file };
    return matchesRecording(world, name, options, runner);
  },
});

function toolsOf({ utils }: ExpectMatcherState): MatcherTools {
  return {
    hasMembers: (data, members) => {
      try {
        base(data).toMatchObject(members);
        return true;
      } catch {
        return false;
      }
    },
    diff: (expected, actual) => utils.diff(expected, actual) ?? '',
    print: (value) => utils.stringify(value),
  };
}

/** As for snapshots, but missing ones are not written in CI. */
function updateOf({ config: { updateSnapshots } }: TestInfo): RecordingUpdate {
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') return 'all';
  if (updateSnapshots === 'none') return 'none';
  return updateWithoutFlag();
}
