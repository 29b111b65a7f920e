// Replay results as JUnit XML, for CI systems.

import Builder from 'fast-xml-builder';

export interface Case {
  readonly name: string;
  readonly seconds: number;
  /** A sentence, and the details. Absent if it passed. */
  readonly failure?: { readonly message: string; readonly details: string };
}

/** Prints one suite. */
export function junit(suite: string, cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const seconds = cases.reduce((sum, { seconds: own }) => sum + own, 0);
  const totals = {
    '@tests': cases.length,
    '@failures': failures,
    '@errors': 0,
    '@time': time(seconds),
  };
  const builder = new Builder({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    suppressEmptyNode: true,
    format: true,
  });
  const body = builder.build({
    testsuites: {
      '@name': suite,
      ...totals,
      testsuite: { '@name': suite, ...totals, testcase: cases.map((one) => caseOf(suite, one)) },
    },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
}

function caseOf(suite: string, { name, seconds, failure }: Case): object {
  const own = { '@classname': suite, '@name': plain(name), '@time': time(seconds) };
  if (failure === undefined) return own;
  const { message, details } = failure;
  return { ...own, failure: { '@message': plain(message), '#text': plain(details) } };
}

function time(seconds: number): string {
  return seconds.toFixed(3);
}

/** Replaces characters that XML does not allow. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '\ufffd');
}
