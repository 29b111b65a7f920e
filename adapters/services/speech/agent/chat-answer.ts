// Turns the answer of a live thinker into the parts of a thought: a stream of server-sent events, or one JSON document.

import { speech } from '../../../../core/index.ts';
import { thoughtCallsMax, thoughtSentencesMax } from '../../../protocol/limits.ts';
import { completionPart, type CompletionPart } from './chat-completion.ts';
import { EventStreamReader } from './event-stream.ts';
import { PlannedCalls } from './planned-calls.ts';

type Part = speech.ThoughtPart;

/** The problem of an answer that ends without `[DONE]` or a finish reason. */
export class ChatAnswer {
  readonly #clean: (text: string) => string;
  readonly #events = new EventStreamReader();
  readonly #calls = new PlannedCalls();
  /** Detected from the first character. */
  #form: 'events' | 'document' | undefined;
  readonly #document: string[] = [];
  /** Text after the last complete sentence. */
  #text = '';
  #sentenceCount = 0;
  #isProgressing = false;
  #reasoning: string[] = [];
  #hasReasoned = false;
  #isFinished = false;
  #isDone = false;

  /** `clean` removes secrets from a text. */
  constructor(clean: (text: string) => string) {
    this.#clean = clean;
  }

  isDone(): boolean {
    return this.#isDone;
  }

  /** Whether the last `push` completed more than pieces of an overlong sentence. */
  isProgressing(): boolean {
    return this.#isProgressing;
  }

  /** The parts that this text completes. The last part ends the thought. */
  push(text: string): readonly Part[] {
    if (this.#isDone) return [];
    this.#isProgressing = false;
    this.#form ??= formOf(text);
    if (this.#form === 'document') this.#document.push(text);
    const parts = this.#form === 'events' ? this.#readAll(this.#events.push(text)) : [];
    this.#isProgressing ||= parts.some(({ kind }) => kind !== 'sentence');
    return parts;
  }

  /** The parts of a complete answer. */
  end(): readonly Part[] {
    if (this.#isDone) return [];
    const isDocument = this.#form === 'document';
    const last = isDocument ? [this.#document.join('').trimStart()] : this.#events.end();
    const parts = this.#readAll(last);
    if (this.#isDone) return parts;
    const rest = this.#isFinished || isDocument ? this.#finish() : this.#fail(failures.incomplete);
    return [...parts, ...rest];
  }

  #readAll(events: readonly string[]): readonly Part[] {
    const parts: Part[] = [];
    for (const data of events) {
      if (this.#isDone) break;
      parts.push(...(data.trim() === '[DONE]' ? this.#finish() : this.#read(data)));
    }
    return parts;
  }

  #read(data: string): readonly Part[] {
    const part = completionPart(data);
    if (part === undefined) return this.#fail(failures.unreadable);
    if (part === 'error') return this.#fail(failures.reported);
    this.#isFinished ||= part.isFinished;
    this.#reason(part);
    for (const call of part.calls) {
      this.#calls.add(call);
      if (this.#calls.count > thoughtCallsMax) return this.#fail(failures.tooManyCalls);
    }
    const isBeyond = part.content !== '' || part.calls.length > 0;
    return [...(isBeyond ? this.#thinking() : []), ...this.#say(part.content)];
  }

  #reason({ reasoning }: CompletionPart): void {
    if (reasoning !== '' && !this.#hasReasoned) this.#reasoning.push(reasoning);
  }

  /** The reasoning before the first other part. */
  #thinking(): readonly Part[] {
    this.#hasReasoned = true;
    const content = this.#cleaned(this.#reasoning.join(''));
    this.#reasoning = [];
    return content === '' ? [] : [{ kind: 'thinking', content }];
  }

  #say(content: string): readonly Part[] {
    if (content === '') return [];
    this.#text = this.#clean(this.#text + content);
    const ends = speech.sentenceEnds(this.#text);
    this.#isProgressing ||= ends.some((end) => speech.endsSentence(this.#text.slice(0, end)));
    const { sentences, rest } = speech.sentencesAt(this.#text, ends);
    this.#text = rest;
    return this.#sentences(sentences);
  }

  #sentences(sentences: readonly string[]): readonly Part[] {
    this.#sentenceCount += sentences.length;
    if (this.#sentenceCount > thoughtSentencesMax) return this.#fail(failures.tooManySentences);
    return sentences.map((text) => ({ kind: 'sentence', text: wellFormed(text) }));
  }

  #finish(): readonly Part[] {
    const thinking = this.#thinking();
    const last = this.#sentences(speech.lastSentences(this.#text));
    if (this.#isDone) return [...thinking, ...last];
    const calls = this.#calls.all();
    if (calls === undefined) return [...thinking, ...last, ...this.#fail(failures.invalidCall)];
    this.#isDone = true;
    const cleaned = calls.map(({ name, arguments: text }) => ({
      name: this.#cleaned(name),
      arguments: this.#cleaned(text),
    }));
    return [...thinking, ...last, { kind: 'done', calls: cleaned }];
  }

  #cleaned(text: string): string {
    return wellFormed(this.#clean(text));
  }

  #fail(reason: string): readonly Part[] {
    this.#isDone = true;
    return [{ kind: 'failed', reason }];
  }
}

/** A brace starts JSON: no line of an event stream begins with one. Undefined for blanks. */
function formOf(text: string): 'events' | 'document' | undefined {
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === undefined) return undefined;
  return first === '{' ? 'document' : 'events';
}

/** Replaces lone surrogates, which JSON may contain. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

const failures = {
  unreadable: 'The answer of the endpoint is no chat completion.',
  incomplete: 'The answer of the endpoint ended too early.',
  reported: 'The endpoint reported an error in its answer.',
  invalidCall:
    'The answer of the endpoint calls a function without a name, or with arguments that are no JSON object.',
  tooManyCalls: `The answer of the endpoint calls more than ${thoughtCallsMax} functions.`,
  tooManySentences: `The answer of the endpoint has more than ${thoughtSentencesMax} sentences.`,
} as const;
