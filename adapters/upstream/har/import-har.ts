// Makes a recording of a HAR: of the exchanges of a browser as a proxy would have recorded them, or again of the recording that was
// exported.

import { nextLoopTurn } from '../../host-timers.ts';
import type { OwnedPaths, Upstream } from '../upstreams.ts';
import type { CheckedHar } from './foreign-flaws.ts';
import { SessionFileError } from '../session-file-error.ts';
import { HarIndex } from './har-index.ts';
import { HarFile } from './har-scanner.ts';
import { HarServices, type LeftOut } from './har-services.ts';
import type { ImportedHeader, ImportedRecording } from './imported-recording.ts';
import { StepWriter, type ImportCounts } from './step-writer.ts';

/** The steps after which the event loop goes on: garbage is collected then, and progress is shown. */
const stepsOfTurn = 32;

export interface ImportOptions extends CheckedHar {
  /** The services that are imported; empty if they are to be found. */
  readonly upstreams: readonly Upstream[];
  readonly paths: readonly OwnedPaths[];
  readonly onProgress?: (bytesDone: number, bytesTotal: number, entries: number) => void;
}

/** A HAR that has been read and can be imported. */
export interface ReadHar {
  /** The header of the recording that it was exported from, if it was. */
  readonly header: ImportedHeader | undefined;
  /** The services of the recording, unless it has a header. */
  readonly upstreams: readonly Upstream[];
  /** Writes all lines, and the end. */
  readonly writeTo: (
    recording: ImportedRecording,
    onProgress?: (stepsDone: number, stepsTotal: number) => void,
  ) => Promise<ImportCounts>;
  readonly leftOut: () => LeftOut;
  readonly close: () => void;
}

/** Reads a HAR, and all that it needs to be imported. Rejects with SessionFileError, or the error of the file system. */
export async function readHar(path: string, options: ImportOptions): Promise<ReadHar> {
  const { name, upstreams: given, paths, onProgress = () => undefined } = options;
  const file = new HarFile(path, name);
  try {
    const services = new HarServices(given, paths);
    const index = new HarIndex(file, name, services);
    await index.fill(onProgress);
    const { origin } = index;
    if (origin === undefined && index.exportedCount > 0) {
      throw new SessionFileError(
        `${name} has entries of a recording, but no log._reprise: export it again.`,
      );
    }
    if (origin !== undefined && given.length > 0) {
      throw new SessionFileError(
        `${name} was exported from a recording, which names its services: leave out their URLs.`,
        'use',
      );
    }
    const upstreams = origin === undefined ? services.chosen(name) : [];
    if (origin === undefined) index.flaws.check(services, options);
    const isWhole = origin !== undefined && index.isWhole();
    if (origin?.header.source === 'world' && !isWhole) {
      throw new SessionFileError(
        `${name} lacks lines of the world that it was exported from: export it again.`,
      );
    }
    return {
      header: origin?.header as ImportedHeader | undefined,
      upstreams,
      async writeTo(recording, onStep = () => undefined) {
        const writer = new StepWriter(index, services, isWhole);
        let done = 0;
        for (const step of index.inOrder()) {
          writer.write(step, recording);
          done += 1;
          if (done % stepsOfTurn !== 0) continue;
          onStep(done, index.stepCount);
          await nextLoopTurn();
        }
        if (isWhole && origin?.end === undefined) recording.cut();
        else recording.end(isWhole ? (origin?.end ?? {}) : {});
        return writer.counts;
      },
      leftOut: () => services.leftOut(),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}
