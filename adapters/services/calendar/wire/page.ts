// HTML pages of the site, with links to the API and to the data of the record.

import type { calendar } from '../../../../core/index.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import type { Links } from '../links.ts';

/** The front page. */
export function printHome(links: Links): HttpResponse {
  const root = links.to('/');
  return page(200, 'Reprise', links, {
    body: `<p>A calendar of events. Its interface is at <a href="${root}">${root}</a>.</p>`,
  });
}

/** The page of a record; its title is HTML. 410 for records in the trash. */
export function printRecordPage(
  { title, path, isInTrash }: calendar.PageView,
  links: Links,
): HttpResponse {
  const data = links.to(path);
  return page(isInTrash ? 410 : 200, title, links, {
    head: `<link rel="alternate" type="application/json" href="${data}">`,
    body: `<h1>${title}</h1><p>${isInTrash ? 'This is in the trash.' : `Its data are at <a href="${data}">${data}</a>.`}</p>`,
  });
}

export function printMissingPage(links: Links): HttpResponse {
  return page(404, 'Not found', links, { body: '<p>There is no such page.</p>' });
}

/** A page with the discovery headers of the API (reference/calendar.md section 1.3). */
function page(
  status: number,
  title: string,
  { site, to }: Links,
  { head = '', body }: { readonly head?: string; readonly body: string },
): HttpResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'X-TEC-API-VERSION': 'v1',
      'X-TEC-API-ROOT': to('/'),
      'X-TEC-API-ORIGIN': site,
    },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="https://api.w.org/" href="${site}/wp-json/">${head}</head>
<body>${body}</body>
</html>
`,
  };
}
