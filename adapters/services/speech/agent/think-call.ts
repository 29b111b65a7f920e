// The call of a live thinker.

import { speech, type World } from '../../../../core/index.ts';
import type { AnswerReader, Call, CallRequest } from '../../../contracts/calls.ts';
import { thoughtBytesMax, thoughtMsMax } from '../../../protocol/limits.ts';
import { ChatAnswer } from './chat-answer.ts';
import { chatRequest } from './chat-request.ts';
import { withoutEchoes } from './echoes.ts';
import { endpointRequest } from './endpoint-request.ts';
import { secretVaultOf, thinkPlace } from './secrets.ts';
import { skipThrough } from './skipping.ts';

export function thinkCall(asked: speech.ThinkRequest, world: World): Call {
  const { sessionId, turn, round, entry, think, endpoint, history } = asked;
  const report = (part: speech.ThoughtPart): speech.ReportThought => ({
    type: 'ReportThought',
    sessionId,
    turn,
    round,
    entry,
    part,
  });
  return {
    queue: sessionId,
    timeoutMs: thoughtMsMax,
    answerBytesMax: thoughtBytesMax,
    isAwaited({ speech: state }) {
      const now = speech.thinkRequest(state, sessionId);
      return now?.turn === turn && now.round === round && now.entry === entry;
    },
    request() {
      const vault = secretVaultOf(world);
      const secret = vault.ofSession(sessionId, asked).get(thinkPlace(entry));
      const place = { endpoint, secret, agentId: vault.agentOf(sessionId) };
      const body = chatRequest(think, history);
      const headers = { Accept: 'text/event-stream, application/json' };
      return endpointRequest(place, { method: 'POST', headers, body });
    },
    readAnswer: (request) => readThought(request, report),
    failed: (reason) => report({ kind: 'failed', reason }),
    refused: (reason) => report({ kind: 'refused', reason }),
    goOn: () => skipThrough(world, sessionId),
  };
}

function readThought(
  request: CallRequest,
  report: (part: speech.ThoughtPart) => speech.ReportThought,
): AnswerReader {
  const answer = new ChatAnswer(withoutEchoes(request));
  return {
    push: (text) => answer.push(text).map(report),
    end: () => answer.end().map(report),
    isProgressing: () => answer.isProgressing(),
    isDone: () => answer.isDone(),
  };
}
