// The operator's routes of the speech service (design section 5).

import { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { printScript, scriptMembers, scriptOf, type WrittenScript } from '../script.ts';
import { scriptInPieces } from '../script-pieces.ts';

const scriptBody = z.strictObject(scriptMembers).meta({ id: 'SpeechScript' });

const neededBody =
  'it must be an object with hear, answer or both, such as {"hear": [{"utterances": ["Hello."]}]}; {} clears the script';

const path = '/worlds/:w/speech/script';

export const speechRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path,
    name: 'getSpeechScript',
    summary: 'Get the script of what sessions hear and agents answer.',
    answers: { 200: { description: 'The script.', body: scriptBody } },
    handle: (call, { params }) => getScript(call, params),
  }),
  controlRoute({
    methods: ['PUT'],
    path,
    name: 'setSpeechScript',
    summary:
      'Set the script of what sessions hear and agents answer, from their next utterance on. What is absent is empty: an empty object clears it.',
    reads: bySchemas({ body: scriptBody }, { neededBody, inPieces: scriptInPieces }),
    answers: { 200: { description: 'The script.', body: scriptBody } },
    handle: (call, { params, body }) => setScript(call, params, body),
  }),
];

function getScript(call: ControlCall, params: Params): Promise<HttpResponse> {
  return worldOf(call, params).read(({ speech: state }) => scriptResponse(state));
}

function setScript(
  call: ControlCall,
  params: Params,
  script: WrittenScript,
): Promise<HttpResponse> {
  const command: speech.SpeechCommand = { type: 'SetScript', script: scriptOf(script) };
  return worldOf(call, params).sendInPieces({
    domain: 'speech',
    prepare: () => ({ command }),
    *respond(_outcome, { speech: state }) {
      yield;
      return scriptResponse(state);
    },
  });
}

function scriptResponse(state: Parameters<typeof speech.scriptView>[0]): HttpResponse {
  return json(200, printScript(speech.scriptView(state)));
}
