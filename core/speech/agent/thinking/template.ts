// Templates of texts and arguments, with values in braces:
//   {name}           a value of the pattern or of the session; empty if it has none
//   {result}         the answer of the function that a rule is `after`, as text
//   {result.a.0}     a member of that answer, if it is JSON
//   {name:number}    a value in digits: "four" becomes 4; a value without a number stays as it is
//   {{ and }}        braces

import type { Json } from '../../../kernel/canonical.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { ScriptValues } from '../../recognition/script/answers.ts';
import { answerLimits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { memberOf, textOf } from './json-member.ts';
import { nameProblem, resultName, type TextProblem } from './names.ts';
import { spokenNumbers } from './spoken-numbers.ts';

export type TemplatePart = string | Reference;
export type AnswerTemplate = readonly TemplatePart[];

export interface Reference {
  readonly name: string;
  /** Members of the answer of a function, from the outermost on. */
  readonly path: readonly string[];
  readonly isNumber: boolean;
  /** Its place in the template. */
  readonly offset: number;
}

/** Where references find their values. */
export interface TemplateSource {
  readonly values: ScriptValues;
  /** The answer of a function; `json` is undefined if it is none. */
  readonly result: { readonly text: string; readonly json: Json | undefined } | undefined;
}

export function parseTemplate(text: string): Result<AnswerTemplate, TextProblem> {
  const parts: TemplatePart[] = [];
  let literal = '';
  for (let at = 0; at < text.length;) {
    const sign = text[at]!;
    const isDouble = text[at + 1] === sign;
    if ((sign !== '{' && sign !== '}') || isDouble) {
      literal += sign;
      at += sign === '{' || sign === '}' ? 2 : 1;
      continue;
    }
    if (sign === '}')
      return err({ offset: at, reason: '"}" closes nothing: write }} for a brace' });
    const end = text.indexOf('}', at);
    if (end === -1) {
      return err({ offset: at, reason: '"{" is not closed: write {{ for a brace' });
    }
    const reference = referenceOf(text.slice(at + 1, end), at + 1);
    if (!reference.ok) return reference;
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(reference.value);
    at = end + 1;
  }
  return ok(literal === '' ? parts : [...parts, literal]);
}

function referenceOf(text: string, offset: number): Result<Reference, TextProblem> {
  const [whole = '', form, more] = text.split(':');
  const [name = '', ...path] = whole.split('.');
  const reason =
    nameProblem(name) ??
    (form !== undefined && (form !== 'number' || more !== undefined)
      ? 'only ":number" may follow a name'
      : undefined) ??
    (path.length > 0 && name !== resultName ? `only {${resultName}} has members` : undefined) ??
    (path.includes('') ? 'a member must have a name or a number' : undefined);
  if (reason !== undefined) return err({ offset, reason });
  return ok({ name, path, isNumber: form !== undefined, offset });
}

/** The text of a template, cut to `renderedCharsMax`. */
export function renderText(template: AnswerTemplate, source: TemplateSource): string {
  let text = '';
  for (const part of template) {
    text += typeof part === 'string' ? part : textAt(part, source);
    if (text.length >= answerLimits.renderedCharsMax) break;
  }
  return cutText(text, answerLimits.renderedCharsMax);
}

/**
 * The value of a template in arguments. `{name:number}` alone is a number if there is one in the value, and a member of an answer alone
 * stays what it is in JSON.
 */
export function renderValue(template: AnswerTemplate, source: TemplateSource): Json {
  const [part] = template;
  if (template.length !== 1 || part === undefined || typeof part === 'string') {
    return renderText(template, source);
  }
  if (part.isNumber) return numberIn(valueAt(part, source)) ?? renderText(template, source);
  if (part.path.length === 0) return renderText(template, source);
  const member = resultMember(part, source);
  const isLong = textOf(member).length > answerLimits.renderedCharsMax;
  return isLong || typeof member === 'string' ? renderText(template, source) : member;
}

function textAt(reference: Reference, source: TemplateSource): string {
  const value = valueAt(reference, source);
  if (!reference.isNumber) return value;
  const number = numberIn(value);
  return number === undefined ? value : String(number);
}

function valueAt(reference: Reference, source: TemplateSource): string {
  const { name, path } = reference;
  if (name !== resultName) return Object.hasOwn(source.values, name) ? source.values[name]! : '';
  return path.length === 0 ? (source.result?.text ?? '') : textOf(resultMember(reference, source));
}

function resultMember({ path }: Reference, { result }: TemplateSource): Json {
  return result?.json === undefined ? null : memberOf(result.json, path);
}

function numberIn(text: string): number | undefined {
  return spokenNumbers(cutText(text, answerLimits.numberCharsMax))[0]?.value;
}
