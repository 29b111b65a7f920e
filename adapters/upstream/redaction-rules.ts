// What a user has named as secret besides what is known: `header:x-tenant`, `query:tenant`, `json:$.a.b` in bodies, `frame:$.key` in
// frames. A recording has the rules in its header, so that a playback compares live requests without these values, too.

import { createReplace, type Replace } from '../recording/redaction/tokenizer.ts';
import { valuesIn } from './headers.ts';
import { isRecord, parsed } from '../recording/format/json-values.ts';

/** For messages about texts that are no rules. */
export const ruleForms =
  'header:<name>, query:<name>, json:$.<path> or frame:$.<path>, with * for any member';

const ruleForm =
  /^(?:(header|query):([^\s:=&?#]+)|(json|frame):\$((?:\.[^\s.[\]]+|\[(?:\d+|\*)\])+))$/;

export function isRule(text: string): boolean {
  return ruleForm.test(text);
}

type JsonPath = readonly string[];

export class RedactionRules {
  readonly #replace: Replace;
  readonly #headers = new Set<string>();
  readonly #parameters = new Set<string>();
  readonly #members: JsonPath[] = [];
  readonly #frameMembers: JsonPath[] = [];

  /** `isReplay`: tokens of the same salt stay. */
  constructor(rules: readonly string[], salt: string, isReplay: boolean) {
    this.#replace = createReplace({ salt, isReplay });
    for (const rule of rules) {
      const [, place, name = '', kind, path = ''] = ruleForm.exec(rule) ?? [];
      if (place === 'header') this.#headers.add(name.toLowerCase());
      else if (place === 'query') this.#parameters.add(name);
      else if (kind === 'json') this.#members.push(namesIn(path));
      else if (kind === 'frame') this.#frameMembers.push(namesIn(path));
    }
  }

  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    if (this.#headers.size === 0) return headers;
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        this.#headers.has(name.toLowerCase()) ? this.#tokens(value) : value,
      ]),
    );
  }

  url(url: string): string {
    if (this.#parameters.size === 0) return url;
    return url.replaceAll(
      /([?&])([^=&#?]{1,192})=([^&#]*)/g,
      (all, mark: string, name: string, value: string) => {
        const isSecret = value !== '' && this.#parameters.has(decoded(name));
        return isSecret ? `${mark}${name}=${encodeURIComponent(this.#token(decoded(value)))}` : all;
      },
    );
  }

  body(text: string): string {
    return this.#inJson(text, this.#members);
  }

  frame(text: string): string {
    return this.#inJson(text, this.#frameMembers);
  }

  /** A body that has one of the members is printed anew. */
  #inJson(text: string, paths: readonly JsonPath[]): string {
    if (paths.length === 0) return text;
    const value = parsed(text);
    if (value === undefined) return text;
    let count = 0;
    const token = (secret: unknown) => {
      count += 1;
      return this.#token(typeof secret === 'string' ? secret : JSON.stringify(secret));
    };
    const redacted = paths.reduce((all: unknown, path) => withMember(all, path, token), value);
    return count === 0 ? text : JSON.stringify(redacted);
  }

  /** Of each of several headers of one name. */
  #tokens(value: string): string {
    return valuesIn(value)
      .map((one) => this.#token(one))
      .join('\n');
  }

  #token(secret: string): string {
    return this.#replace('secret', secret, []);
  }
}

/** `.a.b[*]` has the names a, b and *. */
function namesIn(path: string): JsonPath {
  return path.split(/[.[\]]/).filter((name) => name !== '');
}

function withMember(
  value: unknown,
  [name, ...rest]: JsonPath,
  replace: (secret: unknown) => string,
): unknown {
  if (name === undefined) return value === null ? value : replace(value);
  const changed = (key: string, member: unknown) =>
    name === '*' || name === key ? withMember(member, rest, replace) : member;
  if (Array.isArray(value)) return value.map((item, index) => changed(String(index), item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, changed(key, member)]),
  );
}

function decoded(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? '';
}
