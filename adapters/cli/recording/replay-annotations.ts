// The annotations of a replay: one for each cause of a difference, and for each file that cannot be replayed.

import { restText } from '../../recording/replay/group-report.ts';
import { toDifference } from '../../recording/replay/to-difference.ts';
import { differenceSentence } from '../../recording/differences/text.ts';
import { lineOf, type Annotation } from './annotations.ts';
import { differenceAnnotations } from './difference-annotations.ts';
import type { ReplayOutcome } from './replay-text.ts';

export function annotationsOf({
  file,
  result,
  message = '',
  entry,
  replay: replayed,
  epochMs = 0,
}: ReplayOutcome): readonly Annotation[] {
  if (result === 'equal' || result === 'updated') return [];
  const { groups, divergence } = replayed ?? {};
  const firsts = groups ?? (divergence === undefined ? [] : [{ first: divergence }]);
  if (firsts.length === 0) {
    return [{ file, line: lineOf(entry), title: `reprise replay: ${result}`, message }];
  }
  return firsts.flatMap((group) => {
    const rest = 'others' in group ? restText(group) : '';
    return differenceAnnotations([toDifference(group.first, epochMs)], [file, file], {
      title: 'reprise replay: different',
      message: (difference) =>
        [differenceSentence(difference), rest].filter((text) => text !== '').join('; '),
    });
  });
}
