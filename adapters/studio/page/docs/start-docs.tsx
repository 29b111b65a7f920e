// Starts the page of the documents.

import { render } from 'preact';
import { forgetToken } from '../model/token.ts';
import { TokenForm } from '../views/token-form.tsx';
import { DocsPage } from './docs-page.tsx';
import { followDocsAddress } from './model/docs-address.ts';
import { readDocuments } from './model/documents.ts';

interface DocsPlace {
  readonly root: HTMLElement;
  /** Of the server. */
  readonly url: string;
  /** The path of the studio. */
  readonly studio: string;
}

/** `onRefused`: asks for another token. */
export function startDocs(
  { root, url, studio }: DocsPlace,
  token: string | undefined,
  onToken: () => void,
) {
  if (token === undefined) return render(<TokenForm onToken={onToken} />, root);
  followDocsAddress();
  const documents = readDocuments(url, token);
  for (const { state } of documents) {
    state.subscribe((now) => {
      if (now.kind !== 'failed' || !now.isUnauthorized) return;
      forgetToken();
      render(<TokenForm onToken={onToken} problem="The token is not that of this server." />, root);
    });
  }
  render(<DocsPage documents={documents} studio={studio} />, root);
}
