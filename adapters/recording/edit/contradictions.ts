// Changes that contradict each other: one of them would have no effect, whichever is made first.

import { changeText, EditError, type RecordingChange } from './change.ts';

/** Throws EditError if two changes contradict each other. */
export function checkContradictions(changes: readonly RecordingChange[]): void {
  /** By the entry that they change; seeds have none. */
  const earlier = new Map<number | undefined, RecordingChange[]>();
  for (const change of changes) {
    if (change.kind === 'insert') continue;
    const entry = change.kind === 'seed' ? undefined : change.entry;
    const own = earlier.get(entry) ?? [];
    earlier.set(entry, own);
    const other = own.find((one) => contradict(one, change));
    own.push(change);
    if (other === undefined) continue;
    const [one, two] = [changeText(other), changeText(change)];
    throw new EditError(`Two changes contradict each other: ${one}, and ${two}. Leave one out.`);
  }
}

/** Of two changes of one entry, or two seeds. */
function contradict(one: RecordingChange, other: RecordingChange): boolean {
  if (one.kind === 'seed') return true;
  if (one.kind === 'drop' || other.kind === 'drop') return true;
  if (one.kind !== other.kind) return false;
  if (one.kind !== 'set' || other.kind !== 'set') return true;
  return isWithin(one.path, other.path) || isWithin(other.path, one.path);
}

/** Whether a path is another one, or leads to a part of it. */
function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`);
}
