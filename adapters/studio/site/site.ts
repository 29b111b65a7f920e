// The site of a server, an Express app: what is here, the studio, the documents. It has no part in the requests of clients.

import express, { type Response, type Router } from 'express';
import { studioPrefix } from '../../contracts/site-paths.ts';
import { pageFiles } from './page-files.ts';
import { contentSecurity, studioShell, type ShellPlace } from './shell.ts';
import { startPage } from './start-page.ts';

/** The studio for an Express app, at the path where it is mounted. `server`: the path of the stand-in there, with a slash at its end. */
export function studioPages(placeOf: (baseUrl: string) => ShellPlace): Router {
  const router = express.Router();
  router.get('/', (request, response) => {
    sendPage(response, studioShell(pageFiles(), placeOf(request.baseUrl)));
  });
  router.use(
    '/assets',
    express.static(pageFiles().folder, { immutable: true, maxAge: '365d', index: false }),
  );
  return router;
}

/** Answers `/`, and what is below `/__reprise/studio`. */
export function createSite(version: string): express.Express {
  const site = express();
  site.disable('x-powered-by');
  site.get('/', (_request, response) => sendPage(response, startPage(version)));
  const place = { server: '/', assets: `${studioPrefix}/assets/` };
  site.use(
    studioPrefix,
    studioPages(() => place),
  );
  return site;
}

function sendPage(response: Response, html: string): void {
  response.set({
    'Content-Security-Policy': contentSecurity,
    'Cache-Control': 'no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  response.type('html').send(html);
}
