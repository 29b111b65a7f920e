// The token of the control plane. It comes in the fragment, which no server sees, and stays in the storage of the tab.

const key = 'reprise-token';

/** Removes it from the address bar; undefined if there is none. */
export function takeToken(): string | undefined {
  const given = /^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);
  if (given !== null) {
    const [, token = '', rest = ''] = given;
    keepToken(decoded(token));
    history.replaceState(null, '', rest === '' ? '#/' : `#${rest}`);
  }
  return sessionStorage.getItem(key) ?? undefined;
}

/** Returns false, and keeps nothing, if no header can have it. */
export function keepToken(token: string): boolean {
  if (!/^[!-~]+$/.test(token)) return false;
  sessionStorage.setItem(key, token);
  return true;
}

/** The token in a text that someone pastes: alone, or in the address that the server has printed. */
export function tokenIn(text: string): string {
  const [, token] = /#token=([^&\s]+)/.exec(text) ?? [];
  return token === undefined ? text.trim() : decoded(token);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function forgetToken(): void {
  sessionStorage.removeItem(key);
}
