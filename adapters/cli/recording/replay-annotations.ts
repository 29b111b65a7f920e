// The annotations of a replay: one for each cause of a difference, and for each file that cannot be replayed.

import { restText } from '../../recording/replay/group-report.ts';
import { divergenceSentence } from '../../recording/replay/report.ts';
import { lineOf, type Annotation } from './annotations.ts';
import type { Outcome } from './replay-text.ts';

export function annotationsOf({
  file,
  result,
  message = '',
  entry,
  replay: replayed,
  epochMs = 0,
}: Outcome): Annotation[] {
  if (result === 'equal' || result === 'updated') return [];
  const { groups, divergence } = replayed ?? {};
  const firsts = groups ?? (divergence === undefined ? [] : [{ first: divergence }]);
  if (firsts.length === 0) {
    return [{ file, line: lineOf(entry), title: `reprise replay: ${result}`, message }];
  }
  return firsts.map((group) => {
    const { first } = group;
    const { exchange, event, place } = first;
    const rest = 'others' in group ? restText(group) : '';
    const sentence = divergenceSentence(first, epochMs);
    return {
      file,
      line: lineOf(exchange?.entry ?? event?.entry ?? place?.entry),
      title: 'reprise replay: different',
      message: rest === '' ? sentence : `${sentence}; ${rest}`,
    };
  });
}
