// Whether an event is good or bad news, by its type. Marks differ by shape, too.

export type Tone = 'plain' | 'good' | 'bad';

const bad =
  /(?:Failed|Denied|Reverted|Stuck|Reorganised|ReturnedToMempool|Struck|Refused|Rejected|Warned|Skipped)$/;
const good = /(?:Completed|Delivered|Confirmed|Recovered|Published)$/;

export function toneOf(type: string): Tone {
  if (bad.test(type)) return 'bad';
  return good.test(type) ? 'good' : 'plain';
}
