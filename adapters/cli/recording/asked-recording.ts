// The recording of a world that `reprise whatif` changes: the given one, or that of a fresh world in which a recording of real services
// was performed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkContradictions } from '../../recording/edit/contradictions.ts';
import type { RecordingChange } from '../../recording/edit/change.ts';
import {
  readAnyRecording,
  readRecording,
  type ProxyLines,
  type Recording,
} from '../../recording/format/reader.ts';
import { EntryNumbers } from '../../recording/whatif/entry-numbers.ts';
import { fidelityOf } from '../../retell/fidelity.ts';
import { Connector } from '../../upstream/relay/connector.ts';
import { performedInWorld } from '../retell/simulated-replay.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { withReadErrors } from '../support/read-errors.ts';

export interface AskedRecording {
  readonly file: string;
  readonly recording: Recording;
  /** Of a recording of real services: its numbers. */
  readonly numbers?: EntryNumbers;
  /** How faithful that world is. */
  readonly note?: string;
  /** Removes temporary files. */
  readonly close: () => void;
}

export async function openAskedRecording(
  file: string,
  { allowCut = false }: { readonly allowCut?: boolean },
  host: CliHost,
): Promise<AskedRecording> {
  const recording = await withReadErrors(() => readAnyRecording(resolve(host.cwd, file)));
  const { ending, header } = recording;
  if (ending.kind === 'cut' && !allowCut) {
    throw new CliError(
      `${file} was cut after entry ${ending.entries}: it has no end line. Retell the existing part with --allow-cut.`,
      exitCodes.differs,
    );
  }
  return header.source === 'proxy'
    ? performed(file, recording as Recording<ProxyLines>, host)
    : { file, recording: recording as Recording, close: () => undefined };
}

async function performed(
  file: string,
  given: Recording<ProxyLines>,
  host: CliHost,
): Promise<AskedRecording> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-asked-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  const connector = new Connector();
  try {
    const output = join(folder, 'world.jsonl');
    const recorder = { file: join(folder, 'session.jsonl'), connector };
    const session = await performedInWorld(file, given, recorder, { output }, host);
    const recording = await readRecording(output);
    const operations = fidelityOf(given, session, []);
    const sum = (of: 'equal' | 'exchanges') =>
      operations.reduce((total, operation) => total + operation[of], 0);
    const note = `note: ${file} is of real services: it was performed in a fresh world first, in which ${sum('equal')} of ${sum('exchanges')} answers are equal (reprise replay --simulate shows which). Entries have the numbers of ${file}.`;
    return { file: output, recording, numbers: new EntryNumbers(given, recording), note, close };
  } catch (error) {
    close();
    throw error;
  } finally {
    connector.close();
  }
}

/** The changes with the numbers of the recording that is asked. Throws EditError if one cannot be made there. */
export function changesIn(
  { numbers }: AskedRecording,
  changes: readonly RecordingChange[],
): readonly RecordingChange[] {
  if (numbers === undefined) return changes;
  checkContradictions(changes);
  return changes.map((change) => numbers.changeInWorld(change));
}
