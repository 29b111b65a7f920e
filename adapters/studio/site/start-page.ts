// The page at `/`: links to the studio, the documents and the API.

import { controlPrefix } from '../../contracts/control-route.ts';
import { attribute, document } from './shell.ts';

const links = [
  ['studio', 'The studio', 'view worlds, steer them, compare them'],
  ['docs', 'The documents', 'the control plane and the services, as OpenAPI and AsyncAPI'],
  ['openapi.json', 'The control plane as OpenAPI', 'needs the token, as all control requests do'],
  ['health', 'Health', 'whether the server answers'],
] as const;

/** `style`: the path of the style of the studio. */
export function startPage(version: string, style: string): string {
  const items = links.map(
    ([path, title, text]) => `<li><a href="${controlPrefix}/${path}">${title}</a>: ${text}</li>`,
  );
  return document('Reprise', {
    head: `<link rel="stylesheet" href="${attribute(style)}">`,
    body: `<main class="start"><h1>Reprise ${attribute(version)}</h1>
<p>A stand-in for a wallet, a calendar and a speech service. Point a client at this address.</p>
<ul>${items.join('')}</ul></main>`,
  });
}
