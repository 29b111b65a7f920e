// E-mail and web addresses as they are spoken: "john dot smith at example dot com", "example dot com slash help".

import { joined } from '../text-word.ts';
import type { Rewritten, Rule } from './rewrite.ts';

export const topLevelDomains = new Set(
  'com org net edu gov io co uk de fr es it eu us ca au info dev app ai me tv biz xyz'.split(' '),
);

/** Before "at", these belong to the sentence: "visit us at example dot com". */
const notMailboxes = new Set(
  'be been is are was were am me us him her them it you look looked looking meet visit find found shop buy'
    .concat(' here there online site page website email mail e-mail write reach contact work works')
    .split(' '),
);

/** Before "dot", these belong to the sentence: "the dot com years". */
const notLabels = new Set('the a an this that dot at slash underscore dash hyphen'.split(' '));

const separators = new Map([
  ['dot', '.'],
  ['underscore', '_'],
  ['dash', '-'],
  ['hyphen', '-'],
]);

export const addressRule: Rule = (phrase, forms) => {
  const address = emailIn(forms) ?? webAddressIn(forms);
  if (address === undefined) return undefined;
  const { text, length } = address;
  return { length, words: [joined(phrase.slice(0, length), text)] } satisfies Rewritten;
};

type Address = { readonly text: string; readonly length: number };

function emailIn(forms: readonly string[]): Address | undefined {
  const [first = ''] = forms;
  if (!isLabel(first)) return undefined;
  let [text, at] = [first, 1];
  for (;;) {
    const separator = separators.get(forms[at] ?? '');
    const label = forms[at + 1] ?? '';
    if (separator === undefined || !isLabel(label)) break;
    text += separator + label;
    at += 2;
  }
  if (forms[at] !== 'at' || (at === 1 && notMailboxes.has(first))) return undefined;
  const domain = domainIn(forms.slice(at + 1));
  return domain && { text: `${text}@${domain.text}`, length: at + 1 + domain.length };
}

function webAddressIn(forms: readonly string[]): Address | undefined {
  const domain = domainIn(forms);
  if (domain === undefined) return undefined;
  let { text, length } = domain;
  while (forms[length] === 'slash' && isLabel(forms[length + 1] ?? '')) {
    text += `/${forms[length + 1]}`;
    length += 2;
  }
  return { text, length };
}

/** The longest domain at the beginning of a phrase. */
function domainIn(forms: readonly string[]): Address | undefined {
  const labels: string[] = [];
  let found: Address | undefined;
  for (let at = 0; isLabel(forms[at] ?? ''); at += 2) {
    labels.push(forms[at]!);
    if (labels.length > 1 && topLevelDomains.has(forms[at]!)) {
      found = { text: labels.join('.'), length: at + 1 };
    }
    if (forms[at + 1] !== 'dot') break;
  }
  return found;
}

function isLabel(form: string): boolean {
  return /^[a-z0-9-]+$/.test(form) && !notLabels.has(form);
}
