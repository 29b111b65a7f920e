// Does a recording again, in this process: every input in the order of the journal, every request through the same routes as
// then, at the same virtual instants; and holds every answer, header, event and digest against what was recorded.

import {
  InvariantError,
  openEngine,
  type Domains,
  type Input,
  type Oracles,
} from '../../../core/index.ts';
import { seedCommands } from '../../fixture/seed-commands.ts';
import type { Service } from '../../http/service.ts';
import { createMemoryStore } from '../../memory/event-store.ts';
import { nodeHash } from '../../node-hash.ts';
import { entriesOf, worldOf } from './fixture-place.ts';
import { dataEditions, type Header } from '../format/header.ts';
import { createJudge, type Verdict } from './comparator.ts';
import { planOf, type Act, type Moment, type Plan } from './plan.ts';
import type { Ending, Recording } from '../format/reader.ts';
import { RecordingError } from '../format/recording-error.ts';
import { createStage, nextTurn, type Performance } from './replayer.ts';

export interface ReplayOptions {
  /** What worlds consist of, and what answers them, where it is not what Reprise has. */
  readonly domains?: Domains;
  readonly oracles?: Oracles;
  readonly services?: readonly Service[];
  /** Told now and then how much is done, of how much. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a replay came to. Without a divergence everything is as it was recorded, up to the end of the file. */
export interface Replay extends Verdict {
  readonly world: string;
  readonly seed: string;
  readonly ending: Ending;
  /** Packaged data of other editions than those that decided when it was recorded. */
  readonly otherData: readonly OtherEdition[];
  /** The invariant of ours that broke, and the entry at which it did. */
  readonly broken?: string;
  readonly brokenAt?: number;
}

export interface OtherEdition {
  /** Such as `zones`. */
  readonly name: string;
  /** Undefined where there was none, or is none. */
  readonly recorded: string | undefined;
  readonly now: string | undefined;
}

/** How often progress is told: after so many moments. */
const momentsPerProgress = 500;

/** Replays what was read from a file. Rejects with RecordingError where what it says cannot be done. */
export async function replayRecording(
  file: string,
  { header, entries, ending }: Recording,
  { domains, oracles, services, onProgress = () => undefined }: ReplayOptions = {},
): Promise<Replay> {
  const { afterFixture } = header;
  const plan = planOf(file, entries, afterFixture?.inputs);
  if (ending.kind === 'whole' && plan.inputs < header.base.inputs) {
    throw new RecordingError(
      `${file} lacks input ${plan.inputs + 1}: there are ${header.base.inputs} before it begins.`,
      file,
    );
  }
  const told = { nowMs: 0 };
  let broken: InvariantError | undefined;
  let brokenAt: number | undefined;
  /** True once a command or settings came from the file alone: no route checks these. */
  let isUnchecked = false;
  const engine = await openEngine({
    store: createMemoryStore(),
    // Nothing outlives this process, so nothing need be gathered before it is stored.
    host: { hash: nodeHash, monotonicMs: () => 0, defer: queueMicrotask },
    replayScript: { nowMs: () => told.nowMs, heldDueAt: (input) => plan.holds.get(input) },
    onBroken: (error) => (broken = error),
    ...(afterFixture === undefined ? {} : { seedCommands }),
    ...(domains === undefined ? {} : { domains }),
    ...(oracles === undefined ? {} : { oracles }),
  });
  try {
    const world = await worldOf(file, header, engine);
    const judge = createJudge(engine, world, header, plan, await entriesOf(engine, world));
    const stage = createStage({ engine, world, header, services, onFrame: judge.said });
    const going = new Map<Act, { readonly performance: Performance; left: number }>();

    async function enter(input: Input): Promise<void> {
      try {
        await world.replayInput(input);
      } catch (error) {
        if (!(error instanceof InvariantError)) throw error; // else it is known already
      }
    }

    async function go(moment: Moment): Promise<void> {
      if (moment.kind === 'input') {
        const { entry, input } = moment;
        isUnchecked ||= entry.kind === 'input' && hasContent(input);
        if (judge.expects(entry) && judge.isToCome(entry.n, input.atMs)) await enter(input);
        return;
      }
      const { act, touch } = moment;
      if (isOfTheMoment(act)) return;
      const atMs = touch?.at ?? act.entry.at;
      if (touch !== undefined && !judge.isToCome(act.entry.n, atMs)) return;
      told.nowMs = atMs;
      let one = going.get(act);
      if (one === undefined) {
        const { entry } = act;
        if (entry.kind === 'ws.close') judge.closed(entry, stage.closedBy(entry.conn));
        one = { performance: await stage.begin(act), left: act.touches.length };
        going.set(act, one);
      }
      if (touch !== undefined) {
        judge.touched(act, touch, await one.performance.touch());
        one.left -= 1;
      }
      if (one.left > 0) return;
      going.delete(act);
      judge.ended(act, await one.performance.ended);
    }

    for (const [index, moment] of plan.moments.entries()) {
      if (judge.isDecided() || broken !== undefined) break;
      if (index % momentsPerProgress === 0) {
        onProgress(index, plan.moments.length);
        await nextTurn(); // others have theirs
      }
      brokenAt = entryOf(moment);
      await go(moment);
    }
    await nextTurn(); // for what is still to be said
    onProgress(plan.moments.length, plan.moments.length);
    if (broken !== undefined) {
      const fault = faultOf(broken, plan, isUnchecked ? brokenAt : undefined);
      if (fault !== undefined) throw refusal(file, broken, fault);
    }
    const otherData = otherEditions(header);
    const of = { world: header.world.name, seed: header.seed, ending, otherData };
    if (broken === undefined) return { ...of, ...(await judge.verdict(ending)) };
    const where = brokenAt === undefined ? {} : { brokenAt };
    return { ...of, ...(await judge.verdict(ending)), broken: broken.message, ...where };
  } finally {
    await engine.close();
  }
}

/** A defect of a recording, and its entry. */
interface Fault {
  readonly n: number;
  readonly what: string;
}

/**
 * The defect of a recording in which a world breaks; undefined where all commands came through routes, which check them. `brokenAt`
 * is the entry at which it broke after unchecked inputs. Webhook outcomes are checked when the file is read.
 */
function faultOf(
  { entered }: InvariantError,
  { makers }: Pick<Plan, 'makers'>,
  brokenAt: number | undefined,
): Fault | undefined {
  const maker = entered === undefined ? undefined : makers.get(entered);
  if (maker?.kind === 'input') return { n: maker.n, what: 'has an input that no world takes' };
  return brokenAt === undefined
    ? undefined
    : { n: brokenAt, what: 'fails because of an input before it' };
}

function refusal(file: string, { message }: InvariantError, { n, what }: Fault): RecordingError {
  return new RecordingError(
    `${file} cannot be replayed: entry ${n} ${what} (${message.replace(/\.$/, '')}). Unless the recording was edited by hand, it is a bug of Reprise: please report it with the recording.`,
    file,
    n,
  );
}

/** True for inputs with content; the others only move time. */
function hasContent({ kind }: Input): boolean {
  return kind === 'command' || kind === 'config';
}

/** Files of version 1 do not tell their editions. */
function otherEditions({ data }: Header): readonly OtherEdition[] {
  if (data === undefined) return [];
  const names = new Set([...Object.keys(data), ...Object.keys(dataEditions)]);
  return [...names]
    .sort()
    .map((name) => ({ name, recorded: data[name], now: dataEditions[name] }))
    .filter(({ recorded, now }) => recorded !== now);
}

function entryOf(moment: Moment): number {
  return moment.kind === 'input' ? moment.entry.n : moment.act.entry.n;
}

/** It was refused for want of room or of a store, and did nothing: there is nothing to do again. */
function isOfTheMoment({ answer, touches }: Act): boolean {
  return answer?.status === 503 && touches.every(({ input }) => input === undefined);
}
