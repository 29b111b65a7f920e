// The front page of the site, which is nothing but a hint where the interface is (reference/calendar.md section 1.3).

import type { CalendarSite } from '../../calendar-config.ts';
import type { HttpRequest, HttpResponse } from '../table.ts';
import { neutralNamespace } from './links.ts';

/** The page with the headers by which clients find the interface: below its first further name, if it has one. */
export function homePage(
  { baseUrl }: Pick<HttpRequest, 'baseUrl'>,
  { namespaces }: Pick<CalendarSite, 'namespaces'>,
): HttpResponse {
  const root = `${baseUrl}/wp-json/${namespaces[0] ?? neutralNamespace}/`;
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Reprise</title><link rel="https://api.w.org/" href="${baseUrl}/wp-json/"></head>
<body><p>A calendar of events. Its interface is at <a href="${root}">${root}</a>.</p></body>
</html>
`;
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'X-TEC-API-VERSION': 'v1',
      'X-TEC-API-ROOT': root,
      'X-TEC-API-ORIGIN': baseUrl,
    },
    body,
  };
}
