// The pages of the studio below any path of an Express app.

import express, { type Router } from 'express';
import { pageAssets, sendFailure, shellPage, type PlaceAt } from './pages.ts';

const placeAt: PlaceAt = (baseUrl) => {
  const path = baseUrl.replace(/^\/+/, '/'); // two slashes would begin the name of a host
  return {
    server: `${path}/`,
    assets: `${path}/assets/`,
    studio: `${path}/`,
    docs: `${path}/docs`,
  };
};

/** Other paths go on to the next handler. */
export function mountedPages(): Router {
  const router = express.Router();
  router.get('/', shellPage('studio', placeAt));
  router.get('/docs', shellPage('docs', placeAt));
  router.use('/assets', pageAssets());
  router.use(sendFailure);
  return router;
}
