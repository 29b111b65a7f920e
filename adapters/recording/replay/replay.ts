// Replays a recording in this process: inputs in the order of the journal, requests through the same routes, at the same
// virtual instants. Compares every answer, header, frame, webhook, event and digest with the recorded one.

import {
  InvariantError,
  openEngine,
  type Domains,
  type Input,
  type Oracles,
} from '../../../core/index.ts';
import { seedCommands } from '../../fixture/seed-commands.ts';
import type { Frame } from '../../http/channel.ts';
import type { Service } from '../../http/service.ts';
import { createMemoryStore } from '../../memory/event-store.ts';
import { nodeHash } from '../../node-hash.ts';
import { dataEditions, type Header } from '../format/header.ts';
import type { Ending, Recording } from '../format/reader.ts';
import { RecordingError } from '../format/recording-error.ts';
import { Comparator, type ComparisonResult } from './comparator.ts';
import { createWorld, journalOf } from './fixture-place.ts';
import { createPlan, type RecordedAct, type ReplayPlan, type ReplayStep } from './plan.ts';
import { createReplayer, nextTurn, type RunningAct } from './replayer.ts';

export interface ReplayOptions {
  /** In place of those of Reprise. */
  readonly domains?: Domains;
  readonly oracles?: Oracles;
  readonly services?: readonly Service[];
  /** Called from time to time with the number of steps done and of all steps. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The result of a replay. Without a divergence everything is as recorded, up to the end of the file. */
export interface ReplayResult extends ComparisonResult {
  readonly world: string;
  readonly seed: string;
  readonly ending: Ending;
  /** Packaged data whose edition differs from the recorded one. */
  readonly otherData: readonly EditionDifference[];
  /** The message of the first broken invariant, and the entry at which it broke. */
  readonly broken?: string;
  readonly brokenAt?: number;
}

export interface EditionDifference {
  /** Such as `zones`. */
  readonly name: string;
  /** Undefined if that side has none. */
  readonly recorded: string | undefined;
  readonly now: string | undefined;
}

const stepsPerProgress = 500;

/** Replays a recording. Rejects with RecordingError if its entries cannot be executed. */
export async function replayRecording(
  file: string,
  { header, entries, ending }: Recording,
  { domains, oracles, services, onProgress = () => undefined }: ReplayOptions = {},
): Promise<ReplayResult> {
  const { afterFixture } = header;
  const plan = createPlan(file, entries, afterFixture?.inputs);
  if (ending.kind === 'whole' && plan.lastInput < header.base.inputs) {
    throw new RecordingError(
      `${file} cannot be replayed: input ${plan.lastInput + 1} is missing; the recording began after ${header.base.inputs} inputs.`,
      file,
    );
  }
  const time = { nowMs: 0 };
  let broken: InvariantError | undefined;
  let brokenAt: number | undefined;
  /** True once a command or settings came from the file alone: no route checks these. */
  let isUnchecked = false;
  const engine = await openEngine({
    store: createMemoryStore(),
    // The store is in memory, so commits need not be grouped.
    host: { hash: nodeHash, monotonicMs: () => 0, defer: queueMicrotask },
    replayScript: { nowMs: () => time.nowMs, heldDueAt: (input) => plan.holds.get(input) },
    onBroken: (error) => (broken = error),
    ...(afterFixture === undefined ? {} : { seedCommands }),
    ...(domains === undefined ? {} : { domains }),
    ...(oracles === undefined ? {} : { oracles }),
  });
  try {
    const world = await createWorld(file, header, engine);
    const seeded = await journalOf(engine, world);
    const comparator = new Comparator({ engine, world, header, plan, seeded });
    const { exchanges } = comparator;
    const onFrame = (conn: number, frame: Frame) => exchanges.compareFrame(conn, frame);
    const replayer = createReplayer({ engine, world, header, services, onFrame });
    const running = new Map<RecordedAct, { readonly act: RunningAct; touchesLeft: number }>();

    async function applyInput(input: Input): Promise<void> {
      try {
        await world.replayInput(input);
      } catch (error) {
        if (!(error instanceof InvariantError)) throw error; // onBroken has it
      }
    }

    async function execute(step: ReplayStep): Promise<void> {
      if (step.kind === 'input') {
        const { entry, input } = step;
        isUnchecked ||= entry.kind === 'input' && hasContent(input);
        const isNext =
          comparator.expectInput(entry) && comparator.expectInstant(entry.n, input.atMs);
        if (isNext) await applyInput(input);
        return;
      }
      const { act, touch } = step;
      if (wasTransientlyRefused(act)) return;
      const atMs = touch?.at ?? act.entry.at;
      if (touch !== undefined && !comparator.expectInstant(act.entry.n, atMs)) return;
      time.nowMs = atMs;
      let one = running.get(act);
      if (one === undefined) {
        const { entry } = act;
        if (entry.kind === 'ws.close') exchanges.compareClose(entry, replayer.closedBy(entry.conn));
        one = { act: await replayer.start(act), touchesLeft: act.touches.length };
        running.set(act, one);
      }
      if (touch !== undefined) {
        comparator.compareTouch(act, touch, await one.act.grantTouch());
        one.touchesLeft -= 1;
      }
      if (one.touchesLeft > 0) return;
      running.delete(act);
      exchanges.compareAnswer(act, await one.act.ended);
    }

    for (const [index, step] of plan.steps.entries()) {
      if (comparator.hasDiverged() || broken !== undefined) break;
      if (index % stepsPerProgress === 0) {
        onProgress(index, plan.steps.length);
        await nextTurn(); // lets other work of the process run
      }
      brokenAt = entryOf(step);
      await execute(step);
    }
    await nextTurn(); // lets sessions send their last frames
    onProgress(plan.steps.length, plan.steps.length);
    if (broken !== undefined) {
      const fault = findFault(broken, plan, isUnchecked ? brokenAt : undefined);
      if (fault !== undefined) throw refusal(file, broken, fault);
    }
    const otherData = differingEditions(header);
    const of = { world: header.world.name, seed: header.seed, ending, otherData };
    if (broken === undefined) return { ...of, ...(await comparator.result(ending)) };
    const where = brokenAt === undefined ? {} : { brokenAt };
    return { ...of, ...(await comparator.result(ending)), broken: broken.message, ...where };
  } finally {
    await engine.close();
  }
}

/** A defect of a recording, and its entry. */
interface Fault {
  readonly n: number;
  readonly problem: string;
}

/**
 * The defect of a recording in which a world breaks; undefined where all commands came through routes, which check them. `brokenAt`
 * is the entry at which it broke after unchecked inputs. Webhook outcomes are checked when the file is read.
 */
function findFault(
  { entered }: InvariantError,
  { inputSources }: Pick<ReplayPlan, 'inputSources'>,
  brokenAt: number | undefined,
): Fault | undefined {
  const source = entered === undefined ? undefined : inputSources.get(entered);
  if (source?.kind === 'input')
    return { n: source.n, problem: 'has an input that no world accepts' };
  if (brokenAt === undefined) return undefined;
  return { n: brokenAt, problem: 'fails because of an input before it' };
}

function refusal(file: string, { message }: InvariantError, { n, problem }: Fault): RecordingError {
  return new RecordingError(
    `${file} cannot be replayed: entry ${n} ${problem} (${message.replace(/\.$/, '')}). Unless the recording was edited by hand, this is a bug of Reprise: please report it with the recording.`,
    file,
    n,
  );
}

/** True for inputs with content; the others only move time. */
function hasContent({ kind }: Input): boolean {
  return kind === 'command' || kind === 'config';
}

/** Files of version 1 have no editions. */
function differingEditions({ data }: Header): readonly EditionDifference[] {
  if (data === undefined) return [];
  const names = new Set([...Object.keys(data), ...Object.keys(dataEditions)]);
  return [...names]
    .sort()
    .map((name) => ({ name, recorded: data[name], now: dataEditions[name] }))
    .filter(({ recorded, now }) => recorded !== now);
}

function entryOf(step: ReplayStep): number {
  return step.kind === 'input' ? step.entry.n : step.act.entry.n;
}

/** Refused for lack of room or of a store, and without effect: nothing to replay. */
function wasTransientlyRefused({ answer, touches }: RecordedAct): boolean {
  return answer?.status === 503 && touches.every(({ input }) => input === undefined);
}
