// The operator's routes of the speech service (design section 5).

import { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/routes/route.ts';
import { printScript, scriptOf, scriptParts, type ScriptParts } from '../script.ts';

const scriptBody = z.strictObject({
  hear: scriptParts.meta({ description: 'What sessions hear, whatever is spoken.' }),
});

const path = '/worlds/:w/speech/script';

export const speechRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path,
    name: 'getSpeechScript',
    summary: 'Get the script of what sessions hear.',
    answers: { 200: { description: 'The script.', body: scriptBody } },
    handle: (call, { params }) => getScript(call, params),
  }),
  controlRoute({
    methods: ['PUT'],
    path,
    name: 'setSpeechScript',
    summary: 'Set the script of what sessions hear, from their next utterance on.',
    reads: bySchemas({ body: scriptBody }),
    answers: { 200: { description: 'The script.', body: scriptBody } },
    handle: (call, { params, body }) => setScript(call, params, body.hear),
  }),
];

function getScript(call: ControlCall, params: Params): Promise<HttpResponse> {
  return worldOf(call, params).read(({ speech: state }) => scriptResponse(state));
}

function setScript(call: ControlCall, params: Params, hear: ScriptParts): Promise<HttpResponse> {
  const command: speech.SpeechCommand = { type: 'SetScript', script: scriptOf(hear) };
  return worldOf(call, params).send({
    domain: 'speech',
    prepare: () => ({ command }),
    respond: (_outcome, { speech: state }) => scriptResponse(state),
  });
}

function scriptResponse(state: Parameters<typeof speech.scriptView>[0]): HttpResponse {
  return json(200, { hear: printScript(speech.scriptView(state)) });
}
