// An operation as a command line of curl, with what it needs and no more.

import { shellWord } from '../../../../shell-quotes.ts';
import type { DocumentedOperation, DocumentedParameter } from './documented-operation.ts';
import { exampleOf } from './schema-example.ts';

/** `root`: the document; `baseUrl`: its server. Credentials are variables of the shell: a page shows no secrets. */
export function curlText(operation: DocumentedOperation, root: unknown, baseUrl: string): string {
  const { method, path, parameters, body, credentials } = operation;
  const valueOf = (parameter: DocumentedParameter) => textOf(exampleIn(parameter, root));
  const of = (place: string) =>
    parameters.filter((each) => each.in === place && (each.isRequired || place === 'path'));
  const filled = of('path').reduce(
    (text, each) => text.replaceAll(`{${each.name}}`, encodeURIComponent(valueOf(each))),
    path,
  );
  const query = new URLSearchParams(of('query').map((each) => [each.name, valueOf(each)]));
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const url = baseUrl.replace(/\/$/, '') + filled + search;
  const content = body?.contents.find(({ mediaType }) => mediaType === 'application/json');
  const usual = content === undefined ? 'GET' : 'POST';
  const sent = method === 'HEAD' ? '--head ' : method === usual ? '' : `-X ${method} `;
  return [
    `curl -sS ${sent}${shellWord(url)}`,
    ...(credentials === undefined ? [] : [`-H "${credentials}"`]),
    ...of('header').map((each) => `-H ${shellWord(`${each.name}: ${valueOf(each)}`)}`),
    ...(content === undefined
      ? []
      : [
          `-H ${shellWord('Content-Type: application/json')}`,
          `-d ${shellWord(JSON.stringify(exampleOf(root, content.schema)))}`,
        ]),
  ].join(' \\\n  ');
}

/** The name of a world is always given. */
function exampleIn({ name, schema }: DocumentedParameter, root: unknown): unknown {
  return name === 'w' ? 'default' : exampleOf(root, schema, name);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
