// The site of a server, an Express app: a start page, the studio and the documents. Requests of clients do not pass it.

import express from 'express';
import { docsPrefix, studioPrefix } from '../../contracts/site-paths.ts';
import { pageFiles } from './page-files.ts';
import {
  pageAssets,
  refuseForeign,
  refuseUnknown,
  sendFailure,
  sendPage,
  shellPage,
} from './pages.ts';
import { startPage } from './start-page.ts';

const place = {
  server: '/',
  assets: `${studioPrefix}/assets/`,
  studio: studioPrefix,
  docs: docsPrefix,
};

/** Answers `/`, and what is below `/__reprise/studio` and `/__reprise/docs`; `Host` and `Origin` as of control requests. */
export function createSite(version: string, allowHosts: readonly string[]): express.Express {
  const site = express();
  site.disable('x-powered-by');
  site.use(refuseForeign(allowHosts));
  site.get('/', (_request, response) => {
    sendPage(response, startPage(version, place.assets + pageFiles().style));
  });
  site.get(
    studioPrefix,
    shellPage('studio', () => place),
  );
  site.get(
    docsPrefix,
    shellPage('docs', () => place),
  );
  site.use(`${studioPrefix}/assets`, pageAssets());
  site.use(refuseUnknown);
  site.use(sendFailure);
  return site;
}
