// Marks the ids of a service that are plain numbers, so that they count as ids of other forms do.

import type { NumericIds } from '../../contracts/numeric-ids.ts';
import { services } from '../../services/index.ts';
import { serviceAt } from '../../services/service-at.ts';
import { isRecord } from '../format/json-values.ts';

/** Around the counter and the number of an id. For private use in Unicode, so texts have none. */
const mark = '\ue000';
/** Before a mark: the value is a number. */
export const numberMark = '\ue001';

/** The form of marked ids. */
export const markedId = /\ue000[a-z]+ \d+\ue000/;

const marked = new RegExp(`${numberMark}?${mark}([a-z]+) (\\d+)${mark}`, 'g');
const markedNumber = new RegExp(`^${numberMark}${mark}([a-z]+) (\\d+)${mark}$`);

const names: ReadonlySet<string> = new Set(services.map(({ name }) => name));

const idsOf: ReadonlyMap<string, NumericIds> = new Map(
  services.flatMap(({ name, numericIds }) =>
    numericIds === undefined ? [] : [[name, numericIds] as const],
  ),
);

/** What marks the ids in the requests of a service to a path: sent ones may be texts. */
export class IdMarker {
  readonly #ids: NumericIds | undefined;
  readonly #path: string;

  constructor(service: string, path: string) {
    // A proxy may name an upstream otherwise, such as the one of all other paths.
    const owner = names.has(service) ? service : serviceAt(path)?.name;
    this.#ids = idsOf.get(owner ?? '');
    this.#path = path;
  }

  sent<Value>(value: Value): Value {
    return this.#ids === undefined ? value : (this.#marked(value, this.#ids, true) as Value);
  }

  received<Value>(value: Value): Value {
    return this.#ids === undefined ? value : (this.#marked(value, this.#ids, false) as Value);
  }

  /** `holder`: the name of the member that holds the value. */
  #marked(value: unknown, ids: NumericIds, isSent: boolean, holder?: string): unknown {
    if (typeof value === 'string') return this.#inText(value, ids);
    if (Array.isArray(value)) return value.map((one) => this.#marked(one, ids, isSent, holder));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([field, one]) => {
      const [name = field, outer = holder] = memberNames(field);
      const counter = ids.counterOf(name, { record: value, holder: outer, path: this.#path });
      const own = counter === undefined ? one : withCounter(one, counter, isSent);
      return [field, this.#marked(own, ids, isSent, name)];
    });
    return Object.fromEntries(entries);
  }

  /** In paths, and in parameters of URLs. */
  #inText(text: string, { segments, counterOf }: NumericIds): string {
    const inPaths = text.replace(/\/([a-z_]+)\/(\d+)(?![\w-])/g, (whole, segment: string, id) => {
      const counter = Object.hasOwn(segments, segment) ? segments[segment] : undefined;
      return counter === undefined ? whole : `/${segment}/${markOf(counter, id)}`;
    });
    const parameters = /(?<=[?&])([a-z_]+)=(\d+(?:(?:,|%2C)\d+)*)(?![\w-])/g;
    return inPaths.replace(parameters, (whole, name: string, list: string) => {
      const counter = counterOf(name, { record: {}, holder: undefined, path: this.#path });
      return counter === undefined ? whole : `${name}=${markedList(list, counter)}`;
    });
  }
}

function withCounter(value: unknown, counter: string, isSent: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withCounter(one, counter, isSent));
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) {
    return `${numberMark}${markOf(counter, String(value))}`;
  }
  const isList = isSent && typeof value === 'string' && /^\d+(, ?\d+)*$/.test(value);
  return isList ? markedList(value, counter) : value;
}

function markedList(list: string, counter: string): string {
  return list.replace(/(?<!%)\d+/g, (id) => markOf(counter, id)); // %2C is a comma
}

/** The marks in a text. */
export function marksIn(text: string): readonly string[] {
  return [...text.matchAll(marked)].map(([, counter = '', id = '']) => markOf(counter, id));
}

/** The mark of an id of a counter. */
export function markOf(counter: string, id: string): string {
  return `${mark}${counter} ${id}${mark}`;
}

/** The names in a form's field, the last one first: `id` and `venue` of `venue[0][id]`. */
function memberNames(field: string): readonly string[] {
  return field
    .split(/[[\]]+/)
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .reverse();
}

/** A value as it was before its ids were marked. */
export function withoutMarks<Value>(value: Value): Value {
  return withNumbers(value, (_counter, id) => id);
}

/** The same with other numbers, by the counters of the ids. */
export function withNumbers<Value>(
  value: Value,
  numberOf: (counter: string, id: string) => string,
): Value {
  return plain(value, numberOf) as Value;
}

function plain(value: unknown, numberOf: (counter: string, id: string) => string): unknown {
  if (typeof value === 'string') {
    const [, counter, number] = markedNumber.exec(value) ?? [];
    if (counter !== undefined && number !== undefined) return Number(numberOf(counter, number));
    return value.replace(marked, (_whole, own: string, id: string) => numberOf(own, id));
  }
  if (Array.isArray(value)) return value.map((one) => plain(one, numberOf));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, plain(one, numberOf)]);
  return Object.fromEntries(entries);
}
