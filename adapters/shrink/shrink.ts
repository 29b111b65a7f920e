// Shrinks a recording: finds the smallest one that still fails, by whatever tests it.

import { rmSync } from 'node:fs';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import {
  candidateSource,
  type ShrinkCandidate,
  type CandidateFile,
  type CandidateSourceOptions,
  type CandidateSource,
} from './candidates.ts';
import { untilAborted } from '../retell/until-aborted.ts';
import { leavesDependants, smallestOf } from './search.ts';

export interface ShrinkOptions extends CandidateSourceOptions {
  /** Whether a recording fails. It may reject with TestEndedError. */
  readonly fails: (candidate: CandidateFile) => Promise<boolean>;
  /** Whether no request may name an id whose answer is left out, though the recording would fail: a server may know it of old. */
  readonly keepsIds?: boolean;
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
  readonly ended?: 'stopped' | TestEndedError;
}

/** Recordings cannot be tested any more, or some could not. */
export class TestEndedError extends Error {
  override readonly name = 'TestEndedError';
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

/** The most verdicts that are remembered. */
const verdictsMax = 100_000;

/**
 * Rejects with NotFailingError, with TestEndedError if the given recording cannot be tested, with RecordingError if it cannot be
 * executed, with RewriteError, or with the reason of the signal if even that was not tested.
 */
export function shrinkRecording(given: CandidateFile, options: ShrinkOptions): Promise<Shrunk> {
  return new Shrinking(given.recording, options).shrink(given);
}

class Shrinking {
  readonly #options: ShrinkOptions;
  readonly #source: CandidateSource;
  readonly #original: number;
  /** By the seals of candidates: equal ones are tested once. */
  readonly #verdicts = new Map<string, boolean>();
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
      const ended = error instanceof TestEndedError ? error : 'stopped';
      if (ended === 'stopped' && !signal.aborted) throw error;
      return { smallest, candidates: this.#candidates, ended };
    }
  }

  /** The given recording, or how it is now if it was cut or replays otherwise. */
  async #start(given: CandidateFile): Promise<ShrinkCandidate> {
    const isWhole = given.recording.ending.kind === 'whole';
    if (isWhole && (await this.#source.replays(given))) return this.#withUnits(given);
    const now = await this.#source.again(given);
    if (!(await this.#fails(now))) throw new NotFailingError(true);
    return this.#withUnits(now);
  }

  async #attempt(
    state: ShrinkCandidate,
    removed: ReadonlySet<number>,
  ): Promise<ShrinkCandidate | undefined> {
    const { onCandidate, keepsIds } = this.#options;
    if (keepsIds === true && leavesDependants(state.units, removed)) return undefined;
    this.#candidates += 1;
    const entries = state.recording.entries.length;
    onCandidate?.({ entries, of: this.#original, candidates: this.#candidates });
    const rest = await this.#source.without(state, removed);
    if (rest === undefined) return undefined;
    const candidate = this.#withUnits(rest);
    const isSmaller = candidate.units.length < state.units.length;
    if (isSmaller && (await this.#fails(rest)) && (await this.#source.replays(rest))) {
      return candidate;
    }
    rmSync(rest.file, { force: true });
    return undefined;
  }

  #withUnits(candidate: CandidateFile): ShrinkCandidate {
    return { ...candidate, units: this.#source.unitsOf(candidate.recording) };
  }

  async #fails(candidate: CandidateFile): Promise<boolean> {
    const { ending } = candidate.recording;
    const seal = ending.kind === 'whole' ? ending.end.seal : '';
    const known = this.#verdicts.get(seal);
    if (known !== undefined) return known;
    const fails = await this.#options.fails(candidate);
    if (this.#verdicts.size < verdictsMax) this.#verdicts.set(seal, fails);
    return fails;
  }
}
