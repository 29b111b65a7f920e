// Says what a live request or frame has that no recorded one has.

import type { FieldDifference } from '../../recording/differences/difference.ts';
import type { Miss } from './cursor.ts';
import type { FrameMiss } from './socket-script.ts';
import type { RecordedRequest, RecordedSocket } from '../traffic.ts';

const valueCharsMax = 60;
const fieldsMax = 5;

/** One sentence or two, such as `POST /a is not in the recording. Nearest is entry 7, which has body.amount "1" in place of "2".` */
export function missText(live: string, { nearest, differences, isUsedUp }: Miss): string {
  if (isUsedUp)
    return `${live} was not recorded as often as it is sent now, or not after this write.`;
  const start = `${live} is not in the recording.`;
  if (nearest === undefined) return `${start} Nothing like it is.`;
  if (differences.length === 0) return `${start} Nearest is entry ${nearest.n}.`;
  return `${start} Nearest is entry ${nearest.n}, ${nameOf(nearest)}, with ${differencesText(differences)}.`;
}

export function frameMissText(live: string, { expected, differences }: FrameMiss): string {
  const start = `The frame ${shown(live)} is not in the recording.`;
  if (expected !== undefined) {
    return `${start} Expected was entry ${expected.n}, with ${differencesText(differences)}.`;
  }
  return differences.length === 0
    ? `${start} No further frame of the client is.`
    : `${start} Audio of the client has ${differencesText(differences)}.`;
}

function nameOf(recorded: RecordedRequest | RecordedSocket): string {
  return `${'method' in recorded ? recorded.method : 'GET'} ${recorded.url}`;
}

function differencesText(differences: readonly FieldDifference[]): string {
  const texts = differences
    .slice(0, fieldsMax)
    .map(({ path, left, right }) =>
      `${path} ${shown(left)} in place of ${shown(right)}`.trimStart(),
    );
  const more = differences.length - texts.length;
  return [...texts, ...(more > 0 ? [`${more} more fields`] : [])].join(', ');
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = startOfJson(value, valueCharsMax);
  return text.length > valueCharsMax ? `${text.slice(0, valueCharsMax - 3)}...` : text;
}

/** So many characters of a value as JSON, or all of them; some more may follow. The value may be a body of many megabytes. */
function startOfJson(value: unknown, chars: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(0, chars)));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const name in value) {
    if (text.length > chars) break;
    if (text.length > 1) text += ',';
    if (!isList) text += `${startOfJson(name, chars)}:`;
    text += startOfJson((value as Readonly<Record<string, unknown>>)[name], chars - text.length);
  }
  return text + (isList ? ']' : '}');
}
