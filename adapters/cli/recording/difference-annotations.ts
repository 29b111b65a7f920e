// Annotations of differences: each at the line of the recording that has its entry.

import { entryOf, type ItemDifference } from '../../recording/differences/difference.ts';
import { lineOf, type Annotation } from './annotations.ts';

/** What an annotation says of a difference. */
export interface AnnotationWording<Difference> {
  readonly title: string | ((difference: Difference) => string);
  readonly message: (difference: Difference) => string;
}

/** `files`: the recordings on the left and on the right. */
export function differenceAnnotations<Difference extends ItemDifference>(
  differences: readonly Difference[],
  [left, right]: readonly [string, string],
  { title, message }: AnnotationWording<Difference>,
): readonly Annotation[] {
  return differences.map((difference) => {
    const { side, n } = entryOf(difference);
    return {
      file: side === 'left' ? left : right,
      line: lineOf(n),
      title: typeof title === 'string' ? title : title(difference),
      message: message(difference),
    };
  });
}
