// The part of recheck that is used. Only a check of new expressions imports it, so that other tests run without it.

declare module 'recheck' {
  export function check(
    source: string,
    flags: string,
    options?: { readonly timeout?: number; readonly randomSeed?: number },
  ): Promise<{
    readonly status: 'safe' | 'vulnerable' | 'unknown';
    readonly complexity?: { readonly summary: string };
  }>;
}
