// Parses names with brackets in queries and forms: organizer[]=1, venue[venue]=Hall, categories[0]=a.

import { parse } from 'qs';
import { formParametersMax, hasTooManyParameters } from '../../../protocol/form-size.ts';

/** A query or form that exceeds a limit or is malformed. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

/** The most brackets after one name. */
export const formDepthMax = 8;
/** The longest name, with its brackets. */
export const formNameCharsMax = 500;

type Pairs = Iterable<readonly [name: string, value: string]>;

/** The values by name, nested by brackets. The last of repeated names counts. Throws FormError. */
export function formMembers(pairs: Pairs): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>();
  let count = 0;
  let isNested = false;
  for (const [name, value] of pairs) {
    if ((count += 1) > formParametersMax) throw tooMany;
    if (name.length > formNameCharsMax) throw tooLong;
    isNested ||= name.includes('[');
    members.set(name, value);
  }
  return isNested ? nested(pairs) : members;
}

export function formBody(body: Buffer): ReadonlyMap<string, unknown> {
  const text = body.toString('utf8');
  if (hasTooManyParameters(text)) throw tooMany;
  return formMembers(new URLSearchParams(text));
}

function nested(pairs: Pairs): ReadonlyMap<string, unknown> {
  // Printed again: URLSearchParams has read malformed encodings leniently, such as a percent sign that encodes nothing.
  const text = new URLSearchParams(lastForms(pairs)).toString();
  return new Map(Object.entries(parsed(text)));
}

/** If a name is sent both with and without brackets, only the form that was sent last. */
function lastForms(pairs: Pairs): [string, string][] {
  const last = new Map<string, { readonly isNested: boolean; readonly all: [string, string][] }>();
  for (const [name, value] of pairs) {
    const end = name.indexOf('[');
    const isNested = end !== -1;
    const front = isNested ? name.slice(0, end) : name;
    const before = last.get(front);
    if (isNested && before?.isNested === true) before.all.push([name, value]);
    else last.set(front, { isNested, all: [[name, value]] });
  }
  return [...last.values()].flatMap(({ all }) => all);
}

function parsed(text: string): object {
  try {
    return parse(text, {
      allowPrototypes: false,
      arrayLimit: formParametersMax,
      depth: formDepthMax,
      duplicates: 'last',
      parameterLimit: formParametersMax,
      strictDepth: true,
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep;
    throw error;
  }
}

const tooMany = new FormError(`At most ${formParametersMax} parameters are allowed`);
const tooLong = new FormError(`Names must have at most ${formNameCharsMax} characters`);
const tooDeep = new FormError(`Names must have at most ${formDepthMax} brackets`);
