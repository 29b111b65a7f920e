// Asks for the token of the control plane, where the address did not bring it.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { keepToken, tokenIn } from '../model/token.ts';

interface TokenFormProps {
  readonly onToken: () => void;
  /** Why a token was refused; absent at first. */
  readonly problem?: string;
}

export function TokenForm({ onToken, problem }: TokenFormProps): JSX.Element {
  const [isUnfit, setUnfit] = useState(false);
  const shown = isUnfit ? 'A token has letters, digits and signs without accents only.' : problem;
  return (
    <main class="token-form">
      <h1>Reprise</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const token = new FormData(event.currentTarget).get('token');
          if (typeof token !== 'string' || token === '') return;
          if (keepToken(tokenIn(token))) onToken();
          else setUnfit(true);
        }}
      >
        <label for="token">Token of the control plane</label>
        <input id="token" name="token" type="password" required autocomplete="off" />
        <button type="submit">Open</button>
      </form>
      {shown === undefined ? null : (
        <p class="problem" role="alert">
          {shown}
        </p>
      )}
      <p>
        The server printed an address with its token when it started; <code>reprise studio</code>{' '}
        prints it again.
      </p>
    </main>
  );
}
