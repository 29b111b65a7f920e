// A model of a session's messages to its client: it stores the session's whole text, and is called in the order of a journal.

import { speakMessage, type SpeakMessage } from '../../../core/speech/views.ts';
import type { SessionCommand } from '../../../core/speech/commands.ts';
import { isOfChannel } from '../../../core/speech/channels.ts';
import type { SessionEvent } from '../../../core/speech/events.ts';
import { sentenceEnds, sentencesAt } from '../../../core/speech/synthesis/sentences.ts';
import type { open } from './commands.ts';
import { muteWord } from './fake-voice.ts';

/** A message as a short text. */
export function labelOf(event: SessionEvent): string | undefined {
  const message = isOfChannel(event, '/v1/speak') ? speakMessage(event) : undefined;
  return message === undefined ? undefined : labels(message);
}

function labels(message: SpeakMessage): string {
  switch (message.kind) {
    case 'metadata':
      return `metadata ${message.modelName}`;
    case 'audio': {
      const { text, encoding, sampleRate } = message.speech;
      return `audio ${JSON.stringify(text)} ${encoding} ${sampleRate} ${message.samples}`;
    }
    case 'flushed':
    case 'cleared':
      return `${message.kind} ${message.sequenceId}`;
    case 'warning':
      return `warning ${message.code}`;
    case 'close':
      return `close ${message.code} ${message.reason}`;
  }
}

export interface SessionModel {
  /** The immediate messages after a command of the client. */
  readonly command: (command: SessionCommand, atMs: number) => readonly string[];
  /** The messages after the answer for the next sentence. */
  readonly speak: (atMs: number) => readonly string[];
  /** The message that ends the session at this instant, if its time is over. */
  readonly timeout: (atMs: number) => readonly string[];
  /** The number of sentences and flushes in the queue. */
  readonly waiting: () => number;
}

const minuteMs = 60_000;

export function sessionModel(
  { parameters, limits }: Pick<ReturnType<typeof open>, 'parameters' | 'limits'>,
  openedMs: number,
): SessionModel {
  const { encoding, sampleRate } = parameters;
  /** The text since the last flush or clear; `queued` counts its sentences that have been added to the queue. */
  let text = '';
  let queued = 0;
  let queue: ({ readonly sentence: string } | 'flush')[] = [];
  let sequenceId = 0;
  let isClosing = false;
  let hasEnded = false;
  let lastMs = openedMs;
  let flushes: number[] = [];
  let typed: { readonly atMs: number; readonly count: number }[] = [];

  function end(label?: string): readonly string[] {
    hasEnded = true;
    queue = [];
    return label === undefined ? [] : [label];
  }

  function enqueue(isLast: boolean): void {
    const { sentences, rest } = sentencesAt(text, sentenceEnds(text));
    const all = isLast && rest.trim() !== '' ? [...sentences, rest.trim()] : sentences;
    queue.push(...all.slice(queued).map((sentence) => ({ sentence })));
    queued = all.length;
    if (!isLast) return;
    text = '';
    queued = 0;
  }

  function confirm(): string[] {
    const confirmed: string[] = [];
    for (; queue[0] === 'flush'; queue.shift()) {
      confirmed.push(`flushed ${sequenceId}`);
      sequenceId += 1;
    }
    return confirmed;
  }

  function add(words: string, atMs: number): readonly string[] {
    if (words.length > 2_000) return end('close 1009 BIG-0001');
    typed = typed.filter((other) => atMs - other.atMs < minuteMs);
    const count = typed.reduce((sum, other) => sum + other.count, words.length);
    if (count > (limits.charactersPerMinute ?? Number.POSITIVE_INFINITY))
      return end('close 1008 DATA-0001');
    typed.push({ atMs, count: words.length });
    text += words;
    enqueue(false);
    return [];
  }

  function flush(atMs: number): readonly string[] {
    flushes = flushes.filter((otherMs) => atMs - otherMs < minuteMs);
    if (flushes.length >= 20) return ['warning EXCESSIVE_FLUSH'];
    flushes.push(atMs);
    enqueue(true);
    queue.push('flush');
    return confirm();
  }

  function clear(): readonly string[] {
    queue = queue.filter((item) => item === 'flush');
    const confirmed = confirm();
    text = '';
    queued = 0;
    sequenceId += 1;
    return [...confirmed, `cleared ${sequenceId - 1}`];
  }

  function close(): readonly string[] {
    isClosing = true;
    enqueue(true);
    return queue.length === 0 ? end('close 1000 ') : [];
  }

  return {
    command(command, atMs) {
      if (hasEnded) return [];
      if (command.type === 'EndSession') return end();
      if (isClosing) return [];
      lastMs = atMs;
      if (command.type === 'AddText') return add(command.text, atMs);
      if (command.type === 'FlushText') return flush(atMs);
      if (command.type === 'ClearText') return clear();
      if (command.type === 'CloseSession') return close();
      if (command.type === 'RejectFrame') return ['warning DATA-0000'];
      return []; // of other channels, or of dues
    },
    speak(atMs) {
      lastMs = atMs;
      const next = queue.shift();
      if (next === undefined || next === 'flush') return ['nothing waits'];
      const { sentence } = next;
      const samples = Math.round(sentence.length * 0.06 * sampleRate);
      const spoken = sentence.includes(muteWord)
        ? 'warning UNSPEAKABLE_TEXT'
        : `audio ${JSON.stringify(sentence)} ${encoding} ${sampleRate} ${samples}`;
      const confirmed = confirm();
      return [spoken, ...confirmed, ...(isClosing && queue.length === 0 ? end('close 1000 ') : [])];
    },
    timeout(atMs) {
      const isIdle = queue.length === 0;
      if (limits.idleMs !== null && isIdle && atMs === lastMs + limits.idleMs)
        return end('close 1011 NET-0001');
      return atMs === openedMs + 60 * minuteMs ? end('close 1011 NET-0003') : [];
    },
    waiting: () => queue.length,
  };
}
