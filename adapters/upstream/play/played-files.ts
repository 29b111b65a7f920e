// Reads the recordings that are played together.

import { readAnyRecording } from '../../recording/format/reader.ts';
import type { PlayedFile } from './player.ts';
import { SessionFileError } from '../session-file-error.ts';
import { trafficOf } from '../traffic.ts';

export interface ReadPlayedOptions {
  readonly isCutAllowed: boolean;
  /** Called with a sentence for each file that was cut. */
  readonly onCut: (sentence: string) => void;
}

/** `paths`: by the names of the files. Rejects with RecordingError or SessionFileError. */
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
      if (!isCutAllowed) throw new SessionFileError(cut, 'cut');
      onCut(`${cut}; it plays up to there.`);
    }
    for (const service of new Set([...traffic.requests, ...traffic.sockets].map(serviceOf))) {
      const other = playedBy.get(service);
      if (other !== undefined) {
        throw new SessionFileError(
          `${other} and ${name} both have the service ${service}: play one of them.`,
          'use',
        );
      }
      playedBy.set(service, name);
    }
    files.push({ name, traffic });
  }
  return files;
}

const serviceOf = ({ service }: { readonly service: string }): string => service;
