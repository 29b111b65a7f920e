// Shrinks a recording: finds the smallest one that still fails, by whatever judges it.

import { rmSync } from 'node:fs';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import {
  candidateSource,
  type Candidate,
  type CandidateFile,
  type CandidateOptions,
  type CandidateSource,
} from './candidates.ts';
import { untilAborted } from '../retell/until-aborted.ts';
import { smallestOf } from './search.ts';

export interface ShrinkOptions extends CandidateOptions {
  /** Whether a recording fails. It may reject with JudgeEndedError. */
  readonly fails: (candidate: CandidateFile) => Promise<boolean>;
  /** Aborted when no more is to be tried. */
  readonly signal: AbortSignal;
  readonly onCandidate?: (progress: ShrinkProgress) => void;
}

export interface ShrinkProgress {
  /** Of the smallest recording so far. */
  readonly entries: number;
  /** Of the given recording. */
  readonly of: number;
  readonly candidates: number;
}

export interface Shrunk {
  /** The smallest recording, in the folder of the candidates; the given one if nothing could be left out. */
  readonly smallest: CandidateFile;
  /** How many were tried. */
  readonly candidates: number;
  /** Why smaller ones were not tried; absent: of the smallest no part can be left out. */
  readonly ended?: 'stopped' | JudgeEndedError;
}

/** What judges recordings cannot judge any more. */
export class JudgeEndedError extends Error {
  override readonly name = 'JudgeEndedError';
}

/** The recording does not fail: as it was recorded, or as it replays now. */
export class NotFailingError extends Error {
  override readonly name = 'NotFailingError';
  readonly isOtherNow: boolean;

  constructor(isOtherNow: boolean) {
    super('The recording does not fail.');
    this.isOtherNow = isOtherNow;
  }
}

/** The most judgements that are remembered. */
const judgementsMax = 100_000;

/**
 * Rejects with NotFailingError, with JudgeEndedError if the given recording cannot be judged, with RecordingError if it cannot be
 * executed, with RewriteError, or with the reason of the signal if even that was not judged.
 */
export function shrinkRecording(given: CandidateFile, options: ShrinkOptions): Promise<Shrunk> {
  return new Shrinking(given.recording, options).shrink(given);
}

class Shrinking {
  readonly #options: ShrinkOptions;
  readonly #source: CandidateSource;
  readonly #original: number;
  /** By the seals of candidates: equal ones are judged once. */
  readonly #judged = new Map<string, boolean>();
  #candidates = 0;

  constructor({ header, entries }: AnyRecording, options: ShrinkOptions) {
    this.#options = options;
    this.#source = candidateSource(header.source, options);
    this.#original = entries.length;
  }

  async shrink(given: CandidateFile): Promise<Shrunk> {
    const { signal } = this.#options;
    if (!(await untilAborted(this.#options.fails(given), signal))) throw new NotFailingError(false);
    let smallest = await untilAborted(this.#start(given), signal);
    try {
      await smallestOf(smallest, async (state, removed) => {
        const smaller = await untilAborted(this.#attempt(state, removed), signal);
        if (smaller === undefined) return undefined;
        if (smallest.file !== given.file) rmSync(smallest.file, { force: true });
        smallest = smaller;
        return smaller;
      });
      return { smallest, candidates: this.#candidates };
    } catch (error) {
      const ended = error instanceof JudgeEndedError ? error : 'stopped';
      if (ended === 'stopped' && !signal.aborted) throw error;
      return { smallest, candidates: this.#candidates, ended };
    }
  }

  /** The given recording, or how it is now if it was cut or replays otherwise. */
  async #start(given: CandidateFile): Promise<Candidate> {
    const isWhole = given.recording.ending.kind === 'whole';
    if (isWhole && (await this.#source.replays(given))) return this.#withUnits(given);
    const now = await this.#source.again(given);
    if (!(await this.#judge(now))) throw new NotFailingError(true);
    return this.#withUnits(now);
  }

  async #attempt(state: Candidate, removed: ReadonlySet<number>): Promise<Candidate | undefined> {
    this.#candidates += 1;
    const { onCandidate } = this.#options;
    const entries = state.recording.entries.length;
    onCandidate?.({ entries, of: this.#original, candidates: this.#candidates });
    const rest = await this.#source.without(state, removed);
    if (rest === undefined) return undefined;
    const candidate = this.#withUnits(rest);
    const isSmaller = candidate.units.length < state.units.length;
    if (isSmaller && (await this.#judge(rest)) && (await this.#source.replays(rest))) {
      return candidate;
    }
    rmSync(rest.file, { force: true });
    return undefined;
  }

  #withUnits(candidate: CandidateFile): Candidate {
    return { ...candidate, units: this.#source.unitsOf(candidate.recording) };
  }

  async #judge(candidate: CandidateFile): Promise<boolean> {
    const { ending } = candidate.recording;
    const seal = ending.kind === 'whole' ? ending.end.seal : '';
    const known = this.#judged.get(seal);
    if (known !== undefined) return known;
    const fails = await this.#options.fails(candidate);
    if (this.#judged.size < judgementsMax) this.#judged.set(seal, fails);
    return fails;
  }
}
