// The thoughts of the voice agents of a recording, explained by the script in force at that time.

import { atOnce, speech, type JournalEntry } from '../../../core/index.ts';
import type { ExplainedThought } from '../../client/index.ts';
import type { Entry } from '../../recording/format/entries.ts';
import { readRecording } from '../../recording/format/reader.ts';
import { baseJournal } from '../../recording/base/base-journal.ts';
import { printThought } from '../../services/speech/thoughts.ts';

type LoggedEvent = Parameters<speech.ThoughtLog['apply']>[0];

/**
 * Returns a reader of entries in their order: the thought that begins with an entry, if one does. Decides the inputs before the recording
 * again, since the script may be among them. Rejects with RecordingError if no world accepts them.
 */
export async function recordedThoughts(
  file: string,
): Promise<(entry: Entry) => ExplainedThought | undefined> {
  const log = new speech.ThoughtLog();
  const before: readonly JournalEntry[] = await baseJournal(file, await readRecording(file));
  for (const { events } of before) for (const envelope of events) log.apply(envelope);
  return (entry) => {
    if (entry.kind !== 'event') return undefined;
    const { position, at: atMs, type, data } = entry;
    const event = { ...data, type } as LoggedEvent['event'];
    const thought = log.apply({ position, atMs, event });
    return thought && printThought(thought, atOnce(speech.explainThought(thought)));
  };
}
