// The HTML of the site: shells around the page of the studio, and plain pages.

import type { PageFiles } from './page-files.ts';

/** All that comes from this host, and nothing inline. */
export const contentSecurity = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'media-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Paths of the site. */
export interface ShellPlace {
  /** That below which the control plane is, with a slash at its end. */
  readonly server: string;
  /** That of the files of the page, with a slash at its end. */
  readonly assets: string;
  readonly studio: string;
  readonly docs: string;
}

const titles = { studio: 'Reprise studio', docs: 'Reprise documents' } as const;

/** Both pages have one script. */
export type ShellPage = keyof typeof titles;

export function studioShell(
  { script, style }: PageFiles,
  { server, assets, studio, docs }: ShellPlace,
  page: ShellPage,
): string {
  const data = Object.entries({ page, server, studio, docs }).map(
    ([name, value]) => ` data-${name}="${attribute(value)}"`,
  );
  return document(titles[page], {
    head: `<link rel="stylesheet" href="${attribute(assets + style)}"><script type="module" src="${attribute(assets + script)}"></script>`,
    body: `<div id="studio"${data.join('')}></div><noscript>This page needs JavaScript.</noscript>`,
  });
}

interface DocumentParts {
  readonly head: string;
  readonly body: string;
}

export function document(title: string, { head, body }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${attribute(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>${body}</body>
</html>
`;
}

export function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
