// `inspect --conversation`: the conversations of voice agents in a recording, one line a turn.

import type { ExplainedThought } from '../../client/index.ts';
import type { Entry, EntryOf } from '../../recording/format/entries.ts';
import { virtualOffset } from '../../recording/format/virtual-time.ts';
import { escapeControlChars } from '../support/terminal-text.ts';
import { clipped } from '../../wording.ts';
import { thoughtText } from '../support/thought-text.ts';

/** The most characters of a line. */
const charsShown = 400;

/** A turn of the agent that goes on. */
interface AgentTurn {
  readonly atMs: number;
  readonly words: string[];
  readonly functions: Map<string, string>;
  /** When its first audio was sent. */
  firstMs?: number;
}

/** What of a session is not printed yet. */
interface OpenConversation {
  readonly name: string;
  /** The end of the turn of the user that is answered. */
  heardMs?: number | undefined;
  turn?: AgentTurn | undefined;
}

/** The thought that begins with an entry, if one does. It is given all entries in order. */
export type ThoughtAt = (entry: Entry) => ExplainedThought | undefined;

/** Returns a printer of entries: the lines of the turns that end with each, and of the thought that begins with it. */
export function conversationText(
  epoch: string,
  thoughtAt: ThoughtAt = () => undefined,
): (entry: Entry) => readonly string[] {
  const epochMs = Date.parse(epoch);
  const open = new Map<string, OpenConversation>();

  const line = (name: string, atMs: number, who: string, text: string) => {
    const place = `${name}  ${virtualOffset(atMs - epochMs).padEnd(13)}  ${who.padEnd(6)}`;
    return `${place}  ${clipped(escapeControlChars(text), charsShown)}`.trimEnd();
  };

  const finished = (conversation: OpenConversation, ending = ''): readonly string[] => {
    const { name, heardMs, turn } = conversation;
    conversation.turn = undefined;
    conversation.heardMs = undefined;
    if (turn === undefined) return [];
    const { firstMs } = turn;
    const isAnswer = heardMs !== undefined && firstMs !== undefined;
    const parts = [
      turn.words.length === 0 ? 'nothing said' : turn.words.map(quoted).join(' '),
      ...turn.functions.values(),
      ...(isAnswer ? [`first audio after ${((firstMs - heardMs) / 1_000).toFixed(2)} s`] : []),
      ...(ending === '' ? [] : [ending]),
    ];
    return [line(name, turn.atMs, 'agent', parts.join('; '))];
  };

  const turnLines = (entry: Entry): readonly string[] => {
    if (entry.kind !== 'event') return [];
    const { sessionId, path } = entry.data as {
      readonly sessionId?: string;
      readonly path?: string;
    };
    if (sessionId === undefined) return [];
    if (entry.type === 'SessionOpened' && path === '/v1/agent/converse') {
      open.set(sessionId, { name: `call ${open.size + 1}` });
    }
    const conversation = open.get(sessionId);
    if (conversation === undefined) return [];
    switch (entry.type) {
      case 'UserTextReceived': {
        const { text, isInjected } = entry.data as { text?: string; isInjected?: boolean };
        const before = finished(conversation);
        conversation.heardMs = entry.at;
        const how = isInjected === true ? ' (typed)' : '';
        return [...before, line(conversation.name, entry.at, 'user', `${quoted(text)}${how}`)];
      }
      case 'ReplyInterrupted': {
        const { heard = '' } = entry.data as { heard?: string };
        turnOf(conversation, entry.at);
        const until = heard === '' ? 'before a word was heard' : `after ${quoted(heard)}`;
        return finished(conversation, `interrupted ${until}`);
      }
      case 'ReplyEnded':
        turnOf(conversation, entry.at);
        return finished(conversation);
      case 'AgentFailed': {
        const { code, description } = entry.data as { code?: string; description?: string };
        const text = `${code ?? ''}: ${description ?? ''}`;
        return [...finished(conversation), line(conversation.name, entry.at, 'error', text)];
      }
      case 'SessionEnded': {
        const { by = '', code = '' } = entry.data as { by?: string; code?: number | string };
        const lines = finished(conversation, 'cut by the end of the call');
        return [...lines, line(conversation.name, entry.at, 'end', `by the ${by}, ${code}`)];
      }
      default:
        note(conversation, entry);
        return [];
    }
  };

  return (entry) => {
    const thought = thoughtAt(entry);
    const lines = turnLines(entry);
    const name = thought === undefined ? undefined : open.get(thought.session)?.name;
    if (thought === undefined || name === undefined) return lines;
    const explained = thoughtText(thought);
    return [...lines, ...explained.map(([label, text]) => line(name, entry.at, label, text))];
  };
}

/** What belongs to the turn of the agent that goes on, or begins one. */
function note(conversation: OpenConversation, { type, at, data }: EntryOf<'event'>): void {
  switch (type) {
    case 'ReplySpoken':
    case 'ReplySkipped': {
      const { speech } = data as { speech?: { text?: string } };
      turnOf(conversation, at).words.push(speech?.text ?? '');
      return;
    }
    case 'ReplyAudioSent':
      turnOf(conversation, at).firstMs ??= at;
      return;
    case 'FunctionsCalled': {
      const { calls = [] } = data as {
        calls?: readonly { id: string; name: string; arguments: string }[];
      };
      const { functions } = turnOf(conversation, at);
      for (const { id, name, arguments: given } of calls) functions.set(id, `${name}(${given})`);
      return;
    }
    case 'FunctionAnswered': {
      const { callId = '', outcome } = data as {
        callId?: string;
        outcome?: { content?: string; reason?: string };
      };
      const { functions } = turnOf(conversation, at);
      const answer = outcome?.content ?? `failed: ${outcome?.reason ?? ''}`;
      functions.set(callId, `${functions.get(callId) ?? ''} -> ${answer}`);
    }
  }
}

function turnOf(conversation: OpenConversation, atMs: number): AgentTurn {
  conversation.turn ??= { atMs, words: [], functions: new Map() };
  return conversation.turn;
}

function quoted(text = ''): string {
  return `'${text.trim()}'`;
}
