// Reads the recordings that are played together.

import { readAnyRecording } from '../../recording/format/reader.ts';
import type { PlayedFile } from './player.ts';
import { trafficOf } from '../traffic.ts';

/** Recordings that cannot be played as asked for: cut ones, or two of one service. */
export class PlayedFilesError extends Error {
  override readonly name = 'PlayedFilesError';
  readonly isCut: boolean;

  constructor(message: string, isCut = false) {
    super(message);
    this.isCut = isCut;
  }
}

export interface ReadPlayedOptions {
  readonly isCutAllowed: boolean;
  /** Called with a sentence for each file that was cut. */
  readonly onCut: (sentence: string) => void;
}

/** `paths`: by the names of the files. Rejects with RecordingError or PlayedFilesError. */
export async function readPlayedFiles(
  paths: ReadonlyMap<string, string>,
  { isCutAllowed, onCut }: ReadPlayedOptions,
): Promise<readonly PlayedFile[]> {
  const files: PlayedFile[] = [];
  const playedBy = new Map<string, string>();
  for (const [name, path] of paths) {
    const traffic = trafficOf(await readAnyRecording(path));
    if (traffic.isCut) {
      const cut = `${name} was cut after entry ${traffic.entryCount}`;
      if (!isCutAllowed) throw new PlayedFilesError(cut, true);
      onCut(`${cut}; it plays up to there.`);
    }
    for (const service of new Set([...traffic.requests, ...traffic.sockets].map(serviceOf))) {
      const other = playedBy.get(service);
      if (other !== undefined) {
        throw new PlayedFilesError(
          `${other} and ${name} both have the service ${service}: play one of them.`,
        );
      }
      playedBy.set(service, name);
    }
    files.push({ name, traffic });
  }
  return files;
}

const serviceOf = ({ service }: { readonly service: string }): string => service;
