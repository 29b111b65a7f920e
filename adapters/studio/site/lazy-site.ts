// The site of a server, loaded by the first request for a page: Express would take a quarter of the time of a start.

import type { RequestListener } from 'node:http';
import type { PageSite } from '../../hosts/node/node.ts';
import { studioPrefix, docsPrefix } from '../../contracts/site-paths.ts';

type LoadSite = () => Promise<{
  readonly createSite: (version: string, allowHosts: readonly string[]) => RequestListener;
}>;

export function lazySite(
  version: string,
  allowHosts: readonly string[] = [],
  load: LoadSite = () => import('./site.ts'),
): PageSite {
  let loading: Promise<RequestListener> | undefined;
  return {
    owns: (path) => path === '/' || isBelow(path, studioPrefix) || isBelow(path, docsPrefix),
    handle(request, response) {
      loading ??= load().then(({ createSite }) => createSite(version, allowHosts));
      loading.then(
        (site) => {
          site(request, response);
        },
        (error: unknown) => {
          loading = undefined; // the next request tries again
          response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
          response.end(error instanceof Error ? error.message : 'The site cannot be shown.');
        },
      );
    },
  };
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
