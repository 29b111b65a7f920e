// Changes that contradict each other: one of them would have no effect, whichever is made first.

import { changeText, EditError, type RecordingChange } from './change.ts';

/** Throws EditError if two changes contradict each other. */
export function checkContradictions(changes: readonly RecordingChange[]): void {
  for (const [index, change] of changes.entries()) {
    const other = changes.slice(0, index).find((one) => contradict(one, change));
    if (other === undefined) continue;
    const [one, two] = [changeText(other), changeText(change)];
    throw new EditError(`Two changes contradict each other: ${one}, and ${two}. Leave one out.`);
  }
}

function contradict(one: RecordingChange, other: RecordingChange): boolean {
  if (one.kind === 'insert' || other.kind === 'insert') return false;
  if (one.kind === 'seed' || other.kind === 'seed') return one.kind === other.kind;
  if (one.entry !== other.entry) return false;
  if (one.kind === 'drop' || other.kind === 'drop') return true;
  if (one.kind !== other.kind) return false;
  if (one.kind !== 'set' || other.kind !== 'set') return true;
  return isWithin(one.path, other.path) || isWithin(other.path, one.path);
}

/** Whether a path is another one, or leads to a part of it. */
function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`);
}
