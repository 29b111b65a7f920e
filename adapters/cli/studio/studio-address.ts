// The address of the studio of a server. The token is in the fragment, which no server sees and no log has.

import { studioPrefix } from '../../contracts/site-paths.ts';

export function studioAddress(url: string, token: string, world?: string): string {
  const place = world === undefined ? '' : `&/w/${encodeURIComponent(world)}/timeline`;
  return `${url}${studioPrefix}/#token=${encodeURIComponent(token)}${place}`;
}
