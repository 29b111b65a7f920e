// Replays a recording in this process: inputs in the order of the journal, requests through the same routes, at the same
// virtual instants. Compares every answer, header, frame, webhook, event and digest with the recorded one.

import {
  InvariantError,
  openEngine,
  type Domains,
  type JournalEntry,
  type Oracles,
  type World,
} from '../../../core/index.ts';
import { seedCommands } from '../../fixture/seed-commands.ts';
import type { Frame } from '../../protocol/channel.ts';
import { frameTries } from '../../faults/frame-tries.ts';
import { closeServices, oraclesOf, type Service } from '../../protocol/service.ts';
import { services as modules } from '../../services/index.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import { nodeHash } from '../../node-hash.ts';
import { messageOf } from '../../wording.ts';
import { dataEditions, type Header } from '../format/header.ts';
import type { Ending, Recording } from '../format/reader.ts';
import { lineName, RecordingError, type RecordingPlace } from '../format/recording-error.ts';
import { Comparator, type ComparisonResult } from './comparator.ts';
import type { InputSource } from './divergence.ts';
import { createWorld, journalOf } from '../base/header-world.ts';
import { LearnedIds } from './learned-ids.ts';
import { NotificationPairs } from './notification-pairs.ts';
import { createPlan, type ReplayPlan, type ReplayStep } from './plan.ts';
import { Replayer } from './replayer.ts';
import { RewriteError, Rewriter, type RewriteTarget } from './rewriter.ts';
import { watchedOracles } from './stalls.ts';
import { StepExecutor } from './step-executor.ts';
import { nextLoopTurn, queueMicrotask } from '../../host-timers.ts';

export interface ReplayOptions {
  /** In place of those of Reprise. */
  readonly domains?: Domains;
  readonly oracles?: Oracles;
  readonly services?: readonly Service[];
  /** Whether spoken audio is computed again, instead of taken from the recording. */
  readonly isAudioComputed?: boolean;
  /** Whether to go on after the first difference, and to find all. */
  readonly isAll?: boolean;
  /** Where to write the replay as a new recording; it goes on after the first difference. */
  readonly rewriteTo?: RewriteTarget;
  /** Called with the world at the end, before it is closed. */
  readonly onEnd?: (world: World) => void;
  /** Called with the journal of that world: all inputs, with what they led to. */
  readonly onJournal?: (world: World, journal: readonly JournalEntry[]) => void;
  /** Called from time to time with the number of steps done and of all steps. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The result of a replay. Without a divergence everything is as recorded, up to the end of the file. */
export interface ReplayResult extends ComparisonResult {
  readonly world: string;
  readonly seed: string;
  readonly ending: Ending;
  /** What was under way when the recording ended: it is compared up to there. */
  readonly underWay: readonly InputSource[];
  /** Packaged data whose edition differs from the recorded one. */
  readonly otherData: readonly EditionDifference[];
}

export interface EditionDifference {
  /** Such as `zones`. */
  readonly name: string;
  /** Undefined if that side has none. */
  readonly recorded: string | undefined;
  readonly now: string | undefined;
}

const stepsPerProgress = 500;

/** The line that is executed, and the entries of all inputs: an error names one of them. */
interface ReplayPosition {
  place: RecordingPlace;
  inputSources: ReplayPlan['inputSources'];
}

/**
 * Replays a recording. Rejects with RecordingError if it cannot be executed. Everything that a replay executes comes from the
 * file, so an invariant that breaks meanwhile refuses the file (exit code 3): no replay ends as a broken process (4).
 */
export async function replayRecording(
  file: string,
  recording: Recording,
  options: ReplayOptions = {},
): Promise<ReplayResult> {
  const position: ReplayPosition = { place: 'header', inputSources: new Map() };
  try {
    return await execute(file, recording, options, position);
  } catch (error) {
    const isNamed = error instanceof RecordingError || error instanceof RewriteError;
    throw isNamed ? error : refusal(file, error, position);
  }
}

async function execute(
  file: string,
  { header, entries, ending }: Recording,
  options: ReplayOptions,
  replayed: ReplayPosition,
): Promise<ReplayResult> {
  const { domains, oracles, services: given, isAudioComputed = false, onProgress } = options;
  const { rewriteTo } = options;
  const isAll = options.isAll === true || rewriteTo !== undefined;
  const { afterFixture } = header;
  const plan = createPlan(file, entries, { skipped: afterFixture?.inputs, ending });
  replayed.inputSources = plan.inputSources;
  if (ending.kind === 'whole' && plan.lastInput < header.base.inputs) {
    throw new RecordingError(
      `${file} cannot be replayed: input ${plan.lastInput + 1} is missing; the recording began after ${header.base.inputs} inputs.`,
      file,
    );
  }
  const time = { nowMs: 0 };
  let history = { isOnTrack: true };
  /** Errors whose caller does not see them: of the world, or of a comparison inside a subscription. */
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const ids = isAll ? new LearnedIds() : undefined;
  let rewriter: Rewriter | undefined;
  const services =
    given ??
    modules.map((module) =>
      module.create({ rsaBits: header.rsaBits, recorded: plan, isAudioComputed }),
    );
  const watched = watchedOracles({ ...oraclesOf(services), ...oracles });
  const { isComputing } = watched;
  const engine = await openEngine({
    store: createMemoryStore(),
    // The store is in memory, so commits need not be grouped.
    host: { hash: nodeHash, monotonicMs: () => 0, defer: queueMicrotask },
    replayScript: {
      nowMs: () => time.nowMs,
      heldDueAt: (input) => (history.isOnTrack ? plan.holds.get(input) : undefined),
    },
    onBroken: onFailure,
    ...(afterFixture === undefined ? {} : { seedCommands }),
    ...(domains === undefined ? {} : { domains }),
    oracles: watched.oracles,
    reactions: [frameTries(services)],
  });
  try {
    const world = await createWorld(file, header, engine);
    const seeded = await journalOf(engine, world);
    const comparing = { engine, world, header, plan, ending, seeded, isAll, ids, onFailure };
    const comparator = new Comparator(comparing);
    if (isAll) history = comparator;
    rewriter =
      rewriteTo && new Rewriter({ ...rewriteTo, world, header, seeded, onFailed: onFailure });
    const onFrame = (conn: number, frame: Frame) => comparator.compareFrame(conn, frame);
    const isFrameDue = (conn: number) => comparator.exchanges.isFrameDue(conn);
    const replaying = {
      engine,
      world,
      services,
      onFrame,
      isFrameDue,
      rewriter,
      ids,
      ...(isAll ? { isComputing } : {}),
    };
    const replayer = new Replayer(replaying);
    const baseInputs = header.base.inputs;
    const pairing = ids && { world, plan, ids, baseInputs, onFailure };
    const notifications = pairing && new NotificationPairs(pairing);
    const executing = {
      world,
      plan,
      comparator,
      replayer,
      time,
      isAll,
      isComputing,
      notifications,
    };
    const executor = new StepExecutor(executing);

    /** Whether something differed before the last step. */
    let isDifferent = false;
    for (const [index, step] of plan.steps.entries()) {
      if ((!isAll && comparator.hasDiverged()) || failures.length > 0) break;
      if (index % stepsPerProgress === 0) {
        onProgress?.(index, plan.steps.length);
        await nextLoopTurn(); // lets other work of the process run
      }
      replayed.place = entryOf(step);
      rewriter?.begin(comparator.place);
      ({ isDifferent } = comparator);
      await executor.execute(step).catch((error: unknown) => failures.push(error));
    }
    if (failures.length === 0 && (isAll || !comparator.hasDiverged())) await replayer.sockets.end();
    await nextLoopTurn(); // lets sessions send their last frames
    onProgress?.(plan.steps.length, plan.steps.length);
    if (failures.length > 0) {
      const [failure] = failures;
      if (!isAll || !isDifferent || failure instanceof RewriteError) throw failure;
      comparator.stop(Number(replayed.place), messageOf(failure));
    }
    rewriter?.begin(comparator.place);
    rewriter?.end();
    const result = await comparator.result();
    options.onEnd?.(world);
    options.onJournal?.(world, await journalOf(engine, world));
    const otherData = differingEditions(header);
    const { underWay } = plan;
    return { world: header.world.name, seed: header.seed, ending, underWay, otherData, ...result };
  } finally {
    rewriter?.abort();
    await engine.close();
    if (given === undefined) await closeServices(services);
  }
}

/** Names the entry of the input whose content broke the world; without one, the line that was executed. */
function refusal(
  file: string,
  error: unknown,
  { place, inputSources }: ReplayPosition,
): RecordingError {
  const { message, input } =
    error instanceof InvariantError
      ? { message: error.message, input: error.inputNumber }
      : { message: `Unexpected: ${String(error)}`, input: undefined };
  const source = input === undefined ? undefined : inputSources.get(input);
  const [line, problem] =
    source?.kind === 'input'
      ? [source.n, 'has an input that no world accepts']
      : [place, 'cannot be executed'];
  return new RecordingError(
    `${file} cannot be replayed: ${lineName(line)} ${problem} (${message.replace(/\.$/, '')}). Unless the recording was edited by hand, this is a bug of Reprise: please report it with the recording.`,
    file,
    line,
  );
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
