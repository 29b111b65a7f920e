// Credentials of cloud providers. They are validated and dropped, since those providers are not called.

import { z } from 'zod';
import { invalid } from './problem.ts';

/** Short-lived (`sts`) or long-lived (`iam`) credentials. */
const kind = z.enum(['sts', 'iam']);

/** The credentials of a speak provider, required. */
export const voiceCredentials = z.strictObject({
  type: kind,
  region: z.string(),
  access_key_id: z.string(),
  secret_access_key: z.string(),
  session_token: z.string().exactOptional(),
});

/** The credentials of a think provider, optional. */
export const thinkCredentials = voiceCredentials.partial();

export function checkCredentials(
  { type, session_token: token }: z.infer<typeof thinkCredentials>,
  place: string,
): void {
  if (type === 'sts' && token === undefined) {
    throw invalid(`${place}.session_token`, "must be given if type is 'sts'");
  }
  if (type === 'iam' && token !== undefined) {
    throw invalid(`${place}.session_token`, "must not be given if type is 'iam'");
  }
}
