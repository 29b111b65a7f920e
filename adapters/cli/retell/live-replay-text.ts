// The result of a live replay as lines of text.

import type { ClientDiff } from '../../recording/diff/client-difference.ts';
import { changesText, clientReport, sentText } from '../../recording/diff/client-report.ts';
import { counted, textOf } from '../../recording/differences/text.ts';

/** The first line is a sentence about all. `isAll`: with all differences and fields. */
export function liveReplayLines(diff: ClientDiff, isAll: boolean): readonly string[] {
  const hint = '--all shows them';
  return textOf(clientReport(diff, { isAll, hint, head: headOf(diff), isRetold: true }));
}

function headOf({ isEqual, counts, requests, consequences }: ClientDiff): string {
  const received = counted(counts.received, 'message');
  if (isEqual) return `${sentText(counts)}, ${received} received, all equal`;
  const differences = [...requests, ...consequences];
  return `${counted(differences.length, 'difference')}${changesText(differences)}; ${received} equal`;
}
