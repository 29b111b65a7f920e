// Prints the fidelity of a server to a recorded one as a table.

import type { OperationFidelity } from '../../retell/fidelity.ts';
import { counted, valueText } from '../../recording/differences/text.ts';
import { table } from '../support/table.ts';

/** Without `--all`: the most kinds of differences of an operation. */
const kindsShownMax = 5;

/** The first line is a sentence about all. */
export function fidelityLines(
  operations: readonly OperationFidelity[],
  isAll: boolean,
): readonly string[] {
  const sum = (of: (operation: OperationFidelity) => number) =>
    operations.reduce((total, operation) => total + of(operation), 0);
  const [exchanges, equal] = [sum((one) => one.exchanges), sum((one) => one.equal)];
  const head = `${equal} of ${counted(exchanges, 'answer')} equal`;
  if (operations.length === 0) return [head];
  const rows = operations.map((one) => [one.operation, String(one.exchanges), String(one.equal)]);
  const printed = table([['operation', 'answers', 'equal'], ...rows]);
  const [titles = '', ...lines] = printed.split('\n');
  return [
    head,
    titles,
    ...operations.flatMap((operation, index) => [
      lines[index] ?? '',
      ...kindLines(operation, isAll),
    ]),
  ];
}

function kindLines({ differences }: OperationFidelity, isAll: boolean): readonly string[] {
  const shown = isAll ? differences : differences.slice(0, kindsShownMax);
  const more = differences.length - shown.length;
  return [
    ...shown.map(({ path, count, example }) => {
      const { entry, recorded, now } = example;
      const place = entry === undefined ? '' : ` (entry ${entry})`;
      const times = count === 1 ? '' : `, ${count} times`;
      return `    ${path}: ${valueText(recorded)} -> ${valueText(now)}${place}${times}`;
    }),
    ...(more > 0 ? [`    and ${more} more: --all shows them`] : []),
  ];
}
