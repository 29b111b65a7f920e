// Finds secrets, or beginnings of them, in a text in one pass, however many there are: by a rolling hash of as many characters as each of
// them has, then character by character among those that begin with these.

import { tokenCharsMin, type Secret, type Secrets } from './tokenizer.ts';

export interface SecretMatch {
  readonly secret: Secret;
  readonly at: number;
  /** How many characters of the secret are there: at least those of its head. */
  readonly length: number;
}

/** The first match from a place on: the longest there, and of several as long that of the first secret. */
export type SecretIndex = (text: string, from: number) => SecretMatch | undefined;

/** Secrets whose first characters are the same. */
interface Branch {
  /** The first whose head is among these characters. */
  readonly found: Secret | undefined;
  readonly secrets: Secrets;
  /** By the next character; built when a text goes on so far. */
  next?: ReadonlyMap<string, Branch>;
}

export function createSecretIndex(secrets: Secrets): SecretIndex {
  const byHash = grouped(secrets, ({ value }) => hashOf(value, 0));
  const isHash = new Uint8Array(hashesMax);
  for (const hash of byHash.keys()) isHash[hash] = 1;
  /** Of the hashes that texts have had. */
  const known = new Map<number, ReadonlyMap<string, Branch>>();

  function beginningsOf(hash: number): ReadonlyMap<string, Branch> {
    let beginnings = known.get(hash);
    if (beginnings === undefined) {
      beginnings = branchesOf(distinct(byHash.get(hash) ?? []), tokenCharsMin, ({ value }) =>
        value.slice(0, tokenCharsMin),
      );
      known.set(hash, beginnings);
    }
    return beginnings;
  }

  return (text, from) => {
    const last = text.length - tokenCharsMin;
    if (from > last) return undefined;
    let sum = sumOf(text, from);
    for (let at = from; ; at += 1) {
      const hash = hashIn(sum);
      if (isHash[hash] === 1) {
        const branch = beginningsOf(hash).get(text.slice(at, at + tokenCharsMin));
        const match = branch === undefined ? undefined : longestIn(branch, text, at);
        if (match !== undefined) return match;
      }
      if (at >= last) return undefined;
      const others = sum - Math.imul(text.charCodeAt(at), firstFactor);
      sum = (Math.imul(others, factor) + text.charCodeAt(at + tokenCharsMin)) | 0;
    }
  };
}

/** The secrets whose first characters may be in one of the texts: all that are, and few others. */
export function possibleSecretsIn(texts: readonly string[], secrets: Secrets): Secrets {
  const isInTexts = new Uint8Array(hashesMax);
  for (const text of texts) {
    for (let at = 0; at <= text.length - tokenCharsMin; at += 1) isInTexts[hashOf(text, at)] = 1;
  }
  const hashes = hashesOf(secrets);
  return secrets.filter((_secret, index) => isInTexts[hashes[index] ?? 0] === 1);
}

const hashesOfSecrets = new WeakMap<Secrets, Uint16Array>();

function hashesOf(secrets: Secrets): Uint16Array {
  let hashes = hashesOfSecrets.get(secrets);
  if (hashes === undefined) {
    hashes = Uint16Array.from(secrets, ({ value }) => hashOf(value, 0));
    hashesOfSecrets.set(secrets, hashes);
  }
  return hashes;
}

/** The first of those that are found alike. */
function distinct(secrets: Secrets): Secrets {
  const byText = grouped(secrets, ({ value, head }) => `${head.length} ${value}`);
  return [...byText.values()].flatMap(([first]) => first ?? []);
}

const hashesMax = 65_536;
/** Of a polynomial, modulo 2 ** 32. */
const factor = 0x0100_0193;
const firstFactor = Array.from({ length: tokenCharsMin - 1 }).reduce<number>(
  (power) => Math.imul(power, factor),
  1,
);

/** The hash of the first characters from a place on. */
function hashOf(text: string, from: number): number {
  return hashIn(sumOf(text, from));
}

function sumOf(text: string, from: number): number {
  let sum = 0;
  for (let at = from; at < from + tokenCharsMin; at += 1) {
    sum = (Math.imul(sum, factor) + text.charCodeAt(at)) | 0;
  }
  return sum;
}

/** Texts that differ in their last characters alone have other upper bits, too. */
function hashIn(sum: number): number {
  return Math.imul(sum, 0x9e37_79b1) >>> 16;
}

/** Each branch has its secrets in their order. */
function branchesOf(
  secrets: Secrets,
  length: number,
  keyOf: (secret: Secret) => string,
): Map<string, Branch> {
  const branches = new Map<string, Branch>();
  for (const [key, list] of grouped(secrets, keyOf)) {
    branches.set(key, { found: list.find(({ head }) => head.length <= length), secrets: list });
  }
  return branches;
}

function grouped<Key>(secrets: Secrets, keyOf: (secret: Secret) => Key): ReadonlyMap<Key, Secrets> {
  const lists = new Map<Key, Secret[]>();
  for (const secret of secrets) {
    const key = keyOf(secret);
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [secret]);
    else list.push(secret);
  }
  return lists;
}

/** `branch`: of the first characters of the text at this place. */
function longestIn(branch: Branch, text: string, at: number): SecretMatch | undefined {
  let match: SecretMatch | undefined;
  let length = tokenCharsMin;
  for (let next: Branch | undefined = branch; next !== undefined;) {
    const { found, secrets } = next;
    if (found !== undefined) match = { secret: found, at, length };
    const [only] = secrets;
    if (secrets.length === 1 && only !== undefined) return wholeOf(only, text, at, length) ?? match;
    const ended = length;
    next.next ??= branchesOf(
      secrets.filter(({ value }) => value.length > ended),
      ended + 1,
      ({ value }) => value.charAt(ended),
    );
    next = next.next.get(text.charAt(at + length));
    length += 1;
  }
  return match;
}

/** The match of one secret, as far as it goes. */
function wholeOf(secret: Secret, text: string, at: number, from: number): SecretMatch | undefined {
  const { value, head } = secret;
  let length = from;
  while (length < value.length && text[at + length] === value[length]) length += 1;
  return length < head.length ? undefined : { secret, at, length };
}
