// The call of a function with an endpoint.

import { speech, type World } from '../../../../core/index.ts';
import type { AnswerReader, Call, CallRequest } from '../../../contracts/calls.ts';
import { functionBytesMax, functionMsMax } from '../../../protocol/limits.ts';
import { withoutEchoes } from './echoes.ts';
import { endpointRequest } from './endpoint-request.ts';
import { functionPlace, secretVaultOf } from './secrets.ts';
import { skipThrough } from './skipping.ts';

export function functionCall(called: speech.FunctionCall, world: World): Call {
  const { sessionId, id: callId, entry, name, endpoint } = called;
  const report = (outcome: speech.CallOutcome): speech.ReportFunction => ({
    type: 'ReportFunction',
    sessionId,
    callId,
    outcome,
  });
  return {
    queue: sessionId,
    timeoutMs: functionMsMax,
    answerBytesMax: functionBytesMax,
    isAwaited: ({ speech: state }) =>
      speech.functionCalls(state, sessionId).some(({ id }) => id === callId),
    request() {
      const vault = secretVaultOf(world);
      const secret = vault.ofSession(sessionId, called).get(functionPlace(entry, name));
      const method = endpoint.method.toUpperCase();
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const request = endpointRequest(
        { endpoint, secret, agentId: vault.agentOf(sessionId) },
        { method, ...(hasBody ? { body: called.arguments } : {}) },
      );
      if (hasBody || 'refusal' in request) return request;
      return { ...request, url: withQuery(request.url, called.arguments) };
    },
    readAnswer: (request) => readContent(request, report),
    failed: (reason) => report({ kind: 'failed', reason }),
    refused: (reason) => report({ kind: 'failed', reason }),
    goOn: () => skipThrough(world, sessionId),
  };
}

/** Appends the arguments to the parameters of the URL: text unchanged, other values as JSON. */
function withQuery(address: string, text: string): string {
  const url = new URL(address);
  const values = JSON.parse(text) as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(values)) {
    url.searchParams.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return url.href;
}

function readContent(
  request: CallRequest,
  report: (outcome: speech.CallOutcome) => speech.ReportFunction,
): AnswerReader {
  const clean = withoutEchoes(request);
  const texts: string[] = [];
  return {
    push(text) {
      texts.push(text);
      return [];
    },
    end: () => [report({ kind: 'answered', content: clean(texts.join('')) })],
    isProgressing: () => true,
    isDone: () => false,
  };
}
