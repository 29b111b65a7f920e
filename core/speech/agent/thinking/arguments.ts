// Arguments of a function from the words after its name, by its JSON schema: all that are found, and those that are required.

import type { Json } from '../../../kernel/canonical.ts';
import { answerLimits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import {
  allowsNumber,
  choicesOf,
  membersOf,
  numberFor,
  schemaOf,
  spokenChoice,
  typeOf,
  type Schema,
} from './schema.ts';
import { spokenWords } from './spoken-words.ts';
import { TextTopics, type Topic } from './topic.ts';

/** The text of the user, and the part after the name of the function. */
export interface SpokenCall {
  readonly text: string;
  readonly behind: string;
}

type JsonObject = { readonly [name: string]: Json };

/** At most `argumentDepthMax` nested objects and lists, and about `argumentValuesMax` values; others are empty. */
export function spokenArguments(parameters: Json, { text, behind }: SpokenCall): JsonObject {
  const reader: ArgumentReader = {
    fallback: wholeOf(behind) ?? wholeOf(text) ?? '',
    left: answerLimits.argumentValuesMax,
  };
  return objectFrom(schemaOf(parameters), behind, reader, answerLimits.argumentDepthMax).value;
}

/** The words of a text without the signs around them. */
function wholeOf(text: string): string | undefined {
  const words = spokenWords(text);
  if (words.length === 0) return undefined;
  return cutText(text.slice(words[0]!.from, words.at(-1)!.to), answerLimits.valueCharsMax);
}

interface ArgumentReader {
  /** A required text that is not found. */
  readonly fallback: string;
  /** The number of values that may still be added. */
  left: number;
}

/** A value, and whether it was spoken. */
type Found<T extends Json = Json> = { readonly value: T; readonly isSpoken: boolean };

function objectFrom(
  schema: Schema,
  text: string,
  reader: ArgumentReader,
  levels: number,
): Found<JsonObject> {
  if (levels === 0) return { value: {}, isSpoken: false };
  const members = membersOf(schema).slice(0, reader.left);
  const topics = new TextTopics(
    text,
    members.map(({ name }) => name),
  );
  const named = members.filter(({ name }) => topics.isNamed(name));
  const others = members.filter(({ name }) => !topics.isNamed(name));
  const values: [string, Json][] = [];
  let isSpoken = false;
  for (const { name, schema: own, isRequired } of [...named, ...others]) {
    const value = valueFrom(own, topics.about(name), reader, levels - 1);
    if (!value.isSpoken && !isRequired) continue;
    values.push([name, value.value]);
    isSpoken ||= value.isSpoken;
  }
  return { value: Object.fromEntries(values), isSpoken };
}

function valueFrom(schema: Schema, topic: Topic, reader: ArgumentReader, levels: number): Found {
  reader.left = Math.max(0, reader.left - 1);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choiceFrom(choices, topic);
  switch (typeOf(schema)) {
    case 'string':
      return fitting(schema, found(topic.words(), schema, reader.fallback));
    case 'number':
    case 'integer':
      return found(
        topic.number((value) => allowsNumber(schema, value)),
        schema,
        numberFor(schema),
      );
    case 'boolean':
      return found(topic.truth(), schema, false);
    case 'array':
      return arrayFrom(schema, topic, reader, levels);
    case 'object':
      return objectFrom(schema, topic.text, reader, levels);
    case 'null':
      return { value: null, isSpoken: false };
  }
}

/** The spoken value, else the default of the schema, else another value. */
function found(spoken: Json | undefined, schema: Schema, other: Json): Found {
  if (spoken !== undefined) return { value: spoken, isSpoken: true };
  const { default: own } = schema;
  return { value: own !== undefined && typeof own === typeof other ? own : other, isSpoken: false };
}

function fitting({ maxLength }: Schema, text: Found): Found {
  if (typeof text.value !== 'string' || typeof maxLength !== 'number' || maxLength < 0) return text;
  return { ...text, value: cutText(text.value, maxLength) };
}

function choiceFrom(choices: readonly Json[], topic: Topic): Found {
  const [spoken] = topic.choices(choices.map(spokenChoice));
  const chosen = choices.find((choice) => spokenChoice(choice) === spoken);
  return chosen === undefined
    ? { value: choices[0]!, isSpoken: false }
    : { value: chosen, isSpoken: true };
}

/** Items that are not in the text are omitted, unless the schema requires some. */
function arrayFrom(schema: Schema, topic: Topic, reader: ArgumentReader, levels: number): Found {
  if (levels === 0 || reader.left === 0) return { value: [], isSpoken: false };
  const items = schemaOf(schema['items']);
  const { minItems, maxItems } = schema;
  const most = Math.min(typeof maxItems === 'number' ? maxItems : itemsMax, itemsMax);
  const values = spokenItems(items, topic, most);
  const isSpoken = values.length > 0;
  const least = Math.min(typeof minItems === 'number' ? minItems : 0, most);
  while (values.length < least && reader.left > 0) {
    values.push(valueFrom(items, topic, reader, levels - 1).value);
  }
  return { value: values, isSpoken };
}

const itemsMax = 20;

function spokenItems(items: Schema, topic: Topic, most: number): Json[] {
  const choices = choicesOf(items);
  if (choices !== undefined) {
    const spoken = topic.choices(choices.map(spokenChoice)).slice(0, most);
    return spoken.map((text) => choices.find((choice) => spokenChoice(choice) === text)!);
  }
  const values: Json[] = [];
  while (values.length < most) {
    const value = itemFrom(items, topic);
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

function itemFrom(items: Schema, topic: Topic): Json | undefined {
  switch (typeOf(items)) {
    case 'string': {
      const item = fitting(items, found(topic.item(), {}, ''));
      return item.isSpoken ? item.value : undefined;
    }
    case 'number':
    case 'integer':
      return topic.number((value) => allowsNumber(items, value));
    case 'boolean':
    case 'array':
    case 'object':
    case 'null':
      return undefined;
  }
}
