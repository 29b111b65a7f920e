// The OpenAPI document of the speech service, checked by a public validator, against the routes and real answers.

import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, it } from 'vitest';
import { channelPaths } from '../../../../adapters/services/speech/channels.ts';
import { routes } from '../../../../adapters/services/speech/routes.ts';
import { createAnswerCheck, type AnswerCheck } from '../../../support/openapi/answer-check.ts';
import { serverForEach, type Answer, type Fields } from '../../../support/server/requests.ts';
import type { JsonBody } from '../../../support/server/server.ts';
import { speechKey } from '../../../support/speech/client.ts';

const server = serverForEach();
let document: JsonBody;
let check: AnswerCheck;

beforeEach(async () => {
  const { status, body } = await server().control('GET', '/openapi/speech.json');
  expect(status).toBe(200);
  document = body;
  check = createAnswerCheck(document);
});

describe('the OpenAPI document of the speech service', () => {
  it('is valid for a public validator', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(document).toMatchObject({
      info: { version: '0.0.0-test' },
      servers: [{ url: server().url }, { url: `${server().url}/w/{world}` }],
    });
  });

  it('names every channel', () => {
    for (const path of channelPaths) expect(document.info.description).toContain(path);
  });

  it('has every route once', () => {
    const listed = Object.entries<JsonBody>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = routes.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path}`),
    );
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(check.operations).toEqual(routes.map(({ name }) => name));
  });

  it('refers to components that exist, and allows no other members', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    const { schemas } = document.components;
    expect(new Set(references.map(([, name]) => name))).toEqual(new Set(Object.keys(schemas)));
    expect(schemas.Error.additionalProperties).toBe(false);
  });
});

describe('a grant', () => {
  const grantPath = '/v1/auth/grant';

  async function ask(body: Fields | undefined, Authorization: string): Promise<Answer> {
    const answer = await server().request('POST', grantPath, body, { Authorization });
    expect(check.expectDocumented('POST', grantPath, answer)).toBe('grantToken');
    return answer;
  }

  it('has the answers of the document', async () => {
    const key = `Token ${speechKey}`;
    const granted = await ask({}, key);
    const answers = [
      granted,
      await ask(undefined, key),
      await ask({ ttl_seconds: 3_600 }, key),
      await ask({ ttl_seconds: 0 }, key),
      await ask({}, 'Token other'),
      await ask({}, `Bearer ${granted.body.access_token}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 401, 403]);
    expect(check.membersMissing()).toEqual([]);
  });

  it('in no world is answered as documented', async () => {
    const headers = { Authorization: `Token ${speechKey}` };
    const answer = await server().request('POST', `/w/nowhere${grantPath}`, {}, headers);
    expect(answer.status).toBe(404);
    check.expectDocumented('POST', grantPath, answer);
  });
});
