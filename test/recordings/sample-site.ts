// Shared code of calendar scenarios: a small town's site with users, through the WordPress client, and an operator at the
// control plane.

import { openSite, routesOf, type Site } from '../support/calendar/clients/site.ts';
import { loginOf, type SampleRole } from '../support/calendar/clients/sample-site.ts';
import { openSession } from './session.ts';

export interface SampleSite {
  readonly url: string;
  /** The site as a user sees it, or an anonymous reader. */
  readonly siteFor: (who?: SampleRole) => Promise<Site>;
  /** Sends a request to the control plane of the world. */
  readonly control: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Advances virtual time by a duration such as `10m`. */
  readonly pass: (by: string) => Promise<void>;
}

export function openSampleSite(url: string, token: string): SampleSite {
  const { control, pass } = openSession({ url, token, walletKey: '' });
  let routes: Promise<object> | undefined;
  return {
    url,
    async siteFor(who) {
      routes ??= routesOf(url);
      return openSite(url, who === undefined ? undefined : loginOf(who), await routes);
    },
    control,
    pass,
  };
}
