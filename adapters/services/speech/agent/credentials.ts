// Credentials of cloud providers. They are checked and dropped: those providers are not called.

import { z } from 'zod';
import { invalid } from './problem.ts';

/** How long credentials live: short (`sts`) or long (`iam`). */
const kind = z.enum(['sts', 'iam']);

/** As the speak provider needs them. */
export const voiceCredentials = z.strictObject({
  type: kind,
  region: z.string(),
  access_key_id: z.string(),
  secret_access_key: z.string(),
  session_token: z.string().exactOptional(),
});

/** As the think provider may have them. */
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
