// The token of the control plane. It comes in the fragment, which no server sees, and stays in the storage of the tab.

const key = 'reprise-token';

/** Removes it from the address bar; undefined if there is none. */
export function takeToken(): string | undefined {
  const given = /^#token=([^&]+)(?:&(.*))?$/.exec(location.hash);
  if (given !== null) {
    const [, token = '', rest = ''] = given;
    keepToken(decodeURIComponent(token));
    history.replaceState(null, '', rest === '' ? '#/' : `#${rest}`);
  }
  return sessionStorage.getItem(key) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(key, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(key);
}
